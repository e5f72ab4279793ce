package propagate_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// TestPremises spells out the reasons of changes whose best premises are known.
// Variable i has the root domain 0..9 and is called xi.
func TestPremises(t *testing.T) {
	x := func(i int) store.View { return store.Ident(store.Var(i)) }
	fixed := func(k int32) store.View { return store.View{V: 9, A: 1, C: k - 9} } // x9 is 9
	var tuples, sums [][]int32
	for i := range int32(10) {
		for j := range int32(10) {
			tuples = append(tuples, []int32{i, j, (i + 3*j) % 10})
			if i+j == 9 {
				sums = append(sums, []int32{i, j})
			}
		}
	}
	// Two ones in a row, then no more.
	twice := &propagate.Automaton{States: 3, Accept: []bool{true, true, true}, Symbols: []int32{0, 1, 2},
		Next: []int32{0, 1, 0, 0, 2, 0, 0, -1, 0}}
	bounds := func(v store.Var, lo, hi int32) func(s *store.Store) {
		return func(s *store.Store) { s.SetLo(v, lo, 0); s.SetHi(v, hi, 0) }
	}
	for _, c := range []struct {
		name    string
		p       store.Propagator
		changes []func(s *store.Store)
		asked   string // of the entries the one that says this
		want    []string
	}{
		{"index, apart by bounds", propagate.NewElement(x(0), []store.View{x(1), x(2), x(3)}, x(4), 0),
			[]func(s *store.Store){bounds(0, 0, 2), bounds(2, 0, 3), bounds(4, 6, 8)},
			"x0!=1", []string{"x4>=4", "x2<=3"}},
		{"index, a constant", propagate.NewElement(x(0), []store.View{x(1), fixed(5), x(3)}, x(4), 0),
			[]func(s *store.Store){bounds(0, 0, 2), bounds(4, 6, 8)}, "x0!=1", []string{"x4!=5"}},
		{"result", propagate.NewElement(x(0), []store.View{x(1), fixed(5), x(3), x(2)}, x(4), 0),
			[]func(s *store.Store){bounds(0, 0, 1), bounds(1, 0, 3)}, "x4!=7", []string{"x0<=1", "x1!=7"}},
		{"result, index fixed", propagate.NewElement(x(0), []store.View{x(1), x(3), x(2)}, x(4), 0),
			[]func(s *store.Store){bounds(0, 1, 1), func(s *store.Store) { s.Remove(3, 5, 0) }},
			"x4!=5", []string{"x0=1", "x3!=5"}},
		{"constants", propagate.NewElement(x(0), []store.View{fixed(3), fixed(5), fixed(3), fixed(4)}, x(4), 0),
			[]func(s *store.Store){bounds(0, 0, 1)}, "x4!=4", []string{"x0!=3"}},
		{"table", propagate.NewTable([]store.View{x(0), x(1), x(2)}, tuples),
			[]func(s *store.Store){bounds(0, 2, 2), bounds(1, 1, 1)}, "x2!=7", []string{"x0=2", "x1!=5"}},
		{"pair", propagate.NewTable([]store.View{x(0), x(1)}, sums),
			[]func(s *store.Store){bounds(0, 2, 5)}, "x1!=2", []string{"x0!=7"}},
		{"negative table", propagate.NewNotTable([]store.View{x(0), x(1)}, sums),
			[]func(s *store.Store){bounds(0, 2, 2)}, "x1!=7", []string{"x0=2"}},
		{"regular", propagate.NewRegular([]store.View{x(0), x(1), x(2), x(3)}, twice),
			[]func(s *store.Store){bounds(0, 2, 2), bounds(1, 1, 1), bounds(2, 1, 1)}, "x3!=1", []string{"x1=1", "x2=1"}},
		{"among, enough", propagate.NewAmong([]store.View{x(0), x(1), x(2), x(3)}, []int32{2, 3}, x(4)),
			[]func(s *store.Store){bounds(0, 0, 1), bounds(1, 2, 3), bounds(2, 3, 3), bounds(4, 0, 2)},
			"x3!=2", []string{"x4<=2", "x1>=2", "x1<=3", "x2=3"}},
		{"among, too few", propagate.NewAmong([]store.View{x(0), x(1), x(2), x(3)}, []int32{2, 3}, x(4)),
			[]func(s *store.Store){bounds(0, 0, 1), bounds(1, 2, 3), bounds(2, 5, 5), bounds(4, 2, 4)},
			"x3!=5", []string{"x4>=2", "x0<=1", "x2=5"}},
		{"count, a weaker bound", propagate.NewCount([]store.View{x(0), x(1), x(2)}, fixed(4), x(4)),
			[]func(s *store.Store){bounds(0, 4, 4), bounds(1, 4, 4), bounds(2, 4, 4)}, "x4>=1", []string{"x0=4"}},
		{"count, open value", propagate.NewCount([]store.View{x(0), x(1), x(2)}, x(3), x(4)),
			[]func(s *store.Store){bounds(3, 0, 5), bounds(0, 4, 4), bounds(1, 4, 4), bounds(4, 0, 1)},
			"x3!=4", []string{"x4<=1", "x0=4", "x1=4"}},
		{"cardinality", propagate.NewCardinality([]store.View{x(0), x(1), x(2)}, []int32{3, 4},
			[]store.View{x(4), x(5)}, false),
			[]func(s *store.Store){bounds(4, 0, 1), bounds(0, 3, 3)}, "x1!=3", []string{"x4<=1", "x0=3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := store.New()
			for range 9 {
				s.NewVar(0, 9)
			}
			s.NewVar(9, 9)
			s.Add(c.p)
			s.Seal()
			s.Log()
			if !s.Propagate() {
				t.Fatal("failed at the root")
			}
			s.Settle()
			s.Push()
			for _, f := range c.changes {
				f(s)
			}
			if !s.Propagate() {
				t.Fatal("failed")
			}
			pos, a := findEntry(s, c.asked)
			if pos < 0 {
				t.Fatalf("no entry for %s", c.asked)
			}
			out := s.Explain(pos, a, nil)
			var got []string
			for _, premise := range out {
				got = append(got, atomText(s, premise))
			}
			want := slices.Clone(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s because of %v, want %v", c.asked, got, want)
			}
			if n := testing.AllocsPerRun(10, func() { out = s.Explain(pos, a, out[:0]) }); n != 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// findEntry returns the entry of the log that made the atom with this text
// true, and the atom.
func findEntry(s *store.Store, text string) (pos int, a store.Atom) {
	for i, e := range s.Entries() {
		if e.Why.Prop == store.NoProp || e.Why.Prop == store.HoleChain {
			continue
		}
		for k := e.Old + 1; k <= e.Atom.K; k++ {
			if a := (store.Atom{H: e.Atom.H, K: k}); atomText(s, a) == text {
				return i, a
			}
		}
	}
	return -1, a
}

func atomText(s *store.Store, a store.Atom) string {
	v, k, isValue := s.Subject(a)
	switch {
	case isValue && a.H&1 == 0:
		return fmt.Sprintf("x%d=%d", v, k)
	case isValue:
		return fmt.Sprintf("x%d!=%d", v, k)
	case a.H&1 == 0:
		return fmt.Sprintf("x%d>=%d", v, a.K)
	}
	return fmt.Sprintf("x%d<=%d", v, -a.K)
}
