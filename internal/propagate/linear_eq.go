package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// linearEq is sum = rhs, as two inequalities run to their common fixpoint:
// bounds-consistent where all coefficients are 1 or -1. Three narrow variables
// with such coefficients are made domain-consistent by shifting words: for
// each value of the smallest domain, the values of the second that the third
// can answer. With up to maxPaired of them the last two open ones are
// domain-consistent, each the image of the other.
//
// Cookie: 0; the reason is the bounds of all other terms; with three narrow
// variables, or two left, the values whose absence leaves one without support.
type linearEq struct {
	linear
	bits  *bitSum // set where all terms are 0/1 with coefficients 1 or -1
	words bool    // at most maxPaired narrow variables, coefficients 1 or -1
	tiny  bool    // and three of them
}

// maxPaired is the length up to which a sum hears of holes. In a longer one the
// last two variables are seldom reached, and each hole would cost a pass over it.
const maxPaired = 8

func (l *linearEq) prepare(s *store.Store) {
	l.linear.prepare(s)
	l.words = len(l.terms) <= maxPaired && l.allUnit()
	for _, t := range l.terms {
		l.words = l.words && hasWord(s, t.w)
	}
	l.tiny = l.words && len(l.terms) == 3
}

func (l *linearEq) Priority() store.Priority {
	if l.tiny {
		return store.Words
	}
	return store.Linear
}

func (l *linearEq) event() store.Event {
	if l.words {
		return store.OnDomain
	}
	return store.OnBounds
}

func (l *linearEq) Post(s *store.Store, me store.ID) {
	if l.bits = newBitSum(s, l.terms, l.rhs, l.rhs); l.bits != nil {
		l.bits.post(s, me)
		return
	}
	l.prepare(s)
	for i, t := range l.terms {
		s.Watch(t.w, l.event(), me, i)
	}
}

func (l *linearEq) Propagate(s *store.Store, me store.ID) store.Status {
	if l.bits != nil {
		return l.bits.propagate(s, me)
	}
	if l.tiny {
		return l.shift(s)
	}
	lo, hi, open := l.scan(s)
	if l.words && len(open) == 2 {
		return l.pair(s, &open[0], &open[1])
	}
	left := len(open)
	for moved := true; moved; {
		moved = false
		if lo > l.rhs || hi < l.rhs {
			return store.Failed
		}
		for i := range open {
			t := &open[i]
			var a, b int64
			if t.w.Kind == store.Affine {
				a, b = int64(s.Lo(t.w.V)), int64(s.Hi(t.w.V))
			} else {
				a, b = t.bounds(s)
			}
			width := b - a
			if t.c < 0 {
				width = -width
			}
			width *= t.c
			if width <= l.rhs-lo && width <= hi-l.rhs {
				continue
			}
			// Pruning one bound moves the other sum, so both start from
			// what is known now.
			var ok bool
			if t.c > 0 {
				ok = t.setHi(s, a+(l.rhs-lo)/t.c) && t.setLo(s, b-(hi-l.rhs)/t.c)
			} else {
				ok = t.setLo(s, b+(l.rhs-lo)/t.c) && t.setHi(s, a-(hi-l.rhs)/t.c)
			}
			if !ok {
				return store.Failed
			}
			na, nb := t.bounds(s)
			if na != a || nb != b {
				moved = true
				if na == nb {
					left--
				}
				if t.c > 0 {
					lo += t.c * (na - a)
					hi += t.c * (nb - b)
				} else {
					lo += t.c * (nb - b)
					hi += t.c * (na - a)
				}
				if lo > l.rhs || hi < l.rhs {
					return store.Failed
				}
			}
		}
	}
	if lo == hi {
		return store.Entailed
	}
	if l.words && left == 2 && len(open) > 2 {
		_, _, open = l.scan(s)
		return l.pair(s, &open[0], &open[1])
	}
	return store.Fixpoint
}

func (l *linearEq) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	from := len(out)
	out, ok := l.explainBounds(p, a, out)
	if !ok && l.tiny {
		out, ok = l.explainThree(p, a, out)
	} else if !ok && l.words {
		out, ok = l.explainPair(p, a, out)
	}
	if !ok {
		return store.ExplainFully(l.scope, p, out[:from])
	}
	return out
}

// pair is Propagate where two terms are left, over narrow variables with
// coefficients 1 or -1: each value needs a partner, found by shifting words.
func (l *linearEq) pair(s *store.Store, t, u *term) store.Status {
	y, x, image, places := partners(s, t, u, l.rhs-s.Rev(l.state+1))
	x &= image
	if x == 0 || !keepWord(s, t.w, x, 0) || !keepWord(s, y, shiftWord(x, -places), 0) {
		return store.Failed
	}
	if x&(x-1) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}

