package search_test

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// creep has two variables that propagation moves by one value at a time where
// b is 1, until none is left; where b is 0, x <= 1.
func creep() (*store.Store, []search.Phase) {
	s := store.New()
	b := s.NewVar(0, 1)
	x, y := s.NewVar(0, 14_000), s.NewVar(0, 14_000)
	s.Add(propagate.NewLinearIf(store.Ident(b), []int64{1, -1}, []store.View{store.Ident(x), store.Ident(y)}, propagate.Lt, 0))
	s.Add(propagate.NewLinearIf(store.Ident(b), []int64{1, -1}, []store.View{store.Ident(y), store.Ident(x)}, propagate.Lt, 0))
	s.Add(propagate.NewLinearIf(store.Ident(b).Not(), []int64{1}, []store.View{store.Ident(x)}, propagate.Le, 1))
	s.Add(propagate.NewLinearIf(store.Ident(b).Not(), []int64{1}, []store.View{store.Ident(y)}, propagate.Le, 2))
	s.Seal()
	return s, []search.Phase{{Vars: []store.Var{b, x, y}, Values: search.Descending}}
}

// Propagation asks poll too: a search that is stopped in the midst of it goes on
// from there, and finds what it finds otherwise.
func TestInterruptedPropagation(t *testing.T) {
	for name, next := range map[string]func() (*search.Search, func(func() bool) bool){
		"search": func() (*search.Search, func(func() bool) bool) {
			x := search.New(must(creep()))
			return x, x.Next
		},
		"learner": func() (*search.Search, func(func() bool) bool) {
			s, phases := creep()
			x := search.NewLearner(s, phases, nil, false, 0)
			return x.Search, x.Next
		},
	} {
		x, walk := next()
		stops, answers := 0, 0
		for !x.Exhausted() {
			asked := 0
			if walk(func() bool { asked++; return asked < 2 }) {
				answers++
				continue
			}
			stops++
		}
		if answers != 6 || stops < 4 {
			t.Errorf("%s: %d answers in spite of %d stops, want 6 and some", name, answers, stops)
		}
	}
}

func must(s *store.Store, phases []search.Phase) (*store.Store, []search.Phase, []search.Phase) {
	return s, phases, nil
}

// fuse is a flag that is set after some calls of tick, each time after more: what
// begins anew when it is halted gets to its end sometime.
type fuse struct {
	flag         atomic.Bool
	after, calls int
}

func (f *fuse) tick() {
	if f.calls++; f.calls == f.after {
		f.after, f.calls = f.after+1, 0
		f.flag.Store(true)
	}
}

// halting is a propagator whose calls burn a fuse.
type halting struct {
	store.Explainer
	*fuse
}

func (h halting) Propagate(s *store.Store, me store.ID) store.Status {
	h.tick()
	return h.Explainer.Propagate(s, me)
}

func (h halting) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	h.tick()
	return h.Explainer.Explain(p, a, cookie, out)
}

// A search that is halted, in the midst of propagation or of the analysis of a
// conflict, ends at once, and could go on from there to the same answers.
func TestHalted(t *testing.T) {
	const n = 7
	answers := func(learn bool, after int) (list [][n]int32, halts int) {
		s, f := store.New(), &fuse{after: after}
		s.HaltBy(&f.flag)
		phase := search.Phase{}
		for range n {
			phase.Vars = append(phase.Vars, s.NewVar(0, n-1))
		}
		for slope := int32(-1); slope <= 1; slope++ {
			var views []store.View
			for c, v := range phase.Vars {
				views = append(views, store.Ident(v).Plus(slope*int32(c)))
			}
			s.Add(halting{propagate.NewAllDifferent(views, propagate.ByValue).(store.Explainer), f})
		}
		s.Seal()
		x := search.New(s, []search.Phase{phase}, nil)
		walk := x.Next
		if learn {
			l := search.NewLearner(s, []search.Phase{phase}, nil, false, 0)
			x, walk = l.Search, l.Next
		}
		for !x.Exhausted() {
			if !walk(func() bool { return true }) {
				if !x.Exhausted() {
					if halts++; !f.flag.Load() {
						t.Fatalf("stopped %d times", halts)
					}
				}
				f.flag.Store(false)
				continue
			}
			var a [n]int32
			for i, v := range phase.Vars {
				a[i] = s.Lo(v)
			}
			list = append(list, a)
		}
		return list, halts
	}
	for _, learn := range []bool{false, true} {
		want, _ := answers(learn, math.MaxInt)
		if len(want) != 40 {
			t.Fatalf("%d answers, want 40", len(want))
		}
		for _, after := range []int{1, 2, 5} {
			got, halts := answers(learn, after)
			slices.SortFunc(got, func(a, b [n]int32) int { return slices.Compare(a[:], b[:]) })
			slices.SortFunc(want, func(a, b [n]int32) int { return slices.Compare(a[:], b[:]) })
			if !slices.Equal(got, want) || halts < 20 {
				t.Errorf("learn %v, halted %d times: %d answers, want %d", learn, halts, len(got), len(want))
			}
		}
	}
}
