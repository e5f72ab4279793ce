package propagate

import "github.com/clewsolver/clew/internal/store"

// precede says of each two neighbours s, t in a list of values that the first
// view with the value t comes after one with the value s. For two values it is
// domain-consistent; for a longer list once one variable is open. Where a
// variable repeats, it decides.
//
// For each pair: up to the first view that can be s (alpha, reversible) none
// is t; if some view is t and alpha alone before it can be s, it must be.
// Time O(n) a pair that is not settled.
//
// Source: Law and Lee: Global constraints for integer and set value
// precedence, CP 2004.
//
// Cookie: 2(in+j) for the removal of the second value of pair i from view j,
// because no view before can have the first; one more where view j must have
// the first value, because of a view that has the second.
type precede struct {
	values []int32
	xs     []store.View
	alpha  store.Rev // a position for each pair
}

// NewValuePrecede returns the constraint that the first t among the views
// comes after an s. If s = t there is no t.
func NewValuePrecede(s, t int32, xs []store.View) store.Propagator {
	return NewValuePrecedeChain([]int32{s, t}, xs)
}

// NewValuePrecedeChain returns the constraint that the first occurrence of
// each of the values comes after one of the value before it in the list.
func NewValuePrecedeChain(values []int32, xs []store.View) store.Propagator {
	return &precede{values: values, xs: xs}
}

func (c *precede) Name() string             { return "value_precede" }
func (c *precede) Scope() []store.View      { return c.xs }
func (c *precede) Priority() store.Priority { return store.Linear }

func (c *precede) Post(s *store.Store, me store.ID) {
	c.alpha = s.NewRev(max(len(c.values)-1, 0), 0)
	for i, w := range c.xs {
		s.Watch(w, store.OnDomain, me, i)
	}
}

func (c *precede) Propagate(s *store.Store, me store.ID) store.Status {
	for {
		moved, settled := false, true
		for i := 1; i < len(c.values); i++ {
			switch c.pair(s, i-1) {
			case store.Failed:
				return store.Failed
			case store.Again:
				moved, settled = true, false
			case store.Fixpoint:
				settled = false
			}
		}
		if settled {
			return store.Entailed
		}
		if !moved {
			return store.Fixpoint
		}
	}
}

// pair treats the values i and i+1. It returns Again if it changed a domain,
// which can matter to the other pairs, and Entailed if the pair is settled.
func (c *precede) pair(s *store.Store, i int) store.Status {
	first, second := c.values[i], c.values[i+1]
	status := store.Fixpoint
	alpha := int(s.Rev(c.alpha + store.Rev(i)))
	start := alpha
	for ; alpha < len(c.xs); alpha++ {
		w := &c.xs[alpha]
		if w.Has(s, second) {
			if !w.Remove(s, second, c.cookie(i, alpha, 0)) {
				return store.Failed
			}
			status = store.Again
		}
		if w.Has(s, first) {
			break
		}
	}
	if alpha != start {
		s.SetRev(c.alpha+store.Rev(i), int64(alpha))
	}
	if alpha == len(c.xs) {
		return settledUnless(status)
	}
	w := &c.xs[alpha]
	if w.Fixed(s) {
		return settledUnless(status)
	}
	for j := alpha + 1; j < len(c.xs); j++ {
		u := &c.xs[j]
		if u.Fixed(s) && u.Lo(s) == second {
			if !w.Fix(s, first, c.cookie(i, alpha, 1)) {
				return store.Failed
			}
			return store.Again
		}
		if u.Has(s, first) {
			break
		}
	}
	return status
}

// settledUnless returns Entailed in place of Fixpoint: a pair with nothing
// left to do. A change must be looked at by all pairs first.
func settledUnless(status store.Status) store.Status {
	if status == store.Fixpoint {
		return store.Entailed
	}
	return status
}

func (c *precede) cookie(pair, at int, kind uint32) uint32 {
	return 2*uint32(pair*len(c.xs)+at) + kind
}

func (c *precede) Explain(p store.Past, _ store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	i, j := int(cookie/2)/len(c.xs), int(cookie/2)%len(c.xs)
	first, second := c.values[i], c.values[i+1]
	before := j
	if cookie&1 == 1 {
		for before = 0; !c.xs[before].FixedAt(p) || c.xs[before].LoAt(p) != second; before++ {
		}
		out = eq(p, c.xs[before], out)
	}
	for k := range before {
		if k != j {
			out = ne(p, c.xs[k], first, out)
		}
	}
	return out
}

func (c *precede) Check(a []int32) bool {
	for i := 1; i < len(c.values); i++ {
		for _, w := range c.xs {
			k := w.In(a)
			if k == c.values[i] {
				return false
			}
			if k == c.values[i-1] {
				break
			}
		}
	}
	return true
}
