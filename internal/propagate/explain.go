package propagate

import "github.com/clewsolver/clew/internal/store"

// An explanation of an atom a is made as a refutation of its negation: the
// propagator assumes that a is false, reads all else from the domains of then,
// and looks for a contradiction with its constraint. What the contradiction
// takes from the domains, made as weak as it can be, is the reason; what it
// takes from the assumption is free, and so is what holds at the root of the
// log. Where a variable repeats, its views profit from the assumption alike.

// unbounded stands for infinity among the values of views.
const unbounded = int64(1) << 40

// denied returns the bounds that w has, whatever the domains, where a is
// false.
func denied(s *store.Store, w store.View, a store.Atom) span {
	all := span{-unbounded, unbounded}
	if a == store.False {
		return all
	}
	v, k, isValue := s.Subject(a)
	if v != w.V {
		return all
	}
	x := all // the bounds of v
	switch {
	case isValue && a.H&1 == 1:
		x = span{int64(k), int64(k)}
	case isValue:
		return all
	case a.H&1 == 0:
		x.hi = int64(a.K) - 1
	default:
		x.lo = 1 - int64(a.K)
	}
	c := int64(w.C)
	var can, must bool
	switch w.Kind {
	case store.Affine:
		m := span{int64(w.A), int64(w.A)}.times(x)
		return span{m.lo + c, m.hi + c}
	case store.Equal:
		can, must = x.lo <= c && c <= x.hi, x == span{c, c}
	case store.Unequal:
		can, must = x != span{c, c}, x.lo > c || x.hi < c
	case store.AtLeast:
		can, must = x.hi >= c, x.lo >= c
	case store.AtMost:
		can, must = x.lo <= c, x.hi <= c
	}
	t := span{0, 1}
	if must {
		t.lo = 1
	}
	if !can {
		t.hi = 0
	}
	return t
}

// spanAt returns the bounds that w had at p, or has where a is false.
func spanAt(p store.Past, w store.View, a store.Atom) span {
	d := denied(p.Store(), w, a)
	return span{max(int64(w.LoAt(p)), d.lo), min(int64(w.HiAt(p)), d.hi)}
}

// about reports whether a speaks of w's variable.
func about(s *store.Store, a store.Atom, w store.View) bool {
	if a == store.False {
		return false
	}
	v, _, _ := s.Subject(a)
	return v == w.V
}

// excludes reports whether a is the removal of one value.
func excludes(s *store.Store, a store.Atom) bool {
	if a == store.False {
		return false
	}
	_, _, isValue := s.Subject(a)
	return isValue
}

// beyond appends the bounds of w that are tighter in now than in free.
func beyond(p store.Past, w store.View, now, free span, out []store.Atom) []store.Atom {
	if now.lo > free.lo {
		out = ge(p, w, now.lo, out)
	}
	if now.hi < free.hi {
		out = le(p, w, now.hi, out)
	}
	return out
}

// fixedValue appends the value of w if it is not a matter of the assumption that
// a is false, and returns it; ok is false if w has none.
func fixedValue(p store.Past, w store.View, a store.Atom, out []store.Atom) (k int64, _ []store.Atom, ok bool) {
	if d := denied(p.Store(), w, a); d.lo == d.hi {
		return d.lo, out, true
	}
	lo, hi := w.LoAt(p), w.HiAt(p)
	if lo != hi {
		return 0, out, false
	}
	return int64(lo), eq(p, w, out), true
}

// lift appends weak bounds of the views ws, at most three, from which with the
// negation of a the predicate fails follows: it says that no values within the
// given bounds satisfy the constraint, and stays true if bounds are tightened.
// Bounds that can be left out altogether are; the others are moved outwards one
// after the other as far as possible. ok is false if the domains at p do not
// fail.
func lift(p store.Past, a store.Atom, ws []store.View, fails func([3]span) bool, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	root := s.Before(0)
	var now, free [3]span
	for i, w := range ws {
		now[i], free[i] = spanAt(p, w, a), spanAt(root, w, a)
	}
	if !fails(now) {
		return out, false
	}
	for _, own := range [...]bool{true, false} { // the assumption is there to be used first
		for i, w := range ws {
			if about(s, a, w) != own {
				continue
			}
			b := now
			if b[i].lo = free[i].lo; fails(b) {
				now = b
			}
			b = now
			if b[i].hi = free[i].hi; fails(b) {
				now = b
			}
		}
	}
	for i := range ws {
		for bad := free[i].lo; now[i].lo-bad > 1; {
			b := now
			if b[i].lo = bad + (now[i].lo-bad)/2; fails(b) {
				now = b
			} else {
				bad = b[i].lo
			}
		}
		for bad := free[i].hi; bad-now[i].hi > 1; {
			b := now
			if b[i].hi = bad - (bad-now[i].hi)/2; fails(b) {
				now = b
			} else {
				bad = b[i].hi
			}
		}
	}
	for i, w := range ws {
		out = beyond(p, w, now[i], free[i], out)
	}
	return out, true
}
