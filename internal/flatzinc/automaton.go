package flatzinc

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

// automaton is an automaton over integers, perhaps a non-deterministic one.
type automaton struct {
	start  int
	accept []bool
	arcs   [][]arc // from each state
}

// arc leads to a state by each of the values.
type arc struct {
	values domain
	to     int
}

// maxStates bounds the number of states of automata.
const maxStates = 1 << 24

// maxTransitions bounds the number of entries of the table of a deterministic
// automaton.
const maxTransitions = 1 << 25

// postAutomaton posts that a accepts the values of refs.
func (b *builder) postAutomaton(c *call, refs []ref, a *automaton) {
	if symbols := b.labels(refs, a); b.err == nil {
		if d := b.deterministic(c, symbols, a, false); d != nil {
			b.m.Regular(b.views(c, refs), d)
		}
	}
}

// automatonHolds posts that holds is the truth of a accepting the values of refs.
// The automaton gets a symbol more at the end, larger than all others, that says
// whether it did.
func (b *builder) automatonHolds(c *call, refs []ref, a *automaton, holds clew.Var) {
	symbols := b.allValues(c, refs)
	if b.err != nil {
		return
	}
	d := b.deterministic(c, symbols, a, true)
	if d == nil {
		return
	}
	no := int32(0)
	if n := len(symbols); n > 0 {
		no = symbols[n-1] + 1
	}
	if no+1 > clew.MaxValue {
		b.fail(c.at, "values up to the largest one", "smaller ones")
		return
	}
	b.m.Regular(append(b.views(c, refs), holds.Plus(int(no))), told(d, no))
}

// told returns d, which has a transition for each state and symbol, with the
// symbols no and no+1 that are taken after a refused and an accepted word.
func told(d *clew.Automaton, no int32) *clew.Automaton {
	n := len(d.Symbols)
	t := &clew.Automaton{States: d.States + 1, Start: d.Start, Symbols: append(d.Symbols, no, no+1)}
	end := int32(d.States)
	for q := range d.States {
		t.Next = append(t.Next, d.Next[q*n:(q+1)*n]...)
		if d.Accept[q] {
			t.Next = append(t.Next, -1, end)
		} else {
			t.Next = append(t.Next, end, -1)
		}
	}
	t.Next = append(t.Next, slices.Repeat([]int32{-1}, n+2)...)
	t.Accept = make([]bool, t.States)
	t.Accept[end] = true
	return t
}

// labels returns the values, ascending, that some arc bears and one of refs
// can take.
func (b *builder) labels(refs []ref, a *automaton) []int32 {
	lo, hi := b.hull(refs)
	used := map[int32]bool{}
	seen := map[domainKey]bool{}
	for _, arcs := range a.arcs {
		for _, arc := range arcs {
			d := arc.values.meet(span(lo, hi))
			if k := (domainKey{d.lo, d.hi}); d.values == nil {
				if d.empty() || seen[k] {
					continue
				}
				seen[k] = true
			}
			d.each(func(v int64) { used[int32(v)] = true })
		}
	}
	symbols := make([]int32, 0, len(used))
	for v := range used {
		symbols = append(symbols, v)
	}
	slices.Sort(symbols)
	return symbols
}

type domainKey struct{ lo, hi int64 }

// allValues returns the values that refs can take, ascending.
func (b *builder) allValues(c *call, refs []ref) []int32 {
	used := map[int32]bool{}
	for _, r := range refs {
		d := b.valuesOf(r)
		if d.size() > maxListed {
			b.fail(c.at, "a variable of too many values", "narrower ones")
			return nil
		}
		d.each(func(v int64) { used[int32(v)] = true })
	}
	symbols := make([]int32, 0, len(used))
	for v := range used {
		symbols = append(symbols, v)
	}
	slices.Sort(symbols)
	return symbols
}

// deterministic returns a deterministic automaton that accepts the words of a
// over the given symbols; if total, every state has a transition for each
// symbol. Its states are sets of a's (Rabin and Scott 1959), of which few have
// more than one state in practice. It returns nil after an error.
func (b *builder) deterministic(c *call, symbols []int32, a *automaton, total bool) *clew.Automaton {
	d := &clew.Automaton{Symbols: symbols}
	single := make([]int32, len(a.arcs)) // number of the set of one state, from 1
	several := map[string]int32{}
	var sets [][]int
	number := func(set []int) int32 {
		switch len(set) {
		case 0:
			if !total {
				return -1
			}
		case 1:
			if single[set[0]] == 0 {
				sets = append(sets, set)
				single[set[0]] = int32(len(sets))
			}
			return single[set[0]] - 1
		}
		key := fmt.Sprint(set)
		i, ok := several[key]
		if !ok {
			i = int32(len(sets))
			several[key] = i
			sets = append(sets, set)
		}
		return i
	}
	number([]int{a.start})
	reached := make([][]int, len(symbols))
	for i := 0; i < len(sets); i++ {
		if (len(sets)+1)*len(symbols) > maxTransitions {
			b.fail(c.at, "an automaton that is too large once it is deterministic", fmt.Sprintf("at most %d states times symbols", maxTransitions))
			return nil
		}
		clear(reached)
		for _, q := range sets[i] {
			for k := range a.arcs[q] {
				a.arcs[q][k].eachSymbol(symbols, func(s int) { reached[s] = append(reached[s], a.arcs[q][k].to) })
			}
		}
		for _, set := range reached {
			slices.Sort(set)
			d.Next = append(d.Next, number(slices.Compact(set)))
		}
	}
	d.States = len(sets)
	for _, set := range sets {
		d.Accept = append(d.Accept, slices.ContainsFunc(set, func(q int) bool { return a.accept[q] }))
	}
	return d
}

// eachSymbol calls f with the indices of the symbols that the arc bears.
func (x *arc) eachSymbol(symbols []int32, f func(s int)) {
	find := func(v int64) (int, bool) {
		return slices.BinarySearchFunc(symbols, v, func(s int32, v int64) int { return cmp.Compare(int64(s), v) })
	}
	if x.values.values != nil {
		for _, v := range x.values.values {
			if s, ok := find(v); ok {
				f(s)
			}
		}
		return
	}
	for s, _ := find(x.values.lo); s < len(symbols) && int64(symbols[s]) <= x.values.hi; s++ {
		f(s)
	}
}
