package flatzinc

import "strconv"

// Value is a value of an answer: of an output, or of an element of one.
type Value struct {
	Name string // as x, or q[0,-1] with the indices that the model gives
	Text string // as FlatZinc writes it
}

// Values returns the values of an answer, given as in clew.Solution, by name.
func (m *Model) Values(values []int) []Value {
	var all []Value
	for i := range m.printed {
		p := &m.printed[i]
		for j, v := range values[:p.values] {
			all = append(all, Value{p.name + p.index(j), string(p.appendValue(nil, v))})
		}
		values = values[p.values:]
	}
	return all
}

// index returns the indices of the i-th element of an array, in brackets; it is
// empty for an output that is no array.
func (p *printed) index(i int) string {
	text := ""
	for d := len(p.dims) - 1; d >= 0; d-- {
		n := int(p.dims[d].size())
		text = "," + strconv.FormatInt(p.dims[d].lo+int64(i%n), 10) + text
		i /= n
	}
	if text == "" {
		return ""
	}
	return "[" + text[1:] + "]"
}

// AppendJSON appends an answer, given as in clew.Solution, as a JSON object: a
// member for each output, a number, a truth value or an array, nested by
// dimension.
func (m *Model) AppendJSON(dst []byte, values []int) []byte {
	dst = append(dst, '{')
	for i := range m.printed {
		p := &m.printed[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strconv.AppendQuote(dst, p.name), ':') // names are letters, digits and _
		dst, _ = p.appendNested(dst, p.dims, values[:p.values])
		values = values[p.values:]
	}
	return append(dst, '}')
}

// appendNested appends the first value, or the first of an array with the given
// index sets, and returns those after it.
func (p *printed) appendNested(dst []byte, dims []domain, values []int) ([]byte, []int) {
	if len(dims) == 0 {
		return p.appendValue(dst, values[0]), values[1:]
	}
	dst = append(dst, '[')
	for k := range int(dims[0].size()) {
		if k > 0 {
			dst = append(dst, ',')
		}
		dst, values = p.appendNested(dst, dims[1:], values)
	}
	return append(dst, ']'), values
}
