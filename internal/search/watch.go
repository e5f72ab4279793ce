package search

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// watcher is a subscription of a clause to a literal. If blocker is true the
// clause is satisfied.
type watcher struct {
	ref     uint32
	blocker store.Lit
}

// watches keeps the watchers of every literal that clauses wait for to become
// true. The literals of one variable and relation, as x >= k for all k, stand in
// a row, ordered by k, so that a bound that moves finds those that it passed
// (thresholds: Gange, Berg, Demirovic and Stuckey, CPAIOR 2020).
//
// The watchers of a literal are a list. All lists lie in one pool, in blocks of
// powers of two; a list or block that is given up serves the next one. So once
// there is room enough, moving watchers about allocates nothing.
type watches struct {
	rows    []row // by variable and relation, see store.Lit.Parts
	sparse  []sparseRow
	places  []uint32 // of dense rows: the list of each value, or noList
	watched []uint64 // of dense rows: a bit for each value, set if it has a list
	lists   []list
	unused  []uint32 // lists that serve no literal
	pool    []watcher
	spare   [32][]uint32 // starts of free blocks, by size
}

// row says where the lists of a variable and relation are found.
type row struct {
	kind    rowKind
	base    int32  // smallest value of the variable at first
	width   int32  // of its range
	at      uint32 // dense: its first place; sparse: its index
	watched uint32 // dense: its first word
}

type rowKind uint32

const (
	noRow rowKind = iota // nothing has been watched yet
	denseRow
	sparseRowKind
)

// sparseRow is the row of a variable with so many values that only those that
// are watched have a place.
type sparseRow struct {
	keys  []int32 // ascending
	lists []uint32
}

// list is n watchers in a block of 1<<size from at on.
type list struct {
	at, n uint32
	size  uint8
}

const noList = ^uint32(0)

// newWatches returns watches for the variables of s as they are now.
func newWatches(s *store.Store) watches {
	const relations = int(store.Relations)
	w := watches{rows: make([]row, s.Vars()*relations)}
	for i := range w.rows {
		v := store.Var(i / relations)
		w.rows[i] = row{base: s.Lo(v), width: s.Hi(v) - s.Lo(v) + 1}
	}
	return w
}

// add puts x on the list of l.
func (w *watches) add(l store.Lit, x watcher) {
	at := &w.lists[w.listOf(l)]
	if at.n == 1<<at.size {
		w.grow(at)
	}
	w.pool[at.at+at.n] = x
	at.n++
}

// listOf returns the list of l.
func (w *watches) listOf(l store.Lit) uint32 {
	code, k := l.Parts()
	r := &w.rows[code]
	if r.kind == noRow {
		w.makeRow(r)
	}
	if r.kind == sparseRowKind {
		q := &w.sparse[r.at]
		i, found := slices.BinarySearch(q.keys, k)
		if !found {
			q.keys = slices.Insert(q.keys, i, k)
			q.lists = slices.Insert(q.lists, i, w.newList())
		}
		return q.lists[i]
	}
	i := uint32(k - r.base)
	place := &w.places[r.at+i]
	if *place == noList {
		*place = w.newList()
		w.watched[r.watched+i>>6] |= 1 << (i & 63)
	}
	return *place
}

func (w *watches) makeRow(r *row) {
	if r.width > store.BankLimit {
		r.kind, r.at = sparseRowKind, uint32(len(w.sparse))
		w.sparse = append(w.sparse, sparseRow{})
		return
	}
	r.kind, r.at, r.watched = denseRow, uint32(len(w.places)), uint32(len(w.watched))
	for range r.width {
		w.places = append(w.places, noList)
	}
	for range (r.width + 63) / 64 {
		w.watched = append(w.watched, 0)
	}
}

func (w *watches) newList() uint32 {
	if last := len(w.unused) - 1; last >= 0 {
		at := w.unused[last]
		w.unused = w.unused[:last]
		return at
	}
	w.lists = append(w.lists, list{at: w.block(0)})
	return uint32(len(w.lists) - 1)
}

// drop takes the empty list of value number i from the dense row r.
func (w *watches) drop(r *row, i uint32) {
	place := &w.places[r.at+i]
	w.unused = append(w.unused, *place)
	*place = noList
	w.watched[r.watched+i>>6] &^= 1 << (i & 63)
}

// grow moves a list to a block of twice the size.
func (w *watches) grow(at *list) {
	to := w.block(at.size + 1)
	copy(w.pool[to:], w.pool[at.at:at.at+at.n])
	w.spare[at.size] = append(w.spare[at.size], at.at)
	at.at, at.size = to, at.size+1
}

// block returns the start of a free block of 1<<size watchers.
func (w *watches) block(size uint8) uint32 {
	if free := w.spare[size]; len(free) > 0 {
		last := len(free) - 1
		w.spare[size] = free[:last]
		return free[last]
	}
	at, n := len(w.pool), 1<<size
	w.pool = slices.Grow(w.pool, n)[:at+n]
	return uint32(at)
}

// sweep asks for each watcher where its clause lies now, and drops it if it is
// not to be kept.
func (w *watches) sweep(moved func(ref uint32) (to uint32, keep bool)) {
	for i := range w.rows {
		switch r := &w.rows[i]; r.kind {
		case denseRow:
			for i := range uint32(r.width) {
				if at := w.places[r.at+i]; at != noList && !w.sweepList(at, moved) {
					w.drop(r, i)
				}
			}
		case sparseRowKind:
			q := &w.sparse[r.at]
			left := 0
			for i, at := range q.lists {
				if !w.sweepList(at, moved) {
					w.unused = append(w.unused, at)
					continue
				}
				q.keys[left], q.lists[left] = q.keys[i], at
				left++
			}
			q.keys, q.lists = q.keys[:left], q.lists[:left]
		}
	}
}

// sweepList is sweep for one list. It reports whether anything is left.
func (w *watches) sweepList(i uint32, moved func(uint32) (uint32, bool)) bool {
	at := &w.lists[i]
	ws := w.pool[at.at : at.at+at.n]
	at.n = 0
	for _, x := range ws {
		if to, keep := moved(x.ref); keep {
			ws[at.n] = watcher{to, x.blocker}
			at.n++
		}
	}
	return at.n > 0
}

// count returns the number of watchers.
func (w *watches) count() (n int) {
	for _, at := range w.lists {
		n += int(at.n)
	}
	return n
}
