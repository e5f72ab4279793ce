package search

import "github.com/clewsolver/clew/internal/store"

// Learner is a search that learns a nogood from each conflict. It lists the
// same answers as Search, each once, without blocking clauses.
//
// # The floor
//
// Frames are decision levels, flipped decisions included. The floor is the
// deepest level whose decision is flipped or has an answer below it; all to the
// left of the path to the floor is closed. A conflict above the floor jumps
// back, never below it. A conflict that involves no level above the floor
// exhausts the floor's subtree: the deepest unflipped decision is flipped, and
// its level becomes the floor. A flipped decision is a decision like another
// to conflict analysis, so that nogoods stay implied by the model alone,
// whatever has been enumerated.
type Learner struct {
	*Search
	LearnStats

	ng        *nogoods
	an        *analysis
	flipped   []bool // of each frame
	floor     int    // the frames that belong to the enumeration
	late      []late
	resume    []Step // the path to go on from, until it is replayed
	tightened bool   // the bound has not been asserted yet
	refuted   bool   // a conflict or failure without decisions: nothing is left anywhere

	restarts restarter
	activity *activity
	conflict []store.Atom
}

// LearnStats counts what learning did.
type LearnStats struct {
	Conflicts int64
	Learned   int64 // literals learned, after minimisation
	Restarts  int64
}

// NewLearner returns a learning search; see New. With free, every second
// restart begins a stretch of search by activity instead of the phases' order.
func NewLearner(s *store.Store, shown, hidden []Phase, free bool, seed uint64) *Learner {
	s.Log()
	x := &Learner{Search: New(s, shown, hidden)}
	x.ng = newNogoods(s)
	x.an = newAnalysis(s, x.ng)
	x.an.decision = func(level int) store.Atom { return x.frames[level-1].decision }
	x.Seed(seed)
	x.activity = newActivity(s, seed)
	x.an.onVar = x.activity.bump
	x.restarts = newRestarter(free)
	s.Interleave(x.ng.propagate)
	return x
}

// Next searches on to the next answer; see Search.Next.
func (x *Learner) Next(poll func() bool) bool {
	x.s.Poll(poll)
	var consistent bool
	switch {
	case x.state == finished:
		return false
	case x.tightened:
		consistent = x.rebound()
	case x.state == fresh:
		consistent = x.propagate() && (x.s.Interrupted() || x.replay())
	case x.s.Interrupted():
		consistent = x.propagate()
	case x.state == atNode:
		consistent = !x.failed
	case x.state == atSolution:
		consistent = x.leaveAnswer()
	}
	for x.state != finished {
		if x.s.Interrupted() {
			if x.state != fresh { // else the path is to be replayed yet
				x.state = atNode
			}
			return false
		}
		if x.turns&63 == 0 && !poll() || x.s.Halted() {
			x.state, x.failed = atNode, !consistent
			return false
		}
		x.turns++
		if !consistent {
			consistent = x.resolve()
			continue
		}
		if len(x.frames) > x.floor && x.restarts.due(x.Conflicts) {
			x.restart()
		}
		v, values, open := x.choose()
		if !open || x.boxes && x.s.AllEntailed() {
			x.state, x.atBox = atSolution, open
			x.Solutions++
			return true
		}
		if x.witness < 0 && x.at.phase >= x.shown {
			x.witness = len(x.frames)
		}
		consistent = x.decideOn(v, values)
	}
	return false
}

// late is a clause that was asserted at a deeper level than the one at which
// it is unit, because that lies below the floor. When the floor goes, it must
// be asserted again.
type late struct {
	ref  uint32
	unit int // level at which it is unit
}

// propagate is Search.propagate; facts found at level 0 need no reasons.
func (x *Learner) propagate() bool {
	ok := x.Search.propagate()
	switch {
	case len(x.frames) > 0 || x.s.Interrupted():
	case ok:
		x.s.Settle()
		x.ng.backTo()
	default:
		x.refuted = true // remembered, since the queue of the store is not
	}
	return ok
}

// choose returns the variable to branch on: by the phases, or by activity in
// the stretches of free search.
func (x *Learner) choose() (v store.Var, values Values, open bool) {
	v, values, open = x.pick()
	if open && x.restarts.byActivity {
		v = x.activity.pick(x.s, x.phases, x.at.phase, x.shown, x.restarts.bySize)
	}
	return v, values, open
}

// decideOn opens a frame with a decision on v.
func (x *Learner) decideOn(v store.Var, values Values) bool {
	a, share := x.decide(v, values)
	if values == Ascending && x.s.Size(v) > 2 {
		// As an equation the decision is one atom for those whom the value
		// concerns, where a bound would be two with the one that held before.
		if b, ok := x.s.EqAtom(v, x.s.Lo(v)); ok {
			a = b
		}
	}
	if x.restarts.byActivity {
		a, share = x.activity.decide(x.s, v, a, share)
	}
	x.flipped = append(x.flipped, false)
	return x.open(a, share, false)
}

