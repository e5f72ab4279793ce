package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestAllEqual(t *testing.T) {
	gen := func(arg func(g *proptest.Gen) func(int) store.View, most int, strength proptest.Strength) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			c := distinctCase(g, g.IntN(most+1), arg(g), propagate.NewAllEqual)
			c.Truth = func(x []int32) bool {
				for i := range x {
					if x[i] != x[0] {
						return false
					}
				}
				return true
			}
			c.Strength = strength
			return c
		}
	}
	proptest.Run(t, 1, 1500, gen(mixed, 4, proptest.Domain))
	proptest.Run(t, 5001, 500, gen(spread, 4, proptest.Forward))
}
