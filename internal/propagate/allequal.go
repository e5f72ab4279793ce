package propagate

import "github.com/clewsolver/clew/internal/store"

// allEqual says that all views have one value. It is domain-consistent (with
// views that repeat a variable, it decides), but that values of domains with
// more than 4096 values are removed at their bounds only. Time O(n) where
// domains are intervals, O(n d) otherwise.
//
// Cookie: the position of the changed view; the reason is a bound of another
// one, or that it does not have the value.
type allEqual struct{ xs []store.View }

// NewAllEqual returns the constraint that all views are equal.
func NewAllEqual(xs []store.View) store.Propagator { return &allEqual{xs} }

func (c *allEqual) Name() string             { return "all_equal" }
func (c *allEqual) Scope() []store.View      { return c.xs }
func (c *allEqual) Priority() store.Priority { return store.Linear }

func (c *allEqual) Post(s *store.Store, me store.ID) {
	for i, w := range c.xs {
		s.Watch(w, store.OnDomain, me, i)
	}
}

func (c *allEqual) Propagate(s *store.Store, me store.ID) store.Status {
	if len(c.xs) < 2 {
		return store.Entailed
	}
	for {
		lo, hi := c.bounds(s)
		if lo > hi {
			return store.Failed
		}
		intervals := true
		for i := range c.xs {
			w := &c.xs[i]
			if !w.SetLo(s, lo, uint32(i)) || !w.SetHi(s, hi, uint32(i)) {
				return store.Failed
			}
			intervals = intervals && int64(w.Size(s)) == int64(hi)-int64(lo)+1
		}
		if lo == hi || intervals {
			break
		}
		changed, ok := c.intersect(s)
		if !ok {
			return store.Failed
		}
		if nowLo, nowHi := c.bounds(s); !changed && nowLo == lo && nowHi == hi {
			break
		}
	}
	for i := range c.xs {
		if w := &c.xs[i]; !w.Fixed(s) || w.Lo(s) != c.xs[0].Lo(s) {
			return store.Fixpoint
		}
	}
	return store.Entailed
}

// bounds returns the greatest lower and the least upper bound.
func (c *allEqual) bounds(s *store.Store) (lo, hi int32) {
	lo, hi = c.xs[0].Lo(s), c.xs[0].Hi(s)
	for i := range c.xs {
		lo, hi = max(lo, c.xs[i].Lo(s)), min(hi, c.xs[i].Hi(s))
	}
	return lo, hi
}

// intersect removes from each view the values that another one does not have:
// first from the smallest all that are not common, then from the others all
// that it does not have.
func (c *allEqual) intersect(s *store.Store) (changed, ok bool) {
	least := 0
	for i := range c.xs {
		if c.xs[i].Size(s) < c.xs[least].Size(s) {
			least = i
		}
	}
	for i := range c.xs {
		done, ok := c.restrict(s, least, i)
		if !ok {
			return changed, false
		}
		changed = changed || done
	}
	for i := range c.xs {
		done, ok := c.restrict(s, i, least)
		if !ok {
			return changed, false
		}
		changed = changed || done
	}
	return changed, true
}

// restrict removes from view i the values that view j does not have.
func (c *allEqual) restrict(s *store.Store, i, j int) (changed, ok bool) {
	w, u := &c.xs[i], &c.xs[j]
	if w.Size(s) > enumerated {
		return false, true
	}
	k := w.Lo(s)
	for ok := true; ok; k, ok = w.Next(s, k) {
		if !u.Has(s, k) {
			if !w.Remove(s, k, uint32(i)) {
				return changed, false
			}
			changed = true
		}
	}
	return changed, true
}

func (c *allEqual) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		i, j := 0, 0
		for k := range c.xs {
			if c.xs[k].LoAt(p) > c.xs[i].LoAt(p) {
				i = k
			}
			if c.xs[k].HiAt(p) < c.xs[j].HiAt(p) {
				j = k
			}
		}
		hi := c.xs[j].HiAt(p)
		return ge(p, c.xs[i], hi+1, le(p, c.xs[j], hi, out))
	}
	me := int(cookie)
	rel, k := asked(p, c.xs[me], a)
	for j, w := range c.xs {
		switch {
		case j == me:
		case rel == store.Ge && w.LoAt(p) >= k:
			return ge(p, w, k, out)
		case rel == store.Le && w.HiAt(p) <= k:
			return le(p, w, k, out)
		case rel == store.Ne && !w.HasAt(p, k):
			return ne(p, w, k, out)
		}
	}
	return out
}

func (c *allEqual) Check(a []int32) bool {
	for _, w := range c.xs {
		if w.In(a) != c.xs[0].In(a) {
			return false
		}
	}
	return true
}
