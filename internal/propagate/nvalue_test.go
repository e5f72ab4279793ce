package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestNValue(t *testing.T) {
	gen := func(arg func(g *proptest.Gen) func(int) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			xs := make([]store.View, g.IntN(6))
			for i := range xs {
				xs[i] = arg(g)(i)
			}
			n := g.Int(-1, len(xs)+1, 4)
			if g.IntN(6) == 0 {
				n = g.Bool()
			}
			return proptest.Case{
				Views: append(slices.Clone(xs), n),
				Post:  func(s *store.Store) { s.Add(propagate.NewNValue(n, xs)) },
				Truth: func(x []int32) bool {
					values := slices.Clone(x[:len(x)-1])
					slices.Sort(values)
					return len(slices.Compact(values)) == int(x[len(x)-1])
				},
				Strength: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 1000, gen(mixed))
	proptest.Run(t, 5001, 400, gen(spread))
}
