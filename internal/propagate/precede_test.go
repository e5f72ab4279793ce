package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestValuePrecede(t *testing.T) {
	precedes := func(values, x []int32) bool {
		for i := 1; i < len(values); i++ {
			at := slices.Index(x, values[i])
			if at >= 0 && !slices.Contains(x[:at], values[i-1]) {
				return false
			}
		}
		return true
	}
	gen := func(length func(g *proptest.Gen) int, strength proptest.Strength) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			xs := make([]store.View, g.IntN(6))
			for i := range xs {
				xs[i] = mixed(g)(i)
			}
			values := make([]int32, length(g))
			for i := range values {
				values[i] = int32(g.Between(-2, 3))
			}
			return proptest.Case{
				Views: xs,
				Post: func(s *store.Store) {
					if len(values) == 2 {
						s.Add(propagate.NewValuePrecede(values[0], values[1], xs))
					} else {
						s.Add(propagate.NewValuePrecedeChain(values, xs))
					}
				},
				Truth:    func(x []int32) bool { return precedes(values, x) },
				Strength: strength,
			}
		}
	}
	proptest.Run(t, 1, 800, gen(func(*proptest.Gen) int { return 2 }, proptest.Domain))
	proptest.Run(t, 5001, 800, gen(func(g *proptest.Gen) int { return g.IntN(5) }, proptest.Forward))
}
