package propagate

import (
	"math"
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// explain gives the reason of a change of the value pass: the view at cookie
// has its value, or none but the constraint.
func (d *distinct) explain(p store.Past, cookie uint32, out []store.Atom) []store.Atom {
	if cookie >= uint32(len(d.xs)) {
		return out // two views of one variable would be equal
	}
	return eq(p, d.xs[cookie], out)
}

// Explain names one fixed view for a removed value, and for a hidden single
// the views that had lost the value.
func (d *distinctValue) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	switch {
	case a == store.False:
		return d.explainFailure(p, out)
	case cookie < hiddenCookie:
		return d.explain(p, cookie, out)
	case !d.exact: // the hook of the tests
		return store.ExplainFully(d.xs, p, out)
	}
	cookie -= hiddenCookie
	return d.notTakenBut(p, int(cookie/64), d.zero()+int32(cookie%64), out)
}

// zero returns the value that bit 0 of the aligned words stands for.
func (d *distinct) zero() int32 { return d.slots[0].zero - int32(d.slots[0].lift) }

// notTakenBut appends that no view but the one at i takes k. All are direct.
func (d *distinctValue) notTakenBut(p store.Past, i int, k int32, out []store.Atom) []store.Atom {
	for j := range d.slots {
		if t := &d.slots[j]; j != i {
			out = ne(p, store.Ident(t.v), k-t.plus, out)
		}
	}
	return out
}

// explainFailure explains what singles found: a value that no view takes, or
// two that only one takes. A view that occurs twice needs no premise.
func (d *distinctValue) explainFailure(p store.Past, out []store.Atom) []store.Atom {
	if d.twice {
		return out
	}
	if !d.exact {
		return store.ExplainFully(d.xs, p, out)
	}
	var once, twice, root uint64
	for i := range d.slots {
		t := &d.slots[i]
		_, w := p.Narrow(t.v)
		w <<= t.lift
		twice |= once & w
		once |= w
		_, w = p.Root().Narrow(t.v)
		root |= w << t.lift
	}
	if lost := root &^ once; lost != 0 {
		return d.notTakenBut(p, -1, d.zero()+int32(bits.TrailingZeros64(lost)), out)
	}
	once &^= twice
	for i := range d.slots {
		t := &d.slots[i]
		_, w := p.Narrow(t.v)
		mine := once & (w << t.lift)
		if mine&(mine-1) == 0 {
			continue
		}
		out = d.notTakenBut(p, i, d.zero()+int32(bits.TrailingZeros64(mine)), out)
		mine &= mine - 1
		return d.notTakenBut(p, i, d.zero()+int32(bits.TrailingZeros64(mine)), out)
	}
	panic("propagate: all_different failed without a cause")
}

// Explain names, for a moved bound, the views that fill an interval and the
// bound that kept the view from passing on its other side. The interval is the
// narrowest that explains what is asked: the bound asked may be weaker than
// the one set. A failure is an interval with more views than values.
//
// Sources: Katsirelos: Nogood processing in CSPs, PhD thesis, Toronto 2008;
// Downing, Feydy, Stuckey: Explaining alldifferent, ACSC 2012.
func (d *distinctBounds) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	switch {
	case a == store.False && d.twice:
		return out
	case a == store.False:
		return d.explainHall(p, -1, store.Ge, math.MinInt64/2, out)
	case cookie < hallCookie:
		return d.explain(p, cookie, out)
	}
	i := int(cookie - hallCookie)
	up, k := askedBound(p, d.xs[i], a)
	if up {
		return d.explainHall(p, i, store.Ge, k, out)
	}
	return d.explainHall(p, i, store.Le, -k, out)
}

