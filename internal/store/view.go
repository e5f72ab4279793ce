package store

// Kind says how a view reads its variable.
type Kind uint8

// Kinds of views. All but Affine are truth views with the values 0 and 1.
const (
	Affine  Kind = iota // A*x + C
	Equal               // [x = C]
	Unequal             // [x != C]
	AtLeast             // [x >= C]
	AtMost              // [x <= C]
)

// View is a variable seen through a function, without a variable or a
// constraint of its own. Propagators post on views; those whose speed matters
// resolve them while they are posted.
//
// The values of an affine view must respect MaxValue over the root domain:
// who makes the view checks that.
type View struct {
	V    Var
	A, C int32 // Affine: factor (not 0) and offset; otherwise C is the value compared with
	Kind Kind
}

// Ident returns the view that is v itself.
func Ident(v Var) View { return View{V: v, A: 1} }

// IsIdent reports whether w is a variable itself.
func (w View) IsIdent() bool { return w.Kind == Affine && w.A == 1 && w.C == 0 }

// Plus returns the view w + c; w must be affine.
func (w View) Plus(c int32) View { w.C += c; return w }

// Neg returns the view -w; w must be affine.
func (w View) Neg() View { w.A, w.C = -w.A, -w.C; return w }

// Not returns the negation of a 0/1 view.
func (w View) Not() View {
	switch w.Kind {
	case Equal:
		w.Kind = Unequal
	case Unequal:
		w.Kind = Equal
	case AtLeast:
		w.Kind, w.C = AtMost, w.C-1
	case AtMost:
		w.Kind, w.C = AtLeast, w.C+1
	default:
		w.A, w.C = -w.A, 1-w.C
	}
	return w
}

// Of returns the value of the view where its variable has the value x.
func (w View) Of(x int32) int32 {
	var truth bool
	switch w.Kind {
	case Affine:
		return w.A*x + w.C
	case Equal:
		truth = x == w.C
	case Unequal:
		truth = x != w.C
	case AtLeast:
		truth = x >= w.C
	case AtMost:
		truth = x <= w.C
	}
	if truth {
		return 1
	}
	return 0
}

// In returns the value of the view in a full assignment, indexed by variable.
func (w View) In(assignment []int32) int32 { return w.Of(assignment[w.V]) }

// Lo returns the smallest value of the view.
func (w View) Lo(s *Store) int32 {
	if w.Kind == Affine {
		if w.A > 0 {
			return w.A*s.vars[w.V].lo + w.C
		}
		return w.A*s.vars[w.V].hi + w.C
	}
	lo, _ := w.truth(s)
	return lo
}

// Hi returns the largest value of the view.
func (w View) Hi(s *Store) int32 {
	if w.Kind == Affine {
		if w.A > 0 {
			return w.A*s.vars[w.V].hi + w.C
		}
		return w.A*s.vars[w.V].lo + w.C
	}
	_, hi := w.truth(s)
	return hi
}

// truth returns the bounds of a truth view.
func (w View) truth(s *Store) (lo, hi int32) {
	r := &s.vars[w.V]
	var can, must bool
	switch w.Kind {
	case Equal:
		can = s.Has(w.V, w.C)
		must = can && r.lo == r.hi
	case Unequal:
		must = !s.Has(w.V, w.C)
		can = must || r.lo != r.hi
	case AtLeast:
		must, can = r.lo >= w.C, r.hi >= w.C
	case AtMost:
		must, can = r.hi <= w.C, r.lo <= w.C
	}
	if must {
		lo = 1
	}
	if can {
		hi = 1
	}
	return lo, hi
}

// Fixed reports whether the view has one value left.
func (w View) Fixed(s *Store) bool {
	if w.Kind == Affine {
		return s.Fixed(w.V)
	}
	lo, hi := w.truth(s)
	return lo == hi
}

// Size returns the number of values of the view.
func (w View) Size(s *Store) int32 {
	if w.Kind == Affine {
		return s.Size(w.V)
	}
	lo, hi := w.truth(s)
	return hi - lo + 1
}

// Has reports whether k is a value of the view.
func (w View) Has(s *Store, k int32) bool {
	if w.Kind != Affine {
		lo, hi := w.truth(s)
		return lo <= k && k <= hi
	}
	x, ok := w.preimage(k)
	return ok && s.Has(w.V, x)
}

// preimage returns the value of the variable that an affine view maps to k.
func (w View) preimage(k int32) (x int32, ok bool) {
	d := int64(k) - int64(w.C)
	switch w.A {
	case 1:
	case -1:
		d = -d
	default:
		if d%int64(w.A) != 0 {
			return 0, false
		}
		d /= int64(w.A)
	}
	return int32(d), -MaxValue <= d && d <= MaxValue
}

// Next returns the smallest value of the view above k; ok is false if there
// is none.
func (w View) Next(s *Store, k int32) (next int32, ok bool) {
	if w.Kind != Affine {
		lo, hi := w.truth(s)
		switch {
		case k < lo:
			return lo, true
		case k < hi:
			return hi, true
		}
		return 0, false
	}
	if w.A > 0 {
		next, ok = s.Next(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))))
	} else {
		next, ok = s.Prev(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))))
	}
	return w.A*next + w.C, ok
}

// Domain appends the values of the view, ascending, to dst and returns it.
func (w View) Domain(s *Store, dst []int32) []int32 {
	k := w.Lo(s)
	for ok := true; ok; k, ok = w.Next(s, k) {
		dst = append(dst, k)
	}
	return dst
}

// SetLo removes the values below k from the view.
func (w View) SetLo(s *Store, k int32, why uint32) bool {
	if w.Kind != Affine {
		if k <= 0 {
			return true
		}
		return w.Fix(s, k, why)
	}
	if w.A > 0 {
		return s.SetLo(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))), why)
	}
	return s.SetHi(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))), why)
}

// SetHi removes the values above k from the view.
func (w View) SetHi(s *Store, k int32, why uint32) bool {
	if w.Kind != Affine {
		if k >= 1 {
			return true
		}
		return w.Fix(s, k, why)
	}
	if w.A > 0 {
		return s.SetHi(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))), why)
	}
	return s.SetLo(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))), why)
}

// Fix removes every value of the view but k.
func (w View) Fix(s *Store, k int32, why uint32) bool {
	switch {
	case w.Kind == Affine:
		x, ok := w.preimage(k)
		if !ok {
			return s.refuseGap(w.V)
		}
		return s.Fix(w.V, x, why)
	case k == 1:
		return w.assert(s, why)
	case k == 0:
		return w.Not().assert(s, why)
	}
	return s.refuseGap(w.V)
}

// assert makes a truth view true.
func (w View) assert(s *Store, why uint32) bool {
	switch w.Kind {
	case Equal:
		return s.Fix(w.V, w.C, why)
	case Unequal:
		return s.Remove(w.V, w.C, why)
	case AtLeast:
		return s.SetLo(w.V, w.C, why)
	}
	return s.SetHi(w.V, w.C, why)
}

// Remove removes the value k from the view.
func (w View) Remove(s *Store, k int32, why uint32) bool {
	switch {
	case w.Kind == Affine:
		x, ok := w.preimage(k)
		return !ok || s.Remove(w.V, x, why)
	case k == 0:
		return w.assert(s, why)
	case k == 1:
		return w.Not().assert(s, why)
	}
	return true
}
