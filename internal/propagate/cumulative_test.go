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
	proptest.Run(t, 70001, 400, func(g *proptest.Gen) proptest.Case { // windows for edge finding
		var starts, durations, demands []store.View
		for range 4 {
			from := g.Between(0, 5)
			starts = append(starts, g.Int(from, from+g.Between(2, 7), 8))
			durations = append(durations, fixedTo(g, g.Between(2, 4)))
			demands = append(demands, fixedTo(g, g.Between(1, 2)))
		}
		return cumulative(starts, durations, demands, fixedTo(g, g.Between(1, 3)))
	})
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

// TestCumulativeEdges checks that at a fixpoint no bound of a start leaves the
// tasks of a window less energy than they need, if the task ends after it, or
// starts before it, as the energy of a window or its bounds show.
func TestCumulativeEdges(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	type task struct{ from, to, dur, dem int }
	// check looks at lower bounds; most is the capacity.
	check := func(round int, tasks []task, most int) {
		energy := func(t, begin, end int) (sum int) {
			for i, x := range tasks {
				if i != t && begin <= x.from && x.to <= end {
					sum += x.dur * x.dem
				}
			}
			return sum
		}
		for i, x := range tasks {
			after := x.from + x.dur - 1
			for begin := -30; begin <= x.from; begin++ {
				for end := begin + 1; end < min(x.to, 30); end++ {
					if energy(i, begin, end)+x.dur*x.dem > most*(end-begin) {
						after = max(after, end)
					}
				}
			}
			for begin := -30; begin < 30; begin++ {
				for end := begin + 1; end <= min(after, 30); end++ {
					sum := energy(i, begin, end)
					if sum > 0 && sum+x.dem*(end-max(begin, min(x.from, end))) > most*(end-begin) {
						t.Fatalf("round %d: task %d of %v ends after %d, but starts at %d", round, i, tasks, end, x.from)
					}
				}
			}
		}
	}
	fixpoints := 0
	for round := range 1500 {
		n := 2 + r.IntN(5)
		s := store.New()
		between := func(lo, width int32) store.View { return store.Ident(s.NewVar(lo, lo+r.Int32N(width+1))) }
		var starts, durations, demands []store.View
		for range n {
			starts = append(starts, between(r.Int32N(8), 8))
			durations = append(durations, between(1+r.Int32N(6), r.Int32N(2)))
			demands = append(demands, between(1+r.Int32N(2), r.Int32N(2)))
		}
		capacity := between(2, 2)
		s.Add(propagate.NewCumulative(starts, durations, demands, capacity))
		s.Seal()
		if !s.Propagate() {
			continue
		}
		fixpoints++
		tasks, mirrored := make([]task, n), make([]task, n)
		for i, w := range starts {
			lo, hi, dur, dem := int(w.Lo(s)), int(w.Hi(s)), int(durations[i].Lo(s)), int(demands[i].Lo(s))
			tasks[i] = task{lo, hi + dur, dur, dem}
			mirrored[i] = task{-hi - dur, -lo, dur, dem}
		}
		check(round, tasks, int(capacity.Hi(s)))
		check(round, mirrored, int(capacity.Hi(s)))
	}
	if fixpoints < 300 {
		t.Errorf("only %d fixpoints", fixpoints)
	}
}

// TestCumulativeReasons asks for the reasons of all the bounds that starts got,
// and of the weaker ones, and looks for tasks that contradict them.
func TestCumulativeReasons(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	asked := 0
	for round := range 8000 {
		n := 4 + r.IntN(4)
		s := store.New()
		var x []store.Var // starts, durations, demands, capacity
		for range n {
			x = append(x, s.NewVar(0, 10))
		}
		open := 1 + r.Int32N(3)/2
		for _, most := range []int32{4, 2} {
			for range n {
				k := 1 + r.Int32N(most)
				x = append(x, s.NewVar(k, k+r.Int32N(open)))
			}
		}
		x = append(x, s.NewVar(1, 1+r.Int32N(3)))
		var views []store.View
		for _, v := range x {
			views = append(views, store.Ident(v))
		}
		s.Add(propagate.NewCumulative(views[:n], views[n:2*n], views[2*n:3*n], views[3*n]))
		s.Seal()
		s.Log()
		if !s.Propagate() {
			continue
		}
		s.Settle()
		s.Push()
		rootLo, rootHi := bounds(s, x)
		for _, v := range x {
			if lo, hi := s.Lo(v), s.Hi(v); lo < hi {
				from := lo + r.Int32N(min(4, hi-lo+1))
				s.Assert(store.LoAtom(v, from), 0)
				s.Assert(store.HiAtom(v, max(from, hi-r.Int32N(5))), 0)
			}
		}
		decidedLo, decidedHi := bounds(s, x)
		if !s.Propagate() {
			continue
		}
		verify := func(a store.Atom) {
			asked++
			why := s.Explain(s.Since(a), a, nil)
			lo, hi := slices.Clone(rootLo), slices.Clone(rootHi)
			for _, b := range append(why, a.Not()) { // bounds, in this test
				if v := b.H / 2; b.H&1 == 0 {
					lo[v] = max(lo[v], b.K)
				} else {
					hi[v] = min(hi[v], -b.K)
				}
			}
			for _, b := range why {
				if !s.Holds(b) {
					t.Fatalf("round %d: reason %v of %v does not hold", round, why, a)
				}
			}
			for i := range lo {
				if lo[i] > hi[i] {
					return
				}
			}
			if schedulable(lo, hi, n) {
				t.Fatalf("round %d: reason %v of %v is too weak", round, why, a)
			}
		}
		for i, v := range x[:n] {
			for k := decidedLo[i] + 1; k <= s.Lo(v); k++ {
				verify(store.LoAtom(v, k))
			}
			for k := decidedHi[i] - 1; k >= s.Hi(v); k-- {
				verify(store.HiAtom(v, k))
			}
		}
	}
	if asked < 1000 {
		t.Errorf("only %d reasons", asked)
	}
}

// bounds returns the bounds of variables.
func bounds(s *store.Store, x []store.Var) (lo, hi []int32) {
	for _, v := range x {
		lo, hi = append(lo, s.Lo(v)), append(hi, s.Hi(v))
	}
	return lo, hi
}

// schedulable reports whether n tasks fit, as short, and as low, as they can be,
// under the largest capacity. The bounds are in the order of TestCumulativeReasons.
func schedulable(lo, hi []int32, n int) bool {
	var load [40]int32
	var place func(i int) bool
	place = func(i int) bool {
		if i == n {
			return true
		}
		for from := lo[i]; from <= hi[i]; from++ {
			fits := true
			for t := from; t < from+lo[n+i]; t++ {
				load[t] += lo[2*n+i]
				fits = fits && load[t] <= hi[3*n]
			}
			if fits && place(i+1) {
				return true
			}
			for t := from; t < from+lo[n+i]; t++ {
				load[t] -= lo[2*n+i]
			}
		}
		return false
	}
	return place(0)
}
