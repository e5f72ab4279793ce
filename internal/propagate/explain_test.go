package propagate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// say returns atoms as text, in the order given; variable i is the i-th letter.
func say(s *store.Store, atoms []store.Atom) string {
	var words []string
	for _, a := range atoms {
		v, k, isValue := s.Subject(a)
		op := ">="
		switch {
		case isValue && a.H&1 == 0:
			op = "="
		case isValue:
			op = "!="
		case a.H&1 == 0:
			k = a.K
		default:
			op, k = "<=", -a.K
		}
		words = append(words, fmt.Sprintf("%c%s%d", 'a'+v, op, k))
	}
	return strings.Join(words, " ")
}

// reasonCase is a constraint, decisions on it, and the premises that are
// expected for an atom that followed.
type reasonCase struct {
	name    string
	domains [][2]int32
	post    func(w []store.View) store.Propagator
	decide  []store.Atom
	ask     store.Atom // False for the conflict
	want    string
}

// past plays the decisions of c and returns what c asks for, and its position.
func (c reasonCase) past(t *testing.T) (s *store.Store, ask store.Atom, pos int) {
	s = store.New()
	var w []store.View
	for _, d := range c.domains {
		w = append(w, store.Ident(s.NewVar(d[0], d[1])))
	}
	s.Add(c.post(w))
	s.Seal()
	s.Log()
	if !s.Propagate() {
		t.Fatalf("%s: fails at the root", c.name)
	}
	s.Settle()
	s.Push()
	for _, a := range c.decide {
		a = c.numbered(s, a)
		if !s.Assert(a, 0) {
			t.Fatalf("%s: the decision %s fails", c.name, say(s, []store.Atom{a}))
		}
	}
	ok := s.Propagate()
	if c.ask == store.False {
		if ok {
			t.Fatalf("%s: no conflict", c.name)
		}
		return s, c.ask, -1
	}
	ask = c.numbered(s, c.ask)
	if !s.Holds(ask) {
		t.Fatalf("%s: %s does not follow", c.name, say(s, []store.Atom{ask}))
	}
	return s, ask, s.Since(ask)
}

var (
	bit   = [2]int32{0, 1}
	digit = [2]int32{0, 9}
)

func linear(op propagate.Op, rhs int64, coefs ...int64) func(w []store.View) store.Propagator {
	return func(w []store.View) store.Propagator { return propagate.NewLinear(coefs, w, op, rhs) }
}

func function(f func(x, y, z store.View) store.Propagator) func(w []store.View) store.Propagator {
	return func(w []store.View) store.Propagator { return f(w[0], w[1], w[2]) }
}

// equal and notEqual stand for atoms about the value of v that has k smaller
// ones, until a store is there to number it; see numbered.
func equal(v store.Var, k int32) store.Atom {
	return store.Atom{H: 2 * uint32(3+64*int(v)+int(k)), K: 1}
}

func notEqual(v store.Var, k int32) store.Atom { return equal(v, k).Not() }

func (c reasonCase) numbered(s *store.Store, a store.Atom) store.Atom {
	n := int(a.H/2) - 3
	if a == store.False || n < 0 {
		return a
	}
	is := s.IsAtom(store.Var(n/64), c.domains[n/64][0]+int32(n%64))
	return store.Atom{H: is.H | a.H&1, K: a.K}
}

