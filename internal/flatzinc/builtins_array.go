package flatzinc

import "github.com/clewsolver/clew"

// Elements and extremes of arrays.
func init() {
	for _, x := range []struct{ name, args string }{
		{"array_int_element", "i *I i"},
		{"array_var_int_element", "i *i i"},
		{"array_bool_element", "i *B b"},
		{"array_var_bool_element", "i *b b"},
	} {
		register(x.name, x.args,
			func(b *builder, c *call) bool { return b.simplifyElement(c.ref(b, 0), 1, c.args[1].elem, c.ref(b, 2)) },
			func(b *builder, c *call) { b.postElement(c, c.ref(b, 0), 1, c.refs(b, 1), c.ref(b, 2)) })
		builtins[x.name].tighten = func(b *builder, c *call) {
			lo, hi := b.hull(c.refs(b, 1))
			b.bound(c.ref(b, 2), lo, hi)
		}
	}
	for _, x := range []struct{ name, args string }{
		{"clew_element_int", "i I *i i"},
		{"clew_element_bool", "i I *b b"},
	} {
		register(x.name, x.args,
			func(b *builder, c *call) bool {
				return b.simplifyElement(c.ref(b, 0), c.int(1), c.args[2].elem, c.ref(b, 3))
			},
			func(b *builder, c *call) { b.postElement(c, c.ref(b, 0), c.int(1), c.refs(b, 2), c.ref(b, 3)) })
		builtins[x.name].tighten = func(b *builder, c *call) {
			lo, hi := b.hull(c.refs(b, 2))
			b.bound(c.ref(b, 3), lo, hi)
		}
	}
	for _, x := range []struct{ name, args string }{
		{"clew_element2d_int", "i i I I I *i i"},
		{"clew_element2d_bool", "i i I I I *b b"},
	} {
		posted(x.name, x.args, (*builder).postElement2d)
		builtins[x.name].tighten = func(b *builder, c *call) {
			lo, hi := b.hull(c.refs(b, 5))
			b.bound(c.ref(b, 6), lo, hi)
		}
	}
	extreme := func(name string, post func(m *clew.Model, z clew.Var, xs ...clew.Var)) {
		posted(name, "i *i", func(b *builder, c *call) {
			post(b.m, c.view(b, 0), c.views(b, 1)...)
			b.determines([]ref{c.ref(b, 0)}, c.refs(b, 1))
		})
		builtins[name].tighten = func(b *builder, c *call) {
			lo, hi := b.hull(c.refs(b, 1))
			b.bound(c.ref(b, 0), lo, hi)
		}
	}
	extreme("array_int_maximum", (*clew.Model).Max)
	extreme("array_int_minimum", (*clew.Model).Min)
}

// simplifyElement makes xs[i] = r, xs being indexed from first, if that needs
// no constraint.
func (b *builder) simplifyElement(i ref, first int64, xs elem, r ref) bool {
	elements := b.p.elements(xs)
	last := first + int64(len(elements)) - 1
	if i.form == affine {
		b.narrow(i.root, b.preimage(i, span(first, last)))
		i = b.resolve(i)
	}
	if i.form != konst || b.impossible {
		return b.impossible
	}
	if i.c < first || i.c > last {
		b.impossible = true
		return true
	}
	return b.unify(b.ref(elements[i.c-first]), r)
}

func (b *builder) postElement(c *call, i ref, first int64, xs []ref, r ref) {
	b.element(c, b.shifted(c, i, -first), xs, b.view(c, r))
	b.determines([]ref{r}, append(xs, i))
}

// element posts xs[index] = r, counting from 0.
func (b *builder) element(c *call, index clew.Var, xs []ref, r clew.Var) {
	values := make([]int, 0, len(xs))
	for _, x := range xs {
		if !x.isConst() {
			b.m.Element(index, b.views(c, xs), r)
			return
		}
		values = append(values, int(x.c))
	}
	b.m.ElementOf(index, values, r)
}

// shifted returns the view r + k.
func (b *builder) shifted(c *call, r ref, k int64) clew.Var {
	if r.form == konst {
		return b.view(c, constant(r.c+k))
	}
	return b.view(c, r).Plus(int(k))
}

// postElement2d posts xs[i,j] = r by way of a flat index.
func (b *builder) postElement2d(c *call) {
	i, j, first1, first2, columns := c.ref(b, 0), c.ref(b, 1), c.int(2), c.int(3), c.int(4)
	xs, r := c.refs(b, 5), c.ref(b, 6)
	if columns <= 0 || int64(len(xs))%columns != 0 {
		if len(xs) > 0 {
			b.fail(c.at, "an array that has no whole number of rows", "rows times columns elements")
		}
		b.m.Or()
		return
	}
	rows := int64(len(xs)) / columns
	row, column := b.shifted(c, i, -first1), b.shifted(c, j, -first2)
	switch {
	case rows == 0:
		b.m.Or()
	case rows == 1:
		b.m.Compare(row, clew.EQ, b.m.Const(0), 0)
		b.element(c, column, xs, b.view(c, r))
	case columns == 1:
		b.m.Compare(column, clew.EQ, b.m.Const(0), 0)
		b.element(c, row, xs, b.view(c, r))
	default:
		flat := b.m.IntVar("", 0, len(xs)-1)
		b.m.Linear([]int{1}, []clew.Var{column}, clew.GE, 0)
		b.m.Linear([]int{1}, []clew.Var{column}, clew.LT, int(columns))
		b.m.Linear([]int{int(columns), 1, -1}, []clew.Var{row, column, flat}, clew.EQ, 0)
		b.element(c, flat, xs, b.view(c, r))
	}
	b.determines([]ref{r}, append(xs, i, j))
}
