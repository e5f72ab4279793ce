package store

// Explainer is a Propagator that can say why it made a change.
type Explainer interface {
	Propagator

	// Explain appends to out premises that held at p and that together with
	// the constraint imply a, and returns it. a is what an entry of the log
	// made true, or weaker; cookie is the entry's. Its forms:
	//
	//	v >= k or v <= k   after SetLo, SetHi or Fix
	//	v != k             after Remove or Keep
	//	False              the propagator returned Failed without trying a change
	//
	// For a change that failed, a is the bound that the domain contradicts. The
	// fewer and the weaker the premises, the better the nogood.
	Explain(p Past, a Atom, cookie uint32, out []Atom) []Atom
}

// False is the atom that never holds.
var False = Atom{^uint32(0), 1}

// ExplainFully is the explanation that every propagator has: the domains of
// its scope as they were. It serves propagators without a better one.
func ExplainFully(scope []View, p Past, out []Atom) []Atom {
	for _, w := range scope {
		out = p.domain(w.V, out)
	}
	return out
}

// domain appends atoms that describe the domain that v had.
func (p Past) domain(v Var, out []Atom) []Atom {
	lo, hi := p.Lo(v), p.Hi(v)
	if lo == hi {
		return append(out, p.s.IsAtom(v, lo))
	}
	out = append(out, LoAtom(v, lo), HiAtom(v, hi))
	return p.holesIn(v, lo+1, hi-1, out)
}

// holesIn appends v != k for every value k in from..to that had been removed
// since the root. Wide domains are asked for their numbered values only, which
// every removed one is.
func (p Past) holesIn(v Var, from, to int32, out []Atom) []Atom {
	rec := &p.s.root.vars[v]
	if rec.form == wide {
		for _, i := range p.s.wideOf[v] {
			x := p.s.wideValues[i]
			if from <= x.k && x.k <= to && p.s.root.has(p.s, v, x.k) && !p.Has(v, x.k) {
				out = append(out, p.s.IsAtom(v, x.k).Not())
			}
		}
		return out
	}
	from, to = max(from, rec.lo), min(to, rec.hi)
	for k := from; k <= to; k++ {
		i := uint(k - rec.base)
		word := rec.word
		if rec.form == banked {
			word = p.s.root.words[uint(rec.more)+i>>6]
		}
		if word >>= i & 63; word == 0 {
			k = rec.base + int32(i|63) // sparse sets have long empty stretches
			continue
		}
		if word&1 != 0 && !p.Has(v, k) {
			out = append(out, p.s.IsAtom(v, k).Not())
		}
	}
	return out
}

// explainHoles appends the premises of the built-in reason HoleChain: a bound
// moved over values that had been removed. a is the bound, or weaker; it moved
// from the bound that its half had before.
func (p Past) explainHoles(a Atom, out []Atom) []Atom {
	v := Var(a.H / 2)
	if a.H&1 == 0 {
		from := p.Lo(v)
		return p.holesIn(v, from, a.K-1, append(out, LoAtom(v, from)))
	}
	from := p.Hi(v)
	return p.holesIn(v, -a.K+1, from, append(out, HiAtom(v, from)))
}

// hole appends the atom v != k unless it holds at the root.
func (p Past) hole(v Var, k int32, out []Atom) []Atom {
	if p.s.root.has(p.s, v, k) {
		out = append(out, p.s.IsAtom(v, k).Not())
	}
	return out
}

// Explain appends the premises of entry pos of the log for the atom a, which
// the entry's atom implies. Pre: the entry is neither a decision nor made by
// an Assert of the search.
func (s *Store) Explain(pos int, a Atom, out []Atom) []Atom {
	why, p := s.log[pos].Why, s.Before(pos)
	if why.Prop == HoleChain {
		return p.explainHoles(a, out)
	}
	return s.explainBy(why.Prop, p, a, why.Cookie, out)
}

func (s *Store) explainBy(id ID, p Past, a Atom, cookie uint32, out []Atom) []Atom {
	if e, ok := s.impls[id].(Explainer); ok {
		return e.Explain(p, a, cookie, out)
	}
	return ExplainFully(s.impls[id].Scope(), p, out)
}

