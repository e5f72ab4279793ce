package propagate

// never is the completion time of no tasks.
const never = -1 << 61

// thetaTree keeps a set of tasks, the leaves in order of their earliest
// starts, and the earliest completion time of the set: the largest of
// est(S) + sum(S) over its subsets S. Some of the tasks can be gray: they stand
// aside, and the tree knows the earliest completion time of the others with
// the best single gray one (the Theta-Lambda tree of Vilim, Edge finding
// filtering algorithm for unary cumulative resources in O(n log n), Archives
// of Control Sciences 2008). A change costs O(log n).
type thetaTree struct {
	leaves             int // a power of two; leaf i is node leaves+i, the root node 1
	sum, ect           []int64
	graySum, grayEct   []int64
	sumOwner, ectOwner []int32 // the gray task that is in graySum and grayEct, -1 for none
}

func newThetaTree(n int) thetaTree {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	return thetaTree{
		leaves: leaves,
		sum:    make([]int64, 2*leaves), ect: make([]int64, 2*leaves),
		graySum: make([]int64, 2*leaves), grayEct: make([]int64, 2*leaves),
		sumOwner: make([]int32, 2*leaves), ectOwner: make([]int32, 2*leaves),
	}
}

// clear empties the set; no task is gray.
func (t *thetaTree) clear() {
	clear(t.sum)
	for i := range t.ect {
		t.ect[i] = never
	}
}

// put adds the task at a leaf, with its completion time and its sum. No task
// may be gray.
func (t *thetaTree) put(leaf int32, ect, sum int64) {
	at := t.leaves + int(leaf)
	t.sum[at], t.ect[at] = sum, ect
	for at /= 2; at > 0; at /= 2 {
		l, r := 2*at, 2*at+1
		t.sum[at] = t.sum[l] + t.sum[r]
		t.ect[at] = max(t.ect[r], t.ect[l]+t.sum[r])
	}
}

// drop takes away the task at a leaf. No task may be gray.
func (t *thetaTree) drop(leaf int32) { t.put(leaf, never, 0) }

// set puts a task at a leaf without updating the nodes above.
func (t *thetaTree) set(leaf int32, ect, sum int64) {
	at := t.leaves + int(leaf)
	t.sum[at], t.ect[at] = sum, ect
}

// build updates all nodes after set, with no task gray.
func (t *thetaTree) build() {
	copy(t.graySum[t.leaves:], t.sum[t.leaves:])
	copy(t.grayEct[t.leaves:], t.ect[t.leaves:])
	for at := t.leaves; at < 2*t.leaves; at++ {
		t.sumOwner[at], t.ectOwner[at] = -1, -1
	}
	for at := t.leaves - 1; at > 0; at-- {
		t.pull(at)
	}
}

// gray makes the task at a leaf gray.
func (t *thetaTree) gray(leaf int32, task int32) {
	at := t.leaves + int(leaf)
	t.sum[at], t.ect[at] = 0, never
	t.sumOwner[at], t.ectOwner[at] = task, task
	for at /= 2; at > 0; at /= 2 {
		t.pull(at)
	}
}

// forget takes away the gray task at a leaf.
func (t *thetaTree) forget(leaf int32) {
	at := t.leaves + int(leaf)
	t.graySum[at], t.grayEct[at] = 0, never
	t.sumOwner[at], t.ectOwner[at] = -1, -1
	for at /= 2; at > 0; at /= 2 {
		t.pull(at)
	}
}

func (t *thetaTree) pull(at int) {
	l, r := 2*at, 2*at+1
	t.sum[at] = t.sum[l] + t.sum[r]
	t.ect[at] = max(t.ect[r], t.ect[l]+t.sum[r])
	t.graySum[at], t.sumOwner[at] = t.graySum[l]+t.sum[r], t.sumOwner[l]
	if s := t.sum[l] + t.graySum[r]; s > t.graySum[at] {
		t.graySum[at], t.sumOwner[at] = s, t.sumOwner[r]
	}
	t.grayEct[at], t.ectOwner[at] = t.grayEct[r], t.ectOwner[r]
	if e := t.grayEct[l] + t.sum[r]; e > t.grayEct[at] {
		t.grayEct[at], t.ectOwner[at] = e, t.ectOwner[l]
	}
	if e := t.ect[l] + t.graySum[r]; e > t.grayEct[at] {
		t.grayEct[at], t.ectOwner[at] = e, t.sumOwner[r]
	}
}

// sortBy sorts a permutation by ascending keys. It is quick where the order
// has changed little since the last time.
func sortBy(order []int32, key []int64) {
	for i := 1; i < len(order); i++ {
		x := order[i]
		j := i
		for ; j > 0 && key[order[j-1]] > key[x]; j-- {
			order[j] = order[j-1]
		}
		order[j] = x
	}
}

// identity returns the permutation 0, 1, ..., n-1.
func identity(n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	return order
}
