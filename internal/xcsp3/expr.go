package xcsp3

import "fmt"

// op is what stands at a node of an expression.
type op uint8

// Leaves, and the operators of XCSP3-core.
const (
	opConst op = iota // k
	opVar             // v
	opRange           // k..hi, only as an operand of in and notin
	opSet             // a set, only as an operand of in and notin

	opNeg
	opAbs
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opSqr
	opPow
	opMin
	opMax
	opDist
	opIf
	opDistinct // the number of different values, only as an objective

	opLt
	opLe
	opGe
	opGt
	opNe
	opEq
	opIn
	opNotIn
	opNot
	opAnd
	opOr
	opXor
	opIff
	opImp
)

// expr is a node of a functional expression. Nodes are shared and never
// changed once read.
type expr struct {
	op   op
	k    int // the constant, or the lower bound of a range
	hi   int // the upper bound of a range
	v    *variable
	args []*expr
}

func constant(k int) *expr { return &expr{op: opConst, k: k} }

// operator is an operator as it is written.
type operator struct {
	op          op
	least, most int // number of arguments; most 0 for any
}

func (o operator) arity() string {
	switch {
	case o.most == 0:
		return fmt.Sprintf("at least %d", o.least)
	case o.least == o.most:
		return fmt.Sprintf("%d", o.least)
	}
	return fmt.Sprintf("%d to %d", o.least, o.most)
}

var operators = map[string]operator{
	"neg": {opNeg, 1, 1}, "abs": {opAbs, 1, 1}, "add": {opAdd, 1, 0}, "sub": {opSub, 2, 2},
	"mul": {opMul, 1, 0}, "div": {opDiv, 2, 2}, "mod": {opMod, 2, 2}, "sqr": {opSqr, 1, 1},
	"pow": {opPow, 2, 2}, "min": {opMin, 1, 0}, "max": {opMax, 1, 0}, "dist": {opDist, 2, 2},
	"if": {opIf, 3, 3},
	"lt": {opLt, 2, 0}, "le": {opLe, 2, 0}, "ge": {opGe, 2, 0}, "gt": {opGt, 2, 0},
	"ne": {opNe, 2, 0}, "eq": {opEq, 2, 0}, "in": {opIn, 2, 2}, "notin": {opNotIn, 2, 2},
	"set": {opSet, 0, 0},
	"not": {opNot, 1, 1}, "and": {opAnd, 0, 0}, "or": {opOr, 0, 0}, "xor": {opXor, 0, 0},
	"iff": {opIff, 2, 0}, "imp": {opImp, 2, 2},
}

// isTruth reports whether e is a statement, worth 0 or 1, and no number. An
// if is what its second argument is.
func (e *expr) isTruth() bool {
	if e.op == opIf {
		return e.args[1].isTruth() && e.args[2].isTruth()
	}
	return e.op >= opLt
}

// variables appends the distinct variables of e to those in out.
func (e *expr) variables(out []*variable) []*variable {
	if e.op == opVar {
		for _, x := range out {
			if x == e.v {
				return out
			}
		}
		return append(out, e.v)
	}
	for _, a := range e.args {
		out = a.variables(out)
	}
	return out
}

// key appends a text that is the same for equal expressions.
func (e *expr) key(b []byte) []byte {
	switch e.op {
	case opConst:
		return fmt.Appendf(b, "%d", e.k)
	case opVar:
		return fmt.Appendf(b, "v%d", e.v.number)
	case opRange:
		return fmt.Appendf(b, "%d..%d", e.k, e.hi)
	}
	b = fmt.Appendf(b, "%d(", e.op)
	for i, a := range e.args {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.key(b)
	}
	return append(b, ')')
}
