package flatzinc

import (
	"strconv"

	"github.com/clewsolver/clew"
)

// printed is an output: the text around its values, and what they come to.
type printed struct {
	head, tail string
	array      bool
	boolean    bool
	items      []printedItem
}

// printedItem is a value: a*v + c, or a truth about v, where v is the value of
// a shown variable; or the constant c.
type printedItem struct {
	r  ref
	at int // of v among the shown values
}

// show makes the roots that outputs speak of the shown variables of the model
// and prepares the text of answers.
func (b *builder) show() []printed {
	places := make([]int, len(b.at))
	for i := range places {
		places[i] = -1
	}
	shown := 0
	var names []string
	item := func(e elem) printedItem {
		r := b.ref(e)
		if r.form == konst {
			return printedItem{r: r}
		}
		if places[r.root] < 0 {
			places[r.root] = shown
			shown++
			name := b.p.vars[r.root].name
			names = append(names, name)
			if b.made == nil {
				b.vars, b.made = make([]clew.Var, len(b.at)), make([]bool, len(b.at))
			}
			b.made[r.root] = true
			b.vars[r.root] = b.declare(name, r.root)
		}
		return printedItem{r, places[r.root]}
	}
	var all []printed
	for _, o := range b.p.outputs {
		p := printed{head: o.name + " = ", tail: ";\n", boolean: o.boolean}
		if o.is.kind != kindArray {
			p.items = []printedItem{item(o.is)}
			all = append(all, p)
			continue
		}
		p.array = true
		p.head += "array" + strconv.Itoa(len(o.dims)) + "d("
		for _, d := range o.dims {
			p.head += strconv.FormatInt(d.lo, 10) + ".." + strconv.FormatInt(d.hi, 10) + ","
		}
		p.head += "["
		p.tail = "]);\n"
		for _, e := range b.p.elements(o.is) {
			p.items = append(p.items, item(e))
		}
		all = append(all, p)
	}
	b.m.Show(names...)
	return all
}

// append appends the text of the output for an answer.
func (p *printed) append(dst []byte, values []int) []byte {
	dst = append(dst, p.head...)
	for i := range p.items {
		if i > 0 {
			dst = append(dst, ',')
		}
		item := &p.items[i]
		v := item.r.c
		if item.r.form != konst {
			v = item.r.of(int64(values[item.at]))
		}
		switch {
		case !p.boolean:
			dst = strconv.AppendInt(dst, v, 10)
		case v == 1:
			dst = append(dst, "true"...)
		default:
			dst = append(dst, "false"...)
		}
	}
	return append(dst, p.tail...)
}
