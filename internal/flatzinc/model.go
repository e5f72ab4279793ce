package flatzinc

import (
	"io"

	"github.com/clewsolver/clew"
)

// Model is a FlatZinc model read onto a clew.Model.
type Model struct {
	*clew.Model
	printed  []printed
	Optimize bool // the model has an objective
}

// Read reads a FlatZinc model; file names it in errors.
func Read(r io.Reader, file string) (*Model, error) {
	p, err := parse(r, file)
	if err != nil {
		return nil, err
	}
	b := newBuilder(p)
	if err := b.build(); err != nil {
		return nil, err
	}
	return &Model{Model: b.m, printed: b.printed, Optimize: p.goal.optimize}, nil
}

// AppendAnswer appends the text of an answer, as FlatZinc solvers print it,
// without the line of dashes.
func (m *Model) AppendAnswer(dst []byte, s *clew.Solution) []byte {
	values := s.Values()
	for i := range m.printed {
		dst = m.printed[i].append(dst, values)
	}
	return dst
}
