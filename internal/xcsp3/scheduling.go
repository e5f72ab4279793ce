package xcsp3

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

func (c *call) noOverlap() {
	c.only("origins", "lengths")
	zeroIgnored := c.boolAttr(c.e, "zeroIgnored", true)
	origins := c.need("origins")
	if s := c.scan(origins, c.args); s.blank() && s.peek() == '(' || c.isGrid(origins) {
		c.boxes(c.matrix(origins), c.matrix(c.need("lengths")), zeroIgnored)
		return
	}
	xs, lengths := c.itemsOf(origins), c.list("lengths")
	c.same("lengths", len(xs), len(lengths))
	if zeroIgnored {
		c.m.Disjunctive(c.views(xs), c.views(lengths))
		return
	}
	for j := range xs {
		for i := range j {
			c.apart([]*expr{xs[i]}, []*expr{lengths[i]}, []*expr{xs[j]}, []*expr{lengths[j]}, nil)
		}
	}
}

// isGrid reports whether the origins are a part of an array that the lengths
// show to be one of several dimensions.
func (c *call) isGrid(origins *element) bool {
	s := c.scan(c.need("lengths"), c.args)
	return s.blank() && s.peek() == '('
}

// boxes states that boxes of any dimension do not overlap.
func (c *call) boxes(origins, lengths [][]*expr, zeroIgnored bool) {
	c.same("boxes with lengths", len(origins), len(lengths))
	c.same("lengths of a box", len(origins[0]), len(lengths[0]))
	if zeroIgnored && len(origins[0]) == 2 {
		c.m.Diffn(c.views(column(origins, 0)), c.views(column(origins, 1)),
			c.views(column(lengths, 0)), c.views(column(lengths, 1)))
		return
	}
	var empty []clew.Var // by box: it has a length of 0
	if zeroIgnored {
		for _, row := range lengths {
			or := &expr{op: opOr}
			for _, l := range row {
				or.args = append(or.args, &expr{op: opEq, args: []*expr{l, constant(0)}})
			}
			empty = append(empty, c.literal(or, true))
		}
	}
	for j := range origins {
		for i := range j {
			var free []clew.Var
			if empty != nil {
				free = []clew.Var{empty[i], empty[j]}
			}
			c.apart(origins[i], lengths[i], origins[j], lengths[j], free)
		}
	}
}

// apart states that in some dimension one box ends where the other begins, or
// before, unless one of the literals is true.
func (c *call) apart(x, dx, y, dy []*expr, free []clew.Var) {
	lits := append([]clew.Var(nil), free...)
	for k := range x {
		lits = append(lits, c.literal(&expr{op: opLe, args: []*expr{{op: opAdd, args: []*expr{x[k], dx[k]}}, y[k]}}, true),
			c.literal(&expr{op: opLe, args: []*expr{{op: opAdd, args: []*expr{y[k], dy[k]}}, x[k]}}, true))
	}
	c.m.Or(lits...)
}

func (c *call) cumulative() {
	c.only("origins", "lengths", "ends", "heights", "condition")
	xs, lengths, heights := c.list("origins"), c.list("lengths"), c.list("heights")
	c.same("lengths", len(xs), len(lengths))
	c.same("heights", len(xs), len(heights))
	cond := c.condition()
	capacity := c.form(cond.operandForm(c))
	switch cond.op {
	case opLe:
	case opLt:
		capacity.c--
	default:
		c.unsupportedAt(c.need("condition").at, "<cumulative> with a condition other than le and lt")
	}
	if e := c.e.child("ends"); e != nil {
		ends := c.itemsOf(e)
		c.same("ends", len(xs), len(ends))
		for i := range xs {
			f := c.form(xs[i])
			c.add(&f, 1, c.form(lengths[i]))
			c.linear(f, clew.EQ, c.form(ends[i]))
		}
	}
	c.m.Cumulative(c.views(xs), c.views(lengths), c.views(heights), c.number(capacity).v)
}

// operandForm returns the operand of a comparison with a number.
func (cond condition) operandForm(c *call) *expr {
	if cond.op == opIn || cond.op == opNotIn {
		c.unsupportedAt(c.need("condition").at, fmt.Sprintf("<%s> with a set as its condition", c.e.name))
	}
	return cond.operand
}

func (c *call) binPacking() {
	c.only("list", "sizes", "limits", "loads", "condition", "conditions")
	xs, sizes := c.main(), c.integers("sizes")
	c.same("sizes", len(xs), len(sizes))
	total := 0
	for _, s := range sizes {
		if s < 0 {
			c.failAt(c.need("sizes").at, fmt.Sprintf("the size %d", s), "no negative size")
		}
		if total += s; total > clew.MaxValue {
			c.nope("sizes beyond the range of numbers")
		}
	}
	vs := c.views(xs)
	switch {
	case c.e.child("limits") != nil:
		c.packLimited(vs, sizes, total, c.list("limits"))
	case c.e.child("loads") != nil:
		c.packLoads(vs, sizes, c.list("loads"))
	case c.e.child("conditions") != nil:
		e := c.need("conditions")
		s := c.scan(e, c.args)
		first := c.intAttr(e, "startIndex", 0)
		for n := first; s.blank(); n++ {
			c.satisfies(c.load(vs, sizes, n), s.condition())
		}
	default:
		c.packEach(xs, vs, sizes, total)
	}
}

