package clew_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// satisfies reports whether values of q satisfy all of a nogood's words, such as
// "q[2] = 4 and q[3] != 2".
func satisfies(t *testing.T, values []int, nogood string) bool {
	for _, words := range strings.Split(nogood, " and ") {
		var i, k int
		var op string
		if _, err := fmt.Sscanf(words, "q[%d] %s %d", &i, &op, &k); err != nil {
			t.Fatalf("cannot read %q: %v", words, err)
		}
		v := values[i]
		if !map[string]bool{"=": v == k, "!=": v != k, ">=": v >= k, "<=": v <= k}[op] {
			return false
		}
	}
	return true
}

// TestWatchLearn checks that the steps of a learning search fit together, that
// it finds every answer once, and that no answer contradicts what it says it
// learned.
func TestWatchLearn(t *testing.T) {
	for _, free := range []bool{false, true} {
		opts := []clew.Option{clew.WithMethod(clew.Learn)}
		if free {
			opts = append(opts, clew.WithFree(), clew.WithSeed(7))
		}
		var r clew.Report
		var answers [][]int
		var nogoods []string
		kinds, restarts := map[clew.StepKind]int{}, 0
		depth := 0
		for s, err := range clew.Watch(context.Background(), mustQueens(t, 8), append(opts, clew.WithReport(&r))...) {
			if err != nil {
				t.Fatal(err)
			}
			kinds[s.Kind]++
			change := s.Depth - depth
			depth = s.Depth
			switch s.Kind {
			case clew.StepBack:
				if change != -1 {
					t.Errorf("step %d back changes the depth by %d", s.Number, change)
				}
				if s.Reason != "" {
					restarts++
				}
			case clew.StepInfer:
				if change != 0 {
					t.Errorf("step %d infers and changes the depth by %d", s.Number, change)
				}
			}
			if s.Solution {
				answers = append(answers, slices.Clone(s.Values))
			}
			if s.Learned != "" {
				if s.Kind != clew.StepBack {
					t.Errorf("step %d, %s, learned", s.Number, s.Kind)
				}
				nogoods = append(nogoods, s.Learned)
			}
		}
		slices.SortFunc(answers, slices.Compare)
		answers = slices.CompactFunc(answers, slices.Equal)
		if len(answers) != 92 || r.Solutions != 92 || kinds[clew.StepDone] != 1 || kinds[clew.StepInfer] == 0 {
			t.Errorf("%d different answers of %d, steps %v", len(answers), r.Solutions, kinds)
		}
		if int64(restarts) != r.Restarts || free != (restarts > 0) {
			t.Errorf("%d steps begin a restart, free %v; the report says %d", restarts, free, r.Restarts)
		}
		// A conflict without any decision ends the search and leaves no nogood.
		if n := r.Conflicts - int64(len(nogoods)); n != 0 && n != 1 {
			t.Errorf("%d nogoods of %d conflicts", len(nogoods), r.Conflicts)
		}
		for _, a := range answers {
			for _, nogood := range nogoods {
				if satisfies(t, a, nogood) {
					t.Errorf("answer %v contradicts the nogood %s", a, nogood)
				}
			}
		}
	}
}

// TestWatchAuto checks that watching shows propagation and says so.
func TestWatchAuto(t *testing.T) {
	var r clew.Report
	for s, err := range clew.Watch(context.Background(), mustQueens(t, 4), clew.WithReport(&r)) {
		if err != nil || s.Learned != "" {
			t.Fatal(s, err)
		}
	}
	if r.Method != clew.Propagate || r.Solutions != 2 || !r.Complete {
		t.Errorf("report %+v", r)
	}
}

// TestWhy checks that Auto says why it chose a method, and nobody else does.
func TestWhy(t *testing.T) {
	m := clew.NewModel("two")
	m.IntVar("x", 0, 1)
	space := clew.FromSpace("pair", func() clew.Space { return pairs{} })
	for _, c := range []struct {
		p      clew.Problem
		method clew.Method
		used   clew.Method
		why    string
	}{
		{m, clew.Auto, clew.Propagate, "too few failures to try learning"},
		{advised{m, clew.Plain}, clew.Auto, clew.Plain, "the problem advises it"},
		{advised{m, clew.Propagate}, clew.Auto, clew.Propagate, "the problem advises it"},
		{space, clew.Auto, clew.Plain, "the problem has no model"},
		{m, clew.Propagate, clew.Propagate, ""},
		{m, clew.Learn, clew.Learn, ""},
	} {
		var r clew.Report
		if _, err := clew.Count(context.Background(), c.p, clew.WithMethod(c.method), clew.WithReport(&r)); err != nil {
			t.Fatal(err)
		}
		if r.Method != c.used || r.Why != c.why {
			t.Errorf("%s by %s: used %s, because %q; want %s, %q", c.p.Name(), c.method, r.Method, r.Why, c.used, c.why)
		}
	}
}
