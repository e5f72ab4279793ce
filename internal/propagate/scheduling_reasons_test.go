package propagate_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// TestSchedulingReasons checks the strength of reasons where the best is known,
// and that they allocate nothing.
func TestSchedulingReasons(t *testing.T) {
	type state struct {
		s    *store.Store
		x, y store.Var // 0..20
		fix  func(k int32) store.View
	}
	for _, c := range []struct {
		name   string
		post   func(c state) store.Propagator
		decide []store.Atom
		asked  func(s *store.Store) store.Atom
		want   func(s *store.Store) []store.Atom
	}{
		{
			"a start after one task, lifted",
			func(c state) store.Propagator {
				return propagate.NewDisjunctive([]store.View{store.Ident(c.x), store.Ident(c.y)}, []store.View{c.fix(3), c.fix(4)})
			},
			[]store.Atom{store.LoAtom(0, 2), store.HiAtom(0, 5), store.LoAtom(1, 3)},
			func(s *store.Store) store.Atom { return store.LoAtom(1, 4) },
			func(s *store.Store) []store.Atom {
				return []store.Atom{store.LoAtom(0, 1), store.HiAtom(0, 6), store.LoAtom(1, 3)}
			},
		},
		{
			"one time with no room",
			func(c state) store.Propagator {
				return propagate.NewCumulative([]store.View{store.Ident(c.x), store.Ident(c.y)},
					[]store.View{c.fix(5), c.fix(2)}, []store.View{c.fix(1), c.fix(1)}, c.fix(1))
			},
			[]store.Atom{store.HiAtom(0, 0)},
			func(s *store.Store) store.Atom { return store.LoAtom(1, 2) },
			func(s *store.Store) []store.Atom { return []store.Atom{store.HiAtom(0, 1)} },
		},
		{
			"a task that does not fit beside another in its window",
			func(c state) store.Propagator {
				return propagate.NewCumulative([]store.View{store.Ident(c.x), store.Ident(c.y)},
					[]store.View{c.fix(5), c.fix(6)}, []store.View{c.fix(1), c.fix(1)}, c.fix(1))
			},
			[]store.Atom{store.LoAtom(0, 2), store.HiAtom(0, 7), store.LoAtom(1, 2)},
			func(s *store.Store) store.Atom { return store.LoAtom(1, 7) },
			func(s *store.Store) []store.Atom {
				return []store.Atom{store.LoAtom(0, 2), store.HiAtom(0, 7), store.LoAtom(1, 2)}
			},
		},
		{
			"a rectangle below a tall one",
			func(c state) store.Propagator {
				one := []store.View{c.fix(0), c.fix(1)}
				return propagate.NewDiffn([]store.View{store.Ident(c.x), store.Ident(c.y)}, one,
					[]store.View{c.fix(4), c.fix(4)}, []store.View{c.fix(5), c.fix(2)})
			},
			[]store.Atom{store.HiAtom(0, 3)},
			func(s *store.Store) store.Atom { return store.LoAtom(1, 4) },
			func(s *store.Store) []store.Atom { return []store.Atom{store.HiAtom(0, 3)} },
		},
		{
			"an item that would overfill a bin",
			func(c state) store.Propagator {
				return propagate.NewBinPacking([]store.View{store.Ident(c.x), store.Ident(c.y)}, []int32{3, 2},
					[]store.View{store.Ident(c.s.NewVar(0, 9)), store.Ident(c.s.NewVar(0, 9))}, 0)
			},
			[]store.Atom{store.HiAtom(0, 0), store.HiAtom(2, 3)}, // the second: load 0
			func(s *store.Store) store.Atom { return s.IsAtom(1, 0).Not() },
			func(s *store.Store) []store.Atom { return []store.Atom{store.HiAtom(0, 0), store.HiAtom(2, 4)} },
		},
	} {
		s := store.New()
		st := state{s: s, x: s.NewVar(0, 20), y: s.NewVar(0, 20)}
		st.fix = func(k int32) store.View { return store.Ident(s.NewVar(k, k)) }
		s.Add(c.post(st))
		s.Seal()
		s.Log()
		if !s.Propagate() {
			t.Fatal(c.name)
		}
		s.Settle()
		s.Push()
		for _, a := range c.decide {
			s.Assert(a, 0)
		}
		if !s.Propagate() || !s.Holds(c.asked(s)) {
			t.Errorf("%s: not propagated", c.name)
			continue
		}
		asked, want := c.asked(s), c.want(s)
		var got []store.Atom
		for _, a := range s.Explain(s.Since(asked), asked, nil) {
			if !s.AtRoot(a) {
				got = append(got, a)
			}
		}
		buf := make([]store.Atom, 0, 16)
		if n := testing.AllocsPerRun(10, func() { buf = s.Explain(s.Since(asked), asked, buf[:0]) }); n > 0 {
			t.Errorf("%s: a reason allocates %v times", c.name, n)
		}
		slices.SortFunc(got, func(a, b store.Atom) int { return int(a.H) - int(b.H) })
		if !slices.Equal(got, want) {
			t.Errorf("%s: reason %v, want %v", c.name, got, want)
		}
	}
}
