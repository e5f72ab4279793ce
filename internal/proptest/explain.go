package proptest

import (
	"fmt"

	"github.com/clewsolver/clew/internal/store"
)

// checkReasons asks for the reason of every entry of the log from position
// from on, and of each weaker bound that may be asked instead, and checks the
// answers: the premises held before the entry, and no solution of the case
// satisfies them and not the atom. If propagation failed, the conflict's
// reason is checked as well.
func checkReasons(c *Case, s *store.Store, from int, ok bool) error {
	for i := from; i < len(s.Entries()); i++ {
		e := s.Entries()[i]
		if e.Why.Prop == store.NoProp {
			continue
		}
		for _, a := range asked(s, e) {
			if err := checkReason(c, s, i, a); err != nil {
				return fmt.Errorf("entry %d %+v of %s, asked for %s: %w", i, e, maker(s, e), words(s, a), err)
			}
		}
	}
	if !ok {
		return checkConflict(c, s)
	}
	return nil
}

// asked returns the atom of an entry and, for a bound, the weaker ones that it
// made true.
func asked(s *store.Store, e store.Entry) []store.Atom {
	atoms := []store.Atom{e.Atom}
	if _, _, isValue := s.Subject(e.Atom); !isValue {
		const most = 20 // of a wide domain, only bounds near the old one
		for k := e.Old + 1; k < e.Atom.K && k < e.Old+most; k++ {
			atoms = append(atoms, store.Atom{H: e.Atom.H, K: k})
		}
	}
	return atoms
}

func checkReason(c *Case, s *store.Store, pos int, a store.Atom) error {
	before := s.Before(pos)
	premises := s.Explain(pos, a, nil)
	for _, p := range premises {
		if !before.Holds(p) {
			return fmt.Errorf("premise %s was not true", words(s, p))
		}
	}
	return c.refute(s, append(premises, a.Not()))
}

// checkConflict checks the reason of a failure: atoms that hold and that no
// solution of the case satisfies together.
func checkConflict(c *Case, s *store.Store) error {
	premises := s.ExplainFailure(nil)
	for _, p := range premises {
		if !s.Now().Holds(p) {
			return fmt.Errorf("conflict: %s is not true", words(s, p))
		}
	}
	if err := c.refute(s, premises); err != nil {
		return fmt.Errorf("conflict: %w", err)
	}
	return nil
}

// refute returns an error if a solution of the case, within the root domains,
// satisfies all atoms.
func (c *Case) refute(s *store.Store, atoms []store.Atom) error {
	var err error
	c.each(c.Domains, func(x []int32) bool {
		for _, a := range atoms {
			if !satisfies(s, x, a) {
				return true
			}
		}
		err = fmt.Errorf("%v is a solution in spite of", x)
		for _, a := range atoms {
			err = fmt.Errorf("%w %s", err, words(s, a))
		}
		return false
	})
	return err
}

// satisfies reports whether the assignment x makes a true.
func satisfies(s *store.Store, x []int32, a store.Atom) bool {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return x[v] >= a.K
	case !isValue:
		return -x[v] >= a.K
	case a.H&1 == 0:
		return x[v] == k
	}
	return x[v] != k
}

// words returns an atom as text.
func words(s *store.Store, a store.Atom) string {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return fmt.Sprintf("[x%d>=%d]", v, a.K)
	case !isValue:
		return fmt.Sprintf("[x%d<=%d]", v, -a.K)
	case a.H&1 == 0:
		return fmt.Sprintf("[x%d=%d]", v, k)
	}
	return fmt.Sprintf("[x%d!=%d]", v, k)
}

func maker(s *store.Store, e store.Entry) string {
	if e.Why.Prop == store.HoleChain {
		return "the chain of holes"
	}
	return fmt.Sprintf("%s (cookie %d)", s.Propagator(e.Why.Prop).Name(), e.Why.Cookie)
}
