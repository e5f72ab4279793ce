package flatzinc

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

// Natives that list what is allowed: tables, automata, diagrams.
func init() {
	for _, kind := range []string{"int i I", "bool b B"} {
		var name, small, capital string
		fmt.Sscan(kind, &name, &small, &capital)
		stated("clew_table_"+name, "*"+small+" *"+capital, nil,
			func(b *builder, c *call) { b.m.Table(c.views(b, 0), b.rows(c)) },
			func(b *builder, c *call, holds clew.Var) {
				b.m.TableIff(holds, c.views(b, 0), b.rows(c))
			})
	}
	builtins["clew_table_int"].tighten = func(b *builder, c *call) {
		refs, flat := c.refs(b, 0), c.ints(b, 1)
		for i, r := range refs {
			lo, hi := int64(unboundedHi), int64(unboundedLo)
			for k := i; k < len(flat); k += len(refs) {
				lo, hi = min(lo, flat[k]), max(hi, flat[k])
			}
			if lo <= hi {
				b.bound(r, lo, hi)
			}
		}
	}
	machine := func(name, args string, read func(b *builder, c *call) *automaton) {
		stated(name, args, nil,
			func(b *builder, c *call) {
				if a := read(b, c); b.err == nil {
					b.postAutomaton(c, c.refs(b, 0), a)
				}
			},
			func(b *builder, c *call, holds clew.Var) {
				if a := read(b, c); b.err == nil {
					b.automatonHolds(c, c.refs(b, 0), a, holds)
				}
			})
	}
	machine("clew_regular", "*i I I *I I S", (*builder).regular)
	machine("clew_regular_nfa", "*i I I *S I S", (*builder).regularNFA)
	machine("clew_mdd", "*i I *I I *I *S *I", (*builder).diagram)
}

// rows returns the rows of a table that the domains of its variables allow.
func (b *builder) rows(c *call) [][]int {
	refs, flat := c.refs(b, 0), c.ints(b, 1)
	n := len(refs)
	switch {
	case n == 0 && len(flat) == 0:
		return nil
	case n == 0 || len(flat)%n != 0:
		b.fail(c.args[1].at, fmt.Sprintf("a table of %d numbers", len(flat)), fmt.Sprintf("rows of %d", n))
		return nil
	}
	var rows [][]int
	for row := range slices.Chunk(flat, n) {
		tuple := make([]int, n)
		possible := true
		for i, v := range row {
			lo, hi := b.bounds(refs[i])
			possible = possible && v >= lo && v <= hi
			tuple[i] = int(v)
		}
		if possible {
			rows = append(rows, tuple)
		}
	}
	return rows
}

// newAutomaton checks the numbers of states, from 1, and the accepting ones.
func (b *builder) newAutomaton(c *call, states, start int64, accepting *domain) *automaton {
	if states < 1 || states > maxStates {
		b.fail(c.at, fmt.Sprintf("an automaton of %d states", states), fmt.Sprintf("1..%d", maxStates))
		return nil
	}
	if start < 1 || start > states {
		b.fail(c.at, fmt.Sprintf("the start state %d", start), fmt.Sprintf("one in 1..%d", states))
		return nil
	}
	a := &automaton{start: int(start - 1), accept: make([]bool, states), arcs: make([][]arc, states)}
	for i := range a.accept {
		a.accept[i] = accepting.has(int64(i + 1))
	}
	return a
}

// hasTransitions reports whether there are n transitions for each of q states and
// s symbols; if not it fails.
func (b *builder) hasTransitions(c *call, n int, q, s int64) bool {
	if s < 0 || s > maxStates || int64(n) != q*s {
		b.fail(c.args[3].at, fmt.Sprintf("%d transitions", n), fmt.Sprintf("%d states times %d symbols", q, s))
		return false
	}
	return true
}

// regular reads regular(x, Q, S, d, q0, F).
func (b *builder) regular(c *call) *automaton {
	q, s, next := c.int(1), c.int(2), c.ints(b, 3)
	a := b.newAutomaton(c, q, c.int(4), c.set(b, 5))
	if a == nil || !b.hasTransitions(c, len(next), q, s) {
		return nil
	}
	for i, to := range next {
		if to < 0 || to > q {
			b.fail(c.args[3].at, fmt.Sprintf("a transition to state %d", to), fmt.Sprintf("one to 0..%d", q))
			return nil
		}
		if to > 0 {
			from := int64(i) / s
			v := int64(i)%s + 1
			a.arcs[from] = append(a.arcs[from], arc{span(v, v), int(to - 1)})
		}
	}
	return a
}

// regularNFA reads regular_nfa(x, Q, S, d, q0, F).
func (b *builder) regularNFA(c *call) *automaton {
	q, s, next := c.int(1), c.int(2), c.sets(b, 3)
	a := b.newAutomaton(c, q, c.int(4), c.set(b, 5))
	if a == nil || !b.hasTransitions(c, len(next), q, s) {
		return nil
	}
	for i, d := range next {
		from := int64(i) / s
		v := int64(i)%s + 1
		reached := d.meet(span(1, q))
		reached.each(func(to int64) {
			a.arcs[from] = append(a.arcs[from], arc{span(v, v), int(to - 1)})
		})
	}
	return a
}

// diagram reads mdd(x, N, level, E, from, label, to).
func (b *builder) diagram(c *call) *automaton {
	n, e := c.int(1), c.int(3)
	level, from, label, to := c.ints(b, 2), c.ints(b, 4), c.sets(b, 5), c.ints(b, 6)
	if int64(len(level)) != n || int64(len(from)) != e || int64(len(label)) != e || int64(len(to)) != e {
		b.fail(c.at, "arrays of other lengths than the numbers of nodes and edges", "one level for each node, one origin, label and end for each edge")
		return nil
	}
	// State N+1 is the true node.
	accepting := span(n+1, n+1)
	a := b.newAutomaton(c, n+1, 1, &accepting)
	if a == nil {
		return nil
	}
	for i := range from {
		if from[i] < 1 || from[i] > n || to[i] < 0 || to[i] > n {
			b.fail(c.at, fmt.Sprintf("an edge from node %d to %d", from[i], to[i]), fmt.Sprintf("nodes in 1..%d, or to 0", n))
			return nil
		}
		end := to[i] - 1
		if to[i] == 0 {
			end = n
		}
		a.arcs[from[i]-1] = append(a.arcs[from[i]-1], arc{*label[i], int(end)})
	}
	return a
}
