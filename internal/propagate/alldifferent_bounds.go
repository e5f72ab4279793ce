package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// distinctBounds is all_different by bounds: after the value pass it finds the
// intervals with as many views as values and moves the bounds of the other
// views out of them, so that each bound of a view has a support with the others
// anywhere between their bounds. That is bounds(Z) consistency of the variables
// where all factors are 1 or -1 and no variable repeats; under repetition it is
// as strong as the value pass. Time O(n log n), nearly linear when the order of
// the bounds stays what it was.
//
// Source: Lopez-Ortiz, Quimper, Tromp, van Beek: A fast and simple algorithm
// for bounds consistency of the alldifferent constraint, IJCAI 2003.
//
// Cookie: as in distinctValue for a removed value; hallCookie + i for a moved
// bound of the view at i, which leaves an interval that the bounds of other
// views fill.
type distinctBounds struct {
	distinct
	items      []interval
	byLo, byHi []int32 // orders of the items, kept from call to call as a start for sorting
	bounds     []int64 // the different ends of the intervals
	next, hall []int32 // tree links over bounds: to the next free capacity; out of full intervals
	room       []int64 // capacity left between bounds
}

// interval is a view's range lo..hi, and the ranks of lo and hi+1 among bounds.
type interval struct {
	lo, hi         int64
	loRank, hiRank int32
}

// hallCookie marks a bound moved out of a full interval.
const hallCookie = 1 << 30

func newDistinctBounds(xs []store.View) *distinctBounds {
	n := len(xs)
	d := &distinctBounds{
		distinct: newDistinct(xs),
		items:    make([]interval, n),
		byLo:     make([]int32, n),
		byHi:     make([]int32, n),
		bounds:   make([]int64, 2*n+2),
		next:     make([]int32, 2*n+2),
		hall:     make([]int32, 2*n+2),
		room:     make([]int64, 2*n+2),
	}
	for i := range n {
		d.byLo[i], d.byHi[i] = int32(i), int32(i)
	}
	return d
}

func (d *distinctBounds) Priority() store.Priority { return store.Linear }

func (d *distinctBounds) Post(s *store.Store, me store.ID) {
	d.resolve(s)
	d.watch(s, me, store.OnBounds)
}

func (d *distinctBounds) Propagate(s *store.Store, me store.ID) store.Status {
	status := d.status(s, d.pass(s, s.TakeChanged(me)))
	if status != store.Fixpoint {
		return status
	}
	return d.bound(s)
}

// bound moves the bounds. It returns Again after a move: the new bound may lie
// beyond a hole, and views may be fixed now.
func (d *distinctBounds) bound(s *store.Store) store.Status {
	for i, w := range d.xs {
		d.items[i] = interval{lo: int64(w.Lo(s)), hi: int64(w.Hi(s))}
	}
	d.sort()
	last := d.rank()
	if !d.lower(last) || !d.upper(last) {
		return store.Failed
	}
	status := store.Fixpoint
	for i, w := range d.xs {
		it := &d.items[i]
		lo, hi := int32(it.lo), int32(it.hi)
		if lo == w.Lo(s) && hi == w.Hi(s) {
			continue
		}
		why := hallCookie | uint32(i)
		if !w.SetLo(s, lo, why) || !w.SetHi(s, hi, why) {
			return store.Failed
		}
		status = store.Again
	}
	return status
}

// sort orders the items: by insertion when the orders of the last call can be
// expected to be close and the scope is small, else from scratch.
func (d *distinctBounds) sort() {
	items := d.items
	if len(items) > 100 {
		slices.SortFunc(d.byLo, func(i, j int32) int { return int(items[i].lo - items[j].lo) })
		slices.SortFunc(d.byHi, func(i, j int32) int { return int(items[i].hi - items[j].hi) })
		return
	}
	for i := 1; i < len(items); i++ {
		at := d.byLo[i]
		j := i
		for ; j > 0 && items[d.byLo[j-1]].lo > items[at].lo; j-- {
			d.byLo[j] = d.byLo[j-1]
		}
		d.byLo[j] = at
		at = d.byHi[i]
		for j = i; j > 0 && items[d.byHi[j-1]].hi > items[at].hi; j-- {
			d.byHi[j] = d.byHi[j-1]
		}
		d.byHi[j] = at
	}
}

