package propagate

import (
	"math"
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// enumerated is the largest domain whose values a propagator visits one by one
// outside of words.
const enumerated = store.BankLimit

// abs64 returns |a|.
func abs64(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// gcd64 returns the greatest common divisor of |a| and |b|.
func gcd64(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return abs64(a)
}

// addFits returns a+b; ok is false if that does not fit.
func addFits(a, b int64) (sum int64, ok bool) {
	sum = a + b
	return sum, (a^sum)&(b^sum) >= 0 && sum != math.MinInt64
}

// mulFits returns a*b; ok is false if that does not fit.
func mulFits(a, b int64) (product int64, ok bool) {
	if a == math.MinInt64 || b == math.MinInt64 {
		return 0, false
	}
	high, low := bits.Mul64(uint64(abs64(a)), uint64(abs64(b)))
	return a * b, high == 0 && low <= math.MaxInt64
}

// shiftWord moves every bit of w up by places, down if places is negative.
func shiftWord(w uint64, places int64) uint64 {
	if places >= 0 {
		return w << uint64(places)
	}
	return w >> uint64(-places)
}

// wordOf returns the domain of an affine view with factor 1 or -1 over a
// narrow variable as a word, bit i standing for base+i.
func wordOf(s *store.Store, w store.View) (base int64, word uint64) {
	b, word, _ := s.Narrow(w.V)
	if w.A == 1 {
		return int64(b) + int64(w.C), word
	}
	return int64(w.C) - int64(b) - 63, bits.Reverse64(word)
}

// keepWord removes the values of w that are not in word, which has the base
// that wordOf gives and a value in common with w. With a log the bounds are set
// first: a bound is one entry, and has a better reason, where values are many.
func keepWord(s *store.Store, w store.View, word uint64, why uint32) bool {
	if s.Logging() {
		base, now := wordOf(s, w)
		kept := now & word
		lo, hi := base+int64(bits.TrailingZeros64(kept)), base+63-int64(bits.LeadingZeros64(kept))
		if !w.SetLo(s, int32(lo), why) || !w.SetHi(s, int32(hi), why) {
			return false
		}
	}
	if w.A != 1 {
		word = bits.Reverse64(word)
	}
	return s.Keep(w.V, word, why)
}

// hasWord reports whether wordOf can read w.
func hasWord(s *store.Store, w store.View) bool {
	_, _, narrow := s.Narrow(w.V)
	return narrow && w.Kind == store.Affine && (w.A == 1 || w.A == -1)
}
