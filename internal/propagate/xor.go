package propagate

import "github.com/clewsolver/clew/internal/store"

// NewXor returns the constraint that the number of true lits is odd (parity
// true) or even (parity false). Strength: domain-consistent; Forward where a
// variable occurs in different truth views.
func NewXor(lits []store.View, parity bool) store.Propagator {
	x := &xor{scope: lits, parity: parity}
	odd := map[store.View]bool{} // a lit that occurs twice says nothing
	for _, w := range lits {
		w, negated := positive(w)
		x.parity = x.parity != negated
		odd[w] = !odd[w]
	}
	for _, w := range lits {
		if w, _ := positive(w); odd[w] {
			x.lits = append(x.lits, w)
			odd[w] = false
		}
	}
	x.b = len(x.lits) - 1
	return forwardRepeated(x, x.lits)
}

// positive returns a 0/1 view as a view or the negation of one, so that a view
// and its negation give the same.
func positive(w store.View) (p store.View, negated bool) {
	switch {
	case w.Kind == store.Unequal, w.Kind == store.AtMost, w.Kind == store.Affine && w.A < 0:
		return w.Not(), true
	}
	return w, false
}

// xor is a parity constraint. Two lits last seen open are kept in a cache, as
// in clause: only when one is left it is determined.
//
// Cookie: 0; the reason is that all other lits are fixed.
type xor struct {
	scope  []store.View
	lits   []store.View
	parity bool
	a, b   int // positions last seen open, not trusted
}

func (x *xor) Name() string             { return "xor" }
func (x *xor) Scope() []store.View      { return x.scope }
func (x *xor) Priority() store.Priority { return store.Unary }

func (x *xor) Post(s *store.Store, me store.ID) {
	for i, w := range x.lits {
		s.Watch(w, store.OnFix, me, i)
	}
}

func (x *xor) Propagate(s *store.Store, me store.ID) store.Status {
	if x.a < x.b && !x.lits[x.a].Fixed(s) && !x.lits[x.b].Fixed(s) {
		return store.Fixpoint
	}
	open, missing := -1, x.parity
	for i, w := range x.lits {
		switch lo, hi := w.Lo(s), w.Hi(s); {
		case lo == 1:
			missing = !missing
		case hi == 0:
		case open >= 0:
			x.a, x.b = open, i
			return store.Fixpoint
		default:
			open = i
		}
	}
	k := int32(0)
	if missing {
		k = 1
	}
	if open < 0 && missing || open >= 0 && !x.lits[open].Fix(s, k, 0) {
		return store.Failed
	}
	return store.Entailed
}

func (x *xor) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	for _, w := range x.lits {
		_, out, _ = fixedValue(p, w, a, out)
	}
	return out
}

func (x *xor) Check(a []int32) bool {
	missing := x.parity
	for _, w := range x.lits {
		missing = missing != (w.In(a) == 1)
	}
	return !missing
}
