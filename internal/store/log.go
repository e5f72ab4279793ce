package store

// Reason says who made a change: a propagator and its cookie. A decision has
// the propagator NoProp. Bounds that moved past removed values have the
// propagator HoleChain.
type Reason struct {
	Prop   ID
	Cookie uint32
}

// HoleChain is the reason of a bound that moved on because the values next to
// the posted bound had been removed before.
const HoleChain = NoProp - 1

// Nogood is the maker of changes that follow from a learned nogood; the cookie
// is the search's handle of it.
const Nogood = NoProp - 2

// Entry is one change in the log: Atom became true, where its half had the
// bound Old.
type Entry struct {
	Atom Atom
	Old  int32
	Prev int32 // index of the previous entry of the same half, -1 for none
	Why  Reason
}

// Log turns the log on. It must be called after Seal, at level 0, before the
// first Propagate.
func (s *Store) Log() {
	s.logging = true
	s.lastEntry = make([]int32, 2*(int(s.valueStart[len(s.vars)])+len(s.wideValues)))
	for i := range s.lastEntry {
		s.lastEntry[i] = -1
	}
	s.owner = make([]Var, int(s.valueStart[len(s.vars)])-len(s.vars))
	for v := range s.vars {
		for x := s.valueStart[v]; x < s.valueStart[v+1]; x++ {
			s.owner[x-uint32(len(s.vars))] = Var(v)
		}
	}
	s.Settle()
}

// Logging reports whether the log is on.
func (s *Store) Logging() bool { return s.logging }

// Entries returns the log of the current branch, oldest first. It is valid
// until the next change.
func (s *Store) Entries() []Entry { return s.log }

func (s *Store) note(a Atom, old int32, why Reason) {
	s.log = append(s.log, Entry{a, old, s.lastEntry[a.H], why})
	s.lastEntry[a.H] = int32(len(s.log) - 1)
}

// Recookie changes the cookie of entry i, whose maker moved what it names.
func (s *Store) Recookie(i int, cookie uint32) { s.log[i].Why.Cookie = cookie }

func (s *Store) unlog(n int) {
	for i := len(s.log) - 1; i >= n; i-- {
		s.lastEntry[s.log[i].Atom.H] = s.log[i].Prev
	}
	s.log = s.log[:n]
}

// logLo notes that lo(v) went from old to the posted bound k, and from there
// to now if values above k were missing.
func (s *Store) logLo(v Var, old, k, now int32, why uint32) {
	s.note(LoAtom(v, k), old, Reason{s.active, why})
	if now != k {
		s.note(LoAtom(v, now), k, Reason{HoleChain, 0})
	}
}

func (s *Store) logHi(v Var, old, k, now int32, why uint32) {
	s.note(HiAtom(v, k), -old, Reason{s.active, why})
	if now != k {
		s.note(HiAtom(v, now), -k, Reason{HoleChain, 0})
	}
}

func (s *Store) logFix(v Var, oldLo, oldHi, k int32, why uint32) {
	if k != oldLo {
		s.note(LoAtom(v, k), oldLo, Reason{s.active, why})
	}
	if k != oldHi {
		s.note(HiAtom(v, k), -oldHi, Reason{s.active, why})
	}
}

// logHole notes the removal of k from the domain of v.
func (s *Store) logHole(v Var, k int32, why uint32) {
	s.note(s.IsAtom(v, k).Not(), -1, Reason{s.active, why})
}
