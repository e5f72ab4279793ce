package propagate

import "github.com/clewsolver/clew/internal/store"

// lex says that one vector comes before another in the dictionary, or is
// equal. It is domain-consistent where no variable repeats, and decides
// otherwise; a position with the same view on both sides is left out.
//
// Up to the position alpha the vectors are fixed and equal. At alpha x <= y
// must hold, and x < y if the vectors cannot be in order from there on, which
// the bounds of the following positions tell. Behind alpha nothing is to be
// done as long as x < y can hold there. Time O(n) a call, mostly O(1).
//
// Source: Frisch, Hnich, Kiziltan, Miguel, Walsh: Global constraints for
// lexicographic orderings, CP 2002.
//
// Cookie: 4i for the upper bound of x at position i, because of that of y and
// because the positions before i are equal; 4i+2 for the lower bound of y,
// because of that of x; one more where x < y, also because of the lower bounds
// of xs and the upper bounds of ys from i+1 on.
type lex struct {
	scope  []store.View
	xs, ys []store.View // pairs to compare, as many on both sides
	tail   bool         // the vectors are in order if all pairs are equal
	alpha  store.Rev
}

// NewLex returns the constraint that xs comes before ys in the dictionary or,
// unless strict, is equal. A proper prefix comes before the longer vector.
func NewLex(xs, ys []store.View, strict bool) store.Propagator { return newLex(xs, ys, strict) }

// NewLexIff returns the constraint that the 0/1 view b tells whether xs comes
// before ys, as NewLex has it. Domain-consistent where no variable repeats,
// else Forward.
func NewLexIff(b store.View, xs, ys []store.View, strict bool) store.Propagator {
	yes, no := newLex(xs, ys, strict), newLex(ys, xs, !strict)
	scope := append([]store.View{b}, yes.scope...)
	views := append(append(append([]store.View(nil), yes.xs...), yes.ys...), b)
	return forwardRepeated(&reified{"lex_iff", scope, b, yes, no, views}, views)
}

func newLex(xs, ys []store.View, strict bool) *lex {
	c := &lex{
		scope: append(append([]store.View(nil), xs...), ys...),
		tail:  len(xs) < len(ys) || len(xs) == len(ys) && !strict,
	}
	for i := range min(len(xs), len(ys)) {
		if xs[i] != ys[i] {
			c.xs, c.ys = append(c.xs, xs[i]), append(c.ys, ys[i])
		}
	}
	return c
}

func (c *lex) Name() string             { return "lex" }
func (c *lex) Scope() []store.View      { return c.scope }
func (c *lex) Priority() store.Priority { return store.Linear }

func (c *lex) prepare(s *store.Store) { c.alpha = s.NewRev(1, 0) }
func (c *lex) event() store.Event     { return store.OnBounds }

func (c *lex) Post(s *store.Store, me store.ID) {
	c.prepare(s)
	for i := range c.xs {
		s.Watch(c.xs[i], store.OnLo, me, i)
		s.Watch(c.ys[i], store.OnHi, me, i)
	}
}

func (c *lex) Propagate(s *store.Store, me store.ID) store.Status {
	start := int(s.Rev(c.alpha))
	for i := start; i < len(c.xs); i++ {
		x, y := c.xs[i], c.ys[i]
		if x.Hi(s) < y.Lo(s) {
			return store.Entailed
		}
		less, why := int32(0), uint32(4*i)
		if !c.canFollow(s, i+1) {
			less, why = 1, why+1
		}
		if x.Lo(s)+less > y.Hi(s) || !x.SetHi(s, y.Hi(s)-less, why) || !y.SetLo(s, x.Lo(s)+less, why+2) {
			return store.Failed
		}
		if x.Hi(s) < y.Lo(s) {
			return store.Entailed
		}
		switch lo, hi := x.Lo(s), y.Hi(s); {
		case lo < hi:
			if i != start {
				s.SetRev(c.alpha, int64(i))
			}
			return store.Fixpoint
		case lo > hi: // one variable on both sides
			return store.Failed
		case !x.Fixed(s) || !y.Fixed(s): // one variable on both sides, just narrowed
			return store.Again
		}
	}
	if c.tail {
		return store.Entailed
	}
	return store.Failed
}

// canFollow reports whether the vectors can be in order from position i on.
func (c *lex) canFollow(s *store.Store, i int) bool {
	for ; i < len(c.xs); i++ {
		if lo, hi := c.xs[i].Lo(s), c.ys[i].Hi(s); lo != hi {
			return lo < hi
		}
	}
	return c.tail
}

func (c *lex) verdict(s *store.Store) verdict {
	if !c.canFollow(s, 0) {
		return fails
	}
	for i := range c.xs {
		if hi, lo := c.xs[i].Hi(s), c.ys[i].Lo(s); hi < lo {
			return holds
		} else if hi > lo {
			return undecided
		}
	}
	if c.tail {
		return holds
	}
	return undecided
}

// Explain names for a bound of x[i] that of y[i], or the reverse, and what
// makes the earlier positions equal: x >= k and y <= k. The later positions
// matter only if x[i] <= y[i] is not enough for what is asked.
func (c *lex) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		return c.notLess(p, 0, out)
	}
	i := int(cookie / 4)
	x, y := c.xs[i], c.ys[i]
	for j := range i {
		k := c.ys[j].HiAt(p)
		out = ge(p, c.xs[j], k, out)
		out = le(p, c.ys[j], k, out)
	}
	if cookie&2 == 0 {
		_, k := askedBound(p, x, a)
		if int64(y.HiAt(p)) > k { // x is less
			k++
			out = c.notLess(p, i+1, out)
		}
		return le(p, y, k, out)
	}
	_, k := askedBound(p, y, a)
	if int64(x.LoAt(p)) < k {
		k--
		out = c.notLess(p, i+1, out)
	}
	return ge(p, x, k, out)
}

// notLess appends why the vectors cannot be in order from position i on.
func (c *lex) notLess(p store.Past, i int, out []store.Atom) []store.Atom {
	for ; i < len(c.xs); i++ {
		x, y := c.xs[i], c.ys[i]
		lo, hi := x.LoAt(p), y.HiAt(p)
		if lo == hi {
			out = ge(p, x, lo, out)
			out = le(p, y, lo, out)
			continue
		}
		// Any k with hi < k <= lo separates them. What the root knows decides;
		// else y is given room.
		k := lo
		if rootHi := y.HiAt(p.Root()); rootHi < lo {
			k = rootHi + 1
		}
		if rootLo := x.LoAt(p.Root()); rootLo > hi {
			k = rootLo
		}
		out = ge(p, x, k, out)
		return le(p, y, k-1, out)
	}
	return out
}

func (c *lex) Check(a []int32) bool {
	for i := range c.xs {
		if x, y := c.xs[i].In(a), c.ys[i].In(a); x != y {
			return x < y
		}
	}
	return c.tail
}
