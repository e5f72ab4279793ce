package clew

import (
	"fmt"

	"github.com/clewsolver/clew/internal/plain"
)

// Space is a search space for the plain method: places are filled one after
// the other in a fixed order, each with its values in ascending order, and
// each value is checked against the values already placed. Three functions are
// enough; FromSpace makes a Problem of them that every verb takes.
//
// The walk is the loop of the textbooks, without recursion:
//
//	extend  take the first value of the next place
//	check   may it stand beside what is placed?
//	adjust  if not, take the next larger value; without one, step back
//
// Next must depend on its arguments only; so must Check, but for state kept by
// a Tracker. placed holds the values of the places before the current one,
// whose index is len(placed); it must not be kept or changed.
type Space interface {
	// Places returns the number of places of a full answer.
	Places() int
	// Next returns the smallest value above after to be tried at the current
	// place, ok false if there is none. The first call has after == Start.
	Next(placed []int, after int) (value int, ok bool)
	// Check reports whether value may stand at the current place. It is
	// called once for each value that Next returned: a try.
	Check(placed []int, value int) bool
}

// Start is the argument after of the first Next at a place.
const Start = plain.Start

// Tracker is a Space that keeps state beside the placed values, to check
// faster.
type Tracker interface {
	Space
	// Place is called when value was accepted at the current place.
	Place(placed []int, value int)
	// Undo is called when value is taken back from the current place.
	Undo(placed []int, value int)
}

// Answerer is a Space whose answers are not just the values in the order of
// the places.
type Answerer interface {
	Space
	// Answer returns the values of Outputs in order, Unset where a partial
	// answer leaves them open.
	Answer(placed []int) []int
}

// Shower is a Space in which only the values of the first Shown places make
// an answer; the others just have to exist.
type Shower interface {
	Space
	Shown() int
}

// Narrator is a Space that can put its tries into words, for Watch.
type Narrator interface {
	Space
	// Say names the try of value at the current place, as "queen in column 2,
	// row 1", and what it clashes with, as "the queen in column 0 (diagonal)";
	// clash is empty if Check accepts it.
	Say(placed []int, value int) (try, clash string)
}

// FromSpace returns a Problem whose answers are the full fillings of the
// spaces made by space: arrays called name, one value a place. A space without
// state may be returned again and again.
//
// The plain method is the only one that can walk it.
func FromSpace(name string, space func() Space) Problem {
	return spaceProblem{name, space}
}

type spaceProblem struct {
	name  string
	space func() Space
}

func (p spaceProblem) Name() string { return p.name }

func (p spaceProblem) Outputs() []Output {
	s := p.space()
	n := s.Places()
	if sh, ok := s.(Shower); ok {
		n = sh.Shown()
	}
	return []Output{{Name: p.name, Dims: []int{n}}}
}

func (p spaceProblem) Space() (Space, error) { return p.space(), nil }

func (p spaceProblem) Model() (*Model, error) {
	return nil, fmt.Errorf("%w: %s is a search space: only the plain method walks it", ErrUnsupported, p.name)
}
