package propagate

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// NewCardinality returns the constraint that for each k the number of xs equal
// to values[k] is counts[k]; if closed, every x is one of the values. The
// values must be distinct. Strength: Forward, also where variables repeat
// (where closed, over domains of up to 4096 values).
func NewCardinality(xs []store.View, values []int32, counts []store.View, closed bool) store.Propagator {
	scope := append(slices.Clone(xs), counts...)
	p := &cardinality{scope: scope, xs: scope[:len(xs)], counts: scope[len(xs):], values: values, closed: closed}
	p.order = make([]int32, len(values))
	for j := range p.order {
		p.order[j] = int32(j)
	}
	slices.SortFunc(p.order, func(i, j int32) int { return cmp.Compare(values[i], values[j]) })
	if len(values) > 0 {
		first, last := values[p.order[0]], values[p.order[len(values)-1]]
		if int64(last)-int64(first) < enumerated {
			p.first = first
			p.at = make([]int32, last-first+1)
			for i := range p.at {
				p.at[i] = -1
			}
			for j, k := range values {
				p.at[k-first] = int32(j)
			}
		}
	}
	p.listed = slices.Clone(values)
	slices.Sort(p.listed)
	p.must, p.may = make([]int32, len(values)), make([]int32, len(values))
	return countRepeated(p, scope)
}

// cardinality counts for each value the xs that must and that can have it (as
// the basic filtering of global_cardinality does; Régin, AAAI 1996 has the
// full one), and bounds the counts by each other: together they are as many as
// the xs that must, and can, have a listed value. Time: linear in the sizes of
// the domains, or in their number times that of the values where that is less.
//
// Cookie: 0 for a value of an x that is not listed (closed) and for a bound of
// a count by the xs that must or cannot have its value; bySum for a bound of a
// count by the other counts and the xs that must or cannot have a listed value;
// 1+j for an x that leaves or takes values[j] because of the bound of counts[j]
// and the xs that must or cannot have the value.
type cardinality struct {
	scope      []store.View
	xs, counts []store.View
	values     []int32
	closed     bool
	order      []int32  // indices of values, ascending by value
	first      int32    // value of at[0]
	at         []int32  // index of a value, -1 for none; nil if they are too far apart
	masks      []uint64 // of each x that is narrow: its word's bits of listed values
	must, may  []int32  // scratch: numbers by index of value
	listed     []int32  // the values, ascending
	single     [1]int32 // scratch of Explain: a set of one value
}

// bySum is a cookie.
const bySum = 1

func (p *cardinality) Name() string             { return "global_cardinality" }
func (p *cardinality) Scope() []store.View      { return p.scope }
func (p *cardinality) Priority() store.Priority { return store.Linear }

func (p *cardinality) Post(s *store.Store, me store.ID) {
	p.masks = make([]uint64, len(p.xs))
	for i, w := range p.xs {
		if base, word, narrow := s.Narrow(w.V); narrow {
			for j := range int32(64) {
				if word>>j&1 != 0 && p.index(w.Of(base+j)) >= 0 {
					p.masks[i] |= 1 << j
				}
			}
		}
		s.Watch(w, store.OnDomain, me, i)
	}
	for j, w := range p.counts {
		s.Watch(w, store.OnBounds, me, len(p.xs)+j)
	}
}

