package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// iff returns the truth of a constraint whose last view tells whether the
// others satisfy it.
func iff(truth func(x []int32) bool) func(x []int32) bool {
	return func(x []int32) bool {
		last := len(x) - 1
		return truth(x[:last]) == (x[last] == 1)
	}
}

func TestClauseIff(t *testing.T) {
	gen := func(n func(g *proptest.Gen) int) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			ws := g.Bools(1 + n(g))
			last := len(ws) - 1
			return proptest.Case{
				Views:    ws,
				Post:     func(s *store.Store) { s.Add(propagate.NewClauseIff(ws[last], ws[:last])) },
				Truth:    iff(func(x []int32) bool { return slices.Contains(x, 1) }),
				Strength: proptest.Domain,
			}
		}
	}
	proptest.Run(t, 1, 2500, gen(func(g *proptest.Gen) int { return g.IntN(5) }))
}

// Literals beyond 64 share their change bits.
func TestClauseIffLong(t *testing.T) {
	proptest.Run(t, 1, 40, func(g *proptest.Gen) proptest.Case {
		one := store.Ident(g.Var(0, 0, 1))
		ws := make([]store.View, 140)
		for i := range ws {
			ws[i] = one
		}
		for range 6 {
			ws[g.IntN(len(ws))] = g.Bool()
		}
		last := len(ws) - 1
		return proptest.Case{
			Views: ws,
			Post:  func(s *store.Store) { s.Add(propagate.NewClauseIff(ws[last], ws[:last])) },
			Truth: iff(func(x []int32) bool { return slices.Contains(x, 1) }),
		}
	})
}

func TestMemberIff(t *testing.T) {
	gen := func(lo, hi, size int) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			x := g.Int(lo, hi, size)
			if g.IntN(8) == 0 {
				x = g.Bool()
			}
			b := g.Bool()
			set := make([]int32, g.IntN(8))
			for i := range set {
				set[i] = int32(g.Between(lo-1, hi+1))
				if d := g.Domains[x.V]; g.IntN(2) == 0 {
					set[i] = x.Of(d[g.IntN(len(d))])
				}
			}
			return proptest.Case{
				Views:    []store.View{x, b},
				Post:     func(s *store.Store) { s.Add(propagate.NewMemberIff(b, x, set)) },
				Truth:    iff(func(x []int32) bool { return slices.Contains(set, x[0]) }),
				Strength: proptest.Domain,
				Repeated: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 1000, gen(-4, 5, 8))
	proptest.Run(t, 5001, 400, gen(-150, 150, 20))
}

// Wide domains: the values of the set are far apart.
func TestMemberIffWide(t *testing.T) {
	const m = store.MaxValue
	s := store.New()
	b, x := store.Ident(s.NewVar(0, 1)), store.Ident(s.NewVar(-m, m))
	s.Add(propagate.NewMemberIff(b, x, []int32{-m + 5, 7, 8, m - 9}))
	s.Seal()
	if !s.Propagate() || b.Fixed(s) || x.Lo(s) != -m {
		t.Fatal("nothing is known yet")
	}
	s.Push()
	if !b.Fix(s, 1, 0) || !s.Propagate() || x.Lo(s) != -m+5 || x.Hi(s) != m-9 {
		t.Fatalf("in the set: %d..%d", x.Lo(s), x.Hi(s))
	}
	if !x.SetLo(s, 6-m, 0) || !s.Propagate() || x.Lo(s) != 7 {
		t.Fatalf("the next value is %d, not 7", x.Lo(s))
	}
	s.Pop()
	s.Push()
	if !x.SetLo(s, 7, 0) || !x.SetHi(s, 8, 0) || !s.Propagate() || b.Lo(s) != 1 {
		t.Fatal("7 and 8 are in the set")
	}
	s.Pop()
	s.Push()
	if !x.SetLo(s, 9, 0) || !x.SetHi(s, m-10, 0) || !s.Propagate() || b.Hi(s) != 0 {
		t.Fatal("none of 9..m-10 is in the set")
	}
}

func TestTableIff(t *testing.T) {
	gen := func(width int) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(4)
			ws := randomViews(g, n, -width, width, 4)
			b := g.Bool()
			tuples := make([][]int32, g.IntN(14))
			for i := range tuples {
				tuples[i] = make([]int32, n)
				for j := range tuples[i] {
					tuples[i][j] = int32(g.Between(-width, width))
					if d := g.Domains[ws[j].V]; g.IntN(4) > 0 {
						tuples[i][j] = ws[j].Of(d[g.IntN(len(d))])
					}
				}
			}
			return proptest.Case{
				Views: append(ws, b),
				Post:  func(s *store.Store) { s.Add(propagate.NewTableIff(b, ws, tuples)) },
				Truth: iff(func(x []int32) bool {
					return slices.ContainsFunc(tuples, func(t []int32) bool { return slices.Equal(t, x) })
				}),
				Strength: proptest.Domain,
				Repeated: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 800, gen(3))
	proptest.Run(t, 5001, 200, gen(90))
}

func TestLexIff(t *testing.T) {
	gen := func(arg func(g *proptest.Gen) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(6)
			nx := g.IntN(n + 1)
			strict := g.IntN(2) == 0
			ws := make([]store.View, n)
			for i := range ws {
				ws[i] = arg(g)
			}
			b := g.Bool()
			return proptest.Case{
				Views: append(ws, b),
				Post:  func(s *store.Store) { s.Add(propagate.NewLexIff(b, ws[:nx:nx], ws[nx:n:n], strict)) },
				Truth: iff(func(x []int32) bool {
					order := slices.Compare(x[:nx], x[nx:])
					return order < 0 || order == 0 && !strict
				}),
				Strength: proptest.Domain,
				Repeated: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 1000, gen(func(g *proptest.Gen) store.View { return store.Ident(g.Var(-1, 2, 3)) }))
	proptest.Run(t, 5001, 600, gen(func(g *proptest.Gen) store.View { return g.Int(-1, 2, 3) }))
	proptest.Run(t, 9001, 600, gen(func(g *proptest.Gen) store.View { return g.Bool() }))
}

func TestElementOf(t *testing.T) {
	for _, width := range []int{6, 90} {
		proptest.Run(t, 1, 200, func(g *proptest.Gen) proptest.Case {
			base := int32(g.Between(-2, 2))
			n := g.IntN(12)
			index, result := g.Int(int(base)-1, int(base)+n, n+2), g.Int(-width, width, 12)
			values := make([]int32, n)
			for i := range values {
				values[i] = int32(g.Between(-width, width))
				if d := g.Domains[result.V]; g.IntN(3) > 0 {
					values[i] = result.Of(d[g.IntN(len(d))])
				}
			}
			return proptest.Case{
				Views: []store.View{index, result},
				Post:  func(s *store.Store) { s.Add(propagate.NewElementOf(index, values, result, base)) },
				Truth: func(x []int32) bool {
					at := x[0] - base
					return at >= 0 && int(at) < n && values[at] == x[1]
				},
				Strength: proptest.Domain,
				Repeated: proptest.Domain,
			}
		})
	}
}
