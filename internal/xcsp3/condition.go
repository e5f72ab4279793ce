package xcsp3

import (
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// condition is what a constraint says of the value it computes.
type condition struct {
	op      op // opLt to opNotIn
	operand *expr
}

// condition reads a text as (le,10) or (in,1..5).
func (s *scanner) condition() condition {
	s.expect('(')
	s.blank()
	name := s.name()
	o, ok := operators[name]
	if !ok || o.op < opLt || o.op > opNotIn {
		s.fail(input.Quote(name), "lt, le, eq, ne, ge, gt, in or notin")
	}
	s.expect(',')
	c := condition{o.op, s.expression(0)}
	s.expect(')')
	switch set := c.operand.op == opSet || c.operand.op == opRange; {
	case c.op != opIn && c.op != opNotIn && set:
		s.fail(fmt.Sprintf("a set after %s", name), "a number")
	case (c.op == opIn || c.op == opNotIn) && !set:
		s.fail(fmt.Sprintf("a number after %s", name), "a set or a range")
	}
	return c
}

// condition returns the condition of the constraint.
func (c *call) condition() condition { return c.conditionOf(c.need("condition")) }

func (c *call) conditionOf(e *element) condition {
	s := c.scan(e, c.args)
	cond := s.condition()
	s.end()
	return cond
}

// operator reads the element <operator>.
func (c *call) operator() clew.Op {
	e := c.need("operator")
	name := strings.TrimSpace(e.text)
	switch o := operators[name]; o.op {
	case opLt, opLe, opGe, opGt:
		return comparisons[o.op]
	}
	c.failAt(e.at, "the operator "+input.Quote(name), "lt, le, ge or gt")
	return 0
}

// satisfies states that f satisfies the condition.
func (b *builder) satisfies(f linear, c condition) {
	if c.op == opIn || c.op == opNotIn {
		set, ok := b.constantSet(c.operand)
		if !ok {
			b.nope("a set of variables in a condition")
		}
		b.memberForm(f, set, c.op == opIn)
		return
	}
	b.linear(f, comparisons[c.op], b.form(c.operand))
}

// truthOf returns a literal equal to whether f satisfies the condition.
func (b *builder) satisfied(f linear, c condition) clew.Var {
	if c.op != opIn && c.op != opNotIn {
		return b.comparison(f, comparisons[c.op], b.form(c.operand))
	}
	set, ok := b.constantSet(c.operand)
	if !ok {
		b.nope("a set of variables in a condition")
	}
	x := b.isMember(b.number(f), set)
	if c.op == opNotIn {
		return x.Not()
	}
	return x
}

// result returns a variable with the bounds lo and hi that satisfies the
// condition, to be given the value of what is computed.
func (b *builder) result(c condition, lo, hi int) number {
	if c.op != opIn && c.op != opNotIn {
		f := b.form(c.operand)
		switch {
		case c.op == opEq && len(f.terms) <= 1:
			return b.number(f)
		case f.isConst():
			switch c.op {
			case opLe:
				hi = min(hi, f.c)
			case opLt:
				hi = min(hi, f.c-1)
			case opGe:
				lo = max(lo, f.c)
			case opGt:
				lo = max(lo, f.c+1)
			case opNe:
				x := b.fresh(lo, hi)
				b.linear(formOf(x), clew.NE, f)
				return x
			}
			return b.fresh(lo, hi)
		}
	}
	x := b.fresh(lo, hi)
	b.satisfies(formOf(x), c)
	return x
}
