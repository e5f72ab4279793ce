package propagate

import "github.com/clewsolver/clew/internal/store"

// clause is the disjunction of 0/1 views. It is domain-consistent unless a
// variable occurs twice. Two watched positions are kept in a cache: while both
// can be true there is nothing to do (Moskewicz et al., Chaff, DAC 2001).
//
// Cookie: none; the reason of the last true literal is that all others are
// false.
type clause struct {
	lits []store.View
	a, b int // positions last seen able to be true, not trusted
}

// NewClause returns the constraint lits[0] or lits[1] or ...; without literals
// it is false.
func NewClause(lits []store.View) store.Propagator {
	return &clause{lits: lits, b: min(1, len(lits)-1)}
}

func (c *clause) Name() string             { return "clause" }
func (c *clause) Scope() []store.View      { return c.lits }
func (c *clause) Priority() store.Priority { return store.Unary }

func (c *clause) Post(s *store.Store, me store.ID) {
	for i, w := range c.lits {
		s.Watch(w, store.OnFix, me, i)
	}
}

func (c *clause) Propagate(s *store.Store, me store.ID) store.Status {
	if len(c.lits) == 0 {
		return store.Failed
	}
	if c.a != c.b && c.lits[c.a].Hi(s) == 1 && c.lits[c.b].Hi(s) == 1 {
		if c.lits[c.a].Lo(s) == 1 || c.lits[c.b].Lo(s) == 1 {
			return store.Entailed
		}
		return store.Fixpoint
	}
	open := -1
	for i, w := range c.lits {
		if w.Lo(s) == 1 {
			return store.Entailed
		}
		if w.Hi(s) == 0 {
			continue
		}
		if open >= 0 {
			c.a, c.b = open, i
			return store.Fixpoint
		}
		open = i
	}
	if open < 0 || !c.lits[open].Fix(s, 1, 0) {
		return store.Failed
	}
	return store.Entailed
}

func (c *clause) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	for _, w := range c.lits {
		if denied(p.Store(), w, a).hi > 0 {
			out = le(p, w, 0, out)
		}
	}
	return out
}

func (c *clause) Check(a []int32) bool {
	for _, w := range c.lits {
		if w.In(a) == 1 {
			return true
		}
	}
	return false
}
