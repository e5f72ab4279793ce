package propagate

import "github.com/clewsolver/clew/internal/store"

// Explain finds the tasks that made the rule fire among the bounds of the
// time: these are at least as tight as those that the rule saw, and every rule
// still fires on tighter bounds. It takes O(n^2).
func (d *disjunctive) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	e := premises{p, out}
	if a == store.False {
		d.recall(p, false)
		if !d.explainOverload(&e) {
			return store.ExplainFully(d.scope, p, out)
		}
		return e.out
	}
	i, rule := int32(cookie>>2), cookie&3
	if rule == durationRule {
		up, k := askedBound(p, d.durations[i], a)
		d.recall(p, false)
		if !up && !d.explainDuration(&e, i, k) {
			return store.ExplainFully(d.scope, p, out)
		}
		return e.out
	}
	up, k := askedBound(p, d.starts[i], a)
	d.recall(p, !up)
	if !up {
		k = -k - d.dur[i]
	}
	ok := false
	switch rule {
	case detectableRule:
		ok = d.explainDetectable(&e, i, k)
	case notFirstRule:
		ok = d.explainNotFirst(&e, i, k)
	case edgeRule:
		ok = d.explainEdge(&e, i, k)
	}
	if !ok {
		return store.ExplainFully(d.scope, p, out)
	}
	return e.out
}

// recall reads the tasks as they were.
func (d *disjunctive) recall(p store.Past, back bool) {
	d.back = back
	for i, w := range d.starts {
		d.place(i, int64(w.LoAt(p)), int64(w.HiAt(p)), int64(d.durations[i].LoAt(p)))
	}
	sortBy(d.past.est, d.est)
	sortBy(d.past.lct, d.lct)
}

// from adds the premise that task i starts at t or later, by adds the one that
// it ends at t or earlier, in the direction at hand; takes, that it takes as
// long as it does.
func (d *disjunctive) from(e *premises, i int32, t int64) {
	if d.back {
		e.le(d.starts[i], -t-d.dur[i])
	} else {
		e.ge(d.starts[i], t)
	}
}

func (d *disjunctive) by(e *premises, i int32, t int64) {
	if d.back {
		e.ge(d.starts[i], -t)
	} else {
		e.le(d.starts[i], t-d.dur[i])
	}
}

func (d *disjunctive) takes(e *premises, i int32) { e.ge(d.durations[i], d.dur[i]) }

// thin takes tasks out of set, unless they are in kept too, while the rest is
// long enough without them: slack is what it is too long. At least one task
// stays. It returns the slack that is left.
func (d *disjunctive) thin(set, kept []bool, slack int64) int64 {
	n := 0
	for i := range set {
		if set[i] {
			n++
		}
	}
	for i, dur := range d.dur {
		if set[i] && !kept[i] && dur <= slack && n > 1 {
			set[i] = false
			slack -= dur
			n--
		}
	}
	return slack
}

// clearSets empties both sets of tasks.
func (d *disjunctive) clearSets() {
	clear(d.crowd)
	clear(d.push)
}

// explainOverload: some tasks do not fit in the window in which they all lie.
func (d *disjunctive) explainOverload(e *premises) bool {
	best, bestEnd := len(d.est)+1, int64(0)
	for _, l := range d.past.lct {
		if n := d.overloaded(d.lct[l]); d.dur[l] > 0 && n < best {
			best, bestEnd = n, d.lct[l]
		}
	}
	if best > len(d.est) {
		return false
	}
	d.clearSets()
	sum, begin := int64(0), int64(0)
	for at := len(d.past.est) - 1; best > 0; at-- {
		if i := d.past.est[at]; d.dur[i] > 0 && d.lct[i] <= bestEnd {
			d.crowd[i] = true
			sum += d.dur[i]
			begin = d.est[i]
			best--
		}
	}
	begin -= d.thin(d.crowd, d.push, begin+sum-bestEnd-1)
	for i := range d.est {
		if d.crowd[i] {
			d.within(e, int32(i), begin, bestEnd)
		}
	}
	return true
}

// overloaded returns the number of the tasks that end by end, those that start
// last, which do not fit before it; more than there are if all fit.
func (d *disjunctive) overloaded(end int64) int {
	n, sum := 0, int64(0)
	for at := len(d.past.est) - 1; at >= 0; at-- {
		if i := d.past.est[at]; d.dur[i] > 0 && d.lct[i] <= end {
			n++
			if sum += d.dur[i]; d.est[i]+sum > end {
				return n
			}
		}
	}
	return len(d.est) + 1
}

// within adds the premises that task i lies in a window.
func (d *disjunctive) within(e *premises, i int32, begin, end int64) {
	d.from(e, i, begin)
	d.by(e, i, end)
	d.takes(e, i)
}

