//go:build long

package battleship_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// TestLongCounts compares larger counts on empty boards with those of
// independent programs, by both methods up to a million answers.
func TestLongCounts(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		fleet      []int
		touch      battleship.Touch
		want       int64
	}{
		{8, 8, []int{2, 3, 4}, battleship.Any, 604584},
		{10, 10, []int{3, 3, 4}, battleship.None, 786968},
		{7, 6, []int{1, 1, 2, 2, 3, 4}, battleship.None, 3071482},
		{10, 10, []int{1, 2, 3, 4}, battleship.None, 123118704},
		{10, 10, []int{2, 3, 4, 5}, battleship.Any, 269056552},
	} {
		p := mustNew(t, battleship.Config{Rows: c.rows, Cols: c.cols, Fleet: c.fleet, Touch: c.touch})
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			if c.want > 1_000_000 && m == clew.Propagate {
				continue
			}
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.Int64() != c.want {
				t.Errorf("%dx%d %v %v by %s: %v, %v; want %d", c.rows, c.cols, c.fleet, c.touch, m, got, err, c.want)
			}
		}
	}
}

// TestLongSuite solves all instances by the plain method too.
func TestLongSuite(t *testing.T) {
	for _, p := range readSuite(t) {
		u, err := clew.Unique(context.Background(), p, clew.WithMethod(clew.Plain))
		if err != nil || !u.Unique() {
			t.Errorf("%s: %v, %v; want one answer", p.Name(), u, err)
		}
	}
}
