package flatzinc

import (
	"slices"

	"github.com/clewsolver/clew"
)

// Natives that compare and count values.
func init() {
	stated("clew_all_different", "*i", nil,
		func(b *builder, c *call) {
			xs := c.views(b, 0)
			switch c.strength {
			case byBounds:
				b.m.AllDifferentAt(clew.ByBounds, xs...)
			case byDomain:
				b.m.AllDifferentAt(clew.ByDomain, xs...)
			default:
				b.m.AllDifferent(xs...)
			}
		},
		func(b *builder, c *call, holds clew.Var) {
			b.m.AllDifferentIff(holds, c.views(b, 0)...)
		})
	stated("clew_all_different_except", "*i S", nil,
		func(b *builder, c *call) { b.m.AllDifferentExcept(b.reachable(c, 1, c.refs(b, 0)), c.views(b, 0)...) },
		func(b *builder, c *call, holds clew.Var) {
			// It holds exactly if no value outside of S occurs twice.
			var pairs []clew.Var
			refs, except := c.refs(b, 0), b.reachable(c, 1, c.refs(b, 0))
			for i, r := range refs {
				for _, q := range refs[:i] {
					same, in := b.m.BoolVar(""), b.m.BoolVar("")
					x, y := b.view(c, r), b.view(c, q)
					b.m.CompareIff(same, x, clew.EQ, y, 0)
					b.m.InIff(in, x, except)
					both := b.m.BoolVar("")
					b.m.AndIff(both, same, in.Not())
					pairs = append(pairs, both.Not())
				}
			}
			b.m.AndIff(holds, pairs...)
		})
	stated("clew_all_equal", "*i", nil,
		func(b *builder, c *call) {
			b.m.AllEqual(c.views(b, 0)...)
			refs := c.refs(b, 0)
			for i := range refs {
				for _, j := range []int{i - 1, i + 1} {
					if j >= 0 && j < len(refs) {
						b.determines(refs[i:i+1], refs[j:j+1])
					}
				}
			}
		},
		func(b *builder, c *call, holds clew.Var) {
			xs := c.views(b, 0)
			var equal []clew.Var
			for i := 1; i < len(xs); i++ {
				same := b.m.BoolVar("")
				b.m.CompareIff(same, xs[i-1], clew.EQ, xs[i], 0)
				equal = append(equal, same)
			}
			b.m.AndIff(holds, equal...)
		})
	for _, cmp := range comparisons {
		stated("clew_count_"+cmp.name, "*i i i", nil,
			func(b *builder, c *call) {
				xs, k := c.views(b, 0), c.view(b, 2)
				if cmp.op == clew.EQ {
					b.m.Count(xs, c.view(b, 1), k)
					b.determines([]ref{c.ref(b, 2)}, c.inputs(b, 2))
					return
				}
				b.m.Compare(b.count(xs, c.view(b, 1)), cmp.op, k, 0)
			},
			func(b *builder, c *call, holds clew.Var) {
				b.m.CompareIff(holds, b.count(c.views(b, 0), c.view(b, 1)), cmp.op, c.view(b, 2), 0)
			})
	}
	stated("clew_among", "i *i S", nil,
		func(b *builder, c *call) {
			b.m.Among(c.views(b, 1), b.reachable(c, 2, c.refs(b, 1)), c.view(b, 0))
			b.determines([]ref{c.ref(b, 0)}, c.refs(b, 1))
		},
		func(b *builder, c *call, holds clew.Var) {
			xs := c.views(b, 1)
			n := b.m.IntVar("", 0, len(xs))
			b.m.Among(xs, b.reachable(c, 2, c.refs(b, 1)), n)
			b.m.CompareIff(holds, n, clew.EQ, c.view(b, 0), 0)
		})
	stated("clew_nvalue", "i *i", nil,
		func(b *builder, c *call) {
			b.m.NValue(c.view(b, 0), c.views(b, 1)...)
			b.determines([]ref{c.ref(b, 0)}, c.refs(b, 1))
		},
		func(b *builder, c *call, holds clew.Var) {
			xs := c.views(b, 1)
			n := b.m.IntVar("", 0, len(xs))
			b.m.NValue(n, xs...)
			b.m.CompareIff(holds, n, clew.EQ, c.view(b, 0), 0)
		})
	for _, closed := range []bool{false, true} {
		suffix := ""
		if closed {
			suffix = "_closed"
		}
		stated("clew_global_cardinality"+suffix, "*i *I *i", nil,
			func(b *builder, c *call) {
				counts := c.refs(b, 2)
				b.postCardinality(c, closed, b.views(c, counts))
				b.determines(counts, c.refs(b, 0))
			},
			func(b *builder, c *call, holds clew.Var) {
				b.cardinalityHolds(c, holds, closed, c.refs(b, 2), c.refs(b, 2))
			})
		bound := func(b *builder, c *call, i int) []ref {
			var refs []ref
			for _, n := range c.ints(b, i) {
				refs = append(refs, constant(n))
			}
			return refs
		}
		stated("clew_global_cardinality_low_up"+suffix, "*i *I *I *I", nil,
			func(b *builder, c *call) { b.postLowUp(c, closed) },
			func(b *builder, c *call, holds clew.Var) {
				b.cardinalityHolds(c, holds, closed, bound(b, c, 2), bound(b, c, 3))
			})
	}
	for _, kind := range []string{"int", "bool"} {
		small := kind[:1]
		stated("clew_member_"+kind, "*"+small+" "+small, nil,
			func(b *builder, c *call) { b.m.Or(b.equals(c)...) },
			func(b *builder, c *call, holds clew.Var) {
				b.m.OrIff(holds, b.equals(c)...)
			})
	}
}

