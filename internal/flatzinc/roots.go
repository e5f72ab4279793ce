package flatzinc

import "github.com/clewsolver/clew"

// root is what is known of a variable: its domain while it is a root, and by
// which ref it is defined once it is none.
type root struct {
	domain  domain
	defined bool
	by      ref
	shown   bool // an output speaks of it
	kept    bool // must stay a variable: a search annotation names it, or arithmetic

	assumedLo, assumedHi bool // a bound is made up
}

// roots knows what each variable of the program comes to. Facts are only ever
// added: domains shrink and roots become defined, so that refs once resolved
// stay true, and resolving them again may say more.
type roots struct {
	at         []root
	impossible bool
	changes    int
}

// resolve follows r to what is known of it now.
func (s *roots) resolve(r ref) ref {
	if r.form == konst {
		return r
	}
	x := &s.at[r.root]
	if x.defined {
		x.by = s.resolve(x.by)
		return s.compose(r, x.by)
	}
	if x.domain.fixed() {
		return constant(r.of(x.domain.lo))
	}
	if r.truth() {
		return s.decided(r)
	}
	return r
}

// compose returns r where its root is inner, which is resolved.
func (s *roots) compose(r, inner ref) ref {
	switch {
	case inner.form == konst:
		return constant(r.of(inner.c))
	case r.form == affine:
		if out, ok := inner.scaled(r.a, r.c); ok {
			return out
		}
		panic("flatzinc: a definition that cannot be composed")
	case inner.form == affine:
		return s.decided(compare(r.form, inner.a, inner.root, r.c-inner.c))
	}
	// r compares a 0/1 value with a constant.
	zero, one := r.of(0), r.of(1)
	switch {
	case zero == one:
		return constant(zero)
	case one == 1:
		return inner
	}
	return inner.not()
}

// compare returns the truth of a*root form c.
func compare(f form, a int64, root int32, c int64) ref {
	if f == equal || f == unequal {
		if c%a != 0 {
			return constant(truthOf(f == unequal))
		}
		return ref{form: f, root: root, c: c / a}
	}
	if a < 0 {
		a, c = -a, -c
		f = atLeast + atMost - f
	}
	if f == atLeast {
		c = ceilDiv(c, a)
	} else {
		c = floorDiv(c, a)
	}
	return ref{form: f, root: root, c: c}
}

// decided returns the truth ref r, or a constant if its root's domain decides
// it, or its root if that is 0/1 already.
func (s *roots) decided(r ref) ref {
	if r.form == konst {
		return r
	}
	d := &s.at[r.root].domain
	switch r.form {
	case equal, unequal:
		if !d.has(r.c) {
			return constant(truthOf(r.form == unequal))
		}
		if d.fixed() {
			return constant(truthOf(r.form == equal))
		}
	case atLeast:
		if d.lo >= r.c {
			return constant(1)
		}
		if d.hi < r.c {
			return constant(0)
		}
	case atMost:
		if d.hi <= r.c {
			return constant(1)
		}
		if d.lo > r.c {
			return constant(0)
		}
	}
	if d.lo == 0 && d.hi == 1 {
		if r.of(1) == 1 {
			return ref{form: affine, root: r.root, a: 1}
		}
		return ref{form: affine, root: r.root, a: -1, c: 1}
	}
	return r
}

// bounds returns the least and the largest value of r.
func (s *roots) bounds(r ref) (lo, hi int64) {
	switch r.form {
	case konst:
		return r.c, r.c
	case affine:
		d := &s.at[r.root].domain
		lo, hi = saturated(r.a, d.lo, r.c), saturated(r.a, d.hi, r.c)
		return min(lo, hi), max(lo, hi)
	}
	return 0, 1
}

// saturated returns a*v + c, with no bound where v is none.
func saturated(a, v, c int64) int64 {
	if v == unboundedLo || v == unboundedHi {
		if (v == unboundedLo) == (a > 0) {
			return unboundedLo
		}
		return unboundedHi
	}
	p, ok := mul(a, v)
	if sum, ok2 := add(p, c); ok && ok2 {
		return sum
	}
	if (a > 0) == (v > 0) {
		return unboundedHi
	}
	return unboundedLo
}

// narrow keeps the values of root x that are in d.
func (s *roots) narrow(x int32, d domain) {
	r := &s.at[x]
	m := r.domain.meet(d)
	if m.empty() {
		s.impossible = true
		return
	}
	if !m.equal(&r.domain) {
		r.domain = m
		s.changes++
	}
}

// maxHoles bounds the width of a range that becomes a list of values because
// one is removed from it.
const maxHoles = 4096

