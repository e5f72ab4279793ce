package clew

import (
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// Constraints whose truth is a 0/1 variable: b is 1 exactly if the constraint
// holds. LinearIff stands beside Linear.

// CompareIff says that b is 1 exactly if x op y + c.
func (m *Model) CompareIff(b, x Var, op Op, y Var, c int) {
	if !inRange(int64(c)) {
		m.failf("compare_iff: constant %d leaves the range of values, -%d..%[2]d", c, MaxValue)
		return
	}
	if m.boolean("compare_iff", b) {
		coefs, ws := []int64{1, -1}, []store.View{x.w, y.w}
		m.add("compare_iff", []Var{b, x, y}, func() store.Propagator {
			return propagate.NewLinearIff(b.w, coefs, ws, op, int64(c))
		})
	}
}

// OrIff says that b is 1 exactly if at least one of the 0/1 variables lits is.
func (m *Model) OrIff(b Var, lits ...Var) {
	if m.boolean("or_iff", b) && m.boolean("or_iff", lits...) {
		ws := views(lits)
		m.add("or_iff", joined(lits, b), func() store.Propagator { return propagate.NewClauseIff(b.w, ws) })
	}
}

// AndIff says that b is 1 exactly if all of the 0/1 variables lits are.
func (m *Model) AndIff(b Var, lits ...Var) {
	if m.boolean("and_iff", b) && m.boolean("and_iff", lits...) {
		ws, not := views(lits), b.w.Not()
		for i := range ws {
			ws[i] = ws[i].Not()
		}
		m.add("and_iff", joined(lits, b), func() store.Propagator { return propagate.NewClauseIff(not, ws) })
	}
}

// In says that x has a value in set.
func (m *Model) In(x Var, set []int) {
	if x.m != m {
		m.failf("in: a variable belongs to no model or to another")
		return
	}
	// Values that x cannot have are no mistake.
	lo, hi := m.bounds(x)
	kept := make([]int, 0, len(set))
	for _, k := range set {
		if int64(k) >= lo && int64(k) <= hi {
			kept = append(kept, k)
		}
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	switch {
	case len(kept) == 0:
		m.Or()
	case x.w.Kind != store.Affine:
		if len(kept) == 1 {
			m.Linear([]int{1}, []Var{x}, EQ, kept[0])
		}
	case kept[len(kept)-1]-kept[0] >= store.SetLimit:
		m.InIff(m.Const(1), x, kept)
	default:
		a, c := int(x.w.A), int(x.w.C)
		values := kept[:0]
		for _, k := range kept {
			if (k-c)%a == 0 {
				values = append(values, (k-c)/a)
			}
		}
		x.w = store.Ident(x.w.V)
		m.Restrict(x, values...)
	}
}

// InIff says that b is 1 exactly if x has a value in set.
func (m *Model) InIff(b, x Var, set []int) {
	if m.boolean("in_iff", b) {
		var values []int32
		for _, k := range set {
			if inRange(int64(k)) { // no variable has others
				values = append(values, int32(k))
			}
		}
		m.add("in_iff", []Var{b, x}, func() store.Propagator { return propagate.NewMemberIff(b.w, x.w, values) })
	}
}

// TableIff says that b is 1 exactly if the values of xs together are one of the
// tuples.
func (m *Model) TableIff(b Var, xs []Var, tuples [][]int) {
	if m.boolean("table_iff", b) {
		ws, ts := views(xs), m.tuples("table_iff", xs, tuples)
		m.add("table_iff", joined(xs, b), func() store.Propagator { return propagate.NewTableIff(b.w, ws, ts) })
	}
}

// AllDifferentIff says that b is 1 exactly if no two of xs are equal.
func (m *Model) AllDifferentIff(b Var, xs ...Var) {
	if !m.boolean("all_different_iff", b) {
		return
	}
	n := m.IntVar("", 0, len(xs))
	m.NValue(n, xs...)
	m.Compare(b, EQ, n.Is(len(xs)), 0)
}

// LexLessIff says that b is 1 exactly if xs comes before ys; see LexLess.
func (m *Model) LexLessIff(b Var, xs, ys []Var) { m.lexIff(b, xs, ys, true) }

// LexLessEqualIff says that b is 1 exactly if xs comes before ys or equals it.
func (m *Model) LexLessEqualIff(b Var, xs, ys []Var) { m.lexIff(b, xs, ys, false) }

func (m *Model) lexIff(b Var, xs, ys []Var, strict bool) {
	if m.boolean("lex_iff", b) {
		ws, vs := views(xs), views(ys)
		m.add("lex_iff", append(joined(xs, ys...), b), func() store.Propagator {
			return propagate.NewLexIff(b.w, ws, vs, strict)
		})
	}
}
