package xcsp3

import (
	"fmt"

	"github.com/clewsolver/clew"
)

// A table of the values of few variables prunes all that an expression allows,
// where helpers between its operators would lose part of it. It is made where
// more than one helper would be needed and the combinations of values are few.
const (
	maxPairs   = 1 << 17 // combinations of two variables
	maxTriples = 1 << 14 // of three
)

// helpers estimates how many helpers it takes to state e: variables that stand
// for nested operators and for comparisons that are not of a variable and a
// constant.
func (e *expr) helpers() int {
	n := 0
	for _, a := range e.args {
		n += a.helpers()
	}
	switch {
	case e.op <= opSet, e.op == opNeg, e.op == opAdd, e.op == opSub, e.op == opNot:
		return n
	case e.op == opMul && e.factors() <= 1:
		return n
	case e.op >= opLt && e.op <= opNotIn && n == 0 && len(e.variables(nil)) <= 1:
		return 0 // a view
	}
	return n + 1
}

// factors returns how many arguments are no constants.
func (e *expr) factors() int {
	n := 0
	for _, a := range e.args {
		if a.op != opConst {
			n++
		}
	}
	return n
}

// small reports whether a table of xs is small enough.
func small(xs []*variable) bool {
	n := 1.0
	for _, x := range xs {
		n *= float64(x.domain.size())
	}
	switch len(xs) {
	case 1, 2:
		return n <= maxPairs
	case 3:
		return n <= maxTriples
	}
	return false
}

// tabled states that e has a truth value as a table, where that prunes more at
// little cost, and reports whether it did.
func (b *builder) tabled(e *expr, truth bool) bool {
	if e.op == opAnd && truth || e.op == opOr && !truth || e.op == opNot {
		return false // stated in parts
	}
	n := e.helpers() - 1 // stating e itself takes none
	if e.op == opEq && truth && len(e.args) == 2 && (e.args[0].needsHelper() || e.args[1].needsHelper()) {
		n-- // the result of one side is the other side
	}
	if n < 1 {
		return false
	}
	xs := e.variables(nil)
	if !small(xs) {
		return false
	}
	rows := b.rowsOf(e, xs)
	var yes, no [][]int
	for _, row := range rows {
		if k := len(xs); (row[k] == 1) == truth {
			yes = append(yes, row[:k:k])
		} else {
			no = append(no, row[:k:k])
		}
	}
	vs := varsOf(xs)
	// Undefined combinations are in neither, and not allowed.
	if total := combinations(xs); len(rows) == total && len(no) < len(yes)/8 {
		b.m.NotTable(vs, no)
	} else {
		b.m.Table(vs, yes)
	}
	return true
}

// tabledValue returns a variable equal to e by a table, where that prunes more
// at little cost.
func (b *builder) tabledValue(e *expr) (number, bool) {
	if e.helpers() < 2 {
		return number{}, false
	}
	xs := e.variables(nil)
	if len(xs) > 2 || !small(xs) {
		return number{}, false
	}
	rows := b.rowsOf(e, xs)
	if len(rows) == 0 {
		return number{}, false
	}
	k := len(xs)
	lo, hi := rows[0][k], rows[0][k]
	for _, row := range rows {
		lo, hi = min(lo, row[k]), max(hi, row[k])
	}
	z := b.fresh(lo, hi)
	b.m.Table(append(varsOf(xs), z.v), rows)
	return z, true
}

func varsOf(xs []*variable) []clew.Var {
	vs := make([]clew.Var, len(xs))
	for i, x := range xs {
		vs[i] = x.v
	}
	return vs
}

func combinations(xs []*variable) int {
	n := 1
	for _, x := range xs {
		n *= x.domain.size()
	}
	return n
}

// rowsOf returns the combinations of values of xs, the variables of e, for which
// e has a value, each followed by that value. Expressions of one form over equal
// domains share them.
func (b *builder) rowsOf(e *expr, xs []*variable) [][]int {
	place := map[*variable]int{}
	var key []byte
	for i, x := range xs {
		place[x] = i
		key = fmt.Appendf(key, "%v ", x.domain)
	}
	key = e.shape(key, place)
	if rows, ok := b.tables[string(key)]; ok {
		return rows
	}
	domains := make([][]int, len(xs))
	for i, x := range xs {
		domains[i] = x.domain.list()
	}
	row := make([]int, len(xs))
	rows := [][]int{}
	var walk func(i int)
	walk = func(i int) {
		if i < len(xs) {
			for _, row[i] = range domains[i] {
				walk(i + 1)
			}
			return
		}
		if v, ok := e.eval(func(x *variable) int { return row[place[x]] }); ok {
			rows = append(rows, append(append(make([]int, 0, len(row)+1), row...), v))
		}
	}
	walk(0)
	b.tables[string(key)] = rows
	return rows
}

// shape is key with the variables named by their places.
func (e *expr) shape(b []byte, place map[*variable]int) []byte {
	switch e.op {
	case opConst:
		return fmt.Appendf(b, "%d", e.k)
	case opVar:
		return fmt.Appendf(b, "x%d", place[e.v])
	case opRange:
		return fmt.Appendf(b, "%d..%d", e.k, e.hi)
	}
	b = fmt.Appendf(b, "%d(", e.op)
	for i, a := range e.args {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.shape(b, place)
	}
	return append(b, ')')
}
