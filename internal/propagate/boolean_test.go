package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestClause(t *testing.T) {
	proptest.Run(t, 1, 2000, func(g *proptest.Gen) proptest.Case {
		lits := g.Bools(g.IntN(5))
		return proptest.Case{
			Views:    lits,
			Post:     func(s *store.Store) { s.Add(propagate.NewClause(lits)) },
			Truth:    func(x []int32) bool { return slices.Contains(x, 1) },
			Strength: proptest.Forward,
		}
	})
}
