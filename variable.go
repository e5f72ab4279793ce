package clew

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// MaxValue is the largest absolute value that a variable can take.
const MaxValue = store.MaxValue

// Var is a handle of an integer variable of a Model, or of a view of one: a
// function of a variable that costs no variable and no constraint of its own.
// 0/1 variables and views serve as truth values. The zero Var is not valid.
type Var struct {
	m *Model
	w store.View
}

// Plus returns the view x + c.
func (x Var) Plus(c int) Var { return x.affine(1, c) }

// Minus returns the view x - c.
func (x Var) Minus(c int) Var { return x.affine(1, -c) }

// Neg returns the view -x.
func (x Var) Neg() Var { return x.affine(-1, 0) }

// Times returns the view a*x. For a = 0 it is the constant 0.
func (x Var) Times(a int) Var { return x.affine(a, 0) }

// Is returns the 0/1 view [x = v].
func (x Var) Is(v int) Var { return x.truth(store.Equal, v) }

// IsNot returns the 0/1 view [x != v].
func (x Var) IsNot(v int) Var { return x.truth(store.Unequal, v) }

// AtLeast returns the 0/1 view [x >= v].
func (x Var) AtLeast(v int) Var { return x.truth(store.AtLeast, v) }

// AtMost returns the 0/1 view [x <= v].
func (x Var) AtMost(v int) Var { return x.truth(store.AtMost, v) }

// Not returns the negation 1-x of a 0/1 variable.
func (x Var) Not() Var {
	if !x.m.isBool(x) {
		x.m.failf("Not of %s, which is not a 0/1 variable", x.m.describe(x))
		return x
	}
	x.w = x.w.Not()
	return x
}

// affine returns the view a*x + c. Views of truth views other than negation
// need a variable.
func (x Var) affine(a, c int) Var {
	m := x.m
	if a == 0 {
		return m.Const(c)
	}
	if x.w.Kind != store.Affine {
		x = m.materialize(x)
	}
	fa, fc := int64(a)*int64(x.w.A), int64(a)*int64(x.w.C)+int64(c)
	d := m.domains[x.w.V]
	if a > MaxValue || a < -MaxValue || c > MaxValue || c < -MaxValue ||
		!inRange(fa) || !inRange(fc) ||
		!inRange(fa*int64(d.lo)+fc) || !inRange(fa*int64(d.hi)+fc) {
		m.failf("%d * %s %+d leaves the range of values, -%d..%[4]d", a, m.describe(x), c, MaxValue)
		return x
	}
	x.w.A, x.w.C = int32(fa), int32(fc)
	return x
}

// truth returns a truth view of x, resolving affine views.
func (x Var) truth(kind store.Kind, v int) Var {
	m := x.m
	if x.w.Kind != store.Affine {
		x = m.materialize(x)
	}
	// Beyond twice the range of values every comparison has one answer.
	k := min(max(int64(v), -2*MaxValue), 2*MaxValue) - int64(x.w.C)
	a := int64(x.w.A)
	switch kind {
	case store.Equal, store.Unequal:
		if k%a != 0 || !inRange(k/a) {
			return m.truthConst(kind == store.Unequal)
		}
		k /= a
	case store.AtLeast, store.AtMost:
		// a*x >= k is x >= ceil(k/a) for a > 0 and x <= floor(k/a) for a < 0.
		up := kind == store.AtLeast
		if a < 0 {
			a, k = -a, -k
			up = !up
			kind = store.AtLeast + store.AtMost - kind
		}
		if up {
			k = store.CeilDiv(k, a)
		} else {
			k = store.FloorDiv(k, a)
		}
		k = min(max(k, -MaxValue-1), MaxValue+1)
	}
	if d := &m.domains[x.w.V]; d.lo == 0 && d.hi == 1 {
		return m.truthOfBool(x.w.V, kind, k)
	}
	x.w = store.View{V: x.w.V, Kind: kind, C: int32(k)}
	return x
}

// truthOfBool returns the truth view of a 0/1 variable as one that is affine.
func (m *Model) truthOfBool(v store.Var, kind store.Kind, k int64) Var {
	w := store.View{V: v, Kind: kind, C: int32(k)}
	switch ifZero, ifOne := w.Of(0), w.Of(1); {
	case ifZero == ifOne:
		return m.truthConst(ifOne == 1)
	case ifOne == 1:
		return Var{m, store.Ident(v)}
	default:
		return Var{m, store.View{V: v, A: -1, C: 1}}
	}
}

func inRange(v int64) bool { return -MaxValue <= v && v <= MaxValue }

// bounds returns the smallest and largest value of x at the root.
func (m *Model) bounds(x Var) (lo, hi int64) {
	d := m.domains[x.w.V]
	if x.w.Kind != store.Affine {
		return 0, 1
	}
	lo = int64(x.w.A)*int64(d.lo) + int64(x.w.C)
	hi = int64(x.w.A)*int64(d.hi) + int64(x.w.C)
	return min(lo, hi), max(lo, hi)
}

func (m *Model) isBool(x Var) bool {
	lo, hi := m.bounds(x)
	return 0 <= lo && hi <= 1
}

// describe names x for error messages.
func (m *Model) describe(x Var) string {
	name := m.nameOf(x.w.V)
	switch w := x.w; {
	case w.IsIdent():
		return name
	case w.Kind == store.Affine:
		return fmt.Sprintf("%d*%s%+d", w.A, name, w.C)
	default:
		op := [...]string{store.Equal: "=", store.Unequal: "!=", store.AtLeast: ">=", store.AtMost: "<="}[w.Kind]
		return fmt.Sprintf("[%s %s %d]", name, op, w.C)
	}
}

// nameOf names a variable as declared, with its indices from 0 in an array, or
// by its label.
func (m *Model) nameOf(v store.Var) string {
	// Empty arrays begin where the next one does: the last is the one.
	after, _ := slices.BinarySearchFunc(m.arrays, v+1, func(o declared, v store.Var) int { return cmp.Compare(o.first, v) })
	if after > 0 {
		if o := m.arrays[after-1]; int(v-o.first) < o.Len() {
			return o.Name + indices(int(v-o.first), o.Dims)
		}
	}
	if int(v) < len(m.labels) && m.labels[v] != "" {
		return m.labels[v]
	}
	return fmt.Sprintf("helper %d", v)
}

// names names all variables.
func (m *Model) names() []string {
	names := make([]string, len(m.domains))
	for _, o := range m.arrays {
		for i := range o.Len() {
			names[int(o.first)+i] = o.Name + indices(i, o.Dims)
		}
	}
	for v := range names {
		if names[v] == "" {
			names[v] = m.nameOf(store.Var(v))
		}
	}
	return names
}

// indices returns the indices of element i of a row-major array, as [1][2].
func indices(i int, dims []int) string {
	if len(dims) == 0 {
		return ""
	}
	last := len(dims) - 1
	return indices(i/dims[last], dims[:last]) + fmt.Sprintf("[%d]", i%dims[last])
}
