package search

import (
	"math"
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
	flagBits    = 1
	flagDead    = 1 // dropped at the next collection
)

// watcher is a subscription of a clause to a threshold of a half. If blocker is
// true the clause is satisfied.
type watcher struct {
	ref     uint32
	blocker store.Lit
}

// shelf holds the watchers that are visited when a half reaches thr. The
// shelves of a half stand in order of their thresholds, so that a move of the
// half visits just those that it passed.
type shelf struct {
	thr int32
	ws  []watcher
}

// nogoods is the database of learned clauses.
type nogoods struct {
	tiers
	s        *store.Store
	arena    []uint32
	refs     []uint32  // every live clause
	watch    [][]shelf // of each half
	values   []bool    // of each variable: some watch hangs on a value half of it
	head     int       // log entries below head have been seen
	nextLook int       // number of clauses at which a tier can be full

	wide     []store.Atom // scratch
	conflict uint32       // the clause that is false, after propagate returned false
	bump     float32
}

func newNogoods(s *store.Store) *nogoods {
	return &nogoods{tiers: usualTiers, s: s, values: make([]bool, s.Vars()), bump: 1}
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
		g.hang(lits[0], ref, g.lit(ref, 1))
		g.hang(lits[1], ref, g.lit(ref, 0))
	}
	return ref
}

// hang makes the clause ref visited when lit becomes false.
func (g *nogoods) hang(lit store.Atom, ref uint32, blocker store.Lit) {
	a := lit.Not()
	for int(a.H) >= len(g.watch) {
		g.watch = append(g.watch, nil)
	}
	if v, _, isValue := g.s.Subject(a); isValue {
		g.values[v] = true
	}
	shelves := g.watch[a.H]
	i := firstAbove(shelves, a.K-1)
	if i == len(shelves) || shelves[i].thr != a.K {
		shelves = slices.Insert(shelves, i, shelf{thr: a.K})
		g.watch[a.H] = shelves
	}
	shelves[i].ws = append(shelves[i].ws, watcher{ref, blocker})
}

// firstAbove returns the index of the first shelf with a threshold above k.
func firstAbove(shelves []shelf, k int32) int {
	lo, hi := 0, len(shelves)
	for lo < hi {
		if mid := (lo + hi) / 2; shelves[mid].thr <= k {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// propagate visits the watchers of every new log entry and asserts the last
// open literal of clauses. It returns false at a false clause.
func (g *nogoods) propagate() bool {
	for g.head < len(g.s.Entries()) {
		e := g.s.Entries()[g.head]
		g.head++
		if !g.visit(e.Atom.H, e.Old, e.Atom.K) {
			return false
		}
		if int(e.Atom.H/2) < g.s.Vars() && g.values[e.Atom.H/2] && !g.visitValues(e) {
			return false
		}
	}
	return true
}

// visitValues visits the value halves that the bound entry e made true: values
// that the bound passed, and the last one left.
func (g *nogoods) visitValues(e store.Entry) bool {
	v := store.Var(e.Atom.H / 2)
	from, to := e.Old, e.Atom.K // values from..to-1 are gone
	if e.Atom.H&1 == 1 {
		from, to = -e.Atom.K+1, -e.Old+1
	}
	if g.s.IsWide(v) {
		g.wide = g.s.WideAtoms(v, from, to, g.wide[:0])
		for _, a := range g.wide {
			if !g.visit(a.H^1, -1, 0) {
				return false
			}
		}
	} else {
		for k := from; k < to; k++ {
			if a, ok := g.s.EqAtom(v, k); ok && !g.visit(a.H^1, -1, 0) {
				return false
			}
		}
	}
	return !g.s.Fixed(v) || g.visit(g.s.IsAtom(v, g.s.Lo(v)).H, 0, 1)
}

// visit serves the watchers of half h, which went from old to now. Shelves up
// to old were served when the half passed them: their clauses are satisfied, or
// have been, by something that is undone no later than that.
func (g *nogoods) visit(h uint32, old, now int32) bool {
	if int(h) >= len(g.watch) {
		return true
	}
	shelves := g.watch[h]
	for i := firstAbove(shelves, old); i < len(shelves) && shelves[i].thr <= now; i++ {
		if !g.serve(h, &shelves[i]) {
			return false
		}
	}
	return true
}

// serve serves the watchers of one shelf of half h: the literal that they
// watch is false now.
func (g *nogoods) serve(h uint32, at *shelf) bool {
	ws := at.ws
	gone := g.s.Lit(store.Atom{H: h, K: at.thr}.Not())
	kept := 0
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
		if g.s.IsTrue(first) {
			ws[kept] = watcher{w.ref, first}
			kept++
			continue
		}
		if g.rewatch(w.ref, first) {
			continue
		}
		ws[kept] = w
		kept++
		if g.s.IsFalse(first) {
			g.conflict = w.ref
			kept += copy(ws[kept:], ws[i+1:])
			at.ws = ws[:kept]
			return false
		}
		g.s.AssertFor(store.Nogood, g.s.Atom(first), w.ref)
	}
	at.ws = ws[:kept]
	return true
}

// rewatch looks for a literal that is not false to watch instead of the second
// one.
func (g *nogoods) rewatch(ref uint32, first store.Lit) bool {
	for i := 2; i < g.size(ref); i++ {
		a := g.lit(ref, i)
		if g.s.IsFalse(a) {
			continue
		}
		g.swap(ref, 1, i)
		g.hang(g.s.Atom(a), ref, first)
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
