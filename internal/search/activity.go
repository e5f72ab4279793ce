package search

import (
	"math/rand/v2"

	"github.com/clewsolver/clew/internal/store"
)

// activity orders variables by how often they took part in recent conflicts
// (VSIDS; Moskewicz et al., DAC 2001) and remembers the value that each had
// last (phase saving; Pipatsrisawat and Darwiche, SAT 2007).
type activity struct {
	score []float64
	inc   float64
	last  []int32 // value at the last fixing seen
	seen  []bool
}

// newActivity returns an order whose first choices are drawn by seed.
func newActivity(s *store.Store, seed uint64) *activity {
	n := s.Vars()
	y := &activity{score: make([]float64, n), inc: 1, last: make([]int32, n), seen: make([]bool, n)}
	random := rand.New(rand.NewPCG(seed, 0))
	for v := range y.score {
		y.score[v] = random.Float64() * 1e-6
	}
	return y
}

// bump raises the score of v.
func (y *activity) bump(v store.Var) {
	y.score[v] += y.inc
	if y.score[v] > 1e100 {
		for i := range y.score {
			y.score[i] *= 1e-100
		}
		y.inc *= 1e-100
	}
}

// decay makes later bumps count more.
func (y *activity) decay() { y.inc /= 0.95 }

// pick returns the open variable of the highest score: of the shown phases as
// long as one of theirs is open, then of the rest. With bySize a score counts
// for less the more values are left: where small and large domains meet, as in
// scheduling, a decision on a small one says more.
func (y *activity) pick(s *store.Store, phases []Phase, from, shown int, bySize bool) (best store.Var) {
	to := len(phases)
	if from < shown {
		to = shown
	}
	score := -1.0
	for _, p := range phases[from:to] {
		for _, v := range p.Vars {
			if y.score[v] <= score || s.Fixed(v) { // a score is at most y.score[v]
				continue
			}
			q := y.score[v]
			if bySize {
				q /= float64(s.Size(v))
			}
			if q > score {
				best, score = v, q
			}
		}
	}
	return best
}

// decide returns the decision on v: its last value if it still can have that,
// else a, which keeps share of the node.
func (y *activity) decide(s *store.Store, v store.Var, a store.Atom, share float64) (store.Atom, float64) {
	if !y.seen[v] || !s.Has(v, y.last[v]) {
		return a, share
	}
	if b, ok := s.EqAtom(v, y.last[v]); ok {
		return b, 1 / float64(s.Size(v))
	}
	return a, share
}

// save remembers the value of each fixed variable.
func (y *activity) save(s *store.Store) {
	for v := range y.last {
		if s.Fixed(store.Var(v)) {
			y.last[v], y.seen[v] = s.Lo(store.Var(v)), true
		}
	}
}
