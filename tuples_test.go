package clew_test

import (
	"context"
	"errors"
	"testing"

	"github.com/clewsolver/clew"
)

// TestTuples: constraints that share tuples say what each alone says.
func TestTuples(t *testing.T) {
	ts := clew.NewTuples(2, [][]int{{2, 0}, {0, 1}, {1, 2}, {0, 1}})
	shared, alone := clew.NewModel("shared"), clew.NewModel("alone")
	for m, of := range map[*clew.Model]bool{shared: true, alone: false} {
		xs := m.IntVars("x", 4, 0, 2)
		rows := [][]int{{2, 0}, {0, 1}, {1, 2}}
		if of {
			m.TableOf(xs[:2], ts)
			m.TableOf(xs[1:3], ts)
			m.NotTableOf(xs[2:], ts)
		} else {
			m.Table(xs[:2], rows)
			m.Table(xs[1:3], rows)
			m.NotTable(xs[2:], rows)
		}
		if n, err := clew.Count(context.Background(), m); err != nil || n.Int64() != 6 {
			t.Errorf("%s: %v answers, %v; want 6", m.Name(), n, err)
		}
	}
	for _, bad := range []*clew.Tuples{
		clew.NewTuples(2, [][]int{{1, 2}, {1}}),
		clew.NewTuples(2, [][]int{{1, clew.MaxValue + 1}}),
		clew.NewTuples(3, [][]int{{1, 2, 3}}),
	} {
		m := clew.NewModel("bad")
		m.TableOf(m.IntVars("x", 2, 0, 2), bad)
		if !errors.Is(m.Err(), clew.ErrModel) {
			t.Error(m.Err())
		}
	}
}
