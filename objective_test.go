package clew_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/clewsolver/clew"
	"pgregory.net/rapid"
)

// TestRandomObjectives compares optima, and the list and number of optimal
// answers, with brute force.
func TestRandomObjectives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, vars, domains, shown, rules := randomModel(t)
		g := &modelGen{t, m, vars, domains}
		goal, most := g.term(), rapid.Bool().Draw(t, "maximize")
		if most {
			m.Maximize(goal.x)
		} else {
			m.Minimize(goal.x)
		}
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		best, want := 0, map[string]bool{}
		rest := append(slices.Clone(rules), rule{"collect", func(a []int) bool {
			v := goal.of(a)
			if len(want) == 0 || most && v > best || !most && v < best {
				best, want = v, map[string]bool{}
			}
			if v == best {
				var vs []int
				for _, j := range shown {
					vs = append(vs, a[j])
				}
				want[key(vs)] = true
			}
			return false
		}})
		bruteForce(domains, shown, rest)
		for _, opts := range [][]clew.Option{
			{clew.WithMethod(clew.Propagate)},
			{clew.WithMethod(clew.Propagate), clew.WithOrder(clew.InputOrder), clew.WithValues(clew.Descending)},
			{clew.WithAutoLimits(1, 0)},
			{clew.WithMethod(clew.Learn)},
			{clew.WithMethod(clew.Learn), clew.WithFree(), clew.WithSeed(3)},
		} {
			checkObjective(t, m, opts, sortedKeys(want))
		}
	})
}

func checkObjective(t *rapid.T, m *clew.Model, opts []clew.Option, want []string) {
	ctx := context.Background()
	s, err := clew.Solve(ctx, m, opts...)
	if err != nil || (s == nil) != (len(want) == 0) || s != nil && !slices.Contains(want, key(s.Values())) {
		t.Fatalf("solve %v, %v; want one of %q", s, err, want)
	}
	var got []string
	for s, err := range clew.All(ctx, m, opts...) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, key(s.Values()))
	}
	sort.Strings(got)
	if !slices.Equal(got, want) {
		t.Fatalf("all %q, want %q", got, want)
	}
	n, err := clew.Count(ctx, m, opts...)
	if err != nil || n.Int64() != int64(len(want)) {
		t.Fatalf("count %v, %v; want %d", n, err, len(want))
	}
}

// TestObjectiveWithoutSpace checks that the plain method, which knows no
// objective, refuses a model with one, also inside of another problem.
func TestObjectiveWithoutSpace(t *testing.T) {
	m := clew.NewModel("best")
	m.Maximize(m.IntVar("x", 1, 3))
	type wrapped struct{ clew.Problem }
	for _, p := range []clew.Problem{m, wrapped{m}} {
		if n, err := clew.Count(context.Background(), p, clew.WithMethod(clew.Plain)); !errors.Is(err, clew.ErrUnsupported) {
			t.Errorf("counted %v, %v", n, err)
		}
		if n, err := clew.Count(context.Background(), p); err != nil || n.Int64() != 1 {
			t.Errorf("counted %v, %v, want 1", n, err)
		}
	}
}

// ExampleImprove packs a knapsack ever better.
func ExampleImprove() {
	m := clew.NewModel("knapsack")
	take := m.BoolVars("take", 4)
	value := m.IntVar("value", 0, 100)
	m.Linear([]int{5, 4, 3, 2}, take, clew.LE, 9)
	m.Linear([]int{10, 9, 6, 3, -1}, append(take[:4:4], value), clew.EQ, 0)
	m.Maximize(value)
	for s, err := range clew.Improve(context.Background(), m, clew.WithOrder(clew.InputOrder)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	// Output:
	// take=[0 0 0 0] value=0
	// take=[0 0 0 1] value=3
	// take=[0 0 1 0] value=6
	// take=[0 0 1 1] value=9
	// take=[0 1 0 1] value=12
	// take=[0 1 1 0] value=15
	// take=[0 1 1 1] value=18
	// take=[1 1 0 0] value=19
}
