package search

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// TestResumeKnowsMore resumes a path of which a nogood has decided a step in
// the meantime: its other side is empty and must not be entered.
func TestResumeKnowsMore(t *testing.T) {
	s := store.New()
	x, y := store.Ident(s.NewVar(0, 1)), store.Ident(s.NewVar(0, 1))
	s.Add(propagate.NewClause([]store.View{x, y}))
	s.Seal()
	l := NewLearner(s, []Phase{{Vars: []store.Var{0, 1}}}, nil, false, 0)
	// x = 0 makes y = 1 before the path decides that.
	l.Resume([]Step{{store.HiAtom(0, 0), false}, {store.LoAtom(1, 1), false}}, 0)
	n := 0
	for l.Next(func() bool { return true }) {
		n++
	}
	if n != 3 {
		t.Errorf("%d answers, want 3", n)
	}
}

// TestResumeHidden resumes a path whose last step chose a hidden variable: the
// answer shown there comes once.
func TestResumeHidden(t *testing.T) {
	s := store.New()
	s.NewVar(0, 1)
	s.NewVar(0, 3)
	s.Seal()
	l := NewLearner(s, []Phase{{Vars: []store.Var{0}}}, []Phase{{Vars: []store.Var{1}}}, false, 0)
	l.Resume([]Step{{store.HiAtom(0, 0), false}, {store.HiAtom(1, 1), false}}, 0)
	n := 0
	for l.Next(func() bool { return true }) {
		n++
	}
	if n != 2 {
		t.Errorf("%d answers, want 2", n)
	}
}
