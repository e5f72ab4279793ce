package clew_test

import (
	"context"
	"slices"
	"sort"
	"testing"

	"github.com/clewsolver/clew"
	"pgregory.net/rapid"
)

// TestRandomOutputs shows arrays of random views, repeats and constants of
// random models, under random calls of Branch, and compares with brute force.
func TestRandomOutputs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, vars, domains, shown, rules := randomModel(t)
		g := &modelGen{t, m, vars, domains}
		ts := g.terms(0, 4)
		ts = append(ts, term{m.Const(3), func([]int) int { return 3 }})
		m.ShowArray("out", []int{len(ts)}, varsOf(ts)...)
		if len(m.Outputs()) == 1 { // the model itself calls Show or not
			shown = nil
		}
		for range g.int(0, 3, "branches") {
			order := clew.Order(g.int(int(clew.InputOrder), int(clew.MaxRegret), "order"))
			values := clew.ValueOrder(g.int(int(clew.Ascending), int(clew.RandomValue), "values"))
			m.Branch(order, values, varsOf(g.terms(1, 4))...)
		}
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		set := map[string]bool{}
		a := make([]int, len(domains))
		var rec func(i int)
		rec = func(i int) {
			if i < len(domains) {
				for _, a[i] = range domains[i] {
					rec(i + 1)
				}
				return
			}
			if slices.ContainsFunc(rules, func(r rule) bool { return !r.holds(a) }) {
				return
			}
			var vs []int
			for _, j := range shown {
				vs = append(vs, a[j])
			}
			set[key(append(vs, valuesOf(ts, a)...))] = true
		}
		rec(0)
		want := sortedKeys(set)
		for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
			var got []string
			for s, err := range clew.All(context.Background(), m, clew.WithMethod(method)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, key(s.Values()))
			}
			sort.Strings(got)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: got %q, want %q (%v)", method, got, want, rules)
			}
			n, err := clew.Count(context.Background(), m, clew.WithMethod(method))
			if err != nil || n.Int64() != int64(len(want)) {
				t.Fatalf("%s: counted %v, %v; want %d", method, n, err, len(want))
			}
			s, err := clew.Solve(context.Background(), m, clew.WithMethod(method))
			if err != nil || (s != nil) != (len(want) > 0) || s != nil && !slices.Contains(want, key(s.Values())) {
				t.Fatalf("%s: solve gives %v, %v", method, s, err)
			}
		}
	})
}
