package propagate

import "github.com/clewsolver/clew/internal/store"

// tableIff is b <=> (xs[0], xs[1], ...) in tuples. While b is open it keeps the
// tuples that are still possible, as table and notTable do, and counts them:
// none means 0, as many as there are combinations means 1. Afterwards it is one
// of the two. Strength: theirs; domain-consistent before, where no variable
// repeats.
//
// Cookie: none; a change of b has the reason of the failure that table or
// notTable would have, the others are theirs, together with b.
type tableIff struct {
	scope []store.View // xs, b
	b     store.View
	yes   *table
	no    *notTable
}

// NewTableIff returns the constraint b <=> xs in tuples, where b is a 0/1 view.
// See NewTable.
func NewTableIff(b store.View, xs []store.View, tuples [][]int32) store.Propagator {
	scope := append(append([]store.View(nil), xs...), b)
	yes := newTable(scope[:len(xs)], tuples)
	no := &notTable{xs: yes.xs, tuples: yes.tuples}
	return forwardRepeated(&tableIff{scope, b, yes, no}, scope)
}

func (t *tableIff) Name() string             { return "table_iff" }
func (t *tableIff) Scope() []store.View      { return t.scope }
func (t *tableIff) Priority() store.Priority { return store.Costly }

func (t *tableIff) Post(s *store.Store, me store.ID) {
	t.no.Post(s, me) // both share the tuples
	t.yes.columns, t.yes.set = t.no.columns, t.no.set
	t.yes.begun = s.NewRev(1, 0)
	s.Watch(t.b, store.OnFix, me, len(t.no.columns))
}

func (t *tableIff) Propagate(s *store.Store, me store.ID) store.Status {
	switch {
	case t.b.Lo(s) == 1:
		return t.yes.Propagate(s, me)
	case t.b.Hi(s) == 0:
		return t.no.Propagate(s, me)
	}
	value := int32(0)
	switch possible, all := t.no.refresh(s, me); {
	case possible == 0:
	case possible == all:
		value = 1
	default:
		return store.Fixpoint
	}
	if !t.b.Fix(s, value, 0) {
		return store.Failed
	}
	return store.Entailed
}

func (t *tableIff) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	b, free := spanAt(p, t.b, a), denied(p.Store(), t.b, a)
	if !t.b.FixedAt(p) {
		a = store.False // b was changed
	}
	if b.lo == 1 {
		if free.lo < 1 {
			out = ge(p, t.b, 1, out)
		}
		return t.yes.Explain(p, a, 0, out)
	}
	if free.hi > 0 {
		out = le(p, t.b, 0, out)
	}
	return t.no.Explain(p, a, 0, out)
}

func (t *tableIff) Check(a []int32) bool { return t.yes.Check(a) == (t.b.In(a) == 1) }
