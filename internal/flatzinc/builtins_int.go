package flatzinc

import (
	"fmt"
	"math"

	"github.com/clewsolver/clew"
)

// Arithmetic that is not linear, and membership in a constant set.
func init() {
	// z, the last argument, is a function of the others. constant returns z as a
	// linear function of one of two arguments where that is so.
	function := func(name, args string, simplify func(b *builder, c *call) bool, post func(b *builder, c *call)) {
		register(name, args, simplify, func(b *builder, c *call) {
			post(b, c)
			b.determines([]ref{c.last(b)}, c.inputs(b, len(c.args)-1))
		})
	}
	function("int_abs", "i i",
		func(b *builder, c *call) bool {
			x := c.ref(b, 0)
			switch lo, hi := b.bounds(x); {
			case lo >= 0:
				return b.equate(c, x, 1, 0, c.ref(b, 1))
			case hi <= 0:
				return b.equate(c, x, -1, 0, c.ref(b, 1))
			}
			return false
		},
		func(b *builder, c *call) { b.m.Abs(c.view(b, 0), c.view(b, 1)) })
	function("int_times", "i i i",
		func(b *builder, c *call) bool {
			x, y := c.ref(b, 0), c.ref(b, 1)
			if x.isConst() {
				x, y = y, x
			}
			return y.isConst() && b.equate(c, x, y.c, 0, c.ref(b, 2))
		},
		func(b *builder, c *call) {
			x, y := c.ref(b, 0), c.ref(b, 1)
			if x.isConst() {
				x, y = y, x
			}
			if y.isConst() {
				b.postRelation(c, b.relate(c, []int64{y.c, -1}, []ref{x, c.ref(b, 2)}, clew.EQ, 0))
				return
			}
			b.m.Times(b.view(c, x), b.view(c, y), c.view(b, 2))
		})
	function("int_div", "i i i",
		func(b *builder, c *call) bool {
			y := c.ref(b, 1)
			return y.isConst() && (y.c == 1 || y.c == -1) && b.equate(c, c.ref(b, 0), y.c, 0, c.ref(b, 2))
		},
		func(b *builder, c *call) { b.m.Div(c.view(b, 0), c.view(b, 1), c.view(b, 2)) })
	function("int_mod", "i i i", nil,
		func(b *builder, c *call) { b.m.Mod(c.view(b, 0), c.view(b, 1), c.view(b, 2)) })
	function("int_max", "i i i", nil,
		func(b *builder, c *call) { b.m.Max(c.view(b, 2), c.view(b, 0), c.view(b, 1)) })
	function("int_min", "i i i", nil,
		func(b *builder, c *call) { b.m.Min(c.view(b, 2), c.view(b, 0), c.view(b, 1)) })
	function("int_pow", "i i i", nil, func(b *builder, c *call) { b.power(c, c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)) })
	function("int_pow_fixed", "i I i", nil, func(b *builder, c *call) { b.power(c, c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)) })

	stated("set_in", "i S",
		func(b *builder, c *call) bool { return b.restrict(c.ref(b, 0), *c.set(b, 1)) },
		func(b *builder, c *call) { b.m.Compare(b.inSet(c), clew.EQ, b.m.Const(1), 0) },
		(*builder).inSet)
	reif := builtins["set_in_reif"]
	simplify := reif.simplify
	reif.simplify = func(b *builder, c *call) bool {
		if l, ok := b.memberLiteral(c.ref(b, 0), *c.set(b, 1)); ok {
			return b.unify(l, c.last(b))
		}
		return simplify(b, c)
	}
}

// equate makes z = k*x + c, if that needs no constraint.
func (b *builder) equate(c *call, x ref, k, plus int64, z ref) bool {
	return b.simplifyRelation(b.relate(c, []int64{k, -1}, []ref{x, z}, clew.EQ, -plus))
}

// restrict makes x one of d, if that needs no constraint.
func (b *builder) restrict(x ref, d domain) bool {
	switch {
	case x.form == affine:
		b.narrow(x.root, b.preimage(x, d))
		return true
	case x.form == konst:
		b.impossible = b.impossible || !d.has(x.c)
		return true
	}
	zero, one := d.has(0), d.has(1)
	switch {
	case zero && one:
		return true
	case zero:
		return b.assign(x, 0)
	case one:
		return b.assign(x, 1)
	}
	b.impossible = true
	return true
}

