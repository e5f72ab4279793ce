package xcsp3

import "math"

// eval returns the value of e, statements being worth 0 or 1, where value gives
// those of the variables. It is not ok where e has no value: a division by 0, or
// a number that leaves the range of numbers.
func (e *expr) eval(value func(x *variable) int) (v int, ok bool) {
	switch e.op {
	case opConst:
		return e.k, true
	case opVar:
		return value(e.v), true
	case opIn, opNotIn:
		return e.evalIn(value)
	}
	xs := make([]int, len(e.args))
	for i, a := range e.args {
		if xs[i], ok = a.eval(value); !ok {
			return 0, false
		}
	}
	v, ok = e.op.apply(xs)
	return v, ok && -maxNumber <= v && v <= maxNumber
}

// evalIn evaluates a membership.
func (e *expr) evalIn(value func(x *variable) int) (int, bool) {
	x, ok := e.args[0].eval(value)
	if !ok {
		return 0, false
	}
	members := []*expr{e.args[1]}
	if e.args[1].op == opSet {
		members = e.args[1].args
	}
	in := false
	for _, m := range members {
		lo, hi := m.k, m.hi
		if m.op != opRange {
			if lo, ok = m.eval(value); !ok {
				return 0, false
			}
			hi = lo
		}
		in = in || lo <= x && x <= hi
	}
	return truthOf(in == (e.op == opIn)), true
}

// apply returns the value of an operator for the values of its arguments.
func (o op) apply(xs []int) (v int, ok bool) {
	pairs := func(holds func(x, y int) bool) (int, bool) {
		for i := range len(xs) - 1 {
			if !holds(xs[i], xs[i+1]) {
				return 0, true
			}
		}
		return 1, true
	}
	switch o {
	case opNeg:
		return -xs[0], true
	case opAbs:
		return abs(xs[0]), true
	case opSub:
		return xs[0] - xs[1], true
	case opDist:
		return abs(xs[0] - xs[1]), true
	case opSqr:
		return opMul.apply([]int{xs[0], xs[0]})
	case opAdd:
		for _, x := range xs {
			v += x
		}
		return v, true
	case opMul:
		v = 1
		for _, x := range xs {
			if math.Abs(float64(v)*float64(x)) > maxNumber {
				return 0, false
			}
			v *= x
		}
		return v, true
	case opDiv, opMod:
		switch {
		case xs[1] == 0:
			return 0, false
		case o == opDiv:
			return xs[0] / xs[1], true
		}
		return xs[0] % xs[1], true
	case opPow:
		p := math.Trunc(math.Pow(float64(xs[0]), float64(xs[1])))
		if math.Abs(p) > maxInteger {
			return 0, false
		}
		return int(p), true
	case opMin, opMax:
		v = xs[0]
		for _, x := range xs {
			if o == opMin {
				v = min(v, x)
			} else {
				v = max(v, x)
			}
		}
		return v, true
	case opIf:
		if xs[0] == 1 {
			return xs[1], true
		}
		return xs[2], true
	case opLt:
		return pairs(func(x, y int) bool { return x < y })
	case opLe:
		return pairs(func(x, y int) bool { return x <= y })
	case opGt:
		return pairs(func(x, y int) bool { return x > y })
	case opGe:
		return pairs(func(x, y int) bool { return x >= y })
	case opEq, opIff:
		return pairs(func(x, y int) bool { return x == y })
	case opNe:
		return pairs(func(x, y int) bool { return x != y })
	case opNot:
		return truthOf(xs[0] != 1), true
	case opImp:
		return truthOf(xs[0] != 1 || xs[1] == 1), true
	}
	n := 0
	for _, x := range xs {
		n += truthOf(x == 1)
	}
	switch o {
	case opAnd:
		return truthOf(n == len(xs)), true
	case opOr:
		return truthOf(n > 0), true
	case opXor:
		return n % 2, true
	case opDistinct:
		seen := map[int]bool{}
		for _, x := range xs {
			seen[x] = true
		}
		return len(seen), true
	}
	return 0, false
}