// ExplainFailure appends the atoms, all true now, that cannot hold together:
// the reason why the last Propagate returned false. Pre: a propagator failed,
// not an Assert of the search.
func (s *Store) ExplainFailure(out []Atom) []Atom {
	p := s.Now()
	switch s.attempted {
	case noAttempt:
		return s.explainBy(s.failedBy, p, False, 0, out)
	case all:
		out = p.domain(s.emptied, out)
		k := s.Lo(s.emptied)
		for ok := true; ok; k, ok = s.Next(s.emptied, k) {
			out = s.explainBy(s.failedBy, p, s.IsAtom(s.emptied, k).Not(), s.attemptWhy, out)
		}
		return out
	case gap:
		return ExplainFully(s.impls[s.failedBy].Scope(), p, out)
	}
	a := s.attempt
	if v, k, isValue := s.Subject(a); isValue && a.H&1 == 0 {
		// v = k was tried and k is not in the domain.
		switch {
		case k < p.Lo(v):
			a = HiAtom(v, k)
		case k > p.Hi(v):
			a = LoAtom(v, k)
		default:
			out = p.hole(v, k, out)
			out = s.explainBy(s.failedBy, p, LoAtom(v, k), s.attemptWhy, out)
			return s.explainBy(s.failedBy, p, HiAtom(v, k), s.attemptWhy, out)
		}
	}
	return s.explainBy(s.failedBy, p, a, s.attemptWhy, append(out, a.Not()))
}

// Atoms of views, for premises.

// IsAtom returns the atom v = k. In a wide domain the value gets its number
// here, when it is first spoken of.
func (s *Store) IsAtom(v Var, k int32) Atom {
	if a, ok := s.findEqAtom(v, k); ok {
		return a
	}
	return s.numberWideValue(v, k)
}

// GeAtom returns the atom w >= k.
func (w View) GeAtom(s *Store, k int32) Atom {
	if w.Kind != Affine {
		switch a, _ := w.truthAtoms(s); {
		case k <= 0:
			return never(w.V).Not()
		case k > 1:
			return never(w.V)
		default:
			return a
		}
	}
	if w.A > 0 {
		return LoAtom(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))))
	}
	return HiAtom(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))))
}

// LeAtom returns the atom w <= k.
func (w View) LeAtom(s *Store, k int32) Atom {
	if w.Kind != Affine {
		switch _, not := w.truthAtoms(s); {
		case k < 0:
			return never(w.V)
		case k >= 1:
			return never(w.V).Not()
		default:
			return not
		}
	}
	if w.A > 0 {
		return HiAtom(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))))
	}
	return LoAtom(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))))
}

// never returns an atom that no value of v makes true.
func never(v Var) Atom { return LoAtom(v, MaxValue+1) }

// EqAtom returns the atom w = k, one that never holds if no value of the
// variable gives k. Of a truth view k must be 0 or 1.
func (w View) EqAtom(s *Store, k int32) Atom {
	if w.Kind != Affine {
		a, not := w.truthAtoms(s)
		if k == 0 {
			return not
		}
		return a
	}
	x, ok := w.preimage(k)
	if !ok {
		return never(w.V)
	}
	return s.IsAtom(w.V, x)
}

// NeAtom returns the atom w != k; see EqAtom.
func (w View) NeAtom(s *Store, k int32) Atom { return w.EqAtom(s, k).Not() }

// truthAtoms returns the atom that a truth view states, and its negation.
func (w View) truthAtoms(s *Store) (a, not Atom) {
	switch w.Kind {
	case Equal:
		a = s.IsAtom(w.V, w.C)
	case Unequal:
		a = s.IsAtom(w.V, w.C).Not()
	case AtLeast:
		a = LoAtom(w.V, w.C)
	case AtMost:
		a = HiAtom(w.V, w.C)
	}
	return a, a.Not()
}

// Rel is how an atom reads through a view.
type Rel uint8

// Relations of a view to a value.
const (
	Ge Rel = iota // w >= k
	Le            // w <= k
	Ne            // w != k
)

// Read returns what a, an atom about w's variable that a change of w made
// true, says of w itself: w rel k. For a truth view it is w >= 1 or w <= 0.
func (w View) Read(s *Store, a Atom) (rel Rel, k int32) {
	_, value, isValue := s.Subject(a)
	rel, k = Ge, a.K
	switch {
	case isValue:
		rel, k = Ne, value
	case a.H&1 == 1:
		rel, k = Le, -a.K
	}
	var truth bool
	switch w.Kind {
	case Affine:
		if w.A < 0 && rel != Ne {
			rel = Ge + Le - rel
		}
		return rel, w.A*k + w.C
	case Equal:
		truth = rel != Ne
	case Unequal:
		truth = rel == Ne
	case AtLeast:
		truth = rel == Ge
	case AtMost:
		truth = rel == Le
	}
	if truth {
		return Ge, 1
	}
	return Le, 0
}
