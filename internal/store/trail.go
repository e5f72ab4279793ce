package store

// savedVar, savedWord and savedRev hold what a slot was before its first
// change after a Push.
type savedVar struct {
	v Var
	r record
}

type savedWord struct {
	at  uint32
	old uint64
}

type savedRev struct {
	at  Rev
	old int64
}

// mark is the length of every undo stack when a level began.
type mark struct {
	vars, words, revs, entailed, holes, log uint32
	stamp                                   uint64
}

// save keeps r for undoing, once a level. A slot that only the root changes is
// never kept: there is nothing to return to.
func (s *Store) save(v Var, r *record) {
	if s.varStamp[v] != s.stamp {
		s.varStamp[v] = s.stamp
		s.trail = append(s.trail, savedVar{v, *r})
	}
}

func (s *Store) saveWord(at uint32) {
	if s.wordStamp[at] != s.stamp {
		s.wordStamp[at] = s.stamp
		s.wordTrail = append(s.wordTrail, savedWord{at, s.words[at]})
	}
}

// Rev is a handle of a reversible integer, restored by Pop.
type Rev uint32

// NewRev adds n reversible integers with the value x and returns the first;
// the others follow it.
func (s *Store) NewRev(n int, x int64) Rev {
	first := Rev(len(s.revs))
	for range n {
		s.revs = append(s.revs, x)
		s.revStamp = append(s.revStamp, 0)
	}
	return first
}

// Rev returns the reversible integer at.
func (s *Store) Rev(at Rev) int64 { return s.revs[at] }

// SetRev changes the reversible integer at.
func (s *Store) SetRev(at Rev, x int64) {
	if s.revStamp[at] != s.stamp {
		s.revStamp[at] = s.stamp
		s.revTrail = append(s.revTrail, savedRev{at, s.revs[at]})
	}
	s.revs[at] = x
}

// Level returns the number of Push calls not yet popped.
func (s *Store) Level() int { return len(s.marks) }

// Push begins a level. Pre: nothing waits in the queue, since Pop would forget
// it: Propagate was run after the last change.
func (s *Store) Push() {
	if len(s.marks) == 0 {
		// Slots that a popped level saved are saved again when they change at
		// the root; nothing will ever restore those.
		s.trail, s.wordTrail, s.revTrail = s.trail[:0], s.wordTrail[:0], s.revTrail[:0]
	}
	s.marks = append(s.marks, mark{
		vars: uint32(len(s.trail)), words: uint32(len(s.wordTrail)), revs: uint32(len(s.revTrail)),
		entailed: uint32(len(s.entailed)), holes: uint32(len(s.holes)), log: uint32(len(s.log)),
		stamp: s.stamp,
	})
	s.lastStamp++
	s.stamp = s.lastStamp
}

// Pop ends the newest level and restores the state at its Push. It also
// clears the queue: what was waiting belonged to the abandoned state.
func (s *Store) Pop() {
	s.clearQueue()
	m := &s.marks[len(s.marks)-1]
	for i := len(s.trail) - 1; i >= int(m.vars); i-- {
		s.vars[s.trail[i].v] = s.trail[i].r
	}
	s.trail = s.trail[:m.vars]
	for i := len(s.wordTrail) - 1; i >= int(m.words); i-- {
		s.words[s.wordTrail[i].at] = s.wordTrail[i].old
	}
	s.wordTrail = s.wordTrail[:m.words]
	for i := len(s.revTrail) - 1; i >= int(m.revs); i-- {
		s.revs[s.revTrail[i].at] = s.revTrail[i].old
	}
	s.revTrail = s.revTrail[:m.revs]
	for _, p := range s.entailed[m.entailed:] {
		s.props[p].state &^= entailed
		s.props[p].changed = 0 // collected while entailed, unheard
	}
	s.entailed = s.entailed[:m.entailed]
	s.holes = s.holes[:m.holes]
	if s.logging {
		s.unlog(int(m.log))
	}
	s.stamp = m.stamp
	s.marks = s.marks[:len(s.marks)-1]
}

// PopTo pops levels until level remain.
func (s *Store) PopTo(level int) {
	for len(s.marks) > level {
		s.Pop()
	}
}
