package flatzinc

import (
	"strconv"

	"github.com/clewsolver/clew"
)

// Value is a value of an answer: of an output, or of an element of one.
type Value struct {
	Name string // as x, or q[0,-1] with the indices that the model gives
	Text string // as FlatZinc writes it
}

// Values returns the values of an answer, output after output.
func (m *Model) Values(s *clew.Solution) []Value {
	var all []Value
	for i := range m.printed {
		p := &m.printed[i]
		for j := range p.items {
			all = append(all, Value{p.name + p.index(j), string(p.appendItem(nil, j, s.Values()))})
		}
	}
	return all
}

// index returns the indices of the i-th element of an array, in brackets; it is
// empty for an output that is no array.
func (p *printed) index(i int) string {
	if !p.array {
		return ""
	}
	text := "]"
	for d := len(p.dims) - 1; d >= 0; d-- {
		n := int(p.dims[d].hi - p.dims[d].lo + 1)
		text = strconv.FormatInt(p.dims[d].lo+int64(i%n), 10) + text
		i /= n
		if d > 0 {
			text = "," + text
		}
	}
	return "[" + text
}

// AppendJSON appends an answer as a JSON object: a member for each output, a
// number, a truth value or an array, nested by dimension.
func (m *Model) AppendJSON(dst []byte, s *clew.Solution) []byte {
	dst = append(dst, '{')
	for i := range m.printed {
		p := &m.printed[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strconv.AppendQuote(dst, p.name), ':') // names are letters, digits and _
		if !p.array {
			dst = p.appendItem(dst, 0, s.Values())
			continue
		}
		dst, _ = p.appendNested(dst, 0, 0, s.Values())
	}
	return append(dst, '}')
}

// appendNested appends the elements from the i-th on, along dimension d and
// those after it. It returns what comes after them, too.
func (p *printed) appendNested(dst []byte, d, i int, values []int) ([]byte, int) {
	if d == len(p.dims) {
		return p.appendItem(dst, i, values), i + 1
	}
	dst = append(dst, '[')
	for k := p.dims[d].lo; k <= p.dims[d].hi; k++ {
		if k > p.dims[d].lo {
			dst = append(dst, ',')
		}
		dst, i = p.appendNested(dst, d+1, i, values)
	}
	return append(dst, ']'), i
}
