package store

// Lit is an atom in the form in which nogoods keep it: everything that its
// truth depends on is found in the record of its variable.
type Lit struct {
	code uint32 // variable << 2 | relation
	k    int32
}

// Relations of a Lit.
const (
	litGe uint32 = iota // v >= k
	litLe               // v <= k
	litEq               // v = k
	litNe               // v != k
)

// Lit returns a as a literal.
func (s *Store) Lit(a Atom) Lit {
	v, k, isValue := s.Subject(a)
	relation := litNe
	switch {
	case !isValue && a.H&1 == 0:
		relation, k = litGe, a.K
	case !isValue:
		relation, k = litLe, -a.K
	case a.H&1 == 0:
		relation = litEq
	}
	return Lit{uint32(v)<<2 | relation, k}
}

// LitOf returns the literal whose Words are x and y.
func LitOf(x, y uint32) Lit { return Lit{x, int32(y)} }

// Words returns l as two words.
func (l Lit) Words() (x, y uint32) { return l.code, uint32(l.k) }

// Atom returns l as an atom.
func (s *Store) Atom(l Lit) Atom {
	switch v := Var(l.code >> 2); l.code & 3 {
	case litGe:
		return LoAtom(v, l.k)
	case litLe:
		return HiAtom(v, l.k)
	case litEq:
		return s.IsAtom(v, l.k)
	default:
		return s.IsAtom(v, l.k).Not()
	}
}

// IsTrue reports whether l holds whatever the open variables take.
func (s *Store) IsTrue(l Lit) bool {
	r := &s.vars[l.code>>2]
	switch l.code & 3 {
	case litGe:
		return r.lo >= l.k
	case litLe:
		return r.hi <= l.k
	case litEq:
		return r.lo == l.k && r.hi == l.k
	}
	return !s.holds(r, l.k)
}

// IsFalse reports whether the negation of l holds.
func (s *Store) IsFalse(l Lit) bool {
	r := &s.vars[l.code>>2]
	switch l.code & 3 {
	case litGe:
		return r.hi < l.k
	case litLe:
		return r.lo > l.k
	case litEq:
		return !s.holds(r, l.k)
	}
	return r.lo == l.k && r.hi == l.k
}
