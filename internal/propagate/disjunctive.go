package propagate

import "github.com/clewsolver/clew/internal/store"

// disjunctive says that tasks do not overlap: of any two tasks with positive
// durations one ends before, or when, the other starts. A task of duration 0
// may lie anywhere, inside of another as well. Durations are not negative.
//
// It narrows bounds: overload, edge finding, detectable precedences and
// not-first/not-last, on the smallest durations, by Theta-Lambda trees in
// O(n log n) for each direction (Vilim, O(n log n) filtering algorithms for
// unary resource constraint, CPAIOR 2004; and Global Constraints in
// Scheduling, 2007). Open durations are bounded by pairs of tasks in O(n)
// each. It decides; no strength beyond that is promised.
//
// The upper bounds of starts are filtered as lower bounds in reversed time,
// where a task that starts at s and takes at least p starts at -s-p.
//
// Cookie: four times the task, plus the rule. Reasons are those of Vilim,
// Computing explanations for the unary resource constraint, CPAIOR 2005: tasks
// that must lie in a window, the window as wide as what is asked allows.
type disjunctive struct {
	starts, durations []store.View
	scope             []store.View

	// The tasks as the direction at hand sees them.
	back               bool // reversed time
	est, ect, lst, lct []int64
	dur                []int64
	orders             [2]taskOrders // of each direction
	leaf               []int32       // place of each task in the tree
	tree               thetaTree
	past               taskOrders // for Explain
	crowd, push        []bool     // for Explain: sets of tasks
}

// taskOrders are permutations of the tasks, by ascending keys.
type taskOrders struct{ est, ect, lst, lct []int32 }

func newTaskOrders(n int) taskOrders {
	return taskOrders{identity(n), identity(n), identity(n), identity(n)}
}

// Rules of disjunctive.
const (
	durationRule   = iota // two tasks bound a duration from above; or it is not negative
	detectableRule        // tasks that are detectably before
	notFirstRule          // cannot be first among tasks; in reversed time, last
	edgeRule              // must come after tasks
)

// NewDisjunctive returns the constraint that the tasks, of which task i begins
// at starts[i] and takes durations[i], do not overlap in time. Tasks of
// duration 0 are free. Negative durations are impossible.
func NewDisjunctive(starts, durations []store.View) store.Propagator {
	n := len(starts)
	d := &disjunctive{
		starts: starts, durations: durations,
		est: make([]int64, n), ect: make([]int64, n), lst: make([]int64, n), lct: make([]int64, n),
		dur:  make([]int64, n),
		leaf: make([]int32, n), tree: newThetaTree(n),
		past: newTaskOrders(n), crowd: make([]bool, n), push: make([]bool, n),
	}
	d.scope = append(append(d.scope, starts...), durations...)
	d.orders[0], d.orders[1] = newTaskOrders(n), newTaskOrders(n)
	return d
}

func (d *disjunctive) Name() string             { return "disjunctive" }
func (d *disjunctive) Scope() []store.View      { return d.scope }
func (d *disjunctive) Priority() store.Priority { return store.Costly }

func (d *disjunctive) Post(s *store.Store, me store.ID) {
	for i := range d.starts {
		s.Watch(d.starts[i], store.OnBounds, me, i)
		s.Watch(d.durations[i], store.OnLo, me, i)
	}
}

func (d *disjunctive) Propagate(s *store.Store, me store.ID) store.Status {
	changed := false
	for i, w := range d.durations {
		if w.Lo(s) < 0 {
			if !w.SetLo(s, 0, cookieOf(i, durationRule)) {
				return store.Failed
			}
			changed = true
		}
	}
	for _, back := range [2]bool{false, true} {
		d.look(s, back)
		if !back && !d.durationsFrom(s, &changed) {
			return store.Failed
		}
		if !d.detectable(s, &changed) || !d.edges(s, &changed) || !d.notLast(s, &changed) {
			return store.Failed
		}
	}
	switch {
	case changed:
		return store.Again
	case allFixed(s, d.scope):
		return store.Entailed
	}
	return store.Fixpoint
}

func cookieOf(i int, rule uint32) uint32 { return uint32(i)<<2 | rule }

// look reads the tasks in one direction of time and sorts them.
func (d *disjunctive) look(s *store.Store, back bool) {
	d.back = back
	for i, w := range d.starts {
		d.place(i, int64(w.Lo(s)), int64(w.Hi(s)), int64(d.durations[i].Lo(s)))
	}
	o := &d.orders[0]
	if back {
		o = &d.orders[1]
	}
	sortBy(o.est, d.est)
	sortBy(o.ect, d.ect)
	sortBy(o.lst, d.lst)
	sortBy(o.lct, d.lct)
	for at, i := range o.est {
		d.leaf[i] = int32(at)
	}
}

