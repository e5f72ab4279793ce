package clew_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/clewsolver/clew"
	"pgregory.net/rapid"
)

// A term is a variable or a view of one, kept beside the test's own reading of
// it, so that views are not checked against themselves.
type term struct {
	x  clew.Var
	of func(a []int) int // its value in an assignment of all variables
}

// A rule is a constraint as a truth function of an assignment.
type rule struct {
	name  string
	holds func(a []int) bool
}

// randomModel draws a model of a few constraints, with the truth of each.
func randomModel(t *rapid.T) (m *clew.Model, vars []clew.Var, domains [][]int, shown []int, rules []rule) {
	m = clew.NewModel("random")
	n := rapid.IntRange(1, 5).Draw(t, "vars")
	for i := range n {
		values := rapid.SliceOfNDistinct(rapid.IntRange(-3, 5), 1, 4, rapid.ID).Draw(t, "domain")
		slices.Sort(values)
		domains = append(domains, values)
		vars = append(vars, m.IntVarOf(fmt.Sprintf("x%d", i), values...))
	}
	if rapid.Bool().Draw(t, "project") {
		var names []string
		for i := range n {
			if rapid.Bool().Draw(t, "show") {
				names = append(names, fmt.Sprintf("x%d", i))
				shown = append(shown, i)
			}
		}
		m.Show(names...)
	} else {
		for i := range n {
			shown = append(shown, i)
		}
	}
	g := &modelGen{t, m, vars, domains}
	for range rapid.IntRange(0, 5).Draw(t, "constraints") {
		switch g.int(0, 6, "family") {
		case 0:
			rules = append(rules, g.graphConstraint())
		case 1:
			rules = append(rules, g.scheduling())
		case 2:
			rules = append(rules, g.iff())
		default:
			rules = append(rules, g.constraint())
		}
	}
	return m, vars, domains, shown, rules
}

type modelGen struct {
	*rapid.T
	m       *clew.Model
	vars    []clew.Var
	domains [][]int
}

func (g *modelGen) int(lo, hi int, label string) int { return rapid.IntRange(lo, hi).Draw(g.T, label) }

func (g *modelGen) term() term {
	i := g.int(0, len(g.vars)-1, "var")
	switch x := g.vars[i]; g.int(0, 6, "view") {
	case 6:
		return g.truthOf(term{x, func(a []int) int { return a[i] }})
	case 0:
		c := g.int(-2, 2, "c")
		return term{x.Plus(c), func(a []int) int { return a[i] + c }}
	case 1:
		return term{x.Neg(), func(a []int) int { return -a[i] }}
	case 2:
		k := g.int(-2, 3, "k")
		return term{x.Times(k).Minus(1), func(a []int) int { return k*a[i] - 1 }}
	default:
		return term{x, func(a []int) int { return a[i] }}
	}
}

func (g *modelGen) terms(lo, hi int) []term {
	ts := make([]term, g.int(lo, hi, "n"))
	for i := range ts {
		ts[i] = g.term()
	}
	return ts
}

// truth draws a truth view.
func (g *modelGen) truth() term {
	return g.truthOf(g.term())
}

// truthOf draws a truth view of x.
func (g *modelGen) truthOf(x term) term {
	v := g.int(-3, 5, "v")
	pick := func(b clew.Var, f func(k int) bool) term {
		return term{b, func(a []int) int {
			if f(x.of(a)) {
				return 1
			}
			return 0
		}}
	}
	switch g.int(0, 4, "truth") {
	case 0:
		return pick(x.x.Is(v), func(k int) bool { return k == v })
	case 1:
		return pick(x.x.IsNot(v), func(k int) bool { return k != v })
	case 2:
		return pick(x.x.AtLeast(v), func(k int) bool { return k >= v })
	case 3:
		return pick(x.x.AtMost(v), func(k int) bool { return k <= v })
	default:
		return pick(x.x.AtMost(v).Not(), func(k int) bool { return k > v })
	}
}

