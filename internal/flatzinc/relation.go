package flatzinc

import (
	"math"

	"github.com/clewsolver/clew"
)

// relation is a linear comparison: the sum of coef*ref op rhs. Its refs are
// roots, or truths of the forms equal and atLeast, each at most once.
type relation struct {
	terms []term
	op    clew.Op
	rhs   int64
}

type term struct {
	coef int64
	ref  ref
}

// relate makes a relation of coefs and refs, resolving the latter. Sums beyond
// 64 bits are reported at the place of the constraint.
func (b *builder) relate(c *call, coefs []int64, refs []ref, op clew.Op, rhs int64) relation {
	rel := relation{terms: make([]term, 0, len(refs)), op: op, rhs: rhs}
	var at map[ref]int
	if len(refs) > 8 {
		at = make(map[ref]int, len(refs))
	}
	ok := true
	for i, r := range refs {
		k := coefs[i]
		r = b.resolve(r)
		switch r.form {
		case konst:
			ok = ok && rel.addConst(k, r.c)
			continue
		case affine:
			p, fits := mul(k, r.a)
			ok = ok && fits && rel.addConst(k, r.c)
			k, r = p, ref{form: affine, root: r.root, a: 1}
		case unequal, atMost:
			ok = ok && rel.addConst(k, 1)
			k, r = -k, r.not()
		}
		j, seen := -1, false
		if at != nil {
			j, seen = at[r]
		} else {
			for j = range rel.terms {
				if seen = rel.terms[j].ref == r; seen {
					break
				}
			}
		}
		if !seen {
			if at != nil {
				at[r] = len(rel.terms)
			}
			rel.terms = append(rel.terms, term{k, r})
			continue
		}
		sum, fits := add(rel.terms[j].coef, k)
		ok = ok && fits
		rel.terms[j].coef = sum
	}
	if !ok {
		b.fail(c.at, "a sum that can leave 64 bits", "smaller coefficients and domains")
	}
	kept := rel.terms[:0]
	for _, t := range rel.terms {
		if t.coef != 0 {
			kept = append(kept, t)
		}
	}
	rel.terms = kept
	return rel
}

// addConst takes k*c to the right-hand side.
func (rel *relation) addConst(k, c int64) bool {
	p, ok := mul(k, c)
	s, ok2 := add(rel.rhs, -p)
	rel.rhs = s
	return ok && ok2 && p != math.MinInt64
}

// negated is the opposite of rel.
func (rel relation) negated() relation {
	rel.op = rel.op.Negate()
	return rel
}

// literal returns a ref that is 1 exactly if rel holds, if there is one.
func (b *builder) literal(rel relation) (_ ref, ok bool) {
	lo, hi := b.reach(rel)
	if truth, ok := decide(rel.op, lo, hi, rel.rhs); ok {
		return constant(truthOf(truth)), true
	}
	if len(rel.terms) != 1 {
		return ref{}, false
	}
	t := rel.terms[0]
	f, k := equal, rel.rhs
	switch rel.op {
	case clew.NE:
		f = unequal
	case clew.LE:
		f = atMost
	case clew.LT:
		f, k = atMost, k-1
	case clew.GE:
		f = atLeast
	case clew.GT:
		f, k = atLeast, k+1
	}
	if !t.ref.truth() {
		return b.decided(compare(f, t.coef, t.ref.root, k)), true
	}
	// The sum is 0 or the coefficient.
	c := ref{form: f, c: k}
	zero, one := c.of(0), c.of(t.coef)
	switch {
	case zero == one:
		return constant(zero), true
	case one == 1:
		return t.ref, true
	}
	return t.ref.not(), true
}

// reach returns bounds of the sum.
func (b *builder) reach(rel relation) (lo, hi int64) {
	for _, t := range rel.terms {
		l, h := b.bounds(t.ref)
		if t.coef < 0 {
			l, h = h, l
		}
		lo, hi = saturatedSum(lo, saturated(t.coef, l, 0), unboundedLo), saturatedSum(hi, saturated(t.coef, h, 0), unboundedHi)
	}
	return lo, hi
}

// saturatedSum returns a + b, or none if either is that, or the sum has none.
func saturatedSum(a, b, none int64) int64 {
	if a == none || b == none {
		return none
	}
	s, ok := add(a, b)
	if !ok {
		return none
	}
	return s
}

// decide returns whether every sum in lo..hi, or none, compares with rhs.
func decide(op clew.Op, lo, hi, rhs int64) (truth, ok bool) {
	switch op {
	case clew.EQ, clew.NE:
		if lo > rhs || hi < rhs {
			return op == clew.NE, true
		}
		if lo == hi {
			return op == clew.EQ, true
		}
	case clew.LE:
		return hi <= rhs, hi <= rhs || lo > rhs
	case clew.LT:
		return hi < rhs, hi < rhs || lo >= rhs
	case clew.GE:
		return lo >= rhs, lo >= rhs || hi < rhs
	case clew.GT:
		return lo > rhs, lo > rhs || hi <= rhs
	}
	return false, false
}

// simplifyRelation makes rel hold and returns whether no constraint is needed.
func (b *builder) simplifyRelation(rel relation) bool {
	if l, ok := b.literal(rel); ok {
		return b.assign(l, 1)
	}
	if rel.op != clew.EQ || len(rel.terms) != 2 {
		return false
	}
	for i := range 2 {
		x, y := rel.terms[i], rel.terms[1-i]
		if x.coef != 1 && x.coef != -1 {
			continue
		}
		// x = coef*(rhs - k*y), as coef is its own inverse.
		if k, ok := mul(-x.coef, y.coef); ok {
			if r, ok := y.ref.scaled(k, x.coef*rel.rhs); ok && b.unify(x.ref, r) {
				return true
			}
		}
	}
	return false
}

// postRelation posts rel.
func (b *builder) postRelation(c *call, rel relation) {
	coefs, xs, rhs := b.linear(c, rel)
	b.m.Linear(coefs, xs, rel.op, rhs)
	if rel.op == clew.EQ {
		b.determinedBySum(rel)
	}
}

// linear returns the parts of rel as the model takes them.
func (b *builder) linear(c *call, rel relation) (coefs []int, xs []clew.Var, rhs int) {
	coefs, xs = make([]int, len(rel.terms)), make([]clew.Var, len(rel.terms))
	for i, t := range rel.terms {
		coefs[i], xs[i] = int(t.coef), b.view(c, t.ref)
	}
	return coefs, xs, int(rel.rhs)
}

func (rel relation) refs() []ref {
	refs := make([]ref, len(rel.terms))
	for i, t := range rel.terms {
		refs[i] = t.ref
	}
	return refs
}
