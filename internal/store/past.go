package store

// Past is the state of the domains just before an entry of the log, or now. It
// reads the history chains of the log: the further back, the longer a read
// takes. It stays valid while the entries before it stay on the log.
type Past struct {
	s   *Store
	pos int32 // entries below pos have happened
}

// Before returns the state just before entry pos of the log.
func (s *Store) Before(pos int) Past { return Past{s, int32(pos)} }

// Now returns the present state.
func (s *Store) Now() Past { return Past{s, int32(len(s.log))} }

// bound returns the bound of half h, whose bound at the root of the log is
// root.
func (p Past) bound(h uint32, root int32) int32 {
	if p.pos == 0 {
		return root
	}
	i := p.s.lastEntry[h]
	for i >= p.pos {
		i = p.s.log[i].Prev
	}
	if i < 0 {
		return root
	}
	return p.s.log[i].Atom.K
}

// Lo returns the smallest value that v had.
func (p Past) Lo(v Var) int32 { return p.bound(2*uint32(v), p.s.root.vars[v].lo) }

// Hi returns the largest value that v had.
func (p Past) Hi(v Var) int32 { return -p.bound(2*uint32(v)+1, -p.s.root.vars[v].hi) }

// Fixed reports whether v had one value.
func (p Past) Fixed(v Var) bool { return p.Lo(v) == p.Hi(v) }

// Has reports whether k was a value of v.
func (p Past) Has(v Var, k int32) bool {
	if k < p.Lo(v) || k > p.Hi(v) || !p.s.root.has(p.s, v, k) {
		return false
	}
	a, ok := p.s.findEqAtom(v, k)
	return !ok || p.bound(a.H|1, -1) < 0
}

// Holds reports whether a was true.
func (p Past) Holds(a Atom) bool {
	v, k, isValue := p.s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return p.Lo(v) >= a.K
	case !isValue:
		return -p.Hi(v) >= a.K
	case a.K <= a.lowest():
		return true
	case a.H&1 == 0:
		return a.K == 1 && p.Lo(v) == k && p.Hi(v) == k
	}
	return a.K == 0 && !p.Has(v, k)
}

// LoAt, HiAt, FixedAt and HasAt read a view in the past.

// LoAt returns the smallest value that the view had.
func (w View) LoAt(p Past) int32 {
	switch {
	case w.Kind != Affine:
		lo, _ := w.truthAt(p)
		return lo
	case w.A > 0:
		return w.A*p.Lo(w.V) + w.C
	}
	return w.A*p.Hi(w.V) + w.C
}

// HiAt returns the largest value that the view had.
func (w View) HiAt(p Past) int32 {
	switch {
	case w.Kind != Affine:
		_, hi := w.truthAt(p)
		return hi
	case w.A > 0:
		return w.A*p.Hi(w.V) + w.C
	}
	return w.A*p.Lo(w.V) + w.C
}

// FixedAt reports whether the view had one value.
func (w View) FixedAt(p Past) bool { return w.LoAt(p) == w.HiAt(p) }

// HasAt reports whether k was a value of the view.
func (w View) HasAt(p Past, k int32) bool {
	if w.Kind != Affine {
		lo, hi := w.truthAt(p)
		return lo <= k && k <= hi
	}
	x, ok := w.preimage(k)
	return ok && p.Has(w.V, x)
}

func (w View) truthAt(p Past) (lo, hi int32) {
	a, not := w.truthAtoms(p.s)
	if p.Holds(a) {
		return 1, 1
	}
	if p.Holds(not) {
		return 0, 0
	}
	return 0, 1
}

// root is the state that the log begins from.
type root struct {
	vars  []record
	words []uint64
}

func (r *root) has(s *Store, v Var, k int32) bool {
	rec := &r.vars[v]
	if k < rec.lo || k > rec.hi {
		return false
	}
	i := uint(k - rec.base)
	switch rec.form {
	case narrow:
		return rec.word>>i&1 != 0
	case banked:
		return r.words[uint(rec.more)+i>>6]>>(i&63)&1 != 0
	}
	return !s.holed(rec, k)
}

// Settle makes the present state the root of the log. Pre: level 0 and the log
// is on. Facts of the root need no reason: explanations leave them out.
func (s *Store) Settle() {
	for i := range s.log {
		s.lastEntry[s.log[i].Atom.H] = -1
	}
	s.log = s.log[:0]
	s.root.vars = append(s.root.vars[:0], s.vars...)
	s.root.words = append(s.root.words[:0], s.words...)
}

// AtRoot reports whether a holds at the root of the log.
func (s *Store) AtRoot(a Atom) bool { return Past{s, 0}.Holds(a) }

// Since returns the position of the log entry that made a true, -1 if a holds
// at the root of the log. Pre: a holds now.
func (s *Store) Since(a Atom) int {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue:
		return s.sinceBound(a)
	case a.H&1 == 0:
		return max(s.sinceBound(LoAtom(v, k)), s.sinceBound(HiAtom(v, k)))
	case !s.root.has(s, v, k):
		return -1
	}
	first := int(s.lastEntry[a.H]) // the removal of k, -1 if a bound passed it first
	if b, ok := s.boundPast(v, k); ok {
		if at := s.sinceBound(b); first < 0 || at < first {
			return at
		}
	}
	return first
}

// sinceBound is Since for the halves of variables.
func (s *Store) sinceBound(a Atom) int {
	i := s.lastEntry[a.H]
	for i >= 0 && s.log[i].Old >= a.K {
		i = s.log[i].Prev
	}
	return int(i)
}

// BoundPast returns the bound of v that excludes k. Pre: one does.
func (s *Store) BoundPast(v Var, k int32) Atom {
	a, _ := s.boundPast(v, k)
	return a
}

func (s *Store) boundPast(v Var, k int32) (a Atom, ok bool) {
	if s.vars[v].lo > k {
		return LoAtom(v, k+1), true
	}
	return HiAtom(v, k-1), s.vars[v].hi < k
}

// EntryLevel returns the level at which entry pos of the log was made.
func (s *Store) EntryLevel(pos int) int {
	lo, hi := 0, len(s.marks)
	for lo < hi {
		mid := (lo + hi) / 2
		if int(s.marks[mid].log) <= pos {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// LevelStart returns the number of entries made before level began; level is
// at least 1.
func (s *Store) LevelStart(level int) int { return int(s.marks[level-1].log) }
