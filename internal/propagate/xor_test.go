package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestXor(t *testing.T) {
	proptest.Run(t, 1, 1200, func(g *proptest.Gen) proptest.Case {
		lits := g.Bools(g.IntN(7))
		parity := g.IntN(2) == 0
		return proptest.Case{
			Views: lits,
			Post:  func(s *store.Store) { s.Add(propagate.NewXor(lits, parity)) },
			Truth: func(x []int32) bool {
				odd := false
				for _, k := range x {
					odd = odd != (k == 1)
				}
				return odd == parity
			},
			Strength: proptest.Domain,
			Repeated: proptest.Forward,
		}
	})
}
