package clew_test

import (
	"slices"

	"pgregory.net/rapid"
)

// graphConstraint posts one random constraint of constraint_graph.go and
// returns its truth.
func (g *modelGen) graphConstraint() rule {
	m := g.m
	ts := g.terms(0, 4)
	xs := varsOf(ts)
	switch g.int(0, 8, "graph kind") {
	case 0:
		m.Circuit(xs...)
		return rule{"circuit", func(a []int) bool {
			vs := valuesOf(ts, a)
			on, ok := cycle(vs)
			return ok && on == len(vs) && (len(vs) < 2 || !slices.ContainsFunc(vs, func(v int) bool { return vs[v] == v }))
		}}
	case 1:
		m.Subcircuit(xs...)
		return rule{"subcircuit", func(a []int) bool { _, ok := cycle(valuesOf(ts, a)); return ok }}
	case 2:
		values := rapid.SliceOfN(rapid.IntRange(-2, 4), 0, 3).Draw(g.T, "values")
		if len(values) == 2 {
			m.ValuePrecede(values[0], values[1], xs...)
		} else {
			m.ValuePrecedeChain(values, xs...)
		}
		return rule{"value_precede", func(a []int) bool {
			vs := valuesOf(ts, a)
			for i := 1; i < len(values); i++ {
				at := slices.Index(vs, values[i])
				if at >= 0 && !slices.Contains(vs[:at], values[i-1]) {
					return false
				}
			}
			return true
		}}
	case 3:
		n := g.term()
		m.NValue(n.x, xs...)
		return rule{"nvalue", func(a []int) bool {
			vs := valuesOf(ts, a)
			slices.Sort(vs)
			return len(slices.Compact(vs)) == n.of(a)
		}}
	case 4, 5:
		sign, least := 1, 0 // of the differences
		switch g.int(0, 3, "order") {
		case 0:
			m.Increasing(xs...)
		case 1:
			m.StrictlyIncreasing(xs...)
			least = 1
		case 2:
			m.Decreasing(xs...)
			sign = -1
		default:
			m.StrictlyDecreasing(xs...)
			sign, least = -1, 1
		}
		return rule{"increasing", func(a []int) bool {
			vs := valuesOf(ts, a)
			for i := 1; i < len(vs); i++ {
				if sign*(vs[i]-vs[i-1]) < least {
					return false
				}
			}
			return true
		}}
	case 6:
		except := rapid.SliceOfN(rapid.IntRange(-2, 4), 0, 3).Draw(g.T, "except")
		m.AllDifferentExcept(except, xs...)
		return rule{"all_different_except", func(a []int) bool {
			vs := slices.DeleteFunc(valuesOf(ts, a), func(v int) bool { return slices.Contains(except, v) })
			slices.Sort(vs)
			return len(slices.Compact(slices.Clone(vs))) == len(vs)
		}}
	case 7:
		index, least := g.term(), rapid.Bool().Draw(g.T, "min")
		best := slices.Max[[]int]
		if least {
			m.ArgMin(index.x, xs...)
			best = slices.Min[[]int]
		} else {
			m.ArgMax(index.x, xs...)
		}
		return rule{"arg_max", func(a []int) bool {
			vs := valuesOf(ts, a)
			return len(vs) > 0 && slices.Index(vs, best(vs)) == index.of(a)
		}}
	default:
		m.AllEqual(xs...)
		return rule{"all_equal", func(a []int) bool {
			vs := valuesOf(ts, a)
			slices.Sort(vs)
			return len(slices.Compact(vs)) <= 1
		}}
	}
}

// cycle counts the nodes of the only cycle of the arcs i -> next[i] with more
// than one node, or all nodes if there is none; ok is false if the arcs are no
// permutation or have several such cycles.
func cycle(next []int) (on int, ok bool) {
	seen := make([]bool, len(next))
	for _, j := range next {
		if j < 0 || j >= len(next) || seen[j] {
			return 0, false
		}
		seen[j] = true
	}
	cycles := 0
	clear(seen)
	for i := range next {
		n := 0
		for j := i; !seen[j]; j = next[j] {
			seen[j] = true
			n++
		}
		if n > 1 {
			cycles++
			on = n
		}
	}
	if cycles == 0 {
		on = len(next)
	}
	return on, cycles <= 1
}
