package store

// Lit is an atom in the form in which nogoods keep it: everything that its
// truth depends on is found in the record of its variable.
type Lit struct {
	code uint32 // variable * Relations + relation
	k    int32
}

// Relation is what a Lit says of its variable and its value.
type Relation uint32

// Relations, each beside its opposite. Their number is a power of two.
const (
	AtLeastLit Relation = iota // v >= k
	AtMostLit                  // v <= k
	EqualLit                   // v = k
	UnequalLit                 // v != k
	Relations
)

// MakeLit returns the literal that v stands in a relation to k.
func MakeLit(v Var, r Relation, k int32) Lit { return Lit{uint32(v)*uint32(Relations) + uint32(r), k} }

// Parts returns the variable and relation of l as one number, variable *
// Relations + relation, and its value.
func (l Lit) Parts() (code uint32, k int32) { return l.code, l.k }

func (l Lit) relation() Relation { return Relation(l.code) % Relations }
func (l Lit) variable() Var      { return Var(l.code / uint32(Relations)) }

// Not returns the negation of l.
func (l Lit) Not() Lit {
	switch l.relation() {
	case AtLeastLit:
		return Lit{l.code ^ 1, l.k - 1}
	case AtMostLit:
		return Lit{l.code ^ 1, l.k + 1}
	}
	return Lit{l.code ^ 1, l.k}
}

// Lit returns a as a literal.
func (s *Store) Lit(a Atom) Lit {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return MakeLit(v, AtLeastLit, a.K)
	case !isValue:
		return MakeLit(v, AtMostLit, -a.K)
	case a.H&1 == 0:
		return MakeLit(v, EqualLit, k)
	}
	return MakeLit(v, UnequalLit, k)
}

// LitOf returns the literal whose Words are x and y.
func LitOf(x, y uint32) Lit { return Lit{x, int32(y)} }

// Words returns l as two words.
func (l Lit) Words() (x, y uint32) { return l.code, uint32(l.k) }

// Atom returns l as an atom.
func (s *Store) Atom(l Lit) Atom {
	switch v := l.variable(); l.relation() {
	case AtLeastLit:
		return LoAtom(v, l.k)
	case AtMostLit:
		return HiAtom(v, l.k)
	case EqualLit:
		return s.IsAtom(v, l.k)
	default:
		return s.IsAtom(v, l.k).Not()
	}
}

// IsTrue reports whether l holds whatever the open variables take.
func (s *Store) IsTrue(l Lit) bool {
	r := &s.vars[l.variable()]
	switch l.relation() {
	case AtLeastLit:
		return r.lo >= l.k
	case AtMostLit:
		return r.hi <= l.k
	case EqualLit:
		return r.lo == l.k && r.hi == l.k
	}
	return !s.holds(r, l.k)
}

// IsFalse reports whether the negation of l holds.
func (s *Store) IsFalse(l Lit) bool {
	r := &s.vars[l.variable()]
	switch l.relation() {
	case AtLeastLit:
		return r.hi < l.k
	case AtMostLit:
		return r.lo > l.k
	case EqualLit:
		return !s.holds(r, l.k)
	}
	return r.lo == l.k && r.hi == l.k
}