// partners returns the domains of the terms of t + u = rhs as words in which the
// same bit stands for values that go together: x of t, image of u. y is the
// view of u whose word is image, moved up by places. Both coefficients must be 1
// or -1, and both variables narrow.
func partners(s *store.Store, t, u *term, rhs int64) (y store.View, x, image uint64, places int64) {
	// x = y.A*y + y.C with y.A = -b/a
	x0, x, _ := s.Narrow(t.w.V)
	y = u.w
	y.A = int32(-t.c * u.c)
	base, word := wordOf(s, y)
	places = base + t.c*rhs - int64(x0)
	return y, x, shiftWord(word, places), places
}

// shift is Propagate for three narrow variables.
func (l *linearEq) shift(s *store.Store) store.Status {
	var base [3]int64
	var word [3]uint64
	small, fewest := 0, 65
	for i := range word {
		b, w, _ := s.Narrow(l.terms[i].w.V)
		base[i], word[i] = int64(b), w
		if n := bits.OnesCount64(w); n < fewest {
			small, fewest = i, n
		}
	}
	p, q := (small+1)%3, (small+2)%3
	// Where the small one has the value of its first bit, the others answer each
	// other so: bit i of wp, and the bit of wq that moved up by places is there.
	// Words run against each other, and one is turned round, where the two have
	// the same sign.
	wp, wq := word[p], word[q]
	turned := l.terms[p].c == l.terms[q].c
	places := l.terms[p].c*(l.rhs-l.terms[small].c*base[small]) - base[p]
	if turned {
		wq = bits.Reverse64(wq)
		places -= base[q] + 63
	} else {
		places += base[q]
	}
	step := -l.terms[p].c * l.terms[small].c // change of places from bit to bit
	var keep, keepP, keepQ uint64
	for w := word[small]; w != 0; w &= w - 1 {
		at := places + step*int64(bits.TrailingZeros64(w))
		if both := wp & shiftWord(wq, at); both != 0 {
			keep |= w & -w
			keepP |= both
			keepQ |= shiftWord(both, -at)
		}
	}
	if turned {
		keepQ = bits.Reverse64(keepQ)
	}
	if keep == 0 || !l.keep(s, small, keep) || !l.keep(s, p, keepP) || !l.keep(s, q, keepQ) {
		return store.Failed
	}
	if keep&(keep-1) == 0 && keepP&(keepP-1) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}

// keep removes the values of the narrow variable of term i that are not in word.
func (l *linearEq) keep(s *store.Store, i int, word uint64) bool {
	if s.Logging() {
		return keepWord(s, l.terms[i].w, word, 0)
	}
	return s.Keep(l.terms[i].w.V, word, 0)
}

func (l *linearEq) verdict(s *store.Store) verdict {
	lo, hi, _ := l.scan(s)
	switch {
	case lo > l.rhs || hi < l.rhs:
		return fails
	case lo == hi:
		return holds
	}
	return undecided
}

func (l *linearEq) Check(a []int32) bool { return l.sumIn(a) == l.rhs }

// fewHoles is the size up to which sumOfTwo makes holes in a domain that keeps
// them in a list, which is walked at each visit of a value.
const fewHoles = 64

// sumOfTwo is a*x + b*y = rhs over two variables. It is domain-consistent
// while both domains have at most enumerated values (fewHoles, of those whose
// first range is too wide for words) or have no holes and the factors are 1 or
// -1; otherwise each bound has a support. Narrow domains with
// such factors are words shifted (and reversed where the factors agree).
//
// Cookie: 0; the reason is the absence of the partner value, or the other
// variable's bound.
type sumOfTwo struct {
	linear
	tiny, unit bool
}

func (l *sumOfTwo) Priority() store.Priority { return store.Unary }
func (l *sumOfTwo) event() store.Event       { return store.OnDomain }

func (l *sumOfTwo) prepare(s *store.Store) {
	l.linear.prepare(s)
	l.unit = l.allUnit()
	l.tiny = l.unit && hasWord(s, l.terms[0].w) && hasWord(s, l.terms[1].w)
}

func (l *sumOfTwo) Post(s *store.Store, me store.ID) {
	l.prepare(s)
	for i, t := range l.terms {
		s.Watch(t.w, store.OnDomain, me, i)
	}
}

