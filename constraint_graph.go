package clew

import (
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// Circuit says that the arcs i -> succ[i] form one cycle through all of
// 0..len(succ)-1. A single node is its own successor.
func (m *Model) Circuit(succ ...Var) {
	ws := views(succ)
	m.add("circuit", succ, func() store.Propagator { return propagate.NewCircuit(ws, 0) })
}

// Subcircuit says that the arcs i -> succ[i] form one cycle through some of
// 0..len(succ)-1, or through none, and that the others are their own
// successors.
func (m *Model) Subcircuit(succ ...Var) {
	ws := views(succ)
	m.add("subcircuit", succ, func() store.Propagator { return propagate.NewSubcircuit(ws, 0) })
}

// ValuePrecede says that the first of xs that is v comes after one that is u.
// It breaks the symmetry between two values that mean the same.
func (m *Model) ValuePrecede(u, v int, xs ...Var) { m.ValuePrecedeChain([]int{u, v}, xs...) }

// ValuePrecedeChain says ValuePrecede of each two neighbours in values.
func (m *Model) ValuePrecedeChain(values []int, xs ...Var) {
	ws, vs := views(xs), m.int32s("value_precede", values)
	m.add("value_precede", xs, func() store.Propagator { return propagate.NewValuePrecedeChain(vs, ws) })
}

// NValue says that exactly n different values occur among xs.
func (m *Model) NValue(n Var, xs ...Var) {
	ws := views(xs)
	m.add("nvalue", joined(xs, n), func() store.Propagator { return propagate.NewNValue(n.w, ws) })
}

// Increasing says that each of xs is at most the next one.
func (m *Model) Increasing(xs ...Var) { m.increasing(xs, false) }

// StrictlyIncreasing says that each of xs is less than the next one.
func (m *Model) StrictlyIncreasing(xs ...Var) { m.increasing(xs, true) }

func (m *Model) increasing(xs []Var, strict bool) {
	ws := views(xs)
	m.add("increasing", xs, func() store.Propagator { return propagate.NewIncreasing(ws, strict) })
}

// Decreasing says that each of xs is at least the next one.
func (m *Model) Decreasing(xs ...Var) { m.increasing(reversed(xs), false) }

// StrictlyDecreasing says that each of xs is greater than the next one.
func (m *Model) StrictlyDecreasing(xs ...Var) { m.increasing(reversed(xs), true) }

func reversed(xs []Var) []Var {
	out := slices.Clone(xs)
	slices.Reverse(out)
	return out
}

// AllDifferentExcept says that no two of xs are equal, unless their value is
// one of except.
func (m *Model) AllDifferentExcept(except []int, xs ...Var) {
	ws, vs := views(xs), m.int32s("all_different_except", except)
	m.add("all_different_except", xs, func() store.Propagator { return propagate.NewAllDifferentExcept(ws, vs) })
}

// AllEqual says that all of xs have the same value.
func (m *Model) AllEqual(xs ...Var) {
	ws := views(xs)
	m.add("all_equal", xs, func() store.Propagator { return propagate.NewAllEqual(ws) })
}

// ArgMax says that index is the position, from 0, of the first of xs that has
// the largest value. It is impossible for no xs.
func (m *Model) ArgMax(index Var, xs ...Var) {
	ws := views(xs)
	m.add("arg_max", joined(xs, index), func() store.Propagator { return propagate.NewArgMax(ws, index.w, 0) })
}

// ArgMin says that index is the position, from 0, of the first of xs that has
// the smallest value. It is impossible for no xs.
func (m *Model) ArgMin(index Var, xs ...Var) {
	ws := views(xs)
	m.add("arg_min", joined(xs, index), func() store.Propagator { return propagate.NewArgMin(ws, index.w, 0) })
}
