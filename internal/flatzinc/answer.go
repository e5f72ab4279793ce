package flatzinc

import (
	"strconv"
	"strings"
)

// printed is an output: the text around its values.
type printed struct {
	name       string
	dims       []domain // the index sets of an array
	head, tail string
	boolean    bool
	values     int
}

// show makes the outputs of the program those of the model and prepares their
// text.
func (b *builder) show() {
	b.m.Show() // nothing, if there are no outputs
	for _, o := range b.p.outputs {
		p := printed{name: o.name, dims: o.dims, head: o.name + " = ", tail: ";\n", boolean: o.boolean, values: 1}
		at := &call{item: item{at: b.p.goal.at}}
		if o.is.kind != kindArray {
			b.m.ShowArray(o.name, nil, b.view(at, b.ref(o.is)))
			b.printed = append(b.printed, p)
			continue
		}
		p.head += "array" + strconv.Itoa(len(o.dims)) + "d("
		var dims []int
		for _, d := range o.dims {
			p.head += strconv.FormatInt(d.lo, 10) + ".." + strconv.FormatInt(d.hi, 10) + ","
			dims = append(dims, int(d.size()))
		}
		p.head += "["
		p.tail = "]);\n"
		refs := b.refs(o.is)
		xs := b.views(at, refs)
		b.labelElements(&o, refs)
		p.values = len(xs)
		b.m.ShowArray(o.name, dims, xs...)
		b.printed = append(b.printed, p)
	}
}

// labelElements names the variables of an output array after their places there,
// as q[1,2], if the compiler made their names up.
func (b *builder) labelElements(o *output, refs []ref) {
	for i, r := range refs {
		if r.form != affine || r.a != 1 || r.c != 0 || !isIntroduced(b.p.vars[r.root].name) {
			continue
		}
		indices, rest := "", int64(i)
		for d := len(o.dims) - 1; d >= 0; d-- {
			n := o.dims[d].size()
			indices = "," + strconv.FormatInt(o.dims[d].lo+rest%n, 10) + indices
			rest /= n
		}
		b.m.Label(b.variable(r.root), o.name+"["+strings.TrimPrefix(indices, ",")+"]")
	}
}

// objectiveAt returns the place of the objective among the values shown, -1 if
// it is not shown.
func (b *builder) objectiveAt() int {
	place := 0
	for _, o := range b.p.outputs {
		if b.p.goal.optimize && o.is == b.p.goal.objective {
			return place
		}
		if place++; o.is.kind == kindArray {
			place += b.p.arrays[o.is.n].n - 1
		}
	}
	return -1
}

// append appends the text of the output with its values.
func (p *printed) append(dst []byte, values []int) []byte {
	dst = append(dst, p.head...)
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.appendValue(dst, v)
	}
	return append(dst, p.tail...)
}

func (p *printed) appendValue(dst []byte, v int) []byte {
	switch {
	case !p.boolean:
		return strconv.AppendInt(dst, int64(v), 10)
	case v == 1:
		return append(dst, "true"...)
	default:
		return append(dst, "false"...)
	}
}
