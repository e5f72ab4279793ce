package xcsp3

import (
	"github.com/clewsolver/clew/internal/input"
)

// objectives reads the element <objectives>, which may hold one.
func (r *reader) objectives() {
	n := 0
	for {
		start, at, ok := r.next("objectives")
		if !ok {
			return
		}
		e := r.element(start, at)
		if e.name != "minimize" && e.name != "maximize" {
			r.failAt(at, "<"+e.name+">", "<minimize>, <maximize> or </objectives>")
		}
		if n++; n > 1 {
			r.unsupportedAt(at, "a second objective")
		}
		r.current = e
		f, cost := (&call{r, e, nil}).objective()
		if r.cost = cost; e.name == "maximize" {
			r.goal = -1
			r.m.Maximize(r.number(f).v)
		} else {
			r.goal = 1
			r.m.Minimize(r.number(f).v)
		}
	}
}

// objective returns what is to be minimized or maximized, as a form and as an
// expression.
func (c *call) objective() (linear, *expr) {
	kind, ok := c.e.attr("type")
	if !ok || kind == "expression" {
		e := c.scan(c.e, nil).one()
		return c.form(e), e
	}
	c.only("list", "coeffs")
	xs := c.main()
	if len(xs) == 0 {
		c.failAt(c.e.at, "an empty list", "at least one item")
	}
	weighted := xs
	coeffs := c.e.child("coeffs")
	if coeffs != nil {
		ks := c.itemsOf(coeffs)
		c.same("coefficients", len(xs), len(ks))
		weighted = make([]*expr, len(xs))
		for i, k := range ks {
			weighted[i] = &expr{op: opMul, args: []*expr{k, xs[i]}}
		}
	}
	e := &expr{args: weighted}
	switch kind {
	case "sum":
		e.op = opAdd
		return c.weightedSum(xs, coeffs), e
	case "product":
		e.op = opMul
	case "minimum":
		e.op = opMin
	case "maximum":
		e.op = opMax
	case "nValues":
		e.op = opDistinct
		n := c.fresh(1, len(xs))
		c.m.NValue(n.v, c.views(weighted)...)
		return formOf(n), e
	default:
		c.unsupportedAt(c.e.at, "an objective of type "+input.Quote(kind))
	}
	return c.form(e), e
}
