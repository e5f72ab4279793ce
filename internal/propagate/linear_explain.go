package propagate

import (
	"cmp"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// lifted is a bound of a term that a reason needs: the smallest value of
// c*w, where w is at most room values away from what is free.
type lifted struct {
	w    store.View
	c    int64
	k    int64 // the bound of w: lower if c > 0, else upper
	room int64
}

// explainSide appends the reason of a by sign*sum <= sign*rhs, with sign 1 or
// -1; ok is false if the bounds do not give it. What the smallest sum exceeds
// the right side by, more than needed, is spent on weaker premises: the terms
// with the largest coefficients are left out first where that is affordable
// altogether, then bounds are relaxed by what remains (as OR-tools CP-SAT's
// RelaxLinearReason spends its slack).
func (l *linear) explainSide(p store.Past, a store.Atom, sign int64, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	root := s.Before(0)
	surplus := -sign*l.rhs - 1
	l.lifts = l.lifts[:0]
	own := 0 // bounds of a's variable, in front
	for i := range l.terms {
		t := &l.terms[i]
		b := lifted{w: t.w, c: sign * t.c}
		d := denied(s, t.w, a)
		if b.c > 0 {
			b.k = max(int64(t.w.LoAt(p)), d.lo)
			b.room = b.k - max(int64(t.w.LoAt(root)), d.lo)
		} else {
			b.k = min(int64(t.w.HiAt(p)), d.hi)
			b.room = min(int64(t.w.HiAt(root)), d.hi) - b.k
		}
		surplus += b.c * b.k
		if b.room > 0 {
			l.lifts = append(l.lifts, b)
			if about(s, a, t.w) {
				last := len(l.lifts) - 1
				l.lifts[own], l.lifts[last] = l.lifts[last], l.lifts[own]
				own++
			}
		}
	}
	if surplus < 0 {
		return out, false
	}
	if surplus > 0 {
		slices.SortFunc(l.lifts[own:], func(x, y lifted) int { return cmp.Compare(abs64(y.c), abs64(x.c)) })
	}
	for i := range l.lifts {
		b := &l.lifts[i]
		if cost := abs64(b.c); cost <= surplus && b.room <= surplus/cost {
			surplus -= cost * b.room
			b.room = 0
		}
	}
	for i := range l.lifts {
		b := &l.lifts[i]
		if b.room == 0 {
			continue
		}
		// Where the room is not 0 the whole of it was not affordable.
		by := surplus / abs64(b.c)
		surplus -= by * abs64(b.c)
		if b.c > 0 {
			out = ge(p, b.w, b.k-by, out)
		} else {
			out = le(p, b.w, b.k+by, out)
		}
	}
	return out, true
}

// explainBounds is explainSide for sum = rhs, by whichever side gives a.
func (l *linear) explainBounds(p store.Past, a store.Atom, out []store.Atom) (_ []store.Atom, ok bool) {
	if out, ok = l.explainSide(p, a, 1, out); ok {
		return out, true
	}
	return l.explainSide(p, a, -1, out)
}

// explainThree is the reason of shift: each value of one of the three variables
// which a excludes has no support.
func (l *linearEq) explainThree(p store.Past, a store.Atom, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	root := s.Before(0)
	at := 0
	for i := range l.terms {
		if about(s, a, l.terms[i].w) {
			at = i
		}
	}
	w := l.terms[at].w
	now := spanAt(p, w, a)
	out = beyond(p, w, now, spanAt(root, w, a), out)
	ok = true
	for k := now.lo; k <= now.hi && ok; k++ {
		switch {
		case !w.HasAt(root, int32(k)):
		case w.HasAt(p, int32(k)):
			out, ok = l.explainValue(p, at, k, out)
		default:
			out = ne(p, w, int32(k), out)
		}
	}
	return out, ok
}

// explainValue is the reason why term number at of three cannot have the value
// k. The pairs of the others that would go with it are an end of one range
// against an end of the other, and in between one of each pair was removed.
func (l *linearEq) explainValue(p store.Past, at int, k int64, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	root := s.Before(0)
	t, u, w := l.terms[at], l.terms[(at+1)%3], l.terms[(at+2)%3]
	rest := l.rhs - t.c*k
	partner := func(of, from term, k int64) int64 { return of.c * (rest - from.c*k) }
	us, ws := spanAt(p, u.w, store.False), spanAt(p, w.w, store.False)
	lo, hi := partner(u, w, ws.lo), partner(u, w, ws.hi) // the range of u that w's bounds answer
	loAt, hiAt := ge[int64], le[int64]
	if u.c == w.c { // one falls where the other rises
		lo, hi = hi, lo
		loAt, hiAt = le[int64], ge[int64]
	}
	if us.lo >= lo {
		lo = us.lo
		out = ge(p, u.w, lo, out)
	} else {
		out = loAt(p, w.w, partner(w, u, lo), out)
	}
	if us.hi <= hi {
		hi = us.hi
		out = le(p, u.w, hi, out)
	} else {
		out = hiAt(p, w.w, partner(w, u, hi), out)
	}
	for i := lo; i <= hi; i++ {
		j := int32(partner(w, u, i))
		switch {
		case !u.w.HasAt(root, int32(i)) || !w.w.HasAt(root, j):
		case !u.w.HasAt(p, int32(i)):
			out = ne(p, u.w, int32(i), out)
		case !w.w.HasAt(p, j):
			out = ne(p, w.w, j, out)
		default:
			return out, false
		}
	}
	return out, true
}

// explainPair is the reason of pair: what the fixed terms leave to two, and the
// partners that are missing for the values which a excludes.
func (l *linearEq) explainPair(p store.Past, a store.Atom, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	rest := l.rhs
	var open [2]term // a's own first
	n := 0
	for _, t := range l.terms {
		own, k := about(s, a, t.w), t.w.LoAt(p)
		switch {
		case !own && k == t.w.HiAt(p):
			out = le(p, t.w, int64(k), ge(p, t.w, int64(k), out))
			rest -= t.c * int64(k)
			continue
		case n == 2:
			return out, false
		case own:
			open[1], open[0] = open[0], t
		default:
			open[n] = t
		}
		n++
	}
	if n < 2 {
		return out, false
	}
	return explainPartners(p, a, open[0], open[1], rest, out)
}

// explainPartners is the reason of a by the partners in u that are missing for
// the values of t which a excludes, where t + u = rhs.
func explainPartners(p store.Past, a store.Atom, t, u term, rhs int64, out []store.Atom) (_ []store.Atom, ok bool) {
	s := p.Store()
	root := s.Before(0)
	now, free := spanAt(p, t.w, a), spanAt(root, t.w, a)
	if now.hi-now.lo >= enumerated {
		return out, false
	}
	out = beyond(p, t.w, now, free, out)
	for k := now.lo; k <= now.hi; k++ {
		d := rhs - t.c*k
		if d%u.c != 0 || abs64(d/u.c) > store.MaxValue {
			continue
		}
		j := int32(d / u.c)
		switch {
		case !t.w.HasAt(root, int32(k)) || !u.w.HasAt(root, j):
		case !u.w.HasAt(p, j):
			out = ne(p, u.w, j, out)
		case !t.w.HasAt(p, int32(k)):
			out = ne(p, t.w, int32(k), out)
		default:
			return out, false
		}
	}
	return out, true
}
