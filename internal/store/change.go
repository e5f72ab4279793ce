package store

import "math/bits"

// Each mutator narrows the domain of one variable, wakes the propagators that
// watch it and returns false when no value is left (the domain then stays as
// it was, and the level must be popped). why is the caller's cookie for a later
// explanation; propagators document what theirs mean.

// SetLo removes the values below k from v.
func (s *Store) SetLo(v Var, k int32, why uint32) bool {
	r := &s.vars[v]
	if k <= r.lo {
		return true
	}
	if k > r.hi {
		return s.refuse(LoAtom(v, k), why)
	}
	s.save(v, r)
	old := r.lo
	if r.form == narrow {
		r.word = r.word >> uint(k-r.base) << uint(k-r.base)
		r.lo = r.base + int32(bits.TrailingZeros64(r.word))
		r.size = int32(bits.OnesCount64(r.word))
	} else {
		r.lo = s.above(r, k)
		r.size -= s.countIn(r, old, k-1)
	}
	if s.logging {
		s.logLo(v, old, k, r.lo, why)
	}
	s.wakeLo(v, r)
	return true
}

// SetHi removes the values above k from v.
func (s *Store) SetHi(v Var, k int32, why uint32) bool {
	r := &s.vars[v]
	if k >= r.hi {
		return true
	}
	if k < r.lo {
		return s.refuse(HiAtom(v, k), why)
	}
	s.save(v, r)
	old := r.hi
	if r.form == narrow {
		shift := 63 - uint(k-r.base)
		r.word = r.word << shift >> shift
		r.hi = r.base + 63 - int32(bits.LeadingZeros64(r.word))
		r.size = int32(bits.OnesCount64(r.word))
	} else {
		r.hi = s.below(r, k)
		r.size -= s.countIn(r, k+1, old)
	}
	if s.logging {
		s.logHi(v, old, k, r.hi, why)
	}
	s.wakeHi(v, r)
	return true
}

// Fix removes every value of v but k.
func (s *Store) Fix(v Var, k int32, why uint32) bool {
	r := &s.vars[v]
	if r.lo == r.hi {
		if r.lo == k {
			return true
		}
		return s.refuseValue(v, k, why)
	}
	if !s.Has(v, k) {
		return s.refuseValue(v, k, why)
	}
	s.save(v, r)
	oldLo, oldHi := r.lo, r.hi
	r.lo, r.hi, r.size = k, k, 1
	if r.form == narrow {
		r.word = 1 << uint(k-r.base)
	}
	if s.logging {
		s.logFix(v, oldLo, oldHi, k, why)
	}
	start := s.subStart[5*uint(v):]
	switch {
	case k == oldLo:
		s.wake(s.subs[start[OnFix]:start[OnLo]])
		s.wake(s.subs[start[OnHi]:start[OnDomain+1]])
	case k == oldHi:
		s.wake(s.subs[start[OnFix]:start[OnHi]])
		s.wake(s.subs[start[OnBounds]:start[OnDomain+1]])
	default:
		s.wake(s.subs[start[OnFix]:start[OnDomain+1]])
	}
	return true
}

