package clew

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Solution is an answer: the values of a problem's outputs.
type Solution struct {
	outputs []Output
	values  []int
	model   *Model // to find a Var's value; nil for other problems
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
	if s.model == nil || x.m != s.model {
		panic("clew: Value of a variable of another model")
	}
	at := s.model.shownAt(x)
	if at < 0 {
		panic(fmt.Sprintf("clew: Value of %s, which is not shown", s.model.describe(x)))
	}
	return int(x.w.Of(int32(s.values[at])))
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
