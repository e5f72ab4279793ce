package flatzinc

import (
	"slices"

	"github.com/clewsolver/clew"
)

// Natives about tasks, rectangles, bins and sums.
func init() {
	posted("clew_cumulative", "*i *i *i i", func(b *builder, c *call) {
		if b.sameLength(c, 0, 1, 2) && len(c.refs(b, 0)) > 0 {
			b.m.Cumulative(c.views(b, 0), c.views(b, 1), c.views(b, 2), c.view(b, 3))
		}
	})
	posted("clew_disjunctive", "*i *i", func(b *builder, c *call) {
		if b.sameLength(c, 0, 1) {
			b.m.Disjunctive(c.views(b, 0), c.views(b, 1))
		}
	})
	posted("clew_disjunctive_strict", "*i *i", func(b *builder, c *call) {
		if !b.sameLength(c, 0, 1) {
			return
		}
		b.m.Disjunctive(c.views(b, 0), c.views(b, 1))
		// A task of duration 0 may not lie inside of another one either.
		s, d := c.refs(b, 0), c.refs(b, 1)
		eachPair(len(s), func(i, j int) {
			p, _ := b.bounds(d[i])
			q, _ := b.bounds(d[j])
			if p <= 0 || q <= 0 {
				b.m.Or(b.before(c, s, d, i, j), b.before(c, s, d, j, i))
			}
		})
	})
	posted("clew_diffn", "*i *i *i *i", func(b *builder, c *call) {
		if b.sameLength(c, 0, 1, 2, 3) {
			b.rectangles(c, true)
		}
	})
	posted("clew_diffn_nonstrict", "*i *i *i *i", func(b *builder, c *call) {
		if b.sameLength(c, 0, 1, 2, 3) {
			b.rectangles(c, false)
		}
	})
	posted("clew_bin_packing", "I *i *I", (*builder).bins)
	posted("clew_bin_packing_capa", "*I *i *I I", func(b *builder, c *call) {
		if !b.sameLength(c, 1, 2) || !b.weights(c, 2) {
			return
		}
		var loads []clew.Var
		all := int64(0)
		for _, w := range c.ints(b, 2) {
			all = saturatedSum(all, w, unboundedHi)
		}
		for _, most := range c.ints(b, 0) {
			if most < 0 {
				b.m.Or()
				return
			}
			loads = append(loads, b.m.IntVar("", 0, int(min(most, all))))
		}
		b.postBins(c, 1, 2, loads, c.int(3))
	})
	posted("clew_bin_packing_load", "*i *i *I I", func(b *builder, c *call) {
		if b.sameLength(c, 1, 2) && b.weights(c, 2) {
			b.postBins(c, 1, 2, c.views(b, 0), c.int(3))
			b.determines(c.refs(b, 0), c.refs(b, 1))
		}
	})
	posted("clew_sliding_sum", "I I I *i", func(b *builder, c *call) {
		low, up, seq, vs := c.int(0), c.int(1), c.int(2), c.refs(b, 3)
		if seq < 0 {
			b.fail(c.args[2].at, "a negative length of windows", "one of at least 0")
			return
		}
		for i := 0; int64(i)+seq <= int64(len(vs)); i++ {
			window := vs[i : int64(i)+seq]
			ones := slices.Repeat([]int64{1}, len(window))
			b.postRelation(c, b.relate(c, ones, window, clew.GE, low))
			b.postRelation(c, b.relate(c, ones, window, clew.LE, up))
		}
	})
	posted("clew_knapsack", "*I *I *i i i", func(b *builder, c *call) {
		if !b.sameLength(c, 0, 1, 2) {
			return
		}
		x := c.refs(b, 2)
		for _, r := range append(slices.Clone(x), c.ref(b, 3), c.ref(b, 4)) {
			b.postRelation(c, b.relate(c, []int64{1}, []ref{r}, clew.GE, 0))
		}
		b.postRelation(c, b.sum(c, c.ints(b, 0), c.refs(b, 2), clew.EQ, c.ref(b, 3)))
		b.postRelation(c, b.sum(c, c.ints(b, 1), c.refs(b, 2), clew.EQ, c.ref(b, 4)))
	})
}

