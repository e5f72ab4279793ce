package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// randomAutomaton returns an automaton over symbols lo..hi, some left out, and
// now and then one of them far away.
func randomAutomaton(g *proptest.Gen, states, lo, hi int) *propagate.Automaton {
	a := &propagate.Automaton{States: states, Start: g.IntN(states)}
	for k := lo; k <= hi; k++ {
		if g.IntN(6) > 0 {
			a.Symbols = append(a.Symbols, int32(k))
		}
	}
	if g.IntN(4) == 0 {
		a.Symbols = append(a.Symbols, 100)
	}
	holes := g.IntN(4)
	for range states {
		a.Accept = append(a.Accept, g.IntN(3) == 0)
		for range a.Symbols {
			to := int32(g.IntN(states))
			if g.IntN(4) < holes {
				to = -1
			}
			a.Next = append(a.Next, to)
		}
	}
	return a
}

func regularCase(t *testing.T, xs []store.View, a *propagate.Automaton) proptest.Case {
	if err := a.Validate(); err != nil {
		t.Fatal(err)
	}
	return proptest.Case{
		Views: xs,
		Post:  func(s *store.Store) { s.Add(propagate.NewRegular(xs, a)) },
		Truth: func(x []int32) bool {
			states := map[int]bool{a.Start: true}
			for _, k := range x {
				next := map[int]bool{}
				for q := range states {
					for i, symbol := range a.Symbols {
						if to := a.Next[q*len(a.Symbols)+i]; symbol == k && to >= 0 {
							next[int(to)] = true
						}
					}
				}
				states = next
			}
			for q := range states {
				return a.Accept[q]
			}
			return false
		},
		Strength: proptest.Domain,
		Repeated: proptest.Forward,
	}
}

func TestRegular(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		a := randomAutomaton(g, 1+g.IntN(5), -2, 2)
		return regularCase(t, randomViews(g, g.IntN(5), -2, 2, 4), a)
	})
}

// More states than a word has bits.
func TestRegularManyStates(t *testing.T) {
	proptest.Run(t, 1, 300, func(g *proptest.Gen) proptest.Case {
		a := randomAutomaton(g, 60+g.IntN(90), -1, 2)
		return regularCase(t, g.Ints(1+g.IntN(5), -1, 2, 3), a)
	})
}

// Values far apart, so that no domain is a word.
func TestRegularBanked(t *testing.T) {
	proptest.Run(t, 1, 400, func(g *proptest.Gen) proptest.Case {
		a := randomAutomaton(g, 1+g.IntN(4), -40, 40)
		return regularCase(t, g.Ints(1+g.IntN(3), -50, 100, 7), a)
	})
}

// More positions than there are bits of change: every position is watched.
func TestRegularLong(t *testing.T) {
	// The automaton accepts the sequences with exactly two ones.
	a := &propagate.Automaton{
		States: 3, Accept: []bool{false, false, true}, Symbols: []int32{0, 1},
		Next: []int32{0, 1, 1, 2, 2, -1},
	}
	s := store.New()
	xs := make([]store.View, 150)
	for i := range xs {
		xs[i] = store.Ident(s.NewVar(0, 1))
	}
	s.Add(propagate.NewRegular(xs, a))
	s.Seal()
	for i := range xs {
		for j := i % 7; j < len(xs); j += 7 {
			if i == j {
				continue
			}
			s.Push()
			if !xs[i].Fix(s, 1, 0) || !s.Propagate() || !xs[j].Fix(s, 1, 0) || !s.Propagate() {
				t.Fatalf("ones at %d and %d: failed", i, j)
			}
			for k, x := range xs {
				if x.Has(s, 1) != (k == i || k == j) {
					t.Fatalf("ones at %d and %d: position %d is wrong", i, j, k)
				}
			}
			s.Pop()
		}
	}
}

// Only the bounds of a variable with very many values are narrowed.
func TestRegularWide(t *testing.T) {
	a := &propagate.Automaton{
		States: 2, Accept: []bool{false, true}, Symbols: []int32{-7, 0, 1000, 9000},
		Next: []int32{1, 0, -1, 1, 0, 1, 1, -1},
	}
	s := store.New()
	x, y := store.Ident(s.NewVar(-10000, 10000)), store.Ident(s.NewVar(-10000, 10000))
	s.Add(propagate.NewRegular([]store.View{x, y}, a))
	s.Seal()
	if !s.Propagate() || x.Lo(s) != -7 || x.Hi(s) != 9000 || y.Lo(s) != -7 || y.Hi(s) != 9000 {
		t.Fatalf("x in %d..%d, y in %d..%d", x.Lo(s), x.Hi(s), y.Lo(s), y.Hi(s))
	}
	s.Push()
	if !x.Fix(s, 0, 0) || !s.Propagate() || y.Lo(s) != -7 || y.Hi(s) != 9000 {
		t.Errorf("after 0: y in %d..%d", y.Lo(s), y.Hi(s))
	}
	if !y.SetLo(s, -6, 0) || !s.Propagate() || !y.Fixed(s) || y.Lo(s) != 9000 {
		t.Errorf("after 0 and y > -7: y in %d..%d", y.Lo(s), y.Hi(s))
	}
	s.Pop()
	if x.Fix(s, 5, 0) && s.Propagate() {
		t.Error("5 is no symbol, but is accepted")
	}
}

func TestAutomatonValidate(t *testing.T) {
	good := func() *propagate.Automaton {
		return &propagate.Automaton{States: 1, Accept: []bool{true}, Symbols: []int32{3, 5}, Next: []int32{0, -1}}
	}
	if err := good().Validate(); err != nil {
		t.Error(err)
	}
	for name, breakIt := range map[string]func(a *propagate.Automaton){
		"no states":  func(a *propagate.Automaton) { a.States, a.Accept, a.Next = 0, nil, nil },
		"start":      func(a *propagate.Automaton) { a.Start = 1 },
		"accept":     func(a *propagate.Automaton) { a.Accept = nil },
		"descending": func(a *propagate.Automaton) { a.Symbols[1] = 2 },
		"equal":      func(a *propagate.Automaton) { a.Symbols[1] = 3 },
		"short":      func(a *propagate.Automaton) { a.Next = a.Next[:1] },
		"target":     func(a *propagate.Automaton) { a.Next[1] = 1 },
	} {
		a := good()
		breakIt(a)
		if a.Validate() == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}
