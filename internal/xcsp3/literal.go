package xcsp3

import (
	"github.com/clewsolver/clew"
)

var comparisons = map[op]clew.Op{
	opLt: clew.LT, opLe: clew.LE, opGe: clew.GE, opGt: clew.GT, opNe: clew.NE, opEq: clew.EQ,
}

// post states that e, a statement, is true, or false unless truth is set.
func (b *builder) post(e *expr, truth bool) {
	if b.tabled(e, truth) {
		return
	}
	switch e.op {
	case opNot:
		b.post(e.args[0], !truth)
	case opAnd, opOr:
		if (e.op == opAnd) == truth {
			for _, a := range e.args {
				b.post(a, truth)
			}
			return
		}
		lits := make([]clew.Var, len(e.args))
		for i, a := range e.args {
			lits[i] = b.literal(a, truth)
		}
		b.m.Or(lits...)
	case opImp:
		if truth {
			b.m.Or(b.literal(e.args[0], false), b.literal(e.args[1], true))
			return
		}
		b.post(e.args[0], true)
		b.post(e.args[1], false)
	case opXor:
		b.parity(e.args, truth)
	case opIff:
		switch {
		case len(e.args) == 2:
			x, y := b.literal(e.args[0], true), b.literal(e.args[1], truth)
			b.m.Compare(x, clew.EQ, y, 0)
		case truth:
			xs := make([]clew.Var, len(e.args))
			for i, a := range e.args {
				xs[i] = b.literal(a, true)
			}
			b.m.AllEqual(xs...)
		default:
			b.m.Or(b.literal(e, false))
		}
	case opIf:
		c := e.args[0]
		b.m.Or(b.literal(c, false), b.literal(e.args[1], truth))
		b.m.Or(b.literal(c, true), b.literal(e.args[2], truth))
	case opIn, opNotIn:
		b.postIn(e, (e.op == opIn) == truth)
	case opLt, opLe, opGe, opGt, opNe, opEq:
		b.postComparison(e, truth)
	default: // a number as a truth value
		b.m.Or(b.literal(e, truth))
	}
}

// parity states that an odd number of args is true, or an even one.
func (b *builder) parity(args []*expr, odd bool) {
	lits := make([]clew.Var, 0, len(args)+1)
	for _, a := range args {
		lits = append(lits, b.literal(a, true))
	}
	if !odd {
		lits = append(lits, b.m.Const(1))
	}
	b.m.Xor(lits...)
}

// postComparison states that a comparison of two or more expressions is true
// or false. Of more than two, each is compared with the next one.
func (b *builder) postComparison(e *expr, truth bool) {
	op := comparisons[e.op]
	if len(e.args) > 2 {
		pairs := &expr{op: opAnd}
		for i := range len(e.args) - 1 {
			pairs.args = append(pairs.args, &expr{op: e.op, args: e.args[i : i+2]})
		}
		if e.op == opNe {
			b.nope("ne with more than two arguments")
		}
		b.post(pairs, truth)
		return
	}
	if !truth {
		op = negated(op)
	}
	x, y := e.args[0], e.args[1]
	if x.isTruth() && y.isTruth() && (op == clew.EQ || op == clew.NE) {
		b.post(&expr{op: opIff, args: []*expr{x, y}}, op == clew.EQ)
		return
	}
	if op == clew.EQ {
		// One side can be the result of the other: no helper is needed.
		if b.defined(y, x) || b.defined(x, y) {
			return
		}
	}
	b.linear(b.form(x), op, b.form(y))
}

// defined states that result, if it is a variable or a constant, is the value
// of e, if that is the kind of expression that needs a helper; else it returns
// false.
func (b *builder) defined(e, result *expr) bool {
	if !e.needsHelper() || result.needsHelper() {
		return false
	}
	if e.op == opMul && (len(e.args) != 2 || e.factors() < 2) {
		return false // a linear form, or partial products are needed
	}
	f := b.form(result)
	if len(f.terms) > 1 {
		return false
	}
	if _, ok := b.ints[string(e.key(nil))]; ok {
		return false
	}
	b.define(e, b.number(f).v)
	return true
}

