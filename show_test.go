package clew_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// Only what ShowArray and Show name is shown, in the order of the calls: views,
// truth values, repeats and constants keep the number of answers that the
// distinct values of the outputs have.
func TestShowArray(t *testing.T) {
	m := clew.NewModel("show")
	x := m.IntVar("x", 0, 3)
	y := m.IntVar("y", 0, 9) // hidden: multiplies no answer
	z := m.IntVar("z", 5, 7)
	m.Compare(y, clew.GE, x, 0)
	m.ShowArray("x", []int{2, 2}, x.Times(-2).Plus(1), m.Const(7), x, z.Is(6))
	m.ShowArray("one", nil, z.Is(6).Not())
	m.ShowArray("none", []int{0})
	for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
		var got []string
		for s, err := range clew.All(t.Context(), m, clew.WithMethod(method)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.String())
			if v := s.Get("x"); s.Value(x) != v[2] || s.Value(x.Plus(3)) != v[2]+3 || s.Value(z.Is(6)) != v[3] {
				t.Errorf("%s: values %d and %d of %v", method, s.Value(x), s.Value(z.Is(6)), s)
			}
		}
		slices.Sort(got)
		var want []string
		for x := range 4 {
			for b := range 2 {
				want = append(want, fmt.Sprintf("x=[[%d 7] [%d %d]] one=%d none=[]", 1-2*x, x, b, 1-b))
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", method, got, want)
		}
		n, err := clew.Count(t.Context(), m, clew.WithMethod(method))
		if err != nil || n.Int64() != 8 {
			t.Errorf("%s: counted %v, %v; want 8", method, n, err)
		}
	}
}

func TestShowArrayMistakes(t *testing.T) {
	other := clew.NewModel("other").BoolVar("b")
	for want, build := range map[string]func(*clew.Model){
		`"a" has 1 variables for dimensions [2]`: func(m *clew.Model) { m.ShowArray("a", []int{2}, m.Const(1)) },
		`"a" is given twice`:                     func(m *clew.Model) { m.ShowArray("a", nil, m.Const(1)); m.ShowArray("a", nil, m.Const(2)) },
		`belongs to no model or to another`:      func(m *clew.Model) { m.ShowArray("a", nil, other) },
		`dimensions [-1]`:                        func(m *clew.Model) { m.ShowArray("a", []int{-1}) },
	} {
		m := clew.NewModel("m")
		build(m)
		if err := m.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
}

// A million named variables are declared one by one: a check of names that
// looks at all of them each time would take hours.
func TestManyNames(t *testing.T) {
	m := clew.NewModel("names")
	for i := range 1_000_000 {
		m.IntVar(fmt.Sprint("x", i), 0, 1)
	}
	if m.Err() != nil || len(m.Outputs()) != 1_000_000 {
		t.Fatal(m.Err(), len(m.Outputs()))
	}
}

// Looking for one answer, the engine branches in the order of the calls, hidden
// variables too; listing, it takes shown ones first.
func TestSolveFollowsBranch(t *testing.T) {
	m := clew.NewModel("order")
	x, y := m.IntVar("x", 0, 4), m.IntVar("", 0, 4)
	m.Sum([]clew.Var{x, y}, clew.EQ, 4)
	m.Branch(clew.InputOrder, clew.Ascending, y, x)
	s, err := clew.Solve(t.Context(), m)
	if err != nil || s.Value(x) != 4 {
		t.Errorf("got %v, %v; with y = 0 first, x is 4", s, err)
	}
	for s, err := range clew.All(t.Context(), m) {
		if err != nil || s.Value(x) != 0 {
			t.Errorf("got %v, %v; with x first, x is 0", s, err)
		}
		break
	}
}
