package clew_test

import (
	"slices"

	"pgregory.net/rapid"
)

// iff posts a random constraint with a truth value, or one that model files
// need besides, and returns its truth.
func (g *modelGen) iff() rule {
	m, b := g.m, g.truth()
	is := func(name string, truth func(a []int) bool) rule {
		return rule{name, func(a []int) bool { return truth(a) == (b.of(a) == 1) }}
	}
	set := func() []int { return rapid.SliceOfN(rapid.IntRange(-4, 7), 0, 5).Draw(g.T, "set") }
	switch g.int(0, 10, "iff") {
	case 0:
		ts := g.truths(0, 4)
		m.OrIff(b.x, varsOf(ts)...)
		return is("or_iff", func(a []int) bool { return slices.Contains(valuesOf(ts, a), 1) })
	case 1:
		ts := g.truths(0, 4)
		m.AndIff(b.x, varsOf(ts)...)
		return is("and_iff", func(a []int) bool { return !slices.Contains(valuesOf(ts, a), 0) })
	case 2:
		x, y, op, c := g.term(), g.term(), g.op(), g.int(-2, 2, "c")
		m.CompareIff(b.x, x.x, op, y.x, c)
		return is("compare_iff", func(a []int) bool { return ops[op](x.of(a), y.of(a)+c) })
	case 3:
		x, vs := g.term(), set()
		m.InIff(b.x, x.x, vs)
		return is("in_iff", func(a []int) bool { return slices.Contains(vs, x.of(a)) })
	case 4:
		x, vs := g.term(), set()
		m.In(x.x, vs)
		return rule{"in", func(a []int) bool { return slices.Contains(vs, x.of(a)) }}
	case 5:
		ts := g.terms(0, 3)
		tuples := make([][]int, g.int(0, 6, "tuples"))
		for i := range tuples {
			tuples[i] = make([]int, len(ts))
			for j := range tuples[i] {
				tuples[i][j] = g.int(-3, 5, "value")
			}
		}
		m.TableIff(b.x, varsOf(ts), tuples)
		return is("table_iff", func(a []int) bool {
			vs := valuesOf(ts, a)
			return slices.ContainsFunc(tuples, func(t []int) bool { return slices.Equal(t, vs) })
		})
	case 6:
		ts := g.terms(0, 4)
		m.AllDifferentIff(b.x, varsOf(ts)...)
		return is("all_different_iff", func(a []int) bool {
			vs := valuesOf(ts, a)
			slices.Sort(vs)
			return len(slices.Compact(vs)) == len(ts)
		})
	case 7, 8:
		xs, ys, strict := g.terms(0, 3), g.terms(0, 3), rapid.Bool().Draw(g.T, "strict")
		if strict {
			m.LexLessIff(b.x, varsOf(xs), varsOf(ys))
		} else {
			m.LexLessEqualIff(b.x, varsOf(xs), varsOf(ys))
		}
		return is("lex_iff", func(a []int) bool {
			c := slices.Compare(valuesOf(xs, a), valuesOf(ys, a))
			return c < 0 || c == 0 && !strict
		})
	case 9:
		index, r := g.term(), g.term()
		values := rapid.SliceOfN(rapid.IntRange(-3, 5), 0, 5).Draw(g.T, "values")
		m.ElementOf(index.x, values, r.x)
		return rule{"element_of", func(a []int) bool {
			i := index.of(a)
			return 0 <= i && i < len(values) && values[i] == r.of(a)
		}}
	default:
		x, y, z := g.term(), g.term(), g.term()
		m.Pow(x.x, y.x, z.x)
		return rule{"pow", func(a []int) bool { return isPower(x.of(a), y.of(a), z.of(a)) }}
	}
}

// isPower reports whether z is x to the power of y, by multiplication. All are
// small.
func isPower(x, y, z int) bool {
	power := 1
	for range max(y, -y) {
		if power *= x; max(power, -power) > 1<<30 {
			return y < 0 && z == 0
		}
	}
	if y < 0 {
		return x != 0 && z == 1/power
	}
	return z == power
}
