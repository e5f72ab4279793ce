package propagate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func distinct(x []int32) bool {
	x = slices.Clone(x)
	slices.Sort(x)
	return len(slices.Compact(x)) == len(x)
}

// distinctCase makes a case from views made by arg.
func distinctCase(g *proptest.Gen, n int, arg func(i int) store.View,
	post func(xs []store.View) store.Propagator) proptest.Case {
	xs := make([]store.View, n)
	for i := range xs {
		xs[i] = arg(i)
	}
	return proptest.Case{
		Views: xs,
		Post:  func(s *store.Store) { s.Add(post(xs)) },
		Truth: distinct,
	}
}

// direct makes views x + c, sometimes of an earlier variable.
func direct(g *proptest.Gen, lo, hi, size int) func(int) store.View {
	return func(int) store.View {
		if len(g.Domains) > 0 && g.IntN(8) == 0 {
			return store.Ident(store.Var(g.IntN(len(g.Domains)))).Plus(int32(g.Between(-2, 2)))
		}
		return store.Ident(g.Var(lo, hi, size)).Plus(int32(g.Between(-1, 1)))
	}
}

// spread makes views of wide or multiplied variables, so that nothing is in
// one word.
func spread(g *proptest.Gen) func(int) store.View {
	return func(int) store.View {
		if g.IntN(3) > 0 {
			return g.Int(-3, 5, 5)
		}
		far := int32(g.Between(100, 6000))
		d := []int32{-far, -1, 0, 2, far}
		g.Domains = append(g.Domains, d[g.IntN(2):g.Between(3, 5)])
		return store.Ident(store.Var(len(g.Domains) - 1))
	}
}

func TestAllDifferentValue(t *testing.T) {
	// Without hidden singles: a wide variable would be narrow in a fresh start.
	proptest.Run(t, 9001, 800, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(6), spread(g), func(xs []store.View) store.Propagator {
			return propagate.NewAllDifferentValues(xs, false)
		})
		c.Strength, c.Repeated = proptest.Forward, proptest.Forward
		return c
	})
	for _, hidden := range []bool{false, true} {
		post := func(xs []store.View) store.Propagator { return propagate.NewAllDifferentValues(xs, hidden) }
		proptest.Run(t, 1, 500, func(g *proptest.Gen) proptest.Case {
			c := distinctCase(g, g.IntN(7), direct(g, -2, 4, 5), post)
			c.Strength, c.Repeated = proptest.Forward, proptest.Forward
			return c
		})
		proptest.Run(t, 5001, 500, func(g *proptest.Gen) proptest.Case {
			n := g.Between(2, 6) // a permutation, mostly
			c := distinctCase(g, n, func(int) store.View { return store.Ident(g.Var(1, n, n)) }, post)
			c.Strength, c.Repeated = proptest.Forward, proptest.Forward
			return c
		})
		proptest.Run(t, 13001, 500, func(g *proptest.Gen) proptest.Case {
			c := distinctCase(g, g.IntN(4), mixed(g), post)
			c.Strength = proptest.Forward
			return c
		})
	}
}

// mixed makes truth views and others.
func mixed(g *proptest.Gen) func(int) store.View {
	return func(int) store.View {
		if g.IntN(2) == 0 {
			return g.Bool()
		}
		return g.Int(-2, 3, 4)
	}
}

func TestAllDifferentBounds(t *testing.T) {
	post := func(xs []store.View) store.Propagator { return propagate.NewAllDifferent(xs, propagate.ByBounds) }
	proptest.Run(t, 1, 1000, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(6), func(i int) store.View {
			w := direct(g, -2, 4, 5)(i)
			if g.IntN(4) == 0 {
				w = w.Neg()
			}
			return w
		}, post)
		c.Strength, c.Repeated = proptest.BoundsZ, proptest.Forward
		return c
	})
	proptest.Run(t, 5001, 500, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(6), spread(g), post)
		c.Strength, c.Repeated = proptest.Forward, proptest.Forward
		return c
	})
	proptest.Run(t, 9001, 500, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(4), mixed(g), post)
		c.Strength = proptest.Forward
		return c
	})
}

func TestAllDifferentDomain(t *testing.T) {
	post := func(xs []store.View) store.Propagator { return propagate.NewAllDifferent(xs, propagate.ByDomain) }
	proptest.Run(t, 1, 1000, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(7), direct(g, -2, 4, 4), post)
		c.Strength, c.Repeated = proptest.Domain, proptest.Forward
		return c
	})
	proptest.Run(t, 5001, 1000, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(7), spread(g), post)
		c.Strength, c.Repeated = proptest.Domain, proptest.Forward
		return c
	})
	proptest.Run(t, 9001, 500, func(g *proptest.Gen) proptest.Case {
		c := distinctCase(g, g.IntN(4), mixed(g), post)
		c.Strength = proptest.Domain
		return c
	})
}

