package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// NewAbs returns z = |x|. It is domain-consistent, where x and z share a
// variable too, while both domains have at most 4096 values; otherwise its
// bounds are kept.
func NewAbs(x, z store.View) store.Propagator { return &absolute{x: x, z: z} }

// absolute is z = |x|. Narrow domains are words: the image is the positive
// half of x and the other half reversed.
//
// Cookie: 0; the reason is the bounds of the other variable, or its missing
// values.
type absolute struct {
	x, z store.View
	tiny bool
}

func (p *absolute) Name() string             { return "abs" }
func (p *absolute) Scope() []store.View      { return []store.View{p.x, p.z} }
func (p *absolute) Priority() store.Priority { return store.Unary }

func (p *absolute) Post(s *store.Store, me store.ID) {
	p.tiny = hasWord(s, p.x) && hasWord(s, p.z) && p.x.V != p.z.V
	s.Watch(p.x, store.OnDomain, me, 0)
	s.Watch(p.z, store.OnDomain, me, 1)
}

func (p *absolute) Propagate(s *store.Store, me store.ID) store.Status {
	x, z := p.x, p.z
	if x.V == z.V && s.Size(x.V) <= enumerated {
		return p.one(s)
	}
	if !z.SetLo(s, 0, 0) {
		return store.Failed
	}
	if p.tiny {
		xBase, xs := wordOf(s, x)
		zBase, zs := wordOf(s, z)
		// zs has no bit of a negative value, so that bits of negative values
		// in either image vanish.
		zs &= shiftWord(xs, xBase-zBase) | shiftWord(bits.Reverse64(xs), -xBase-63-zBase)
		xs &= shiftWord(zs, zBase-xBase) | shiftWord(bits.Reverse64(zs), -zBase-63-xBase)
		if zs == 0 || !keepWord(s, z, zs, 0) || !keepWord(s, x, xs, 0) {
			return store.Failed
		}
		if xs&(xs-1) == 0 {
			return store.Entailed
		}
		return store.Fixpoint
	}
	before := int64(x.Size(s)) + int64(z.Size(s))
	xs := spanOf(s, x)
	if !within(s, z, span{xs.least(), xs.most()}) {
		return store.Failed
	}
	lo, hi := z.Lo(s), z.Hi(s)
	if !x.SetLo(s, -hi, 0) || !x.SetHi(s, hi, 0) ||
		x.Lo(s) > -lo && !x.SetLo(s, lo, 0) || x.Hi(s) < lo && !x.SetHi(s, -lo, 0) {
		return store.Failed
	}
	if x.Size(s) <= enumerated && z.Size(s) <= enumerated && !p.filter(s) {
		return store.Failed
	}
	switch {
	case x.Fixed(s) && z.Fixed(s):
		return store.Entailed
	case int64(x.Size(s))+int64(z.Size(s)) != before:
		return store.Again
	}
	return store.Fixpoint
}

