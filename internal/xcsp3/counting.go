package xcsp3

import (
	"slices"

	"github.com/clewsolver/clew"
)

func (c *call) sum() {
	c.only("list", "coeffs", "condition")
	c.satisfies(c.weightedSum(c.main(), c.e.child("coeffs")), c.condition())
}

// weightedSum returns the sum of xs, with the coefficients in an element unless
// it is nil. Coefficients may be variables.
func (c *call) weightedSum(xs []*expr, coeffs *element) linear {
	ks := slices.Repeat([]int{1}, len(xs))
	if coeffs != nil {
		list := c.itemsOf(coeffs)
		c.same("coefficients", len(xs), len(list))
		xs = slices.Clone(xs)
		for i, k := range list {
			if k.op == opConst {
				ks[i] = k.k
			} else {
				xs[i] = &expr{op: opMul, args: []*expr{k, xs[i]}}
			}
		}
	}
	return c.weighted(ks, xs)
}

func (c *call) count() {
	c.only("list", "values", "condition")
	xs, values, cond := c.main(), c.list("values"), c.condition()
	if allConst(values) && c.countLinear(xs, constants(values), cond) {
		return
	}
	n := c.result(cond, 0, len(xs))
	switch {
	case allConst(values):
		c.m.Among(c.views(xs), c.valid(constants(values)), n.v)
	case len(values) == 1:
		c.m.Count(c.views(xs), c.number(c.form(values[0])).v, n.v)
	default:
		// Each x counts once, whatever values are equal.
		var f linear
		for _, x := range xs {
			or := &expr{op: opOr}
			for _, v := range values {
				or.args = append(or.args, &expr{op: opEq, args: []*expr{x, v}})
			}
			c.add(&f, 1, c.form(or))
		}
		c.linear(f, clew.EQ, formOf(n))
	}
}

// countLinear states the common count of one value as a clause, where it is
// one, and reports whether it did.
func (c *call) countLinear(xs []*expr, values []int, cond condition) bool {
	if len(values) != 1 || cond.operand.op != opConst {
		return false
	}
	k := cond.operand.k
	least := cond.op == opGe && k == 1 || cond.op == opGt && k == 0
	most := cond.op == opLe && k == len(xs)-1 || cond.op == opLt && k == len(xs)
	if !least && !most {
		return false
	}
	lits := make([]clew.Var, len(xs))
	for i, v := range c.views(xs) {
		if least {
			lits[i] = v.Is(values[0])
		} else {
			lits[i] = v.IsNot(values[0])
		}
	}
	c.m.Or(lits...)
	return true
}

func (c *call) nValues() {
	c.only("list", "except", "condition")
	xs, cond := c.main(), c.condition()
	vs := c.views(xs)
	if except := c.except(); len(except) > 0 {
		c.nValuesExcept(xs, c.valid(except), cond)
		return
	}
	if cond.operand.op == opConst && len(xs) > 0 {
		switch k := cond.operand.k; {
		case (cond.op == opGt || cond.op == opNe) && k == 1 || cond.op == opGe && k == 2:
			// Not all are equal: some two neighbours differ.
			var lits []clew.Var
			for i := range len(xs) - 1 {
				lits = append(lits, c.literal(&expr{op: opNe, args: []*expr{xs[i], xs[i+1]}}, true))
			}
			c.m.Or(lits...)
			return
		case (cond.op == opEq || cond.op == opGe) && k == len(xs), cond.op == opGt && k == len(xs)-1:
			c.different(xs, nil)
			return
		case (cond.op == opEq || cond.op == opLe) && k == 1, cond.op == opLt && k == 2:
			c.m.AllEqual(vs...)
			return
		}
	}
	c.m.NValue(c.result(cond, min(len(xs), 1), len(xs)).v, vs...)
}

// nValuesExcept counts the values that occur and are none of except: all that
// occur, less those of except that do.
func (c *call) nValuesExcept(xs []*expr, except []int, cond condition) {
	vs := c.views(xs)
	all := c.fresh(min(len(xs), 1), len(xs))
	c.m.NValue(all.v, vs...)
	f := formOf(all)
	slices.Sort(except)
	for _, v := range slices.Compact(except) {
		lits := make([]clew.Var, len(vs))
		for i, x := range vs {
			lits[i] = x.Is(v)
		}
		c.add(&f, -1, linear{terms: []term{{1, number{c.reifiedOr(lits), 0, 1}}}})
	}
	c.satisfies(f, cond)
}

func (c *call) cardinality() {
	c.only("list", "values", "occurs")
	xs, values, occurs := c.main(), c.list("values"), c.list("occurs")
	closed := c.boolAttr(c.need("values"), "closed", false)
	c.same("occurrences", len(values), len(occurs))
	counts := make([]clew.Var, len(occurs))
	for i, o := range occurs {
		switch o.op {
		case opRange:
			counts[i] = c.fresh(max(o.k, 0), min(o.hi, len(xs))).v
		default:
			counts[i] = c.number(c.form(o)).v
		}
	}
	vs := c.views(xs)
	if allConst(values) && distinct(constants(values)) {
		c.m.Cardinality(vs, constants(values), counts, closed)
		return
	}
	for i, v := range values {
		c.m.Count(vs, c.number(c.form(v)).v, counts[i])
	}
	if closed {
		for _, x := range xs {
			c.post(&expr{op: opIn, args: []*expr{x, {op: opSet, args: values}}}, true)
		}
	}
}

func distinct(values []int) bool {
	sorted := slices.Sorted(slices.Values(values))
	return len(slices.Compact(sorted)) == len(values)
}
