package propagate

import "github.com/clewsolver/clew/internal/store"

// moment reads views now or in the past, so that what Propagate computes from
// the domains and Explain computes again is written once.
type moment struct {
	s    *store.Store
	p    store.Past
	past bool
}

func present(s *store.Store) moment { return moment{s: s} }
func pastOf(p store.Past) moment    { return moment{s: p.Store(), p: p, past: true} }

func (m *moment) lo(w store.View) int32 {
	if m.past {
		return w.LoAt(m.p)
	}
	return w.Lo(m.s)
}

func (m *moment) hi(w store.View) int32 {
	if m.past {
		return w.HiAt(m.p)
	}
	return w.Hi(m.s)
}

func (m *moment) has(w store.View, k int32) bool {
	if m.past {
		return w.HasAt(m.p, k)
	}
	return w.Has(m.s, k)
}

func (m *moment) fixed(w store.View) bool { return m.lo(w) == m.hi(w) }

// allFixed reports whether every view has one value.
func allFixed(s *store.Store, ws []store.View) bool {
	for _, w := range ws {
		if !w.Fixed(s) {
			return false
		}
	}
	return true
}
