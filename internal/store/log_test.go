package store_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// shadow follows the log of a store with naive means.
type shadow struct {
	s     *store.Store
	roots []domain
	log   []store.Entry    // the entries checked so far
	now   map[uint32]int32 // bound of each half, where it is not that of the root
}

// bound returns the value of a half before the next entry.
func (h *shadow) bound(half uint32) int32 {
	if k, ok := h.now[half]; ok {
		return k
	}
	v, _, isValue := h.s.Subject(store.Atom{H: half})
	switch {
	case isValue && half&1 == 0:
		return 0
	case isValue:
		return -1
	case half&1 == 0:
		return h.roots[v].lo()
	}
	return -h.roots[v].hi()
}

// forget brings the shadow back to the first n entries.
func (h *shadow) forget(n int) {
	h.log = h.log[:n]
	h.now = map[uint32]int32{}
	for _, e := range h.log {
		h.now[e.Atom.H] = e.Atom.K
	}
}

// follow checks the entries of one change of v: by whom is who made it, old
// and now are its domains before and after.
func (h *shadow) follow(t fataler, v store.Var, by store.Reason, old, now domain) {
	t.Helper()
	entries := h.s.Entries()
	if len(entries) < len(h.log) || !slices.Equal(entries[:len(h.log)], h.log) {
		t.Fatalf("the older entries changed: %v, were %v", entries, h.log)
	}
	start := len(h.log)
	for i := start; i < len(entries); i++ {
		e := entries[i]
		gv, k, isValue := h.s.Subject(e.Atom)
		if gv != v {
			t.Fatalf("entry %d speaks of variable %d, the change was of %d", i, gv, v)
		}
		if !h.s.Holds(e.Atom) {
			t.Fatalf("entry %d: %v does not hold", i, e.Atom)
		}
		if e.Old != h.bound(e.Atom.H) || e.Old >= e.Atom.K {
			t.Fatalf("entry %d: %v from %d, the bound was %d", i, e.Atom, e.Old, h.bound(e.Atom.H))
		}
		prev := int32(-1)
		for j, f := range h.log {
			if f.Atom.H == e.Atom.H {
				prev = int32(j)
			}
		}
		if e.Prev != prev {
			t.Fatalf("entry %d: Prev %d, want %d", i, e.Prev, prev)
		}
		switch {
		case isValue:
			if e.Atom.H&1 == 0 || !old.has(k) || e.Why != by {
				t.Fatalf("entry %d: hole %v of value %d by %v, want it by %v from %v", i, e.Atom, k, e.Why, by, old)
			}
		case e.Why == store.Reason{Prop: store.HoleChain}:
			// It goes on from the entry before, over values that are missing: a
			// posted bound, or the removal of the value at the bound.
			if i == start || entries[i-1].Why != by {
				t.Fatalf("entry %d: nothing to go on from", i)
			}
			at := e.Old
			if e.Atom.H&1 == 1 {
				at = -at
			}
			_, k, isValue := h.s.Subject(entries[i-1].Atom)
			if isValue && k != at || !isValue && entries[i-1].Atom.H != e.Atom.H {
				t.Fatalf("entry %d: it does not go on from entry %v", i, entries[i-1])
			}
			for j := e.Old; j < e.Atom.K; j++ {
				x := j
				if e.Atom.H&1 == 1 {
					x = -j
				}
				if h.present(x, v, old) {
					t.Fatalf("entry %d: the bound skipped the value %d", i, x)
				}
			}
		case e.Why != by:
			t.Fatalf("entry %d by %v, want %v", i, e.Why, by)
		}
		h.log = append(h.log, e)
		h.now[e.Atom.H] = e.Atom.K
	}
	if len(old) == len(now) && len(h.log) > start {
		t.Fatalf("entries %v for no change", h.log[start:])
	}
	if got := h.bound(uint32(2 * v)); got != now.lo() {
		t.Fatalf("the log has lo(%d) = %d, want %d", v, got, now.lo())
	}
	if got := h.bound(uint32(2*v + 1)); got != -now.hi() {
		t.Fatalf("the log has -hi(%d) = %d, want %d", v, got, -now.hi())
	}
}

// present reports whether x was a value of v when the bound moved: it was in
// the old domain and no hole of the same change took it.
func (h *shadow) present(x int32, v store.Var, old domain) bool {
	if !old.has(x) {
		return false
	}
	for _, e := range h.log {
		if gv, k, isValue := h.s.Subject(e.Atom); isValue && gv == v && k == x {
			return false
		}
	}
	return true
}

// replay asserts the log on a fresh store with the same roots and compares
// the domains.
func (h *shadow) replay(t fataler, domains []domain) {
	t.Helper()
	fresh := store.New()
	for _, d := range h.roots {
		d.add(fresh)
	}
	fresh.Seal()
	for i, e := range h.s.Entries() {
		// A bound that moved over holes follows from the entries before it.
		a := e.Atom
		if v, k, isValue := h.s.Subject(a); isValue { // its number depends on the store
			a = fresh.IsAtom(v, k).Not()
		}
		follows := e.Why.Prop == store.HoleChain
		if holds := fresh.Holds(a); holds != follows {
			t.Fatalf("entry %d by %v: %v holds already: %v", i, e.Why, a, holds)
		}
		if !fresh.Assert(a, 0) {
			t.Fatalf("entry %d: asserting %v fails", i, a)
		}
	}
	for v, d := range domains {
		v := store.Var(v)
		if got := fresh.Domain(v, nil); !slices.Equal(got, d) {
			t.Fatalf("the log gives variable %d the domain %v, want %v", v, domain(got), d)
		}
	}
}

