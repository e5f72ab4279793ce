package propagate_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// fits reports whether the tasks never need more than capacity.
func fits(starts, durations, demands []int32, capacity int32) bool {
	if capacity < 0 || slices.ContainsFunc(durations, negative) || slices.ContainsFunc(demands, negative) {
		return false
	}
	for t := int32(-40); t < 80; t++ {
		sum := int32(0)
		for i, from := range starts {
			if from <= t && t < from+durations[i] {
				sum += demands[i]
			}
		}
		if sum > capacity {
			return false
		}
	}
	return true
}

func negative(k int32) bool { return k < 0 }

func TestCumulative(t *testing.T) {
	cumulative := func(starts, durations, demands []store.View, capacity store.View) proptest.Case {
		n := len(starts)
		return proptest.Case{
			Views: slices.Concat(starts, durations, demands, []store.View{capacity}),
			Post:  func(s *store.Store) { s.Add(propagate.NewCumulative(starts, durations, demands, capacity)) },
			Truth: func(x []int32) bool { return fits(x[:n], x[n:2*n], x[2*n:3*n], x[3*n]) },
		}
	}
	type arg func(g *proptest.Gen) store.View
	gen := func(n, span int, duration, demand, capacity arg) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(n + 1)
			var starts, durations, demands []store.View
			for range n {
				starts = append(starts, g.Int(0, span, 4))
				durations = append(durations, duration(g))
				demands = append(demands, demand(g))
			}
			return cumulative(starts, durations, demands, capacity(g))
		}
	}
	fixed := func(lo, hi int) arg { return func(g *proptest.Gen) store.View { return fixedTo(g, g.Between(lo, hi)) } }
	open := func(lo, hi, size int) arg { return func(g *proptest.Gen) store.View { return g.Int(lo, hi, size) } }
	proptest.Run(t, 1, 600, gen(6, 7, fixed(0, 4), fixed(0, 3), fixed(2, 4)))
	proptest.Run(t, 10001, 400, gen(5, 5, fixed(1, 5), fixed(1, 2), fixed(2, 3)))
	proptest.Run(t, 20001, 400, gen(2, 6, open(-1, 4, 3), open(-1, 3, 3), open(-1, 4, 3)))
	proptest.Run(t, 30001, 300, gen(4, 6, fixed(1, 4), fixed(1, 2), open(0, 4, 3)))
	proptest.Run(t, 40001, 300, gen(3, 6, open(0, 4, 3), fixed(1, 2), fixed(2, 3)))
	proptest.Run(t, 50001, 300, gen(3, 6, fixed(1, 4), open(0, 4, 3), fixed(2, 3)))
	proptest.Run(t, 60001, 300, func(g *proptest.Gen) proptest.Case { // truth views everywhere
		n := g.IntN(3)
		return cumulative(g.Bools(n), g.Bools(n), g.Bools(n), g.Bool())
	})
}

// TestCumulativeRules checks that at a fixpoint no start, at a bound, and no
// largest duration or demand lifts the sure parts of the other tasks above the
// capacity, and that no window has too little energy.
func TestCumulativeRules(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	fixpoints := 0
	for round := range 3000 {
		n := 2 + r.IntN(5)
		s := store.New()
		between := func(lo, width int32) store.View { return store.Ident(s.NewVar(lo, lo+r.Int32N(width+1))) }
		var starts, durations, demands []store.View
		for range n {
			starts = append(starts, between(r.Int32N(8), 8))
			durations = append(durations, between(1+r.Int32N(6), r.Int32N(3)))
			demands = append(demands, between(1+r.Int32N(2), r.Int32N(2)))
		}
		capacity := between(2, 2)
		s.Add(propagate.NewCumulative(starts, durations, demands, capacity))
		s.Seal()
		if !s.Propagate() {
			continue
		}
		fixpoints++
		most := capacity.Hi(s)
		for i, w := range starts {
			lo, hi := w.Lo(s), w.Hi(s)
			dur, dem := durations[i].Lo(s), demands[i].Lo(s)
			for at := range int32(40) {
				load := int32(0)
				for j, v := range starts {
					if j != i && v.Hi(s) <= at && at < v.Lo(s)+durations[j].Lo(s) {
						load += demands[j].Lo(s)
					}
				}
				clash := load+dem > most
				switch {
				case clash && lo <= at && at < lo+dur:
					t.Fatalf("round %d: task %d can start at %d and run at %d", round, i, lo, at)
				case clash && hi <= at && at < hi+dur:
					t.Fatalf("round %d: task %d can start at %d and run at %d", round, i, hi, at)
				case clash && hi <= at && at < lo+durations[i].Hi(s):
					t.Fatalf("round %d: task %d can be as long as to run at %d", round, i, at)
				case hi <= at && at < lo+dur && load+demands[i].Hi(s) > most:
					t.Fatalf("round %d: task %d can need %d at %d", round, i, demands[i].Hi(s), at)
				}
			}
		}
		for begin := range int32(30) {
			for end := begin + 1; end < 40; end++ {
				energy := int32(0)
				for i, w := range starts {
					if d := durations[i].Lo(s); begin <= w.Lo(s) && w.Hi(s)+d <= end {
						energy += d * demands[i].Lo(s)
					}
				}
				if energy > most*(end-begin) {
					t.Fatalf("round %d: too little energy in %d..%d", round, begin, end)
				}
			}
		}
	}
	if fixpoints < 500 {
		t.Errorf("only %d fixpoints", fixpoints)
	}
}
