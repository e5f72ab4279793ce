package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// ternaries are the constraints z = f(x, y) over x, y, z.
var ternaries = []struct {
	name  string
	make  func(x, y, z store.View) store.Propagator
	truth func(x, y, z int32) bool
}{
	{"times", propagate.NewTimes, func(x, y, z int32) bool { return z == x*y }},
	{"div", propagate.NewDiv, func(x, y, z int32) bool { return y != 0 && z == x/y }},
	{"mod", propagate.NewMod, func(x, y, z int32) bool { return y != 0 && z == x%y }},
	{"pow", propagate.NewPow, isPower},
	{"distance", propagate.NewDistance, func(x, y, z int32) bool { return z == max(x-y, y-x) }},
}

// isPower reports whether z = x^y, by multiplication.
func isPower(x, y, z int32) bool {
	power := int64(1)
	for range max(y, -y) {
		if power *= int64(x); max(power, -power) > 1<<40 {
			return y < 0 && z == 0
		}
	}
	if y < 0 {
		return x != 0 && int64(z) == 1/power
	}
	return int64(z) == power
}

func TestTernary(t *testing.T) {
	for _, f := range ternaries {
		t.Run(f.name, func(t *testing.T) {
			proptest.Run(t, 1, 500, func(g *proptest.Gen) proptest.Case {
				ws := []store.View{g.Int(-6, 7, 9), g.Int(-4, 5, 7), g.Int(-12, 15, 12)}
				if g.IntN(8) == 0 {
					ws[g.IntN(3)] = g.Bool()
				}
				return proptest.Case{
					Views:    ws,
					Post:     func(s *store.Store) { s.Add(f.make(ws[0], ws[1], ws[2])) },
					Truth:    func(k []int32) bool { return f.truth(k[0], k[1], k[2]) },
					Strength: proptest.Domain,
					Repeated: proptest.Domain,
				}
			})
		})
	}
}

func TestAbs(t *testing.T) {
	proptest.Run(t, 1, 1200, func(g *proptest.Gen) proptest.Case {
		ws := []store.View{g.Int(-7, 8, 12), g.Int(-3, 9, 12)}
		switch g.IntN(8) {
		case 0:
			ws[g.IntN(2)] = g.Bool()
		case 1: // not narrow
			ws[0] = store.Ident(g.Var(-200, 200, 9))
			g.Domains[ws[0].V] = append([]int32{-201}, g.Domains[ws[0].V]...)
		}
		return proptest.Case{
			Views:    ws,
			Post:     func(s *store.Store) { s.Add(propagate.NewAbs(ws[0], ws[1])) },
			Truth:    func(k []int32) bool { return k[1] == max(k[0], -k[0]) },
			Strength: proptest.Domain,
			Repeated: proptest.Domain,
		}
	})
}

func TestMinMax(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		ws := g.Ints(1+g.IntN(4), -4, 5, 6)
		if g.IntN(4) == 0 {
			ws[g.IntN(len(ws))] = g.Bool()
		}
		make, best := propagate.NewMin, slices.Min[[]int32]
		if g.IntN(2) == 0 {
			make, best = propagate.NewMax, slices.Max[[]int32]
		}
		strength := proptest.BoundsZ
		if g.IntN(2) == 0 || slices.ContainsFunc(ws, func(w store.View) bool { return w.A*w.A != 1 }) {
			strength = proptest.Forward
		}
		return proptest.Case{
			Views:    ws,
			Post:     func(s *store.Store) { s.Add(make(ws[0], ws[1:])) },
			Truth:    func(k []int32) bool { return len(k) > 1 && k[0] == best(k[1:]) },
			Strength: strength,
			Repeated: proptest.Forward,
		}
	})
}
