package propagate

import "github.com/clewsolver/clew/internal/store"

// binPacking says that every item lies in one of the bins first, first+1, ...
// and that each load is the sum of the weights of the items in its bin.
//
// Loads are bounded by the items that are in, and that can be in, their bin,
// and by what all other bins hold at most and at least; an item leaves a bin
// that it would overfill, and stays in one that would be too light without it
// (the basic rules of Shaw, A constraint for bin packing, CP 2004, without
// its subset sums). Without repeated variables it is domain-consistent once one
// variable is open. O(n + sum of the domain sizes).
//
// Cookie: four times the bin, or for an item four times item*bins+bin, plus the
// rule. The reason is a set of items, as few as what is asked allows, that are
// in the bin or not, and the bound of a load; or the bounds of other loads.
type binPacking struct {
	bins, loads []store.View
	weights     []int64
	first       int32
	scope       []store.View
	total       int64
	in, can     []int64 // of each bin: weights of items in it, and of those that can be
	used        []bool  // for Explain: a set of items
}

// Rules of binPacking, of loads and of items.
const (
	byItems  = iota // a load follows from the items of its bin
	byLoads         // a load follows from the other loads
	tooHeavy        // an item would overfill the bin
	tooLight        // without the item the bin would be too light
)

// noBin is the cookie of the bounds of the bins themselves; manyCookies is
// the one of items and bins too many to number, whose reason is the scope.
const (
	noBin       = ^uint32(0)
	manyCookies = ^uint32(1)
)

// NewBinPacking returns the constraint that bins[i] is the bin of item i, of
// the weight weights[i], and loads[b] the sum of the weights in bin first+b.
// Every item is in one of these bins. Weights are not negative.
func NewBinPacking(bins []store.View, weights []int32, loads []store.View, first int32) store.Propagator {
	b := &binPacking{
		bins: bins, loads: loads, first: first,
		weights: make([]int64, len(bins)),
		in:      make([]int64, len(loads)), can: make([]int64, len(loads)),
		used: make([]bool, len(bins)),
	}
	b.scope = append(append(b.scope, bins...), loads...)
	for i, w := range weights {
		b.weights[i] = int64(w)
		b.total += int64(w)
	}
	return b
}

func (b *binPacking) Name() string             { return "bin_packing" }
func (b *binPacking) Scope() []store.View      { return b.scope }
func (b *binPacking) Priority() store.Priority { return store.Costly }

func (b *binPacking) Post(s *store.Store, me store.ID) {
	for i, w := range b.bins {
		s.Watch(w, store.OnDomain, me, i)
	}
	for i, w := range b.loads {
		s.Watch(w, store.OnBounds, me, len(b.bins)+i)
	}
}

func (b *binPacking) Propagate(s *store.Store, me store.ID) store.Status {
	for _, w := range b.bins {
		if !w.SetLo(s, b.first, noBin) || !w.SetHi(s, store.Clamp(b.value(len(b.loads)-1)), noBin) {
			return store.Failed
		}
	}
	clear(b.in)
	clear(b.can)
	for i, w := range b.bins {
		lo, hi := w.Lo(s), w.Hi(s)
		if lo == hi {
			b.in[lo-b.first] += b.weights[i]
		}
		for k, ok := lo, true; ok; k, ok = w.Next(s, k) {
			b.can[k-b.first] += b.weights[i]
		}
	}
	changed := false
	if !b.boundLoads(s, &changed) || !b.moveItems(s, &changed) {
		return store.Failed
	}
	switch {
	case changed:
		return store.Again
	case allFixed(s, b.scope):
		return store.Entailed
	}
	return store.Fixpoint
}

// value returns the value that stands for a bin.
func (b *binPacking) value(bin int) int64 { return int64(b.first) + int64(bin) }

func (b *binPacking) loadCookie(bin int, rule uint32) uint32 { return uint32(bin)<<2 | rule }

func (b *binPacking) itemCookie(i, bin int, rule uint32) uint32 {
	at := uint64(i)*uint64(len(b.loads)) + uint64(bin)
	if at >= 1<<29 {
		return manyCookies
	}
	return uint32(at)<<2 | rule
}

// boundLoads narrows each load.
func (b *binPacking) boundLoads(s *store.Store, changed *bool) bool {
	least, most := int64(0), int64(0)
	for _, w := range b.loads {
		least += int64(w.Lo(s))
		most += int64(w.Hi(s))
	}
	for i, w := range b.loads {
		lo, hi := int64(w.Lo(s)), int64(w.Hi(s))
		fromLoads, toLoads := b.total-(most-hi), b.total-(least-lo)
		if max(b.in[i], fromLoads) > lo {
			*changed = true
			rule := uint32(byItems)
			if fromLoads > b.in[i] {
				rule = byLoads
			}
			if !w.SetLo(s, store.Clamp(max(b.in[i], fromLoads)), b.loadCookie(i, rule)) {
				return false
			}
		}
		if min(b.can[i], toLoads) < hi {
			*changed = true
			rule := uint32(byItems)
			if toLoads < b.can[i] {
				rule = byLoads
			}
			if !w.SetHi(s, store.Clamp(min(b.can[i], toLoads)), b.loadCookie(i, rule)) {
				return false
			}
		}
	}
	return true
}

