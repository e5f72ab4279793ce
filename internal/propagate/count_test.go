package propagate_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// someInts returns up to most views, now and then with a truth view or a
// variable that is not narrow.
func someInts(g *proptest.Gen, most int) []store.View {
	xs := g.Ints(g.IntN(most+1), -2, 4, 5)
	for i := range xs {
		switch g.IntN(12) {
		case 0:
			xs[i] = g.Bool()
		case 1:
			v := g.Var(-1, 3, 4)
			g.Domains[v] = append(g.Domains[v], 90)
			xs[i] = store.Ident(v)
		}
	}
	return xs
}

func TestAmong(t *testing.T) {
	proptest.Run(t, 1, 1200, func(g *proptest.Gen) proptest.Case {
		xs, c := someInts(g, 4), g.Int(-1, 5, 4)
		var set []int32
		for range g.IntN(5) {
			set = append(set, int32(g.Between(-2, 5)))
		}
		return proptest.Case{
			Views: append(slices.Clone(xs), c),
			Post:  func(s *store.Store) { s.Add(propagate.NewAmong(xs, set, c)) },
			Truth: func(k []int32) bool {
				n := int32(0)
				for _, x := range k[:len(xs)] {
					if slices.Contains(set, x) {
						n++
					}
				}
				return n == k[len(xs)]
			},
			Strength: proptest.Domain,
			Repeated: proptest.Forward,
			Label:    fmt.Sprint(set),
		}
	})
}

// isCount is the truth of count over xs, v, c.
func isCount(k []int32) bool {
	n, last := int32(0), len(k)-1
	for _, x := range k[:last-1] {
		if x == k[last-1] {
			n++
		}
	}
	return n == k[last]
}

func TestCount(t *testing.T) {
	proptest.Run(t, 1, 1200, func(g *proptest.Gen) proptest.Case {
		xs, c := someInts(g, 4), g.Int(-1, 5, 4)
		v, strength := g.Int(-2, 4, 3), proptest.Forward
		if g.IntN(2) == 0 {
			v, strength = store.Ident(g.Var(-2, 4, 1)), proptest.Domain
		}
		return proptest.Case{
			Views:    append(slices.Clone(xs), v, c),
			Post:     func(s *store.Store) { s.Add(propagate.NewCount(xs, v, c)) },
			Truth:    isCount,
			Strength: strength,
			Repeated: proptest.Forward,
		}
	})
}

// TestCountMany has so many xs that an open v has to wait for them.
func TestCountMany(t *testing.T) {
	proptest.Run(t, 1, 10, func(g *proptest.Gen) proptest.Case {
		xs := make([]store.View, 900)
		for i := range xs {
			size := 1
			if i%450 == 3 {
				size = 3
			}
			xs[i] = store.Ident(g.Var(0, 5, size))
		}
		v, c := store.Ident(g.Var(0, 5, 1)), store.Ident(g.Var(130, 170, 3))
		g.Domains[v.V] = []int32{0, 1, 2, 3, 4, 5}
		return proptest.Case{
			Views:    append(slices.Clone(xs), v, c),
			Post:     func(s *store.Store) { s.Add(propagate.NewCount(xs, v, c)) },
			Truth:    isCount,
			Strength: proptest.Forward,
		}
	})
}

func cardinalityCase(xs []store.View, values []int32, counts []store.View, closed bool) proptest.Case {
	return proptest.Case{
		Views: append(slices.Clone(xs), counts...),
		Post:  func(s *store.Store) { s.Add(propagate.NewCardinality(xs, values, counts, closed)) },
		Truth: func(k []int32) bool {
			listed := int32(0)
			for j, value := range values {
				n := int32(0)
				for _, x := range k[:len(xs)] {
					if x == value {
						n++
					}
				}
				if n != k[len(xs)+j] {
					return false
				}
				listed += n
			}
			return !closed || int(listed) == len(xs)
		},
		Strength: proptest.Forward,
		Repeated: proptest.Forward,
		Label:    fmt.Sprintf("values %v closed %v", values, closed),
	}
}

func TestCardinality(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		xs := someInts(g, 3)
		var values []int32
		for _, k := range g.Perm(7)[:g.IntN(4)] {
			values = append(values, int32(k-2))
			if k == 6 { // too far for a table
				values[len(values)-1] = 100_000
			}
		}
		counts := g.Ints(len(values), -1, 3, 4)
		closed := g.IntN(2) == 0
		return cardinalityCase(xs, values, counts, closed)
	})
}

// Counts and xs are such that the sums of the counts matter.
func TestCardinalitySums(t *testing.T) {
	proptest.Run(t, 1, 900, func(g *proptest.Gen) proptest.Case {
		xs := make([]store.View, 2+g.IntN(3))
		for i := range xs {
			xs[i] = store.Ident(g.Var(0, 3, 4))
		}
		values := []int32{2, 0, 1}[:2+g.IntN(2)]
		counts := make([]store.View, len(values))
		most := 1 + g.IntN(3)
		for j := range counts {
			counts[j] = store.Ident(g.Var(0, most, 3))
		}
		return cardinalityCase(xs, values, counts, g.IntN(3) == 0)
	})
}