// memberLiteral returns a ref that is 1 exactly if x is in d, if there is one.
func (b *builder) memberLiteral(x ref, d domain) (_ ref, ok bool) {
	if x.truth() {
		x, ok := b.literal(relation{[]term{{1, x}}, clew.EQ, 1})
		zero, one := d.has(0), d.has(1)
		switch {
		case zero == one:
			return constant(truthOf(one)), true
		case zero:
			return x.not(), ok
		}
		return x, ok
	}
	if x.form == konst {
		return constant(truthOf(d.has(x.c))), true
	}
	all := b.at[x.root].domain
	in := all.meet(b.preimage(x, d))
	left := all.size() - in.size()
	switch {
	case in.empty():
		return constant(0), true
	case in.equal(&all) || in.size() == all.size() && all.size() < math.MaxInt64:
		return constant(1), true
	case in.fixed():
		return b.decided(ref{form: equal, root: x.root, c: in.lo}), true
	case left == 1 && all.size() < math.MaxInt64:
		out := all.lo
		for in.has(out) { // the one value that is missing
			out = all.after(out)
		}
		return b.decided(ref{form: unequal, root: x.root, c: out}), true
	}
	// A part of the domain from its beginning, or to its end.
	if below := all.meet(span(unboundedLo, in.hi)); below.equal(&in) {
		return ref{form: atMost, root: x.root, c: in.hi}, true
	}
	if above := all.meet(span(in.lo, unboundedHi)); above.equal(&in) {
		return ref{form: atLeast, root: x.root, c: in.lo}, true
	}
	return ref{}, false
}

// after returns the next value of d after v.
func (d *domain) after(v int64) int64 {
	if d.values == nil {
		return v + 1
	}
	for _, w := range d.values {
		if w > v {
			return w
		}
	}
	return d.hi
}

// inSet returns the truth of set_in(x, S).
func (b *builder) inSet(c *call) clew.Var {
	x, d := c.ref(b, 0), *c.set(b, 1)
	if l, ok := b.memberLiteral(x, d); ok {
		return b.view(c, l)
	}
	if d.values == nil {
		in := b.m.BoolVar("")
		v := b.view(c, x)
		// Bounds beyond those of x hold in any case.
		lo, hi := b.bounds(x)
		b.m.Min(in, v.AtLeast(int(max(d.lo, lo))), v.AtMost(int(min(d.hi, hi))))
		return in
	}
	var values []int
	lo, hi := b.bounds(x)
	for _, v := range d.values {
		if v >= lo && v <= hi {
			values = append(values, int(v))
		}
	}
	in := b.m.BoolVar("")
	b.m.Among([]clew.Var{b.view(c, x)}, values, in)
	return in
}

// maxTabled bounds the number of rows of a function that is written as a table.
const maxTabled = 1 << 18

// power posts z = x^y, where x^-y is 1 div x^y: as a table, unless y is one of
// the simple exponents.
func (b *builder) power(c *call, x, y, z ref) {
	if y.isConst() && y.c >= 0 && y.c <= 2 {
		switch y.c {
		case 0:
			b.postRelation(c, b.relate(c, []int64{1}, []ref{z}, clew.EQ, 1))
		case 1:
			b.postRelation(c, b.relate(c, []int64{1, -1}, []ref{x, z}, clew.EQ, 0))
		case 2:
			v := b.view(c, x)
			b.m.Times(v, v, b.view(c, z))
		}
		return
	}
	lo, hi := b.bounds(z)
	bases, exponents := b.valuesOf(x), b.valuesOf(y)
	if exponents.lo >= 2 {
		// |x|^y is at least x^2.
		root := int64(math.Sqrt(float64(min(max(-lo, hi), math.MaxInt32)))) + 1
		bases = bases.meet(span(-root, root))
	}
	if bases.size() > maxTabled || exponents.size() > maxTabled || bases.size()*exponents.size() > maxTabled {
		b.fail(c.at, "int_pow with too many combinations of values", fmt.Sprintf("at most %d", maxTabled))
		return
	}
	var rows [][]int
	exponents.each(func(e int64) {
		bases.each(func(v int64) {
			if p, ok := power(v, e); ok && p >= lo && p <= hi {
				rows = append(rows, []int{int(v), int(e), int(p)})
			}
		})
	})
	b.m.Table(b.views(c, []ref{x, y, z}), rows)
}

// valuesOf returns the values of a ref, those of a wide affine one as a range.
func (b *builder) valuesOf(r ref) domain {
	lo, hi := b.bounds(r)
	if r.form != affine || hi-lo < 0 || hi-lo > maxTabled {
		return span(lo, hi)
	}
	var values []int64
	b.at[r.root].domain.each(func(v int64) { values = append(values, r.of(v)) })
	return setOf(values)
}

// power returns x^y, where x^-y is 1 div x^y, if it is defined and fits.
func power(x, y int64) (p int64, ok bool) {
	if y < 0 {
		switch x {
		case 0:
			return 0, false
		case 1:
			return 1, true
		case -1:
			return 1 - 2*(y&1), true
		}
		return 0, true
	}
	p = 1
	for range y {
		if x == 0 || x == 1 {
			return x, true
		}
		if x == -1 {
			return 1 - 2*(y&1), true
		}
		if p, ok = mul(p, x); !ok {
			return 0, false
		}
	}
	return p, true
}
