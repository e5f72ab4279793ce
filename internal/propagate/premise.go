package propagate

import "github.com/clewsolver/clew/internal/store"

// What explanations are made of. The functions of this file append premises
// that hold at p, and nothing where the root of the log knows them: the
// analysis would leave those out. Variables with two neighbouring values have one
// atom for each value, the bound.

// ge appends w >= k.
func ge[K int | int32 | int64](p store.Past, w store.View, k K, out []store.Atom) []store.Atom {
	if int64(w.LoAt(p.Root())) >= int64(k) {
		return out
	}
	return append(out, w.GeAtom(p.Store(), store.Clamp(int64(k))))
}

// le appends w <= k.
func le[K int | int32 | int64](p store.Past, w store.View, k K, out []store.Atom) []store.Atom {
	if int64(w.HiAt(p.Root())) <= int64(k) {
		return out
	}
	return append(out, w.LeAtom(p.Store(), store.Clamp(int64(k))))
}

// eq appends w = k, the value that w has at p.
func eq(p store.Past, w store.View, out []store.Atom) []store.Atom {
	lo, hi := p.Root().Lo(w.V), p.Root().Hi(w.V)
	switch k := p.Lo(w.V); {
	case w.FixedAt(p.Root()):
		return out
	case w.Kind != store.Affine || hi-lo > 1:
		return append(out, w.EqAtom(p.Store(), w.LoAt(p)))
	case k == lo:
		return append(out, store.HiAtom(w.V, k))
	default:
		return append(out, store.LoAtom(w.V, k))
	}
}

// ne appends w != k. In a wide domain it is the bound that excludes k, if one
// does: values of such domains have no number until they need one.
func ne(p store.Past, w store.View, k int32, out []store.Atom) []store.Atom {
	s, root := p.Store(), p.Root()
	if !w.HasAt(root, k) {
		return out
	}
	_, bits := s.EqAtom(w.V, p.Lo(w.V)) // else a wide domain
	bound := !bits || root.Hi(w.V)-root.Lo(w.V) == 1
	switch {
	case bound && k < w.LoAt(p):
		return append(out, w.GeAtom(s, k+1))
	case bound && k > w.HiAt(p):
		return append(out, w.LeAtom(s, k-1))
	}
	return append(out, w.NeAtom(s, k))
}

// asked returns the weakest statement about w that implies a, which a change
// of w made true: w != k (Ne), w >= k or w <= k. A factor of w rounds bounds,
// so that less than what a says of w is enough. Of a truth view it is always
// a value.
func asked(p store.Past, w store.View, a store.Atom) (rel store.Rel, k int32) {
	if _, x, isValue := p.Store().Subject(a); isValue {
		return store.Ne, w.Of(x)
	}
	rel, k = w.Read(p.Store(), a)
	if w.Kind != store.Affine {
		return store.Ne, 1 - k
	}
	spare := max(w.A, -w.A) - 1
	if rel == store.Ge {
		return rel, k - spare
	}
	return rel, k + spare
}

// askedBound is asked where a bound of w was set: w >= k if up, else w <= k.
func askedBound(p store.Past, w store.View, a store.Atom) (up bool, k int64) {
	switch rel, k := asked(p, w, a); {
	case rel == store.Ge:
		return true, int64(k)
	case rel == store.Le:
		return false, int64(k)
	default: // a truth view that is not 0 is at least 1
		return k == 0, 1 - int64(k)
	}
}

// premises gathers the premises of one explanation.
type premises struct {
	p   store.Past
	out []store.Atom
}

func (q *premises) ge(w store.View, k int64) { q.out = ge(q.p, w, k, q.out) }
func (q *premises) le(w store.View, k int64) { q.out = le(q.p, w, k, q.out) }

// absence collects the premises that keep a view off some values that it lacks:
// w != k for each of them, but one bound for several that lie beyond it, and
// w = k for several where the view is fixed.
type absence struct {
	w            store.View
	p            store.Past
	lo, hi       int32 // of w at p
	start        int   // length of the list before the first premise
	below, above int   // number of values beyond the bounds
	top, bottom  int32 // of these the nearest ones
	inside       int
}

func newAbsence(p store.Past, w store.View, out []store.Atom) absence {
	return absence{w: w, p: p, lo: w.LoAt(p), hi: w.HiAt(p), start: len(out)}
}

// add notes the value k, which w lacks at p. No other premises may be appended
// before close.
func (a *absence) add(k int32, out []store.Atom) []store.Atom {
	switch {
	case !a.w.HasAt(a.p.Root(), k):
	case k < a.lo:
		if a.below == 0 || k > a.top {
			a.top = k
		}
		a.below++
	case k > a.hi:
		if a.above == 0 || k < a.bottom {
			a.bottom = k
		}
		a.above++
	default:
		a.inside++
		out = ne(a.p, a.w, k, out)
	}
	return out
}

func (a *absence) close(out []store.Atom) []store.Atom {
	if a.lo == a.hi && a.below+a.above+a.inside > 1 {
		return eq(a.p, a.w, out[:a.start])
	}
	switch {
	case a.below == 1:
		out = ne(a.p, a.w, a.top, out)
	case a.below > 1:
		out = ge(a.p, a.w, a.top+1, out)
	}
	switch {
	case a.above == 1:
		out = ne(a.p, a.w, a.bottom, out)
	case a.above > 1:
		out = le(a.p, a.w, a.bottom-1, out)
	}
	return out
}

// disjoint appends premises by which a and b share no value in from..to. Pre:
// they share none at p.
func disjoint(p store.Past, a, b store.View, from, to int32, out []store.Atom) []store.Atom {
	root := p.Root()
	for range 2 {
		switch {
		case a.FixedAt(root):
			if k := a.LoAt(root); from <= k && k <= to {
				out = ne(p, b, k, out)
			}
			return out
		case a.HiAt(p) < from:
			return le(p, a, from-1, out)
		case a.LoAt(p) > to:
			return ge(p, a, to+1, out)
		}
		a, b = b, a
	}
	for range 2 {
		if top := a.HiAt(p); top < b.LoAt(p) {
			// Any t in top..lo(b)-1 separates them; one premise is enough where
			// the root has it.
			t := top
			if at := a.HiAt(root); at < b.LoAt(p) {
				t = at
			} else if at := b.LoAt(root) - 1; at >= top {
				t = at
			}
			return ge(p, b, t+1, le(p, a, t, out))
		}
		a, b = b, a
	}
	for range 2 {
		if a.FixedAt(p) {
			return ne(p, b, a.LoAt(p), eq(p, a, out))
		}
		a, b = b, a
	}
	lo, hi := max(a.LoAt(p), b.LoAt(p)), min(a.HiAt(p), b.HiAt(p))
	// Beyond both bounds one of the views has no value.
	if lo > from && max(a.LoAt(root), b.LoAt(root)) < lo {
		if a.LoAt(p) == lo {
			out = ge(p, a, lo, out)
		} else {
			out = ge(p, b, lo, out)
		}
	}
	if hi < to && min(a.HiAt(root), b.HiAt(root)) > hi {
		if a.HiAt(p) == hi {
			out = le(p, a, hi, out)
		} else {
			out = le(p, b, hi, out)
		}
	}
	for k := max(lo, from); k <= min(hi, to); k++ {
		if !a.HasAt(root, k) || !b.HasAt(root, k) {
			continue
		}
		if !a.HasAt(p, k) {
			out = ne(p, a, k, out)
		} else {
			out = ne(p, b, k, out)
		}
	}
	return out
}

// everywhere bounds the values of all views.
const everywhere = store.MaxValue + 1
