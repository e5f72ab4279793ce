package propagate

import "github.com/clewsolver/clew/internal/store"

// argExtreme says that index-off is the position of the first greatest view,
// or of the first least one. It is domain-consistent once one variable is
// open; where a variable repeats, it decides. By bounds, in linear time: a
// position is impossible whose view cannot reach the others; a view that
// cannot be the first greatest stays below one that can; the chosen view stays
// above all others.
//
// Cookie: argRange for the bounds of the index; argIndex for a removed
// position, because a view is greater; from argViews on, 2i for the upper
// bound of view i, because every position is impossible or its view is bounded;
// 2i+1 for the lower bound of view i, which is the chosen one. (For the least,
// the bounds exchange their parts.)
type argExtreme struct {
	xs    []store.View
	index store.View
	off   int32
	scope []store.View
	least bool
	above []int32 // scratch: of each position, the largest lower bound behind it
}

const (
	argRange = iota
	argIndex
	argViews
)

// NewArgMax returns the constraint that index is offset plus the position of
// the first view that has the largest value; it is false without views.
func NewArgMax(xs []store.View, index store.View, offset int32) store.Propagator {
	return newArgExtreme(xs, index, offset, false)
}

// NewArgMin is NewArgMax for the smallest value.
func NewArgMin(xs []store.View, index store.View, offset int32) store.Propagator {
	return newArgExtreme(xs, index, offset, true)
}

func newArgExtreme(xs []store.View, index store.View, offset int32, least bool) store.Propagator {
	return &argExtreme{
		xs: xs, index: index, off: offset, least: least,
		scope: append(append([]store.View(nil), xs...), index),
		above: make([]int32, len(xs)+1),
	}
}

func (c *argExtreme) Name() string {
	if c.least {
		return "arg_min"
	}
	return "arg_max"
}

func (c *argExtreme) Scope() []store.View      { return c.scope }
func (c *argExtreme) Priority() store.Priority { return store.Linear }

func (c *argExtreme) Post(s *store.Store, me store.ID) {
	for i, w := range c.xs {
		s.Watch(w, store.OnBounds, me, i)
	}
	s.Watch(c.index, store.OnDomain, me, len(c.xs))
}

// low, high, raise, sink, atLeast and atMost see the views as a maximum does;
// for a minimum all signs are turned around.
func (c *argExtreme) low(m *moment, i int) int32 {
	if c.least {
		return -m.hi(c.xs[i])
	}
	return m.lo(c.xs[i])
}

func (c *argExtreme) high(m *moment, i int) int32 {
	if c.least {
		return -m.lo(c.xs[i])
	}
	return m.hi(c.xs[i])
}

func (c *argExtreme) raise(s *store.Store, i int, k int32) bool {
	why := argViews + 2*uint32(i) + 1
	if c.least {
		return c.xs[i].SetHi(s, -k, why)
	}
	return c.xs[i].SetLo(s, k, why)
}

func (c *argExtreme) sink(s *store.Store, i int, k int32) bool {
	why := argViews + 2*uint32(i)
	if c.least {
		return c.xs[i].SetLo(s, -k, why)
	}
	return c.xs[i].SetHi(s, k, why)
}

func (c *argExtreme) atLeast(p store.Past, i int, k int32, out []store.Atom) []store.Atom {
	if c.least {
		return le(p, c.xs[i], -k, out)
	}
	return ge(p, c.xs[i], k, out)
}

func (c *argExtreme) atMost(p store.Past, i int, k int32, out []store.Atom) []store.Atom {
	if c.least {
		return ge(p, c.xs[i], -k, out)
	}
	return le(p, c.xs[i], k, out)
}

// argStep returns 1 if view j must be less than view i for i to be the first
// greatest, 0 if it may be equal.
func argStep(j, i int) int32 {
	if j < i {
		return 1
	}
	return 0
}

// unreached is below every bound.
const unreached = -store.MaxValue - 2

