package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// pairLimit is the largest number of pairs of values for which a ternary
// function is made domain-consistent by trying all.
const pairLimit = 256

// NewTimes returns z = x*y.
//
// Strength: domain-consistent while the domains of x and y have at most 256
// pairs and z is at most 4096 wide, also where variables repeat; of a z that was
// wider when the constraint was posted only the bounds are. Otherwise Forward,
// by bounds, if no variable repeats.
func NewTimes(x, y, z store.View) store.Propagator { return newFunction(times, x, y, z) }

// NewDiv returns z = x div y, rounded towards zero; it is false where y = 0.
// Strength: that of NewTimes, but with larger domains only the bounds are
// kept and the last variable, unless it is z, is not made domain-consistent.
func NewDiv(x, y, z store.View) store.Propagator { return newFunction(div, x, y, z) }

// NewMod returns z = x mod y, whose sign is that of x; it is false where
// y = 0. Strength: that of NewDiv.
func NewMod(x, y, z store.View) store.Propagator { return newFunction(mod, x, y, z) }

type ternary uint8

const (
	times ternary = iota
	div
	mod
	distance
	power
)

// function is z = f(x, y). Small domains are filtered by trying every pair, as
// a table would be; larger ones by interval arithmetic (for times and div: Apt
// and Zoeteweij, An analysis of arithmetic constraints on integer intervals,
// Constraints 2007).
//
// Cookie: 0; the reason is the bounds of the other two, or (small) their
// missing values.
type function struct {
	f        ternary
	x, y, z  store.View
	limit    int32                   // pairLimit; less in tests of the bounds
	seen     [enumerated / 64]uint64 // values of z with a support, from its lower bound
	holes    bool                    // z may get holes: its first range is not wide
	xs, ys   []int32
	xOk, yOk []bool
}

func newFunction(f ternary, x, y, z store.View) store.Propagator {
	return &function{f: f, x: x, y: y, z: z, limit: pairLimit}
}

func (p *function) Name() string {
	return [...]string{"times", "div", "mod", "distance", "pow"}[p.f]
}

func (p *function) Scope() []store.View      { return []store.View{p.x, p.y, p.z} }
func (p *function) Priority() store.Priority { return store.Linear }

func (p *function) Post(s *store.Store, me store.ID) {
	p.xs, p.ys = make([]int32, 0, p.limit), make([]int32, 0, p.limit)
	p.xOk, p.yOk = make([]bool, p.limit), make([]bool, p.limit)
	p.holes = int64(p.z.Hi(s))-int64(p.z.Lo(s)) < enumerated
	for i, w := range p.Scope() {
		s.Watch(w, store.OnDomain, me, i)
	}
}

// of returns f(x, y); ok is false if it is not defined.
func (p *function) of(x, y int64) (z int64, ok bool) {
	switch p.f {
	case times:
		return x * y, true
	case distance:
		return abs64(x - y), true
	case power:
		return powerOf(x, y)
	}
	switch {
	case y == 0:
		return 0, false
	case p.f == div:
		return x / y, true
	}
	return x % y, true
}

func (p *function) Propagate(s *store.Store, me store.ID) store.Status {
	pairs := int64(s.Size(p.x.V))
	if p.x.V != p.y.V {
		pairs *= int64(s.Size(p.y.V))
	}
	if pairs <= int64(p.limit) && int64(p.z.Hi(s))-int64(p.z.Lo(s)) < enumerated {
		return p.try(s)
	}
	before := p.size(s)
	ok := true
	switch p.f {
	case times:
		ok = p.boundTimes(s)
	case div:
		ok = p.boundDiv(s)
	case mod:
		ok = p.boundMod(s)
	case power:
		ok = p.boundPower(s)
	default:
		ok = p.boundDistance(s)
	}
	switch {
	case !ok:
		return store.Failed
	case p.size(s) != before:
		return store.Again
	}
	return store.Fixpoint
}

