package clew_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

func mustQueens(t testing.TB, n int) *queens.Puzzle {
	t.Helper()
	p, err := queens.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCancelled checks that a cancelled run says incomplete, by every verb and
// method, with the cause.
func TestCancelled(t *testing.T) {
	p := mustQueens(t, 30)
	cause := errors.New("enough")
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var r clew.Report
		seen := 0
		opts := []clew.Option{clew.WithMethod(m), clew.WithReport(&r), clew.WithProgress(time.Millisecond, func(r clew.Report) {
			seen++
			if r.Complete || r.Share < 0 || r.Share > 1 {
				t.Errorf("%s: progress %+v", m, r)
			}
			if seen == 3 {
				cancel(cause)
			}
		})}
		n, err := clew.Count(ctx, p, opts...)
		if !errors.Is(err, clew.ErrIncomplete) || !errors.Is(err, cause) || n.Int64() != r.Solutions || r.Complete {
			t.Errorf("%s: count %v, %v, %+v", m, n, err, r)
		}
		if s, err := clew.Solve(ctx, p, clew.WithMethod(m)); s != nil || !errors.Is(err, clew.ErrIncomplete) {
			t.Errorf("%s: solve %v, %v", m, s, err)
		}
		if u, err := clew.Unique(ctx, p, clew.WithMethod(m)); u.Unique() || !errors.Is(err, clew.ErrIncomplete) {
			t.Errorf("%s: unique %v, %v", m, u, err)
		}
		for s, err := range clew.All(ctx, p, clew.WithMethod(m)) {
			if s != nil || !errors.Is(err, cause) {
				t.Errorf("%s: all %v, %v", m, s, err)
			}
		}
	}
}

// TestBreak checks that leaving the loop ends the run as incomplete.
func TestBreak(t *testing.T) {
	var r clew.Report
	for range clew.All(context.Background(), mustQueens(t, 8), clew.WithReport(&r)) {
		break
	}
	if r.Complete || r.Solutions != 1 {
		t.Errorf("%+v", r)
	}
}

// TestLimit checks that All stops at the limit and says so, and does not where
// the answers run out before.
func TestLimit(t *testing.T) {
	for _, c := range []struct {
		limit int64
		want  int
		cut   bool
	}{{1, 1, true}, {91, 91, true}, {93, 92, false}} {
		n, cut := 0, false
		for s, err := range clew.All(context.Background(), mustQueens(t, 8), clew.Limit(c.limit)) {
			if err != nil {
				cut = errors.Is(err, clew.ErrLimit) && errors.Is(err, clew.ErrIncomplete)
				continue
			}
			_ = s
			n++
		}
		if n != c.want || cut != c.cut {
			t.Errorf("limit %d: %d answers, cut %v", c.limit, n, cut)
		}
	}
}

// TestModelErrors checks that mistakes are errors that name the culprit.
func TestModelErrors(t *testing.T) {
	other := clew.NewModel("other").IntVar("y", 0, 1)
	for _, c := range []struct {
		want  string
		build func(m *clew.Model)
	}{
		{`variable "x": bounds 0..2000000000`, func(m *clew.Model) { m.IntVar("x", 0, 2_000_000_000) }},
		{`variable "x": empty domain 3..2`, func(m *clew.Model) { m.IntVar("x", 3, 2) }},
		{`variable "x" has no value`, func(m *clew.Model) { m.IntVarOf("x") }},
		{`variable "x": its values span`, func(m *clew.Model) { m.IntVarOf("x", 0, 1<<29) }},
		{`two outputs are called "x"`, func(m *clew.Model) { m.IntVar("x", 0, 1); m.BoolVar("x") }},
		{`no output is called "z"`, func(m *clew.Model) { m.Show("z") }},
		{`1073741824 * x[1] +0 leaves`, func(m *clew.Model) { m.IntVars("x", 2, 0, 2)[1].Times(1 << 30) }},
		{`Not of x`, func(m *clew.Model) { m.IntVar("x", 0, 2).Not() }},
		{`or: x is not a 0/1 variable`, func(m *clew.Model) { m.Or(m.IntVar("x", 0, 2)) }},
		{`belongs to no model or to another`, func(m *clew.Model) { m.AllDifferent(m.IntVar("x", 0, 2), other) }},
		{`belongs to no model or to another`, func(m *clew.Model) { m.AllDifferent(clew.Var{}) }},
		{`2 coefficients for 1 variables`, func(m *clew.Model) {
			m.Linear([]int{1, 2}, []clew.Var{m.IntVar("x", 0, 2)}, clew.EQ, 3)
		}},
		{`can overflow`, func(m *clew.Model) {
			m.Linear([]int{1 << 60}, []clew.Var{m.IntVar("x", 0, 2)}, clew.EQ, 3)
		}},
		{`tuple 1 has 1 values for 2`, func(m *clew.Model) {
			m.Table(m.IntVars("x", 2, 0, 2), [][]int{{1, 2}, {1}})
		}},
		{`lengths 2 and 1 differ`, func(m *clew.Model) {
			x := m.IntVars("x", 3, 0, 2)
			m.Inverse(x[:2], x[2:])
		}},
	} {
		m := clew.NewModel("m")
		c.build(m)
		_, err := clew.Count(context.Background(), m)
		if !errors.Is(err, clew.ErrModel) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want ... %s ...", err, c.want)
		}
		if _, err := clew.Solve(context.Background(), m, clew.WithMethod(clew.Plain)); !errors.Is(err, clew.ErrModel) {
			t.Errorf("plain: got %v, want ... %s ...", err, c.want)
		}
	}
}

