package xcsp3

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// star stands in a tuple for any value.
const star = math.MinInt

// tuples are those of an <extension>, as they are written.
type tuples struct {
	rows    [][]int
	width   int
	starred bool
	shared  *clew.Tuples // rows, where none is starred
}

func (c *call) intension() {
	c.only("function")
	e := c.e
	if len(e.children) > 0 {
		e = c.need("function")
	}
	c.post(c.scan(e, c.args).one(), true)
}

func (c *call) extension() {
	c.only("list", "supports", "conflicts")
	if t, ok := c.e.attr("type"); ok && t != "ordinary" {
		c.unsupportedAt(c.e.at, "an <extension> of type "+input.Quote(t))
	}
	xs := c.list("list")
	supports, conflicts := c.e.child("supports"), c.e.child("conflicts")
	e, positive := supports, true
	if supports == nil {
		e, positive = conflicts, false
	}
	if (supports == nil) == (conflicts == nil) {
		c.failAt(c.e.at, "<extension> without <supports> or <conflicts>, or with both", "one of them")
	}
	if len(xs) == 1 && !strings.Contains(e.text, "(") {
		if strings.Contains(e.text, "*") {
			c.unsupportedAt(e.at, "* for the values of a single variable")
		}
		set := c.scan(e, c.args).values().normal()
		c.memberForm(c.form(xs[0]), set, positive)
		return
	}
	t, ok := e.cache.(*tuples)
	if !ok {
		t = c.tuples(e)
		e.cache = t
	}
	if len(t.rows) == 0 {
		if positive {
			c.m.Or()
		}
		return
	}
	if t.width != len(xs) {
		c.failAt(e.at, fmt.Sprintf("tuples of %d values", t.width), fmt.Sprintf("%d values, as the list has variables", len(xs)))
	}
	switch {
	case positive && t.starred:
		c.shortTable(xs, t.rows)
	case positive:
		c.m.TableOf(c.views(xs), t.shared)
	case t.starred:
		c.shortConflicts(xs, t.rows)
	default:
		c.m.NotTableOf(c.views(xs), t.shared)
	}
}

// tuples reads (1,2,*)(3,4,5). Tuples with a value beyond the range of values
// match nothing and are left out.
func (c *call) tuples(e *element) *tuples {
	s := c.scan(e, nil)
	t := &tuples{}
	n := -1
	var flat []int // backs many rows, so that a large table is few allocations
	for s.blank() {
		s.expect('(')
		start, inRange := len(flat), true
		for {
			s.blankWithin()
			if s.peek() == '*' {
				s.i++
				t.starred = true
				flat = append(flat, star)
			} else if isLetter(s.peek()) && len(c.symbols) > 0 {
				flat = append(flat, c.intern(s.word()))
			} else {
				v := s.integer()
				inRange = inRange && -clew.MaxValue <= v && v <= clew.MaxValue
				flat = append(flat, v)
			}
			s.blankWithin()
			if s.peek() != ',' {
				break
			}
			s.i++
		}
		if s.peek() != ')' {
			s.fail(s.found(), `a tuple as "(1,2)"`)
		}
		s.i++
		row := flat[start:len(flat):len(flat)]
		if n < 0 {
			n = len(row)
		}
		if len(row) != n {
			s.fail(fmt.Sprintf("a tuple of %d values", len(row)), fmt.Sprintf("%d, as in the first tuple", n))
		}
		if inRange {
			t.rows = append(t.rows, row)
		}
		if cap(flat)-len(flat) < n {
			flat = make([]int, 0, 1024*n)
		}
	}
	if t.width = n; !t.starred && n >= 0 {
		t.shared = clew.NewTuples(n, t.rows)
		t.rows = slices.Clone(t.rows[:min(len(t.rows), 1)]) // not needed any more
	}
	return t
}

// maxExpanded bounds the tuples that a table with * may become.
const maxExpanded = 1 << 14

// shortTable states that xs are one of the tuples. A few * are written out.
// Else a helper tells which tuple it is, and a table joins it to each variable:
// these meet in one variable only, so that the decomposition prunes as much as
// the whole. Where tuples overlap, the helper is open when xs are known; it is
// hidden, and one value of it is enough.
func (c *call) shortTable(xs []*expr, rows [][]int) {
	forms := make([]number, len(xs))
	for i, x := range xs {
		forms[i] = c.number(c.form(x))
	}
	total := 0.0
	for _, row := range rows {
		n := 1.0
		for i, v := range row {
			if v == star {
				n *= float64(len(c.valuesOf(xs[i], forms[i])))
			}
		}
		total += n
	}
	vs := c.views(xs)
	if total <= maxExpanded {
		var out [][]int
		for _, row := range rows {
			out = c.expanded(out, row, xs, forms)
		}
		c.m.Table(vs, out)
		return
	}
	which := c.fresh(0, len(rows)-1)
	for i := range xs {
		var pairs [][]int
		for j, row := range rows {
			if row[i] != star {
				pairs = append(pairs, []int{j, row[i]})
				continue
			}
			for _, v := range c.valuesOf(xs[i], forms[i]) {
				pairs = append(pairs, []int{j, v})
			}
		}
		c.m.Table([]clew.Var{which.v, vs[i]}, pairs)
	}
}

// expanded appends the tuples that row stands for.
func (c *call) expanded(out [][]int, row []int, xs []*expr, forms []number) [][]int {
	for i, v := range row {
		if v != star {
			continue
		}
		for _, v := range c.valuesOf(xs[i], forms[i]) {
			next := append([]int(nil), row...)
			next[i] = v
			out = c.expanded(out, next, xs, forms)
		}
		return out
	}
	return append(out, row)
}

// valuesOf returns the values that an expression equal to x may have.
func (b *builder) valuesOf(e *expr, x number) []int {
	if e.op == opVar {
		return e.v.domain.list()
	}
	return ranges{{x.lo, x.hi}}.list()
}

// shortConflicts states that xs are none of the tuples, each of which is a
// clause.
func (c *call) shortConflicts(xs []*expr, rows [][]int) {
	vs := c.views(xs)
	for _, row := range rows {
		var lits []clew.Var
		for i, v := range row {
			if v != star {
				lits = append(lits, vs[i].IsNot(v))
			}
		}
		c.m.Or(lits...)
	}
}

func (c *call) instantiation() {
	c.only("list", "values")
	xs, ks := c.list("list"), c.integers("values")
	c.same("values", len(xs), len(ks))
	for i, x := range xs {
		c.linear(c.form(x), clew.EQ, constantForm(ks[i]))
	}
}

func (c *call) clause() {
	c.only("list")
	xs := c.main()
	lits := make([]clew.Var, len(xs))
	for i, x := range xs {
		lits[i] = c.literal(x, true)
	}
	c.m.Or(lits...)
}
