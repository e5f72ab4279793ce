package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// maxSpan is the widest range of values over which distinctDomain keeps an
// owner for each value.
const maxSpan = 1 << 20

// distinctDomain is domain-consistent all_different where no variable repeats
// (under repetition it is as strong as the value pass, and it falls back to
// distinctBounds if the values span more than maxSpan).
//
// After the value pass it matches every open view with a value of its own. An
// edge from a view to a value is possible in another matching if it lies on a
// cycle, or on a path that ends in a free value. So views are nodes, view i
// points to the owner of each of its values, or to the node sink if the value
// is free, and sink points everywhere; a value stays if its owner is in the
// same strongly connected component. The matching is kept from call to call
// and repaired where domains have lost its values. Time is that of one Tarjan
// run over the domains, O(sum of sizes), and O(n sum) to match from scratch. If every
// open view has at least as many values as there are open views, nothing can
// be removed and nothing is done.
//
// Source: Regin: A filtering algorithm for constraints of difference in CSPs,
// AAAI 1994.
//
// Cookie: as in distinctValue for the value pass; hallCookie + i for a value of
// the view at i whose owner is in another component: the views reachable from
// the owner, all open or fixed by then, have no more values than they are many.
type distinctDomain struct {
	distinctBounds
	words   bool // all direct in one word: the edges are bits
	wide    bool // too wide: bounds only
	origin  int32
	owner   []int32 // position that a value is matched with, -1 if it is free
	mate    []int32 // value (less origin) of each position, -1 if it has none
	seen    []uint32
	seenNow uint32

	views   []int32 // open positions
	order   []int32 // when Tarjan reached the node, 0 if not yet
	low     []int32
	comp    []int32 // component, 0 while the node is on the stack
	path    []int32 // Tarjan's stack
	clock   int32
	comps   int32
	aligned [64]uint64 // words of the open positions, bit 0 for origin
	values  []uint64   // values of each component, if words
	free    uint64     // values of open views that are free, if words

	past past // for explanations
}

func newDistinctDomain(xs []store.View) *distinctDomain {
	n := len(xs)
	return &distinctDomain{
		distinctBounds: *newDistinctBounds(xs),
		mate:           make([]int32, n),
		seen:           make([]uint32, n),
		views:          make([]int32, 0, n),
		order:          make([]int32, n+1),
		low:            make([]int32, n+1),
		comp:           make([]int32, n+1),
		path:           make([]int32, 0, n+1),
		values:         make([]uint64, n+2),
	}
}

func (d *distinctDomain) Priority() store.Priority { return store.Costly }

func (d *distinctDomain) Post(s *store.Store, me store.ID) {
	d.resolve(s)
	d.watch(s, me, store.OnDomain)
	if len(d.xs) == 0 {
		return
	}
	_, d.words = d.window(s)
	d.words = d.words && len(d.xs) <= 64
	lo, hi := d.span(s)
	if d.wide = hi-lo >= maxSpan; d.wide {
		return
	}
	d.origin = int32(lo)
	d.owner = make([]int32, hi-lo+1)
	for k := range d.owner {
		d.owner[k] = -1
	}
	for i := range d.mate {
		d.mate[i] = -1
	}
}

func (d *distinctDomain) Propagate(s *store.Store, me store.ID) store.Status {
	status := d.status(s, d.pass(s, s.TakeChanged(me)))
	if status != store.Fixpoint {
		return status
	}
	if d.wide {
		return d.bound(s)
	}
	d.views = d.views[:0]
	for at := range (len(d.xs) + 63) / 64 {
		for o := uint64(s.Rev(d.open + store.Rev(at))); o != 0; o &= o - 1 {
			d.views = append(d.views, int32(at*64+bits.TrailingZeros64(o)))
		}
	}
	if d.roomy(s) {
		return store.Fixpoint
	}
	if d.words {
		d.align(s)
	}
	if !d.match(s) {
		return store.Failed
	}
	d.components(s)
	if d.words {
		return d.pruneWords(s)
	}
	return d.prune(s)
}

// roomy reports whether every open view has at least as many values as there
// are open views.
func (d *distinctDomain) roomy(s *store.Store) bool {
	for _, i := range d.views {
		if int(d.xs[i].Size(s)) < len(d.views) {
			return false
		}
	}
	return true
}

// align loads the words of the open views.
func (d *distinctDomain) align(s *store.Store) {
	for _, i := range d.views {
		t := &d.slots[i]
		_, w, _ := s.Narrow(t.v)
		d.aligned[i] = w << t.lift
	}
}

// match repairs the matching; it returns false if there is none.
func (d *distinctDomain) match(s *store.Store) bool {
	// Views that are not open give their values back: nobody else wants them,
	// but they must not be found as owners.
	for i := range d.mate {
		if k := d.mate[i]; k >= 0 && (!d.isOpen(s, i) || !d.has(s, int32(i), k)) {
			d.owner[k], d.mate[i] = -1, -1
		}
	}
	for _, i := range d.views {
		if d.mate[i] >= 0 {
			continue
		}
		d.seenNow++
		if d.seenNow == 0 { // wrapped around
			clear(d.seen)
			d.seenNow = 1
		}
		if !d.augment(s, i) {
			return false
		}
	}
	return true
}

