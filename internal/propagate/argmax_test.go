package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestArgMaxMin(t *testing.T) {
	for _, least := range []bool{false, true} {
		proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
			xs := make([]store.View, g.IntN(5))
			for i := range xs {
				xs[i] = mixed(g)(i)
			}
			off := int32(g.Between(-1, 1))
			index := g.Int(int(off)-1, int(off)+len(xs), 5)
			if g.IntN(6) == 0 {
				index = g.Bool()
			}
			post, best := propagate.NewArgMax, slices.Max[[]int32]
			if least {
				post, best = propagate.NewArgMin, slices.Min[[]int32]
			}
			return proptest.Case{
				Views: append(slices.Clone(xs), index),
				Post:  func(s *store.Store) { s.Add(post(xs, index, off)) },
				Truth: func(x []int32) bool {
					x, at := x[:len(x)-1], x[len(x)-1]
					return len(x) > 0 && int32(slices.Index(x, best(x)))+off == at
				},
				Strength: proptest.Forward,
			}
		})
	}
}
