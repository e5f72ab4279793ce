package clew_test

import (
	"context"
	"errors"
	"testing"

	"github.com/clewsolver/clew"
)

func TestRestrict(t *testing.T) {
	for _, c := range []struct {
		calls [][]int
		want  string
	}{
		{nil, "10"},
		{[][]int{{3}}, "1"},
		{[][]int{{7, 2, 2, 99, -5}}, "2"},
		{[][]int{{1, 2, 3, 5}, {5, 3, 4, 0}}, "2"},
		{[][]int{{1, 2}, {3}}, "0"},
		{[][]int{{}}, "0"},
	} {
		for _, method := range []clew.Method{clew.Plain, clew.Propagate} {
			m := clew.NewModel("restricted")
			x := m.IntVars("x", 2, 0, 9)
			m.Restrict(x[1], 4) // leaves the other alone
			for _, values := range c.calls {
				m.Restrict(x[0], values...)
			}
			got, err := clew.Count(context.Background(), m, clew.WithMethod(method))
			if err != nil || got.String() != c.want {
				t.Errorf("%v by %s: %s, %v; want %s", c.calls, method, got, err, c.want)
			}
		}
	}
}

func TestRestrictMistakes(t *testing.T) {
	for name, make := range map[string]func(m *clew.Model, x clew.Var){
		"view":       func(m *clew.Model, x clew.Var) { m.Restrict(x.Plus(1), 3) },
		"truth view": func(m *clew.Model, x clew.Var) { m.Restrict(x.Is(1), 1) },
		"no model":   func(m *clew.Model, x clew.Var) { m.Restrict(clew.Var{}, 3) },
		"another model": func(m *clew.Model, x clew.Var) {
			clew.NewModel("b").Restrict(x, 3)
			m.Restrict(clew.NewModel("c").IntVar("y", 0, 1), 0)
		},
		"far apart": func(m *clew.Model, x clew.Var) { m.Restrict(x, 0, 10_000_000) },
	} {
		m := clew.NewModel("a")
		x := m.IntVar("x", 0, 10_000_000)
		make(m, x)
		if !errors.Is(m.Err(), clew.ErrModel) {
			t.Errorf("%s: %v", name, m.Err())
		}
	}
}
