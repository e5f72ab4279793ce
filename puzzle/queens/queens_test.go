package queens_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

// TestCounts compares both methods with OEIS A000170.
func TestCounts(t *testing.T) {
	want := []string{"1", "1", "0", "0", "2", "10", "4", "40", "92", "352", "724", "2680", "14200"}
	for n, w := range want {
		p, err := queens.New(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			if n > 10 && m == clew.Plain {
				continue // seconds each; the engine's counts are known by now
			}
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.String() != w {
				t.Errorf("%d queens by %s: %v, %v; want %s", n, m, got, err, w)
			}
		}
	}
}

// TestLesson checks the counters of the textbook walk on 8 queens.
func TestLesson(t *testing.T) {
	p, _ := queens.New(8)
	var r clew.Report
	sol, err := clew.Solve(context.Background(), p, clew.WithMethod(clew.Plain), clew.WithReport(&r))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(sol.Get("q"), r.Tries, r.Placements); got != "[0 4 7 5 2 6 1 3] 876 113" {
		t.Errorf("first answer: %s", got)
	}
	n, err := clew.Count(context.Background(), p, clew.WithMethod(clew.Plain), clew.WithReport(&r))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(n, r.Tries, r.Placements, r.Complete); got != "92 15720 2056 true" {
		t.Errorf("all answers: %s", got)
	}
}

// TestFundamental compares every method with OEIS A002562.
func TestFundamental(t *testing.T) {
	want := []string{"1", "1", "0", "0", "1", "2", "1", "6", "12", "46", "92", "341", "1787", "9233", "45752"}
	for n, w := range want {
		p, err := queens.NewFundamental(n)
		if err != nil {
			t.Fatal(err)
		}
		most := map[clew.Method]int{clew.Plain: 9, clew.Learn: 8, clew.Propagate: 10, clew.Kernel: 14, clew.Auto: 14}
		for m, most := range most {
			if n > most {
				continue // too long for what it shows
			}
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.String() != w {
				t.Errorf("%s by %s: %v, %v; want %s", p.Name(), m, got, err, w)
			}
		}
	}
}