func TestLog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { walkLog(t, rapid.SliceOfN(rapid.Custom(anyShape), 1, 4).Draw(t, "domains")) })
	t.Run("narrow", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { walkLog(t, []domain{interval(-2, 9), interval(0, 64), {-4, 0, 1, 3, 9}}) })
	})
	t.Run("banked", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { walkLog(t, []domain{interval(-50, 100), interval(0, 65), {-100, -99, 0, 60, 200}}) })
	})
	t.Run("wide", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { walkLog(t, []domain{interval(-50, 4097), interval(0, 5000)}) })
	})
}

// walkLog makes random changes, by decisions and by propagators, and follows
// the log.
func walkLog(t *rapid.T, roots []domain) {
	s := store.New()
	for _, d := range roots {
		d.add(s)
	}
	h := &shadow{s: s, roots: roots, now: map[uint32]int32{}}
	m := model{domains: slices.Clone(roots)}

	// narrow makes one random change in the name of by.
	narrow := func(by store.ID) {
		v := rapid.IntRange(0, len(roots)-1).Draw(t, "v")
		old := m.domains[v]
		c := anyChange(t, s, store.Var(v), old)
		cookie := rapid.Uint32().Draw(t, "cookie")
		if c.do(s, store.Var(v), cookie) {
			m.domains[v] = old.where(c.keep)
		}
		h.follow(t, store.Var(v), store.Reason{Prop: by, Cookie: cookie}, old, m.domains[v])
	}
	act := func(_ *store.Store, me store.ID) store.Status {
		for range rapid.IntRange(0, 3).Draw(t, "propagations") {
			narrow(me)
		}
		return store.Fixpoint
	}
	for i := range 3 {
		p := &recorder{priority: store.Priority(i), do: act}
		for v := range roots {
			p.watches = append(p.watches, watch{store.Ident(store.Var(v)), store.OnDomain, v})
		}
		s.Add(p)
	}
	s.Seal()
	s.Log()
	s.Propagate()
	var lengths []int
	for range rapid.IntRange(0, 15).Draw(t, "steps") {
		switch step := rapid.IntRange(0, 9).Draw(t, "step"); {
		case step < 3:
			lengths = append(lengths, len(s.Entries()))
			s.Push()
			m.push()
		case step < 5 && s.Level() > 0:
			level := rapid.IntRange(0, s.Level()-1).Draw(t, "level")
			s.PopTo(level)
			m.popTo(level)
			h.forget(lengths[level])
			lengths = lengths[:level]
			if !slices.Equal(s.Entries(), h.log) {
				t.Fatalf("Pop left the entries %v, want %v", s.Entries(), h.log)
			}
		default:
			narrow(store.NoProp)
			s.Propagate()
		}
		h.replay(t, m.domains)
	}
}

// TestHoleChain spells out the entries of a few changes.
func TestHoleChain(t *testing.T) {
	s := store.New()
	x := s.NewVar(0, 9)
	s.Seal()
	s.Log()
	eq := func(k int32) store.Atom { a, _ := s.EqAtom(x, k); return a }
	by := func(cookie uint32) store.Reason { return store.Reason{Prop: store.NoProp, Cookie: cookie} }
	chain := store.Reason{Prop: store.HoleChain}
	s.Remove(x, 3, 1) // a hole
	s.SetLo(x, 3, 2)  // posted at 3, goes on to 4
	s.Remove(x, 4, 3) // at a bound: a hole, and the bound goes on
	s.Keep(x, 1<<5|1<<8, 4)
	s.Fix(x, 8, 5)
	want := []store.Entry{
		{Atom: eq(3).Not(), Old: -1, Prev: -1, Why: by(1)},
		{Atom: store.LoAtom(x, 3), Old: 0, Prev: -1, Why: by(2)},
		{Atom: store.LoAtom(x, 4), Old: 3, Prev: 1, Why: chain},
		{Atom: eq(4).Not(), Old: -1, Prev: -1, Why: by(3)},
		{Atom: store.LoAtom(x, 5), Old: 4, Prev: 2, Why: chain},
		{Atom: eq(6).Not(), Old: -1, Prev: -1, Why: by(4)},
		{Atom: eq(7).Not(), Old: -1, Prev: -1, Why: by(4)},
		{Atom: eq(9).Not(), Old: -1, Prev: -1, Why: by(4)},
		{Atom: store.HiAtom(x, 8), Old: -9, Prev: -1, Why: chain},
		{Atom: store.LoAtom(x, 8), Old: 5, Prev: 4, Why: by(5)},
	}
	if got := s.Entries(); !slices.Equal(got, want) {
		t.Errorf("entries\n%v\nwant\n%v", got, want)
	}
}
