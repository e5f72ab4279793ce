package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// randomViews returns n integer or 0/1 views.
func randomViews(g *proptest.Gen, n, lo, hi, size int) []store.View {
	xs := make([]store.View, n)
	for i := range xs {
		if g.IntN(4) == 0 {
			xs[i] = g.Bool()
		} else {
			xs[i] = g.Int(lo, hi, size)
		}
	}
	return xs
}

// randomTuples returns tuples that mostly have values of the views, some twice.
func randomTuples(g *proptest.Gen, xs []store.View, n int) [][]int32 {
	tuples := make([][]int32, n)
	for i := range tuples {
		if i > 0 && g.IntN(10) == 0 {
			tuples[i] = tuples[g.IntN(i)]
			continue
		}
		x := make([]int32, len(g.Domains))
		for v, d := range g.Domains {
			x[v] = d[g.IntN(len(d))]
		}
		tuples[i] = make([]int32, len(xs))
		for j, w := range xs {
			tuples[i][j] = w.In(x)
			if g.IntN(30) == 0 {
				tuples[i][j] += int32(g.Between(-1, 1))
			}
		}
	}
	return tuples
}

func tableCase(g *proptest.Gen, xs []store.View, tuples [][]int32, not bool) proptest.Case {
	given := slices.Clone(tuples)
	return proptest.Case{
		Views: xs,
		Post: func(s *store.Store) {
			if not {
				s.Add(propagate.NewNotTable(xs, given))
			} else {
				s.Add(propagate.NewTable(xs, given))
			}
		},
		Truth: func(x []int32) bool {
			return slices.ContainsFunc(tuples, func(t []int32) bool { return slices.Equal(t, x) }) != not
		},
		Strength: proptest.Domain,
		Repeated: proptest.Domain,
	}
}

func TestTable(t *testing.T) {
	proptest.Run(t, 1, 400, func(g *proptest.Gen) proptest.Case {
		xs := randomViews(g, g.IntN(5), -3, 4, 5)
		return tableCase(g, xs, randomTuples(g, xs, g.IntN(40)), false)
	})
}

func TestTablePair(t *testing.T) {
	proptest.Run(t, 1, 400, func(g *proptest.Gen) proptest.Case {
		xs := randomViews(g, 2, -8, 8, 12)
		return tableCase(g, xs, randomTuples(g, xs, g.IntN(50)), false)
	})
}

// Several hundred tuples, so that the set has many words and sparse rows.
func TestTableManyWords(t *testing.T) {
	proptest.Run(t, 1, 25, func(g *proptest.Gen) proptest.Case {
		xs := randomViews(g, 3, -9, 9, 10)
		return tableCase(g, xs, randomTuples(g, xs, 800), false)
	})
	proptest.Run(t, 1, 15, func(g *proptest.Gen) proptest.Case {
		xs := []store.View{g.Int(-200, 200, 100), g.Int(0, 9, 10), g.Bool()}
		return tableCase(g, xs, randomTuples(g, xs, 600), g.IntN(2) == 0)
	})
}

// Domains of more than one word.
func TestTableBanked(t *testing.T) {
	for _, not := range []bool{false, true} {
		proptest.Run(t, 1, 150, func(g *proptest.Gen) proptest.Case {
			x := g.Var(-150, 150, 30)
			xs := []store.View{g.Int(-3, 3, 3), store.Ident(x), g.Int(-100, 100, 5)}
			if g.IntN(2) == 0 {
				xs = append(xs, store.View{V: x, A: -2, C: 1})
			}
			if g.IntN(2) == 0 {
				xs = append(xs, store.View{V: x, Kind: store.AtLeast, C: int32(g.Between(-20, 20))})
			}
			g.Shuffle(len(xs), func(i, j int) { xs[i], xs[j] = xs[j], xs[i] })
			return tableCase(g, xs, randomTuples(g, xs, g.IntN(80)), not)
		})
	}
}

