package propagate

import "github.com/clewsolver/clew/internal/store"

// NewMin returns z = min(xs); it is false without xs. Strength: BoundsZ and
// Forward; Forward where variables repeat.
func NewMin(z store.View, xs []store.View) store.Propagator { return newExtreme(z, xs, false) }

// NewMax returns z = max(xs); it is false without xs. Strength: that of
// NewMin.
func NewMax(z store.View, xs []store.View) store.Propagator { return newExtreme(z, xs, true) }

func newExtreme(z store.View, xs []store.View, greatest bool) store.Propagator {
	scope := append([]store.View{z}, xs...)
	return forwardRepeated(&extreme{z: z, xs: xs, scope: scope, greatest: greatest}, scope)
}

// extreme is z = min(xs) or z = max(xs), by bounds in linear time: z lies
// between the extremes of the bounds, every x is on the right side of z, and
// if only one x can reach z, it must.
//
// Cookie: 0; the reason is that an x would be below z, or that all xs would be
// above it.
type extreme struct {
	z        store.View
	xs       []store.View
	scope    []store.View
	greatest bool
}

func (p *extreme) Name() string {
	if p.greatest {
		return "max"
	}
	return "min"
}

func (p *extreme) Scope() []store.View      { return p.scope }
func (p *extreme) Priority() store.Priority { return store.Linear }

func (p *extreme) Post(s *store.Store, me store.ID) {
	for i, w := range p.scope {
		s.Watch(w, store.OnBounds, me, i)
	}
}

// low, high, raise and sink are the bounds as a minimum sees them; for a
// maximum all signs are turned around.
func (p *extreme) low(s *store.Store, w store.View) int32 {
	if p.greatest {
		return -w.Hi(s)
	}
	return w.Lo(s)
}

func (p *extreme) high(s *store.Store, w store.View) int32 {
	if p.greatest {
		return -w.Lo(s)
	}
	return w.Hi(s)
}

func (p *extreme) raise(s *store.Store, w store.View, k int32) bool {
	if p.greatest {
		return w.SetHi(s, -k, 0)
	}
	return w.SetLo(s, k, 0)
}

func (p *extreme) sink(s *store.Store, w store.View, k int32) bool {
	if p.greatest {
		return w.SetLo(s, -k, 0)
	}
	return w.SetHi(s, k, 0)
}

func (p *extreme) Propagate(s *store.Store, me store.ID) store.Status {
	if len(p.xs) == 0 {
		return store.Failed
	}
	z := p.z
	least, most := p.bounds(s)
	for {
		if !p.raise(s, z, least) || !p.sink(s, z, most) {
			return store.Failed
		}
		lo, hi := p.low(s, z), p.high(s, z)
		reach, only := 0, z
		for _, w := range p.xs {
			if !p.raise(s, w, lo) {
				return store.Failed
			}
			if p.low(s, w) <= hi {
				reach++
				only = w
			}
		}
		if reach == 0 || reach == 1 && !p.sink(s, only, hi) {
			return store.Failed
		}
		// Bounds that jumped over holes move z again.
		if least, most = p.bounds(s); least <= lo && most >= hi {
			if lo == hi && most == lo {
				return store.Entailed // all are at least z, and one is z
			}
			return store.Fixpoint
		}
	}
}

// bounds returns the bounds of the minimum of xs.
func (p *extreme) bounds(s *store.Store) (least, most int32) {
	least, most = p.low(s, p.xs[0]), p.high(s, p.xs[0])
	for _, w := range p.xs[1:] {
		least, most = min(least, p.low(s, w)), min(most, p.high(s, w))
	}
	return least, most
}

func (p *extreme) Explain(at store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	if len(p.xs) == 0 {
		return out
	}
	z, free := p.turned(spanAt(at, p.z, a)), p.turned(denied(at.Store(), p.z, a))
	least := unbounded // the lower bounds of all xs
	below := -1        // an x below z, if possible below what the assumption says of z
	for i, w := range p.xs {
		x := p.turned(spanAt(at, w, a))
		if x.hi < free.lo {
			return p.atMost(at, w, free.lo-1, a, out)
		}
		if x.hi < z.lo {
			below = i
		}
		least = min(least, x.lo)
	}
	k := z.hi
	switch {
	case free.hi < least: // all xs are above what the assumption says
		k = free.hi
	case z.hi < least: // all xs are above z; as their bounds are many, they are the weak ones
	case below >= 0:
		w := p.xs[below]
		k = p.turned(spanAt(at, w, a)).hi
		return p.atMost(at, w, k, a, p.atLeast(at, p.z, k+1, a, out))
	default:
		panic("propagate: a minimum has no reason")
	}
	out = p.atMost(at, p.z, k, a, out)
	for _, w := range p.xs {
		out = p.atLeast(at, w, k+1, a, out)
	}
	return out
}

// turned returns the bounds of a view as a minimum sees them.
func (p *extreme) turned(a span) span {
	if p.greatest {
		return span{-a.hi, -a.lo}
	}
	return a
}

// atLeast and atMost append a bound of w, as a minimum sees it, unless w has
// it where a is false.
func (p *extreme) atLeast(at store.Past, w store.View, k int64, a store.Atom, out []store.Atom) []store.Atom {
	switch {
	case p.turned(denied(at.Store(), w, a)).lo >= k:
		return out
	case p.greatest:
		return le(at, w, -k, out)
	}
	return ge(at, w, k, out)
}

func (p *extreme) atMost(at store.Past, w store.View, k int64, a store.Atom, out []store.Atom) []store.Atom {
	switch {
	case p.turned(denied(at.Store(), w, a)).hi <= k:
		return out
	case p.greatest:
		return ge(at, w, -k, out)
	}
	return le(at, w, k, out)
}

func (p *extreme) Check(a []int32) bool {
	if len(p.xs) == 0 {
		return false
	}
	best := p.xs[0].In(a)
	for _, w := range p.xs[1:] {
		if k := w.In(a); (k < best) != p.greatest && k != best {
			best = k
		}
	}
	return p.z.In(a) == best
}
