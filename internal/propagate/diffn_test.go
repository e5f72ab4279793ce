package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// disjoint reports whether no two rectangles share an area.
func disjoint(x, y, dx, dy []int32) bool {
	if slices.ContainsFunc(dx, negative) || slices.ContainsFunc(dy, negative) {
		return false
	}
	meet := func(p, d []int32, i, j int) int32 { return min(p[i]+d[i], p[j]+d[j]) - max(p[i], p[j]) }
	for i := range x {
		for j := range i {
			if dx[i]*dy[i]*dx[j]*dy[j] > 0 && meet(x, dx, i, j) > 0 && meet(y, dy, i, j) > 0 {
				return false
			}
		}
	}
	return true
}

func TestDiffn(t *testing.T) {
	type arg func(g *proptest.Gen) store.View
	gen := func(n int, pos, size arg) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(n + 1)
			var args [4][]store.View
			for i := range args {
				for range n {
					if i < 2 {
						args[i] = append(args[i], pos(g))
					} else {
						args[i] = append(args[i], size(g))
					}
				}
			}
			return proptest.Case{
				Views: slices.Concat(args[:]...),
				Post:  func(s *store.Store) { s.Add(propagate.NewDiffn(args[0], args[1], args[2], args[3])) },
				Truth: func(x []int32) bool { return disjoint(x[:n], x[n:2*n], x[2*n:3*n], x[3*n:]) },
			}
		}
	}
	pos := func(g *proptest.Gen) store.View { return g.Int(0, 4, 4) }
	fixed := func(g *proptest.Gen) store.View { return fixedTo(g, g.Between(0, 3)) }
	open := func(g *proptest.Gen) store.View { return g.Int(-1, 3, 2) }
	mixed := func(g *proptest.Gen) store.View {
		if g.IntN(4) == 0 {
			return g.Int(0, 4, 3)
		}
		return fixed(g)
	}
	proptest.Run(t, 1, 600, gen(3, pos, fixed))
	proptest.Run(t, 10001, 400, gen(2, pos, open))
	proptest.Run(t, 20001, 400, gen(3, func(g *proptest.Gen) store.View { return g.Int(0, 3, 2) }, mixed))
	truth := func(g *proptest.Gen) store.View { return g.Bool() }
	proptest.Run(t, 30001, 300, gen(2, truth, truth))
}
