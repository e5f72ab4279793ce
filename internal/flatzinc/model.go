package flatzinc

import (
	"context"
	"io"

	"github.com/clewsolver/clew"
)

// Model is a FlatZinc model read onto a clew.Model, whose outputs are those of
// the FlatZinc model.
type Model struct {
	*clew.Model
	Optimize bool // it has an objective
	// Assumed names the variables declared without bounds on whose made-up
	// bounds, -DefaultBound..DefaultBound, the answers may depend.
	Assumed []string
	// Notes say what was read but has no effect, as search annotations that clew
	// does not know.
	Notes []string

	printed     []printed
	objectiveAt int    // place of the objective among the values shown, -1 if it has none
	variables   [2]int // integer and Boolean ones that are left after reading
	constraints int    // that are left
}

// Read reads a FlatZinc model, as text or JSON; file names it in errors. What is not FlatZinc,
// or nothing that clew solves, is an *input.Error.
func Read(r io.Reader, file string) (*Model, error) {
	return ReadContext(context.Background(), r, file)
}

// ReadContext is Read, which gives up when ctx ends: a small text can stand for a
// very large model. The error is then the cause.
func ReadContext(ctx context.Context, r io.Reader, file string) (*Model, error) {
	p, err := read(r, file)
	if err != nil {
		return nil, err
	}
	b := newBuilder(p)
	b.ctx = ctx
	if err := b.build(); err != nil {
		return nil, err
	}
	m := &Model{
		Model: b.m, Optimize: p.goal.optimize, Notes: p.notes,
		printed: b.printed, objectiveAt: b.objectiveAt(), constraints: len(p.constraints),
	}
	for x, made := range b.made {
		if made {
			m.variables[truthOf(p.vars[x].boolean)]++
		}
	}
	return m, m.doubtful(b)
}

// AppendAnswer appends the text of an answer, given by its values as in
// clew.Solution, in the form of FlatZinc solvers: name = value; lines, without
// the line of dashes.
func (m *Model) AppendAnswer(dst []byte, values []int) []byte {
	for i := range m.printed {
		p := &m.printed[i]
		dst = p.append(dst, values[:p.values])
		values = values[p.values:]
	}
	return dst
}
