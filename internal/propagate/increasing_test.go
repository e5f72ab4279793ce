package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestIncreasing(t *testing.T) {
	for _, strict := range []bool{false, true} {
		proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
			xs := make([]store.View, g.IntN(5))
			for i := range xs {
				xs[i] = mixed(g)(i)
			}
			return proptest.Case{
				Views: xs,
				Post:  func(s *store.Store) { s.Add(propagate.NewIncreasing(xs, strict)) },
				Truth: func(x []int32) bool {
					for i := 1; i < len(x); i++ {
						if x[i-1] > x[i] || strict && x[i-1] == x[i] {
							return false
						}
					}
					return true
				},
				Strength: proptest.Domain,
			}
		})
	}
}
