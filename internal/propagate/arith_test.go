package propagate

import (
	"math"
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

func TestDivisionRounds(t *testing.T) {
	for a := int64(-30); a <= 30; a++ {
		for b := int64(-7); b <= 7; b++ {
			if b == 0 {
				continue
			}
			exact := float64(a) / float64(b)
			if got := store.FloorDiv(a, b); got != int64(math.Floor(exact)) {
				t.Errorf("store.FloorDiv(%d, %d) = %d", a, b, got)
			}
			if got := store.CeilDiv(a, b); got != int64(math.Ceil(exact)) {
				t.Errorf("store.CeilDiv(%d, %d) = %d", a, b, got)
			}
		}
	}
}

func TestClamp64(t *testing.T) {
	for _, c := range []struct{ k, want int64 }{
		{0, 0}, {math.MaxInt64, store.MaxValue + 1}, {math.MinInt64, -store.MaxValue - 1},
		{store.MaxValue, store.MaxValue}, {-store.MaxValue, -store.MaxValue},
	} {
		if got := store.Clamp(c.k); int64(got) != c.want {
			t.Errorf("store.Clamp(%d) = %d, want %d", c.k, got, c.want)
		}
	}
}

func TestOverflowIsSeen(t *testing.T) {
	big := int64(1) << 62
	if _, ok := addFits(big, big); ok {
		t.Error("2^62 + 2^62 fits")
	}
	if _, ok := addFits(-big, -big); ok {
		t.Error("-2^62 - 2^62 fits") // it is MinInt64, which has no negation
	}
	if p, ok := mulFits(-(1 << 31), 1<<31); !ok || p != -big {
		t.Errorf("-2^31 * 2^31 = %d, %v", p, ok)
	}
	if _, ok := mulFits(1<<32, -(1 << 32)); ok {
		t.Error("-2^64 fits")
	}
	s := store.New()
	x := store.Ident(s.NewVar(-store.MaxValue, store.MaxValue))
	y := store.Ident(s.NewVar(0, 9))
	if linearFits(s, []int64{1 << 31, 1 << 31, 1 << 31}, []store.View{x, y, x}, 0) {
		t.Error("2^62 fits")
	}
	if !linearFits(s, []int64{1 << 31, -1 << 31, 7}, []store.View{x, x, y}, 0) {
		t.Error("terms that cancel do not fit")
	}
}

// linearFits reports whether a sum over the domains of s is accepted.
func linearFits(s *store.Store, coefs []int64, xs []store.View, rhs int64) bool {
	terms, offset, ok := mergeTerms(coefs, xs)
	if !ok {
		return false
	}
	rhs, ok = addFits(rhs, -offset)
	return ok && termsFit(s, terms, rhs)
}