// count returns a helper that counts the xs that equal y.
func (b *builder) count(xs []clew.Var, y clew.Var) clew.Var {
	n := b.m.IntVar("", 0, len(xs))
	b.m.Count(xs, y, n)
	return n
}

// equals returns, for each x, the truth of x = y.
func (b *builder) equals(c *call) []clew.Var {
	y := c.ref(b, 1)
	var lits []clew.Var
	for _, x := range c.refs(b, 0) {
		q, r := x, y
		if q.isConst() {
			q, r = r, q
		}
		l, ok := b.literal(b.relate(c, []int64{1, -1}, []ref{q, r}, clew.EQ, 0))
		if ok {
			lits = append(lits, b.view(c, l))
			continue
		}
		same := b.m.BoolVar("")
		b.m.CompareIff(same, b.view(c, q), clew.EQ, b.view(c, r), 0)
		lits = append(lits, same)
	}
	return lits
}

// reachable returns the values of the set argument i that some of refs can
// take, so that absurdly large sets cost nothing.
func (b *builder) reachable(c *call, i int, refs []ref) []int {
	lo, hi := b.hull(refs)
	d := c.set(b, i).meet(span(lo, hi))
	if d.size() > maxListed {
		b.fail(c.args[i].at, "a set of too many values", "sets of fewer, or narrower variables")
		return nil
	}
	var values []int
	d.each(func(v int64) { values = append(values, int(v)) })
	return values
}

// maxListed bounds the number of values of a set that is written as a list.
const maxListed = 1 << 22

