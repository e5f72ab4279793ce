package search_test

import (
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

// haltable are constraints on variables of 0 to 6, with the number of answers.
var haltable = map[string]struct {
	post    func(xs []store.View) []store.Propagator
	answers int
}{
	"queens": {func(xs []store.View) (ps []store.Propagator) {
		for slope := int32(-1); slope <= 1; slope++ {
			var views []store.View
			for c, x := range xs {
				views = append(views, x.Plus(slope*int32(c)))
			}
			ps = append(ps, propagate.NewAllDifferent(views, propagate.ByValue))
		}
		return ps
	}, 40},
	// The sum is 3 modulo 7, and no number comes before a smaller one.
	"sum": {func(xs []store.View) []store.Propagator {
		a := &propagate.Automaton{States: 7, Symbols: []int32{0, 1, 2, 3, 4, 5, 6}, Accept: make([]bool, 7)}
		for q := range int32(7) {
			for k := range int32(7) {
				a.Next = append(a.Next, (q+k)%7)
			}
		}
		a.Accept[3] = true
		return []store.Propagator{propagate.NewRegular(xs, a), propagate.NewIncreasing(xs, false)}
	}, 245},
}

// A search that is halted, in the midst of propagation or of the analysis of a
// conflict, ends at once, and could go on from there to the same answers.
func TestHalted(t *testing.T) {
	const n = 7
	for name, c := range haltable {
		for _, learn := range []bool{false, true} {
			for _, after := range []int{1, 2, 5} {
				s, f := store.New(), &fuse{after: after}
				s.HaltBy(&f.flag)
				phase := search.Phase{}
				var xs []store.View
				for range n {
					v := s.NewVar(0, n-1)
					phase.Vars, xs = append(phase.Vars, v), append(xs, store.Ident(v))
				}
				for _, p := range c.post(xs) {
					s.Add(halting{p.(store.Explainer), f})
				}
				s.Seal()
				x := search.New(s, []search.Phase{phase}, nil)
				walk := x.Next
				if learn {
					l := search.NewLearner(s, []search.Phase{phase}, nil, false, 0)
					x, walk = l.Search, l.Next
				}
				answers, halts := map[[n]int32]bool{}, 0
				for !x.Exhausted() {
					switch {
					case walk(func() bool { return true }):
						var a [n]int32
						for i, v := range phase.Vars {
							a[i] = s.Lo(v)
						}
						if answers[a] {
							t.Errorf("%v twice", a)
						}
						answers[a] = true
					case x.Exhausted():
					case !f.flag.Load():
						t.Fatal("it was not halted, and ended")
					default:
						halts++
						f.flag.Store(false)
					}
				}
				if len(answers) != c.answers || halts < 20 {
					t.Errorf("%s, learn %v: halted %d times: %d answers, want %d", name, learn, halts, len(answers), c.answers)
				}
			}
		}
	}
}
