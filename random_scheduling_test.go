package clew_test

// scheduling posts one random constraint of scheduling or packing and returns
// its truth.
func (g *modelGen) scheduling() rule {
	numbers := func(n int) []int {
		out := make([]int, n)
		for i := range out {
			out[i] = g.int(0, 4, "number")
		}
		return out
	}
	sizes := func(n int) []term { // mostly constants
		ts := make([]term, n)
		for i := range ts {
			if g.int(0, 2, "size") == 0 {
				ts[i] = g.term()
				continue
			}
			k := g.int(0, 3, "constant")
			ts[i] = term{g.m.Const(k), func([]int) int { return k }}
		}
		return ts
	}
	n := g.int(0, 3, "items")
	switch g.int(0, 4, "scheduling") {
	case 0:
		starts, durations := g.terms(n, n), sizes(n)
		g.m.Disjunctive(varsOf(starts), varsOf(durations))
		return rule{"disjunctive", func(a []int) bool {
			return apart(valuesOf(starts, a), valuesOf(durations, a))
		}}
	case 1:
		starts, durations, demands, capacity := g.terms(n, n), sizes(n), sizes(n), sizes(1)
		g.m.Cumulative(varsOf(starts), varsOf(durations), varsOf(demands), capacity[0].x)
		return rule{"cumulative", func(a []int) bool {
			return fits(valuesOf(starts, a), valuesOf(durations, a), valuesOf(demands, a), capacity[0].of(a))
		}}
	case 2:
		x, y, dx, dy := g.terms(n, n), g.terms(n, n), sizes(n), sizes(n)
		g.m.Diffn(varsOf(x), varsOf(y), varsOf(dx), varsOf(dy))
		return rule{"diffn", func(a []int) bool {
			xs, ys, dxs, dys := valuesOf(x, a), valuesOf(y, a), valuesOf(dx, a), valuesOf(dy, a)
			for i := range xs {
				if dxs[i] < 0 || dys[i] < 0 {
					return false
				}
				for j := range i {
					if !aside(xs, dxs, i, j) && !aside(ys, dys, i, j) {
						return false
					}
				}
			}
			return true
		}}
	case 3:
		bins, loads, weights, first := g.terms(n, n), g.terms(0, 3), numbers(n), g.int(-1, 1, "first")
		g.m.BinPacking(varsOf(bins), weights, varsOf(loads), first)
		return rule{"bin_packing", func(a []int) bool {
			rest := valuesOf(loads, a)
			for i, b := range valuesOf(bins, a) {
				if b < first || b >= first+len(rest) {
					return false
				}
				rest[b-first] -= weights[i]
			}
			for _, r := range rest {
				if r != 0 {
					return false
				}
			}
			return true
		}}
	default:
		x, weights, profits, weight, profit := g.terms(n, n), numbers(n), numbers(n), g.term(), g.term()
		g.m.Knapsack(varsOf(x), weights, profits, weight.x, profit.x)
		return rule{"knapsack", func(a []int) bool {
			w, p := 0, 0
			for i, k := range valuesOf(x, a) {
				if k < 0 {
					return false
				}
				w, p = w+k*weights[i], p+k*profits[i]
			}
			return w == weight.of(a) && p == profit.of(a)
		}}
	}
}

// aside reports whether two intervals do not overlap; empty ones never do.
func aside(from, size []int, i, j int) bool {
	return size[i] == 0 || size[j] == 0 || from[i]+size[i] <= from[j] || from[j]+size[j] <= from[i]
}

func apart(starts, durations []int) bool {
	for i, d := range durations {
		if d < 0 {
			return false
		}
		for j := range i {
			if !aside(starts, durations, i, j) {
				return false
			}
		}
	}
	return true
}

func fits(starts, durations, demands []int, capacity int) bool {
	if capacity < 0 {
		return false
	}
	for i := range starts {
		if durations[i] < 0 || demands[i] < 0 {
			return false
		}
	}
	for t := -20; t < 40; t++ {
		load := 0
		for i, from := range starts {
			if from <= t && t < from+durations[i] {
				load += demands[i]
			}
		}
		if load > capacity {
			return false
		}
	}
	return true
}
