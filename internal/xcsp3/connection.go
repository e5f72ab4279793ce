package xcsp3

import (
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// extremum posts maximum or minimum: of the values themselves, or with the
// index of one that is largest or smallest.
func (c *call) extremum() {
	c.only("list", "index", "condition")
	o := opMax
	if c.e.name == "minimum" {
		o = opMin
	}
	xs := c.main()
	if len(xs) == 0 {
		c.failAt(c.e.at, "an empty list", "at least one item")
	}
	e := &expr{op: o, args: xs}
	if len(xs) == 1 {
		e = xs[0]
	}
	if index := c.e.child("index"); index != nil {
		i := c.scan(index, c.args).one()
		first := c.intAttr(c.need("list"), "startIndex", 0)
		rank, _ := index.attr("rank")
		c.argument(xs, i, first, rank)
		if c.e.child("condition") == nil {
			return
		}
	}
	cond := c.condition()
	if cond.op == opLe && o == opMax || cond.op == opGe && o == opMin {
		for _, x := range xs {
			c.satisfies(c.form(x), cond)
		}
		return
	}
	if len(xs) > 1 && cond.op == opEq {
		c.postComparison(&expr{op: opEq, args: []*expr{e, cond.operand}}, true)
		return
	}
	c.satisfies(c.form(e), cond)
}

// argument states that index, counted from first, is the place of an item of
// xs that is largest, or smallest.
func (c *call) argument(xs []*expr, index *expr, first int, rank string) {
	i := c.number(c.form(index)).v.Minus(first)
	vs := c.views(xs)
	if c.e.name[:3] == "min" {
		for k := range vs {
			vs[k] = vs[k].Neg()
		}
	}
	n := len(vs)
	switch rank {
	case "first":
		c.m.ArgMax(i, vs...)
	case "last":
		slices.Reverse(vs)
		c.m.ArgMax(i.Neg().Plus(n-1), vs...)
	case "", "any":
		best := &expr{op: opMax, args: xs}
		if c.e.name[:3] == "min" {
			best = &expr{op: opMin, args: xs}
		}
		z := c.number(c.form(best)).v
		if c.e.name[:3] == "min" {
			z = z.Neg()
		}
		c.m.Element(i, vs, z)
	default:
		c.failAt(c.e.at, "rank="+input.Quote(rank), "any, first or last")
	}
}

// extremumArg posts maximumArg or minimumArg: the index of an item that is
// largest or smallest satisfies a condition.
func (c *call) extremumArg() {
	c.only("list", "condition")
	xs := c.main()
	if len(xs) == 0 {
		c.failAt(c.e.at, "an empty list", "at least one item")
	}
	rank, _ := c.e.attr("rank")
	cond := c.condition()
	if rank == "" || rank == "any" {
		// Some index that satisfies the condition is that of a best one.
		o := opMax
		if c.e.name == "minimumArg" {
			o = opMin
		}
		best := &expr{op: o, args: xs}
		if len(xs) == 1 {
			best = xs[0]
		}
		var lits []clew.Var
		for i, x := range xs {
			is := c.literal(&expr{op: opEq, args: []*expr{x, best}}, true)
			ok := c.satisfied(constantForm(i), cond)
			lits = append(lits, c.reifiedOr([]clew.Var{is.Not(), ok.Not()}).Not())
		}
		c.m.Or(lits...)
		return
	}
	index := c.fresh(0, len(xs)-1)
	c.satisfies(formOf(index), cond)
	vs := c.views(xs)
	if c.e.name == "minimumArg" {
		for k := range vs {
			vs[k] = vs[k].Neg()
		}
	}
	switch rank {
	case "first":
		c.m.ArgMax(index.v, vs...)
	case "last":
		slices.Reverse(vs)
		c.m.ArgMax(index.v.Neg().Plus(len(vs)-1), vs...)
	default:
		c.failAt(c.e.at, "rank="+input.Quote(rank), "any, first or last")
	}
}

func (c *call) element() {
	c.only("list", "matrix", "index", "value", "condition")
	cond := c.elementCondition()
	if m := c.e.child("matrix"); m != nil {
		c.elementOfMatrix(c.matrix(m), m, cond)
		return
	}
	xs := c.list("list")
	e := c.e.child("index")
	if e == nil { // some item satisfies the condition
		lits := make([]clew.Var, len(xs))
		for i, x := range xs {
			lits[i] = c.satisfied(c.form(x), cond)
		}
		c.m.Or(lits...)
		return
	}
	if rank, ok := e.attr("rank"); ok && rank != "any" {
		c.unsupportedAt(e.at, "<index> with rank "+input.Quote(rank))
	}
	i := c.form(c.scan(e, c.args).one())
	i.c -= c.intAttr(c.need("list"), "startIndex", 0)
	c.elementAt(i, xs, cond)
}

// elementCondition returns the condition of an element: <value> means equal to.
func (c *call) elementCondition() condition {
	if e := c.e.child("value"); e != nil {
		return condition{opEq, c.scan(e, c.args).one()}
	}
	return c.condition()
}

// elementAt states that xs[i], counted from 0, satisfies the condition.
func (c *call) elementAt(i linear, xs []*expr, cond condition) {
	if len(xs) == 0 {
		c.m.Or()
		return
	}
	if allConst(xs) && c.isFixed(cond) {
		// The index alone decides.
		var places ranges
		for k, x := range xs {
			if c.constSatisfies(x.k, cond) {
				places = append(places, span2{k, k})
			}
		}
		c.memberForm(i, places.normal(), true)
		return
	}
	vs := make([]clew.Var, len(xs))
	lo, hi := 0, 0
	for k, x := range xs {
		n := c.number(c.form(x))
		vs[k] = n.v
		if k == 0 {
			lo, hi = n.lo, n.hi
		}
		lo, hi = min(lo, n.lo), max(hi, n.hi)
	}
	z := c.result(cond, lo, hi)
	if allConst(xs) {
		c.m.ElementOf(c.number(i).v, constants(xs), z.v)
		return
	}
	c.m.Element(c.number(i).v, vs, z.v)
}

// isFixed reports whether a condition has no variable.
func (b *builder) isFixed(cond condition) bool {
	if cond.op == opIn || cond.op == opNotIn {
		_, ok := b.constantSet(cond.operand)
		return ok
	}
	return b.form(cond.operand).isConst()
}

// constSatisfies reports whether k satisfies a condition without variables.
func (c *call) constSatisfies(k int, cond condition) bool {
	if cond.op == opIn || cond.op == opNotIn {
		set, _ := c.constantSet(cond.operand)
		return set.has(k) == (cond.op == opIn)
	}
	return holds(k, comparisons[cond.op], c.form(cond.operand).c)
}

// elementOfMatrix states that a cell of the matrix satisfies the condition.
func (c *call) elementOfMatrix(rows [][]*expr, m *element, cond condition) {
	index := c.list("index")
	if len(index) != 2 {
		c.failAt(c.need("index").at, input.Plural(len(index), "item"), "the row and the column")
	}
	i, j := c.form(index[0]), c.form(index[1])
	i.c -= c.intAttr(m, "startRowIndex", 0)
	j.c -= c.intAttr(m, "startColIndex", 0)
	n := len(rows[0])
	if flat := slices.Concat(rows...); allConst(flat) && len(flat) <= maxTable {
		vs := []clew.Var{c.number(i).v, c.number(j).v}
		decides := c.isFixed(cond)
		if !decides {
			vs = append(vs, c.result(cond, minOf(flat), maxOf(flat)).v)
		}
		var tuples [][]int
		for k, x := range flat {
			switch {
			case !decides:
				tuples = append(tuples, []int{k / n, k % n, x.k})
			case c.constSatisfies(x.k, cond):
				tuples = append(tuples, []int{k / n, k % n})
			}
		}
		c.m.Table(vs, tuples)
		return
	}
	// The place in row-major order is a helper.
	lo, hi := c.bounds(j)
	if lo < 0 {
		c.linear(j, clew.GE, constantForm(0))
	}
	if hi >= n {
		c.linear(j, clew.LT, constantForm(n))
	}
	at := linear{terms: slices.Clone(j.terms), c: j.c}
	c.add(&at, n, i)
	c.elementAt(at, slices.Concat(rows...), cond)
}

func minOf(es []*expr) int {
	return slices.MinFunc(es, func(a, b *expr) int { return a.k - b.k }).k
}

func maxOf(es []*expr) int {
	return slices.MaxFunc(es, func(a, b *expr) int { return a.k - b.k }).k
}

func (c *call) channel() {
	c.only("list", "value")
	lists := c.e.all("list")
	if len(c.e.children) == 0 {
		xs := c.views(c.itemsOf(c.e))
		c.m.Inverse(xs, xs)
		return
	}
	if len(lists) == 0 || len(lists) > 2 {
		c.failAt(c.e.at, input.Plural(len(lists), "list"), "one or two")
	}
	f, first := c.views(c.itemsOf(lists[0])), c.intAttr(lists[0], "startIndex", 0)
	shifted := func(vs []clew.Var, by int) []clew.Var {
		out := make([]clew.Var, len(vs))
		for i, v := range vs {
			out[i] = v.Minus(by)
		}
		return out
	}
	if e := c.e.child("value"); e != nil {
		v := c.number(c.form(c.scan(e, c.args).one())).v
		c.m.Element(v.Minus(first), f, c.m.Const(1))
		for i, x := range f {
			c.m.Compare(x.Is(1), clew.EQ, v.Is(i+first), 0)
		}
		return
	}
	if len(lists) == 1 {
		f = shifted(f, first)
		c.m.Inverse(f, f)
		return
	}
	g, second := c.views(c.itemsOf(lists[1])), c.intAttr(lists[1], "startIndex", 0)
	f, g = shifted(f, second), shifted(g, first)
	if len(f) == len(g) {
		c.m.Inverse(f, g)
		return
	}
	// Only the shorter list leads back: f[i] = j implies g[j] = i.
	for i, x := range f {
		c.m.Element(x, g, c.m.Const(i))
	}
	c.m.AllDifferent(f...)
}
