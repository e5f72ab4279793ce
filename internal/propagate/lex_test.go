package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestLex(t *testing.T) {
	gen := func(arg func(g *proptest.Gen) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(7)
			nx := n / 2
			if g.IntN(3) == 0 {
				nx = g.IntN(n + 1)
			}
			strict := g.IntN(2) == 0
			ws := make([]store.View, n)
			for i := range ws {
				ws[i] = arg(g)
			}
			return proptest.Case{
				Views: ws,
				Post:  func(s *store.Store) { s.Add(propagate.NewLex(ws[:nx:nx], ws[nx:], strict)) },
				Truth: func(x []int32) bool {
					order := slices.Compare(x[:nx], x[nx:])
					return order < 0 || order == 0 && !strict
				},
				Strength: proptest.Domain,
			}
		}
	}
	proptest.Run(t, 1, 1500, gen(func(g *proptest.Gen) store.View { return store.Ident(g.Var(-1, 2, 3)) }))
	proptest.Run(t, 5001, 1000, gen(func(g *proptest.Gen) store.View { return g.Int(-1, 2, 3) }))
	proptest.Run(t, 9001, 1000, gen(func(g *proptest.Gen) store.View { return g.Bool() }))
}
