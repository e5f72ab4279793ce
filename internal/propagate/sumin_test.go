package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

func TestSumIn(t *testing.T) {
	gen := func(n func(g *proptest.Gen) int, arg func(g *proptest.Gen) store.View, far int) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			xs := make([]store.View, n(g))
			for i := range xs {
				xs[i] = arg(g)
			}
			set := make([]int32, g.IntN(8))
			for i := range set {
				set[i] = int32(g.Between(-4, 9))
				if g.IntN(3) == 0 {
					set[i] += int32(g.Between(-1, 3) * far)
				}
			}
			return proptest.Case{
				Views: xs,
				Post:  func(s *store.Store) { s.Add(propagate.NewSumIn(xs, set)) },
				Truth: func(x []int32) bool {
					sum := int32(0)
					for _, k := range x {
						sum += k
					}
					return slices.Contains(set, sum)
				},
				Strength: proptest.Domain,
			}
		}
	}
	upTo := func(n int) func(g *proptest.Gen) int {
		return func(g *proptest.Gen) int { return g.IntN(n + 1) }
	}
	two := func(*proptest.Gen) int { return 2 }
	plain := func(g *proptest.Gen) store.View { return store.Ident(g.Var(-2, 5, 6)) }
	spaced := func(far int) func(g *proptest.Gen) store.View { // a domain of two clusters
		return func(g *proptest.Gen) store.View {
			if g.IntN(3) == 0 {
				return plain(g)
			}
			d := []int32{0, 1, 3, int32(far), int32(far) + 2}
			g.Domains = append(g.Domains, d[g.IntN(3):g.Between(3, 5)])
			return store.Ident(store.Var(len(g.Domains) - 1))
		}
	}
	proptest.Run(t, 1, 1000, gen(two, plain, 20))
	proptest.Run(t, 2001, 1000, gen(upTo(4), plain, 20))
	proptest.Run(t, 4001, 800, gen(upTo(4), func(g *proptest.Gen) store.View { return g.Int(-2, 5, 5) }, 20))
	proptest.Run(t, 6001, 500, gen(upTo(5), func(g *proptest.Gen) store.View { return g.Bool() }, 1))
	proptest.Run(t, 8001, 800, gen(upTo(4), spaced(200), 200))
	proptest.Run(t, 9001, 800, gen(upTo(4), spaced(45), 45))
	proptest.Run(t, 10001, 500, gen(two, spaced(10000), 10000)) // pairs instead of sums
	proptest.Run(t, 12001, 500, func(g *proptest.Gen) proptest.Case {
		c := gen(upTo(4), spaced(10000), 10000)(g) // neither: bounds until one view is open
		c.Strength = proptest.Forward
		return c
	})
}

// primeRing posts a ring of 1 to n that begins with 1, where neighbours sum to
// primes.
func primeRing(n int) (*store.Store, []store.Var) {
	var primes []int32
	for p := int32(2); p < int32(2*n); p++ {
		prime := true
		for q := int32(2); q*q <= p; q++ {
			prime = prime && p%q != 0
		}
		if prime {
			primes = append(primes, p)
		}
	}
	s := store.New()
	vars := []store.Var{s.NewVar(1, 1)}
	xs := []store.View{store.Ident(vars[0])}
	for i := 1; i < n; i++ {
		vars = append(vars, s.NewVar(1, int32(n)))
		xs = append(xs, store.Ident(vars[i]))
	}
	s.Add(propagate.NewAllDifferent(xs, propagate.ByValue))
	for i := range n {
		s.Add(propagate.NewSumIn([]store.View{xs[i], xs[(i+1)%n]}, primes))
	}
	s.Seal()
	return s, vars
}

// TestPrimeRing checks known counts (the Prime Ring problem).
func TestPrimeRing(t *testing.T) {
	for n, want := range map[int]int{6: 2, 8: 4, 10: 96, 12: 1024} {
		if got, _ := count(primeRing(n)); got != want {
			t.Errorf("%d prime rings of %d, want %d", got, n, want)
		}
	}
}

func BenchmarkPrimeRing12(b *testing.B) {
	for b.Loop() {
		_, nodes := count(primeRing(12))
		b.ReportMetric(float64(nodes), "nodes/op")
	}
}
