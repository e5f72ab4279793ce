package search_test

import (
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