// explainDetectable: tasks that cannot start after the end of j come before
// it, and do not end before k.
func (d *disjunctive) explainDetectable(e *premises, j int32, k int64) bool {
	d.clearSets()
	sum := int64(0)
	for at := len(d.past.est) - 1; at >= 0; at-- {
		i := d.past.est[at]
		if i == j || d.dur[i] == 0 || d.lst[i] >= d.ect[j] {
			continue
		}
		d.crowd[i] = true
		sum += d.dur[i]
		if d.est[i]+sum < k {
			continue
		}
		begin := d.est[i] - d.thin(d.crowd, d.push, d.est[i]+sum-k)
		for i := range d.est {
			if d.crowd[i] {
				d.within(e, int32(i), begin, d.ect[j]-1+d.dur[i])
			}
		}
		d.from(e, j, d.est[j])
		d.takes(e, j)
		return true
	}
	return false
}

// explainNotFirst: if j were first, some tasks would have to fit between its
// end and the last end of theirs; so one of them comes before it.
func (d *disjunctive) explainNotFirst(e *premises, j int32, k int64) bool {
	d.clearSets()
	sum := int64(0)
	for _, i := range d.past.lct {
		if i == j || d.dur[i] == 0 || d.ect[i] < k {
			continue
		}
		d.crowd[i] = true
		sum += d.dur[i]
		slack := d.ect[j] + sum - d.lct[i] - 1
		if slack < 0 {
			continue
		}
		end := d.lct[i] + d.thin(d.crowd, d.push, slack)
		for i := range d.est {
			if d.crowd[i] {
				d.within(e, int32(i), k-d.dur[i], end)
			}
		}
		d.from(e, j, d.est[j])
		d.takes(e, j)
		return true
	}
	return false
}

// explainEdge: the tasks of crowd and j start at begin or later, and cannot all
// end by end; so j ends after end, and follows every task that must end by
// then. The tasks of push are such, and end at k or later.
func (d *disjunctive) explainEdge(e *premises, j int32, k int64) bool {
	best, end := len(d.est)+1, int64(0)
	for _, l := range d.past.lct {
		if l != j && d.dur[l] > 0 {
			if x := d.edge(j, k, d.lct[l]); x.size < best {
				best, end = x.size, d.lct[l]
			}
		}
	}
	if best > len(d.est) {
		return false
	}
	x := d.edge(j, k, end)
	// Widening the window at its end gave the shorter proofs on job shops.
	begin := x.begin
	end += d.thin(d.crowd, d.push, x.slack)
	pushed := x.pushBegin - d.thin(d.push, d.crowd, x.pushSlack)
	for i := range d.est {
		switch {
		case d.crowd[i] && d.push[i]:
			d.within(e, int32(i), max(begin, pushed), end)
		case d.crowd[i]:
			d.within(e, int32(i), begin, end)
		case d.push[i]:
			d.within(e, int32(i), pushed, end)
		}
	}
	d.from(e, j, begin)
	d.takes(e, j)
	return true
}

// edge is what edge finding sees up to a certain end.
type edge struct {
	size                 int // of the larger set
	begin, slack         int64
	pushBegin, pushSlack int64
}

// edge gathers the sets of explainEdge, the smallest for that end; the size is
// more than there are tasks if they do not exist.
func (d *disjunctive) edge(j int32, k, end int64) (x edge) {
	d.clearSets()
	x.slack, x.pushSlack = -1, -1
	sum := int64(0)
	for at := len(d.past.est) - 1; at >= 0; at-- {
		i := d.past.est[at]
		if i == j || d.dur[i] == 0 || d.lct[i] > end {
			continue
		}
		sum += d.dur[i]
		x.size++
		if x.slack < 0 {
			d.crowd[i] = true
			x.begin = min(d.est[i], d.est[j])
			x.slack = x.begin + sum + d.dur[j] - end - 1
		}
		if x.pushSlack < 0 {
			d.push[i] = true
			x.pushBegin = d.est[i]
			x.pushSlack = x.pushBegin + sum - k
		}
		if x.slack >= 0 && x.pushSlack >= 0 {
			return x
		}
	}
	x.size = len(d.est) + 1
	return x
}

// explainDuration: a task that cannot come before task i limits its duration
// to k, which is not negative.
func (d *disjunctive) explainDuration(e *premises, i int32, k int64) bool {
	for j := range d.est {
		if int32(j) == i || d.dur[j] == 0 || d.ect[j] <= d.lst[i] || d.lst[j]-d.est[i] > k {
			continue
		}
		e.ge(d.starts[j], d.est[j])
		d.takes(e, int32(j))
		e.le(d.starts[i], d.ect[j]-1)
		e.le(d.starts[j], d.est[i]+k)
		e.ge(d.starts[i], d.est[i])
		return true
	}
	return false
}

func (d *disjunctive) Check(a []int32) bool {
	for i, w := range d.durations {
		dur := int64(w.In(a))
		if dur < 0 {
			return false
		}
		start := int64(d.starts[i].In(a))
		for j := range i {
			other, from := int64(d.durations[j].In(a)), int64(d.starts[j].In(a))
			if dur > 0 && other > 0 && start < from+other && from < start+dur {
				return false
			}
		}
	}
	return true
}
