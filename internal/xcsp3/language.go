package xcsp3

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
)

// transition leads from a state to another by a value.
type transition struct {
	from, to int
	value    int
}

// machine is a finite automaton as it is written: states have names.
type machine struct {
	transitions []transition
	states      map[string]int
}

func (m *machine) state(name string) int {
	q, ok := m.states[name]
	if !ok {
		q = len(m.states)
		m.states[name] = q
	}
	return q
}

func (c *call) regular() {
	c.only("list", "transitions", "start", "final")
	xs, e := c.list("list"), c.need("transitions")
	a, ok := e.cache.(*clew.Automaton)
	if !ok {
		m := c.machine(e)
		start := m.state(strings.TrimSpace(c.need("start").text))
		var final []int
		for _, name := range strings.Fields(c.need("final").text) {
			final = append(final, m.state(name))
		}
		a = c.deterministic(m, start, func(q int) bool { return slices.Contains(final, q) })
		e.cache = a
	}
	c.m.Regular(c.views(xs), a)
}

// mdd reads a decision diagram, which is an automaton whose words have one
// length. It begins at the first state named.
func (c *call) mdd() {
	c.only("list", "transitions")
	xs, e := c.list("list"), c.need("transitions")
	a, ok := e.cache.(*clew.Automaton)
	if !ok {
		m := c.machine(e)
		if len(m.transitions) == 0 {
			c.failAt(e.at, "no transition", "at least one")
		}
		a = c.deterministic(m, m.transitions[0].from, func(int) bool { return true })
		e.cache = a
	}
	c.m.Regular(c.views(xs), a)
}

// machine reads (q,1,r)(q,2,s).
func (c *call) machine(e *element) *machine {
	m := &machine{states: map[string]int{}}
	s := c.scan(e, nil)
	name := func() string {
		s.blankWithin()
		from := s.i
		for s.i < len(s.text) && !isBlank(s.text[s.i]) && !strings.ContainsRune("(),", rune(s.text[s.i])) {
			s.i++
		}
		if s.i == from {
			s.fail(s.found(), "the name of a state")
		}
		text := s.text[from:s.i]
		s.blankWithin()
		return text
	}
	comma := func() {
		if s.peek() != ',' {
			s.fail(s.found(), `a transition as "(q,1,r)"`)
		}
		s.i++
	}
	for s.blank() {
		s.expect('(')
		from := m.state(name())
		comma()
		s.blankWithin()
		if next := s.peek(); !isDigit(next) && next != '-' && next != '+' {
			s.unsupported("the transition " + s.found() + " whose value is no integer")
		}
		value := s.integer()
		s.blankWithin()
		comma()
		to := m.state(name())
		if s.peek() != ')' {
			s.fail(s.found(), `a transition as "(q,1,r)"`)
		}
		s.i++
		if -clew.MaxValue <= value && value <= clew.MaxValue {
			m.transitions = append(m.transitions, transition{from, to, value})
		}
	}
	return m
}

// maxStates bounds the states of a deterministic automaton, maxTransitions its
// table of states by values.
const (
	maxStates      = 1 << 16
	maxTransitions = 1 << 24
)

// deterministic returns the automaton that accepts the words of m. States of
// it are sets of states of m (Rabin and Scott, 1959), single ones where m is
// deterministic.
func (c *call) deterministic(m *machine, start int, accepts func(q int) bool) *clew.Automaton {
	a := &clew.Automaton{}
	next := map[int]map[int][]int{} // state, value: states
	for _, t := range m.transitions {
		a.Symbols = append(a.Symbols, int32(t.value))
		if next[t.from] == nil {
			next[t.from] = map[int][]int{}
		}
		if !slices.Contains(next[t.from][t.value], t.to) {
			next[t.from][t.value] = append(next[t.from][t.value], t.to)
		}
	}
	slices.Sort(a.Symbols)
	a.Symbols = slices.Compact(a.Symbols)
	numbers := map[string]int{}
	var sets [][]int
	number := func(set []int) int32 {
		slices.Sort(set)
		set = slices.Compact(set)
		var key []byte
		for _, q := range set {
			key = append(strconv.AppendInt(key, int64(q), 10), ' ')
		}
		n, ok := numbers[string(key)]
		if !ok {
			if n = len(sets); n >= maxStates {
				c.unsupportedAt(c.e.at, fmt.Sprintf("an automaton that needs more than %d states", maxStates))
			}
			numbers[string(key)] = n
			sets = append(sets, set)
		}
		return int32(n)
	}
	number([]int{start})
	for i := 0; i < len(sets); i++ {
		c.poll()
		if len(sets)*len(a.Symbols) > maxTransitions {
			c.unsupportedAt(c.e.at, fmt.Sprintf("an automaton of more than %d transitions", maxTransitions))
		}
		set := sets[i]
		a.Accept = append(a.Accept, slices.ContainsFunc(set, accepts))
		for _, v := range a.Symbols {
			var to []int
			for _, q := range set {
				to = append(to, next[q][int(v)]...)
			}
			if len(to) == 0 {
				a.Next = append(a.Next, -1)
			} else {
				a.Next = append(a.Next, number(to))
			}
		}
	}
	a.States = len(sets)
	return a
}
