package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

// auditor checks every nogood learned against all solutions.
type auditor struct {
	m     *model
	s     *store.Store
	valid func(x []int32) bool // of which solutions nogoods speak; nil: all
	wrong string
	seen  int
}

func (c *auditor) Decided(store.Atom, bool) {}
func (c *auditor) Propagated(bool)          {}
func (c *auditor) Back(int)                 {}
func (c *auditor) Bounded(bool)             {}
func (c *auditor) Inferred(store.Atom)      {}
func (c *auditor) Restarted()               {}

func (c *auditor) Learned(nogood []store.Atom) {
	c.seen++
	for _, x := range c.m.solutions {
		if c.wrong != "" || c.valid != nil && !c.valid(x) {
			continue
		}
		excluded := true
		for _, a := range nogood {
			excluded = excluded && satisfies(c.s, x, a)
		}
		if excluded {
			c.wrong = fmt.Sprintf("nogood %v (number %d) excludes the solution %v", nogood, c.seen, x)
		}
	}
}

// satisfies reports whether the assignment x makes a true.
func satisfies(s *store.Store, x []int32, a store.Atom) bool {
	v, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return x[v] >= a.K
	case !isValue:
		return -x[v] >= a.K
	case a.H&1 == 0:
		return x[v] == k
	}
	return x[v] != k
}

// hasty returns a Learner of the model that restarts and forgets at almost
// every conflict, and its auditor.
func (m *model) hasty(seed uint64) (*Learner, *auditor) {
	r := rand.New(rand.NewPCG(seed, 2))
	s := m.store()
	x := NewLearner(s, m.shown, m.hidden, r.IntN(3) > 0, r.Uint64())
	x.restarts.unit, x.restarts.first = 1+r.Int64N(3), r.Int64N(3)
	if r.IntN(3) > 0 {
		x.ng.tiers = tiers{coreLevels: r.IntN(2), midLevels: 1 + r.IntN(2), midLimit: 1 + r.IntN(3), lowLimit: 1 + r.IntN(3)}
	}
	c := &auditor{m: m, s: s}
	x.Watch(c)
	return x, c
}

// stops returns a poll for x that is asked at every turn of its loop and says
// stop once in often calls; never if often is 0.
func stops(x *Search, r *rand.Rand, often int) func() bool {
	return func() bool {
		x.turns = 63 // the next turn asks again
		return often == 0 || r.IntN(often) > 0
	}
}

// run lets next list answers until the end, and returns them in their order.
func (m *model) run(x *Search, next func() bool) (out []string) {
	for x.state != finished {
		if next() {
			out = append(out, m.show(func(v store.Var) int32 { return x.s.Lo(v) }))
		}
	}
	return out
}

// compare reports what is wrong with a list of answers.
func compare(got, want []string) error {
	sorted := slices.Sorted(slices.Values(got))
	for i := range sorted {
		if i > 0 && sorted[i] == sorted[i-1] {
			return fmt.Errorf("answer %s comes twice", sorted[i])
		}
	}
	if !slices.Equal(sorted, want) {
		return fmt.Errorf("%d answers %v, want %d %v", len(sorted), sorted, len(want), want)
	}
	return nil
}

