package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestAllDifferentExcept(t *testing.T) {
	proptest.Run(t, 1, 2000, func(g *proptest.Gen) proptest.Case {
		var except []int32
		for range g.IntN(3) {
			except = append(except, int32(g.Between(-2, 4)))
		}
		c := distinctCase(g, g.IntN(5), mixed(g), func(xs []store.View) store.Propagator {
			return propagate.NewAllDifferentExcept(xs, except)
		})
		c.Truth = func(x []int32) bool {
			return distinct(slices.DeleteFunc(slices.Clone(x), func(k int32) bool { return slices.Contains(except, k) }))
		}
		c.Strength = proptest.Forward
		return c
	})
}
