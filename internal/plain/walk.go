// Package plain walks a search space by the textbook method: extend the
// partial answer by the smallest value of the next place, check it against
// what is already placed, and adjust: take the next larger value, and where
// there is none step back. No recursion, no propagation.
//
// # Names
//
//	place   index of a position to fill; places are filled in order
//	placed  the values of places 0..len(placed)-1
//	try     a value that was checked
//	placement  a try that was accepted
package plain

import "math"

// Start is the value before every other: Next(placed, Start) is the first
// value to try.
const Start = math.MinInt

// Space is the part of a search space that the walk needs. The public
// interface clew.Space states the contract.
type Space interface {
	Places() int
	Next(placed []int, after int) (value int, ok bool)
	Check(placed []int, value int) bool
}

// Tracker is a Space that keeps state of its own and wants to hear of
// placements and their undoing.
type Tracker interface {
	Place(placed []int, value int)
	Undo(placed []int, value int)
}

// Kind says what a Step did.
type Kind uint8

// Kinds of steps.
const (
	Clashed Kind = iota // Value was checked at Place and refused
	Placed              // Value was checked at Place and accepted
	Back                // no value is left at Place: the place before it gave up Value
	Done                // the whole tree has been walked
)

// Step is one step of a walk.
type Step struct {
	Kind  Kind
	Place int
	Value int
}

// Walk is a walk under way. The zero value is not usable; see New.
type Walk struct {
	Tries      int64 // values checked
	Placements int64 // values accepted
	DeadEnds   int64 // places of which every value was refused
	Deepest    int   // most values placed at once

	space   Space
	tracker Tracker // nil if the space keeps no state
	places  int
	shown   int // an answer is the values of the first shown places
	placed  []int
	after   int  // the value to go on from at place len(placed)
	fresh   bool // nothing was placed yet at place len(placed)
	done    bool
}

// New returns a walk at its start. Answers that agree on the first shown
// places are one answer: after it, the walk goes on at the last of those.
func New(space Space, shown int) *Walk {
	w := &Walk{space: space, places: space.Places(), shown: shown, after: Start, fresh: true}
	w.tracker, _ = space.(Tracker)
	w.placed = make([]int, 0, w.places)
	return w
}

// Placed returns the values placed so far. It is valid until the next step.
func (w *Walk) Placed() []int { return w.placed }

// Full reports whether every place is filled: the values are an answer.
func (w *Walk) Full() bool { return len(w.placed) == w.places && !w.done }

// Step takes one step. On a full walk it first leaves the answer: it steps
// back.
func (w *Walk) Step() Step {
	if w.done {
		return Step{Kind: Done}
	}
	if len(w.placed) == w.places {
		for len(w.placed) > w.shown {
			w.undo()
		}
		return w.back()
	}
	value, ok := w.space.Next(w.placed, w.after)
	if !ok {
		if w.fresh {
			w.DeadEnds++
		}
		return w.back()
	}
	w.Tries++
	place := len(w.placed)
	if !w.space.Check(w.placed, value) {
		w.after = value
		return Step{Clashed, place, value}
	}
	w.Placements++
	if w.tracker != nil {
		w.tracker.Place(w.placed, value)
	}
	w.placed = append(w.placed, value)
	w.Deepest = max(w.Deepest, len(w.placed))
	w.after, w.fresh = Start, true
	return Step{Placed, place, value}
}

// back frees the last place, to go on there with its next value.
func (w *Walk) back() Step {
	place := len(w.placed)
	if place == 0 {
		w.done = true
		return Step{Kind: Done}
	}
	w.after, w.fresh = w.undo(), false
	return Step{Back, place, w.after}
}

func (w *Walk) undo() int {
	last := len(w.placed) - 1
	value := w.placed[last]
	w.placed = w.placed[:last]
	if w.tracker != nil {
		w.tracker.Undo(w.placed, value)
	}
	return value
}

// Next walks to the next answer and returns true, or false when there is none
// or poll, called now and then, returned false.
func (w *Walk) Next(poll func() bool) bool {
	if w.places == 0 && !w.done && w.after == Start {
		w.after++ // the empty answer, once
		return true
	}
	for n := 0; ; n++ {
		if n&63 == 0 && !poll() {
			return false
		}
		switch w.Step().Kind {
		case Placed:
			if len(w.placed) == w.places {
				return true
			}
		case Done:
			return false
		}
	}
}

// Exhausted reports whether the whole tree has been walked.
func (w *Walk) Exhausted() bool { return w.done }

// mostCounted is the number of values of a place that Share looks at: places
// with more are taken to have done nothing.
const mostCounted = 10_000

// Share estimates the part of the tree that is done, 0 to 1, by the mixed
// radix fraction of the values already left at each place (Knuth's measure in
// his programs for exact cover). It never goes down.
func (w *Walk) Share() float64 {
	if w.done {
		return 1
	}
	share, weight := 0.0, 1.0
	for place := 0; place <= len(w.placed) && place < w.places; place++ {
		current := w.after
		if place < len(w.placed) {
			current = w.placed[place]
		}
		before, total := 0, 0
		prefix := w.placed[:place:place]
		for v, ok := w.space.Next(prefix, Start); ok; v, ok = w.space.Next(prefix, v) {
			if total == mostCounted {
				return share
			}
			if v < current || place == len(w.placed) && v == current {
				before++
			}
			total++
		}
		if total == 0 {
			break
		}
		share += weight * float64(before) / float64(total)
		weight /= float64(total)
	}
	return share
}