// rank merges the ends into bounds and returns the index of the last; the
// entries 0 and last+1 are sentinels.
func (d *distinctBounds) rank() (last int32) {
	items, n := d.items, len(d.items)
	lo, end := items[d.byLo[0]].lo, items[d.byHi[0]].hi+1
	d.bounds[0] = lo - 2
	for i, j := 0, 0; ; {
		if i < n && lo <= end {
			if lo != d.bounds[last] {
				last++
				d.bounds[last] = lo
			}
			items[d.byLo[i]].loRank = last
			if i++; i < n {
				lo = items[d.byLo[i]].lo
			}
			continue
		}
		if end != d.bounds[last] {
			last++
			d.bounds[last] = end
		}
		items[d.byHi[j]].hiRank = last
		if j++; j == n {
			break
		}
		end = items[d.byHi[j]].hi + 1
	}
	d.bounds[last+1] = d.bounds[last] + 2
	return last
}

// lower raises lower bounds; it returns false if some interval is overfull.
// Views enter by upper bound, each taking the first room at or above its
// lower bound; when an interval is full, it becomes a path of hall.
func (d *distinctBounds) lower(last int32) bool {
	next, hall, room, bounds := d.next, d.hall, d.room, d.bounds
	for i := int32(1); i <= last+1; i++ {
		next[i], hall[i] = i-1, i-1
		room[i] = bounds[i] - bounds[i-1]
	}
	for _, at := range d.byHi {
		it := &d.items[at]
		x, y := it.loRank, it.hiRank
		z := climb(next, x+1)
		j := next[z]
		if room[z]--; room[z] == 0 {
			next[z] = z + 1
			z = climb(next, z+1)
			next[z] = j
		}
		relink(next, x+1, z, z)
		if room[z] < bounds[z]-bounds[y] {
			return false
		}
		if hall[x] > x {
			w := climb(hall, hall[x])
			it.lo = bounds[w]
			relink(hall, x, w, w)
		}
		if room[z] == bounds[z]-bounds[y] {
			relink(hall, hall[y], j-1, y)
			hall[y] = j - 1
		}
	}
	return true
}

// upper is lower in the mirror.
func (d *distinctBounds) upper(last int32) bool {
	next, hall, room, bounds := d.next, d.hall, d.room, d.bounds
	for i := int32(0); i <= last; i++ {
		next[i], hall[i] = i+1, i+1
		room[i] = bounds[i+1] - bounds[i]
	}
	for i := len(d.byLo) - 1; i >= 0; i-- {
		it := &d.items[d.byLo[i]]
		x, y := it.hiRank, it.loRank
		z := descend(next, x-1)
		j := next[z]
		if room[z]--; room[z] == 0 {
			next[z] = z - 1
			z = descend(next, z-1)
			next[z] = j
		}
		relink(next, x-1, z, z)
		if room[z] < bounds[y]-bounds[z] {
			return false
		}
		if hall[x] < x {
			w := descend(hall, hall[x])
			it.hi = bounds[w] - 1
			relink(hall, x, w, w)
		}
		if room[z] == bounds[y]-bounds[z] {
			relink(hall, hall[y], j+1, y)
			hall[y] = j + 1
		}
	}
	return true
}

// climb and descend follow links to the end of a path.
func climb(link []int32, i int32) int32 {
	for link[i] > i {
		i = link[i]
	}
	return i
}

func descend(link []int32, i int32) int32 {
	for link[i] < i {
		i = link[i]
	}
	return i
}

// relink makes every node on the path from start to end point to to.
func relink(link []int32, start, end, to int32) {
	for at := start; at != end; {
		next := link[at]
		link[at] = to
		at = next
	}
}
