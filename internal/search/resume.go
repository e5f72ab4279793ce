package search

import "github.com/clewsolver/clew/internal/store"

// Cover searches the subtree of cube to its end, at most for the given work,
// or until poll says stop, and reports whether it got there and what it took.
// Then it is at the root again, richer by the nogoods learned, which hold
// everywhere.
func (x *Learner) Cover(cube []store.Atom, most int64, poll func() bool) (work int64, covered bool) {
	begin := x.Work()
	within := func() bool { return x.Work()-begin < most && poll() }
	steps := make([]Step, len(cube))
	for i, a := range cube {
		steps[i] = Step{a, true} // the other sides are not part of the cube
	}
	x.Resume(steps, 0)
	for x.Next(within) {
	}
	covered = x.state == finished || x.refuted
	work = x.Work() - begin
	if x.refuted {
		return work, covered
	}
	x.backTo(0)
	x.floor, x.witness, x.late = 0, -1, x.late[:0]
	x.state = fresh
	x.w, x.done, x.Solutions = 1, 0, 0
	return work, covered
}

// Resume makes the search go on at the node that steps lead to, done being the
// share of the tree to the left of it. Pre: the search is at the root, and has
// just been made or covered a cube.
func (x *Learner) Resume(steps []Step, done float64) {
	x.resume = steps
	x.done, x.w = done, 1-done
}

// replay opens a frame for each step of the path to be resumed. What was learned
// since can have decided a step already: one that holds needs no frame, since
// its other side is empty, and one that cannot hold leaves its other side.
func (x *Learner) replay() bool {
	steps := x.resume
	x.resume = nil
	poll := x.s.Poll(nil) // a frame is opened after each propagation
	defer func() { x.s.Poll(poll) }()
	for i, st := range steps {
		if x.s.Holds(st.Atom) {
			continue
		}
		if x.s.Holds(st.Atom.Not()) {
			return !st.Flipped || x.flipFloor()
		}
		// The weights of the open sides are not known any more: halving gives
		// an estimate that still ends at 1.
		keep := 1.0
		if !st.Flipped {
			keep = 0.5
		}
		x.pick() // moves the cursor over what is fixed
		if x.witness < 0 && x.at.phase >= x.shown {
			x.witness = len(x.frames)
		}
		x.flipped = append(x.flipped, st.Flipped)
		x.floor = len(x.flipped)
		if !x.open(st.Atom, keep, st.Flipped) {
			return false
		}
		if x.s.Interrupted() { // halted
			x.resume = steps[i+1:]
			return true
		}
	}
	return true
}