// hull returns the least and the largest value that one of refs can take.
func (b *builder) hull(refs []ref) (lo, hi int64) {
	lo, hi = 1, 0
	for i, r := range refs {
		l, h := b.bounds(r)
		if i == 0 {
			lo, hi = l, h
			continue
		}
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// covered returns the values of cover, each once, and for each place of cover
// the place of its value there.
func covered(cover []int64) (values []int64, at []int) {
	place := map[int64]int{}
	for _, v := range cover {
		p, ok := place[v]
		if !ok {
			p = len(values)
			place[v] = p
			values = append(values, v)
		}
		at = append(at, p)
	}
	return values, at
}

// postCardinality posts that cover, argument 1, occurs counts times among
// argument 0. As in the standard library the counts sum to at most the number
// of variables, which says something if a value is covered twice.
func (b *builder) postCardinality(c *call, closed bool, counts []clew.Var) {
	xs, cover := c.views(b, 0), c.ints(b, 1)
	if len(cover) != len(counts) {
		b.fail(c.at, "arrays of different lengths", "one count for each value")
		return
	}
	values, at := covered(cover)
	distinct := make([]clew.Var, len(values))
	made := make([]bool, len(values))
	for i, p := range at {
		if made[p] {
			b.m.Compare(distinct[p], clew.EQ, counts[i], 0)
			continue
		}
		distinct[p], made[p] = counts[i], true
	}
	// Values that no variable can have do not occur.
	lo, hi := b.hull(c.refs(b, 0))
	var possible []int
	var their []clew.Var
	for p, v := range values {
		if v < lo || v > hi {
			b.m.Compare(distinct[p], clew.EQ, b.m.Const(0), 0)
			continue
		}
		possible = append(possible, int(v))
		their = append(their, distinct[p])
	}
	b.m.Cardinality(xs, possible, their, closed)
	if len(values) < len(cover) {
		b.m.Sum(counts, clew.LE, len(xs))
	}
}

// postLowUp posts that each value of cover occurs as often as the bounds say.
func (b *builder) postLowUp(c *call, closed bool) {
	low, up := c.ints(b, 2), c.ints(b, 3)
	n := int64(len(c.refs(b, 0)))
	if len(low) != len(up) {
		b.fail(c.at, "arrays of different lengths", "one lower and one upper bound for each value")
		return
	}
	counts := make([]clew.Var, len(low))
	sumLow, sumUp := int64(0), int64(0)
	for i := range counts {
		sumLow, sumUp = saturatedSum(sumLow, low[i], unboundedLo), saturatedSum(sumUp, up[i], unboundedHi)
		l, u := max(low[i], 0), min(up[i], n)
		if l > u {
			b.m.Or()
			return
		}
		counts[i] = b.m.IntVar("", int(l), int(u))
	}
	values, _ := covered(c.ints(b, 1))
	if len(values) == len(counts) {
		b.postCardinality(c, closed, counts)
		return
	}
	// A value that is covered twice has to be within both bounds; only the
	// closed form looks at the sums of bounds.
	if closed && (sumLow > n || sumUp < n) {
		b.m.Or()
	}
	b.postRepeated(c, closed, counts)
}

// postRepeated is postCardinality without the sum of the counts.
func (b *builder) postRepeated(c *call, closed bool, counts []clew.Var) {
	xs, cover := c.views(b, 0), c.ints(b, 1)
	if len(cover) != len(counts) {
		b.fail(c.at, "arrays of different lengths", "bounds for each value")
		return
	}
	lo, hi := b.hull(c.refs(b, 0))
	for i, v := range cover {
		if v < lo || v > hi {
			b.m.Compare(counts[i], clew.EQ, b.m.Const(0), 0)
			continue
		}
		b.m.Count(xs, b.m.Const(int(v)), counts[i])
	}
	if closed {
		b.allIn(c, cover)
	}
}

// allIn posts that every variable of argument 0 is one of cover.
func (b *builder) allIn(c *call, cover []int64) {
	for _, r := range c.refs(b, 0) {
		lo, hi := b.bounds(r)
		var values []int
		for _, v := range cover {
			if v >= lo && v <= hi {
				values = append(values, int(v))
			}
		}
		b.m.In(b.view(c, r), values)
	}
}

// cardinalityHolds posts that truth is that of a global cardinality: cover[i]
// occurs low[i]..up[i] times.
func (b *builder) cardinalityHolds(c *call, truth clew.Var, closed bool, low, up []ref) {
	refs, cover := c.refs(b, 0), c.ints(b, 1)
	if len(cover) != len(low) || len(low) != len(up) {
		b.fail(c.at, "arrays of different lengths", "one count for each value")
		return
	}
	xs := b.views(c, refs)
	lo, hi := b.hull(refs)
	exact := slices.Equal(low, up)
	var lits []clew.Var
	for i, v := range cover {
		n := b.m.Const(0)
		if v >= lo && v <= hi {
			n = b.count(xs, b.m.Const(int(v)))
		}
		for j, bound := range [][]ref{low, up} {
			op := []clew.Op{clew.GE, clew.LE}[j]
			if exact {
				if op = clew.EQ; j == 1 {
					break
				}
			}
			holds := b.m.BoolVar("")
			b.m.CompareIff(holds, n, op, b.view(c, bound[i]), 0)
			lits = append(lits, holds)
		}
	}
	if values, _ := covered(cover); len(values) < len(cover) {
		lits = append(lits, b.repeatedSums(c, closed, low, up, len(xs))...)
	}
	if closed {
		for _, r := range refs {
			l, h := b.bounds(r)
			var values []int
			for _, v := range cover {
				if v >= l && v <= h {
					values = append(values, int(v))
				}
			}
			in := b.m.BoolVar("")
			b.m.InIff(in, b.view(c, r), values)
			lits = append(lits, in)
		}
	}
	b.m.AndIff(truth, lits...)
}

// repeatedSums returns what the standard library says of the sums of counts or
// bounds, which matters if a value is covered twice.
func (b *builder) repeatedSums(c *call, closed bool, low, up []ref, n int) []clew.Var {
	sum := func(refs []ref, op clew.Op) clew.Var {
		holds := b.m.BoolVar("")
		b.m.LinearIff(holds, slices.Repeat([]int{1}, len(refs)), b.views(c, refs), op, n)
		return holds
	}
	isLowUp := len(c.what.args) >= 4 && c.what.args[3] == parInts
	switch {
	case !isLowUp:
		return []clew.Var{sum(low, clew.LE)}
	case closed:
		return []clew.Var{sum(low, clew.LE), sum(up, clew.GE)}
	}
	return nil
}
