package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestInverse(t *testing.T) {
	gen := func(arg func(g *proptest.Gen, off, n int) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(4)
			fOff, gOff := g.Between(-2, 2), g.Between(-2, 2)
			var xs []store.View
			for i := range 2 * n {
				off := gOff
				if i >= n {
					off = fOff
				}
				xs = append(xs, arg(g, off, n))
			}
			return proptest.Case{
				Views: xs,
				Post: func(s *store.Store) {
					s.Add(propagate.NewInverse(xs[:n:n], xs[n:], int32(fOff), int32(gOff)))
				},
				Truth: func(x []int32) bool {
					for i := range n {
						for j := range n {
							if (int(x[i]) == j+gOff) != (int(x[n+j]) == i+fOff) {
								return false
							}
						}
						if int(x[i]) < gOff || int(x[i]) >= gOff+n || int(x[n+i]) < fOff || int(x[n+i]) >= fOff+n {
							return false
						}
					}
					return true
				},
				Strength: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 800, gen(func(g *proptest.Gen, off, n int) store.View {
		return store.Ident(g.Var(off-1, off+n, n+2))
	}))
	proptest.Run(t, 5001, 800, gen(func(g *proptest.Gen, off, n int) store.View {
		if g.IntN(6) == 0 {
			return g.Bool()
		}
		return g.Int(off-1, off+n, 4)
	}))
}

// TestInverseLarge counts the self-inverse permutations of 4 among 70 fixed
// points, where positions share their bits.
func TestInverseLarge(t *testing.T) {
	const n = 70
	s := store.New()
	var f []store.View
	var vars []store.Var
	for i := range int32(n) {
		lo, hi := i, i
		if i >= 30 && i < 34 {
			lo, hi = 30, 33
		}
		vars = append(vars, s.NewVar(lo, hi))
		f = append(f, store.Ident(vars[i]))
	}
	s.Add(propagate.NewInverse(f, f, 0, 0))
	s.Seal()
	if got, _ := count(s, vars); got != 10 {
		t.Errorf("%d involutions of 4, want 10", got)
	}
}
