package propagate

import "github.com/clewsolver/clew/internal/store"

// NewLinearIff returns b <=> sum coefs[i]*xs[i] op rhs, where b is a 0/1 view.
// See NewLinear for what the sum may be, and for the strength once b is fixed.
// Strength in general: inequalities, and "=" and "!=" with up to two variables
// (domains of up to 4096 values), are domain-consistent; the others Forward;
// all are Forward where a variable repeats.
func NewLinearIff(b store.View, coefs []int64, xs []store.View, op Op, rhs int64) store.Propagator {
	if op == Ne {
		b, op = b.Not(), Eq
	}
	scope := append([]store.View{b}, xs...)
	yes, views := newRelation(scope, coefs, xs, op, rhs)
	views = append(views, b)
	if t, ok := truthOf(yes); ok {
		r, _ := newRelation(scope, []int64{1, -1}, []store.View{b, t}, Eq, 0)
		return forwardRepeated(r, views)
	}
	no, _ := newRelation(scope, coefs, xs, op.Negate(), rhs)
	return forwardRepeated(&reified{"linear_iff", scope, b, yes, no, views}, views)
}

// NewLinearIf returns b -> sum coefs[i]*xs[i] op rhs, where b is a 0/1 view.
// Its strength is that of NewLinearIff.
func NewLinearIf(b store.View, coefs []int64, xs []store.View, op Op, rhs int64) store.Propagator {
	scope := append([]store.View{b}, xs...)
	yes, views := newRelation(scope, coefs, xs, op, rhs)
	views = append(views, b)
	if t, ok := truthOf(yes); ok {
		r, _ := newRelation(scope, []int64{1, -1}, []store.View{b, t}, Le, 0)
		return forwardRepeated(r, views)
	}
	return forwardRepeated(&reified{"linear_if", scope, b, yes, nil, views}, views)
}

// truthOf returns the truth view that says the same as a relation over one
// variable.
func truthOf(r relation) (w store.View, ok bool) {
	var l *linear
	kind := store.Equal
	switch r := r.(type) {
	case *linearEq:
		l = &r.linear
	case *linearNe:
		l, kind = &r.linear, store.Unequal
	case *linearLe:
		l, kind = &r.linear, store.AtMost
	default:
		return w, false
	}
	if len(l.terms) != 1 || l.terms[0].w.Kind != store.Affine {
		return w, false
	}
	t := l.terms[0] // its coefficient is 1 or -1
	if kind == store.AtMost && t.c < 0 {
		kind = store.AtLeast
	}
	return store.View{V: t.w.V, Kind: kind, C: store.Clamp(t.c * l.rhs)}, true
}

// reified ties a 0/1 view to a relation: while b is open it asks for the
// relation's verdict, afterwards it runs the relation or its negation.
//
// Cookie: that of the relation; settled for a change of b, whose reason is that
// of the conflict which the relation or its negation would have.
type reified struct {
	name    string
	scope   []store.View
	b       store.View
	yes, no relation // no is nil for an implication
	views   []store.View
}

// settled is the cookie of reified for its 0/1 view.
const settled = triedValue - 1

func (r *reified) Name() string             { return r.name }
func (r *reified) Scope() []store.View      { return r.scope }
func (r *reified) Priority() store.Priority { return store.Linear }

func (r *reified) Post(s *store.Store, me store.ID) {
	r.yes.prepare(s)
	ev := r.yes.event()
	if r.no != nil {
		r.no.prepare(s)
	}
	for i, w := range r.views[:len(r.views)-1] {
		s.Watch(w, ev, me, i)
	}
	s.Watch(r.b, store.OnFix, me, len(r.views)-1)
}

func (r *reified) Propagate(s *store.Store, me store.ID) store.Status {
	if r.b.Lo(s) == 1 {
		return r.yes.Propagate(s, me)
	}
	if r.b.Hi(s) == 0 {
		if r.no == nil {
			return store.Entailed
		}
		return r.no.Propagate(s, me)
	}
	switch r.yes.verdict(s) {
	case holds:
		if r.no != nil && !r.b.Fix(s, 1, settled) {
			return store.Failed
		}
		return store.Entailed
	case fails:
		if !r.b.Fix(s, 0, settled) {
			return store.Failed
		}
		return store.Entailed
	}
	return store.Fixpoint
}

func (r *reified) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	s := p.Store()
	if cookie == settled {
		// One of the two cannot be; b says which.
		if denied(s, r.b, a).lo == 1 {
			return r.yes.Explain(p, store.False, 0, out)
		}
		return r.no.Explain(p, store.False, 0, out)
	}
	if r.b.LoAt(p) == 1 {
		return r.yes.Explain(p, a, cookie, ge(p, r.b, 1, out))
	}
	return r.no.Explain(p, a, cookie, le(p, r.b, 0, out))
}

func (r *reified) Check(a []int32) bool {
	if r.b.In(a) == 1 {
		return r.yes.Check(a)
	}
	return r.no == nil || !r.yes.Check(a)
}
