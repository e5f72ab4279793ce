package propagate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// apart reports whether no two tasks overlap; tasks of duration 0 are free.
func apart(starts, durations []int32) bool {
	for i, d := range durations {
		if d < 0 {
			return false
		}
		for j := range i {
			if d > 0 && durations[j] > 0 && starts[i] < starts[j]+durations[j] && starts[j] < starts[i]+d {
				return false
			}
		}
	}
	return true
}

// fixedTo returns a view of a new variable with the single value k.
func fixedTo(g *proptest.Gen, k int) store.View { return store.Ident(g.Var(k, k, 1)) }

func TestDisjunctive(t *testing.T) {
	gen := func(n, span int, duration func(g *proptest.Gen) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.IntN(n + 1)
			starts, durations := make([]store.View, n), make([]store.View, n)
			for i := range starts {
				starts[i] = g.Int(0, span, 5)
				durations[i] = duration(g)
			}
			return proptest.Case{
				Views: append(append([]store.View(nil), starts...), durations...),
				Post:  func(s *store.Store) { s.Add(propagate.NewDisjunctive(starts, durations)) },
				Truth: func(x []int32) bool { return apart(x[:n], x[n:]) },
			}
		}
	}
	fixed := func(g *proptest.Gen) store.View { return fixedTo(g, g.Between(0, 4)) }
	open := func(g *proptest.Gen) store.View { return g.Int(-1, 3, 2) }
	proptest.Run(t, 1, 600, gen(5, 8, fixed))
	proptest.Run(t, 10001, 300, gen(6, 9, func(g *proptest.Gen) store.View { return fixedTo(g, g.Between(1, 3)) }))
	proptest.Run(t, 20001, 500, gen(3, 6, open))
	proptest.Run(t, 30001, 300, func(g *proptest.Gen) proptest.Case { // truth views everywhere
		n := g.IntN(4)
		starts, durations := g.Bools(n), g.Bools(n)
		return proptest.Case{
			Views: append(append([]store.View(nil), starts...), durations...),
			Post:  func(s *store.Store) { s.Add(propagate.NewDisjunctive(starts, durations)) },
			Truth: func(x []int32) bool { return apart(x[:n], x[n:]) },
		}
	})
}

// TestDisjunctiveRules checks that at a fixpoint none of the rules fires, by
// the definitions of these over all sets of tasks.
func TestDisjunctiveRules(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	fixpoints := 0
	for round := range 3000 {
		n := 2 + r.IntN(4)
		s := store.New()
		var starts, durations []store.View
		for range n {
			lo := r.Int32N(8)
			starts = append(starts, store.Ident(s.NewVar(lo, lo+r.Int32N(12))))
			d := 1 + r.Int32N(5)
			durations = append(durations, store.Ident(s.NewVar(d, d)))
		}
		s.Add(propagate.NewDisjunctive(starts, durations))
		s.Seal()
		if !s.Propagate() {
			continue
		}
		fixpoints++
		var fwd, back []window
		for i, w := range starts {
			d := int(durations[i].Lo(s))
			lo, hi := int(w.Lo(s)), int(w.Hi(s))
			fwd = append(fwd, window{lo, hi + d, d})
			back = append(back, window{-hi - d, -lo, d})
		}
		for _, tasks := range [][]window{fwd, back} {
			if rule := fires(tasks); rule != "" {
				t.Fatalf("round %d: %s still applies to %v", round, rule, tasks)
			}
		}
	}
	if fixpoints < 500 {
		t.Errorf("only %d fixpoints", fixpoints)
	}
}

// window is a task: when it can begin, when it must have ended, how long it
// takes.
type window struct{ est, lct, dur int }

// fires returns a rule that narrows the tasks, "" if there is none.
func fires(tasks []window) string {
	const far = 1 << 20
	ect := make([]int, 1<<len(tasks)) // of each set: the largest over its subsets
	ect[0] = -far
	for set := 1; set < len(ect); set++ {
		est, lct, sum, firstEct := far, -far, 0, far
		ect[set] = -far
		for i, w := range tasks {
			if set>>i&1 != 0 {
				est, lct, sum = min(est, w.est), max(lct, w.lct), sum+w.dur
				firstEct = min(firstEct, w.est+w.dur)
				ect[set] = max(ect[set], ect[set&^(1<<i)])
			}
		}
		ect[set] = max(ect[set], est+sum)
		if est+sum > lct {
			return "overload"
		}
		for j, w := range tasks {
			if set>>j&1 != 0 {
				continue
			}
			before := true // detectably
			for i, v := range tasks {
				before = before && (set>>i&1 == 0 || w.est+w.dur > v.lct-v.dur)
			}
			switch {
			case before && w.est < ect[set]:
				return "a detectable precedence"
			case min(est, w.est)+sum+w.dur > lct && w.est < ect[set]:
				return "edge finding"
			case w.est+w.dur+sum > lct && w.est < firstEct:
				return "not-first"
			}
		}
	}
	return ""
}