// TestAllDifferentLarge checks scopes of more than 64 views, where positions
// share their bits, against each other.
func TestAllDifferentLarge(t *testing.T) {
	const n = 70
	r := rand.New(rand.NewPCG(1, 2))
	for _, at := range []propagate.Strength{propagate.ByValue, propagate.ByBounds, propagate.ByDomain} {
		s := store.New()
		xs := make([]store.View, n)
		for i := range xs {
			xs[i] = store.Ident(s.NewVar(0, n))
		}
		s.Add(propagate.NewAllDifferent(xs, at))
		s.Seal()
		for range 20 {
			s.PopTo(0)
			if !s.Propagate() {
				t.Fatal("root fails")
			}
			for _, i := range r.Perm(n) {
				for {
					k := xs[i].Lo(s)
					for range r.IntN(4) {
						if next, ok := xs[i].Next(s, k); ok {
							k = next
						}
					}
					s.Push()
					if xs[i].Fix(s, k, 0) && s.Propagate() {
						break
					}
					s.Pop()
				}
			}
			values := make([]int32, n)
			for i, w := range xs {
				values[i] = w.Lo(s)
			}
			if !distinct(values) {
				t.Fatalf("strength %d: %v", at, values)
			}
		}
	}
}

func TestAllDifferentPartial(t *testing.T) {
	xs := []store.View{store.Ident(0), store.Ident(1).Plus(1), store.Ident(2)}
	for _, at := range []propagate.Strength{propagate.ByValue, propagate.ByBounds, propagate.ByDomain} {
		p := propagate.NewAllDifferent(xs, at).(propagate.PartialChecker)
		for _, c := range []struct {
			a    []int32
			upTo store.Var
			want bool
		}{{[]int32{2, 1, 2}, 1, true}, {[]int32{2, 1, 2}, 2, false}, {[]int32{2, 2, 2}, 2, true}, {[]int32{2, 2, 2}, 3, false}} {
			if got := p.CheckPartial(c.a, func(v store.Var) bool { return v < c.upTo }); got != c.want {
				t.Errorf("CheckPartial(%v, %d assigned) = %v", c.a, c.upTo, got)
			}
		}
	}
}

// queens posts n queens and returns the columns' variables.
func queens(n int, at propagate.Strength) (*store.Store, []store.Var) {
	s := store.New()
	vars := make([]store.Var, n)
	for i := range vars {
		vars[i] = s.NewVar(0, int32(n-1))
	}
	for slope := int32(-1); slope <= 1; slope++ {
		xs := make([]store.View, n)
		for i, v := range vars {
			xs[i] = store.Ident(v).Plus(slope * int32(i))
		}
		s.Add(propagate.NewAllDifferent(xs, at))
	}
	s.Seal()
	return s, vars
}

// count counts the solutions by first-fail depth-first search.
func count(s *store.Store, vars []store.Var) (solutions, nodes int) {
	nodes++
	if !s.Propagate() {
		return 0, 1
	}
	best, size := store.Var(0), int32(0)
	for _, v := range vars {
		if n := s.Size(v); n > 1 && (size == 0 || n < size) {
			best, size = v, n
		}
	}
	if size == 0 {
		return 1, nodes
	}
	for k, ok := s.Lo(best), true; ok; k, ok = s.Next(best, k) {
		s.Push()
		s.Fix(best, k, 0)
		a, b := count(s, vars)
		solutions, nodes = solutions+a, nodes+b
		s.Pop()
	}
	return solutions, nodes
}

func TestQueens(t *testing.T) {
	want := []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352}
	for _, at := range []propagate.Strength{propagate.ByValue, propagate.ByBounds, propagate.ByDomain} {
		for n := 1; n < len(want); n++ {
			if got, _ := count(queens(n, at)); got != want[n] {
				t.Errorf("%d queens, strength %d: %d solutions, want %d", n, at, got, want[n])
			}
		}
	}
}

func BenchmarkQueens12(b *testing.B) {
	for b.Loop() {
		got, nodes := count(queens(12, propagate.ByValue))
		if got != 14200 {
			b.Fatalf("%d solutions", got)
		}
		b.ReportMetric(float64(nodes), "nodes/op")
	}
}

// BenchmarkLatin9 completes a latin square of side 9 with two rows given, by
// each strength.
func BenchmarkLatin9(b *testing.B) {
	for at := propagate.ByValue; at <= propagate.ByDomain; at++ {
		b.Run(fmt.Sprint(at), func(b *testing.B) {
			const n = 9
			s := store.New()
			var vars []store.Var
			for range n * n {
				vars = append(vars, s.NewVar(1, n))
			}
			for i := range n {
				row, col := make([]store.View, n), make([]store.View, n)
				for j := range n {
					row[j], col[j] = store.Ident(vars[i*n+j]), store.Ident(vars[j*n+i])
				}
				s.Add(propagate.NewAllDifferent(row, at))
				s.Add(propagate.NewAllDifferent(col, at))
			}
			s.Seal()
			s.Propagate()
			b.ReportAllocs()
			for b.Loop() {
				r := rand.New(rand.NewPCG(3, 4))
				for _, i := range r.Perm(n * n)[:60] {
					s.Push()
					k := s.Lo(vars[i])
					if !s.Fix(vars[i], k, 0) || !s.Propagate() {
						s.Pop()
					}
				}
				s.PopTo(0)
			}
		})
	}
}

// Views of one variable that are equal at one value keep it out once, however
// many pairs of them there are.
func TestClashesOnce(t *testing.T) {
	s := store.New()
	x, y := store.Ident(s.NewVar(0, 9)), store.Ident(s.NewVar(0, 9))
	var xs []store.View
	for a := int32(1); a <= 20; a++ {
		xs = append(xs, store.View{V: x.V, A: a, C: 0}, store.View{V: y.V, A: a, C: -2 * a})
	}
	if n := propagate.Clashes(xs); n != 2 {
		t.Errorf("%d values are kept out, want x = 0 and y = 2", n)
	}
}