func (g *modelGen) truths(lo, hi int) []term {
	ts := make([]term, g.int(lo, hi, "n"))
	for i := range ts {
		ts[i] = g.truth()
	}
	return ts
}

func varsOf(ts []term) []clew.Var {
	xs := make([]clew.Var, len(ts))
	for i, t := range ts {
		xs[i] = t.x
	}
	return xs
}

func valuesOf(ts []term, a []int) []int {
	vs := make([]int, len(ts))
	for i, t := range ts {
		vs[i] = t.of(a)
	}
	return vs
}

var ops = map[clew.Op]func(a, b int) bool{
	clew.EQ: func(a, b int) bool { return a == b },
	clew.NE: func(a, b int) bool { return a != b },
	clew.LT: func(a, b int) bool { return a < b },
	clew.LE: func(a, b int) bool { return a <= b },
	clew.GT: func(a, b int) bool { return a > b },
	clew.GE: func(a, b int) bool { return a >= b },
}

func (g *modelGen) op() clew.Op {
	return rapid.SampledFrom([]clew.Op{clew.EQ, clew.NE, clew.LT, clew.LE, clew.GT, clew.GE}).Draw(g.T, "op")
}

// constraint posts one random constraint and returns its truth.
func (g *modelGen) constraint() rule {
	m := g.m
	sum := func(cs []int, ts []term, a []int) int {
		s := 0
		for i, c := range cs {
			s += c * ts[i].of(a)
		}
		return s
	}
	switch kind := g.int(0, 22, "kind"); kind {
	case 0:
		ts := g.terms(0, 4)
		m.AllDifferentAt(rapid.SampledFrom([]clew.Strength{clew.ByValue, clew.ByBounds, clew.ByDomain}).Draw(g.T, "at"), varsOf(ts)...)
		return rule{"all_different", func(a []int) bool {
			vs := valuesOf(ts, a)
			slices.Sort(vs)
			return len(slices.Compact(vs)) == len(ts)
		}}
	case 1, 2, 3:
		ts, op, rhs := g.terms(0, 4), g.op(), g.int(-6, 8, "rhs")
		cs := make([]int, len(ts))
		for i := range cs {
			cs[i] = g.int(-2, 3, "coef")
		}
		switch b := g.truth(); kind {
		case 1:
			m.Linear(cs, varsOf(ts), op, rhs)
			return rule{"linear", func(a []int) bool { return ops[op](sum(cs, ts, a), rhs) }}
		case 2:
			m.LinearIff(b.x, cs, varsOf(ts), op, rhs)
			return rule{"linear_iff", func(a []int) bool { return ops[op](sum(cs, ts, a), rhs) == (b.of(a) == 1) }}
		default:
			m.LinearIf(b.x, cs, varsOf(ts), op, rhs)
			return rule{"linear_if", func(a []int) bool { return b.of(a) == 0 || ops[op](sum(cs, ts, a), rhs) }}
		}
	case 4:
		x, y, op, c := g.term(), g.term(), g.op(), g.int(-2, 2, "c")
		m.Compare(x.x, op, y.x, c)
		return rule{"compare", func(a []int) bool { return ops[op](x.of(a), y.of(a)+c) }}
	case 5:
		ts := g.terms(0, 4)
		set := rapid.SliceOfN(rapid.IntRange(-4, 8), 0, 5).Draw(g.T, "set")
		m.SumIn(varsOf(ts), set)
		return rule{"sum_in", func(a []int) bool {
			s := 0
			for _, t := range ts {
				s += t.of(a)
			}
			return slices.Contains(set, s)
		}}
	case 6:
		index, ts, r := g.term(), g.terms(0, 4), g.term()
		m.Element(index.x, varsOf(ts), r.x)
		return rule{"element", func(a []int) bool {
			i := index.of(a)
			return 0 <= i && i < len(ts) && ts[i].of(a) == r.of(a)
		}}
	case 7, 8:
		ts := g.terms(0, 3)
		tuples := make([][]int, g.int(0, 6, "tuples"))
		for i := range tuples {
			tuples[i] = make([]int, len(ts))
			for j := range tuples[i] {
				tuples[i][j] = g.int(-3, 5, "value")
			}
		}
		in := func(a []int) bool {
			vs := valuesOf(ts, a)
			return slices.ContainsFunc(tuples, func(t []int) bool { return slices.Equal(t, vs) })
		}
		if kind == 7 {
			m.Table(varsOf(ts), tuples)
			return rule{"table", in}
		}
		m.NotTable(varsOf(ts), tuples)
		return rule{"not_table", func(a []int) bool { return !in(a) }}
	case 9:
		ts := g.terms(0, 4)
		a := &clew.Automaton{States: g.int(1, 3, "states"), Symbols: []int32{-1, 0, 1, 2}}
		for range a.States {
			a.Accept = append(a.Accept, rapid.Bool().Draw(g.T, "accept"))
			for range a.Symbols {
				a.Next = append(a.Next, int32(g.int(-1, a.States-1, "next")))
			}
		}
		m.Regular(varsOf(ts), a)
		return rule{"regular", func(as []int) bool {
			q := a.Start
			for _, t := range ts {
				i := slices.Index(a.Symbols, int32(t.of(as)))
				if i < 0 || a.Next[q*len(a.Symbols)+i] < 0 {
					return false
				}
				q = int(a.Next[q*len(a.Symbols)+i])
			}
			return a.Accept[q]
		}}
	case 10:
		ts, v, c := g.terms(0, 4), g.term(), g.term()
		m.Count(varsOf(ts), v.x, c.x)
		return rule{"count", func(a []int) bool {
			n := 0
			for _, t := range ts {
				if t.of(a) == v.of(a) {
					n++
				}
			}
			return n == c.of(a)
		}}
	case 11:
		ts, c := g.terms(0, 4), g.term()
		set := rapid.SliceOfN(rapid.IntRange(-3, 5), 0, 4).Draw(g.T, "set")
		m.Among(varsOf(ts), set, c.x)
		return rule{"among", func(a []int) bool {
			n := 0
			for _, t := range ts {
				if slices.Contains(set, t.of(a)) {
					n++
				}
			}
			return n == c.of(a)
		}}
	case 12:
		ts := g.terms(0, 4)
		values := rapid.SliceOfNDistinct(rapid.IntRange(-2, 4), 0, 3, rapid.ID).Draw(g.T, "values")
		counts := make([]term, len(values))
		for i := range counts {
			counts[i] = g.term()
		}
		closed := rapid.Bool().Draw(g.T, "closed")
		m.Cardinality(varsOf(ts), values, varsOf(counts), closed)
		return rule{"cardinality", func(a []int) bool {
			n := make([]int, len(values))
			for _, t := range ts {
				i := slices.Index(values, t.of(a))
				if i >= 0 {
					n[i]++
				} else if closed {
					return false
				}
			}
			return slices.Equal(n, valuesOf(counts, a))
		}}
	case 13, 14:
		ts := g.truths(0, 4)
		ones := func(a []int) int {
			n := 0
			for _, t := range ts {
				n += t.of(a)
			}
			return n
		}
		if kind == 13 {
			m.Or(varsOf(ts)...)
			return rule{"or", func(a []int) bool { return ones(a) > 0 }}
		}
		m.Xor(varsOf(ts)...)
		return rule{"xor", func(a []int) bool { return ones(a)%2 == 1 }}
	case 15, 16, 17, 18:
		x, y, z := g.term(), g.term(), g.term()
		switch kind {
		case 15:
			m.Times(x.x, y.x, z.x)
			return rule{"times", func(a []int) bool { return z.of(a) == x.of(a)*y.of(a) }}
		case 16:
			m.Div(x.x, y.x, z.x)
			return rule{"div", func(a []int) bool { return y.of(a) != 0 && z.of(a) == x.of(a)/y.of(a) }}
		case 17:
			m.Mod(x.x, y.x, z.x)
			return rule{"mod", func(a []int) bool { return y.of(a) != 0 && z.of(a) == x.of(a)%y.of(a) }}
		default:
			m.Distance(x.x, y.x, z.x)
			return rule{"distance", func(a []int) bool { d := x.of(a) - y.of(a); return z.of(a) == max(d, -d) }}
		}
	case 19:
		x, z := g.term(), g.term()
		m.Abs(x.x, z.x)
		return rule{"abs", func(a []int) bool { return z.of(a) == max(x.of(a), -x.of(a)) }}
	case 20:
		ts, z, least := g.terms(0, 4), g.term(), rapid.Bool().Draw(g.T, "min")
		if least {
			m.Min(z.x, varsOf(ts)...)
		} else {
			m.Max(z.x, varsOf(ts)...)
		}
		return rule{"min/max", func(a []int) bool {
			vs := valuesOf(ts, a)
			return len(vs) > 0 && (least && slices.Min(vs) == z.of(a) || !least && slices.Max(vs) == z.of(a))
		}}
	case 21:
		n := g.int(0, 2, "n")
		f, h := g.terms(n, n), g.terms(n, n)
		m.Inverse(varsOf(f), varsOf(h))
		return rule{"inverse", func(a []int) bool {
			fs, hs := valuesOf(f, a), valuesOf(h, a)
			for i := range fs {
				if fs[i] < 0 || fs[i] >= n || hs[i] < 0 || hs[i] >= n || hs[fs[i]] != i || fs[hs[i]] != i {
					return false
				}
			}
			return true
		}}
	default:
		xs, ys, strict := g.terms(0, 3), g.terms(0, 3), rapid.Bool().Draw(g.T, "strict")
		if strict {
			m.LexLess(varsOf(xs), varsOf(ys))
		} else {
			m.LexLessEqual(varsOf(xs), varsOf(ys))
		}
		return rule{"lex", func(a []int) bool {
			c := slices.Compare(valuesOf(xs, a), valuesOf(ys, a))
			return c < 0 || c == 0 && !strict
		}}
	}
}