// TestLearnRandom lists the answers of random models, with stops at random
// turns and without, and wants the right ones in the same order, after the same
// conflicts.
func TestLearnRandom(t *testing.T) {
	var conflicts, restarts, answers int64
	for seed := range uint64(learnCases) {
		m := randomModel(seed)
		var first *Learner
		var listed []string
		for _, often := range []int{0, 2, 5} {
			x, c := m.hasty(seed)
			poll := stops(x.Search, rand.New(rand.NewPCG(seed, 3)), often)
			got := m.run(x.Search, func() bool { return x.Next(poll) })
			err := compare(got, m.answers())
			switch {
			case c.wrong != "":
				t.Fatalf("seed %d: %s\n%v", seed, c.wrong, m)
			case err != nil:
				t.Fatalf("seed %d, stops %d: %v\n%v", seed, often, err, m)
			case first == nil:
				first, listed = x, got
			case !slices.Equal(got, listed) || x.Stats != first.Stats || x.LearnStats != first.LearnStats:
				t.Fatalf("seed %d: a run with stops differs: %+v %+v, without %+v %+v\n%v", seed, x.Stats, x.LearnStats, first.Stats, first.LearnStats, m)
			}
		}
		conflicts, restarts, answers = conflicts+first.Conflicts, restarts+first.Restarts, answers+first.Solutions
	}
	t.Logf("%d conflicts, %d restarts, %d answers", conflicts, restarts, answers)
	if conflicts < 4*learnCases || restarts < learnCases || answers < learnCases {
		t.Error("the models are too easy to test anything")
	}
}

// TestLearnTakesOver begins each model with a Search, stops it somewhere, lets
// a Learner cover a subtree that was closed and go on from the node where the
// Search stopped: together they give each answer once.
func TestLearnTakesOver(t *testing.T) {
	covers := 0
	for seed := range uint64(learnCases) {
		m := randomModel(seed)
		r := rand.New(rand.NewPCG(seed, 4))
		plain := New(m.store(), m.shown, m.hidden)
		plain.WantSample(1 + r.Int64N(5))
		often := 2 + r.IntN(40)
		poll := stops(plain, r, often)
		var got []string
		for plain.Next(poll) {
			got = append(got, m.show(func(v store.Var) int32 { return plain.s.Lo(v) }))
		}
		if !plain.Exhausted() {
			x, c := m.hasty(seed)
			if cube := plain.Sample().Cube; cube != nil {
				covers++
				x.Cover(cube, 1+r.Int64N(200), stops(x.Search, r, 30))
			}
			x.Resume(plain.Steps(), plain.Share())
			poll := stops(x.Search, r, 6)
			got = append(got, m.run(x.Search, func() bool { return x.Next(poll) })...)
			if c.wrong != "" {
				t.Fatalf("seed %d: %s\n%v", seed, c.wrong, m)
			}
		}
		if err := compare(got, m.answers()); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, m)
		}
	}
	if covers < learnCases/20 {
		t.Errorf("only %d subtrees covered", covers)
	}
}

// TestLearnTightens minimises a variable of each model, with help at some stops
// by bounds from elsewhere: each answer is better than the bound, the last bound
// is the optimum, and what is learned holds for the solutions within the bound.
func TestLearnTightens(t *testing.T) {
	for seed := range uint64(learnCases) {
		m := randomModel(seed)
		r := rand.New(rand.NewPCG(seed, 5))
		v := store.Var(r.IntN(len(m.domains)))
		x, c := m.hasty(seed)
		best := int32(1) << 20
		c.valid = func(x []int32) bool { return x[v] < best }
		poll := stops(x.Search, r, 4)
		for x.state != finished {
			if !x.Next(poll) {
				if y := m.solutions; len(y) > 0 && r.IntN(3) == 0 { // an answer from elsewhere
					if k := y[r.IntN(len(y))][v]; k < best {
						best = k
						x.Tighten(store.HiAtom(v, best-1))
					}
				}
				continue
			}
			if k := x.s.Lo(v); k >= best {
				t.Fatalf("seed %d: answer %d after %d\n%v", seed, k, best, m)
			}
			best = x.s.Lo(v)
			x.Tighten(store.HiAtom(v, best-1))
		}
		want := int32(1) << 20
		for _, y := range m.solutions {
			want = min(want, y[v])
		}
		if c.wrong != "" {
			t.Fatalf("seed %d: %s\n%v", seed, c.wrong, m)
		}
		if best != want {
			t.Fatalf("seed %d: least value of %d is %d, want %d\n%v", seed, v, best, want, m)
		}
	}
}