// TestUnsupported checks that a space is not walked by the engine, that auto
// falls back to plain, and that an unknown method is an error.
func TestUnsupported(t *testing.T) {
	p := clew.FromSpace("subset", func() clew.Space { return pairs{} })
	if _, err := clew.Count(context.Background(), p, clew.WithMethod(clew.Propagate)); !errors.Is(err, clew.ErrUnsupported) {
		t.Errorf("propagate: %v", err)
	}
	var r clew.Report
	n, err := clew.Count(context.Background(), p, clew.WithReport(&r))
	if err != nil || n.Int64() != 6 || r.Method != clew.Plain {
		t.Errorf("auto: %v, %v by %s", n, err, r.Method)
	}
	if _, err := clew.Count(context.Background(), p, clew.WithMethod("magic")); !errors.Is(err, clew.ErrUnsupported) {
		t.Errorf("magic: %v", err)
	}
}

// pairs is the space of increasing pairs out of 0..3.
type pairs struct{}

func (pairs) Places() int                         { return 2 }
func (pairs) Next(_ []int, after int) (int, bool) { v := max(after+1, 0); return v, v < 4 }
func (pairs) Check(placed []int, value int) bool  { return len(placed) == 0 || placed[0] < value }

// TestEmptyProblems checks that a problem without variables has the empty
// answer once, unless a constraint is false.
func TestEmptyProblems(t *testing.T) {
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		empty, false_ := clew.NewModel("empty"), clew.NewModel("false")
		false_.Or()
		for p, want := range map[clew.Problem]int64{empty: 1, false_: 0, mustQueens(t, 0): 1} {
			n, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || n.Int64() != want {
				t.Errorf("%s by %s: %v, %v", p.Name(), m, n, err)
			}
			s, err := clew.Solve(context.Background(), p, clew.WithMethod(m))
			if err != nil || (s != nil) != (want == 1) {
				t.Errorf("%s by %s: %v, %v", p.Name(), m, s, err)
			}
		}
	}
}

// TestCompare checks that all methods appear and agree.
func TestCompare(t *testing.T) {
	cs, err := clew.Compare(context.Background(), mustQueens(t, 6), nil)
	if err != nil || len(cs) != 4 || !clew.Agree(cs) || cs[0].Solutions != 4 || cs[3].Solutions != 4 ||
		cs[0].Tries == 0 || cs[1].Propagations == 0 || cs[2].Conflicts == 0 {
		t.Errorf("%+v, %v", cs, err)
	}
}

// TestShare checks that the estimate of the work done grows from 0 to 1.
func TestShare(t *testing.T) {
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		last := 0.0
		var r clew.Report
		_, err := clew.Count(context.Background(), mustQueens(t, 8), clew.WithMethod(m), clew.WithReport(&r),
			clew.WithProgress(0, func(r clew.Report) {
				if r.Share < last || r.Share > 1 {
					t.Errorf("%s: share went from %g to %g", m, last, r.Share)
				}
				last = r.Share
			}))
		if err != nil || r.Share != 1 || last < 0.9 {
			t.Errorf("%s: %v, share %g, last %g", m, err, r.Share, last)
		}
	}
}

// TestCountBoxes counts what could never be listed, by every method of the
// engine: the product of what is free, once for each shown assignment.
func TestCountBoxes(t *testing.T) {
	m := clew.NewModel("mostly free")
	x := m.IntVars("x", 30, 0, 9)
	m.Compare(x[0], clew.LT, x[1], 0)
	m.Or(x[2].AtLeast(3), x[3].Is(5))
	m.IntVars("", 5, 0, 99) // helpers do not count
	want := new(big.Int).Exp(big.NewInt(10), big.NewInt(26), nil)
	want.Mul(want, big.NewInt(45*(100-3*9))) // pairs in order; pairs that the clause allows
	for _, method := range []clew.Method{clew.Auto, clew.Propagate, clew.Learn} {
		n, err := clew.Count(context.Background(), m, clew.WithMethod(method))
		if err != nil || n.Cmp(want) != 0 {
			t.Errorf("%s: %v, %v; want %v", method, n, err, want)
		}
	}
}

// TestCancelledOptimum checks that verbs which first need the optimum, and are
// stopped before it is known, say so and claim nothing.
func TestCancelledOptimum(t *testing.T) {
	m := clew.NewModel("best")
	x := m.IntVars("x", 3, 0, 9)
	m.AllDifferent(x...)
	m.Maximize(x[0])
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err := clew.Count(ctx, m); !errors.Is(err, clew.ErrIncomplete) || n.Sign() != 0 {
		t.Errorf("count %v, %v", n, err)
	}
	if u, err := clew.Unique(ctx, m); !errors.Is(err, clew.ErrIncomplete) || u.Unique() || len(u.Solutions) != 0 {
		t.Errorf("unique %v, %v", u, err)
	}
	for s, err := range clew.All(ctx, m) {
		if s != nil || !errors.Is(err, clew.ErrIncomplete) {
			t.Errorf("all %v, %v", s, err)
		}
	}
}