// filter removes the values without a partner.
func (p *absolute) filter(s *store.Store) bool {
	x, z := p.x, p.z
	k := x.Lo(s)
	for ok := true; ok; k, ok = x.Next(s, k) {
		if !z.Has(s, max(k, -k)) && !x.Remove(s, k, 0) {
			return false
		}
	}
	k = z.Lo(s)
	for ok := true; ok; k, ok = z.Next(s, k) {
		if !x.Has(s, k) && !x.Has(s, -k) && !z.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

// one keeps the values of the only variable for which the constraint is true.
func (p *absolute) one(s *store.Store) store.Status {
	v := p.x.V
	k := s.Lo(v)
	for ok := true; ok; k, ok = s.Next(v, k) {
		if x := p.x.Of(k); p.z.Of(k) != max(x, -x) && !s.Remove(v, k, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}

func (p *absolute) Explain(at store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	s := at.Store()
	x, z := denied(s, p.x, a), denied(s, p.z, a)
	from, ok := len(out), false
	switch {
	case x.lo == x.hi: // x has a value whose image z lacks, so that x's own domain does not matter
		k := abs64(x.lo)
		if k < z.lo || k > z.hi {
			return out
		}
		if ok = !p.z.HasAt(at, store.Clamp(k)); ok {
			return ne(at, p.z, store.Clamp(k), out)
		}
	case z.lo == z.hi:
		k := store.Clamp(z.lo)
		if ok = k < 0 || !p.x.HasAt(at, k) && !p.x.HasAt(at, -k); ok {
			if k > 0 {
				out = ne(at, p.x, -k, out)
			}
			if k >= 0 {
				out = ne(at, p.x, k, out)
			}
			return out
		}
	}
	ws := [2]store.View{p.x, p.z}
	if out, ok = lift(at, a, ws[:], notAbs, out); ok {
		return out
	}
	if p.tiny {
		if out, ok = p.explainValues(at, a, out); ok {
			return out
		}
	}
	return store.ExplainFully(ws[:], at, out[:from])
}

// explainValues is the reason of a in narrow domains: for each x whose image is
// possible where a is false, one of the two was not there.
func (p *absolute) explainValues(at store.Past, a store.Atom, out []store.Atom) (_ []store.Atom, ok bool) {
	s := at.Store()
	root := s.Before(0)
	xs, zs, zFree := spanAt(at, p.x, a), spanAt(at, p.z, a), spanAt(root, p.z, a)
	out = beyond(at, p.x, xs, spanAt(root, p.x, a), out)
	out = beyond(at, p.z, zs, zFree, out)
	for k := xs.lo; k <= xs.hi; k++ {
		image := int32(abs64(k))
		switch {
		case !p.x.HasAt(root, int32(k)) || !p.z.HasAt(root, image):
		case int64(image) < zs.lo || int64(image) > zs.hi:
		case !p.x.HasAt(at, int32(k)):
			out = ne(at, p.x, int32(k), out)
		case !p.z.HasAt(at, image):
			out = ne(at, p.z, image, out)
		default:
			return out, false
		}
	}
	return out, true
}

// notAbs reports whether no x and z within the spans satisfy z = |x|.
func notAbs(b [3]span) bool { return b[0].least() > b[1].hi || b[0].most() < b[1].lo }

func (p *absolute) Check(a []int32) bool {
	k := p.x.In(a)
	return p.z.In(a) == max(k, -k)
}

// NewDistance returns z = |x - y|. It is domain-consistent where the three
// variables are different, narrow and seen with factors 1 or -1, otherwise
// like NewTimes: while x and y have at most 256 pairs of values and z is at
// most 4096 wide; else only its bounds are kept.
func NewDistance(x, y, z store.View) store.Propagator {
	return &apartness{function: function{f: distance, x: x, y: y, z: z, limit: pairLimit}}
}

// apartness is z = |x - y|. For each value of the smallest domain the others
// are matched by shifting words.
//
// Cookie: 0; the reason is that of function.
type apartness struct {
	function
	tiny bool
}

func (p *apartness) Priority() store.Priority { return store.Words }

func (p *apartness) Post(s *store.Store, me store.ID) {
	p.function.Post(s, me)
	p.tiny = hasWord(s, p.x) && hasWord(s, p.y) && hasWord(s, p.z) &&
		p.x.V != p.y.V && p.x.V != p.z.V && p.y.V != p.z.V
}

func (p *apartness) Propagate(s *store.Store, me store.ID) store.Status {
	if !p.tiny {
		return p.function.Propagate(s, me)
	}
	x, y, z := p.x, p.y, p.z
	if !z.SetLo(s, 0, 0) {
		return store.Failed
	}
	xBase, xs := wordOf(s, x)
	yBase, ys := wordOf(s, y)
	zBase, zs := wordOf(s, z)
	nx, ny := bits.OnesCount64(xs), bits.OnesCount64(ys)
	if ny < nx {
		x, xBase, xs, y, yBase, ys = y, yBase, ys, x, xBase, xs
		nx = ny
	}
	var keepX, keepY, keepZ uint64
	if nx <= bits.OnesCount64(zs) {
		// zs has no bit of a negative value, so that what the shifts below
		// bring to negative places of it vanishes at the end.
		back := bits.Reverse64(zs)
		var keepBack uint64
		for w := xs; w != 0; w &= w - 1 {
			k := xBase + int64(bits.TrailingZeros64(w))
			up, down := k+zBase-yBase, k-zBase-63-yBase
			if both := ys & (shiftWord(zs, up) | shiftWord(back, down)); both != 0 {
				keepX |= w & -w
				keepY |= both
				keepZ |= shiftWord(both, -up)
				keepBack |= shiftWord(both, -down)
			}
		}
		keepZ = zs & (keepZ | bits.Reverse64(keepBack))
	} else {
		for w := zs; w != 0; w &= w - 1 {
			k := zBase + int64(bits.TrailingZeros64(w))
			up, down := yBase+k-xBase, yBase-k-xBase
			if both := xs & (shiftWord(ys, up) | shiftWord(ys, down)); both != 0 {
				keepZ |= w & -w
				keepX |= both
				keepY |= shiftWord(both, -up) | shiftWord(both, -down)
			}
		}
	}
	if keepX == 0 || !keepWord(s, x, keepX, 0) || !keepWord(s, y, keepY, 0) || !keepWord(s, z, keepZ, 0) {
		return store.Failed
	}
	keepY &= ys
	if keepX&(keepX-1) == 0 && keepY&(keepY-1) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}