func (p *function) size(s *store.Store) int64 {
	return int64(s.Size(p.x.V)) + int64(s.Size(p.y.V)) + int64(s.Size(p.z.V))
}

// try filters by trying every pair.
func (p *function) try(s *store.Store) store.Status {
	x, y, z := p.x, p.y, p.z
	p.xs, p.ys = s.Domain(x.V, p.xs[:0]), s.Domain(y.V, p.ys[:0])
	clear(p.xOk)
	clear(p.yOk)
	zLo, zHi := z.Lo(s), z.Hi(s)
	clear(p.seen[:(zHi-zLo)/64+1])
	for i, a := range p.xs {
		from, to := 0, len(p.ys)
		if x.V == y.V {
			from, to = i, i+1
		}
		for j := from; j < to; j++ {
			b := p.ys[j]
			k64, ok := p.of(int64(x.Of(a)), int64(y.Of(b)))
			if !ok || k64 < int64(zLo) || k64 > int64(zHi) {
				continue
			}
			k := int32(k64)
			if !z.Has(s, k) || z.V == x.V && z.Of(a) != k || z.V == y.V && z.Of(b) != k {
				continue
			}
			p.xOk[i], p.yOk[j] = true, true
			p.seen[(k-zLo)>>6] |= 1 << uint((k-zLo)&63)
		}
	}
	for i, a := range p.xs {
		if !p.xOk[i] && !s.Remove(x.V, a, 0) {
			return store.Failed
		}
	}
	if x.V != y.V {
		for j, b := range p.ys {
			if !p.yOk[j] && !s.Remove(y.V, b, 0) {
				return store.Failed
			}
		}
	}
	if z.V != x.V && z.V != y.V {
		if !p.keepSeen(s, zLo, zHi) {
			return store.Failed
		}
	}
	if s.Fixed(x.V) && s.Fixed(y.V) {
		return store.Entailed
	}
	return store.Fixpoint
}

