package clew_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/clewsolver/clew"
)

// Each test here is a model that once had a wrong answer.

// checkCount checks the number of answers by both methods.
func checkCount(t *testing.T, name string, want int64, build func(m *clew.Model)) {
	t.Helper()
	for _, method := range []clew.Method{clew.Plain, clew.Propagate} {
		m := clew.NewModel(name)
		build(m)
		n, err := clew.Count(context.Background(), m, clew.WithMethod(method))
		if err != nil || n.Int64() != want {
			t.Errorf("%s by %s: count %v, %v; want %d", name, method, n, err, want)
		}
	}
}

// One variable in several arguments: a run changed it through one view and
// judged by what it had read through another before, so that it took the
// constraint to be satisfied for good.
func TestRepeatedVariables(t *testing.T) {
	checkCount(t, "x+1 before x", 0, func(m *clew.Model) {
		x := m.IntVar("x", -1, 2)
		m.LexLessEqual([]clew.Var{x.Plus(1)}, []clew.Var{x})
	})
	checkCount(t, "x before [x>=2] x", 1, func(m *clew.Model) {
		x := m.IntVar("x", 0, 3)
		m.LexLess([]clew.Var{x}, []clew.Var{x.AtLeast(2), x})
	})
	checkCount(t, "element of views", 0, func(m *clew.Model) {
		i, x, y := m.IntVar("i", 0, 1), m.IntVar("x", 0, 2), m.IntVar("y", 10, 11)
		m.Element(i, []clew.Var{x.Plus(1), y}, x)
	})
	checkCount(t, "element of a truth view", 2, func(m *clew.Model) {
		x, z := m.IntVar("x", 0, 2), m.IntVar("z", 5, 6)
		m.Element(x, []clew.Var{m.Const(0), m.Const(1), z}, x.AtLeast(2))
	})
	checkCount(t, "inverse of truth views", 0, func(m *clew.Model) {
		x := m.IntVarOf("x", -1, 0, 2)
		m.Inverse([]clew.Var{x, x.AtLeast(1)}, []clew.Var{x.Is(2), x.AtMost(0)})
	})
	checkCount(t, "inverse of views", 0, func(m *clew.Model) {
		x, z := m.IntVar("x", 0, 2), m.IntVar("z", 0, 3)
		m.Inverse([]clew.Var{z.Minus(1), x, x}, []clew.Var{x.Is(1), x, z.Neg().Plus(3)})
	})
}

// Comparing a view with a constant far outside the range of values overflowed.
func TestFarConstants(t *testing.T) {
	checkCount(t, "at least", 6, func(m *clew.Model) { m.Or(m.IntVar("x", 0, 5).Plus(1).AtLeast(math.MinInt)) })
	checkCount(t, "at most", 6, func(m *clew.Model) { m.Or(m.IntVar("x", 0, 5).Minus(1).AtMost(math.MaxInt)) })
	checkCount(t, "is", 0, func(m *clew.Model) { m.Or(m.IntVar("x", 0, 5).Neg().Is(math.MinInt)) })
	checkCount(t, "is not", 6, func(m *clew.Model) { m.Or(m.IntVar("x", 0, 5).Neg().IsNot(math.MaxInt)) })
}

