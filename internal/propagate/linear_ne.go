package propagate

import "github.com/clewsolver/clew/internal/store"

// linearNe is sum != rhs. It sleeps while two variables are open (their terms
// are kept in a cache, as in clause) and then removes the one value that is
// left to remove: domain-consistent.
//
// Cookie: 0; the reason is that all other variables are fixed.
type linearNe struct {
	linear
	a, b int // positions of terms last seen open, not trusted
}

func (l *linearNe) event() store.Event { return store.OnBounds }

func (l *linearNe) Post(s *store.Store, me store.ID) {
	l.prepare(s)
	for i, t := range l.terms {
		s.Watch(t.w, store.OnFix, me, i)
	}
}

func (l *linearNe) Propagate(s *store.Store, me store.ID) store.Status {
	if l.a != l.b && !l.terms[l.a].w.Fixed(s) && !l.terms[l.b].w.Fixed(s) {
		return store.Fixpoint
	}
	open, sum := -1, int64(0)
	for i := range l.terms {
		t := &l.terms[i]
		lo, hi := t.bounds(s)
		if lo == hi {
			sum += t.c * lo
			continue
		}
		if open >= 0 {
			l.a, l.b = open, i
			return store.Fixpoint
		}
		open = i
	}
	if open < 0 {
		if sum == l.rhs {
			return store.Failed
		}
		return store.Entailed
	}
	t := &l.terms[open]
	if k := (l.rhs - sum) / t.c; (l.rhs-sum)%t.c == 0 && !t.w.Remove(s, store.Clamp(k), 0) {
		return store.Failed
	}
	return store.Entailed
}

func (l *linearNe) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	for i := range l.terms {
		_, out, _ = fixedValue(p, l.terms[i].w, a, out)
	}
	return out
}

// verdict does not move the terms, so that the cache stays what it was.
func (l *linearNe) verdict(s *store.Store) verdict {
	lo, hi := int64(0), int64(0)
	for i := range l.terms {
		t := &l.terms[i]
		a, b := t.bounds(s)
		if t.c < 0 {
			a, b = b, a
		}
		lo += t.c * a
		hi += t.c * b
	}
	switch {
	case lo > l.rhs || hi < l.rhs:
		return holds
	case lo == hi:
		return fails
	}
	return undecided
}

func (l *linearNe) Check(a []int32) bool { return l.sumIn(a) != l.rhs }