// bruteForce lists the distinct assignments of the shown variables that
// satisfy the rules, in lexicographic order.
func bruteForce(domains [][]int, shown []int, rules []rule) []string {
	set := map[string]bool{}
	a := make([]int, len(domains))
	var rec func(i int)
	rec = func(i int) {
		if i == len(domains) {
			for _, r := range rules {
				if !r.holds(a) {
					return
				}
			}
			var vs []int
			for _, j := range shown {
				vs = append(vs, a[j])
			}
			set[key(vs)] = true
			return
		}
		for _, v := range domains[i] {
			a[i] = v
			rec(i + 1)
		}
	}
	rec(0)
	return sortedKeys(set)
}

func key(vs []int) string {
	s := ""
	for _, v := range vs {
		s += fmt.Sprintf("%03d ", v+100)
	}
	return s
}

func sortedKeys(set map[string]bool) []string {
	var keys []string
	for k := range set {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// TestRandomModels compares every method and branching with brute force: the
// same set of answers, none twice, and for an order that fixes it the same
// sequence.
func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, vars, domains, shown, rules := randomModel(t)
		if m.Err() != nil {
			t.Fatal(m.Err())
		}
		want := bruteForce(domains, shown, rules)
		names := ""
		for _, r := range rules {
			names += r.name + " "
		}
		check := func(label string, ordered bool, opts ...clew.Option) {
			var got []string
			for s, err := range clew.All(context.Background(), m, opts...) {
				if err != nil {
					t.Fatalf("%s: %v", label, err)
				}
				got = append(got, key(s.Values()))
			}
			if !ordered {
				sort.Strings(got)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s, constraints %s, domains %v, shown %v:\ngot  %q\nwant %q", label, names, domains, shown, got, want)
			}
		}
		check("plain", true, clew.WithMethod(clew.Plain))
		for _, order := range []clew.Order{clew.InputOrder, clew.FirstFail, clew.DomWdeg} {
			for _, values := range []clew.ValueOrder{clew.Ascending, clew.Descending, clew.Split, clew.Middle} {
				ordered := order == clew.InputOrder && (values == clew.Ascending || values == clew.Split)
				check(fmt.Sprint("propagate ", order, values), ordered,
					clew.WithMethod(clew.Propagate), clew.WithOrder(order), clew.WithValues(values))
			}
		}
		for _, order := range []clew.Order{clew.InputOrder, clew.FirstFail, clew.DomWdeg} {
			for _, values := range []clew.ValueOrder{clew.Ascending, clew.Split, clew.Middle} {
				check(fmt.Sprint("learn ", order, values), false,
					clew.WithMethod(clew.Learn), clew.WithOrder(order), clew.WithValues(values))
			}
		}
		for _, order := range []clew.Order{clew.InputOrder, clew.FirstFail} {
			// Learning takes over at the first failure, whatever it gains.
			check(fmt.Sprint("auto ", order), false, clew.WithAutoLimits(1, 0), clew.WithOrder(order))
		}
		check("learn free", false, clew.WithMethod(clew.Learn), clew.WithFree())
		checkVerbs(t, m, want)
		checkSide(t, m, vars, domains, shown, want)
	})
}

