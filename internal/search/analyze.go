package search

import (
	"cmp"
	"math"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// analysis turns a conflict into a nogood: it replaces the newest atoms of the
// conflict by their reasons until one atom of the conflict's level is left, the
// first unique implication point (Marques-Silva and Sakallah 1996), keeping one
// threshold per half as Geas does (Gange et al. 2020): of two bounds on one
// half the stronger implies the weaker, and what is asked of a propagator is
// the bound that the conflict needs, not the one that was set.
//
// Every atom has a key, which orders the moments at which atoms became true:
// twice the log position, plus one. The decision of a level, as one atom, comes
// just before the entries that it made and has the even key.
type analysis struct {
	s *store.Store
	g *nogoods

	decision func(level int) store.Atom

	halves []half // of each half
	heap   []moment
	level  int      // of the conflict
	start  int      // first log entry of that level
	open   int      // atoms of that level in the conflict
	below  []moment // atoms of lower levels, some of them replaced by stronger ones since

	reason  []store.Atom // scratch
	touched []uint32     // halves with in set
	clause  []store.Atom
	levels  int    // number of levels among the literals of the clause
	round   uint32 // number of the conflict

	onVar func(v store.Var) // called for each variable met
}

// half is what the analysis knows of a half.
type half struct {
	in   bool  // it is in the conflict
	need int32 // threshold needed, if in

	// What redundant has found out in a round.
	round       uint32
	follows     int32 // the highest threshold known to follow
	independent int32 // the lowest threshold known not to follow
}

// moment is an atom and the key of its becoming true.
type moment struct {
	key  int64
	atom store.Atom
}

func newAnalysis(s *store.Store, g *nogoods) *analysis { return &analysis{s: s, g: g} }

// keyOf returns when a, which is true, became true.
func (n *analysis) keyOf(a store.Atom) int64 { return 2*int64(n.s.Since(a)) + 1 }

func (n *analysis) grow(h uint32) {
	for int(h) >= len(n.halves) {
		n.halves = append(n.halves, half{})
	}
}

// learn analyses the conflict and returns the clause, the asserting literal
// first and one of the highest other level second, with the level to go back
// to. The atoms are all true; level is the highest of their levels, at least 1.
// It returns no clause if the store was halted: reasons can take long.
func (n *analysis) learn(conflict []store.Atom, level int) (clause []store.Atom, back int) {
	n.level, n.start = level, n.s.LevelStart(level)
	n.heap, n.below, n.open = n.heap[:0], n.below[:0], 0
	for _, a := range conflict {
		n.add(a)
	}
	var uip store.Atom
	for {
		m := n.pop()
		h := m.atom.H
		if at := n.halves[h]; !at.in || at.need != m.atom.K {
			continue // a stronger bound of the half has taken its place
		}
		if n.open == 1 {
			uip = m.atom
			break
		}
		if n.s.Halted() {
			n.clear()
			return nil, 0
		}
		n.halves[h].in = false
		n.open--
		n.reason = n.explain(m, n.reason[:0])
		for _, a := range n.reason {
			n.add(a)
		}
	}
	back = n.gather(uip)
	n.clear()
	return n.clause, back
}

// gather makes the clause of the conflict, whose only atom of its level is uip,
// and returns the level to go back to. The atoms of lower levels are tried for
// redundancy from the oldest on, and stand in the clause from the newest on.
func (n *analysis) gather(uip store.Atom) (back int) {
	slices.SortFunc(n.below, func(x, y moment) int {
		return cmp.Or(cmp.Compare(y.key, x.key), cmp.Compare(x.atom.H, y.atom.H), cmp.Compare(x.atom.K, y.atom.K))
	})
	n.below = slices.CompactFunc(n.below, func(x, y moment) bool { return x.atom == y.atom })
	n.round++
	kept := len(n.below)
	for i := len(n.below) - 1; i >= 0; i-- {
		m := n.below[i]
		h := n.halves[m.atom.H]
		if h.in && h.need == m.atom.K && m.atom.H != uip.H && !n.redundant(m.atom, m.key, 0) {
			kept--
			n.below[kept] = m
		}
	}
	n.clause = append(n.clause[:0], uip.Not())
	n.levels = 1
	last := n.level
	for _, m := range n.below[kept:] {
		n.clause = append(n.clause, m.atom.Not())
		if level := n.s.EntryLevel(int(m.key / 2)); level != last {
			back = max(back, level)
			last = level
			n.levels++
		}
	}
	return back
}

// add puts a into the conflict.
func (n *analysis) add(a store.Atom) {
	if n.s.AtRoot(a) {
		return
	}
	n.addAt(a, n.keyOf(a))
}

func (n *analysis) addAt(a store.Atom, key int64) {
	n.grow(a.H)
	v, _, _ := n.s.Subject(a)
	if n.onVar != nil {
		n.onVar(v)
	}
	wasOpen := false
	h := &n.halves[a.H]
	if h.in {
		if h.need >= a.K {
			return
		}
		wasOpen = n.keyOf(store.Atom{H: a.H, K: h.need}) >= 2*int64(n.start)
	} else {
		h.in = true
		n.touched = append(n.touched, a.H)
	}
	h.need = a.K
	if key >= 2*int64(n.start) {
		if !wasOpen {
			n.open++
		}
		n.push(moment{key, a})
	} else {
		n.below = append(n.below, moment{key, a})
	}
}

// explain appends atoms that imply m.atom and became true before it.
func (n *analysis) explain(m moment, out []store.Atom) []store.Atom {
	a := m.atom
	pos := int(m.key / 2)
	e := n.s.Entries()[pos]
	if v, k, isValue := n.s.Subject(a); isValue && e.Atom.H != a.H {
		// The bounds decided the value.
		if a.H&1 == 0 {
			return append(out, store.LoAtom(v, k), store.HiAtom(v, k))
		}
		return append(out, n.s.BoundPast(v, k))
	}
	switch e.Why.Prop {
	case store.NoProp:
		// The decision as one atom: the level has no other.
		d := n.decision(n.s.EntryLevel(pos))
		n.addAt(d, 2*int64(n.start))
		return out
	case store.Nogood:
		ref := e.Why.Cookie
		n.g.touch(ref)
		for i := 1; i < n.g.size(ref); i++ {
			out = append(out, n.g.atom(ref, i).Not())
		}
		return out
	}
	return n.s.Explain(pos, a, out)
}

// lbd returns the number of levels among the literals of the last clause.
func (n *analysis) lbd() int { return n.levels }

func (n *analysis) clear() {
	for _, h := range n.touched {
		n.halves[h].in = false
	}
	n.touched = n.touched[:0]
}

// maxDepth bounds the recursion of redundant.
const maxDepth = 16

// redundant reports whether a follows from atoms of the conflict that became
// true before limit (recursive minimisation; Sorensson and Biere, SAT 2009).
// An atom of a lower level that follows from earlier ones can be left out; that
// they are earlier keeps two atoms from vouching for each other, which could
// happen where one half has several thresholds.
//
// Once the store is halted nothing is looked into: a longer clause is as true.
//
// Within a round limits only grow: what followed once still follows. What did
// not is not tried again, nor is a stronger bound of the same half.
func (n *analysis) redundant(a store.Atom, limit int64, depth int) bool {
	key := n.keyOf(a)
	pos := int(key / 2)
	e := n.s.Entries()[pos]
	if e.Why.Prop == store.NoProp || depth == maxDepth || n.s.Halted() {
		return false
	}
	from := len(n.reason)
	n.reason = n.explain(moment{key, a}, n.reason)
	ok := true
	for i := from; i < len(n.reason) && ok; i++ {
		ok = n.follows(n.reason[i], limit, depth+1)
	}
	n.reason = n.reason[:from]
	return ok
}

// follows is redundant for a premise p, which may be in the conflict itself.
func (n *analysis) follows(p store.Atom, limit int64, depth int) bool {
	if n.s.AtRoot(p) {
		return true
	}
	n.grow(p.H)
	h := &n.halves[p.H]
	if h.in && h.need >= p.K && n.keyOf(store.Atom{H: p.H, K: h.need}) < limit {
		return true
	}
	if h.round != n.round {
		h.round, h.follows, h.independent = n.round, math.MinInt32, math.MaxInt32
	}
	switch {
	case p.K <= h.follows:
		return true
	case p.K >= h.independent:
		return false
	}
	ok := n.redundant(p, limit, depth)
	h = &n.halves[p.H] // it may lie elsewhere now
	if ok {
		h.follows = max(h.follows, p.K)
	} else {
		h.independent = min(h.independent, p.K)
	}
	return ok
}

// push and pop keep the moments in a heap, the latest on top.
func (n *analysis) push(m moment) {
	n.heap = append(n.heap, m)
	for i := len(n.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if n.heap[up].key >= n.heap[i].key {
			break
		}
		n.heap[up], n.heap[i] = n.heap[i], n.heap[up]
		i = up
	}
}

func (n *analysis) pop() moment {
	top := n.heap[0]
	last := len(n.heap) - 1
	n.heap[0] = n.heap[last]
	n.heap = n.heap[:last]
	for i := 0; ; {
		big := i
		for _, c := range [2]int{2*i + 1, 2*i + 2} {
			if c < last && n.heap[c].key > n.heap[big].key {
				big = c
			}
		}
		if big == i {
			return top
		}
		n.heap[i], n.heap[big] = n.heap[big], n.heap[i]
		i = big
	}
}
