package propagate

import "github.com/clewsolver/clew/internal/store"

// explainNumber explains changes that follow from: c is the number of xs with a
// value in the ascending set. No variable repeats.
func explainNumber(p store.Past, xs []store.View, set []int32, c store.View, a store.Atom, out []store.Atom) []store.Atom {
	s := p.Store()
	v, _, _ := s.Subject(a)
	if v == c.V {
		if up, k := askedBound(p, c, a); up {
			out, _ = members(p, xs, nobody, set, true, k, out)
		} else {
			out, _ = members(p, xs, nobody, set, false, int64(len(xs))-k, out)
		}
		return out
	}
	for _, w := range xs {
		if w.V != v {
			continue
		}
		if rel, k := asked(p, w, a); rel == store.Ne && inSorted(set, k) {
			return explainFull(p, xs, v, set, c, out)
		}
		return explainScarce(p, xs, v, set, c, out)
	}
	return out
}

// explainFull: the one of xs over v leaves the set because c others are in it.
func explainFull(p store.Past, xs []store.View, v store.Var, set []int32, c store.View, out []store.Atom) []store.Atom {
	most := c.HiAt(p)
	out, _ = members(p, xs, v, set, true, int64(most), le(p, c, most, out))
	return out
}

// explainScarce: the one of xs over v must be in the set because no more than c
// can.
func explainScarce(p store.Past, xs []store.View, v store.Var, set []int32, c store.View, out []store.Atom) []store.Atom {
	least := c.LoAt(p)
	out, _ = members(p, xs, v, set, false, int64(len(xs))-int64(least), ge(p, c, least, out))
	return out
}

// mustBe appends premises by which every value of w is in the ascending set.
// Pre: so it is at p.
func mustBe(p store.Past, w store.View, set []int32, out []store.Atom) []store.Atom {
	if w.FixedAt(p) {
		return eq(p, w, out)
	}
	lo, hi := w.LoAt(p), w.HiAt(p)
	b := lo // the bound can be as low as the first value of the set in a row
	for inSorted(set, b-1) {
		b--
	}
	out = ge(p, w, b, out)
	b = hi
	for inSorted(set, b+1) {
		b++
	}
	out = le(p, w, b, out)
	for k := lo + 1; k < hi; k++ {
		if !inSorted(set, k) {
			out = ne(p, w, k, out)
		}
	}
	return out
}

// cannotBe appends premises by which no value of w is in the set. Pre: so it
// is at p.
func cannotBe(p store.Past, w store.View, set []int32, out []store.Atom) []store.Atom {
	a := newAbsence(p, w, out)
	for _, k := range set {
		out = a.add(k, out)
	}
	return a.close(out)
}

// canAndMust returns whether w can, and must, have a value in the set at p.
func canAndMust(p store.Past, w store.View, set []int32) (can, must bool) {
	n := int32(0)
	for _, k := range set {
		if w.HasAt(p, k) {
			n++
		}
	}
	if n == 0 {
		return false, false
	}
	if w.FixedAt(p) {
		return true, true
	}
	lo, hi := w.LoAt(p), w.HiAt(p)
	if !inSorted(set, lo) || !inSorted(set, hi) {
		return true, false
	}
	for k := lo + 1; k < hi; k++ {
		if !inSorted(set, k) && w.HasAt(p, k) {
			return true, false
		}
	}
	return true, true
}

func inSorted(set []int32, k int32) bool {
	lo, hi := 0, len(set)
	for lo < hi {
		if mid := (lo + hi) / 2; set[mid] < k {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(set) && set[lo] == k
}

// members appends premises by which at least n of xs, not counting the one over
// the variable skip, are in the ascending set (inside) or outside of it. Those
// that are so from the root come first: they cost nothing. ok is false if they
// are fewer.
func members(p store.Past, xs []store.View, skip store.Var, set []int32, inside bool, n int64, out []store.Atom) (_ []store.Atom, ok bool) {
	root := p.Root()
	for _, w := range xs {
		if n <= 0 {
			return out, true
		}
		if w.V != skip && decided(root, w, set, inside) {
			n--
		}
	}
	for _, w := range xs {
		if n <= 0 {
			return out, true
		}
		if w.V == skip || !decided(p, w, set, inside) || decided(root, w, set, inside) {
			continue
		}
		n--
		if inside {
			out = mustBe(p, w, set, out)
		} else {
			out = cannotBe(p, w, set, out)
		}
	}
	return out, n <= 0
}

// decided reports whether w must be in the set (inside), or cannot.
func decided(p store.Past, w store.View, set []int32, inside bool) bool {
	can, must := canAndMust(p, w, set)
	if inside {
		return must
	}
	return !can
}

// nobody is a variable that no view has.
const nobody = ^store.Var(0)
