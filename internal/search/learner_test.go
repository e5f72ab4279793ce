package search_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// TestLearnPathStaysFlat lists all values of two variables, of which every pair
// is an answer: the path must not grow with the values tried.
func TestLearnPathStaysFlat(t *testing.T) {
	for _, order := range []search.Values{search.Ascending, search.Descending, search.Split} {
		for _, width := range []int32{300, 5000} { // with values as bits, and without
			s := store.New()
			x, y := s.NewVar(1, width), s.NewVar(1, 3)
			s.Seal()
			l := search.NewLearner(s, []search.Phase{{Vars: []store.Var{x, y}, Order: search.InputOrder, Values: order}}, nil, false, 1)
			for l.Next(always) {
			}
			if l.Solutions != 3*int64(width) {
				t.Errorf("order %d, width %d: %d answers, want %d", order, width, l.Solutions, 3*width)
			}
			// Split needs a level for each halving.
			if most := 30; l.Depth > most {
				t.Errorf("order %d, width %d: depth %d, want %d at most", order, width, l.Depth, most)
			}
		}
	}
}