// remove takes v from root x and returns whether that could be done.
func (s *roots) remove(x int32, v int64) bool {
	d := &s.at[x].domain
	switch {
	case !d.has(v):
		return true
	case d.fixed():
		s.impossible = true
		return true
	case v == d.lo && d.values == nil:
		s.narrow(x, span(v+1, d.hi))
		return true
	case v == d.hi && d.values == nil:
		s.narrow(x, span(d.lo, v-1))
		return true
	case d.size() > maxHoles:
		return false
	}
	rest := make([]int64, 0, d.size()-1)
	d.each(func(w int64) {
		if w != v {
			rest = append(rest, w)
		}
	})
	s.narrow(x, setOf(rest))
	return true
}

// assign makes r, which is resolved, equal to v and returns whether that could
// be done without a constraint.
func (s *roots) assign(r ref, v int64) bool {
	switch r.form {
	case konst:
		s.impossible = s.impossible || r.c != v
		return true
	case affine:
		if (v-r.c)%r.a != 0 {
			s.impossible = true
			return true
		}
		w := (v - r.c) / r.a
		s.narrow(r.root, span(w, w))
		return true
	}
	switch v {
	case 0:
		r = r.not()
	case 1:
	default:
		s.impossible = true
		return true
	}
	switch r.form {
	case equal:
		s.narrow(r.root, span(r.c, r.c))
	case unequal:
		return s.remove(r.root, r.c)
	case atLeast:
		s.narrow(r.root, span(r.c, unboundedHi))
	case atMost:
		s.narrow(r.root, span(unboundedLo, r.c))
	}
	return true
}

// unify makes q and r, which are resolved, equal and returns whether that could
// be done without a constraint.
func (s *roots) unify(q, r ref) bool {
	switch {
	case q.form == konst:
		return s.assign(r, q.c)
	case r.form == konst:
		return s.assign(q, r.c)
	case q == r:
		return true
	case q.root == r.root:
		return false
	}
	// The later one becomes defined by the earlier one, if it can be.
	if q.root < r.root {
		q, r = r, q
	}
	return s.define(q, r) || s.define(r, q)
}

// define makes the root of q a function of r, another root's, such that q = r.
func (s *roots) define(q, r ref) bool {
	if q.form != affine || q.a != 1 && q.a != -1 {
		return false
	}
	// q = a*x + c, so x = a*(r - c) as a is its own inverse.
	by, ok := r.scaled(q.a, -q.a*q.c)
	if !ok {
		return false
	}
	x, y := &s.at[q.root], &s.at[r.root]
	if by.truth() {
		// Shown values must stay told apart by shown variables.
		if x.kept || x.shown && !y.shown {
			return false
		}
		s.narrow(q.root, booleans)
		switch {
		case s.impossible:
			return true
		case x.domain.fixed():
			return s.assign(r, q.of(x.domain.lo))
		}
	} else {
		d := y.domain.meet(s.preimage(by, x.domain))
		if !fitsView(by, d) {
			return false
		}
		if s.narrow(r.root, d); s.impossible {
			return true
		}
		y.kept = y.kept || x.kept || !plain(by)
		y.shown = y.shown || x.shown
	}
	x.defined, x.by = true, by
	s.changes++
	return true
}

// fitsView reports whether the model can have a view by of a variable with the
// domain d: its values, and those before c is added, have to fit.
func fitsView(by ref, d domain) bool {
	if d.lo == unboundedLo {
		d.lo = -DefaultBound
	}
	if d.hi == unboundedHi {
		d.hi = DefaultBound
	}
	for _, v := range []int64{d.lo, d.hi} {
		p, ok := mul(by.a, v)
		if !ok || p > clew.MaxValue || p < -clew.MaxValue || p+by.c > clew.MaxValue || p+by.c < -clew.MaxValue {
			return false
		}
	}
	return true
}

// plain reports whether by is a root or, as of a 0/1 variable, its negation.
func plain(by ref) bool { return by.isRoot() || by.a == -1 && by.c == 1 }

// preimage returns the values of by's root for which by, affine, is in d.
func (s *roots) preimage(by ref, d domain) domain {
	if d.values == nil {
		lo, hi := d.lo, d.hi
		if by.a < 0 {
			lo, hi = hi, lo
		}
		return span(inverse(lo, by, ceilDiv), inverse(hi, by, floorDiv))
	}
	var values []int64
	for _, v := range d.values {
		if (v-by.c)%by.a == 0 {
			values = append(values, (v-by.c)/by.a)
		}
	}
	return setOf(values)
}

// inverse returns the root's value, rounded by div, at which by is v.
func inverse(v int64, by ref, div func(a, b int64) int64) int64 {
	if v == unboundedLo || v == unboundedHi {
		if (v == unboundedLo) == (by.a > 0) {
			return unboundedLo
		}
		return unboundedHi
	}
	w, ok := add(v, -by.c)
	if !ok {
		return saturated(1, v, -by.c)
	}
	return div(w, by.a)
}
