package propagate

import "github.com/clewsolver/clew/internal/store"

// diffn says that rectangles do not overlap: of any two with positive widths
// and heights one is left of, right of, below or above the other; they may
// touch. A rectangle of width or height 0 may lie anywhere, inside of another
// as well. Widths and heights are not negative.
//
// For each pair it counts the four sides that are possible by the bounds. With
// none left it fails; the last one narrows positions and sizes. So a rectangle
// is pushed away from the part of the plane that another covers for sure, in
// the direction in which the two cannot pass each other (pairwise constructive
// disjunction; Beldiceanu and Carlsson, Sweep as a generic pruning technique
// applied to the non-overlapping rectangles constraint, CP 2001, treat many
// rectangles at once). O(n) for each rectangle that changed. It decides; no
// strength beyond that is promised.
//
// Cookie: the position in the scope of the view that is narrowed, times the
// number of rectangles, plus the other rectangle. The reason is what excludes
// the other three sides, and the bound of the other rectangle.
type diffn struct {
	pos, size [2][]store.View // of each axis
	scope     []store.View    // pos of the axes, then sizes
	n         int
}

// NewDiffn returns the constraint that the rectangles, of which rectangle i has
// its least corner at (x[i], y[i]) and the size dx[i] by dy[i], do not overlap.
// Rectangles without area are free. Negative sizes are impossible.
func NewDiffn(x, y, dx, dy []store.View) store.Propagator {
	d := &diffn{pos: [2][]store.View{x, y}, size: [2][]store.View{dx, dy}, n: len(x)}
	d.scope = append(append(append(append(d.scope, x...), y...), dx...), dy...)
	return d
}

func (d *diffn) Name() string             { return "diffn" }
func (d *diffn) Scope() []store.View      { return d.scope }
func (d *diffn) Priority() store.Priority { return store.Costly }

func (d *diffn) Post(s *store.Store, me store.ID) {
	for at, w := range d.scope {
		ev := store.OnBounds
		if at >= 2*d.n {
			ev = store.OnLo
		}
		s.Watch(w, ev, me, at%d.n)
	}
}

// notNegative is the cookie of the bound 0 of a size.
const notNegative = ^uint32(0)

// cookie returns the cookie of a change of one view because of rectangle j.
func (d *diffn) cookie(at, j int) uint32 { return uint32(at*d.n + j) }

func (d *diffn) Propagate(s *store.Store, me store.ID) store.Status {
	dirty := s.TakeChanged(me)
	changed := false
	for _, w := range d.scope[2*d.n:] {
		if w.Lo(s) < 0 {
			changed = true
			if !w.SetLo(s, 0, notNegative) {
				return store.Failed
			}
		}
	}
	for i := range d.n {
		for j := range i {
			if (dirty>>(uint(i)&63)|dirty>>(uint(j)&63))&1 != 0 && !d.separate(s, i, j, &changed) {
				return store.Failed
			}
		}
	}
	switch {
	case changed:
		return store.Again
	case allFixed(s, d.scope):
		return store.Entailed
	}
	return store.Fixpoint
}

// separate treats one pair. Where one size may be 0 it must be, if no side
// allows more and no other side is possible; where two may, nothing follows.
func (d *diffn) separate(s *store.Store, i, j int, changed *bool) bool {
	open := 0
	u, v, axis := i, j, 0 // the last open side; if there is none any fails
	for a := range 2 {
		p, z := d.pos[a], d.size[a]
		for turn := range 2 {
			if turn == 1 {
				i, j = j, i
			}
			size := int64(z[i].Lo(s))
			if size == 0 || int64(p[i].Lo(s))+size <= int64(p[j].Hi(s)) {
				if open++; open > 1 {
					return true
				}
				u, v, axis = i, j, a
			}
		}
	}
	return d.push(s, axis, u, v, changed)
}

// push makes rectangle u end before v begins on one axis, unless its size is
// or becomes 0.
func (d *diffn) push(s *store.Store, axis, u, v int, changed *bool) bool {
	pu, pv, z := d.pos[axis][u], d.pos[axis][v], d.size[axis][u]
	atU, atV := axis*d.n+u, axis*d.n+v
	lo, hi, size := int64(pu.Lo(s)), int64(pv.Hi(s)), int64(z.Lo(s))
	if most := max(0, hi-lo); most < int64(z.Hi(s)) {
		*changed = true
		if !z.SetHi(s, store.Clamp(most), d.cookie(2*d.n+atU, v)) {
			return false
		}
	}
	if size == 0 {
		return true
	}
	if lo+size > int64(pv.Lo(s)) {
		*changed = true
		if !pv.SetLo(s, store.Clamp(lo+size), d.cookie(atV, u)) {
			return false
		}
	}
	if hi-size < int64(pu.Hi(s)) {
		*changed = true
		return pu.SetHi(s, store.Clamp(hi-size), d.cookie(atU, v))
	}
	return true
}

func (d *diffn) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if cookie == notNegative {
		return out
	}
	e := premises{p, out}
	at, j := int(cookie)/d.n, int(cookie)%d.n
	i, axis := at%d.n, at/d.n%2
	up, k := askedBound(p, d.scope[at], a)
	u, v := i, j // the side that is asked for is u before v
	switch {
	case at >= 2*d.n: // i is too long, unless j begins k after it
		begin := int64(d.pos[axis][i].LoAt(p))
		e.ge(d.pos[axis][i], begin)
		e.le(d.pos[axis][j], begin+k)
	case up:
		u, v = j, i
		size := int64(d.size[axis][j].LoAt(p))
		e.ge(d.size[axis][j], size)
		e.ge(d.pos[axis][j], k-size)
	default:
		size := int64(d.size[axis][i].LoAt(p))
		e.ge(d.size[axis][i], size)
		e.le(d.pos[axis][j], k+size)
	}
	d.excluded(&e, axis, v, u)
	d.excluded(&e, 1-axis, u, v)
	d.excluded(&e, 1-axis, v, u)
	return e.out
}

// excluded adds the premises that u cannot end before v begins on an axis.
func (d *diffn) excluded(e *premises, axis, u, v int) {
	begin, size := int64(d.pos[axis][u].LoAt(e.p)), int64(d.size[axis][u].LoAt(e.p))
	e.ge(d.pos[axis][u], begin)
	e.ge(d.size[axis][u], size)
	e.le(d.pos[axis][v], begin+size-1)
}

func (d *diffn) Check(a []int32) bool {
	for _, w := range d.scope[2*d.n:] {
		if w.In(a) < 0 {
			return false
		}
	}
	for i := range d.n {
		for j := range i {
			if d.overlap(a, 0, i, j) && d.overlap(a, 1, i, j) {
				return false
			}
		}
	}
	return true
}

// overlap reports whether two rectangles share more than a point on an axis.
func (d *diffn) overlap(a []int32, axis, i, j int) bool {
	at, size := int64(d.pos[axis][i].In(a)), int64(d.size[axis][i].In(a))
	other, otherSize := int64(d.pos[axis][j].In(a)), int64(d.size[axis][j].In(a))
	return size > 0 && otherSize > 0 && at < other+otherSize && other < at+size
}
