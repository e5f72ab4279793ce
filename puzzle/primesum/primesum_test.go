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
		{1, 9, 9, "140"}, {10, 1, 10, "1328"}, {1, 11, 11, "2144"}, {1, 12, 12, "17536"}, {13, 1, 13, "23296"}, {9, 2, 18, "54608"},
		{2, 2, 4, "8"}, {2, 3, 6, "4"}, {2, 5, 10, "128"}, {3, 4, 12, "384"}, {3, 5, 15, "376"}, {4, 4, 16, "2992"},
	} {
		p, err := primesum.New(c.rows, c.cols, c.max)
		if err != nil {
			t.Fatal(err)
		}
		methods := []clew.Method{clew.Propagate, clew.Plain}
		if c.max > 16 {
			methods = methods[:1] // the other takes seconds
		}
		for _, m := range methods {
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.String() != c.want {
				t.Errorf("%s by %s: %v, %v; want %s", p.Name(), m, got, err, c.want)
			}
		}
	}
}

// TestLargest makes the largest grids, and counts what is soon counted: with
// fewer numbers than cells there is no answer.
func TestLargest(t *testing.T) {
	for _, c := range [][2]int{{8, 8}, {1, 64}, {64, 1}, {3, 21}} {
		p, err := primesum.New(c[0], c[1], 200)
		if err != nil {
			t.Fatal(err)
		}
		if s, err := clew.Solve(context.Background(), p); err != nil || s == nil {
			t.Errorf("%s: %v, %v", p.Name(), s, err)
		}
		few, err := primesum.New(c[0], c[1], c[0]*c[1]-1)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := clew.Count(context.Background(), few, clew.WithMethod(clew.Propagate)); err != nil || n.Sign() != 0 {
			t.Errorf("%s: %v, %v", few.Name(), n, err)
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range [][3]int{{0, 3, 9}, {3, -1, 9}, {65, 1, 9}, {1, 65, 9}, {8, 9, 9}, {22, 3, 9}, {1 << 62, 4, 9}, {3, 3, 0}, {3, 3, 1 << 40}} {
		if _, err := primesum.New(c[0], c[1], c[2]); err == nil {
			t.Errorf("New%v: no error", c)
		}
	}
}

// A try is put into words with the neighbour that refuses it, and the sum.
func TestSay(t *testing.T) {
	p, err := primesum.New(3, 3, 12)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.Space()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		placed     []int
		number     int
		try, clash string
	}{
		{[]int{5}, 4, "4 in row 1, column 2", "5 beside it (4 + 5 = 9 is not prime)"},
		{[]int{1, 2, 3}, 7, "7 in row 2, column 1", "1 beside it (7 + 1 = 8 is not prime)"},
		{[]int{1, 2, 3}, 6, "6 in row 2, column 1", ""},
	} {
		if try, clash := s.(clew.Narrator).Say(c.placed, c.number); try != c.try || clash != c.clash {
			t.Errorf("Say(%v, %d): %q, %q; expected %q, %q", c.placed, c.number, try, clash, c.try, c.clash)
		}
	}
}
