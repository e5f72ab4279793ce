package clew

import (
	"math"
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// Op is a comparison.
type Op = propagate.Op

// Comparisons.
const (
	EQ = propagate.Eq // =
	NE = propagate.Ne // !=
	LT = propagate.Lt // <
	LE = propagate.Le // <=
	GT = propagate.Gt // >
	GE = propagate.Ge // >=
)

// Strength is how much AllDifferent prunes: more costs more time a node.
type Strength = propagate.Strength

// Strengths of AllDifferent.
const (
	ByValue  = propagate.ByValue  // remove the value of each fixed variable from the others
	ByBounds = propagate.ByBounds // bounds consistency
	ByDomain = propagate.ByDomain // domain consistency
)

// Automaton is a deterministic finite automaton over integers, for Regular.
type Automaton = propagate.Automaton

// add keeps a constraint over xs, after checking that they belong to m.
func (m *Model) add(name string, xs []Var, post constraint) {
	for _, x := range xs {
		if x.m != m {
			m.failf("%s: a variable belongs to no model or to another", name)
			return
		}
	}
	m.constraints = append(m.constraints, post)
	m.terms += len(xs)
}

func views(xs []Var) []store.View {
	ws := make([]store.View, len(xs))
	for i, x := range xs {
		ws[i] = x.w
	}
	return ws
}

func joined(xs []Var, more ...Var) []Var { return append(slices.Clone(xs), more...) }

// int32s converts values, reporting those out of range. Values of a set that
// no variable can take may be dropped by the caller instead.
func (m *Model) int32s(name string, values []int) []int32 {
	out := make([]int32, len(values))
	for i, v := range values {
		if !inRange(int64(v)) {
			m.failf("%s: value %d leaves the range of values, -%d..%[3]d", name, v, MaxValue)
			v = 0
		}
		out[i] = int32(v)
	}
	return out
}

// AllDifferent says that no two of xs are equal, with the strength ByValue.
func (m *Model) AllDifferent(xs ...Var) { m.AllDifferentAt(ByValue, xs...) }

// AllDifferentAt is AllDifferent with a chosen strength.
func (m *Model) AllDifferentAt(at Strength, xs ...Var) {
	ws := views(xs)
	m.add("all_different", xs, func() store.Propagator { return propagate.NewAllDifferent(ws, at) })
}

// Linear says that coefs[0]*xs[0] + coefs[1]*xs[1] + ... op rhs.
func (m *Model) Linear(coefs []int, xs []Var, op Op, rhs int) {
	if c, ok := m.linear("linear", coefs, xs, rhs); ok {
		ws := views(xs)
		m.add("linear", xs, func() store.Propagator { return propagate.NewLinear(c, ws, op, int64(rhs)) })
	}
}

// LinearIff says that the 0/1 variable b is 1 exactly if the linear comparison
// holds.
func (m *Model) LinearIff(b Var, coefs []int, xs []Var, op Op, rhs int) {
	if c, ok := m.linear("linear_iff", coefs, xs, rhs); ok && m.boolean("linear_iff", b) {
		ws := views(xs)
		m.add("linear_iff", joined(xs, b), func() store.Propagator {
			return propagate.NewLinearIff(b.w, c, ws, op, int64(rhs))
		})
	}
}

// LinearIf says that if the 0/1 variable b is 1 the linear comparison holds.
func (m *Model) LinearIf(b Var, coefs []int, xs []Var, op Op, rhs int) {
	if c, ok := m.linear("linear_if", coefs, xs, rhs); ok && m.boolean("linear_if", b) {
		ws := views(xs)
		m.add("linear_if", joined(xs, b), func() store.Propagator {
			return propagate.NewLinearIf(b.w, c, ws, op, int64(rhs))
		})
	}
}

// Sum says that xs[0] + xs[1] + ... op rhs.
func (m *Model) Sum(xs []Var, op Op, rhs int) {
	m.Linear(slices.Repeat([]int{1}, len(xs)), xs, op, rhs)
}

// maxSum bounds the absolute value that a linear expression can reach. It
// leaves room for the differences that propagation takes.
const maxSum = 1 << 60

// linear checks that a linear expression cannot overflow: neither as it is
// written nor with its views resolved to coefficients and a constant. The check
// is made in floating point, where nothing overflows; rounding is far below
// the room left.
func (m *Model) linear(name string, coefs []int, xs []Var, rhs int) ([]int64, bool) {
	if len(coefs) != len(xs) {
		m.failf("%s: %d coefficients for %d variables", name, len(coefs), len(xs))
		return nil, false
	}
	out := make([]int64, len(coefs))
	total := math.Abs(float64(rhs))
	if total > maxSum {
		m.failf("%s: the right-hand side %d is too large", name, rhs)
		return nil, false
	}
	for i, c := range coefs {
		out[i] = int64(c)
		if xs[i].m != m {
			continue // add reports it
		}
		if total += math.Abs(float64(c)) * m.reach(xs[i]); total > maxSum {
			m.failf("%s: the sum can overflow at the term %d * %s", name, c, m.describe(xs[i]))
			return nil, false
		}
	}
	return out, true
}

// reach bounds |A*v| + |C| for a view A*v + C; it is at least 1.
func (m *Model) reach(x Var) float64 {
	if x.w.Kind != store.Affine {
		return 2
	}
	d := m.domains[x.w.V]
	size := math.Max(math.Abs(float64(d.lo)), math.Abs(float64(d.hi)))
	return math.Abs(float64(x.w.A))*math.Max(size, 1) + math.Abs(float64(x.w.C))
}

func (m *Model) boolean(name string, bs ...Var) bool {
	for _, b := range bs {
		if b.m == m && !m.isBool(b) {
			m.failf("%s: %s is not a 0/1 variable", name, m.describe(b))
			return false
		}
	}
	return true
}

// Compare says that x op y + c.
func (m *Model) Compare(x Var, op Op, y Var, c int) {
	if !inRange(int64(c)) {
		m.failf("compare: constant %d leaves the range of values, -%d..%[2]d", c, MaxValue)
		return
	}
	m.add("compare", []Var{x, y}, func() store.Propagator { return propagate.NewCompare(x.w, op, y.w, int32(c)) })
}

// SumIn says that the sum of xs lies in set.
func (m *Model) SumIn(xs []Var, set []int) {
	if _, ok := m.linear("sum_in", slices.Repeat([]int{1}, len(xs)), xs, 0); !ok {
		return
	}
	ws, values := views(xs), m.int32s("sum_in", set)
	m.add("sum_in", xs, func() store.Propagator { return propagate.NewSumIn(ws, values) })
}

// Element says that result = array[index], the first element having the index
// 0. An index outside the array is impossible.
func (m *Model) Element(index Var, array []Var, result Var) {
	ws := views(array)
	m.add("element", joined(array, index, result), func() store.Propagator {
		return propagate.NewElement(index.w, ws, result.w, 0)
	})
}

// ElementOf says that result = values[index], the first value having the index
// 0: Element for an array of constants, which needs no variables.
func (m *Model) ElementOf(index Var, values []int, result Var) {
	vs := make([]int32, 0, len(values))
	for _, k := range values {
		if !inRange(int64(k)) {
			k = MaxValue + 1 // no variable has it
		}
		vs = append(vs, int32(k))
	}
	m.add("element_of", []Var{index, result}, func() store.Propagator {
		return propagate.NewElementOf(index.w, vs, result.w, 0)
	})
}

// Table says that the values of xs together are one of the tuples.
func (m *Model) Table(xs []Var, tuples [][]int) {
	ws, ts := views(xs), m.tuples("table", xs, tuples)
	m.add("table", xs, func() store.Propagator { return propagate.NewTable(ws, ts) })
}

// NotTable says that the values of xs together are none of the tuples.
func (m *Model) NotTable(xs []Var, tuples [][]int) {
	ws, ts := views(xs), m.tuples("not_table", xs, tuples)
	m.add("not_table", xs, func() store.Propagator { return propagate.NewNotTable(ws, ts) })
}

func (m *Model) tuples(name string, xs []Var, tuples [][]int) [][]int32 {
	out := make([][]int32, len(tuples))
	for i, t := range tuples {
		if len(t) != len(xs) {
			m.failf("%s: tuple %d has %d values for %d variables", name, i, len(t), len(xs))
			return nil
		}
		out[i] = m.int32s(name, t)
	}
	return out
}

// Regular says that the values of xs, in order, are a word that a accepts.
func (m *Model) Regular(xs []Var, a *Automaton) {
	if err := a.Validate(); err != nil {
		m.failf("regular: %v", err)
		return
	}
	ws, dfa := views(xs), *a
	dfa.Accept, dfa.Symbols, dfa.Next = slices.Clone(a.Accept), slices.Clone(a.Symbols), slices.Clone(a.Next)
	m.add("regular", xs, func() store.Propagator { return propagate.NewRegular(ws, &dfa) })
}

// Count says that exactly c of xs are equal to v.
func (m *Model) Count(xs []Var, v, c Var) {
	ws := views(xs)
	m.add("count", joined(xs, v, c), func() store.Propagator { return propagate.NewCount(ws, v.w, c.w) })
}

// Among says that exactly c of xs have a value in set.
func (m *Model) Among(xs []Var, set []int, c Var) {
	ws, values := views(xs), m.int32s("among", set)
	m.add("among", joined(xs, c), func() store.Propagator { return propagate.NewAmong(ws, values, c.w) })
}

// Cardinality says that counts[i] of xs have the value values[i], for each i.
// The values must differ. If closed, every x must have one of them.
func (m *Model) Cardinality(xs []Var, values []int, counts []Var, closed bool) {
	vs := m.int32s("cardinality", values)
	sorted := slices.Sorted(slices.Values(vs))
	if len(values) != len(counts) || len(slices.Compact(sorted)) != len(vs) {
		m.failf("cardinality: %d counts for %d distinct values of %d", len(counts), len(slices.Compact(sorted)), len(values))
		return
	}
	ws, cs := views(xs), views(counts)
	m.add("cardinality", joined(xs, counts...), func() store.Propagator {
		return propagate.NewCardinality(ws, vs, cs, closed)
	})
}

// Or says that at least one of the 0/1 variables lits is 1.
func (m *Model) Or(lits ...Var) {
	if m.boolean("or", lits...) {
		ws := views(lits)
		m.add("or", lits, func() store.Propagator { return propagate.NewClause(ws) })
	}
}

// Xor says that the number of 0/1 variables lits that are 1 is odd.
func (m *Model) Xor(lits ...Var) {
	if m.boolean("xor", lits...) {
		ws := views(lits)
		m.add("xor", lits, func() store.Propagator { return propagate.NewXor(ws, true) })
	}
}

// ternary adds a constraint over three variables.
func (m *Model) ternary(name string, x, y, z Var, post func(x, y, z store.View) store.Propagator) {
	m.add(name, []Var{x, y, z}, func() store.Propagator { return post(x.w, y.w, z.w) })
}

// Times says that z = x * y.
func (m *Model) Times(x, y, z Var) { m.ternary("times", x, y, z, propagate.NewTimes) }

// Div says that z = x / y, rounded towards zero. y = 0 is impossible.
func (m *Model) Div(x, y, z Var) { m.ternary("div", x, y, z, propagate.NewDiv) }

// Mod says that z is the remainder of x / y, with the sign of x. y = 0 is
// impossible.
func (m *Model) Mod(x, y, z Var) { m.ternary("mod", x, y, z, propagate.NewMod) }

// Pow says that z is x to the power of y: 1 for y = 0, and for y < 0 the
// quotient of 1 and x to the power of -y, rounded towards zero, which x = 0
// makes impossible.
func (m *Model) Pow(x, y, z Var) { m.ternary("pow", x, y, z, propagate.NewPow) }

// Distance says that z = |x - y|.
func (m *Model) Distance(x, y, z Var) { m.ternary("distance", x, y, z, propagate.NewDistance) }

// Abs says that z = |x|.
func (m *Model) Abs(x, z Var) {
	m.add("abs", []Var{x, z}, func() store.Propagator { return propagate.NewAbs(x.w, z.w) })
}

// Min says that z is the smallest of xs. It is impossible for no xs.
func (m *Model) Min(z Var, xs ...Var) {
	ws := views(xs)
	m.add("min", joined(xs, z), func() store.Propagator { return propagate.NewMin(z.w, ws) })
}

// Max says that z is the largest of xs. It is impossible for no xs.
func (m *Model) Max(z Var, xs ...Var) {
	ws := views(xs)
	m.add("max", joined(xs, z), func() store.Propagator { return propagate.NewMax(z.w, ws) })
}

// Inverse says that f and g, of equal length, are inverse functions of each
// other on 0..len(f)-1: f[i] = j exactly if g[j] = i.
func (m *Model) Inverse(f, g []Var) {
	if len(f) != len(g) {
		m.failf("inverse: lengths %d and %d differ", len(f), len(g))
		return
	}
	fs, gs := views(f), views(g)
	m.add("inverse", joined(f, g...), func() store.Propagator { return propagate.NewInverse(fs, gs, 0, 0) })
}

// LexLess says that xs comes before ys in lexicographic order; a proper prefix
// comes first.
func (m *Model) LexLess(xs, ys []Var) { m.lex(xs, ys, true) }

// LexLessEqual says that xs comes before ys in lexicographic order or equals
// it.
func (m *Model) LexLessEqual(xs, ys []Var) { m.lex(xs, ys, false) }

func (m *Model) lex(xs, ys []Var, strict bool) {
	ws, vs := views(xs), views(ys)
	m.add("lex", joined(xs, ys...), func() store.Propagator { return propagate.NewLex(ws, vs, strict) })
}

// materialize returns a helper variable equal to the truth view x, the same for
// the same view.
func (m *Model) materialize(x Var) Var {
	b, ok := m.truths[x.w]
	if !ok {
		b = m.BoolVar("")
		m.truths[x.w] = b
		m.Compare(b, EQ, x, 0)
	}
	return b
}

// affine returns x, or for a truth view a helper variable equal to it.
func (m *Model) affine(x Var) Var {
	if x.w.Kind != store.Affine {
		return m.materialize(x)
	}
	return x
}
