package propagate

import (
	"testing"

	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// TestFunctionBounds keeps ternary functions from trying pairs, so that small
// domains are treated as large ones are.
func TestFunctionBounds(t *testing.T) {
	for _, f := range []ternary{times, div, mod, distance, power} {
		proptest.Run(t, 1, 500, func(g *proptest.Gen) proptest.Case {
			ws := []store.View{g.Int(-7, 9, 9), g.Int(-5, 5, 7), g.Int(-12, 15, 12)}
			switch g.IntN(8) {
			case 0: // z is too wide for words of support
				ws[2] = store.Ident(g.Var(-3000, 3000, 6))
			case 1:
				ws[g.IntN(3)] = g.Bool()
			}
			strength := proptest.Decides
			if f == times {
				strength = proptest.Forward
			}
			p := &function{f: f, x: ws[0], y: ws[1], z: ws[2], limit: 1}
			return proptest.Case{
				Views: ws,
				Post:  func(s *store.Store) { q := *p; s.Add(&q) },
				Truth: func(k []int32) bool {
					z, ok := p.of(int64(k[0]), int64(k[1]))
					return ok && z == int64(k[2])
				},
				Strength: strength,
				Label:    p.Name(),
			}
		})
	}
}