// resolve learns from the conflict and goes on: by a jump back, or, if the
// conflict speaks of no level above the floor, by flipping.
func (x *Learner) resolve() bool {
	x.conflict = x.conflict[:0]
	if x.s.FailedBy() == store.Nogood {
		x.ng.touch(x.ng.conflict)
		for i := range x.ng.size(x.ng.conflict) {
			x.conflict = append(x.conflict, x.ng.atom(x.ng.conflict, i).Not())
		}
	} else {
		x.conflict = x.s.ExplainFailure(x.conflict)
	}
	level := 0
	for _, a := range x.conflict {
		if !x.s.AtRoot(a) {
			level = max(level, x.s.EntryLevel(x.s.Since(a)))
		}
	}
	if level == 0 {
		x.Conflicts++
		x.refuted = true
		x.backTo(0)
		x.finish()
		return false
	}
	clause, unit := x.an.learn(x.conflict, level)
	if clause == nil { // halted: the conflict stays
		return false
	}
	x.Conflicts++
	lbd := x.an.lbd()
	x.Learned += int64(len(clause))
	x.activity.decay()
	x.restarts.learned(lbd)
	x.ng.decay()
	ref := x.ng.add(clause, lbd)
	x.tellLearned(clause)
	if level <= x.floor {
		x.addLate(late{ref, unit})
		return x.flipFloor()
	}
	to := max(unit, x.floor)
	if to > unit {
		x.addLate(late{ref, unit})
	}
	x.backTo(to)
	x.infer(ref)
	if x.ng.crowded() {
		x.ng.reduce(x.late)
	}
	return x.propagate()
}

// infer makes the first literal of the unit clause ref true.
func (x *Learner) infer(ref uint32) {
	a := x.ng.atom(ref, 0)
	if x.watcher != nil {
		x.watcher.Inferred(a)
	}
	x.s.AssertFor(store.Nogood, a, ref)
}

// tellLearned shows a clause to the watcher as a nogood.
func (x *Learner) tellLearned(clause []store.Atom) {
	if x.watcher == nil {
		return
	}
	nogood := make([]store.Atom, len(clause))
	for i, a := range clause {
		nogood[i] = a.Not()
	}
	x.watcher.Learned(nogood)
}

// finish ends the search: the whole tree is covered.
func (x *Learner) finish() {
	x.done += x.w
	x.state = finished
}

// backTo gives up all frames but the first n, without flipping any.
func (x *Learner) backTo(n int) {
	for len(x.frames) > n {
		x.w += x.pop().rest
	}
	x.flipped = x.flipped[:n]
	x.ng.backTo()
}

// flipFloor closes the subtree of the floor and goes on in the right branch
// of the deepest unflipped decision.
func (x *Learner) flipFloor() bool {
	x.backTo(x.floor)
	x.done += x.w
	for len(x.frames) > 0 {
		last := len(x.frames) - 1
		left := !x.flipped[last]
		f := x.pop()
		x.flipped = x.flipped[:last]
		x.ng.backTo()
		if left {
			x.w = f.rest
			other := x.otherSide(f.decision)
			x.dropImplied(other)
			x.floor = len(x.frames) + 1
			x.flipped = append(x.flipped, true)
			if !x.open(other, 1, true) {
				return false
			}
			return x.assertLate()
		}
	}
	x.state = finished
	return false
}

// otherSide returns what holds at this node where the decision a, made here,
// does not. Where a took the value at a bound it is the bound beyond, so that
// the flips of one variable's values, one after the other, imply each other.
func (x *Learner) otherSide(a store.Atom) store.Atom {
	v, k, isValue := x.s.Subject(a)
	switch {
	case !isValue || a.H&1 == 1:
	case k == x.s.Lo(v):
		return store.LoAtom(v, k+1)
	case k == x.s.Hi(v):
		return store.HiAtom(v, k-1)
	}
	return a.Not()
}

// dropImplied gives up the newest frames as long as they are flipped decisions
// that a, which is about to be asserted, implies: nothing but a part of them is
// left to search. So the path does not grow with the values tried. Under the
// eyes of a watcher they stay: it is told of a binary tree.
func (x *Learner) dropImplied(a store.Atom) {
	if x.watcher != nil {
		return
	}
	for n := len(x.frames) - 1; n >= 0 && x.flipped[n]; n-- {
		if b := x.frames[n].decision; b.H != a.H || b.K > a.K {
			return
		}
		x.pop()
		x.flipped = x.flipped[:n]
		x.ng.backTo()
	}
}

// maxLate bounds the clauses that wait for the floor to go. Older ones are let
// go: they are propagated like the others, only not asserted of themselves.
const maxLate = 256

func (x *Learner) addLate(l late) {
	if len(x.late) == maxLate {
		x.late = append(x.late[:0], x.late[maxLate/2:]...)
	}
	x.late = append(x.late, l)
}

// assertLate asserts again the late clauses that are unit now.
func (x *Learner) assertLate() bool {
	kept := x.late[:0]
	ok := true
	for _, l := range x.late {
		if ok && x.ng.isUnit(l.ref) {
			x.infer(l.ref)
			ok = x.propagate()
		}
		if len(x.frames) > l.unit {
			kept = append(kept, l)
		}
	}
	x.late = kept
	return ok
}

// restart drops the frames above the floor.
func (x *Learner) restart() {
	x.Restarts++
	x.activity.save(x.s)
	x.restarts.begin(x.Conflicts)
	if x.watcher != nil {
		x.watcher.Restarted()
	}
	x.backTo(x.floor)
}

// Tighten makes a hold in all that is still to be searched. It implies the
// atom of the call before. Since it is a fact from now on, the search starts
// again from the root; answers given before violate it.
func (x *Learner) Tighten(a store.Atom) {
	x.Search.Tighten(a)
	x.tightened = true
}

// rebound goes to the root and asserts the new bound there.
func (x *Learner) rebound() bool {
	x.tightened = false
	x.activity.save(x.s)
	x.backTo(0)
	x.floor, x.witness = 0, -1
	if x.refuted || !x.assertBound() {
		x.finish()
		return false
	}
	return x.propagate()
}

// leaveAnswer drops the witness levels and makes the answer's path the floor.
func (x *Learner) leaveAnswer() bool {
	if x.witness >= 0 {
		x.backTo(x.witness)
		x.witness = -1
	}
	x.floor = len(x.frames)
	return x.flipFloor()
}