func (l *sumOfTwo) Propagate(s *store.Store, me store.ID) store.Status {
	if l.tiny {
		y, x, image, places := partners(s, &l.terms[0], &l.terms[1], l.rhs)
		x &= image
		if x == 0 || !keepWord(s, l.terms[0].w, x, 0) || !keepWord(s, y, shiftWord(x, -places), 0) {
			return store.Failed
		}
		if x&(x-1) == 0 {
			return store.Entailed
		}
		return store.Fixpoint
	}
	t, u := l.terms[0], l.terms[1]
	for before := int64(-1); ; {
		a, b := t.bounds(s)
		c, d := u.bounds(s)
		if size := b - a + d - c; size == before {
			break
		} else {
			before = size
		}
		if !l.bound(s, t, u) || !l.bound(s, u, t) {
			return store.Failed
		}
	}
	if !l.filter(s, t, u) || !l.filter(s, u, t) {
		return store.Failed
	}
	if s.Fixed(t.w.V) {
		return store.Entailed
	}
	return store.Fixpoint
}

func (l *sumOfTwo) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	from, ok := len(out), false
	if !excludes(p.Store(), a) {
		out, ok = l.explainBounds(p, a, out)
	}
	if !ok {
		t, u := l.terms[0], l.terms[1]
		if about(p.Store(), a, u.w) {
			t, u = u, t
		}
		out, ok = explainPartners(p, a, t, u, l.rhs, out)
	}
	if !ok {
		return store.ExplainFully(l.scope, p, out[:from])
	}
	return out
}

// bound brings the bounds of t's variable to values that have a partner.
func (l *sumOfTwo) bound(s *store.Store, t, u term) bool {
	c, d := u.bounds(s)
	p, q := l.rhs-u.c*c, l.rhs-u.c*d
	p, q = min(p, q), max(p, q)
	if t.c < 0 {
		p, q = q, p
	}
	if !t.setLo(s, store.CeilDiv(p, t.c)) || !t.setHi(s, store.FloorDiv(q, t.c)) {
		return false
	}
	v := t.w.V
	for !l.partner(s, t, u, s.Lo(v)) {
		if !s.SetLo(v, s.Lo(v)+1, 0) {
			return false
		}
	}
	for !l.partner(s, t, u, s.Hi(v)) {
		if !s.SetHi(v, s.Hi(v)-1, 0) {
			return false
		}
	}
	return true
}

// partner reports whether u's variable has a value that answers the value k of
// t's.
func (l *sumOfTwo) partner(s *store.Store, t, u term, k int32) bool {
	d := l.rhs - t.c*int64(k)
	if d%u.c != 0 {
		return false
	}
	d /= u.c
	return -store.MaxValue <= d && d <= store.MaxValue && s.Has(u.w.V, int32(d))
}

// filter removes the values of t's variable without a partner where that is
// affordable.
func (l *sumOfTwo) filter(s *store.Store, t, u term) bool {
	v, o := t.w.V, u.w.V
	if s.Size(v) > enumerated || s.Size(o) > enumerated {
		return true
	}
	if _, _, _, words := s.Words(v); !words && s.Size(v) > fewHoles {
		return true
	}
	if l.unit && s.Size(o) == s.Hi(o)-s.Lo(o)+1 {
		return true // no holes to carry over: the bounds have said all
	}
	k := s.Lo(v)
	for ok := true; ok; k, ok = s.Next(v, k) {
		if !l.partner(s, t, u, k) && !s.Remove(v, k, 0) {
			return false
		}
	}
	return true
}

func (l *sumOfTwo) verdict(s *store.Store) verdict {
	t, u := l.terms[0], l.terms[1]
	v, o := t.w.V, u.w.V
	if l.tiny {
		if _, x, image, _ := partners(s, &l.terms[0], &l.terms[1], l.rhs); x&image == 0 {
			return fails
		}
	} else {
		if lo, hi, _ := l.scan(s); lo > l.rhs || hi < l.rhs {
			return fails
		}
		if s.Size(v) > s.Size(o) {
			t, u, v, o = u, t, o, v
		}
		if s.Size(v) > enumerated {
			return undecided
		}
		k := s.Lo(v)
		ok := true
		for ok && !l.partner(s, t, u, k) {
			k, ok = s.Next(v, k)
		}
		if !ok {
			return fails
		}
	}
	if s.Fixed(v) && s.Fixed(o) {
		return holds
	}
	return undecided
}

func (l *sumOfTwo) Check(a []int32) bool { return l.sumIn(a) == l.rhs }
