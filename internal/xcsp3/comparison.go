package xcsp3

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

func (c *call) allDifferent() {
	c.only("list", "matrix", "except")
	if m := c.e.child("matrix"); m != nil {
		c.only("matrix", "except")
		except := c.except()
		rows := c.matrix(m)
		for _, row := range rows {
			c.different(row, except)
		}
		for j := range rows[0] {
			c.different(column(rows, j), except)
		}
		return
	}
	lists := c.e.all("list")
	if len(lists) > 1 {
		c.differentLists(lists)
		return
	}
	c.different(c.main(), c.except())
}

// except returns the values in <except>, if it is there.
func (c *call) except() []int {
	e := c.e.child("except")
	if e == nil {
		return nil
	}
	return c.scan(e, c.args).integers()
}

// matrix reads rows of one length, at least one.
func (c *call) matrix(e *element) [][]*expr {
	rows := c.scan(e, c.args).rows()
	if len(rows) == 0 {
		c.failAt(e.at, "an empty matrix", "at least one row")
	}
	for _, row := range rows {
		if len(row) != len(rows[0]) {
			c.failAt(e.at, fmt.Sprintf("rows of %d and %d", len(rows[0]), len(row)), "rows of one length")
		}
	}
	return rows
}

func column(rows [][]*expr, j int) []*expr {
	col := make([]*expr, len(rows))
	for i := range rows {
		col[i] = rows[i][j]
	}
	return col
}

// different states that xs differ, but for the values of except.
func (c *call) different(xs []*expr, except []int) {
	if len(except) == 0 {
		c.m.AllDifferentAt(c.strength(xs), c.views(xs)...)
		return
	}
	c.m.AllDifferentExcept(c.valid(except), c.views(xs)...)
}

// valid leaves out the values that no variable can take.
func (c *call) valid(values []int) []int {
	return slices.DeleteFunc(slices.Clone(values), func(v int) bool { return v < -clew.MaxValue || v > clew.MaxValue })
}

// strength chooses how much an all-different prunes. Domain consistency pays
// where the values are scarce and the variables not very few; where there are
// fewer values than variables it sees at once that there is no answer.
func (c *call) strength(xs []*expr) clew.Strength {
	const few = 10
	var values ranges
	for _, x := range xs {
		if x.op == opVar {
			values = append(values, x.v.domain...)
			continue
		}
		n := c.number(c.form(x))
		values = append(values, span2{n.lo, n.hi})
	}
	n := 0
	if values = values.normal(); len(values) > 0 {
		n = values.size()
	}
	if n < len(xs) || len(xs) >= few && n < 2*len(xs) {
		return clew.ByDomain
	}
	return clew.ByValue
}

// differentLists states that of any two lists some places differ. Lists that
// are one of those in <except> may be equal.
func (c *call) differentLists(lists []*element) {
	rows := make([][]*expr, len(lists))
	for i, e := range lists {
		rows[i] = c.itemsOf(e)
		c.same("items in a list", len(rows[0]), len(rows[i]))
	}
	var free []clew.Var // by list: it is one of those in <except>
	if e := c.e.child("except"); e != nil {
		tuples := c.scan(e, c.args).rows()
		for _, row := range rows {
			or := &expr{op: opOr}
			for _, t := range tuples {
				c.same("values in <except>", len(row), len(t))
				and := &expr{op: opAnd}
				for k := range t {
					and.args = append(and.args, &expr{op: opEq, args: []*expr{row[k], t[k]}})
				}
				or.args = append(or.args, and)
			}
			free = append(free, c.literal(or, true))
		}
	}
	for i := range rows {
		for j := range i {
			var lits []clew.Var
			for k := range rows[i] {
				lits = append(lits, c.literal(&expr{op: opNe, args: []*expr{rows[j][k], rows[i][k]}}, true))
			}
			if free != nil {
				lits = append(lits, free[i], free[j])
			}
			c.m.Or(lits...)
		}
	}
}

func (c *call) allEqual() {
	c.only("list", "except")
	if e := c.e.child("except"); e != nil {
		c.unsupportedAt(e.at, "<allEqual> with <except>")
	}
	c.m.AllEqual(c.views(c.main())...)
}

func (c *call) ordered() {
	c.only("list", "lengths", "operator")
	xs, op := c.main(), c.operator()
	if c.e.child("lengths") == nil {
		vs := c.views(xs)
		switch op {
		case clew.LT:
			c.m.StrictlyIncreasing(vs...)
		case clew.LE:
			c.m.Increasing(vs...)
		case clew.GT:
			c.m.StrictlyDecreasing(vs...)
		default:
			c.m.Decreasing(vs...)
		}
		return
	}
	lengths := c.list("lengths")
	if n := len(lengths); n != len(xs)-1 && n != len(xs) {
		c.failAt(c.e.at, fmt.Sprintf("%d lengths for %d variables", n, len(xs)), fmt.Sprintf("%d", len(xs)-1))
	}
	for i := range len(xs) - 1 {
		f := c.form(xs[i])
		c.add(&f, 1, c.form(lengths[i]))
		c.linear(f, op, c.form(xs[i+1]))
	}
}

func (c *call) lex() {
	c.only("list", "matrix", "operator")
	op := c.operator()
	if m := c.e.child("matrix"); m != nil {
		c.only("matrix", "operator")
		rows := c.matrix(m)
		c.lexChain(rows, op)
		cols := make([][]*expr, len(rows[0]))
		for j := range cols {
			cols[j] = column(rows, j)
		}
		c.lexChain(cols, op)
		return
	}
	lists := c.e.all("list")
	rows := make([][]*expr, len(lists))
	for i, e := range lists {
		rows[i] = c.itemsOf(e)
		c.same("items in a list", len(rows[0]), len(rows[i]))
	}
	c.lexChain(rows, op)
}

// lexChain states that each row comes before the next one, or after it.
func (c *call) lexChain(rows [][]*expr, op clew.Op) {
	for i := range len(rows) - 1 {
		x, y := c.views(rows[i]), c.views(rows[i+1])
		switch op {
		case clew.LT:
			c.m.LexLess(x, y)
		case clew.LE:
			c.m.LexLessEqual(x, y)
		case clew.GT:
			c.m.LexLess(y, x)
		default:
			c.m.LexLessEqual(y, x)
		}
	}
}

func (c *call) precedence() {
	c.only("list", "values")
	xs := c.main()
	vs := c.views(xs)
	var values []int
	if e := c.e.child("values"); e != nil {
		values = c.scan(e, c.args).integers()
		if c.boolAttr(e, "covered", false) && len(values) > 0 {
			// The last value occurs, and with it all of them.
			lits := make([]clew.Var, len(vs))
			for i, v := range vs {
				lits[i] = v.Is(values[len(values)-1])
			}
			c.m.Or(lits...)
		}
	} else {
		var all ranges
		for _, x := range xs {
			n := c.number(c.form(x))
			if x.op == opVar {
				all = append(all, x.v.domain...)
			} else {
				all = append(all, span2{n.lo, n.hi})
			}
		}
		values = all.normal().list()
	}
	c.m.ValuePrecedeChain(c.valid(values), vs...)
}
