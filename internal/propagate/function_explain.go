package propagate

import "github.com/clewsolver/clew/internal/store"

// overlaps reports whether a and b, not empty, have a value in common.
func (a span) overlaps(b span) bool { return a.lo <= b.hi && b.lo <= a.hi }

// thirds returns the parts of a below, at and above 0; each can be empty.
func (a span) thirds() [3]span {
	return [3]span{{a.lo, min(a.hi, -1)}, {max(a.lo, 0), min(a.hi, 0)}, {max(a.lo, 1), a.hi}}
}

// fails reports whether interval arithmetic leaves no z = f(x, y) within the
// spans of x, y and z. It knows all that the propagation of bounds knows.
func (p *function) fails(b [3]span) bool {
	x, y, z := b[0], b[1], b[2]
	switch p.f {
	case power:
		return powerFails(x, y, z)
	case distance:
		gap := span{x.lo - y.hi, x.hi - y.lo}
		return gap.least() > z.hi || gap.most() < z.lo
	case times:
		for _, xs := range x.thirds() {
			for _, ys := range y.thirds() {
				if xs.lo <= xs.hi && ys.lo <= ys.hi && xs.times(ys).overlaps(z) {
					return false
				}
			}
		}
		return true
	case div:
		for _, ys := range y.signs() {
			if ys.lo > ys.hi {
				continue
			}
			all := nothing
			for _, k := range [...]int64{x.lo / ys.lo, x.lo / ys.hi, x.hi / ys.lo, x.hi / ys.hi} {
				all = all.hull(span{k, k})
			}
			if all.overlaps(z) {
				return false
			}
		}
		return true
	}
	for _, negative := range [...]bool{true, false} {
		if _, _, _, ok := modulo(x, y, z, negative); ok {
			return false
		}
	}
	return true
}

func (p *function) Explain(at store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	ws := [3]store.View{p.x, p.y, p.z}
	out, ok := lift(at, a, ws[:], p.fails, out)
	if ok {
		return out
	}
	from := len(out)
	if p.x.V != p.z.V && p.y.V != p.z.V {
		if out, ok = p.explainPairs(at, a, out); ok {
			return out
		}
	}
	return store.ExplainFully(ws[:], at, out[:from])
}

// pairsExplained bounds the pairs of values that an explanation visits.
const pairsExplained = 1 << 12

// explainPairs is the reason of a by values: for each pair of x and y that
// has an answer where a is false, one of the three values was not there.
// Pre: z's variable is neither that of x nor that of y.
func (p *function) explainPairs(at store.Past, a store.Atom, out []store.Atom) (_ []store.Atom, ok bool) {
	s := at.Store()
	root := s.Before(0)
	x, y, z := store.Ident(p.x.V), p.y, p.z
	xs, ys, zs, zFree := spanAt(at, x, a), spanAt(at, y, a), spanAt(at, z, a), spanAt(root, z, a)
	one := x.V == y.V                               // then each x has one partner
	near := p.f == distance && zFree.lo == zFree.hi // then it has two at most
	rows, columns := xs.hi-xs.lo+1, ys.hi-ys.lo+1
	if columns > enumerated || zs.hi-zs.lo >= enumerated || rows > pairsExplained ||
		!one && !near && rows*columns > pairsExplained {
		return out, false
	}
	out = beyond(at, x, xs, spanAt(root, x, a), out)
	if !one {
		out = beyond(at, y, ys, spanAt(root, y, a), out)
	}
	var yGone, zGone [enumerated / 64]uint64 // values whose absence was said, from the lower bound
	zUsed := zFree
	for i := xs.lo; i <= xs.hi; i++ {
		if !x.HasAt(root, int32(i)) {
			continue
		}
		has := x.HasAt(at, int32(i))
		of := int64(p.x.Of(int32(i)))
		step, j, last := int64(1), ys.lo, ys.hi
		switch {
		case one:
			j = int64(y.Of(int32(i)))
			last = j
		case near:
			step = max(1, 2*zFree.lo)
			j, last = of-zFree.lo, of+zFree.lo
		}
		for ; j <= last; j += step {
			k, ok := p.of(of, j)
			if !ok || j < ys.lo || j > ys.hi || k < zFree.lo || k > zFree.hi ||
				!y.HasAt(root, int32(j)) || !z.HasAt(root, int32(k)) {
				continue
			}
			if !has {
				out = ne(at, x, int32(i), out)
				break
			}
			switch {
			case !y.HasAt(at, int32(j)):
				if n := j - ys.lo; yGone[n>>6]>>(n&63)&1 == 0 {
					yGone[n>>6] |= 1 << (n & 63)
					out = ne(at, y, int32(j), out)
				}
			case k < zs.lo:
				zUsed.lo = zs.lo
			case k > zs.hi:
				zUsed.hi = zs.hi
			case !z.HasAt(at, int32(k)):
				if n := k - zs.lo; zGone[n>>6]>>(n&63)&1 == 0 {
					zGone[n>>6] |= 1 << (n & 63)
					out = ne(at, z, int32(k), out)
				}
			default:
				return out, false
			}
		}
	}
	return beyond(at, z, zUsed, zFree, out), true
}
