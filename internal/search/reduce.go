package search

import (
	"math"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// tiers says how many clauses are kept, by their quality: the number of levels
// that they spanned when learned. Core clauses stay for good, the others as long
// as they are active.
type tiers struct {
	coreLevels, midLevels int // most levels of a core clause, and of one of the middle tier
	midLimit, lowLimit    int // clauses at which the middle tier, and the rest, are full
}

// usualTiers has the levels that Pumpkin uses.
var usualTiers = tiers{coreLevels: 2, midLevels: 6, midLimit: 3000, lowLimit: 2000}

// decay makes later touches count more.
func (g *nogoods) decay() { g.bump /= 0.999 }

// isUnit reports whether the first literal of ref is open and all others are
// false.
func (g *nogoods) isUnit(ref uint32) bool {
	first := g.lit(ref, 0)
	if g.s.IsTrue(first) || g.s.IsFalse(first) {
		return false
	}
	for i := 1; i < g.size(ref); i++ {
		if !g.s.IsFalse(g.lit(ref, i)) {
			return false
		}
	}
	return true
}

// crowded reports whether a tier is full.
func (g *nogoods) crowded() bool {
	return len(g.refs) >= g.nextLook && g.full()
}

func (g *nogoods) full() bool {
	mid, low := 0, 0
	for _, ref := range g.refs {
		switch lbd := g.lbd(ref); {
		case lbd > g.midLevels:
			low++
		case lbd > g.coreLevels:
			mid++
		}
	}
	g.nextLook = len(g.refs) + min(max(g.midLimit-mid, 0), max(g.lowLimit-low, 0)) + 1
	return mid >= g.midLimit || low >= g.lowLimit
}

// reduce drops the less active half of each full tier, but no clause that is
// the reason of an entry of the log or waits in keep.
func (g *nogoods) reduce(keep []late) {
	for _, e := range g.s.Entries() {
		if e.Why.Prop == store.Nogood {
			g.arena[e.Why.Cookie+1] |= flagLocked
		}
	}
	for _, l := range keep {
		g.arena[l.ref+1] |= flagLocked
	}
	mid, low := g.mid[:0], g.low[:0]
	for _, ref := range g.refs {
		locked := g.arena[ref+1]&flagLocked != 0
		g.arena[ref+1] &^= flagLocked
		switch lbd := g.lbd(ref); {
		case locked:
		case lbd > g.midLevels:
			low = append(low, ref)
		case lbd > g.coreLevels:
			mid = append(mid, ref)
		}
	}
	for _, tier := range [][]uint32{mid, low} {
		slices.SortStableFunc(tier, func(a, b uint32) int {
			x, y := math.Float32frombits(g.arena[a+2]), math.Float32frombits(g.arena[b+2])
			switch {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
		for _, ref := range tier[:len(tier)/2] {
			g.arena[ref+1] |= flagDead
		}
	}
	g.mid, g.low = mid, low
	g.collect(keep)
	g.nextLook = 0
}

// collect moves the live clauses to a new arena and mends all that refers to
// them.
func (g *nogoods) collect(keep []late) {
	old := g.arena
	arena := g.old[:0]
	refs := g.refs[:0]
	for _, ref := range g.refs {
		if old[ref+1]&flagDead != 0 {
			continue
		}
		moved := uint32(len(arena))
		arena = append(arena, old[ref:ref+headerWords+litWords*old[ref]]...)
		old[ref+2] = moved
		refs = append(refs, moved)
	}
	g.watch.sweep(func(ref uint32) (to uint32, keep bool) { return old[ref+2], old[ref+1]&flagDead == 0 })
	for i, e := range g.s.Entries() {
		if e.Why.Prop == store.Nogood {
			g.s.Recookie(i, old[e.Why.Cookie+2])
		}
	}
	for i := range keep {
		keep[i].ref = old[keep[i].ref+2]
	}
	g.arena, g.old, g.refs = arena, old, refs
}
