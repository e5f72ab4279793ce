package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestBinPacking(t *testing.T) {
	packing := func(g *proptest.Gen, bins, loads []store.View, first, most int) proptest.Case {
		n := len(bins)
		weights := make([]int32, n)
		for i := range weights {
			weights[i] = int32(g.Between(0, most))
		}
		return proptest.Case{
			Views: slices.Concat(bins, loads),
			Post: func(s *store.Store) {
				s.Add(propagate.NewBinPacking(bins, weights, loads, int32(first)))
			},
			Truth: func(x []int32) bool {
				sums := make([]int32, len(loads))
				for i, k := range x[:n] {
					b := int(k) - first
					if b < 0 || b >= len(sums) {
						return false
					}
					sums[b] += weights[i]
				}
				return slices.Equal(sums, x[n:])
			},
			Strength: proptest.Forward,
		}
	}
	proptest.Run(t, 1, 800, func(g *proptest.Gen) proptest.Case {
		first, bins := g.Between(-1, 1), g.Between(0, 3)
		items := g.Ints(g.IntN(5), first-1, first+bins, 4)
		return packing(g, items, g.Ints(bins, 0, 8, 5), first, 4)
	})
	proptest.Run(t, 10001, 600, func(g *proptest.Gen) proptest.Case { // wide loads
		first, bins := g.Between(0, 1), g.Between(2, 3)
		items := g.Ints(g.Between(2, 6), first, first+bins-1, 3)
		var loads []store.View
		for range bins {
			lo := g.Between(0, 6)
			loads = append(loads, store.Ident(g.Var(lo, lo+5, 3)))
		}
		return packing(g, items, loads, first, 3)
	})
	proptest.Run(t, 20001, 400, func(g *proptest.Gen) proptest.Case { // truth views everywhere
		return packing(g, g.Bools(g.IntN(4)), g.Bools(g.IntN(3)), 0, 2)
	})
}