// moveItems narrows the bins of each open item.
func (b *binPacking) moveItems(s *store.Store, changed *bool) bool {
	for i, w := range b.bins {
		weight := b.weights[i]
		if weight == 0 || w.Fixed(s) {
			continue
		}
		for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
			bin := int(k - b.first)
			switch load := b.loads[bin]; {
			case b.in[bin]+weight > int64(load.Hi(s)):
				*changed = true
				if !w.Remove(s, k, b.itemCookie(i, bin, tooHeavy)) {
					return false
				}
			case b.can[bin]-weight < int64(load.Lo(s)):
				*changed = true
				if !w.Fix(s, k, b.itemCookie(i, bin, tooLight)) {
					return false
				}
			}
		}
	}
	return true
}

func (b *binPacking) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	switch cookie {
	case noBin:
		return out
	case manyCookies:
		return store.ExplainFully(b.scope, p, out)
	}
	e := premises{p, out}
	at := int(cookie >> 2)
	switch cookie & 3 {
	case byItems:
		if up, k := askedBound(p, b.loads[at], a); up {
			b.inside(&e, at, -1, k)
		} else {
			b.outside(&e, at, -1, b.total-k)
		}
	case byLoads:
		up, k := askedBound(p, b.loads[at], a)
		b.others(&e, at, up, b.total-k)
	case tooHeavy:
		i, bin := at/len(b.loads), at%len(b.loads)
		sum := b.inside(&e, bin, i, int64(b.loads[bin].HiAt(p))+1-b.weights[i])
		e.le(b.loads[bin], sum+b.weights[i]-1)
	case tooLight:
		i, bin := at/len(b.loads), at%len(b.loads)
		sum := b.outside(&e, bin, i, b.total-b.weights[i]-int64(b.loads[bin].LoAt(p))+1)
		e.ge(b.loads[bin], b.total-sum-b.weights[i]+1)
	}
	return e.out
}

// inside adds the premises that items other than i are in a bin whose weights
// sum to at least the given one, which they do. It leaves out items that are
// not needed and returns the sum of the rest.
func (b *binPacking) inside(e *premises, bin, i int, least int64) int64 {
	value := store.Clamp(b.value(bin))
	for j, w := range b.bins {
		b.used[j] = j != i && w.LoAt(e.p) == value && w.HiAt(e.p) == value
	}
	sum := b.thin(least)
	for j, w := range b.bins {
		if b.used[j] {
			e.out = eq(e.p, w, e.out)
		}
	}
	return sum
}

// outside is inside for items that are not in the bin.
func (b *binPacking) outside(e *premises, bin, i int, least int64) int64 {
	value := store.Clamp(b.value(bin))
	for j, w := range b.bins {
		b.used[j] = j != i && !w.HasAt(e.p, value)
	}
	sum := b.thin(least)
	for j := range b.bins {
		if b.used[j] {
			e.out = ne(e.p, b.bins[j], value, e.out)
		}
	}
	return sum
}

// thin takes items out of used while their weights still sum to least, and
// returns the sum.
func (b *binPacking) thin(least int64) int64 {
	sum := int64(0)
	for j, weight := range b.weights {
		if b.used[j] {
			sum += weight
		}
	}
	for j, weight := range b.weights {
		if b.used[j] && weight <= sum-least {
			b.used[j] = false
			sum -= weight
		}
	}
	return sum
}

// others adds the premises that the loads of the bins other than bin sum to at
// most sum, or at least if not atMost. What they allow beyond that goes to
// loads that are then free of any bound, as far as it lasts, and the rest to
// another.
func (b *binPacking) others(e *premises, bin int, atMost bool, sum int64) {
	root := e.p.Store().Before(0)
	slack := sum
	for j, w := range b.loads {
		if j == bin {
			continue
		}
		if atMost {
			slack -= int64(w.HiAt(e.p))
		} else {
			slack -= int64(w.LoAt(e.p))
		}
	}
	if !atMost {
		slack = -slack
	}
	last := -1 // a load that is bounded, added at the end
	for j, w := range b.loads {
		if j == bin {
			continue
		}
		gap := int64(w.HiAt(root)) - int64(w.HiAt(e.p))
		if !atMost {
			gap = int64(w.LoAt(e.p)) - int64(w.LoAt(root))
		}
		switch {
		case gap <= slack:
			slack -= gap
		case last < 0:
			last = j
		case atMost:
			e.le(b.loads[j], int64(w.HiAt(e.p)))
		default:
			e.ge(b.loads[j], int64(w.LoAt(e.p)))
		}
	}
	switch {
	case last < 0:
	case atMost:
		e.le(b.loads[last], int64(b.loads[last].HiAt(e.p))+slack)
	default:
		e.ge(b.loads[last], int64(b.loads[last].LoAt(e.p))-slack)
	}
}

func (b *binPacking) Check(a []int32) bool {
	sums := make([]int64, len(b.loads))
	for i, w := range b.bins {
		bin := int64(w.In(a)) - int64(b.first)
		if bin < 0 || bin >= int64(len(sums)) {
			return false
		}
		sums[bin] += b.weights[i]
	}
	for i, w := range b.loads {
		if int64(w.In(a)) != sums[i] {
			return false
		}
	}
	return true
}