// place notes the bounds of a task in the direction at hand.
func (d *disjunctive) place(i int, lo, hi, dur int64) {
	dur = max(dur, 0)
	if d.back {
		lo, hi = -hi-dur, -lo-dur
	}
	d.dur[i] = dur
	d.est[i], d.lst[i], d.ect[i], d.lct[i] = lo, hi, lo+dur, hi+dur
}

// order returns the orders of the direction at hand.
func (d *disjunctive) order() *taskOrders {
	if d.back {
		return &d.orders[1]
	}
	return &d.orders[0]
}

// raise makes task i start at t or later, in the direction at hand.
func (d *disjunctive) raise(s *store.Store, i int32, t int64, rule uint32, changed *bool) bool {
	if t <= d.est[i] {
		return true
	}
	*changed = true
	if d.back {
		return d.starts[i].SetHi(s, store.Clamp(-t-d.dur[i]), cookieOf(int(i), rule))
	}
	return d.starts[i].SetLo(s, store.Clamp(t), cookieOf(int(i), rule))
}

// edges fails if some tasks do not fit between their bounds, and moves each
// task behind the tasks that it must follow because otherwise they would not
// fit.
func (d *disjunctive) edges(s *store.Store, changed *bool) bool {
	t := &d.tree
	t.clear()
	for i, dur := range d.dur {
		if dur > 0 {
			t.set(d.leaf[i], d.ect[i], dur)
		}
	}
	t.build()
	byLct := d.order().lct
	for k := len(byLct) - 1; k >= 0; k-- {
		j := byLct[k]
		if d.dur[j] == 0 {
			continue
		}
		if t.ect[1] > d.lct[j] {
			return false
		}
		for t.grayEct[1] > d.lct[j] {
			i := t.ectOwner[1]
			if !d.raise(s, i, t.ect[1], edgeRule, changed) {
				return false
			}
			t.forget(d.leaf[i])
		}
		t.gray(d.leaf[j], j)
	}
	return true
}

// detectable moves each task behind those that cannot start after its
// earliest end.
func (d *disjunctive) detectable(s *store.Store, changed *bool) bool {
	t := &d.tree
	t.clear()
	o, next := d.order(), 0
	for _, j := range o.ect {
		if d.dur[j] == 0 {
			continue
		}
		for ; next < len(o.lst) && d.lst[o.lst[next]] < d.ect[j]; next++ {
			if i := o.lst[next]; d.dur[i] > 0 {
				t.put(d.leaf[i], d.ect[i], d.dur[i])
			}
		}
		if t.ect[1] <= d.est[j] {
			continue
		}
		inside := d.lst[j] < d.ect[j]
		if inside {
			t.drop(d.leaf[j])
		}
		if !d.raise(s, j, t.ect[1], detectableRule, changed) {
			return false
		}
		if inside {
			t.put(d.leaf[j], d.ect[j], d.dur[j])
		}
	}
	return true
}

// notLast moves each task that cannot be the last among some before the
// latest start of these.
func (d *disjunctive) notLast(s *store.Store, changed *bool) bool {
	t := &d.tree
	t.clear()
	o, next := d.order(), 0
	last := int64(0)
	for _, j := range o.lct {
		if d.dur[j] == 0 {
			continue
		}
		for ; next < len(o.lst) && d.lst[o.lst[next]] < d.lct[j]; next++ {
			if i := o.lst[next]; d.dur[i] > 0 {
				t.put(d.leaf[i], d.ect[i], d.dur[i])
				last = d.lst[i]
			}
		}
		if t.ect[1] <= d.lst[j] || last >= d.lct[j] {
			continue
		}
		t.drop(d.leaf[j]) // it is there: lst < lct
		ect := t.ect[1]
		t.put(d.leaf[j], d.ect[j], d.dur[j])
		if ect <= d.lst[j] {
			continue
		}
		*changed = true
		ok := false
		if d.back {
			ok = d.starts[j].SetLo(s, store.Clamp(-last), cookieOf(int(j), notFirstRule))
		} else {
			ok = d.starts[j].SetHi(s, store.Clamp(last-d.dur[j]), cookieOf(int(j), notFirstRule))
		}
		if !ok {
			return false
		}
	}
	return true
}

// durationsFrom bounds each open duration by the latest starts of the tasks
// that cannot come before it. Time runs forwards.
func (d *disjunctive) durationsFrom(s *store.Store, changed *bool) bool {
	for i, w := range d.durations {
		most := int64(w.Hi(s))
		if most == d.dur[i] {
			continue
		}
		limit := most
		for j := range d.starts {
			if j != i && d.dur[j] > 0 && d.ect[j] > d.lst[i] {
				limit = min(limit, max(0, d.lst[j]-d.est[i]))
			}
		}
		if limit < most {
			*changed = true
			if !w.SetHi(s, store.Clamp(limit), cookieOf(i, durationRule)) {
				return false
			}
		}
	}
	return true
}
