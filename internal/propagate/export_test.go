package propagate

import "github.com/clewsolver/clew/internal/store"

// NewAllDifferentValues is ByValue with hidden singles looked for always or
// never. A walk of the harness compares its state with a fresh start on the
// domains of the moment, where the root would otherwise decide differently.
func NewAllDifferentValues(xs []store.View, hidden bool) store.Propagator {
	return &distinctValue{distinct: newDistinct(xs), always: hidden, never: !hidden}
}

// Clashes returns how many values all_different keeps out of its domains because
// two views of a variable are equal there.
func Clashes(xs []store.View) int { return len(newDistinct(xs).clash) }
