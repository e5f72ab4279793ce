package clew

import (
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// Disjunctive says that tasks do not overlap in time: task i begins at
// starts[i] and takes durations[i], and of any two tasks one ends before, or
// when, the other begins. A task of duration 0 may lie anywhere, inside of
// another as well. Negative durations are impossible.
func (m *Model) Disjunctive(starts, durations []Var) {
	if !m.sameLength("disjunctive", starts, durations) {
		return
	}
	ws, ds := views(starts), views(durations)
	m.add("disjunctive", joined(starts, durations...), func() store.Propagator {
		return propagate.NewDisjunctive(ws, ds)
	})
}

// Cumulative says that at every time the tasks that run need at most capacity
// together: task i begins at starts[i], takes durations[i] and needs demands[i]
// as long as it runs. Negative durations, demands and capacities are
// impossible, also where no task runs.
func (m *Model) Cumulative(starts, durations, demands []Var, capacity Var) {
	if !m.sameLength("cumulative", starts, durations, demands) {
		return
	}
	ws, ds, rs := views(starts), views(durations), views(demands)
	m.add("cumulative", slices.Concat(starts, durations, demands, []Var{capacity}), func() store.Propagator {
		return propagate.NewCumulative(ws, ds, rs, capacity.w)
	})
}

// Diffn says that rectangles do not overlap: rectangle i has its least corner
// at (x[i], y[i]) and the size dx[i] by dy[i]. They may touch, and one of width
// or height 0 may lie anywhere, inside of another as well. Negative sizes are
// impossible.
func (m *Model) Diffn(x, y, dx, dy []Var) {
	if !m.sameLength("diffn", x, y, dx, dy) {
		return
	}
	xs, ys, dxs, dys := views(x), views(y), views(dx), views(dy)
	m.add("diffn", slices.Concat(x, y, dx, dy), func() store.Propagator {
		return propagate.NewDiffn(xs, ys, dxs, dys)
	})
}

// BinPacking says that item i, of the weight weights[i], lies in the bin
// bins[i], and that loads[b] is the sum of the weights in the bin first+b.
// Every item lies in one of these bins. Weights are not negative.
func (m *Model) BinPacking(bins []Var, weights []int, loads []Var, first int) {
	if !m.notNegative("bin_packing", bins, weights) {
		return
	}
	if !inRange(int64(first)) {
		m.failf("bin_packing: first bin %d leaves the range of values, -%d..%[2]d", first, MaxValue)
		return
	}
	ws, ls, weight := views(bins), views(loads), m.int32s("bin_packing", weights)
	m.add("bin_packing", joined(bins, loads...), func() store.Propagator {
		return propagate.NewBinPacking(ws, weight, ls, int32(first))
	})
}

// Knapsack says that x[i] of item i are taken, at least 0, that their weights
// sum to weight and their profits to profit. Weights and profits of single
// items are not negative. It is two linear equations.
func (m *Model) Knapsack(x []Var, weights, profits []int, weight, profit Var) {
	if !m.notNegative("knapsack", x, weights) || !m.notNegative("knapsack", x, profits) {
		return
	}
	for _, v := range x {
		m.Linear([]int{1}, []Var{v}, GE, 0)
	}
	m.Linear(append(slices.Clone(weights), -1), joined(x, weight), EQ, 0)
	m.Linear(append(slices.Clone(profits), -1), joined(x, profit), EQ, 0)
}

// notNegative reports a mistake unless there is one number for each of xs and
// none is negative.
func (m *Model) notNegative(name string, xs []Var, numbers []int) bool {
	if len(numbers) != len(xs) {
		m.failf("%s: %d numbers for %d variables", name, len(numbers), len(xs))
		return false
	}
	for i, k := range numbers {
		if k < 0 {
			m.failf("%s: the number %d of item %d is negative", name, k, i)
			return false
		}
	}
	return true
}

// sameLength reports a mistake unless the arrays have one length.
func (m *Model) sameLength(name string, first []Var, others ...[]Var) bool {
	for _, xs := range others {
		if len(xs) != len(first) {
			m.failf("%s: arrays of the lengths %d and %d", name, len(first), len(xs))
			return false
		}
	}
	return true
}
