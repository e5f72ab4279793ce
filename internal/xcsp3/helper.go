package xcsp3

import (
	"fmt"
	"math"

	"github.com/clewsolver/clew"
)

// needsHelper reports whether e is an integer expression that is no linear form
// of its arguments.
func (e *expr) needsHelper() bool {
	switch e.op {
	case opAbs, opDiv, opMod, opSqr, opPow, opMin, opMax, opDist, opMul:
		return true
	case opIf:
		return !e.isTruth()
	}
	return false
}

// helper returns a variable equal to e, an expression that is no linear form.
func (b *builder) helper(e *expr) number {
	if e.isTruth() {
		return number{b.statement(e), 0, 1}
	}
	key := string(e.key(nil))
	if x, ok := b.ints[key]; ok {
		return x
	}
	if x, ok := b.tabledValue(e); ok {
		b.ints[key] = x
		return x
	}
	lo, hi := b.boundsOf(e)
	x := b.fresh(lo, hi)
	b.ints[key] = x
	b.define(e, x.v)
	return x
}

// numbers returns the values of the arguments of e.
func (b *builder) numbers(e *expr) []number {
	xs := make([]number, len(e.args))
	for i, a := range e.args {
		xs[i] = b.number(b.form(a))
	}
	return xs
}

// boundsOf returns bounds for the value of e, an expression that needs a
// helper.
func (b *builder) boundsOf(e *expr) (lo, hi int) {
	switch e.op {
	case opDist, opAbs:
		var f linear
		b.add(&f, 1, b.form(e.args[0]))
		if e.op == opDist {
			b.add(&f, -1, b.form(e.args[1]))
		}
		lo, hi = b.bounds(f)
		if lo <= 0 && hi >= 0 {
			return 0, max(-lo, hi)
		}
		return min(abs(lo), abs(hi)), max(abs(lo), abs(hi))
	case opIf:
		x, y := b.number(b.form(e.args[1])), b.number(b.form(e.args[2]))
		return min(x.lo, y.lo), max(x.hi, y.hi)
	case opPow:
		x, n := b.number(b.form(e.args[0])), b.number(b.form(e.args[1]))
		return b.powerBounds(x, n)
	}
	xs := b.numbers(e)
	switch x := xs[0]; e.op {
	case opSqr:
		return b.corners(x, x)
	case opDiv:
		m := max(abs(x.lo), abs(x.hi))
		return -m, m
	case opMod:
		m := max(abs(xs[1].lo), abs(xs[1].hi)) - 1
		lo, hi = max(-m, min(x.lo, 0)), min(m, max(x.hi, 0))
		return min(lo, hi), hi
	case opMin, opMax:
		lo, hi = x.lo, x.hi
		for _, y := range xs[1:] {
			if e.op == opMin {
				lo, hi = min(lo, y.lo), min(hi, y.hi)
			} else {
				lo, hi = max(lo, y.lo), max(hi, y.hi)
			}
		}
		return lo, hi
	}
	panic("xcsp3: no bounds")
}

func abs(x int) int { return max(x, -x) }

// define states that z is the value of e, an expression that needs a helper.
func (b *builder) define(e *expr, z clew.Var) {
	switch e.op {
	case opDist:
		xs := b.numbers(e)
		b.m.Distance(xs[0].v, xs[1].v, z)
	case opAbs:
		if a := e.args[0]; a.op == opSub {
			b.define(&expr{op: opDist, args: a.args}, z)
			return
		}
		b.m.Abs(b.number(b.form(e.args[0])).v, z)
	case opSqr:
		x := b.number(b.form(e.args[0])).v
		b.m.Times(x, x, z)
	case opMul:
		b.isProduct(b.number(b.form(e.args[0])), b.number(b.form(e.args[1])), z)
	case opDiv:
		xs := b.numbers(e)
		b.m.Div(xs[0].v, xs[1].v, z)
	case opMod:
		xs := b.numbers(e)
		b.m.Mod(xs[0].v, xs[1].v, z)
	case opMin, opMax:
		xs := b.numbers(e)
		vs := make([]clew.Var, len(xs))
		for i, x := range xs {
			vs[i] = x.v
		}
		if e.op == opMin {
			b.m.Min(z, vs...)
		} else {
			b.m.Max(z, vs...)
		}
	case opIf:
		c := b.literal(e.args[0], true)
		b.m.Element(c, []clew.Var{b.number(b.form(e.args[2])).v, b.number(b.form(e.args[1])).v}, z)
	case opPow:
		b.power(b.number(b.form(e.args[0])), b.number(b.form(e.args[1])), z)
	default:
		panic("xcsp3: no definition")
	}
}

// maxTable bounds the number of tuples that a table made here may have.
const maxTable = 1 << 17

// powerBounds returns the bounds of x to the power n.
func (b *builder) powerBounds(x, n number) (lo, hi int) {
	lo, hi = clew.MaxValue, -clew.MaxValue
	b.powers(x, n, func(_, _, z int) { lo, hi = min(lo, z), max(hi, z) })
	return lo, hi
}

// powers calls f with each x, n and z = x to the power n.
func (b *builder) powers(x, n number, f func(x, n, z int)) {
	if float64(x.hi-x.lo+1)*float64(n.hi-n.lo+1) > maxTable {
		b.nope("pow of wide domains")
	}
	for i := x.lo; i <= x.hi; i++ {
		for j := n.lo; j <= n.hi; j++ {
			if z := math.Trunc(math.Pow(float64(i), float64(j))); math.Abs(z) <= clew.MaxValue {
				f(i, j, int(z))
			} else if !math.IsInf(z, 0) || i != 0 {
				b.beyond(fmt.Sprintf("pow(%d,%d)", i, j))
			}
		}
	}
}

// power states that z is x to the power n. A negative power of 0 is impossible,
// and other negative powers are rounded towards 0.
func (b *builder) power(x, n number, z clew.Var) {
	var tuples [][]int
	b.powers(x, n, func(x, n, z int) { tuples = append(tuples, []int{x, n, z}) })
	b.m.Table([]clew.Var{x.v, n.v, z}, tuples)
}
