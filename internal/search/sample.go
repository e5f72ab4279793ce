package search

import "github.com/clewsolver/clew/internal/store"

// Work units weigh what a search did without looking at a clock, so that a
// choice made by them is the same on every run: a failure, which with learning
// is analysed, counts as much as several runs of propagators.
const failureUnits = 8

// literalUnits is added for each literal learned: the longer a nogood, the more
// it costs to find, to keep, and to watch.
const literalUnits = 8

// Work returns the work done so far, in units.
func (x *Search) Work() int64 { return x.s.Propagations + failureUnits*x.Failures }

// Work returns the work done so far, in units.
func (x *Learner) Work() int64 { return x.Search.Work() + literalUnits*x.Learned }

// Step is an atom of a path: a decision, or one whose other side is closed.
type Step struct {
	Atom    store.Atom
	Flipped bool
}

// Steps returns the path from the root to the current node.
func (x *Search) Steps() []Step { return x.steps(len(x.frames)) }

// steps returns the path up to and with the decision of frame n-1.
func (x *Search) steps(n int) []Step {
	end := len(x.path)
	if n < len(x.frames) {
		end = x.frames[n].path
	}
	out := make([]Step, end)
	for i, a := range x.path[:end] {
		out[i] = Step{a, true}
	}
	for _, f := range x.frames[:n] {
		out[f.path].Flipped = false
	}
	return out
}

// Sample is a subtree that was searched to its end, and what that cost.
type Sample struct {
	Cube []store.Atom // the path to its root, nil if there is no sample yet
	Work int64
}

// WantSample makes the search keep the first subtree below a decision that was
// closed with at least failures failures in it.
func (x *Search) WantSample(failures int64) { x.sampleSize = failures }

// Sample returns the subtree kept.
func (x *Search) Sample() Sample { return x.sample }

// takeSample looks at the left subtree of the newest frame, which is closed.
func (x *Search) takeSample() {
	f := &x.frames[len(x.frames)-1]
	if x.sampleSize == 0 || x.sample.Cube != nil || x.Failures-f.failures < x.sampleSize {
		return
	}
	x.sample = Sample{append([]store.Atom(nil), x.path[:f.path+1]...), x.Work() - f.work}
}
