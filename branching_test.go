package clew_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew"
)

// The order in which one variable takes its values, as it is and through views.
func TestValueOrders(t *testing.T) {
	holes := []int{0, 1, 2, 5, 6, 9}
	negated := func(x clew.Var) clew.Var { return x.Times(-2).Plus(1) }
	for _, c := range []struct {
		name   string
		order  clew.ValueOrder
		values []int
		view   func(clew.Var) clew.Var
		want   []int // of the variable
	}{
		{"ascending", clew.Ascending, holes, nil, []int{0, 1, 2, 5, 6, 9}},
		{"ascending view", clew.Ascending, holes, negated, []int{9, 6, 5, 2, 1, 0}},
		{"descending", clew.Descending, holes, nil, []int{9, 6, 5, 2, 1, 0}},
		{"descending view", clew.Descending, holes, negated, []int{0, 1, 2, 5, 6, 9}},
		{"split", clew.Split, holes, nil, []int{0, 1, 2, 5, 6, 9}},
		{"split view", clew.Split, holes, negated, []int{9, 6, 5, 2, 1, 0}},
		{"reverse split", clew.ReverseSplit, holes, nil, []int{9, 6, 5, 2, 1, 0}},
		{"reverse split view", clew.ReverseSplit, holes, negated, []int{0, 1, 2, 5, 6, 9}},
		// 0..9: 5 is nearest to 4.5; 0..9 again: 6; then 2 and 1, at last 0 as the smaller of two.
		{"middle", clew.Middle, holes, nil, []int{5, 6, 2, 1, 0, 9}},
		{"middle view", clew.Middle, []int{0, 1, 2, 3}, negated, []int{2, 1, 3, 0}},
		{"middle tie", clew.Middle, []int{0, 1, 2, 3}, nil, []int{1, 2, 0, 3}},
		{"middle of negative", clew.Middle, []int{-3, -2, -1, 0}, nil, []int{-2, -1, -3, 0}},
		{"median", clew.Median, holes, nil, []int{2, 5, 1, 6, 0, 9}},
		{"median view", clew.Median, holes, negated, []int{5, 2, 6, 1, 9, 0}},
		{"median of many", clew.Median, []int{0, 100, 200, 300}, nil, []int{100, 200, 0, 300}},
		{"interval", clew.Interval, holes, nil, []int{0, 1, 2, 5, 6, 9}},
		{"interval view", clew.Interval, []int{0, 1, 2, 5, 6, 7}, negated, []int{7, 6, 5, 2, 1, 0}},
	} {
		m := clew.NewModel(c.name)
		x := m.IntVarOf("x", c.values...)
		y := x
		if c.view != nil {
			y = c.view(x)
		}
		m.Branch(clew.InputOrder, c.order, y)
		var got []int
		for s, err := range clew.All(t.Context(), m, clew.WithMethod(clew.Propagate)) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, s.Value(x))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// The first decision of halving orders is a bound, of run orders a run.
func TestFirstDecisions(t *testing.T) {
	for _, c := range []struct {
		order  clew.ValueOrder
		values []int
		falls  bool
		want   string
	}{
		{clew.Split, []int{-3, -2, -1, 0}, false, "x <= -2"},
		{clew.ReverseSplit, []int{-3, -2, -1, 0}, false, "x >= -1"},
		{clew.Split, []int{0, 1, 2}, false, "x <= 1"},
		{clew.Split, []int{0, 1, 2}, true, "x >= 1"}, // -x <= -1
		{clew.ReverseSplit, []int{0, 1, 2}, true, "x <= 0"},
		{clew.Interval, []int{0, 1, 2, 5, 6}, false, "x <= 2"},
		{clew.Interval, []int{0, 1, 2, 5, 6}, true, "x >= 5"},
		{clew.Interval, []int{0, 1, 2, 3}, false, "x <= 1"},
	} {
		m := clew.NewModel("first")
		x := m.IntVarOf("x", c.values...)
		y := x
		if c.falls {
			y = x.Neg()
		}
		m.Branch(clew.InputOrder, c.order, y)
		if got := firstTry(t, m); got != c.want {
			t.Errorf("order %d on %v: first decision %q, want %q", c.order, c.values, got, c.want)
		}
	}
}

// firstTry returns the first decision of the search in words.
func firstTry(t *testing.T, m *clew.Model) string {
	t.Helper()
	for step, err := range clew.Watch(t.Context(), m, clew.WithMethod(clew.Propagate)) {
		if err != nil {
			t.Fatal(err)
		}
		if step.Kind == clew.StepPlace {
			return step.Try
		}
	}
	t.Fatal("no decision")
	return ""
}

// Which variable is taken first, ties going to the first in the call.
func TestVariableOrders(t *testing.T) {
	for _, c := range []struct {
		name  string
		order clew.Order
		want  string
	}{
		{"input order", clew.InputOrder, "a <= 0"},
		{"first fail", clew.FirstFail, "b <= 2"},
		{"anti first fail", clew.AntiFirstFail, "d <= 4"},
		{"smallest", clew.Smallest, "c >= 10"},
		{"largest", clew.Largest, "d <= 4"},
		{"occurrence", clew.Occurrence, "e <= 2"},
		{"most constrained", clew.MostConstrained, "e <= 2"},
		{"max regret", clew.MaxRegret, "c >= 10"},
	} {
		m := clew.NewModel(c.name)
		a := m.IntVar("a", 0, 5)
		b := m.IntVar("b", 2, 3)
		cc := m.IntVarOf("c", 0, 2, 10) // -2*c has -20, -4 and 0
		d := m.IntVar("d", 4, 11)
		e := m.IntVar("e", 2, 3)
		f := m.IntVar("f", 4, 11)
		m.Sum([]clew.Var{a, e}, clew.LE, 8)
		m.Sum([]clew.Var{e, e, f}, clew.LE, 17)
		m.Sum([]clew.Var{b, f}, clew.LE, 14)
		m.Sum([]clew.Var{b, a}, clew.LE, 8)
		m.Sum([]clew.Var{e, d}, clew.LE, 14)
		m.Branch(c.order, clew.Ascending, a, b, cc.Times(-2), d, e, f)
		if got := firstTry(t, m); got != c.want {
			t.Errorf("%s: first decision %q, want %q", c.name, got, c.want)
		}
	}
}

// Every order lists the same answers, by every engine, and RandomValue the same
// sequence for the same seed.
func TestOrdersListTheSame(t *testing.T) {
	build := func(order clew.Order, values clew.ValueOrder) *clew.Model {
		m := clew.NewModel("orders")
		x := m.IntVarOf("x", 0, 1, 4, 5, 9)
		y := m.IntVar("y", -70, 70)
		z := m.IntVar("z", -5000, 5000)
		m.Linear([]int{1, 2, 1}, []clew.Var{x, y, z}, clew.EQ, 3)
		m.Linear([]int{1, 1}, []clew.Var{y, z}, clew.GE, 60)
		m.Branch(order, values, z.Neg(), x, y.Neg().Plus(2), x.Is(4))
		return m
	}
	list := func(m *clew.Model, opts ...clew.Option) []string {
		var out []string
		for s, err := range clew.All(t.Context(), m, opts...) {
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s.String())
		}
		return out
	}
	want := list(build(clew.InputOrder, clew.Ascending), clew.WithMethod(clew.Plain))
	slices.Sort(want)
	for order := clew.InputOrder; order <= clew.MaxRegret; order++ {
		for values := clew.Ascending; values <= clew.RandomValue; values++ {
			for _, method := range []clew.Method{clew.Propagate, clew.Learn} {
				got := list(build(order, values), clew.WithMethod(method), clew.WithSeed(7))
				if again := list(build(order, values), clew.WithMethod(method), clew.WithSeed(7)); !slices.Equal(got, again) {
					t.Errorf("%s, orders %d and %d: two runs differ", method, order, values)
				}
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Errorf("%s, orders %d and %d: %d answers, want %d", method, order, values, len(got), len(want))
				}
			}
		}
	}
}