// index returns the index of a value, -1 for none.
func (p *cardinality) index(k int32) int32 {
	if p.at != nil {
		if i := int64(k) - int64(p.first); i >= 0 && i < int64(len(p.at)) {
			return p.at[i]
		}
		return -1
	}
	lo, hi := 0, len(p.order)
	for lo < hi {
		if mid := (lo + hi) / 2; p.values[p.order[mid]] < k {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(p.order) && p.values[p.order[lo]] == k {
		return p.order[lo]
	}
	return -1
}

func (p *cardinality) Propagate(s *store.Store, me store.ID) store.Status {
	clear(p.must)
	clear(p.may)
	least, most := int64(0), int64(0) // of the sum of the counts
	listed := true                    // does every x have a listed value?
	for i, w := range p.xs {
		if p.closed && !p.confine(s, i, w) {
			return store.Failed
		}
		can, must := p.tally(s, i, w)
		listed = listed && must
		if must || p.closed {
			least++
		}
		if can {
			most++
		}
	}
	moved := false
	for j, c := range p.counts {
		if !p.bound(s, c, int64(p.must[j]), int64(p.may[j]), 0, &moved) {
			return store.Failed
		}
	}
	lo, hi := int64(0), int64(0)
	for _, c := range p.counts {
		lo += int64(c.Lo(s))
		hi += int64(c.Hi(s))
	}
	if lo > most || hi < least {
		return store.Failed
	}
	for _, c := range p.counts {
		a, b := int64(c.Lo(s)), int64(c.Hi(s))
		if !p.bound(s, c, least-(hi-b), most-(lo-a), bySum, &moved) {
			return store.Failed
		}
		lo += int64(c.Lo(s)) - a
		hi += int64(c.Hi(s)) - b
	}
	open := false
	for j, c := range p.counts {
		must, may := p.must[j], p.may[j]
		if must == may {
			open = open || !c.Fixed(s)
			continue
		}
		open = true
		leave, enter := c.Hi(s) == must, c.Lo(s) == may
		if !leave && !enter {
			continue
		}
		moved = true
		k := p.values[j]
		for _, w := range p.xs {
			if w.Fixed(s) || !w.Has(s, k) {
				continue
			}
			if why := uint32(1 + j); leave && !w.Remove(s, k, why) || !leave && !w.Fix(s, k, why) {
				return store.Failed
			}
		}
	}
	switch {
	case moved:
		return store.Again
	case !open && (!p.closed || listed):
		return store.Entailed
	}
	return store.Fixpoint
}

// bound brings c into lo..hi and notes whether that changed it.
func (p *cardinality) bound(s *store.Store, c store.View, lo, hi int64, why uint32, moved *bool) bool {
	if int64(c.Lo(s)) < lo || int64(c.Hi(s)) > hi {
		*moved = true
		return c.SetLo(s, store.Clamp(lo), why) && c.SetHi(s, store.Clamp(hi), why)
	}
	return true
}

// tally adds x to must and may, and returns whether it can, and must, have a
// listed value.
func (p *cardinality) tally(s *store.Store, i int, w store.View) (can, must bool) {
	if w.Fixed(s) {
		j := p.index(w.Lo(s))
		if j >= 0 {
			p.must[j]++
			p.may[j]++
		}
		return j >= 0, j >= 0
	}
	if base, word, narrow := s.Narrow(w.V); narrow && w.Kind == store.Affine {
		for listed := word & p.masks[i]; listed != 0; listed &= listed - 1 {
			p.may[p.index(w.Of(base+int32(bits.TrailingZeros64(listed))))]++
		}
		return word&p.masks[i] != 0, word&^p.masks[i] == 0
	}
	n := int32(0)
	for j, k := range p.values {
		if w.Has(s, k) {
			p.may[j]++
			n++
		}
	}
	return n > 0, n == w.Size(s)
}

// confine removes from x what is not listed; where the domain is large, only
// beyond the ends of the values.
func (p *cardinality) confine(s *store.Store, i int, w store.View) bool {
	if _, word, narrow := s.Narrow(w.V); narrow {
		return word&^p.masks[i] == 0 || s.Keep(w.V, p.masks[i], 0)
	}
	if len(p.values) == 0 {
		return false
	}
	lo, hi := p.values[p.order[0]], p.values[p.order[len(p.order)-1]]
	if !w.SetLo(s, lo, 0) || !w.SetHi(s, hi, 0) {
		return false
	}
	if w.Size(s) > enumerated {
		return true
	}
	k := w.Lo(s)
	for ok := true; ok; k, ok = w.Next(s, k) {
		if p.index(k) < 0 && !w.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

func (p *cardinality) Explain(past store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		return p.explainSums(past, out)
	}
	s := past.Store()
	v, _, _ := s.Subject(a)
	set := p.single[:]
	for j, c := range p.counts {
		if c.V != v {
			continue
		}
		set[0] = p.values[j]
		if cookie != bySum {
			return explainNumber(past, p.xs, set, c, a, out)
		}
		up, k := askedBound(past, c, a)
		if up {
			// The others are too few for the xs that must be listed.
			out, most := p.countsUpTo(past, j, out)
			return p.listedXs(past, k+most, out)
		}
		out, least := p.countsFrom(past, j, out)
		return p.unlistedXs(past, int64(len(p.xs))-k-least, out)
	}
	if cookie == 0 {
		return out // not a listed value
	}
	j := cookie - 1
	set[0] = p.values[j]
	return explainNumber(past, p.xs, set, p.counts[j], a, out)
}

// explainSums: the counts together are too large or too small.
func (p *cardinality) explainSums(past store.Past, out []store.Atom) []store.Atom {
	from := len(out)
	out, least := p.countsFrom(past, -1, out)
	out, ok := members(past, p.xs, nobody, p.listed, false, int64(len(p.xs))-least+1, out)
	if ok {
		return out
	}
	out, most := p.countsUpTo(past, -1, out[:from])
	return p.listedXs(past, most+1, out)
}

// countsFrom appends the lower bounds of all counts but that of index j, and
// returns their sum.
func (p *cardinality) countsFrom(past store.Past, j int, out []store.Atom) (_ []store.Atom, sum int64) {
	for i, c := range p.counts {
		if i != j {
			lo := c.LoAt(past)
			out = ge(past, c, lo, out)
			sum += int64(lo)
		}
	}
	return out, sum
}

// countsUpTo is countsFrom for the upper bounds.
func (p *cardinality) countsUpTo(past store.Past, j int, out []store.Atom) (_ []store.Atom, sum int64) {
	for i, c := range p.counts {
		if i != j {
			hi := c.HiAt(past)
			out = le(past, c, hi, out)
			sum += int64(hi)
		}
	}
	return out, sum
}

// listedXs appends premises by which n of the xs have listed values.
func (p *cardinality) listedXs(past store.Past, n int64, out []store.Atom) []store.Atom {
	if !p.closed {
		out, _ = members(past, p.xs, nobody, p.listed, true, n, out)
	}
	return out
}

// unlistedXs appends premises by which n of the xs have no listed value.
func (p *cardinality) unlistedXs(past store.Past, n int64, out []store.Atom) []store.Atom {
	out, _ = members(past, p.xs, nobody, p.listed, false, n, out)
	return out
}

func (p *cardinality) Check(a []int32) bool {
	for j, k := range p.values {
		n := int32(0)
		for _, w := range p.xs {
			if w.In(a) == k {
				n++
			}
		}
		if n != p.counts[j].In(a) {
			return false
		}
	}
	if p.closed {
		for _, w := range p.xs {
			if p.index(w.In(a)) < 0 {
				return false
			}
		}
	}
	return true
}
