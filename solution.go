package clew

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/clewsolver/clew/internal/store"
)

// Solution is an answer: the values of a problem's outputs.
type Solution struct {
	outputs []Output
	values  []int
	places  *places // to find a Var's value; nil for problems that are no Model
}

// places says where the variables of a model stand in its solutions. It is
// made when the first value is asked for.
type places struct {
	model *Model
	once  sync.Once
	at    map[store.Var]place
}

type place struct {
	index int
	view  store.View
}

func (p *places) of(v store.Var) (place, bool) {
	p.once.Do(func() {
		p.at = map[store.Var]place{}
		for i, w := range p.model.shownViews() {
			if _, ok := p.at[w.V]; !ok {
				p.at[w.V] = place{i, w}
			}
		}
	})
	at, ok := p.at[v]
	return at, ok
}

// Values returns all values, output after output, arrays in row-major order.
// The slice belongs to the solution.
func (s *Solution) Values() []int { return s.values }

// Get returns the values of the output called name, nil if there is none. The
// slice belongs to the solution.
func (s *Solution) Get(name string) []int {
	at := 0
	for _, o := range s.outputs {
		n := o.Len()
		if o.Name == name {
			return s.values[at : at+n : at+n]
		}
		at += n
	}
	return nil
}

// Value returns the value of x, a shown variable of the model (or a view of
// one). It panics if x is of another model or not shown.
func (s *Solution) Value(x Var) int {
	if s.places == nil || x.m != s.places.model {
		panic("clew: Value of a variable of another model")
	}
	at, ok := s.places.of(x.w.V)
	if b, known := x.m.truths[x.w]; !ok && known {
		x = b // the truth value may be shown where its variable is not
		at, ok = s.places.of(x.w.V)
	}
	if !ok {
		panic(fmt.Sprintf("clew: Value of %s, which is not shown", x.m.describe(x)))
	}
	w := at.view
	return int(x.w.Of((int32(s.values[at.index]) - w.C) / w.A))
}

// Clone returns a copy that stays valid when the iteration goes on.
func (s *Solution) Clone() *Solution {
	c := *s
	c.values = slices.Clone(s.values)
	return &c
}

// Equal reports whether both have the same values.
func (s *Solution) Equal(t *Solution) bool { return slices.Equal(s.values, t.values) }

// String returns the outputs as name=value, arrays in brackets.
func (s *Solution) String() string {
	var b strings.Builder
	at := 0
	for i, o := range s.outputs {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(o.Name)
		b.WriteByte('=')
		at = writeArray(&b, s.values, at, o.Dims, " ")
	}
	return b.String()
}

// MarshalJSON returns an object with one member an output, in order: a number
// or nested arrays of numbers.
func (s *Solution) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	at := 0
	for i, o := range s.outputs {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(o.Name)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		at = writeArray(&b, s.values, at, o.Dims, ",")
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// writer is what strings.Builder and bytes.Buffer share.
type writer interface {
	WriteByte(byte) error
	WriteString(string) (int, error)
}

// writeArray writes values[at:] as nested arrays of the given dimensions and
// returns the position after the last value written.
func writeArray(b writer, values []int, at int, dims []int, sep string) int {
	if len(dims) == 0 {
		b.WriteString(strconv.Itoa(values[at]))
		return at + 1
	}
	b.WriteByte('[')
	for i := range dims[0] {
		if i > 0 {
			b.WriteString(sep)
		}
		at = writeArray(b, values, at, dims[1:], sep)
	}
	b.WriteByte(']')
	return at
}