// postIn states that a value is in a set, or that it is not.
func (b *builder) postIn(e *expr, in bool) {
	set, ok := b.constantSet(e.args[1])
	if !ok {
		lits := make([]clew.Var, len(e.args[1].args))
		for i, a := range e.args[1].args {
			lits[i] = b.literal(&expr{op: opEq, args: []*expr{e.args[0], a}}, in)
		}
		if in {
			b.m.Or(lits...)
			return
		}
		for _, l := range lits {
			b.m.Or(l)
		}
		return
	}
	b.memberForm(b.form(e.args[0]), set, in)
}

// constantSet returns the set that e, the operand of in, stands for, if it has
// no variable.
func (b *builder) constantSet(e *expr) (set ranges, ok bool) {
	switch e.op {
	case opRange:
		if e.k <= e.hi {
			set = ranges{{e.k, e.hi}}
		}
		return set, true
	case opConst:
		return ranges{{e.k, e.k}}, true
	case opSet:
		for _, a := range e.args {
			switch a.op {
			case opConst:
				set = append(set, span2{a.k, a.k})
			case opRange:
				if a.k <= a.hi {
					set = append(set, span2{a.k, a.hi})
				}
			default:
				return nil, false
			}
		}
		return set.normal(), true
	}
	b.nope("a set that is neither listed nor a range")
	return nil, false
}

// memberForm states that f is in the set, or that it is not.
func (b *builder) memberForm(f linear, set ranges, in bool) {
	lo, hi := b.bounds(f)
	set = set.within(lo, hi)
	if !in {
		set = set.complement(lo, hi)
	}
	switch {
	case len(set) == 0:
		b.m.Or()
	case len(set) == 1:
		if set.lo() > lo {
			b.linear(f, clew.GE, constantForm(set.lo()))
		}
		if set.hi() < hi {
			b.linear(f, clew.LE, constantForm(set.hi()))
		}
	default:
		b.member(b.number(f).v, set)
	}
}

// member states that x is in a set.
func (b *builder) member(x clew.Var, set ranges) {
	const most = 1 << 20
	if set.size() <= most {
		b.m.In(x, set.list())
		return
	}
	b.m.Linear([]int{1}, []clew.Var{x}, clew.GE, set.lo())
	b.m.Linear([]int{1}, []clew.Var{x}, clew.LE, set.hi())
	for i := range len(set) - 1 {
		b.m.Or(x.AtMost(set[i].hi), x.AtLeast(set[i+1].lo))
	}
}

// within returns the part of r, which is normal, in lo..hi.
func (r ranges) within(lo, hi int) ranges {
	var out ranges
	for _, s := range r {
		if s.lo, s.hi = max(s.lo, lo), min(s.hi, hi); s.lo <= s.hi {
			out = append(out, s)
		}
	}
	return out
}

// complement returns what of lo..hi is not in r, which is normal and within.
func (r ranges) complement(lo, hi int) ranges {
	var out ranges
	for _, s := range r {
		if lo < s.lo {
			out = append(out, span2{lo, s.lo - 1})
		}
		lo = s.hi + 1
	}
	if lo <= hi {
		out = append(out, span2{lo, hi})
	}
	return out
}

// literal returns a 0/1 variable or view that is 1 exactly if e has the truth
// value given.
func (b *builder) literal(e *expr, truth bool) clew.Var {
	x := b.statement(e)
	if !truth {
		return x.Not()
	}
	return x
}

