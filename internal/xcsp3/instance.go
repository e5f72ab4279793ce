package xcsp3

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
)

// Instance is an instance of XCSP3, a clew.Problem.
type Instance struct {
	model    *clew.Model
	declared []declaration
	places   []int // by variable, in order of declaration: its place among the values of an answer, -1 if it is no part of one
	goal     int
	cost     *expr
}

// finish shows the variables that are part of the answers.
func (r *reader) finish() *Instance {
	inst := &Instance{model: r.m, declared: r.declared, places: make([]int, r.count), goal: r.goal, cost: r.cost}
	n := 0
	show := func(name string, dims []int, xs []*variable) {
		vs := make([]clew.Var, len(xs))
		for i, x := range xs {
			vs[i] = x.v
			inst.places[x.number] = n
			n++
		}
		r.m.ShowArray(name, dims, vs...)
	}
	r.m.Show() // nothing else
	for i := range inst.places {
		inst.places[i] = -1
	}
	for _, d := range r.declared {
		switch {
		case d.x != nil && d.x.used:
			show(d.x.name, nil, []*variable{d.x})
		case d.a != nil && !slices.ContainsFunc(d.a.cells, func(x *variable) bool { return x == nil || !x.used }):
			show(d.a.name, d.a.dims, d.a.cells)
		case d.a != nil:
			for _, x := range d.a.cells {
				if x != nil && x.used {
					show(x.name, nil, []*variable{x})
				}
			}
		}
	}
	var first []clew.Var
	for _, x := range r.decision {
		first = append(first, x.v)
	}
	if first != nil {
		r.m.Branch(clew.DomWdeg, clew.Ascending, first...)
	}
	return inst
}

// Name returns the name of the file.
func (inst *Instance) Name() string { return inst.model.Name() }

// Outputs lists the variables that are part of an answer: an array as a whole
// where all its cells are, else its cells one by one.
func (inst *Instance) Outputs() []clew.Output { return inst.model.Outputs() }

// Model returns the model.
func (inst *Instance) Model() (*clew.Model, error) { return inst.model.Model() }

// Space returns a search space for the plain method, where there is no
// objective.
func (inst *Instance) Space() (clew.Space, error) { return inst.model.Space() }

// Cost returns the value of the objective of an answer.
func (inst *Instance) Cost(values []int) int {
	v, _ := inst.cost.eval(func(x *variable) int { return values[inst.places[x.number]] })
	return v
}

// Goal returns 1 if the instance asks for a minimum, -1 if for a maximum, and 0
// if it has no objective.
func (inst *Instance) Goal() int { return inst.goal }

// Draw returns an answer for people: a line for each variable and array, * for
// what is no part of it.
func (inst *Instance) Draw(values []int) string {
	var b strings.Builder
	for _, d := range inst.declared {
		if d.x != nil {
			b.WriteString(d.x.name + " = ")
			inst.write(&b, d.x, values)
		} else {
			b.WriteString(d.a.name + " = ")
			inst.writeArray(&b, d.a.dims, d.a.cells, values)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// write appends the value of x, * if it has none.
func (inst *Instance) write(b *strings.Builder, x *variable, values []int) {
	if x == nil || inst.places[x.number] < 0 || values[inst.places[x.number]] == clew.Unset {
		b.WriteByte('*')
		return
	}
	v := values[inst.places[x.number]]
	if x.names != nil {
		b.WriteString(x.names[v])
		return
	}
	b.WriteString(strconv.Itoa(v))
}

// writeArray appends cells as nested lists of the given dimensions.
func (inst *Instance) writeArray(b *strings.Builder, dims []int, cells []*variable, values []int) {
	if len(dims) == 0 {
		inst.write(b, cells[0], values)
		return
	}
	b.WriteByte('[')
	n := 0
	if dims[0] > 0 {
		n = len(cells) / dims[0]
	}
	for i := range dims[0] {
		if i > 0 {
			b.WriteByte(' ')
		}
		inst.writeArray(b, dims[1:], cells[i*n:(i+1)*n], values)
	}
	b.WriteByte(']')
}

// Instantiation returns an answer as the format has it: an element with the
// variables and their values.
func (inst *Instance) Instantiation(values []int) string {
	var b strings.Builder
	b.WriteString("<instantiation> <list>")
	for _, d := range inst.declared {
		b.WriteByte(' ')
		if d.x != nil {
			b.WriteString(d.x.name)
		} else {
			b.WriteString(d.a.name + strings.Repeat("[]", len(d.a.dims)))
		}
	}
	b.WriteString(" </list> <values>")
	for _, d := range inst.declared {
		for _, x := range d.cells() {
			b.WriteByte(' ')
			inst.write(&b, x, values)
		}
	}
	b.WriteString(" </values> </instantiation>")
	return b.String()
}

// Part is a variable that is part of an answer, and its value as JSON.
type Part struct{ Name, Text string }

// Parts returns the values of an answer, those of arrays one by one.
func (inst *Instance) Parts(values []int) []Part {
	var parts []Part
	for _, d := range inst.declared {
		for _, x := range d.cells() {
			if x != nil && inst.places[x.number] >= 0 {
				parts = append(parts, Part{x.name, string(inst.appendJSON(nil, x, values))})
			}
		}
	}
	return parts
}

// cells returns the variables of d; those of an array can be nil.
func (d declaration) cells() []*variable {
	if d.x != nil {
		return []*variable{d.x}
	}
	return d.a.cells
}

// AppendJSON appends an answer as a JSON object, with a member for each variable
// and array. What is no part of the answer is null.
func (inst *Instance) AppendJSON(b []byte, values []int) []byte {
	b = append(b, '{')
	for i, d := range inst.declared {
		if i > 0 {
			b = append(b, ',')
		}
		var dims []int
		name := ""
		if d.x != nil {
			name = d.x.name
		} else {
			name, dims = d.a.name, d.a.dims
		}
		b = append(strconv.AppendQuote(b, name), ':')
		b = inst.appendArray(b, dims, d.cells(), values)
	}
	return append(b, '}')
}

func (inst *Instance) appendArray(b []byte, dims []int, cells []*variable, values []int) []byte {
	if len(dims) == 0 {
		return inst.appendJSON(b, cells[0], values)
	}
	b = append(b, '[')
	for i := range dims[0] {
		if i > 0 {
			b = append(b, ',')
		}
		n := len(cells) / dims[0]
		b = inst.appendArray(b, dims[1:], cells[i*n:(i+1)*n], values)
	}
	return append(b, ']')
}

// appendJSON appends the value of x: a number, the name of a symbol, or null.
func (inst *Instance) appendJSON(b []byte, x *variable, values []int) []byte {
	if x == nil || inst.places[x.number] < 0 {
		return append(b, "null"...)
	}
	v := values[inst.places[x.number]]
	if x.names != nil {
		name, err := json.Marshal(x.names[v])
		if err != nil {
			panic(err) // strings always marshal
		}
		return append(b, name...)
	}
	return strconv.AppendInt(b, int64(v), 10)
}
