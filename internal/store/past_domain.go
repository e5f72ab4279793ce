package store

import "math/bits"

// Store returns the store whose past p is.
func (p Past) Store() *Store { return p.s }

// Root returns the state at the root of the log. What held there needs no
// premise.
func (p Past) Root() Past { return Past{p.s, 0} }

// Narrow returns the domain that the narrow variable v had, in the form of
// Store.Narrow.
func (p Past) Narrow(v Var) (base int32, word uint64) {
	rec := &p.s.root.vars[v]
	below := uint(p.Lo(v) - rec.base)
	above := 63 - uint(p.Hi(v)-rec.base)
	word = rec.word >> below << below << above >> above
	for w := word &^ p.s.vars[v].word; w != 0; w &= w - 1 {
		i := uint32(bits.TrailingZeros64(w))
		if p.bound(2*(p.s.valueStart[v]+i)+1, -1) >= 0 {
			word &^= 1 << i
		}
	}
	return rec.base, word
}

// Next returns the smallest value that v had above k; ok is false if there was
// none.
func (p Past) Next(v Var, k int32) (next int32, ok bool) {
	rec := &p.s.root.vars[v]
	hi := p.Hi(v)
	for k = max(k+1, p.Lo(v)); k <= hi; k++ {
		if rec.form != wide {
			i := uint(k - rec.base)
			word := p.s.root.word(rec, i>>6) >> (i & 63)
			if word == 0 {
				k = rec.base + int32(i|63)
				continue
			}
			k += int32(bits.TrailingZeros64(word))
		}
		if p.Has(v, k) {
			return k, true
		}
	}
	return 0, false
}

// Prev returns the largest value that v had below k; ok is false if there was
// none.
func (p Past) Prev(v Var, k int32) (prev int32, ok bool) {
	rec := &p.s.root.vars[v]
	lo := p.Lo(v)
	for k = min(k-1, p.Hi(v)); k >= lo; k-- {
		if rec.form != wide {
			i := uint(k - rec.base)
			word := p.s.root.word(rec, i>>6) << (63 - i&63)
			if word == 0 {
				k = rec.base + int32(i&^63)
				continue
			}
			k -= int32(bits.LeadingZeros64(word))
		}
		if p.Has(v, k) {
			return k, true
		}
	}
	return 0, false
}

// word returns the word of 64 values from base+64*at on. Pre: not wide.
func (r *root) word(rec *record, at uint) uint64 {
	if rec.form == narrow {
		return rec.word
	}
	return r.words[uint(rec.more)+at]
}

// NextAt returns the smallest value that the view had above k; ok is false if
// there was none.
func (w View) NextAt(p Past, k int32) (next int32, ok bool) {
	if w.Kind != Affine {
		lo, hi := w.truthAt(p)
		switch {
		case k < lo:
			return lo, true
		case k < hi:
			return hi, true
		}
		return 0, false
	}
	if w.A > 0 {
		next, ok = p.Next(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))))
	} else {
		next, ok = p.Prev(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))))
	}
	return w.A*next + w.C, ok
}

// PrevAt returns the largest value that the view had below k; ok is false if
// there was none.
func (w View) PrevAt(p Past, k int32) (prev int32, ok bool) {
	if w.Kind != Affine {
		lo, hi := w.truthAt(p)
		switch {
		case k > hi:
			return hi, true
		case k > lo:
			return lo, true
		}
		return 0, false
	}
	if w.A > 0 {
		prev, ok = p.Prev(w.V, Clamp(CeilDiv(int64(k)-int64(w.C), int64(w.A))))
	} else {
		prev, ok = p.Next(w.V, Clamp(FloorDiv(int64(k)-int64(w.C), int64(w.A))))
	}
	return w.A*prev + w.C, ok
}