// statement returns a 0/1 variable or view equal to the truth of e.
func (b *builder) statement(e *expr) clew.Var {
	switch e.op {
	case opConst:
		if e.k != 0 && e.k != 1 {
			b.nope("a number other than 0 and 1 as a truth value")
		}
		return b.m.Const(e.k)
	case opVar:
		if e.v.domain.lo() >= 0 && e.v.domain.hi() <= 1 {
			return e.v.v
		}
		return e.v.v.Is(1)
	case opNot:
		return b.literal(e.args[0], false)
	case opLt, opLe, opGe, opGt, opNe, opEq:
		if x, ok := b.simple(e); ok {
			return x
		}
	case opIn, opNotIn:
		if set, ok := b.constantSet(e.args[1]); ok {
			if f := b.form(e.args[0]); f.isConst() {
				return b.m.Const(truthOf(set.has(f.c) == (e.op == opIn)))
			} else if len(set) == 1 && f.isView() && set.lo() == set.hi() {
				return b.comparison(f, map[bool]clew.Op{true: clew.EQ, false: clew.NE}[e.op == opIn], constantForm(set.lo()))
			}
		}
	}
	if !e.isTruth() {
		x := b.number(b.form(e))
		if x.lo >= 0 && x.hi <= 1 {
			return x.v
		}
		return x.v.Is(1)
	}
	key := string(e.key(nil))
	x, ok := b.truths[key]
	if !ok {
		if z, ok := b.tabledValue(e); ok && z.lo >= 0 && z.hi <= 1 {
			x = z.v
		} else {
			x = b.reified(e)
		}
		b.truths[key] = x
	}
	return x
}

func truthOf(t bool) int {
	if t {
		return 1
	}
	return 0
}

// simple returns a view for a comparison of a variable with a constant.
func (b *builder) simple(e *expr) (clew.Var, bool) {
	if len(e.args) != 2 || e.args[0].isTruth() && e.args[1].isTruth() {
		return clew.Var{}, false
	}
	f, g := b.form(e.args[0]), b.form(e.args[1])
	if len(f.terms)+len(g.terms) > 1 {
		var d linear
		b.add(&d, 1, f)
		b.add(&d, -1, g)
		if len(d.terms) > 1 {
			return clew.Var{}, false
		}
		f, g = d, linear{}
	}
	return b.comparison(f, comparisons[e.op], g), true
}

// comparison returns a 0/1 variable or view equal to the truth of f op g.
func (b *builder) comparison(f linear, op clew.Op, g linear) clew.Var {
	coefs, xs, k := b.split(f, g)
	switch len(xs) {
	case 0:
		return b.m.Const(truthOf(holds(0, op, k)))
	case 1:
		return unary(b, coefs[0], xs[0], op, k)
	}
	x := b.m.BoolVar("")
	b.m.LinearIff(x, coefs, xs, op, k)
	return x
}

// unary returns a view equal to the truth of a*x op k.
func unary(b *builder, a int, x clew.Var, op clew.Op, k int) clew.Var {
	if a < 0 {
		a, k = -a, -k
		op = op.Flip()
	}
	floor := k / a
	if k%a != 0 && k < 0 {
		floor--
	}
	exact := k%a == 0
	clamp := func(v int) int { return min(max(v, -clew.MaxValue-1), clew.MaxValue+1) }
	switch op {
	case clew.EQ, clew.NE:
		if !exact || clamp(floor) != floor {
			return b.m.Const(truthOf(op == clew.NE))
		}
		if op == clew.EQ {
			return x.Is(floor)
		}
		return x.IsNot(floor)
	case clew.LE:
		return x.AtMost(clamp(floor))
	case clew.LT:
		if exact {
			floor--
		}
		return x.AtMost(clamp(floor))
	case clew.GT:
		return x.AtLeast(clamp(floor + 1))
	default:
		if !exact {
			floor++
		}
		return x.AtLeast(clamp(floor))
	}
}

