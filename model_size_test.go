package clew_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/clewsolver/clew"
)

// Domains of more values than can be kept one by one are right all the same,
// truth views of single values included, whatever the method.
func TestWideDomains(t *testing.T) {
	for _, width := range []int{5_000, 100_000, clew.MaxValue} {
		m := clew.NewModel("wide")
		x, y := m.IntVar("x", -width, width), m.IntVar("y", -width, width)
		m.Compare(y, clew.EQ, x, 3)
		m.Or(x.Is(-7), x.Is(width-3), x.Is(4000), x.IsNot(12).Not(), y.Is(-width))
		m.Compare(x, clew.NE, y, 3999)
		m.InIff(x.AtLeast(5), y, []int{7003, width, 15, 4003})
		want := fmt.Sprint([]int{-7, 12, 4000, width - 3})
		for _, method := range []clew.Method{clew.Propagate, clew.Learn, clew.Auto} {
			for _, order := range []clew.ValueOrder{clew.Ascending, clew.Split, clew.Middle} {
				if width == clew.MaxValue && order != clew.Split {
					continue // as many decisions as values
				}
				var got []int
				for s, err := range clew.All(t.Context(), m, clew.WithMethod(method), clew.WithValues(order)) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, s.Value(x))
				}
				if order == clew.Split && fmt.Sprint(got) != want || len(got) != 4 {
					t.Errorf("%s, +-%d, order %d: got %v, want %v", method, width, order, got, want)
				}
			}
		}
	}
}

// Variables without bounds of their own get them from the constraints, and are
// then as good as others.
func TestUnboundedBecomesSmall(t *testing.T) {
	m := clew.NewModel("unbounded")
	xs := m.IntVars("x", 3, -clew.MaxValue, clew.MaxValue)
	small := m.IntVar("s", 0, 9)
	m.Linear([]int{1, -5}, []clew.Var{xs[0], small}, clew.EQ, -20)
	m.Linear([]int{1, -1, -1}, []clew.Var{xs[1], xs[0], small}, clew.EQ, 0)
	m.Times(xs[1], small, xs[2])
	m.AllDifferentAt(clew.ByDomain, xs...)
	n := 0
	for s := range 10 {
		a := 5*s - 20
		if b, c := a+s, (a+s)*s; a != b && a != c && b != c {
			n++
		}
	}
	for _, method := range []clew.Method{clew.Propagate, clew.Learn} {
		got, err := clew.Count(t.Context(), m, clew.WithMethod(method))
		if err != nil || got.Int64() != int64(n) {
			t.Errorf("%s: counted %v, %v; want %d", method, got, err, n)
		}
	}
	// No answer at all, found while the bounds are looked for.
	m.Compare(xs[0], clew.GE, m.Const(1000), 0)
	if got, err := clew.Count(t.Context(), m); err != nil || got.Sign() != 0 {
		t.Errorf("counted %v, %v; want 0", got, err)
	}
}

// x < y < x over wide domains takes propagation as many steps as there are
// values; a deadline stops it in the midst of them.
func TestDeadlineInPropagation(t *testing.T) {
	m := clew.NewModel("creep")
	x, y := m.IntVar("x", -clew.MaxValue, clew.MaxValue), m.IntVar("y", -clew.MaxValue, clew.MaxValue)
	m.Compare(x, clew.LT, y, 0)
	m.Compare(y, clew.LT, x, 0)
	for _, method := range []clew.Method{clew.Propagate, clew.Learn, clew.Auto} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		s, err := clew.Solve(ctx, m, clew.WithMethod(method))
		cancel()
		if s != nil || !errors.Is(err, clew.ErrIncomplete) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: got %v, %v", method, s, err)
		}
	}
}

// A hundred thousand variables with four thousand values each need no bits for
// them; the same with holes would.
func TestManyValues(t *testing.T) {
	m := clew.NewModel("many")
	xs := m.IntVars("x", 100_000, 0, 4000)
	for i := range len(xs) - 1 {
		m.Compare(xs[i], clew.LE, xs[i+1], 0)
	}
	m.Branch(clew.InputOrder, clew.Descending, xs...)
	s, err := clew.Solve(t.Context(), m)
	if err != nil || s.Value(xs[0]) != 4000 {
		t.Errorf("got %v, %v", s != nil, err)
	}
}

// Size counts helpers and all arguments.
func TestSize(t *testing.T) {
	m := clew.NewModel("sizes")
	if got := m.Size(); got != (clew.Size{}) {
		t.Errorf("an empty model has the size %+v", got)
	}
	xs := m.IntVars("x", 3, 0, 9)
	m.AllDifferent(xs...)
	m.AllDifferent(xs...)
	m.Compare(xs[0], clew.LT, m.IntVar("", 0, 9), 0)
	if got, want := m.Size(), (clew.Size{Variables: 4, Constraints: 3, Terms: 8}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
