package propagate

import "github.com/clewsolver/clew/internal/store"

// NewPow returns z = x^y as MiniZinc has it: x^0 is 1, also for x = 0, and for
// y < 0 it is 1 div x^-y, which is 0 but for x = 1 and x = -1 and false for
// x = 0. Strength: that of NewDiv.
func NewPow(x, y, z store.View) store.Propagator { return newFunction(power, x, y, z) }

// tooLarge stands for every power beyond the values of views.
const tooLarge = unbounded

// powerOf returns x^y; ok is false if it is not defined. Beyond tooLarge it is
// that, with its sign.
func powerOf(x, y int64) (z int64, ok bool) {
	switch {
	case y >= 0:
		return natPower(x, y), true
	case x == 0:
		return 0, false
	case x == 1 || x == -1:
		return natPower(x, y&1), true
	}
	return 0, true
}

// natPower is powerOf for y >= 0. Values of x are below tooLarge, so that no
// product of two leaves int64 before it is cut.
func natPower(x, y int64) int64 {
	z := int64(1)
	if x >= -1 && x <= 1 {
		y = min(y, 2-y&1) // 1, -1 and 0 come round again
	}
	for ; y > 0; y-- {
		product, ok := mulFits(z, x)
		if !ok || abs64(product) >= tooLarge {
			if x < 0 && y&1 == 1 != (z < 0) {
				return -tooLarge
			}
			return tooLarge
		}
		z = product
	}
	return z
}

// powerFails reports whether no z = x^y lies within the spans. Within one sign
// of x and one sign and parity of y the power is monotone in both.
func powerFails(x, y, z span) bool {
	for i, ys := range y.thirds() {
		if ys.lo > ys.hi {
			continue
		}
		if i == 1 { // y = 0
			if z.lo <= 1 && 1 <= z.hi {
				return false
			}
			continue
		}
		for _, xs := range x.bases() {
			if xs.lo > xs.hi {
				continue
			}
			for _, odd := range [...]int64{0, 1} {
				e := span{ys.lo + (ys.lo^odd)&1, ys.hi - (ys.hi^odd)&1}
				if e.lo <= e.hi && powerOverlaps(xs, e, z) {
					return false
				}
			}
		}
	}
	return true
}

// powerOverlaps reports whether x^y meets z, where y is not 0 and has one sign,
// and the bounds of y have the parity of all that is meant; x has one sign.
func powerOverlaps(x, y, z span) bool {
	if y.hi < 0 {
		// Only 1 and -1 have a power that is not 0.
		for _, one := range [...]int64{1, -1} {
			if x.lo <= one && one <= x.hi {
				if k := natPower(one, y.lo&1); z.lo <= k && k <= z.hi {
					return true
				}
			}
		}
		return x.most() > 1 && z.lo <= 0 && 0 <= z.hi
	}
	a, b := natPower(x.least0(), y.lo), natPower(x.most0(), y.hi)
	return span{min(a, b), max(a, b)}.overlaps(z)
}

// bases returns the parts of a below -1, above 1 and between; each can be empty.
func (a span) bases() [5]span {
	one := func(k int64) span { return span{max(a.lo, k), min(a.hi, k)} }
	return [5]span{{a.lo, min(a.hi, -2)}, one(-1), one(0), one(1), {max(a.lo, 2), a.hi}}
}

// least0 and most0 return the value of a span of one sign that is nearest to
// and farthest from 0.
func (a span) least0() int64 {
	if a.hi < 0 {
		return a.hi
	}
	return a.lo
}

func (a span) most0() int64 {
	if a.hi < 0 {
		return a.lo
	}
	return a.hi
}

// boundPower brings each bound to a value that powerFails does not refute.
func (p *function) boundPower(s *store.Store) bool {
	ws := [...]store.View{p.x, p.y, p.z}
	for i, w := range ws {
		for _, up := range [...]bool{true, false} {
			var b [3]span
			for j := range b {
				b[j] = spanOf(s, ws[j])
			}
			all := b[i]
			refuted := func(k int64) bool { // are all values up to k, or from k on?
				if up {
					b[i] = span{all.lo, k}
				} else {
					b[i] = span{k, all.hi}
				}
				return powerFails(b[0], b[1], b[2])
			}
			if up && refuted(all.lo) && !w.SetLo(s, int32(lastRefuted(all.lo, all.hi, refuted)+1), 0) ||
				!up && refuted(all.hi) && !w.SetHi(s, int32(lastRefuted(all.hi, all.lo, refuted)-1), 0) {
				return false
			}
		}
	}
	return true
}

// lastRefuted returns the value nearest to to that is refuted. Pre: from is, and
// what lies between it and a refuted value is too.
func lastRefuted(from, to int64, refuted func(int64) bool) int64 {
	if refuted(to) {
		return to
	}
	for {
		mid := from + (to-from)/2
		switch {
		case mid == from:
			return from
		case refuted(mid):
			from = mid
		default:
			to = mid
		}
	}
}