var reasonCases = []reasonCase{
	{"no slack", [][2]int32{digit, digit, digit}, linear(propagate.Le, 20, 3, 2, 1),
		[]store.Atom{store.LoAtom(1, 4), store.LoAtom(2, 3)}, store.HiAtom(0, 3), "b>=3 c>=3"},
	{"a term is left out", [][2]int32{digit, digit, digit}, linear(propagate.Le, 20, 3, 2, 1),
		[]store.Atom{store.LoAtom(1, 4), store.LoAtom(2, 3)}, store.HiAtom(0, 4), "b>=3"},
	{"the conflict of a sum", [][2]int32{digit, digit, digit}, linear(propagate.Le, 6, 1, 1, 1),
		[]store.Atom{store.LoAtom(0, 5), store.LoAtom(1, 4), store.LoAtom(2, 2)}, store.False, "a>=5 c>=2"},
	{"at most one", [][2]int32{bit, bit, bit}, linear(propagate.Le, 1, 1, 1, 1),
		[]store.Atom{store.LoAtom(1, 1)}, store.HiAtom(0, 0), "b>=1"},
	{"equation from above", [][2]int32{digit, digit, digit}, linear(propagate.Eq, 10, 1, 1, 1),
		[]store.Atom{store.LoAtom(1, 4), store.HiAtom(2, 3)}, store.HiAtom(0, 8), "b>=2"},
	{"partner", [][2]int32{digit, digit, bit}, func(w []store.View) store.Propagator {
		return propagate.NewLinear([]int64{1, 1}, w[:2], propagate.Eq, 9)
	}, []store.Atom{notEqual(1, 3)}, notEqual(0, 6), "b!=3"},
	{"third value", [][2]int32{{0, 3}, {0, 3}, {0, 3}}, linear(propagate.Eq, 3, 1, 1, 1),
		[]store.Atom{store.LoAtom(1, 2), store.LoAtom(2, 1)}, store.HiAtom(0, 1), "b>=2"},
	{"disequation", [][2]int32{digit, digit, digit}, linear(propagate.Ne, 9, 1, 1, 1),
		[]store.Atom{equal(0, 4), equal(1, 2)}, notEqual(2, 3), "a=4 b=2"},
	{"reified", [][2]int32{digit, digit, bit}, func(w []store.View) store.Propagator {
		return propagate.NewLinearIff(w[2], []int64{1, 1}, w[:2], propagate.Le, 5)
	}, []store.Atom{store.LoAtom(0, 4), store.LoAtom(1, 3)}, store.HiAtom(2, 0), "a>=3 b>=3"},
	{"reified, decided", [][2]int32{digit, digit, bit}, func(w []store.View) store.Propagator {
		return propagate.NewLinearIff(w[2], []int64{1, 1}, w[:2], propagate.Le, 5)
	}, []store.Atom{store.LoAtom(0, 4), store.LoAtom(2, 1)}, store.HiAtom(1, 3), "c>=1 a>=2"},
	{"clause", [][2]int32{bit, bit, bit}, propagate.NewClause,
		[]store.Atom{store.HiAtom(0, 0), store.HiAtom(2, 0)}, store.LoAtom(1, 1), "a<=0 c<=0"},
	{"comparison", [][2]int32{digit, digit, bit}, func(w []store.View) store.Propagator {
		return propagate.NewCompare(w[0], propagate.Lt, w[1], 0)
	}, []store.Atom{store.HiAtom(1, 4)}, store.HiAtom(0, 6), "b<=7"},
	{"maximum", [][2]int32{digit, digit, digit}, func(w []store.View) store.Propagator {
		return propagate.NewMax(w[0], w[1:])
	}, []store.Atom{store.HiAtom(1, 3), store.HiAtom(2, 5)}, store.HiAtom(0, 7), "b<=7 c<=7"},
	{"maximum from below", [][2]int32{digit, digit, digit}, func(w []store.View) store.Propagator {
		return propagate.NewMax(w[0], w[1:])
	}, []store.Atom{store.LoAtom(1, 3), store.LoAtom(2, 5)}, store.LoAtom(0, 4), "c>=4"},
	{"product", [][2]int32{{1, 40}, {1, 40}, {1, 1600}}, function(propagate.NewTimes),
		[]store.Atom{store.LoAtom(0, 3), store.LoAtom(1, 4)}, store.LoAtom(2, 7), "a>=2 b>=4"},
	{"product leaves out a factor", [][2]int32{{1, 40}, {1, 40}, {1, 1600}}, function(propagate.NewTimes),
		[]store.Atom{store.LoAtom(0, 3), store.LoAtom(1, 4)}, store.LoAtom(2, 3), "b>=3"},
	{"distance", [][2]int32{digit, digit, digit}, function(propagate.NewDistance),
		[]store.Atom{store.LoAtom(0, 8), store.HiAtom(1, 4)}, notEqual(2, 2), "a>=7 b<=4"},
	{"absolute", [][2]int32{{-20, 20}, {0, 20}, bit}, func(w []store.View) store.Propagator {
		return propagate.NewAbs(w[0], w[1])
	}, []store.Atom{notEqual(1, 7)}, notEqual(0, 20+7), "b!=7"},
}

// TestReasons checks that reasons are as weak as they can be.
func TestReasons(t *testing.T) {
	for _, c := range reasonCases {
		s, ask, pos := c.past(t)
		var got []store.Atom
		if pos < 0 {
			got = s.ExplainFailure(nil)
		} else {
			got = s.Explain(pos, ask, nil)
		}
		if say(s, got) != c.want {
			t.Errorf("%s: got %s, want %s", c.name, say(s, got), c.want)
		}
	}
}

func TestExplainDoesNotAllocate(t *testing.T) {
	for _, c := range reasonCases {
		s, ask, pos := c.past(t)
		if pos < 0 {
			continue
		}
		out := make([]store.Atom, 0, 100)
		if n := testing.AllocsPerRun(10, func() { s.Explain(pos, ask, out) }); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