// Linear expressions at the limits panicked or overflowed; they are errors.
func TestLargeSums(t *testing.T) {
	for name, build := range map[string]func(m *clew.Model, x clew.Var){
		"empty sum":         func(m *clew.Model, x clew.Var) { m.Sum(nil, clew.LE, math.MaxInt) },
		"least right side":  func(m *clew.Model, x clew.Var) { m.Sum([]clew.Var{x}, clew.GE, math.MinInt) },
		"least coefficient": func(m *clew.Model, x clew.Var) { m.Linear([]int{math.MinInt}, []clew.Var{x}, clew.LE, 0) },
		"far views": func(m *clew.Model, x clew.Var) {
			const c = clew.MaxValue - 2
			y, z := m.IntVar("y", c, c+2).Minus(c), m.IntVar("z", c, c+2).Minus(c)
			m.Linear([]int{1 << 31, 1 << 31}, []clew.Var{y, z}, clew.LE, 1<<31)
		},
	} {
		m := clew.NewModel(name)
		build(m, m.IntVar("x", 0, 2))
		if _, err := clew.Count(context.Background(), m); !errors.Is(err, clew.ErrModel) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The values of all domains together were not bounded, and a limit deep inside
// panicked.
func TestTooManyValues(t *testing.T) {
	m := clew.NewModel("large")
	for range 520 {
		m.IntVarOf("", 0, 1<<22-1)
	}
	if _, err := clew.Solve(context.Background(), m); !errors.Is(err, clew.ErrModel) {
		t.Error(err)
	}
}

// A search that fails at every other node never looked at its context.
func TestCancelAmongFailures(t *testing.T) {
	m := clew.NewModel("parity")
	m.BoolVar("b")
	x := m.IntVar("x", 0, 300_000)
	rest, other := m.IntVar("", 0, 1), m.IntVar("", 0, 1)
	m.Mod(x, m.Const(2), rest)
	m.Mod(x, m.Const(2), other)
	m.Compare(rest, clew.NE, other, 0)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := clew.Count(ctx, m, clew.WithMethod(clew.Propagate)); !errors.Is(err, clew.ErrIncomplete) {
		t.Error(err)
	}
	polls := 0
	_, err := clew.Count(context.Background(), m, clew.WithMethod(clew.Propagate), clew.WithProgress(0, func(clew.Report) { polls++ }))
	if err != nil || polls < 1000 {
		t.Errorf("%v after %d polls", err, polls)
	}
}

// The estimate of the work done listed every value of every place.
func TestShareOfWidePlaces(t *testing.T) {
	m := clew.NewModel("wide")
	m.IntVars("x", 2, 0, 300_000_000)
	var r clew.Report
	if _, err := clew.Solve(context.Background(), m, clew.WithMethod(clew.Plain), clew.WithReport(&r)); err != nil || r.Share > 1e-6 {
		t.Error(err, r.Share)
	}
}

// Watching the plain walk of a problem without places missed its one answer.
func TestWatchNothing(t *testing.T) {
	for _, method := range []clew.Method{clew.Plain, clew.Propagate} {
		answers := 0
		var r clew.Report
		for s, err := range clew.Watch(context.Background(), clew.NewModel("none"), clew.WithMethod(method), clew.WithReport(&r)) {
			if err != nil {
				t.Fatal(err)
			}
			if s.Solution {
				answers++
			}
		}
		if answers != 1 || r.Solutions != 1 {
			t.Errorf("%s: %d answers, %d reported", method, answers, r.Solutions)
		}
	}
}

// Several values taken from one variable in one run: after the first it was
// fixed, and its own value vouched for the removal of that value. A nogood then
// lost answers.
func TestNValueVouchingForItself(t *testing.T) {
	for _, method := range clew.Methods() {
		m := clew.NewModel("n of values")
		b, c, d := m.IntVar("b", 7, 8), m.IntVar("c", 5, 6), m.IntVar("d", 5, 6)
		a, e := m.IntVarOf("a", 5, 7), m.IntVar("e", 1, 3)
		m.NValue(m.Const(4), a, b, c, d, e)
		n, err := clew.Count(context.Background(), m, clew.WithMethod(method))
		if err != nil || n.Int64() != 30 {
			t.Errorf("%s: count %v, %v; want 30", method, n, err)
		}
	}
}

// A search that was watched branched on hidden variables as on shown ones, as
// is right where one answer is looked for: each answer came once for each way
// to extend it.
func TestWatchHidden(t *testing.T) {
	for _, method := range []clew.Method{clew.Propagate, clew.Learn} {
		for _, first := range []bool{false, true} {
			m := clew.NewModel("hidden")
			x, y := m.IntVar("x", 1, 2), m.IntVar("", 1, 3)
			m.Compare(x, clew.LE, y, 0)
			if first {
				m.Branch(clew.InputOrder, clew.Ascending, y, x)
			}
			var answers int64
			for e, err := range clew.Events(context.Background(), m, clew.WithMethod(method)) {
				if err != nil {
					t.Fatal(err)
				}
				switch e.Kind {
				case clew.EventSolution:
					answers++
				case clew.EventDone:
					if !e.Complete || e.Answer != 2 || answers != 2 {
						t.Errorf("%s, hidden first %t: %d answers, told as %d, complete %t; want 2", method, first, answers, e.Answer, e.Complete)
					}
				}
			}
		}
	}
}
