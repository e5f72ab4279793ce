package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// tour reports whether the arcs i -> x[i]-off form one cycle through all nodes
// but those that are their own successors, or, if whole, through all.
func tour(x []int32, off int, whole bool) bool {
	on, first := 0, -1
	for i, k := range x {
		j := int(k) - off
		if j < 0 || j >= len(x) {
			return false
		}
		if j != i || whole {
			on++
			first = i
		}
	}
	if on == 0 {
		return true
	}
	seen := map[int]bool{}
	for i := first; !seen[i]; i = int(x[i]) - off {
		seen[i] = true
	}
	// The walk must return to where it began, not to a node on the way.
	j := first
	for range on {
		j = int(x[j]) - off
	}
	return len(seen) == on && j == first
}

func testTours(t *testing.T, whole bool, post func([]store.View, int32) store.Propagator) {
	gen := func(least, most int, arg func(g *proptest.Gen, off, n int) store.View) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n, off := g.Between(least, most), g.Between(-2, 2)
			xs := make([]store.View, n)
			for i := range xs {
				xs[i] = arg(g, off, n)
			}
			return proptest.Case{
				Views:    xs,
				Post:     func(s *store.Store) { s.Add(post(xs, int32(off))) },
				Truth:    func(x []int32) bool { return tour(x, off, whole) },
				Strength: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 600, gen(0, 4, func(g *proptest.Gen, off, n int) store.View {
		if g.IntN(6) == 0 {
			return g.Bool()
		}
		return g.Int(off-1, off+n, 4)
	}))
	// Sparse graphs, where reachability matters.
	proptest.Run(t, 5001, 250, gen(4, 6, func(g *proptest.Gen, off, n int) store.View {
		return store.Ident(g.Var(off, off+n-1, 3))
	}))
	proptest.Run(t, 9001, 40, gen(5, 5, func(g *proptest.Gen, off, n int) store.View {
		return store.Ident(g.Var(off, off+n-1, 5))
	}))
}

// TestCircuitStretches: node 0 and groups of nodes whose arcs lead to their own
// group, to earlier ones or to node 0, so that the groups must be visited one
// after the other; a few arcs lead elsewhere and disappear on the way.
func TestCircuitStretches(t *testing.T) {
	gen := func(back bool) func(g *proptest.Gen) proptest.Case {
		return func(g *proptest.Gen) proptest.Case {
			n := g.Between(4, 6)
			group := func(i int) int { return (i + 1) / 2 }
			arc := make([][]bool, n)
			for i := range arc {
				arc[i] = make([]bool, n)
			}
			for i := range n {
				for range 4 {
					j := g.IntN(n)
					if i > 0 && group(j) > group(i) && g.IntN(8) > 0 {
						continue
					}
					if back {
						arc[j][i] = true
					} else {
						arc[i][j] = true
					}
				}
			}
			xs := make([]store.View, n)
			for i := range arc {
				var d []int32
				for j, in := range arc[i] {
					if in && len(d) < 4 {
						d = append(d, int32(j))
					}
				}
				if d == nil {
					d = []int32{int32((i + 1) % n)}
				}
				g.Domains = append(g.Domains, d)
				xs[i] = store.Ident(store.Var(i))
			}
			return proptest.Case{
				Views:    xs,
				Post:     func(s *store.Store) { s.Add(propagate.NewCircuit(xs, 0)) },
				Truth:    func(x []int32) bool { return tour(x, 0, true) },
				Strength: proptest.Forward,
			}
		}
	}
	proptest.Run(t, 1, 150, gen(false))
	proptest.Run(t, 5001, 150, gen(true))
}

// TestCircuitReasons checks what the reasons say on graphs made by hand.
func TestCircuitReasons(t *testing.T) {
	// 1 and 2 lead to each other and to 0, but for 1 -> 3. Without that arc, who
	// has entered {1, 2} leaves it only to end in 0: 0 does not lead into it, and
	// 3 and 4 do not lead to 0.
	s := store.New()
	var xs []store.View
	for _, d := range [][]int32{{1, 2, 3, 4}, {0, 2, 3}, {0, 1}, {0, 1, 2, 4}, {0, 1, 2, 3}} {
		xs = append(xs, store.Ident(s.NewSetVar(d)))
	}
	c := propagate.NewCircuit(xs, 0)
	s.Add(c)
	s.Seal()
	s.Log()
	if !s.Propagate() {
		t.Fatal("no tour")
	}
	s.Settle()
	s.Push()
	s.Remove(1, 3, 0)
	before := len(s.Entries())
	if !s.Propagate() {
		t.Fatal("no tour")
	}
	removed := map[[2]int32]bool{}
	for i := before; i < len(s.Entries()); i++ {
		e := s.Entries()[i]
		v, k, isValue := s.Subject(e.Atom)
		if !isValue {
			continue // the bound that moved with a value
		}
		removed[[2]int32{int32(v), k}] = true
		premises := s.Explain(i, e.Atom, nil)
		if want := s.IsAtom(1, 3).Not(); len(premises) != 1 || premises[0] != want {
			t.Errorf("%d -> %d is impossible because of %v, want %v", v, k, premises, want)
		}
	}
	for _, arc := range [][2]int32{{0, 1}, {0, 2}, {3, 0}, {4, 0}} {
		if !removed[arc] {
			t.Errorf("arc %v is left", arc)
		}
	}
}

// TestCircuitNoWayBack: without 5 -> 0 nobody returns from 3, 4 and 5.
func TestCircuitNoWayBack(t *testing.T) {
	s := store.New()
	var xs []store.View
	for _, d := range [][]int32{{1, 3}, {0, 2, 3}, {0, 1, 3}, {4, 5}, {3, 5}, {0, 3, 4}} {
		xs = append(xs, store.Ident(s.NewSetVar(d)))
	}
	s.Add(propagate.NewCircuit(xs, 0))
	s.Seal()
	s.Log()
	s.Push()
	s.Remove(5, 0, 0)
	if s.Propagate() {
		t.Fatal("a tour")
	}
	if got := s.ExplainFailure(nil); len(got) != 1 || got[0] != s.IsAtom(5, 0).Not() {
		t.Errorf("conflict %v, want that 5 -> 0 is missing", got)
	}
}

func TestCircuit(t *testing.T)    { testTours(t, true, propagate.NewCircuit) }
func TestSubcircuit(t *testing.T) { testTours(t, false, propagate.NewSubcircuit) }

// TestCircuitCounts counts the tours of complete graphs: (n-1)! and the sum
// of the ways to choose the nodes of a shorter one.
func TestCircuitCounts(t *testing.T) {
	whole, partial := []int64{1, 1, 1, 2, 6, 24, 120}, []int64{1, 1, 2, 6, 21, 85, 410}
	for n := range 7 {
		for i, post := range []func([]store.View, int32) store.Propagator{propagate.NewCircuit, propagate.NewSubcircuit} {
			s := store.New()
			var vars []store.Var
			var xs []store.View
			for range n {
				vars = append(vars, s.NewVar(1, int32(n)))
				xs = append(xs, store.Ident(vars[len(vars)-1]))
			}
			s.Add(post(xs, 1))
			s.Seal()
			want := whole[n]
			if i == 1 {
				want = partial[n]
			}
			if got, _ := count(s, vars); int64(got) != want {
				t.Errorf("%s of %d nodes: %d, want %d", s.Propagator(0).Name(), n, got, want)
			}
		}
	}
}