// checkVerbs compares the other verbs, and cut-short runs, with the list.
func checkVerbs(t *rapid.T, m *clew.Model, want []string) {
	ctx := context.Background()
	n, err := clew.Count(ctx, m)
	if err != nil || n.Int64() != int64(len(want)) {
		t.Fatalf("count %v, %v; want %d", n, err, len(want))
	}
	for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
		n, err = clew.Count(ctx, m, clew.WithMethod(method))
		if err != nil || n.Int64() != int64(len(want)) {
			t.Fatalf("count by %s %v, %v; want %d", method, n, err, len(want))
		}
	}
	s, err := clew.Solve(ctx, m)
	if err != nil || (s == nil) != (len(want) == 0) {
		t.Fatalf("solve %v, %v; want one of %q", s, err, want)
	}
	if s != nil && !slices.Contains(want, key(s.Values())) {
		t.Fatalf("solve gave %v, which is no answer", s)
	}
	u, err := clew.Unique(ctx, m)
	if err != nil || len(u.Solutions) != min(len(want), 2) || len(want) > 1 && len(u.Differ()) == 0 {
		t.Fatalf("unique %v, %v; want %q", u, err, want)
	}
	limit := rapid.Int64Range(1, 4).Draw(t, "limit")
	n, err = clew.Count(ctx, m, clew.Limit(limit))
	if cut := int64(len(want)) >= limit; cut != errors.Is(err, clew.ErrLimit) || n.Int64() != min(limit, int64(len(want))) {
		t.Fatalf("count with limit %d: %v, %v; there are %d", limit, n, err, len(want))
	}
}

// checkSide adds x = v or x != v for a shown variable x to the model and
// compares the count with the answers that have it so. Together with the full
// list this is count(P) = count(P, x = v) + count(P, x != v).
func checkSide(t *rapid.T, m *clew.Model, vars []clew.Var, domains [][]int, shown []int, want []string) {
	if len(shown) == 0 {
		return
	}
	at := rapid.IntRange(0, len(shown)-1).Draw(t, "side of")
	i := shown[at]
	v := rapid.SampledFrom(domains[i]).Draw(t, "value")
	op := rapid.SampledFrom([]clew.Op{clew.EQ, clew.NE}).Draw(t, "side")
	m.Linear([]int{1}, vars[i:i+1], op, v)
	n := int64(0)
	for _, w := range want {
		if has := w[4*at:4*at+4] == key([]int{v}); has == (op == clew.EQ) {
			n++
		}
	}
	got, err := clew.Count(context.Background(), m)
	if err != nil || got.Int64() != n {
		t.Fatalf("with x%d %v %d: count %v, %v; want %d", i, op, v, got, err, n)
	}
}