// explainHall explains that the view at i is at least need, or failure if i is
// negative. If rel is Le, everything is negated.
func (d *distinctBounds) explainHall(p store.Past, i int, rel store.Rel, need int64, out []store.Atom) []store.Atom {
	for j := range d.xs {
		it := &d.items[j]
		it.lo, it.hi = int64(d.xs[j].LoAt(p)), int64(d.xs[j].HiAt(p))
		if rel == store.Le {
			it.lo, it.hi = -it.hi, -it.lo
		}
	}
	d.sort()
	last, tooMany := int64(math.MaxInt64), int64(2) // views less b-from for a full interval, and one more
	if i >= 0 {
		last, tooMany = d.items[i].lo, 1
		if b, ok := d.filled(i, last, need, tooMany); ok {
			return d.emitHall(p, i, rel, last, b, b-last+tooMany, out)
		}
	}
	for at := len(d.byLo) - 1; at >= 0; at-- {
		from := d.items[d.byLo[at]].lo
		if from >= last {
			continue
		}
		last = from
		if b, ok := d.filled(i, from, need, tooMany); ok {
			return d.emitHall(p, i, rel, from, b, b-from+tooMany, out)
		}
	}
	panic("propagate: all_different moved a bound without a cause")
}

// filled returns the least b, need-1 or more, such that from..b has b-from+more
// views besides the one at i.
func (d *distinctBounds) filled(i int, from, need, more int64) (b int64, ok bool) {
	count := int64(0)
	for _, j := range d.byHi {
		it := &d.items[j]
		if int(j) == i || it.lo < from {
			continue
		}
		count++
		if it.hi >= need-1 && count >= it.hi-from+more {
			return it.hi, true
		}
	}
	return 0, false
}

// emitHall appends that count views are in from..b, and that the one at i is
// at least from.
func (d *distinctBounds) emitHall(p store.Past, i int, rel store.Rel, from, b, count int64, out []store.Atom) []store.Atom {
	within := func(w store.View, lo, hi int64) {
		if rel == store.Le {
			lo, hi = -hi, -lo
		}
		if lo > -store.MaxValue {
			out = ge(p, w, int32(lo), out)
		}
		if hi < store.MaxValue {
			out = le(p, w, int32(hi), out)
		}
	}
	for _, j := range d.byHi {
		if it := &d.items[j]; int(j) != i && it.lo >= from && count > 0 {
			within(d.xs[j], from, b)
			count--
		}
	}
	if i >= 0 {
		within(d.xs[i], from, store.MaxValue)
	}
	return out
}

// past is a matching of all views with values of a moment in the past.
type past struct {
	words []uint64 // domains, if the edges are bits
	owner []int32  // as in distinctDomain
	mate  []int32
	seen  []bool // views reached
}

// Explain names, for a removed value, the views of the smallest set that needs
// all its values and the removed one with them: those reachable from the
// value's owner in a matching of that moment. For a failure it names views with
// too few values: those that the search for a value of another view reached.
// The premises exclude the values that these views had lost.
//
// The matching begins from that of the present, as far as it was possible
// then: which matching it is decides on the reason, not whether it is one.
//
// Source: as of distinctBounds.
func (d *distinctDomain) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if d.wide || a != store.False && cookie < hallCookie || d.twice {
		return d.distinctBounds.Explain(p, a, cookie, out)
	}
	d.load(p)
	from := d.matchPast(p)
	if from < 0 {
		_, k := asked(p, d.xs[cookie-hallCookie], a)
		clear(d.past.seen)
		d.reach(p, d.past.owner[k-d.origin])
	}
	for j, seen := range d.past.seen {
		if seen {
			out = d.within(p, j, out)
		}
	}
	for _, k := range d.past.mate {
		if k >= 0 {
			d.past.owner[k] = -1
		}
	}
	return out
}

// load prepares the scratch space for p.
func (d *distinctDomain) load(p store.Past) {
	m := &d.past
	if m.owner == nil {
		n := len(d.xs)
		m.words, m.mate, m.seen = make([]uint64, n), make([]int32, n), make([]bool, n)
		m.owner = make([]int32, len(d.owner))
		for k := range m.owner {
			m.owner[k] = -1
		}
	}
	for i := range d.xs {
		m.mate[i] = -1
		if d.words {
			t := &d.slots[i]
			_, w := p.Narrow(t.v)
			m.words[i] = w << t.lift
		}
	}
}

