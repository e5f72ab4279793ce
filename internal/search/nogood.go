package search

import (
	"math"
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// A nogood is kept as the clause of its negated atoms: at least one literal is
// true in every solution. All clauses lie in one arena, so that the garbage
// collector sees a single pointer-free slice:
//
//	arena[ref]     number of literals
//	arena[ref+1]   quality (lbd, see Audemard and Simon, IJCAI 2009) << flagBits | flags
//	arena[ref+2]   activity, as float32 bits
//	arena[ref+3..] literals, two words each
//
// The first two literals are watched: a watcher hangs on the half whose growth
// can make the literal false (Gange, Berg, Demirovic and Stuckey, CPAIOR 2020,
// for thresholds; Moskewicz et al., DAC 2001, for the scheme).
const (
	headerWords = 3
	litWords    = 2
	flagBits    = 2
	flagDead    = 1 // dropped at the next collection
	flagLocked  = 2 // may not be dropped; set for the time of a collection only
)

// nogoods is the database of learned clauses.
type nogoods struct {
	tiers
	s        *store.Store
	arena    []uint32
	refs     []uint32 // every live clause
	watch    watches
	head     int // log entries below head have been seen
	nextLook int // number of clauses at which a tier can be full

	conflict uint32 // the clause that is false, after propagate returned false
	bump     float32

	old      []uint32 // arena of before the last collection, for the next one
	mid, low []uint32 // scratch of reduce
}

func newNogoods(s *store.Store) *nogoods {
	return &nogoods{tiers: usualTiers, s: s, watch: newWatches(s), bump: 1}
}

func (g *nogoods) size(ref uint32) int { return int(g.arena[ref]) }
func (g *nogoods) lbd(ref uint32) int  { return int(g.arena[ref+1] >> flagBits) }

// lit returns literal i of a clause.
func (g *nogoods) lit(ref uint32, i int) store.Lit {
	at := ref + headerWords + litWords*uint32(i)
	return store.LitOf(g.arena[at], g.arena[at+1])
}

// atom is lit as an atom.
func (g *nogoods) atom(ref uint32, i int) store.Atom { return g.s.Atom(g.lit(ref, i)) }

// swap exchanges two literals of a clause.
func (g *nogoods) swap(ref uint32, i, j int) {
	a, b := ref+headerWords+litWords*uint32(i), ref+headerWords+litWords*uint32(j)
	g.arena[a], g.arena[b] = g.arena[b], g.arena[a]
	g.arena[a+1], g.arena[b+1] = g.arena[b+1], g.arena[a+1]
}

// add stores a clause and watches its first two literals. A clause of one
// literal is stored only to be a reason.
func (g *nogoods) add(lits []store.Atom, lbd int) uint32 {
	ref := uint32(len(g.arena))
	g.arena = append(g.arena, uint32(len(lits)), uint32(lbd)<<flagBits, math.Float32bits(g.bump))
	for _, a := range lits {
		x, y := g.s.Lit(a).Words()
		g.arena = append(g.arena, x, y)
	}
	g.refs = append(g.refs, ref)
	if len(lits) > 1 {
		first, second := g.lit(ref, 0), g.lit(ref, 1)
		g.watch.add(first.Not(), watcher{ref, second})
		g.watch.add(second.Not(), watcher{ref, first})
	}
	return ref
}

// propagate visits the watchers of every new log entry and asserts the last
// open literal of clauses. It returns false at a false clause.
func (g *nogoods) propagate() bool {
	for g.head < len(g.s.Entries()) {
		e := g.s.Entries()[g.head]
		g.head++
		if !g.visitEntry(e) {
			return false
		}
	}
	return true
}

// visitEntry visits the watchers of all literals that e made true: a bound
// passes values, and may leave one only.
func (g *nogoods) visitEntry(e store.Entry) bool {
	v, k, isValue := g.s.Subject(e.Atom)
	switch {
	case isValue: // a removal: all else is logged as bounds
		return g.visit(v, store.UnequalLit, k, k)
	case e.Atom.H&1 == 0:
		if !g.visit(v, store.AtLeastLit, e.Old+1, e.Atom.K) || !g.visit(v, store.UnequalLit, e.Old, e.Atom.K-1) {
			return false
		}
	default:
		if !g.visit(v, store.AtMostLit, -e.Atom.K, -e.Old-1) || !g.visit(v, store.UnequalLit, -e.Atom.K+1, -e.Old) {
			return false
		}
	}
	if !g.s.Fixed(v) {
		return true
	}
	k = g.s.Lo(v)
	return g.visit(v, store.EqualLit, k, k)
}

// visit serves the watchers of the literals that v stands in the relation to a
// value of from..to, all true now. Those that became true before e were served
// then: their clauses are satisfied, or have been, by something that is undone
// no later than that.
func (g *nogoods) visit(v store.Var, relation store.Relation, from, to int32) bool {
	code, _ := store.MakeLit(v, relation, 0).Parts()
	r := &g.watch.rows[code]
	switch r.kind {
	case noRow:
		return true
	case sparseRowKind:
		return g.visitSparse(v, relation, r.at, from, to)
	}
	i, j := uint32(from-r.base), uint32(to-r.base)
	for at := i >> 6; at <= j>>6; at++ {
		word := g.watch.watched[r.watched+at]
		if at == i>>6 {
			word &= ^uint64(0) << (i & 63)
		}
		if at == j>>6 {
			word &= ^uint64(0) >> (63 - j&63)
		}
		for ; word != 0; word &= word - 1 {
			i := at<<6 + uint32(bits.TrailingZeros64(word))
			left, ok := g.serve(g.watch.places[r.at+i], store.MakeLit(v, relation, r.base+int32(i)))
			if left == 0 {
				g.watch.drop(r, i)
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

// visitSparse is visit in a sparse row. Serving may insert keys, but only of
// literals that are not true: none of from..to.
func (g *nogoods) visitSparse(v store.Var, relation store.Relation, row uint32, from, to int32) bool {
	i, _ := slices.BinarySearch(g.watch.sparse[row].keys, from)
	for ; ; i++ {
		q := &g.watch.sparse[row]
		if i == len(q.keys) || q.keys[i] > to {
			return true
		}
		if _, ok := g.serve(q.lists[i], store.MakeLit(v, relation, q.keys[i])); !ok {
			return false
		}
	}
}

// serve serves the watchers of one list, whose literal is true now. It returns
// how many stay on it, and ok false at a false clause.
func (g *nogoods) serve(of uint32, now store.Lit) (kept uint32, ok bool) {
	at := g.watch.lists[of]
	ws := g.watch.pool[at.at : at.at+at.n]
	gone := now.Not()
	for i := 0; i < len(ws); i++ {
		w := ws[i]
		if g.s.IsTrue(w.blocker) {
			ws[kept] = w
			kept++
			continue
		}
		if g.lit(w.ref, 0) == gone {
			g.swap(w.ref, 0, 1)
		}
		first := g.lit(w.ref, 0)
		if first != w.blocker && g.s.IsTrue(first) {
			ws[kept] = watcher{w.ref, first}
			kept++
			continue
		}
		if g.rewatch(w.ref, first) {
			ws = g.watch.pool[at.at : at.at+at.n] // it may lie elsewhere now
			continue
		}
		ws[kept] = w
		kept++
		if g.s.IsFalse(first) {
			g.conflict = w.ref
			kept += uint32(copy(ws[kept:], ws[i+1:]))
			g.watch.lists[of].n = kept
			return kept, false
		}
		g.s.AssertFor(store.Nogood, g.s.Atom(first), w.ref)
	}
	g.watch.lists[of].n = kept
	return kept, true
}

// rewatch looks for a literal that is not false to watch instead of the second
// one.
func (g *nogoods) rewatch(ref uint32, first store.Lit) bool {
	lits := g.arena[ref+headerWords:][:litWords*g.arena[ref]]
	for i := 2 * litWords; i < len(lits); i += litWords {
		l := store.LitOf(lits[i], lits[i+1])
		if g.s.IsFalse(l) {
			continue
		}
		lits[i], lits[i+1] = lits[litWords], lits[litWords+1]
		lits[litWords], lits[litWords+1] = l.Words()
		g.watch.add(l.Not(), watcher{ref, first})
		return true
	}
	return false
}

// backTo forgets the entries that were undone.
func (g *nogoods) backTo() { g.head = min(g.head, len(g.s.Entries())) }

// touch raises the activity of a clause that took part in a conflict.
func (g *nogoods) touch(ref uint32) {
	a := math.Float32frombits(g.arena[ref+2]) + g.bump
	g.arena[ref+2] = math.Float32bits(a)
	if a > 1e20 {
		for _, r := range g.refs {
			g.arena[r+2] = math.Float32bits(math.Float32frombits(g.arena[r+2]) * 1e-20)
		}
		g.bump *= 1e-20
	}
}