func (c *argExtreme) Propagate(s *store.Store, me store.ID) store.Status {
	n := len(c.xs)
	if n == 0 {
		return store.Failed
	}
	if !c.index.SetLo(s, c.off, argRange) || !c.index.SetHi(s, c.off+int32(n-1), argRange) || !c.filter(s) {
		return store.Failed
	}
	if c.index.Fixed(s) {
		return c.chosen(s, int(c.index.Lo(s)-c.off))
	}
	// How far up the views that can be chosen reach: before a position, and
	// from it on.
	m := present(s)
	c.above[n] = unreached
	for i := n - 1; i >= 0; i-- {
		c.above[i] = c.above[i+1]
		if c.index.Has(s, c.off+int32(i)) {
			c.above[i] = max(c.above[i], c.high(&m, i))
		}
	}
	before := int32(unreached)
	for j := range n {
		if c.index.Has(s, c.off+int32(j)) {
			before = max(before, c.high(&m, j))
			continue
		}
		if k := max(before, c.above[j+1]-1); k < c.high(&m, j) && !c.sink(s, j, k) {
			return store.Failed
		}
	}
	return store.Fixpoint
}

// filter removes the positions whose view cannot be the first greatest.
func (c *argExtreme) filter(s *store.Store) bool {
	m := present(s)
	n := len(c.xs)
	c.above[n] = unreached
	for i := n - 1; i >= 0; i-- {
		c.above[i] = max(c.above[i+1], c.low(&m, i))
	}
	before := int32(unreached)
	for i := range n {
		if hi := c.high(&m, i); (hi <= before || hi < c.above[i+1]) && !c.index.Remove(s, c.off+int32(i), argIndex) {
			return false
		}
		before = max(before, c.low(&m, i))
	}
	return true
}

// chosen keeps view i, the first greatest, above all others.
func (c *argExtreme) chosen(s *store.Store, i int) store.Status {
	m := present(s)
	lo, hi := c.low(&m, i), c.high(&m, i)
	for j := range c.xs {
		if j == i {
			continue
		}
		lo = max(lo, c.low(&m, j)+argStep(j, i))
		if k := hi - argStep(j, i); k < c.high(&m, j) && !c.sink(s, j, k) {
			return store.Failed
		}
	}
	if lo > c.low(&m, i) && !c.raise(s, i, lo) {
		return store.Failed
	}
	lo = c.low(&m, i)
	for j := range c.xs {
		if j != i && c.high(&m, j)+argStep(j, i) > lo {
			return store.Fixpoint
		}
	}
	return store.Entailed
}

func (c *argExtreme) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	m := pastOf(p)
	switch {
	case a == store.False || cookie == argRange:
		return out
	case cookie == argIndex:
		_, k := asked(p, c.index, a)
		i := int(k - c.off)
		hi := c.high(&m, i)
		for j := range c.xs {
			if k := hi + 1 - argStep(j, i); j != i && c.low(&m, j) >= k {
				return c.atLeast(p, j, k, c.atMost(p, i, hi, out))
			}
		}
		return out
	}
	i := int(cookie-argViews) / 2
	_, bound := askedBound(p, c.xs[i], a)
	k := int32(bound)
	if c.least {
		k = -k
	}
	if cookie&1 == argViews&1 {
		return c.explainHigh(p, i, k, out)
	}
	out = eq(p, c.index, out)
	for j := range c.xs {
		if need := k - argStep(j, i); j != i && c.low(&m, j) >= need {
			return c.atLeast(p, j, need, out)
		}
	}
	return out
}

// explainHigh appends why view j, which is not the chosen one, is at most k.
func (c *argExtreme) explainHigh(p store.Past, j int, k int32, out []store.Atom) []store.Atom {
	m := pastOf(p)
	if m.fixed(c.index) {
		i := int(m.lo(c.index) - c.off)
		return c.atMost(p, i, k+argStep(j, i), eq(p, c.index, out))
	}
	for i := range c.xs {
		switch most := k + argStep(j, i); {
		case i != j && c.high(&m, i) <= most:
			out = c.atMost(p, i, most, out)
		default:
			out = ne(p, c.index, c.off+int32(i), out)
		}
	}
	return out
}

func (c *argExtreme) Check(a []int32) bool {
	best := 0
	for i, w := range c.xs {
		k, top := w.In(a), c.xs[best].In(a)
		if c.least && k < top || !c.least && k > top {
			best = i
		}
	}
	return len(c.xs) > 0 && int64(c.index.In(a)) == int64(best)+int64(c.off)
}
