package store

import "sort"

// Atom is the statement "half H is at least K". See the package comment.
type Atom struct {
	H uint32
	K int32
}

// Not returns the negation of a.
func (a Atom) Not() Atom { return Atom{a.H ^ 1, 1 - a.K} }

// LoAtom returns the atom v >= k.
func LoAtom(v Var, k int32) Atom { return Atom{2 * uint32(v), k} }

// HiAtom returns the atom v <= k.
func HiAtom(v Var, k int32) Atom { return Atom{2*uint32(v) + 1, -k} }

// numberValueHalves gives each value of the root range of each variable with
// bits a 0/1 variable of its own, numbered after the real ones. They have no
// record: only their number exists. Wide variables have none.
func (s *Store) numberValueHalves() {
	s.valueStart = make([]uint32, len(s.vars)+1)
	next := uint64(len(s.vars))
	for v := range s.vars {
		s.valueStart[v] = uint32(next)
		next += uint64(s.width(Var(v)))
		if next >= 1<<31 {
			panic("store: too many values to number") // the model's size limits come first
		}
	}
	s.valueStart[len(s.vars)] = uint32(next)
}

// width is the number of value halves of v. Pre: v has its root record.
func (s *Store) width(v Var) uint32 {
	if r := &s.vars[v]; r.form != wide {
		return uint32(r.hi-r.base) + 1
	}
	return 0
}

// EqAtom returns the atom v = k. ok is false if v is wide or k lies outside of
// its root range.
func (s *Store) EqAtom(v Var, k int32) (a Atom, ok bool) {
	first := s.valueStart[v]
	i := int64(k) - int64(s.vars[v].base)
	if i < 0 || i >= int64(s.valueStart[v+1]-first) {
		return Atom{}, false
	}
	return Atom{2 * (first + uint32(i)), 1}, true
}

// wideValue is a value that has a number though its variable's values as such
// have none.
type wideValue struct {
	v Var
	k int32
}

// findEqAtom returns the atom v = k if that value has a number.
func (s *Store) findEqAtom(v Var, k int32) (a Atom, ok bool) {
	if a, ok = s.EqAtom(v, k); ok {
		return a, true
	}
	x, ok := s.wideNumber[wideValue{v, k}]
	return Atom{2 * x, 1}, ok
}

// numberWideValue gives v = k a number of its own.
func (s *Store) numberWideValue(v Var, k int32) Atom {
	x := s.valueStart[len(s.vars)] + uint32(len(s.wideValues))
	if s.wideOf == nil {
		s.wideOf = map[Var][]uint32{}
	}
	s.wideOf[v] = append(s.wideOf[v], uint32(len(s.wideValues)))
	s.wideValues = append(s.wideValues, wideValue{v, k})
	if s.wideNumber == nil {
		s.wideNumber = map[wideValue]uint32{}
	}
	s.wideNumber[wideValue{v, k}] = x
	s.lastEntry = append(s.lastEntry, -1, -1)
	return Atom{2 * x, 1}
}

// IsWide reports whether the values of v have no numbers but those given one
// by one.
func (s *Store) IsWide(v Var) bool { return s.vars[v].form == wide }

// Subject returns the variable that a speaks of, and for a value atom its
// value.
func (s *Store) Subject(a Atom) (v Var, value int32, isValue bool) {
	x := a.H / 2
	if x < uint32(len(s.vars)) {
		return Var(x), 0, false
	}
	if first := s.valueStart[len(s.vars)]; x >= first {
		w := s.wideValues[x-first]
		return w.v, w.k, true
	}
	if s.owner != nil {
		v = s.owner[x-uint32(len(s.vars))]
		return v, s.vars[v].base + int32(x-s.valueStart[v]), true
	}
	i := sort.Search(len(s.vars), func(i int) bool { return s.valueStart[i+1] > x })
	return Var(i), s.vars[i].base + int32(x-s.valueStart[i]), true
}

// Holds reports whether a is true whatever the open variables take.
func (s *Store) Holds(a Atom) bool {
	v, k, isValue := s.Subject(a)
	r := &s.vars[v]
	switch {
	case !isValue && a.H&1 == 0:
		return r.lo >= a.K
	case !isValue:
		return -r.hi >= a.K
	case a.K <= a.lowest():
		return true
	case a.H&1 == 0:
		return a.K == 1 && r.lo == k && r.hi == k
	}
	return a.K == 0 && !s.Has(v, k)
}

// lowest is the bound that the half of a value atom has from the start.
func (a Atom) lowest() int32 {
	if a.H&1 == 0 {
		return 0
	}
	return -1
}

// AssertFor is Assert by the maker id, with its cookie.
func (s *Store) AssertFor(id ID, a Atom, why uint32) bool {
	maker := s.active
	s.active = id
	ok := s.Assert(a, why)
	s.active = maker
	return ok
}

// Assert makes a true and returns false if that empties a domain.
func (s *Store) Assert(a Atom, why uint32) bool {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return s.SetLo(v, a.K, why)
	case !isValue:
		return s.SetHi(v, -a.K, why)
	case a.K <= a.lowest():
		return true
	case a.K > a.lowest()+1:
		return s.empty(v)
	case a.H&1 == 0:
		return s.Fix(v, k, why)
	}
	return s.Remove(v, k, why)
}
