package clew

import "math"

// Problem is what verbs take: something finite to be filled. It can offer a
// model for the engine, a search space for the plain method, or both; both
// then have the same answers.
type Problem interface {
	// Name is a short name for messages, as "queens 8".
	Name() string
	// Outputs lists the shown variables. A Solution holds their values.
	Outputs() []Output
	// Model returns the model for the engine. The error Is ErrUnsupported if
	// the problem has none.
	Model() (*Model, error)
	// Space returns a new search space for the plain method. The error Is
	// ErrUnsupported if the problem has none.
	Space() (Space, error)
}

// Adviser is a Problem that knows which method suits it; Auto asks it.
type Adviser interface {
	Problem
	// Advise returns Plain or Propagate, or Auto for the usual choice.
	Advise() Method
}

// Output is a named value or array of values of an answer.
type Output struct {
	Name string
	Dims []int // length in each dimension; empty for a single value
}

// Len returns the number of values of o.
func (o Output) Len() int {
	n := 1
	for _, d := range o.Dims {
		n *= d
	}
	return n
}

// Unset stands for a value that is not known yet, in a partial answer.
const Unset = math.MinInt

// Drawer is a Problem that can draw its answers, and partial answers, as a
// board.
type Drawer interface {
	// Draw returns lines of text for the values, in the order of Outputs;
	// Unset marks open ones.
	Draw(values []int) string
}
