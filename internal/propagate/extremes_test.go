package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// TestExtremes has values at the limit of the store, where a sum or a product
// in 32 bits would wrap around.
func TestExtremes(t *testing.T) {
	const m = store.MaxValue
	type bounds = [2]int32
	all := bounds{-m, m}
	for _, c := range []struct {
		name     string
		post     func(w []store.View) store.Propagator
		from, to []bounds
	}{
		{"m*x + y = 5m + 3", func(w []store.View) store.Propagator {
			return propagate.NewLinear([]int64{m, 1}, w, propagate.Eq, 5*m+3)
		}, []bounds{all, {0, m - 1}}, []bounds{{5, 5}, {3, 3}}},
		{"(m/4)*x - (m/4)*y >= (m/4)*m", func(w []store.View) store.Propagator {
			return propagate.NewLinear([]int64{m / 4, -m / 4}, w, propagate.Ge, m/4*m)
		}, []bounds{all, {-5, m}}, []bounds{{m - 5, m}, {-5, 0}}},
		{"x < y + m", func(w []store.View) store.Propagator {
			return propagate.NewCompare(w[0], propagate.Lt, w[1], m)
		}, []bounds{{m, m}, all}, []bounds{{m, m}, {1, m}}},
		{"z = x*y", func(w []store.View) store.Propagator {
			return propagate.NewTimes(w[0], w[1], w[2])
		}, []bounds{{2, m}, {1 - m, m}, all}, []bounds{{2, m}, {-m / 2, m / 2}, all}},
		{"z = x div y", func(w []store.View) store.Propagator {
			return propagate.NewDiv(w[0], w[1], w[2])
		}, []bounds{all, all, {m / 2, m}}, []bounds{all, {-2, 2}, {m / 2, m}}},
		{"z = x mod y", func(w []store.View) store.Propagator {
			return propagate.NewMod(w[0], w[1], w[2])
		}, []bounds{{-m, 0}, {0, m}, {-m, -7}}, []bounds{{-m, -7}, {8, m}, {1 - m, -7}}},
		{"z = x^y", func(w []store.View) store.Propagator {
			return propagate.NewPow(w[0], w[1], w[2])
		}, []bounds{all, {2, m}, {10, m}}, []bounds{{-32767, 32767}, {2, 29}, {10, m}}},
		{"z = |x - y|", func(w []store.View) store.Propagator {
			return propagate.NewDistance(w[0], w[1], w[2])
		}, []bounds{all, {m - 2, m}, {m, m}}, []bounds{{-2, 0}, {m - 2, m}, {m, m}}},
		{"z = |x|", func(w []store.View) store.Propagator {
			return propagate.NewAbs(w[0], w[1])
		}, []bounds{{-m, 3}, all}, []bounds{{-m, 3}, {0, m}}},
	} {
		s := store.New()
		var w []store.View
		for _, b := range c.from {
			w = append(w, store.Ident(s.NewVar(b[0], b[1])))
		}
		s.Add(c.post(w))
		s.Seal()
		if !s.Propagate() {
			t.Errorf("%s: failed", c.name)
			continue
		}
		for i, want := range c.to {
			if got := (bounds{w[i].Lo(s), w[i].Hi(s)}); got != want {
				t.Errorf("%s: argument %d has %v, want %v", c.name, i, got, want)
			}
		}
	}
}