// nextPast returns the smallest value above k, less origin, that the view at i
// had; -1 if there was none.
func (d *distinctDomain) nextPast(p store.Past, i, k int32) int32 {
	if d.words {
		if w := d.past.words[i] >> uint(k+1); w != 0 {
			return k + 1 + int32(bits.TrailingZeros64(w))
		}
		return -1
	}
	if k, ok := d.xs[i].NextAt(p, k+d.origin); ok {
		return k - d.origin
	}
	return -1
}

// matchPast matches every view; if it cannot, it returns one that is left over,
// having seen the views that compete with it, else -1.
func (d *distinctDomain) matchPast(p store.Past) (left int) {
	m := &d.past
	for i, k := range d.mate {
		if k >= 0 && m.owner[k] < 0 && d.nextPast(p, int32(i), k-1) == k {
			m.owner[k], m.mate[i] = int32(i), k
		}
	}
	for i := range m.mate {
		if m.mate[i] < 0 {
			clear(m.seen)
			if !d.augmentPast(p, int32(i)) {
				return i
			}
		}
	}
	return -1
}

// augmentPast is augment in the past.
func (d *distinctDomain) augmentPast(p store.Past, i int32) bool {
	m := &d.past
	m.seen[i] = true
	for k := d.nextPast(p, i, -1); k >= 0; k = d.nextPast(p, i, k) {
		if m.owner[k] < 0 {
			m.owner[k], m.mate[i] = i, k
			return true
		}
	}
	for k := d.nextPast(p, i, -1); k >= 0; k = d.nextPast(p, i, k) {
		if j := m.owner[k]; !m.seen[j] && d.augmentPast(p, j) {
			m.owner[k], m.mate[i] = i, k
			return true
		}
	}
	return false
}

// reach sees the views that compete for the values of the view at i.
func (d *distinctDomain) reach(p store.Past, i int32) {
	m := &d.past
	m.seen[i] = true
	for k := d.nextPast(p, i, -1); k >= 0; k = d.nextPast(p, i, k) {
		if j := m.owner[k]; !m.seen[j] {
			d.reach(p, j)
		}
	}
}

// hall reports whether k is one of the values that the seen views need.
func (d *distinctDomain) hall(k int32) bool {
	m := &d.past
	j := int64(k) - int64(d.origin)
	return j >= 0 && j < int64(len(m.owner)) && m.owner[j] >= 0 && m.seen[m.owner[j]]
}

// fewValues is the number of values beyond a domain up to which premises name
// those that matter; with more a bound excludes more than need be.
const fewValues = 8

// within appends that the view at i has no values but those of the hall.
func (d *distinctDomain) within(p store.Past, i int, out []store.Atom) []store.Atom {
	w, root, first := d.xs[i], p.Root(), len(out)
	lo, hi := w.LoAt(p), w.HiAt(p)
	// The bounds from and to lie at the ends of the hall, or nearer if there are
	// too many other values between them and the domain.
	from, to := lo, hi
	few := 0
	for k, ok := w.PrevAt(root, lo); ok && few <= fewValues; k, ok = w.PrevAt(root, k) {
		if d.hall(k) {
			from = k
		} else {
			few++
		}
	}
	few = 0
	for k, ok := w.NextAt(root, hi); ok && few <= fewValues; k, ok = w.NextAt(root, k) {
		if d.hall(k) {
			to = k
		} else {
			few++
		}
	}
	out = ge(p, w, from, out)
	out = le(p, w, to, out)
	for k, _ := w.NextAt(root, from); k < to; k, _ = w.NextAt(root, k) {
		if !d.hall(k) {
			out = ne(p, w, k, out)
		}
	}
	if lo == hi && len(out) > first+2 {
		out = eq(p, w, out[:first])
	}
	return out
}
