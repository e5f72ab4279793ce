package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// clauseIff is b <=> lits[0] or lits[1] or ..., over 0/1 views. It is
// domain-consistent unless a variable occurs twice. Two positions that can
// still be true are kept in a cache, as in clause.
//
// Cookie: none; a change of b is due to a true literal or to all being false, a
// change of a literal to b and, if it is the last one, to the others.
type clauseIff struct {
	scope []store.View // lits, b
	lits  []store.View
	b     store.View
	i, j  int // positions last seen able to be true, not trusted
}

// NewClauseIff returns the constraint b <=> (lits[0] or lits[1] or ...);
// without literals b is 0.
func NewClauseIff(b store.View, lits []store.View) store.Propagator {
	scope := append(append([]store.View(nil), lits...), b)
	return &clauseIff{scope: scope, lits: scope[:len(lits)], b: b}
}

func (c *clauseIff) Name() string             { return "clause_iff" }
func (c *clauseIff) Scope() []store.View      { return c.scope }
func (c *clauseIff) Priority() store.Priority { return store.Unary }

func (c *clauseIff) Post(s *store.Store, me store.ID) {
	for i, w := range c.scope {
		s.Watch(w, store.OnFix, me, i)
	}
}

func (c *clauseIff) Propagate(s *store.Store, me store.ID) store.Status {
	if c.b.Hi(s) == 0 {
		for _, w := range c.lits {
			if !w.Fix(s, 0, 0) {
				return store.Failed
			}
		}
		return store.Entailed
	}
	for changed := s.TakeChanged(me); changed != 0; changed &= changed - 1 {
		for i := bits.TrailingZeros64(changed); i < len(c.lits); i += 64 {
			if c.lits[i].Lo(s) == 1 {
				if !c.b.Fix(s, 1, 0) {
					return store.Failed
				}
				return store.Entailed
			}
		}
	}
	if c.i != c.j && c.lits[c.i].Hi(s) == 1 && c.lits[c.j].Hi(s) == 1 {
		return store.Fixpoint
	}
	open := -1
	for i, w := range c.lits {
		if w.Hi(s) == 0 {
			continue
		}
		if open >= 0 {
			c.i, c.j = open, i
			return store.Fixpoint
		}
		open = i
	}
	switch {
	case open < 0:
		if !c.b.Fix(s, 0, 0) {
			return store.Failed
		}
	case c.b.Lo(s) == 0:
		return store.Fixpoint // b equals the last one
	case !c.lits[open].Fix(s, 1, 0):
		return store.Failed
	}
	return store.Entailed
}

// Explain looks for the contradiction in the negation of a: a true literal
// where b is 0, or b is 1 and no literal is true.
func (c *clauseIff) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	s := p.Store()
	b, free := spanAt(p, c.b, a), denied(s, c.b, a)
	if b.hi == 0 {
		at := -1
		for i, w := range c.lits {
			if denied(s, w, a).lo == 1 {
				at = i
				break
			}
			if at < 0 && w.LoAt(p) == 1 {
				at = i
			}
		}
		if at >= 0 {
			if free.hi > 0 {
				out = le(p, c.b, 0, out)
			}
			if w := c.lits[at]; denied(s, w, a).lo < 1 {
				out = ge(p, w, 1, out)
			}
			return out
		}
	}
	if free.lo < 1 {
		out = ge(p, c.b, 1, out)
	}
	for _, w := range c.lits {
		if denied(s, w, a).hi > 0 {
			out = le(p, w, 0, out)
		}
	}
	return out
}

func (c *clauseIff) Check(a []int32) bool {
	for _, w := range c.lits {
		if w.In(a) == 1 {
			return c.b.In(a) == 1
		}
	}
	return c.b.In(a) == 0
}
