package flatzinc

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

// DefaultBound is the largest absolute value of integer variables that are
// declared without bounds and get none by the constraints.
const DefaultBound = 1_000_000_000

// maxRounds bounds how often tighten goes through the constraints.
const maxRounds = 50

// tooWide reports whether the values of x do not fit the engine.
func (b *builder) tooWide(x int32) bool {
	d := &b.at[x].domain
	return !b.at[x].defined && (d.lo < -clew.MaxValue || d.hi > clew.MaxValue)
}

// tighten narrows the variables whose values do not fit the engine by what the
// constraints say of bounds. It computes in 64 bits, where no bound is none, so
// that, unlike propagation from a bound that is made up, it takes away nothing
// but what no answer has.
func (b *builder) tighten() {
	for range maxRounds {
		changes, wide := b.changes, false
		for x := range b.at {
			wide = wide || b.tooWide(int32(x))
		}
		if !wide {
			return
		}
		for i := range b.p.constraints {
			c := b.call(&b.p.constraints[i])
			switch {
			case b.impossible || b.err != nil:
				return
			case c.what.relate != nil:
				b.tightenRelation(c.what.relate(b, &c))
			case c.what.tighten != nil:
				c.what.tighten(b, &c)
			}
		}
		if b.changes == changes {
			return
		}
	}
}

// bound narrows r, if it is too wide, to lo..hi.
func (b *builder) bound(r ref, lo, hi int64) {
	if r = b.resolve(r); r.form == affine && b.tooWide(r.root) {
		b.narrow(r.root, b.preimage(r, span(lo, hi)))
	}
}

func (b *builder) tightenRelation(rel relation) {
	if rel.op == clew.NE {
		return
	}
	for i, t := range rel.terms {
		if t.ref.form != affine || !b.tooWide(t.ref.root) {
			continue
		}
		rest := relation{terms: slices.Concat(rel.terms[:i], rel.terms[i+1:])}
		least, most := b.reach(rest)
		// coef*x is at most rhs - least, or at least rhs - most, or both.
		lo, hi := int64(unboundedLo), int64(unboundedHi)
		if v, ok := add(rel.rhs, -least); rel.op != clew.GE && rel.op != clew.GT && least != unboundedLo && ok {
			hi = v
		}
		if v, ok := add(rel.rhs, -most); rel.op != clew.LE && rel.op != clew.LT && most != unboundedHi && ok && most != unboundedLo {
			lo = v
		}
		b.narrow(t.ref.root, b.preimage(ref{form: affine, root: t.ref.root, a: t.coef}, span(lo, hi)))
		if b.impossible {
			return
		}
	}
}

// tightenTimes bounds z = x*y.
func (b *builder) tightenTimes(x, y, z ref) {
	xlo, xhi := b.bounds(x)
	ylo, yhi := b.bounds(y)
	if xlo == unboundedLo || xhi == unboundedHi || ylo == unboundedLo || yhi == unboundedHi {
		return
	}
	products := make([]int64, 0, 4)
	for _, p := range []int64{xlo, xhi} {
		for _, q := range []int64{ylo, yhi} {
			v, ok := mul(p, q)
			if !ok {
				return
			}
			products = append(products, v)
		}
	}
	b.bound(z, slices.Min(products), slices.Max(products))
}

// tightenPower bounds z = x^y.
func (b *builder) tightenPower(x, y, z ref) {
	base, ok := b.magnitude(x)
	_, exponent := b.bounds(y)
	if !ok || exponent == unboundedHi {
		return
	}
	most := int64(1)
	if base > 1 {
		for ; exponent > 0; exponent-- {
			if most > unboundedHi/base { // beyond 64 bits, and what the engine takes
				most = unboundedHi - 1
				break
			}
			most *= base
		}
	}
	b.bound(z, -most, most)
}

// magnitude returns the largest absolute value of r, ok false if it has none.
func (b *builder) magnitude(r ref) (most int64, ok bool) {
	lo, hi := b.bounds(r)
	if lo == unboundedLo || hi == unboundedHi {
		return 0, false
	}
	return max(-lo, hi), true
}

// assume gives bounds to the variables that are left without, and remembers
// which. A domain that is declared too wide is a mistake.
func (b *builder) assume() {
	for x := range b.at {
		r := &b.at[x]
		if !b.tooWide(int32(x)) {
			continue
		}
		v := &b.p.vars[x]
		d := r.domain
		if d.lo == unboundedLo {
			d.lo = min(-DefaultBound, d.hi)
		}
		if d.hi == unboundedHi {
			d.hi = max(DefaultBound, d.lo)
		}
		if d.lo < -clew.MaxValue || d.hi > clew.MaxValue {
			b.fail(v.at, fmt.Sprintf("the domain %d..%d of %s", d.lo, d.hi, v.name), fmt.Sprintf("values in -%d..%[1]d", clew.MaxValue))
			return
		}
		r.assumedLo, r.assumedHi = r.domain.lo == unboundedLo, r.domain.hi == unboundedHi
		r.domain = d
	}
}

// doubtful returns the names of variables whose bounds were made up and may
// matter: propagation does not move their values away from them.
func (m *Model) doubtful(b *builder) error {
	var xs []clew.Var
	var roots []int32
	for x := range b.at {
		if r := &b.at[x]; (r.assumedLo || r.assumedHi) && b.made != nil && b.made[x] {
			xs, roots = append(xs, b.vars[x]), append(roots, int32(x))
		}
	}
	if len(xs) == 0 {
		return nil
	}
	lo, hi, ok, err := b.m.Bounds(xs...)
	if err != nil {
		return err
	}
	for i, x := range roots {
		r := &b.at[x]
		if !ok || r.assumedLo && int64(lo[i]) == r.domain.lo || r.assumedHi && int64(hi[i]) == r.domain.hi {
			m.Assumed = append(m.Assumed, b.p.vars[x].name)
		}
	}
	return nil
}
