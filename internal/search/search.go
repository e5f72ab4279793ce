package search

import (
	"math/rand/v2"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// Stats counts the work of a search.
type Stats struct {
	Nodes     int64 // decisions made, flipped ones included
	Failures  int64 // nodes where propagation failed
	Solutions int64
	Depth     int // most decisions open at once
}

// cursor is a position in the phases: every variable before it is fixed.
type cursor struct{ phase, index int }

// frame is an open decision: its left branch is being searched.
type frame struct {
	decision store.Atom
	rest     float64 // weight of the right branch
	path     int     // length of the path at the parent
	at       cursor  // where picking goes on at the parent
	failures int64   // Stats.Failures when it was opened
	work     int64   // Work when it was opened
}

// state says where a search stands between two calls of Next.
type state uint8

const (
	fresh      state = iota // nothing done yet
	atNode                  // stopped at a node, after its propagation
	atSolution              // at an answer
	finished                // the whole tree was searched
)

// Search is a walk under way over a sealed store.
type Search struct {
	Stats

	s      *store.Store
	phases []Phase
	shown  int // phases before this one hold the shown variables
	state  state

	frames  []frame
	path    []store.Atom
	at      cursor
	witness int // number of frames below the witness search; -1 outside it

	w, done float64 // weight of the current subtree; of all closed ones

	turns  int64 // of the loop, to poll now and then
	failed bool  // stopped at a node that propagation had refuted

	weights bool      // some phase needs weight
	weight  []float64 // of each variable, for DomWdeg
	bump    float64

	degree []int32    // constraints of each variable, if some phase needs it
	random *rand.Rand // of RandomValue

	bound   store.Atom // must hold from now on, if bounded: see Tighten
	bounded bool

	sample     Sample
	sampleSize int64 // failures that a sample must have cost; 0: none is wanted

	boxes, atBox bool // see CountBoxes; at a node with open variables

	watcher Watcher // nil if nobody watches
}

// Watcher is told of each step of a search. The last three come from a Learner
// only.
type Watcher interface {
	Decided(a store.Atom, flipped bool) // a is about to be asserted and propagated
	Propagated(consistent bool)         // propagation of the last decision, or of the root, ended
	Bounded(consistent bool)            // the bound given to Tighten was asserted where the search goes on
	Back(depth int)                     // the newest decision was given up; depth are left
	Learned(nogood []store.Atom)        // the failure taught that these atoms never hold together
	Inferred(a store.Atom)              // a nogood makes a true; it is about to be propagated
	Restarted()                         // decisions are about to be given up, to begin anew
}

// New returns a search over s, which must be sealed. The shown phases come
// before the hidden ones. Variables in no phase must be fixed by propagation
// once all others are.
func New(s *store.Store, shown, hidden []Phase) *Search {
	x := &Search{
		s:       s,
		phases:  append(append([]Phase(nil), shown...), hidden...),
		shown:   len(shown),
		witness: -1,
		w:       1,
		bump:    1,
		weight:  make([]float64, s.Vars()),
	}
	for i := range x.weight {
		x.weight[i] = 1
	}
	x.weights = slices.ContainsFunc(x.phases, func(p Phase) bool { return p.Order == DomWdeg })
	if slices.ContainsFunc(x.phases, func(p Phase) bool { return p.Order == Occurrence || p.Order == MostConstrained }) {
		x.degree = degrees(s)
	}
	x.Seed(0)
	return x
}

// Seed chooses what RandomValue draws. It must be called before the first Next.
func (x *Search) Seed(seed uint64) { x.random = rand.New(rand.NewPCG(seed, 1)) }

// Watch makes w hear of each step. It must be called before the first Next.
func (x *Search) Watch(w Watcher) { x.watcher = w }

// Store returns the store, which at an answer has every variable fixed.
func (x *Search) Store() *store.Store { return x.s }

// Path returns the atoms asserted from the root to the current node, flipped
// ones included. It is valid until the search goes on.
func (x *Search) Path() []store.Atom { return x.path }

// Exhausted reports whether the whole tree has been searched.
func (x *Search) Exhausted() bool { return x.state == finished }

// Share estimates the part of the tree that is done, 0 to 1: a decision
// splits the weight of its node by the share of the values that it keeps
// (the weighted backtrack estimate; Kilby, Slaney, Thiebaux and Walsh, AAAI
// 2006). It never goes down.
func (x *Search) Share() float64 {
	if x.state == finished {
		return 1
	}
	return min(x.done, 1)
}

// CountBoxes makes Next stop at nodes where all constraints are entailed as if
// they were answers: every assignment of the open variables within their
// domains is one. The caller multiplies the sizes of the domains that it shows.
func (x *Search) CountBoxes() { x.boxes = true }

// AtBox reports whether the last Next stopped with open variables.
func (x *Search) AtBox() bool { return x.atBox }

// Boxes reports whether CountBoxes was called.
func (x *Search) Boxes() bool { return x.boxes }

// Next searches on to the next answer and returns true, or false when there is
// none or poll, called now and then, returned false. After a false poll the
// next call goes on from there.
func (x *Search) Next(poll func() bool) bool {
	x.s.Poll(poll)
	var consistent bool
	switch {
	case x.state == fresh || x.s.Interrupted():
		consistent = x.propagate()
	case x.state == atNode:
		consistent = !x.failed
	case x.state == atSolution:
		consistent = x.leaveSolution()
	}
	for x.state != finished {
		if x.s.Interrupted() {
			x.state = atNode
			return false
		}
		if x.turns&63 == 0 && !poll() || x.s.Halted() {
			x.state, x.failed = atNode, !consistent
			return false
		}
		x.turns++
		if !consistent {
			consistent = x.flip()
			continue
		}
		v, values, open := x.pick()
		if !open || x.boxes && x.s.AllEntailed() {
			x.state, x.atBox = atSolution, open
			x.Solutions++
			return true
		}
		if x.witness < 0 && x.at.phase >= x.shown {
			x.witness = len(x.frames)
		}
		a, share := x.decide(v, values)
		consistent = x.open(a, share, false)
	}
	return false
}

// propagate runs the store to its fixpoint and counts a failure. It returns
// true as well if it was interrupted, which Next looks for.
func (x *Search) propagate() bool {
	ok := x.s.Propagate()
	if x.s.Interrupted() {
		return true
	}
	if !ok {
		x.Failures++
		if x.weights {
			x.punish(x.s.FailedBy())
		}
	}
	if x.watcher != nil {
		x.watcher.Propagated(ok)
	}
	return ok
}

// open opens a frame with the decision a, which keeps share of the node. It is
// flipped if its negation has been searched.
func (x *Search) open(a store.Atom, share float64, flipped bool) bool {
	x.frames = append(x.frames, frame{
		decision: a, rest: x.w * (1 - share), path: len(x.path), at: x.at,
		failures: x.Failures, work: x.Work(),
	})
	x.Depth = max(x.Depth, len(x.frames))
	x.w *= share
	x.s.Push()
	return x.assert(a, flipped)
}

// assert makes a true at the current level and propagates. A decision never
// empties a domain by itself: its variable is open.
func (x *Search) assert(a store.Atom, flipped bool) bool {
	x.Nodes++
	x.path = append(x.path, a)
	if x.watcher != nil {
		x.watcher.Decided(a, flipped)
	}
	x.s.Assert(a, 0)
	return x.propagate()
}

// Tighten makes a hold in all that is still to be searched. It is called at an
// answer, with an atom that the answer violates and that implies the atom of
// the call before: branch and bound (Land and Doig 1960).
func (x *Search) Tighten(a store.Atom) { x.bound, x.bounded = a, true }

// Bound returns the atom given to Tighten, if there is one.
func (x *Search) Bound() (a store.Atom, ok bool) { return x.bound, x.bounded }

// assertBound makes the bound hold at the current level.
func (x *Search) assertBound() bool {
	ok := x.s.Assert(x.bound, 0)
	if x.watcher != nil {
		x.watcher.Bounded(ok)
	}
	return ok
}

// flip closes the current subtree and goes on in the right branch of the
// deepest open decision. Without one the search is finished.
func (x *Search) flip() bool {
	x.done += x.w
	if len(x.frames) == 0 {
		x.state = finished
		return false
	}
	x.takeSample()
	f := x.pop()
	x.w = f.rest
	if x.bounded && !x.assertBound() {
		return false
	}
	return x.assert(f.decision.Not(), true)
}

// pop gives up the newest decision and returns to its parent.
func (x *Search) pop() frame {
	last := len(x.frames) - 1
	f := x.frames[last]
	x.frames = x.frames[:last]
	x.s.Pop()
	x.path = x.path[:f.path]
	x.at = f.at
	if last < x.witness {
		x.witness = -1
	}
	if x.watcher != nil {
		x.watcher.Back(last)
	}
	return f
}

// leaveSolution drops the levels of the witness search, whose other answers
// would show the same, and flips.
func (x *Search) leaveSolution() bool {
	if x.witness >= 0 {
		for len(x.frames) > x.witness {
			x.w += x.pop().rest
		}
		x.witness = -1
	}
	return x.flip()
}