// keepSeen removes from z what has no support; some value has one, or x would
// have been emptied before.
func (p *function) keepSeen(s *store.Store, zLo, zHi int32) bool {
	first, last := int32(0), (zHi-zLo)/64
	for p.seen[first] == 0 {
		first++
	}
	for p.seen[last] == 0 {
		last--
	}
	lo := zLo + 64*first + int32(bits.TrailingZeros64(p.seen[first]))
	hi := zLo + 64*last + 63 - int32(bits.LeadingZeros64(p.seen[last]))
	if !p.z.SetLo(s, lo, 0) || !p.z.SetHi(s, hi, 0) {
		return false
	}
	if !p.holes { // a wide domain would keep thousands of holes in a list
		return true
	}
	k := lo
	for ok := true; ok; k, ok = p.z.Next(s, k) {
		if p.seen[(k-zLo)>>6]>>uint((k-zLo)&63)&1 == 0 && !p.z.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

func (p *function) Check(a []int32) bool {
	k, ok := p.of(int64(p.x.In(a)), int64(p.y.In(a)))
	return ok && k == int64(p.z.In(a))
}

// span is an interval of values; lo > hi means that it is empty.
type span struct{ lo, hi int64 }

// nothing is the empty span that any other absorbs.
var nothing = span{1 << 62, -1 << 62}

func spanOf(s *store.Store, w store.View) span {
	return span{int64(w.Lo(s)), int64(w.Hi(s))}
}

func (a span) empty() bool { return a.lo > a.hi }

func (a span) meet(b span) span { return span{max(a.lo, b.lo), min(a.hi, b.hi)} }

// hull returns the smallest span that holds both.
func (a span) hull(b span) span { return span{min(a.lo, b.lo), max(a.hi, b.hi)} }

// most returns the largest absolute value, least the smallest.
func (a span) most() int64 { return max(abs64(a.lo), abs64(a.hi)) }

func (a span) least() int64 {
	if a.lo <= 0 && a.hi >= 0 {
		return 0
	}
	return min(abs64(a.lo), abs64(a.hi))
}

// signs returns the parts of a below and above 0; either can be empty.
func (a span) signs() [2]span {
	return [2]span{{a.lo, min(a.hi, -1)}, {max(a.lo, 1), a.hi}}
}

func (a span) times(b span) span {
	p, q, r, t := a.lo*b.lo, a.lo*b.hi, a.hi*b.lo, a.hi*b.hi
	return span{min(p, q, r, t), max(p, q, r, t)}
}

// over returns the span of the integers q with q*b in a for some real b in the
// given span, which does not contain 0.
func (a span) over(b span) span {
	return span{
		min(store.CeilDiv(a.lo, b.lo), store.CeilDiv(a.lo, b.hi), store.CeilDiv(a.hi, b.lo), store.CeilDiv(a.hi, b.hi)),
		max(store.FloorDiv(a.lo, b.lo), store.FloorDiv(a.lo, b.hi), store.FloorDiv(a.hi, b.lo), store.FloorDiv(a.hi, b.hi)),
	}
}

// within bounds w by a.
func within(s *store.Store, w store.View, a span) bool {
	return w.SetLo(s, store.Clamp(a.lo), 0) && w.SetHi(s, store.Clamp(a.hi), 0)
}

// noZero removes 0 from w.
func noZero(s *store.Store, w store.View) bool { return w.Remove(s, 0, 0) }

func (p *function) boundTimes(s *store.Store) bool {
	return within(s, p.z, spanOf(s, p.x).times(spanOf(s, p.y))) &&
		factor(s, p.x, p.y, p.z) && factor(s, p.y, p.x, p.z)
}

// factor bounds x by z = x*y.
func factor(s *store.Store, x, y, z store.View) bool {
	zs := spanOf(s, z)
	if zs.lo <= 0 && zs.hi >= 0 {
		// 0*y answers 0, and y = 0 leaves x free; nothing follows unless y
		// cannot be 0.
		ys := spanOf(s, y)
		if ys.lo <= 0 && ys.hi >= 0 {
			return true
		}
		return within(s, x, zs.over(ys))
	}
	if !noZero(s, x) || !noZero(s, y) {
		return false
	}
	all := nothing
	for _, part := range spanOf(s, y).signs() {
		if part.lo <= part.hi {
			all = all.hull(zs.over(part))
		}
	}
	return within(s, x, all)
}

func (p *function) boundDiv(s *store.Store) bool {
	if !noZero(s, p.y) {
		return false
	}
	// z: for a fixed sign of y the quotient is monotone in either argument,
	// so that the corners bound it.
	xs, all := spanOf(s, p.x), nothing
	for _, ys := range spanOf(s, p.y).signs() {
		if ys.lo <= ys.hi {
			for _, a := range [...]int64{xs.lo, xs.hi} {
				for _, b := range [...]int64{ys.lo, ys.hi} {
					all = all.hull(span{a / b, a / b})
				}
			}
		}
	}
	if !within(s, p.z, all) {
		return false
	}
	// x = y*z + rest, where the rest has the sign of x and |rest| < |y|.
	ys, zs := spanOf(s, p.y), spanOf(s, p.z)
	x, rest := ys.times(zs), ys.most()-1
	if x.lo <= 0 {
		x.lo -= rest
	}
	if x.hi >= 0 {
		x.hi += rest
	}
	if !within(s, p.x, x) {
		return false
	}
	// y: |y|*|z| <= |x| < |y|*(|z|+1)
	abs := span{spanOf(s, p.x).least()/(zs.most()+1) + 1, ys.most()}
	if least := zs.least(); least > 0 {
		abs.hi = spanOf(s, p.x).most() / least
	}
	return abs.lo <= abs.hi && magnitude(s, p.y, abs)
}

// boundMod bounds the parts of x of either sign, and then all by what is left of
// them.
func (p *function) boundMod(s *store.Store) bool {
	if !noZero(s, p.y) {
		return false
	}
	xs, ys, zs := nothing, nothing, nothing
	for _, negative := range [...]bool{true, false} {
		if x, y, z, ok := modulo(spanOf(s, p.x), spanOf(s, p.y), spanOf(s, p.z), negative); ok {
			xs, ys, zs = xs.hull(x), ys.hull(y), zs.hull(z)
		}
	}
	return within(s, p.x, xs) && within(s, p.z, zs) && magnitude(s, p.y, ys)
}

// magnitude bounds |w| by a, which is positive.
func magnitude(s *store.Store, w store.View, a span) bool {
	ws := spanOf(s, w)
	if ws.lo > -a.lo {
		return within(s, w, a)
	}
	if ws.hi < a.lo {
		return within(s, w, span{-a.hi, -a.lo})
	}
	return within(s, w, span{-a.hi, a.hi})
}

// modulo returns bounds of x, |y| and z in z = x mod y, where x < 0 (negative)
// or x >= 0; ok is false if there are no such values. There is a quotient q >= 0
// with |x| = q*|y| + |z|, whose bounds bound the others.
func modulo(x, y, z span, negative bool) (_, _, _ span, ok bool) {
	if negative {
		x, z = span{-x.hi, -x.lo}, span{-z.hi, -z.lo}
		x.lo = max(x.lo, 1)
	}
	y = span{max(y.least(), 1), y.most()}
	z = span{max(z.lo, 0), min(z.hi, y.hi-1, x.hi)}
	x.lo = max(x.lo, z.lo)
	y.lo = max(y.lo, z.lo+1)
	if x.empty() || y.empty() || z.empty() {
		return x, y, z, false
	}
	q := span{max(store.CeilDiv(x.lo-z.hi, y.hi), 0), store.FloorDiv(x.hi-z.lo, y.lo)}
	if q.empty() {
		return x, y, z, false
	}
	x = x.meet(span{y.lo*q.lo + z.lo, y.hi*q.hi + z.hi})
	z = z.meet(span{x.lo - y.hi*q.hi, x.hi - y.lo*q.lo})
	if q.lo > 0 {
		y.hi = min(y.hi, (x.hi-z.lo)/q.lo)
	}
	if q.hi > 0 {
		y.lo = max(y.lo, store.CeilDiv(x.lo-z.hi, q.hi))
	}
	if y.lo == y.hi { // the nearest x whose rest is in z
		if rest := x.lo % y.lo; rest < z.lo {
			x.lo += z.lo - rest
		} else if rest > z.hi {
			x.lo += y.lo - rest + z.lo
		}
		if rest := x.hi % y.lo; rest > z.hi {
			x.hi -= rest - z.hi
		} else if rest < z.lo {
			x.hi -= rest + y.lo - z.hi
		}
	}
	ok = !x.empty() && !y.empty() && !z.empty()
	if negative {
		x, z = span{-x.hi, -x.lo}, span{-z.hi, -z.lo}
	}
	return x, y, z, ok
}

func (p *function) boundDistance(s *store.Store) bool {
	xs, ys := spanOf(s, p.x), spanOf(s, p.y)
	gap := span{xs.lo - ys.hi, xs.hi - ys.lo}
	if !within(s, p.z, span{gap.least(), gap.most()}) {
		return false
	}
	zs := spanOf(s, p.z)
	return apart(s, p.x, ys, zs) && apart(s, p.y, spanOf(s, p.x), zs)
}

// apart bounds x by |x - y| in zs: x lies in y+zs or in y-zs.
func apart(s *store.Store, x store.View, ys, zs span) bool {
	up, down := span{ys.lo + zs.lo, ys.hi + zs.hi}, span{ys.lo - zs.hi, ys.hi - zs.lo}
	all := nothing
	xs := spanOf(s, x)
	for _, side := range [...]span{up, down} {
		if side.lo = max(side.lo, xs.lo); side.lo <= min(side.hi, xs.hi) {
			all = all.hull(span{side.lo, min(side.hi, xs.hi)})
		}
	}
	return within(s, x, all)
}