// Remove removes the value k from v.
func (s *Store) Remove(v Var, k int32, why uint32) bool {
	r := &s.vars[v]
	if r.form == narrow && !s.logging { // the most frequent change of all
		bit := uint64(1) << uint(uint32(k-r.base))
		if r.word&bit == 0 {
			return true
		}
		if r.word == bit {
			return s.empty(v)
		}
		s.setWord(v, r, r.word&^bit)
		return true
	}
	switch {
	case k < r.lo || k > r.hi:
		return true
	case k == r.lo:
		if k == r.hi {
			return s.refuseRemoval(v, k, why)
		}
		if s.logging {
			return s.removeLogged(v, k, why)
		}
		return s.SetLo(v, k+1, why)
	case k == r.hi:
		if s.logging {
			return s.removeLogged(v, k, why)
		}
		return s.SetHi(v, k-1, why)
	}
	i := uint(k - r.base)
	switch r.form {
	case narrow:
		if r.word>>i&1 == 0 {
			return true
		}
		s.save(v, r)
		r.word &^= 1 << i
	case banked:
		at := r.more + uint32(i>>6)
		if s.words[at]>>(i&63)&1 == 0 {
			return true
		}
		s.save(v, r)
		s.saveWord(at)
		s.words[at] &^= 1 << (i & 63)
	default:
		if s.holed(r, k) {
			return true
		}
		s.save(v, r)
		s.holes = append(s.holes, hole{k, uint32(r.word)})
		r.word = uint64(len(s.holes))
	}
	r.size--
	if s.logging {
		s.logHole(v, k, why)
	}
	s.wake(s.subs[s.subStart[5*uint(v)+OnDomain]:s.subStart[5*uint(v)+OnDomain+1]])
	return true
}

// Keep removes from the narrow variable v every value whose bit is not in
// mask; bit i stands for base+i (see Narrow).
func (s *Store) Keep(v Var, mask uint64, why uint32) bool {
	r := &s.vars[v]
	w := r.word & mask
	if w == r.word {
		return true
	}
	if w == 0 {
		return s.refuseAll(v, why)
	}
	if s.logging {
		return s.keepOneByOne(v, r.word&^w, why)
	}
	s.setWord(v, r, w)
	return true
}

// setWord gives the narrow variable v the values w, fewer than it has but not
// none. The log must be off.
func (s *Store) setWord(v Var, r *record, w uint64) {
	s.save(v, r)
	lo := r.base + int32(bits.TrailingZeros64(w))
	hi := r.base + 63 - int32(bits.LeadingZeros64(w))
	movedLo, movedHi := lo != r.lo, hi != r.hi
	r.word, r.lo, r.hi, r.size = w, lo, hi, int32(bits.OnesCount64(w))
	start := s.subStart[5*uint(v):][:OnDomain+2]
	first := OnDomain // the lists from here on are woken
	switch {
	case movedHi && movedLo:
		first = OnLo
	case movedHi:
		first = OnHi
	case movedLo:
		first = OnBounds
		s.wake(s.subs[start[OnLo]:start[OnHi]])
	}
	if lo == hi {
		s.wake(s.subs[start[OnFix]:start[OnLo]])
	}
	s.wake(s.subs[start[first]:start[OnDomain+1]])
}

// keepOneByOne removes the values of the word gone singly, so that the log
// has an atom for each.
func (s *Store) keepOneByOne(v Var, gone uint64, why uint32) bool {
	base := s.vars[v].base
	for ; gone != 0; gone &= gone - 1 {
		if !s.Remove(v, base+int32(bits.TrailingZeros64(gone)), why) {
			return false
		}
	}
	return true
}

// removeLogged removes a value at a bound: the log has the removal, then the
// bound that moved because of it.
func (s *Store) removeLogged(v Var, k int32, why uint32) bool {
	s.logHole(v, k, why)
	maker := s.active
	s.active = HoleChain
	if k == s.vars[v].lo {
		s.SetLo(v, s.above(&s.vars[v], k+1), 0)
	} else {
		s.SetHi(v, s.below(&s.vars[v], k-1), 0)
	}
	s.active = maker
	return true
}

func (s *Store) wakeLo(v Var, r *record) {
	start := s.subStart[5*uint(v):]
	if r.lo == r.hi {
		s.wake(s.subs[start[OnFix]:start[OnHi]])
	} else {
		s.wake(s.subs[start[OnLo]:start[OnHi]])
	}
	s.wake(s.subs[start[OnBounds]:start[OnDomain+1]])
}

func (s *Store) wakeHi(v Var, r *record) {
	start := s.subStart[5*uint(v):]
	if r.lo == r.hi {
		s.wake(s.subs[start[OnFix]:start[OnLo]])
	}
	s.wake(s.subs[start[OnHi]:start[OnDomain+1]])
}
