package flatzinc

import (
	"math"

	"github.com/clewsolver/clew"
)

// Arithmetic that is not linear, and membership in a constant set.
func init() {
	// The last argument is a function of the others.
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

	tightens := func(name string, f func(b *builder, c *call)) { builtins[name].tighten = f }
	tightens("int_abs", func(b *builder, c *call) {
		if most, ok := b.magnitude(c.ref(b, 0)); ok {
			b.bound(c.ref(b, 1), 0, most)
		}
		if _, hi := b.bounds(c.ref(b, 1)); hi != unboundedHi {
			b.bound(c.ref(b, 0), -hi, hi)
		}
	})
	tightens("int_times", func(b *builder, c *call) { b.tightenTimes(c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)) })
	tightens("int_div", func(b *builder, c *call) {
		if most, ok := b.magnitude(c.ref(b, 0)); ok {
			b.bound(c.ref(b, 2), -most, most)
		}
	})
	tightens("int_mod", func(b *builder, c *call) {
		if most, ok := b.magnitude(c.ref(b, 1)); ok {
			b.bound(c.ref(b, 2), -most, most)
		}
		if most, ok := b.magnitude(c.ref(b, 0)); ok {
			b.bound(c.ref(b, 2), -most, most)
		}
	})
	for _, name := range []string{"int_pow", "int_pow_fixed"} {
		tightens(name, func(b *builder, c *call) { b.tightenPower(c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)) })
	}
	within := func(b *builder, c *call) { // the last is one of the others
		lo, hi := b.hull([]ref{c.ref(b, 0), c.ref(b, 1)})
		b.bound(c.ref(b, 2), lo, hi)
	}
	tightens("int_max", within)
	tightens("int_min", within)

	stated("set_in", "i S",
		func(b *builder, c *call) bool { return b.restrict(c.ref(b, 0), *c.set(b, 1)) },
		func(b *builder, c *call) { b.inSet(c, b.m.Const(1)) },
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
	}
	// A part of the domain from its beginning, or to its end.
	if below := all.meet(span(unboundedLo, in.hi)); below.equal(&in) {
		return ref{form: atMost, root: x.root, c: in.hi}, true
	}
	if above := all.meet(span(in.lo, unboundedHi)); above.equal(&in) {
		return ref{form: atLeast, root: x.root, c: in.lo}, true
	}
	if left == 1 && all.size() <= maxListed {
		out := all.lo
		for in.has(out) { // the one value that is missing
			out = all.after(out)
		}
		return b.decided(ref{form: unequal, root: x.root, c: out}), true
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

// inSet posts that holds is the truth of set_in(x, S).
func (b *builder) inSet(c *call, holds clew.Var) {
	x, d := c.ref(b, 0), *c.set(b, 1)
	if l, ok := b.memberLiteral(x, d); ok {
		b.m.Compare(holds, clew.EQ, b.view(c, l), 0)
		return
	}
	v := b.view(c, x)
	lo, hi := b.bounds(x)
	if d = d.meet(span(lo, hi)); d.values == nil {
		b.m.AndIff(holds, v.AtLeast(int(d.lo)), v.AtMost(int(d.hi)))
		return
	}
	var values []int
	d.each(func(v int64) { values = append(values, int(v)) })
	b.m.InIff(holds, v, values)
}

// power posts z = x^y, where x^-y is 1 div x^y.
func (b *builder) power(c *call, x, y, z ref) {
	switch {
	case y.isConst() && y.c == 0:
		b.postRelation(c, b.relate(c, []int64{1}, []ref{z}, clew.EQ, 1))
	case y.isConst() && y.c == 1:
		b.postRelation(c, b.relate(c, []int64{1, -1}, []ref{x, z}, clew.EQ, 0))
	case y.isConst() && y.c == 2:
		v := b.view(c, x)
		b.m.Times(v, v, b.view(c, z))
	default:
		b.m.Pow(b.view(c, x), b.view(c, y), b.view(c, z))
	}
}

// valuesOf returns the values of a ref, those of a wide affine one as a range.
func (b *builder) valuesOf(r ref) domain {
	lo, hi := b.bounds(r)
	if r.form != affine || hi-lo < 0 || hi-lo > maxListed {
		return span(lo, hi)
	}
	var values []int64
	b.at[r.root].domain.each(func(v int64) { values = append(values, r.of(v)) })
	return setOf(values)
}