// load returns the sum of the sizes in bin n.
func (c *call) load(vs []clew.Var, sizes []int, n int) linear {
	var f linear
	for i, v := range vs {
		if sizes[i] != 0 {
			f.terms = append(f.terms, term{sizes[i], number{v.Is(n), 0, 1}})
		}
	}
	return f
}

// packLoads states that bin i, counted from 0, holds loads[i]. As the format
// has it, items may lie in other bins too.
func (c *call) packLoads(vs []clew.Var, sizes []int, loads []*expr) {
	if c.inside(len(loads)) {
		c.m.BinPacking(vs, sizes, c.views(loads), 0)
		return
	}
	for n, l := range loads {
		c.linear(c.load(vs, sizes, n), clew.EQ, c.form(l))
	}
}

// inside reports whether all items of the list must lie in the first n bins.
func (c *call) inside(n int) bool {
	for _, x := range c.main() {
		if v := c.number(c.form(x)); v.lo < 0 || v.hi >= n {
			return false
		}
	}
	return true
}

// packLimited states that bin i, counted from 0, holds at most limits[i].
func (c *call) packLimited(vs []clew.Var, sizes []int, total int, limits []*expr) {
	if !c.inside(len(limits)) {
		for n, l := range limits {
			c.linear(c.load(vs, sizes, n), clew.LE, c.form(l))
		}
		return
	}
	loads := make([]clew.Var, len(limits))
	for n, l := range limits {
		loads[n] = c.result(condition{opLe, l}, 0, total).v
	}
	c.m.BinPacking(vs, sizes, loads, 0)
}

// packEach states that what each bin that is used holds satisfies the
// condition.
func (c *call) packEach(xs []*expr, vs []clew.Var, sizes []int, total int) {
	cond := c.condition()
	var bins ranges
	for _, x := range xs {
		n := c.number(c.form(x))
		if x.op == opVar {
			bins = append(bins, x.v.domain...)
		} else {
			bins = append(bins, span2{n.lo, n.hi})
		}
	}
	if bins = bins.normal(); len(bins) == 0 {
		return
	}
	const most = 1 << 16
	if bins.size() > most {
		c.nope("more than 65536 bins")
	}
	if cond.op == opLe || cond.op == opLt {
		// Empty bins satisfy it too, or none does.
		loads := make([]clew.Var, bins.hi()-bins.lo()+1)
		if len(loads) <= most {
			for i := range loads {
				loads[i] = c.result(cond, 0, total).v
			}
			c.m.BinPacking(vs, sizes, loads, bins.lo())
			return
		}
	}
	for _, n := range bins.list() {
		// Either no item lies in the bin or its load is right.
		ok := c.satisfied(c.load(vs, sizes, n), cond)
		for _, v := range vs {
			c.m.Or(v.IsNot(n), ok)
		}
	}
}

func (c *call) knapsack() {
	c.only("list", "weights", "condition", "profits")
	xs, conds := c.main(), c.e.all("condition")
	if len(conds) != 2 {
		c.failAt(c.e.at, input.Plural(len(conds), "condition"), "one for the weight and one for the profit")
	}
	c.satisfies(c.weightedSum(xs, c.need("weights")), c.conditionOf(conds[0]))
	c.satisfies(c.weightedSum(xs, c.need("profits")), c.conditionOf(conds[1]))
}

// flow states that what leaves each node less what enters it is its balance.
// Nodes are numbered from the smallest one named by an arc.
func (c *call) flow() {
	c.only("list", "balance", "arcs", "weights", "condition")
	xs, balance, arcs := c.main(), c.list("balance"), c.matrix(c.need("arcs"))
	c.same("arcs", len(xs), len(arcs))
	if !allConst(slices.Concat(arcs...)) || len(arcs[0]) != 2 {
		c.failAt(c.need("arcs").at, "arcs that are no pairs of integers", "arcs as (0,1)(1,2)")
	}
	first := minOf(slices.Concat(arcs...))
	net := make([][]int, len(balance)) // by node: the coefficient of each x
	for n := range net {
		net[n] = make([]int, len(xs))
	}
	for i, arc := range arcs {
		for k, node := range constants(arc) {
			if node -= first; node >= len(balance) {
				c.failAt(c.need("arcs").at, fmt.Sprintf("the node %d", node+first), "a balance for each node")
			}
			net[arc[k].k-first][i] += 1 - 2*k
		}
	}
	for n, coefs := range net {
		c.linear(c.weighted(coefs, xs), clew.EQ, c.form(balance[n]))
	}
	if w := c.e.child("weights"); w != nil {
		c.satisfies(c.weightedSum(xs, w), c.condition())
	}
}

func (c *call) circuit() {
	c.only("list", "size")
	xs := c.main()
	first := 0
	if e := c.e.child("list"); e != nil {
		first = c.intAttr(e, "startIndex", 0)
	}
	vs, loops := c.views(xs), false
	lits := make([]clew.Var, len(vs)) // i is on the circuit
	for i, v := range vs {
		vs[i] = v.Minus(first)
		lits[i] = vs[i].IsNot(i)
		loops = loops || xs[i].op != opVar || xs[i].v.domain.has(i+first)
	}
	if !loops && len(vs) > 0 {
		c.m.Circuit(vs...)
	} else {
		c.m.Subcircuit(vs...)
		c.m.Or(lits...) // not all are loops
	}
	if e := c.e.child("size"); e != nil {
		var f linear
		for _, l := range lits {
			f.terms = append(f.terms, term{1, number{l, 0, 1}})
		}
		c.linear(f, clew.EQ, c.form(c.scan(e, c.args).one()))
	}
}
