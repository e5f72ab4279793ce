package clew

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// Tuples is a list of tuples made ready for TableOf and NotTableOf. Constraints
// over one Tuples share it, so that many large tables that are alike take the
// memory and the time of one.
type Tuples struct {
	rows  [][]int32 // ascending, distinct
	width int
	wrong string // what is wrong with the tuples
}

// NewTuples returns the given tuples, each of as many values as width. A
// mistake, as a value out of range, is reported by the first model that uses
// them.
func NewTuples(width int, tuples [][]int) *Tuples {
	t := &Tuples{rows: make([][]int32, len(tuples)), width: width}
	flat := make([]int32, 0, width*len(tuples))
	for i, row := range tuples {
		if len(row) != width {
			t.rows, t.wrong = nil, fmt.Sprintf("tuple %d has %d values, not %d", i, len(row), width)
			return t
		}
		for _, v := range row {
			if !inRange(int64(v)) {
				t.rows, t.wrong = nil, fmt.Sprintf("value %d leaves the range of values, -%d..%[2]d", v, MaxValue)
				return t
			}
			flat = append(flat, int32(v))
		}
		t.rows[i] = flat[len(flat)-width : len(flat) : len(flat)]
	}
	slices.SortFunc(t.rows, slices.Compare)
	t.rows = slices.CompactFunc(t.rows, slices.Equal)
	return t
}

// TableOf says that the values of xs together are one of the tuples, as Table
// does.
func (m *Model) TableOf(xs []Var, tuples *Tuples) {
	if ws := views(xs); m.fits("table", xs, tuples) {
		m.add("table", xs, func() store.Propagator { return propagate.NewTable(ws, tuples.rows) })
	}
}

// NotTableOf says that the values of xs together are none of the tuples, as
// NotTable does.
func (m *Model) NotTableOf(xs []Var, tuples *Tuples) {
	if ws := views(xs); m.fits("not_table", xs, tuples) {
		m.add("not_table", xs, func() store.Propagator { return propagate.NewNotTable(ws, tuples.rows) })
	}
}

// fits reports a mistake unless the tuples are right and have a value for each
// of xs.
func (m *Model) fits(name string, xs []Var, tuples *Tuples) bool {
	switch {
	case tuples.wrong != "":
		m.failf("%s: %s", name, tuples.wrong)
	case tuples.width != len(xs):
		m.failf("%s: tuples of %d values for %d variables", name, tuples.width, len(xs))
	default:
		return true
	}
	return false
}
