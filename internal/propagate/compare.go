package propagate

import "github.com/clewsolver/clew/internal/store"

// NewCompare returns the constraint x op y + c. All six comparisons are
// domain-consistent ("=" over domains of up to 4096 values, otherwise its
// bounds have supports), Forward where x and y share a variable in different
// views.
func NewCompare(x store.View, op Op, y store.View, c int32) store.Propagator {
	return NewLinear([]int64{1, -1}, []store.View{x, y}, op, int64(c))
}

// atMost is x <= y + c over two variables: domain-consistent, constant time.
//
// Cookie: 0; the reason is the bound of the other variable.
type atMost struct {
	scope []store.View
	x, y  store.Var
	c     int64
}

// newAtMost returns x - y <= rhs, given as two terms with the coefficients 1
// and -1.
func newAtMost(l linear) *atMost {
	x, y := l.terms[0], l.terms[1]
	if x.c < 0 {
		x, y = y, x
	}
	return &atMost{l.scope, x.w.V, y.w.V, l.rhs}
}

func (l *atMost) Name() string             { return "linear" }
func (l *atMost) Scope() []store.View      { return l.scope }
func (l *atMost) Priority() store.Priority { return store.Unary }
func (l *atMost) prepare(s *store.Store)   {}
func (l *atMost) event() store.Event       { return store.OnBounds }

func (l *atMost) Post(s *store.Store, me store.ID) {
	s.Watch(store.Ident(l.x), store.OnLo, me, 0)
	s.Watch(store.Ident(l.y), store.OnHi, me, 1)
	// The other bounds can only entail it: to hear of the last is enough.
	s.WatchAlso(store.Ident(l.x), store.OnFix, me, 0)
	s.WatchAlso(store.Ident(l.y), store.OnFix, me, 1)
}

func (l *atMost) Propagate(s *store.Store, me store.ID) store.Status {
	least, most := int64(s.Lo(l.x)), int64(s.Hi(l.y))+l.c
	if int64(s.Hi(l.x)) > most && !s.SetHi(l.x, store.Clamp(most), 0) ||
		int64(s.Lo(l.y)) < least-l.c && !s.SetLo(l.y, store.Clamp(least-l.c), 0) {
		return store.Failed
	}
	if int64(s.Hi(l.x)) <= int64(s.Lo(l.y))+l.c {
		return store.Entailed
	}
	return store.Fixpoint
}

func (l *atMost) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	s := p.Store()
	x, y := store.Ident(l.x), store.Ident(l.y)
	dx, dy := denied(s, x, a), denied(s, y, a)
	k := int64(p.Hi(l.y)) + l.c // x > k and y <= k-c
	switch {
	case dx.lo > -unbounded:
		return le(p, y, dx.lo-1-l.c, out)
	case dy.hi < unbounded:
		return ge(p, x, dy.hi+l.c+1, out)
	}
	return le(p, y, k-l.c, ge(p, x, k+1, out))
}

func (l *atMost) verdict(s *store.Store) verdict {
	switch {
	case int64(s.Lo(l.x)) > int64(s.Hi(l.y))+l.c:
		return fails
	case int64(s.Hi(l.x)) <= int64(s.Lo(l.y))+l.c:
		return holds
	}
	return undecided
}

func (l *atMost) Check(a []int32) bool { return int64(a[l.x]) <= int64(a[l.y])+l.c }

// unequal is x != sign*y + c over two variables: it waits for one to be fixed
// and removes a value of the other. Domain-consistent, constant time.
//
// Cookie: 0; the reason is the value of the other variable.
type unequal struct {
	scope   []store.View
	x, y    store.Var
	sign, c int64
}

// newUnequal returns x*c0 + y*c1 != rhs, given as two terms with coefficients
// 1 or -1.
func newUnequal(l linear) *unequal {
	x, y := l.terms[0], l.terms[1]
	return &unequal{l.scope, x.w.V, y.w.V, -x.c * y.c, x.c * l.rhs}
}

func (l *unequal) Name() string             { return "linear" }
func (l *unequal) Scope() []store.View      { return l.scope }
func (l *unequal) Priority() store.Priority { return store.Unary }
func (l *unequal) prepare(s *store.Store)   {}
func (l *unequal) event() store.Event       { return store.OnBounds }

func (l *unequal) Post(s *store.Store, me store.ID) {
	s.Watch(store.Ident(l.x), store.OnFix, me, 0)
	s.Watch(store.Ident(l.y), store.OnFix, me, 1)
}

func (l *unequal) Propagate(s *store.Store, me store.ID) store.Status {
	ok := true
	switch {
	case s.Fixed(l.x):
		ok = s.Remove(l.y, store.Clamp(l.sign*(int64(s.Lo(l.x))-l.c)), 0)
	case s.Fixed(l.y):
		ok = s.Remove(l.x, store.Clamp(l.sign*int64(s.Lo(l.y))+l.c), 0)
	default:
		return store.Fixpoint
	}
	if !ok {
		return store.Failed
	}
	return store.Entailed
}

func (l *unequal) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	_, out, _ = fixedValue(p, store.Ident(l.x), a, out)
	_, out, _ = fixedValue(p, store.Ident(l.y), a, out)
	return out
}

func (l *unequal) verdict(s *store.Store) verdict {
	a, b := l.sign*int64(s.Lo(l.y))+l.c, l.sign*int64(s.Hi(l.y))+l.c
	lo, hi := int64(s.Lo(l.x)), int64(s.Hi(l.x))
	switch {
	case hi < min(a, b) || lo > max(a, b):
		return holds
	case a == b && lo == hi:
		return fails
	}
	return undecided
}

func (l *unequal) Check(a []int32) bool { return int64(a[l.x]) != l.sign*int64(a[l.y])+l.c }