// eachPair calls f with the pairs i < j below n.
func eachPair(n int, f func(i, j int)) {
	for j := range n {
		for i := range j {
			f(i, j)
		}
	}
}

// before returns the truth of s[i] + d[i] <= s[j].
func (b *builder) before(c *call, s, d []ref, i, j int) clew.Var {
	rel := b.relate(c, []int64{1, 1, -1}, []ref{s[i], d[i], s[j]}, clew.LE, 0)
	if l, ok := b.literal(rel); ok {
		return b.view(c, l)
	}
	coefs, xs, rhs := b.linear(c, rel)
	holds := b.m.BoolVar("")
	b.m.LinearIff(holds, coefs, xs, clew.LE, rhs)
	return holds
}

// rectangles posts that rectangles do not overlap: x, y, dx and dy are the
// arguments. If strict, one without area may not lie inside of another either.
func (b *builder) rectangles(c *call, strict bool) {
	x, y, dx, dy := c.refs(b, 0), c.refs(b, 1), c.refs(b, 2), c.refs(b, 3)
	least := func(i int) int64 {
		lo, _ := b.bounds(dx[i])
		l, _ := b.bounds(dy[i])
		return min(lo, l)
	}
	regular, positive := true, true
	for i := range dx {
		regular, positive = regular && least(i) >= 0, positive && least(i) > 0
	}
	if regular {
		b.m.Diffn(b.views(c, x), b.views(c, y), b.views(c, dx), b.views(c, dy))
	}
	if regular && (positive || !strict) {
		return
	}
	// The standard library speaks of negative sizes too.
	eachPair(len(x), func(i, j int) {
		if regular && least(i) > 0 && least(j) > 0 {
			return
		}
		lits := []clew.Var{
			b.before(c, x, dx, i, j), b.before(c, x, dx, j, i),
			b.before(c, y, dy, i, j), b.before(c, y, dy, j, i),
		}
		if !strict {
			for _, r := range []ref{dx[i], dx[j], dy[i], dy[j]} {
				l, _ := b.literal(b.relate(c, []int64{1}, []ref{r}, clew.EQ, 0))
				lits = append(lits, b.view(c, l))
			}
		}
		b.m.Or(lits...)
	})
}

// weights reports a mistake if a weight of argument i is negative.
func (b *builder) weights(c *call, i int) bool {
	for _, w := range c.ints(b, i) {
		if w < 0 || w > clew.MaxValue {
			b.fail(c.args[i].at, "a weight that is negative or too large", "weights from 0 on")
			return false
		}
	}
	return true
}

// postBins posts a bin packing of the items of two arguments.
func (b *builder) postBins(c *call, bins, weights int, loads []clew.Var, first int64) {
	var ws []int
	for _, w := range c.ints(b, weights) {
		ws = append(ws, int(w))
	}
	b.m.BinPacking(b.shiftedAll(c, c.refs(b, bins), -first), ws, loads, 0)
}

// maxBins bounds the number of bins that get a load of their own.
const maxBins = 4096

// bins posts that no bin holds more than a constant.
func (b *builder) bins(c *call) {
	most, refs := c.int(0), c.refs(b, 1)
	if !b.sameLength(c, 1, 2) || !b.weights(c, 2) || len(refs) == 0 {
		return
	}
	if most < 0 {
		b.m.Or()
		return
	}
	all := int64(0)
	for _, w := range c.ints(b, 2) {
		all = saturatedSum(all, w, unboundedHi)
	}
	if all <= most {
		return
	}
	lo, hi := b.hull(refs)
	if uint64(hi-lo) < maxBins {
		loads := make([]clew.Var, hi-lo+1)
		for i := range loads {
			loads[i] = b.m.IntVar("", 0, int(min(most, all)))
		}
		b.postBins(c, 1, 2, loads, lo)
		return
	}
	// Bins are times at which tasks of length 1 run.
	var demands []clew.Var
	for _, w := range c.ints(b, 2) {
		demands = append(demands, b.view(c, constant(w)))
	}
	ones := slices.Repeat([]clew.Var{b.m.Const(1)}, len(refs))
	b.m.Cumulative(b.views(c, refs), ones, demands, b.view(c, constant(most)))
}
