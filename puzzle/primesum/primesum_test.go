package primesum_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/primesum"
)

// TestLesson checks the counters of the textbook walk on the lesson's example.
func TestLesson(t *testing.T) {
	p, err := primesum.New(3, 3, 12)
	if err != nil {
		t.Fatal(err)
	}
	var r clew.Report
	sol, err := clew.Solve(context.Background(), p, clew.WithMethod(clew.Plain))
	if err != nil || fmt.Sprint(sol.Values()) != "[1 2 3 6 5 8 7 12 11]" {
		t.Errorf("first answer %v, %v", sol, err)
	}
	n, err := clew.Count(context.Background(), p, clew.WithMethod(clew.Plain), clew.WithReport(&r))
	if got := fmt.Sprint(n, r.Tries, r.Placements); err != nil || got != "768 28076 5702" {
		t.Errorf("all answers %s, %v", got, err)
	}
}

// TestCounts compares both methods with counts found by brute force.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		rows, cols, max int
		want            string
	}{
		{3, 3, 8, "0"}, {3, 3, 9, "0"}, {3, 3, 10, "128"}, {3, 3, 11, "224"}, {3, 3, 12, "768"}, {3, 3, 13, "1504"}, {3, 3, 14, "2304"},
		{1, 1, 1, "1"}, {1, 3, 3, "2"}, {1, 6, 6, "16"}, {1, 8, 8, "60"}, {8, 1, 8, "60"},
		{2, 2, 4, "8"}, {2, 3, 6, "4"}, {2, 5, 10, "128"}, {3, 4, 12, "384"}, {3, 5, 15, "376"}, {4, 4, 16, "2992"},
	} {
		p, err := primesum.New(c.rows, c.cols, c.max)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.String() != c.want {
				t.Errorf("%s by %s: %v, %v; want %s", p.Name(), m, got, err, c.want)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range [][3]int{{0, 3, 9}, {3, -1, 9}, {9, 3, 9}, {3, 9, 9}, {3, 3, 0}, {3, 3, 1 << 40}} {
		if _, err := primesum.New(c[0], c[1], c[2]); err == nil {
			t.Errorf("New%v: no error", c)
		}
	}
}
