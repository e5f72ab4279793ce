package clew_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/clewsolver/clew"
)

// TestDetermined branches on a helper, the sum of two shown variables, before
// them: each answer comes once, in the order of the helper.
func TestDetermined(t *testing.T) {
	m := clew.NewModel("sum")
	xs := m.IntVars("x", 2, 0, 1)
	sum := m.IntVar("", 0, 2)
	m.Linear([]int{1, 1, -1}, []clew.Var{xs[0], xs[1], sum}, clew.EQ, 0)
	m.Determined(sum)
	m.Branch(clew.InputOrder, clew.Descending, sum)
	got := ""
	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprint(s.Values())
	}
	if want := "[1 1][0 1][1 0][0 0]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	other := clew.NewModel("other")
	other.Determined(sum)
	if !errors.Is(other.Err(), clew.ErrModel) {
		t.Errorf("a variable of another model: %v", other.Err())
	}
}

// advised is a model that asks to be walked by a method of its own choice.
type advised struct {
	clew.Problem
	method clew.Method
}

func (a advised) Advise() clew.Method { return a.method }

func TestAdviser(t *testing.T) {
	m := clew.NewModel("two")
	m.IntVar("x", 0, 1)
	for _, c := range []struct {
		advice clew.Method
		opts   []clew.Option
		want   clew.Method
	}{
		{clew.Plain, nil, clew.Plain},
		{clew.Propagate, nil, clew.Propagate},
		{clew.Auto, nil, clew.Propagate},
		{clew.Plain, []clew.Option{clew.WithMethod(clew.Propagate)}, clew.Propagate},
	} {
		var r clew.Report
		n, err := clew.Count(context.Background(), advised{m, c.advice}, append(c.opts, clew.WithReport(&r))...)
		if err != nil || n.Int64() != 2 || r.Method != c.want {
			t.Errorf("advice %s: %v answers, %v, by %s; want 2 by %s", c.advice, n, err, r.Method, c.want)
		}
	}
}