// One truth view of a banked variable is exact.
func TestTableBankedTruth(t *testing.T) {
	for _, not := range []bool{false, true} {
		proptest.Run(t, 1, 200, func(g *proptest.Gen) proptest.Case {
			kind := store.Kind(g.Between(int(store.Equal), int(store.AtMost)))
			w := store.View{V: g.Var(-150, 150, 30), Kind: kind, C: int32(g.Between(-50, 50))}
			xs := []store.View{g.Int(-3, 3, 3), w}
			return tableCase(g, xs, randomTuples(g, xs, g.IntN(10)), not)
		})
	}
}

// countAnswers counts the answers of a case by search. It serves where a fresh
// start on smaller domains is stronger, so that proptest does not apply.
func countAnswers(t *testing.T, c proptest.Case, domains [][]int32) int {
	s := store.New()
	for _, d := range domains {
		if int(d[len(d)-1]-d[0])+1 == len(d) {
			s.NewVar(d[0], d[len(d)-1])
		} else {
			s.NewSetVar(d)
		}
	}
	c.Post(s)
	s.Seal()
	var search func() int
	search = func() int {
		if !s.Propagate() {
			return 0
		}
		for v := range store.Var(len(domains)) {
			if s.Fixed(v) {
				continue
			}
			n := 0
			k := (s.Lo(v) + s.Hi(v)) >> 1
			for side := range 2 {
				s.Push()
				if side == 0 && s.SetHi(v, k, 0) || side == 1 && s.SetLo(v, k+1, 0) {
					n += search()
				}
				s.Pop()
			}
			return n
		}
		x := make([]int32, len(domains))
		vals := make([]int32, len(c.Views))
		for v := range x {
			x[v] = s.Lo(store.Var(v))
		}
		for i, w := range c.Views {
			vals[i] = w.In(x)
		}
		if !c.Truth(vals) {
			t.Fatalf("%v is no answer of %v", x, &c)
		}
		return 1
	}
	return search()
}

// Several truth views of one banked variable, and a variable with so many
// values that only its bounds are narrowed: nothing is lost.
func TestTableWeak(t *testing.T) {
	for seed := range uint64(300) {
		g := proptest.NewGen(seed)
		var xs []store.View
		if seed%10 == 0 {
			g.Domains = append(g.Domains, nil)
			for k := range int32(store.BankLimit + 40) {
				g.Domains[0] = append(g.Domains[0], k-2000)
			}
			xs = []store.View{{V: 0, A: 1, C: 5}, g.Int(-2, 2, 3)}
			if g.IntN(2) == 0 {
				xs = append(xs, store.View{V: 0, Kind: store.AtMost, C: int32(g.Between(-2000, 2000))})
			}
		} else {
			x := g.Var(-150, 150, 30)
			xs = append(xs, g.Int(-3, 3, 3))
			for range 2 + g.IntN(2) {
				kind := store.Kind(g.Between(int(store.Equal), int(store.AtMost)))
				xs = append(xs, store.View{V: x, Kind: kind, C: int32(g.Between(-50, 50))})
			}
		}
		c := tableCase(g, xs, randomTuples(g, xs, g.IntN(10)), g.IntN(2) == 0)
		want := 0
		x := make([]int32, len(g.Domains))
		vals := make([]int32, len(xs))
		var each func(v int)
		each = func(v int) {
			if v < len(x) {
				for _, x[v] = range g.Domains[v] {
					each(v + 1)
				}
				return
			}
			for i, w := range xs {
				vals[i] = w.In(x)
			}
			if c.Truth(vals) {
				want++
			}
		}
		each(0)
		if got := countAnswers(t, c, g.Domains); got != want {
			t.Fatalf("seed %d: %d answers, want %d: views %+v", seed, got, want, xs)
		}
	}
}

func TestNotTable(t *testing.T) {
	proptest.Run(t, 1, 400, func(g *proptest.Gen) proptest.Case {
		xs := randomViews(g, g.IntN(5), -3, 4, 3)
		return tableCase(g, xs, randomTuples(g, xs, g.IntN(60)), true)
	})
}

// Nearly all combinations are forbidden.
func TestNotTableDense(t *testing.T) {
	proptest.Run(t, 1, 300, func(g *proptest.Gen) proptest.Case {
		xs := randomViews(g, 3, -3, 4, 5)
		return tableCase(g, xs, randomTuples(g, xs, 400), true)
	})
}
