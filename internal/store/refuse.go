package store

// attempt says what is known of a change that emptied a domain.
type attempt uint8

const (
	noAttempt attempt = iota // no mutator failed
	tried                    // Store.attempt contradicts the domain
	all                      // every value of Store.emptied was to be removed
	gap                      // a view was given a value that no value of its variable has
)

// empty notes that v would have lost its last value.
func (s *Store) empty(v Var) bool {
	s.emptied = v
	return false
}

// refuse notes that a contradicts the domain of its variable.
func (s *Store) refuse(a Atom, why uint32) bool {
	s.attempted, s.attempt, s.attemptWhy = tried, a, why
	return s.empty(Var(a.H / 2))
}

// refuseValue notes that v = k contradicts the domain of v. Only with a log
// does the atom matter, and its number exist.
func (s *Store) refuseValue(v Var, k int32, why uint32) bool {
	if s.logging {
		s.attempted, s.attempt, s.attemptWhy = tried, s.IsAtom(v, k), why
	}
	return s.empty(v)
}

// refuseRemoval notes that v has only the value k, which was to be removed.
func (s *Store) refuseRemoval(v Var, k int32, why uint32) bool {
	if s.logging {
		s.attempted, s.attempt, s.attemptWhy = tried, s.IsAtom(v, k).Not(), why
	}
	return s.empty(v)
}

// refuseAll notes that every value of v was to be removed.
func (s *Store) refuseAll(v Var, why uint32) bool {
	s.attempted, s.attemptWhy = all, why
	return s.empty(v)
}

// refuseGap notes that a view of v cannot have the value asked for, whatever
// the domain.
func (s *Store) refuseGap(v Var) bool {
	s.attempted = gap
	return s.empty(v)
}
