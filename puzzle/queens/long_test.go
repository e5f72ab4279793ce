//go:build long

package queens_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

// TestSolveEvery finds a first answer on every board up to 1000, and checks
// it: no size may lead the search into a corner.
func TestSolveEvery(t *testing.T) {
	for n := range 1001 {
		p, err := queens.New(n)
		if err != nil {
			t.Fatal(err)
		}
		var r clew.Report
		s, err := clew.Solve(context.Background(), p, clew.WithReport(&r))
		if err != nil {
			t.Fatal(n, err)
		}
		if (s == nil) != (n == 2 || n == 3) {
			t.Fatalf("%d queens: %v", n, s)
		}
		if r.Failures > 1_000_000 {
			t.Errorf("%d queens took %d failures", n, r.Failures)
		}
		if s != nil {
			check(t, s.Values())
		}
	}
}

// check checks that no two queens attack each other.
func check(t *testing.T, rows []int) {
	row, up, down := map[int]bool{}, map[int]bool{}, map[int]bool{}
	for c, r := range rows {
		if row[r] || up[r+c] || down[r-c] {
			t.Fatalf("%d queens: the queen in column %d is attacked", len(rows), c)
		}
		row[r], up[r+c], down[r-c] = true, true, true
	}
}