// reified returns a new 0/1 variable equal to the truth of e.
func (b *builder) reified(e *expr) clew.Var {
	switch e.op {
	case opLt, opLe, opGe, opGt, opNe, opEq:
		if len(e.args) == 2 {
			x, y := e.args[0], e.args[1]
			if x.isTruth() && y.isTruth() {
				return b.comparison(linear{terms: []term{{1, number{b.statement(x), 0, 1}}}}, comparisons[e.op],
					linear{terms: []term{{1, number{b.statement(y), 0, 1}}}})
			}
			return b.comparison(b.form(x), comparisons[e.op], b.form(y))
		}
		if e.op == opNe {
			b.nope("ne with more than two arguments")
		}
		pairs := &expr{op: opAnd}
		for i := range len(e.args) - 1 {
			pairs.args = append(pairs.args, &expr{op: e.op, args: e.args[i : i+2]})
		}
		return b.statement(pairs)
	case opIn, opNotIn:
		return b.reifiedIn(e)
	case opAnd, opOr:
		return b.reifiedAnd(e.args, e.op == opAnd)
	case opImp:
		return b.reifiedOr([]clew.Var{b.literal(e.args[0], false), b.literal(e.args[1], true)})
	case opXor, opIff:
		if e.op == opIff && len(e.args) > 2 {
			pairs := &expr{op: opAnd}
			for i := range len(e.args) - 1 {
				pairs.args = append(pairs.args, &expr{op: opIff, args: e.args[i : i+2]})
			}
			return b.statement(pairs)
		}
		x := b.m.BoolVar("")
		lits := []clew.Var{x}
		for _, a := range e.args {
			lits = append(lits, b.literal(a, true))
		}
		if e.op == opXor { // x and the others together are even
			lits = append(lits, b.m.Const(1))
		} // of two equal ones and x, an odd number is true exactly if x is
		b.m.Xor(lits...)
		return x
	case opIf:
		x := b.m.BoolVar("")
		c, t, f := b.literal(e.args[0], true), b.literal(e.args[1], true), b.literal(e.args[2], true)
		b.m.Element(c, []clew.Var{f, t}, x)
		return x
	}
	panic("xcsp3: not a statement")
}

// reifiedAnd returns a literal that is 1 exactly if all statements are true, or
// if one is.
func (b *builder) reifiedAnd(args []*expr, and bool) clew.Var {
	lits := make([]clew.Var, len(args))
	for i, a := range args {
		lits[i] = b.literal(a, !and)
	}
	x := b.reifiedOr(lits)
	if and {
		return x.Not()
	}
	return x
}

// reifiedOr returns a literal that is 1 exactly if one of lits is.
func (b *builder) reifiedOr(lits []clew.Var) clew.Var {
	x := b.m.BoolVar("")
	b.m.OrIff(x, lits...)
	return x
}

// reifiedIn returns a literal that is 1 exactly if a value is in a set.
func (b *builder) reifiedIn(e *expr) clew.Var {
	set, ok := b.constantSet(e.args[1])
	if !ok {
		or := &expr{op: opOr}
		for _, a := range e.args[1].args {
			or.args = append(or.args, &expr{op: opEq, args: []*expr{e.args[0], a}})
		}
		return b.literal(or, e.op == opIn)
	}
	y := b.isMember(b.number(b.form(e.args[0])), set)
	if e.op == opNotIn {
		return y.Not()
	}
	return y
}

// isMember returns a literal that is 1 exactly if x is in the set.
func (b *builder) isMember(x number, set ranges) clew.Var {
	set = set.within(x.lo, x.hi)
	lits := make([]clew.Var, 0, len(set))
	for _, s := range set {
		switch {
		case s.lo == s.hi:
			lits = append(lits, x.v.Is(s.lo))
		case s.lo == x.lo:
			lits = append(lits, x.v.AtMost(s.hi))
		case s.hi == x.hi:
			lits = append(lits, x.v.AtLeast(s.lo))
		default:
			lits = append(lits, b.reifiedOr([]clew.Var{x.v.AtMost(s.lo - 1), x.v.AtLeast(s.hi + 1)}).Not())
		}
	}
	switch len(lits) {
	case 0:
		return b.m.Const(0)
	case 1:
		return lits[0]
	}
	return b.reifiedOr(lits)
}
