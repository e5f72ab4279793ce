package propagate

import "github.com/clewsolver/clew/internal/store"

// increasing says that each view is at most the next one, or less than it. It
// is domain-consistent unless a variable repeats, then it decides: one sweep
// raises the lower bounds from left to right, one lowers the upper bounds from
// right to left. Time O(n).
//
// Cookie: the position of the view whose bound moved; the reason is the same
// bound of its neighbour.
type increasing struct {
	xs   []store.View
	step int32 // 1 if strict
}

// NewIncreasing returns the constraint xs[0] <= xs[1] <= ..., with < in place
// of <= if strict.
func NewIncreasing(xs []store.View, strict bool) store.Propagator {
	c := &increasing{xs: xs}
	if strict {
		c.step = 1
	}
	return c
}

func (c *increasing) Name() string             { return "increasing" }
func (c *increasing) Scope() []store.View      { return c.xs }
func (c *increasing) Priority() store.Priority { return store.Linear }

func (c *increasing) Post(s *store.Store, me store.ID) {
	for i, w := range c.xs {
		s.Watch(w, store.OnBounds, me, i)
	}
}

func (c *increasing) Propagate(s *store.Store, me store.ID) store.Status {
	entailed := true
	for i := 1; i < len(c.xs); i++ {
		w := &c.xs[i]
		lo := c.xs[i-1].Lo(s) + c.step
		if lo > w.Hi(s) || !w.SetLo(s, lo, uint32(i)) {
			return store.Failed
		}
	}
	for i := len(c.xs) - 2; i >= 0; i-- {
		w := &c.xs[i]
		next := &c.xs[i+1]
		hi := next.Hi(s) - c.step
		if hi < w.Lo(s) || !w.SetHi(s, hi, uint32(i)) {
			return store.Failed
		}
		entailed = entailed && w.Hi(s)+c.step <= next.Lo(s)
	}
	if entailed {
		return store.Entailed
	}
	return store.Fixpoint
}

func (c *increasing) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		for i := 1; ; i++ {
			if hi := c.xs[i].HiAt(p); c.xs[i-1].LoAt(p)+c.step > hi {
				return ge(p, c.xs[i-1], hi+1-c.step, le(p, c.xs[i], hi, out))
			}
		}
	}
	up, k := askedBound(p, c.xs[cookie], a)
	if up {
		return ge(p, c.xs[cookie-1], k-int64(c.step), out)
	}
	return le(p, c.xs[cookie+1], k+int64(c.step), out)
}

func (c *increasing) Check(a []int32) bool {
	for i := 1; i < len(c.xs); i++ {
		if c.xs[i-1].In(a)+c.step > c.xs[i].In(a) {
			return false
		}
	}
	return true
}
