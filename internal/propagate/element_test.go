package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func elementCase(index store.View, array []store.View, result store.View, base int32) proptest.Case {
	return proptest.Case{
		Views: append([]store.View{index, result}, array...),
		Post:  func(s *store.Store) { s.Add(propagate.NewElement(index, array, result, base)) },
		Truth: func(x []int32) bool {
			at := x[0] - base
			return at >= 0 && int(at) < len(array) && x[2+at] == x[1]
		},
		Strength: proptest.Domain,
		Repeated: proptest.Forward,
	}
}

func TestElement(t *testing.T) {
	proptest.Run(t, 1, 700, func(g *proptest.Gen) proptest.Case {
		base := int32(g.Between(-2, 2))
		n := g.IntN(4)
		index := g.Int(int(base)-1, int(base)+n, n+2)
		if g.IntN(5) == 0 {
			index = g.Bool()
		}
		return elementCase(index, randomViews(g, n, -3, 3, 3), g.Int(-3, 3, 4), base)
	})
}

// Plain variables, so that the word form runs.
func TestElementWords(t *testing.T) {
	proptest.Run(t, 1, 500, func(g *proptest.Gen) proptest.Case {
		base := int32(g.Between(-2, 2))
		array := make([]store.View, 1+g.IntN(3))
		index := store.Ident(g.Var(int(base)-1, int(base)+len(array), len(array)+2))
		result := store.Ident(g.Var(-6, 6, 6))
		for i := range array {
			array[i] = store.Ident(g.Var(-6, 6, 3)).Plus(int32(g.Between(-1, 1)))
		}
		return elementCase(index, array, result, base)
	})
}

// An index of more than 64 values over words.
func TestElementLongIndex(t *testing.T) {
	proptest.Run(t, 1, 150, func(g *proptest.Gen) proptest.Case {
		array := make([]store.View, 150)
		index := store.Ident(g.Var(-2, 151, 12)).Plus(1)
		result := store.Ident(g.Var(-2, 3, 5))
		for i := range array {
			k := g.Between(-3, 3)
			array[i] = store.Ident(g.Var(k, k, 1))
		}
		d := g.Domains[index.V]
		for range 4 { // of those within reach, some are open
			if at := index.Of(d[g.IntN(len(d))]); at >= 0 && at < 150 {
				array[at] = store.Ident(g.Var(-3, 3, 3))
			}
		}
		return elementCase(index, array, result, 0)
	})
}

// An array of constants stays consistent where index and result are views of
// one variable.
func TestElementConstant(t *testing.T) {
	for _, width := range []int{6, 90} {
		proptest.Run(t, 1, 150, func(g *proptest.Gen) proptest.Case {
			base := int32(g.Between(-2, 2))
			n := g.IntN(12)
			index := g.Int(int(base)-1, int(base)+n, n+2)
			result := g.Int(-width, width, 12)
			zero := g.Var(0, 0, 1)
			array := make([]store.View, n)
			for i := range array {
				array[i] = store.View{V: zero, A: 1, C: int32(g.Between(-width, width))}
				if d := g.Domains[result.V]; g.IntN(3) > 0 {
					array[i].C = result.Of(d[g.IntN(len(d))])
				}
			}
			c := elementCase(index, array, result, base)
			c.Repeated = proptest.Domain
			return c
		})
	}
}

// Values far apart, so that no domain is a word.
func TestElementBanked(t *testing.T) {
	proptest.Run(t, 1, 150, func(g *proptest.Gen) proptest.Case {
		n := 1 + g.IntN(3)
		index := g.Int(0, n, n+1)
		return elementCase(index, g.Ints(n, -150, 150, 5), g.Int(-150, 150, 5), 1)
	})
}

// The bounds of base and of a wide result: no overflow, and exact bounds.
func TestElementLimits(t *testing.T) {
	const least = -2 * (store.MaxValue / 2)
	s := store.New()
	index := store.Ident(s.NewVar(store.MaxValue-3, store.MaxValue))
	result := store.Ident(s.NewVar(-store.MaxValue, store.MaxValue))
	array := []store.View{
		store.Ident(s.NewVar(store.MaxValue-1, store.MaxValue)),
		{V: s.NewVar(0, store.MaxValue/2), A: -2},
		store.Ident(s.NewVar(7, 9)),
	}
	s.Add(propagate.NewElement(index, array, result, store.MaxValue-1))
	s.Seal()
	if !s.Propagate() {
		t.Fatal("failed")
	}
	if lo, hi := index.Lo(s), index.Hi(s); lo != store.MaxValue-1 || hi != store.MaxValue {
		t.Errorf("index in %d..%d", lo, hi)
	}
	if lo, hi := result.Lo(s), result.Hi(s); lo != least || hi != store.MaxValue {
		t.Errorf("result in %d..%d", lo, hi)
	}
	if !result.SetHi(s, -5, 0) || !s.Propagate() {
		t.Fatal("failed")
	}
	if lo, hi := result.Lo(s), result.Hi(s); !index.Fixed(s) || lo != least || hi != -6 {
		t.Errorf("index %d, result in %d..%d", index.Lo(s), lo, hi)
	}
}

// An element and the result are views of one variable that never agree:
// narrowing the one moves the other.
func TestElementAgainstItself(t *testing.T) {
	for _, width := range []int32{3, 200} {
		s := store.New()
		index, x, y := store.Ident(s.NewVar(2, 3)), store.Ident(s.NewVar(1, 3)), store.Ident(s.NewVar(-width, 1))
		s.Add(propagate.NewElement(index, []store.View{y, x}, x.Plus(-1), 1))
		s.Seal()
		if s.Propagate() {
			t.Errorf("no failure: index %d, x in %d..%d", index.Lo(s), x.Lo(s), x.Hi(s))
		}
	}
}