func (d *distinctDomain) has(s *store.Store, i, k int32) bool {
	if d.words {
		return d.aligned[i]>>uint(k)&1 != 0
	}
	return d.xs[i].Has(s, k+d.origin)
}

// augment gives view i a value, moving the owners of others along.
func (d *distinctDomain) augment(s *store.Store, i int32) bool {
	d.seen[i] = d.seenNow
	if d.words {
		return d.augmentWord(s, i)
	}
	w := &d.xs[i]
	for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
		if d.owner[k-d.origin] < 0 {
			d.marry(i, k-d.origin)
			return true
		}
	}
	for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
		at := k - d.origin
		if j := d.owner[at]; d.seen[j] != d.seenNow && d.augment(s, j) {
			d.marry(i, at)
			return true
		}
	}
	return false
}

func (d *distinctDomain) augmentWord(s *store.Store, i int32) bool {
	for w := d.aligned[i]; w != 0; w &= w - 1 {
		if k := int32(bits.TrailingZeros64(w)); d.owner[k] < 0 {
			d.marry(i, k)
			return true
		}
	}
	for w := d.aligned[i]; w != 0; w &= w - 1 {
		k := int32(bits.TrailingZeros64(w))
		if j := d.owner[k]; d.seen[j] != d.seenNow && d.augment(s, j) {
			d.marry(i, k)
			return true
		}
	}
	return false
}

// marry matches i with the value k, whose owner has moved on. The value that i
// had is by then the next owner's to overwrite.
func (d *distinctDomain) marry(i, k int32) { d.owner[k], d.mate[i] = i, k }

// components numbers the strongly connected components from 1.
func (d *distinctDomain) components(s *store.Store) {
	sink := int32(len(d.xs))
	for _, i := range d.views {
		d.order[i], d.comp[i] = 0, 0
	}
	d.order[sink], d.comp[sink] = 0, 0
	d.clock, d.comps, d.path = 0, 0, d.path[:0]
	if d.words {
		var all, owned uint64
		for _, i := range d.views {
			all |= d.aligned[i]
			owned |= 1 << uint(d.mate[i])
		}
		d.free = all &^ owned
	}
	for _, i := range d.views {
		if d.order[i] == 0 {
			d.visit(s, i)
		}
	}
}

// visit is Tarjan's depth-first search from node i.
func (d *distinctDomain) visit(s *store.Store, i int32) {
	sink := int32(len(d.xs))
	d.clock++
	d.order[i], d.low[i] = d.clock, d.clock
	d.path = append(d.path, i)
	switch {
	case i == sink:
		for _, j := range d.views {
			d.edge(s, i, j)
		}
	case d.words:
		w := d.aligned[i]
		if w&d.free != 0 {
			d.edge(s, i, sink)
		}
		for w &^= d.free; w != 0; w &= w - 1 {
			d.edge(s, i, d.owner[bits.TrailingZeros64(w)])
		}
	default:
		w := &d.xs[i]
		for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
			j := d.owner[k-d.origin]
			if j < 0 {
				j = sink
			}
			d.edge(s, i, j)
		}
	}
	if d.low[i] < d.order[i] {
		return
	}
	d.comps++
	var values uint64
	for {
		j := d.path[len(d.path)-1]
		d.path = d.path[:len(d.path)-1]
		d.comp[j] = d.comps
		if d.words && j == sink {
			values |= d.free
		} else if d.words {
			values |= 1 << uint(d.mate[j])
		}
		if j == i {
			break
		}
	}
	d.values[d.comps] = values
}

func (d *distinctDomain) edge(s *store.Store, i, j int32) {
	if d.order[j] == 0 {
		d.visit(s, j)
		d.low[i] = min(d.low[i], d.low[j])
	} else if d.comp[j] == 0 {
		d.low[i] = min(d.low[i], d.order[j])
	}
}

// pruneWords keeps for each view the values of its component. A view that is
// fixed by that needs no value pass, unless another view of its variable does.
func (d *distinctDomain) pruneWords(s *store.Store) store.Status {
	open := uint64(s.Rev(d.open))
	for _, i := range d.views {
		t := &d.slots[i]
		w := d.aligned[i]
		keep := w & d.values[d.comp[i]]
		if keep != w && !s.Keep(t.v, keep>>t.lift, hallCookie|uint32(i)) {
			return store.Failed
		}
		if !d.repeat && keep&(keep-1) == 0 {
			open &^= 1 << uint(i)
		}
	}
	s.SetRev(d.open, int64(open))
	if open&(open-1) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}

func (d *distinctDomain) prune(s *store.Store) store.Status {
	sink := int32(len(d.xs))
	left := len(d.views)
	for _, i := range d.views {
		w := &d.xs[i]
		for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
			j := d.owner[k-d.origin]
			if j < 0 {
				j = sink
			}
			if d.comp[j] != d.comp[i] && !w.Remove(s, k, hallCookie|uint32(i)) {
				return store.Failed
			}
		}
		if !d.repeat && w.Fixed(s) {
			d.shut(s, int(i))
			left--
		}
	}
	if left <= 1 {
		return store.Entailed
	}
	return store.Fixpoint
}
