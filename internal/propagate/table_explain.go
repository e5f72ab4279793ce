package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// cover is what Explain works with: sets of tuples as words.
type cover struct {
	open   []uint64   // tuples that a denies and no premise refutes yet
	words  []int32    // numbers of the words of open that are not zero
	gone   [][]uint64 // by column: tuples whose class is missing at p
	missed [][]int32  // by column: the classes that are missing at p
}

// Explain covers the tuples that deny a by values that are missing: each of
// these tuples has one. It takes the column whose missing values refute the
// most tuples for a premise, then the next one for the tuples left.
//
// Where a variable without a word has several truth views, the reason is the
// domains.
func (t *table) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	if t.pair != nil {
		return t.pair.explain(p, a, out)
	}
	if len(t.columns) == 0 {
		return out // false by itself
	}
	own := -1
	if a != store.False {
		v, _, _ := p.Store().Subject(a)
		for own = 0; t.columns[own].v != v; own++ {
		}
		if t.columns[own].shared {
			return store.ExplainFully(t.xs, p, out)
		}
	}
	if t.cover == nil {
		t.cover = newCover(t.set.n, t.columns)
	}
	t.denying(p, a, own)
	if len(t.cover.words) > 0 {
		t.findMissing(p)
	}
	for len(t.cover.words) > 0 {
		out = t.refute(p, t.bestColumn(p), out)
	}
	return out
}

func newCover(words int, columns []column) *cover {
	c := &cover{
		open: make([]uint64, words), words: make([]int32, 0, words),
		gone: make([][]uint64, len(columns)), missed: make([][]int32, len(columns)),
	}
	for i := range columns {
		c.gone[i] = make([]uint64, words)
		c.missed[i] = make([]int32, 0, columns[i].classes())
	}
	return c
}

// addTo adds the row to a set of tuples.
func (t *tupleSet) addTo(set []uint64, row int32) {
	r := &t.rows[row]
	if r.n < 0 {
		for i, w := range t.dense[r.at : int(r.at)+t.n] {
			set[i] |= w
		}
		return
	}
	for _, w := range t.sparse[r.at : r.at+r.n] {
		set[w.at] |= w.bits
	}
}

// denying fills open with the tuples that deny a, all tuples if own is -1.
func (t *table) denying(p store.Past, a store.Atom, own int) {
	clear(t.cover.open)
	from := max(own, 0) // each tuple lies in a class of any column
	c := &t.columns[from]
	for k := range c.classes() {
		if own < 0 || c.denies(p, a, k) {
			t.set.addTo(t.cover.open, c.rows+int32(k))
		}
	}
	t.cover.words = t.cover.words[:0]
	for i, w := range t.cover.open {
		if w != 0 {
			t.cover.words = append(t.cover.words, int32(i))
		}
	}
}

// denies reports whether a value of the class denies a, an atom about c's
// variable.
func (c *column) denies(p store.Past, a store.Atom, class int) bool {
	if c.exact {
		return deniedValue(p, c.view, a, c.values[class])
	}
	base, _, _ := p.Store().Narrow(c.v)
	for w := c.masks[class]; w != 0; w &= w - 1 {
		if deniedValue(p, store.Ident(c.v), a, base+int32(bits.TrailingZeros64(w))) {
			return true
		}
	}
	return false
}

// isMissing reports whether no value of the class was in the domain at p.
func (c *column) isMissing(p store.Past, class int) bool {
	if c.exact {
		return !c.view.HasAt(p, c.values[class])
	}
	base, _, _ := p.Store().Narrow(c.v)
	for w := c.masks[class]; w != 0; w &= w - 1 {
		if p.Has(c.v, base+int32(bits.TrailingZeros64(w))) {
			return false
		}
	}
	return true
}

// findMissing fills missed and gone, as far as open needs them.
func (t *table) findMissing(p store.Past) {
	for i := range t.columns {
		c, gone := &t.columns[i], t.cover.gone[i]
		clear(gone)
		t.cover.missed[i] = t.cover.missed[i][:0]
		for k := range c.classes() {
			if row := c.rows + int32(k); t.isOpen(row) && c.isMissing(p, k) {
				t.cover.missed[i] = append(t.cover.missed[i], int32(k))
				t.set.addTo(gone, row)
			}
		}
	}
}

// isOpen reports whether the row has an open tuple.
func (t *table) isOpen(row int32) bool {
	r := &t.set.rows[row]
	if r.n < 0 {
		d := t.set.dense[r.at : int(r.at)+t.set.n]
		for _, at := range t.cover.words {
			if d[at]&t.cover.open[at] != 0 {
				return true
			}
		}
		return false
	}
	for _, w := range t.set.sparse[r.at : r.at+r.n] {
		if w.bits&t.cover.open[w.at] != 0 {
			return true
		}
	}
	return false
}

// bestColumn returns the column whose missing classes refute the most open
// tuples for a premise.
func (t *table) bestColumn(p store.Past) int {
	best, bestN, bestCost := -1, 0, 1
	for i := range t.columns {
		c := &t.columns[i]
		n := 0
		for _, at := range t.cover.words {
			n += bits.OnesCount64(t.cover.open[at] & t.cover.gone[i][at])
		}
		if n == 0 {
			continue
		}
		cost := 1
		if !p.Fixed(c.v) {
			cost = 0
			for _, k := range t.cover.missed[i] {
				if t.isOpen(c.rows + k) {
					cost++
				}
			}
		}
		if best < 0 || n*bestCost > bestN*cost {
			best, bestN, bestCost = i, n, cost
		}
	}
	return best
}

// refute appends the premises by which the missing classes of a column refute
// open tuples, and closes these tuples.
func (t *table) refute(p store.Past, i int, out []store.Atom) []store.Atom {
	c := &t.columns[i]
	base, _, _ := p.Store().Narrow(c.v)
	w := t.xs[c.where[0]]
	switch {
	case c.exact:
		w = c.view
	case len(c.where) > 1:
		w = store.Ident(c.v)
	}
	gone := newAbsence(p, w, out)
	for _, k := range t.cover.missed[i] {
		switch {
		case !t.isOpen(c.rows + k):
		case c.exact:
			out = gone.add(c.values[k], out)
		case len(c.where) == 1:
			out = gone.add(w.Of(base+int32(bits.TrailingZeros64(c.masks[k]))), out)
		default:
			for m := c.masks[k]; m != 0; m &= m - 1 {
				out = gone.add(base+int32(bits.TrailingZeros64(m)), out)
			}
		}
	}
	words := t.cover.words
	t.cover.words = words[:0]
	for _, at := range words {
		if t.cover.open[at] &^= t.cover.gone[i][at]; t.cover.open[at] != 0 {
			t.cover.words = append(t.cover.words, at)
		}
	}
	return gone.close(out)
}

// explain: the other variable lacks all values that go with what a denies. The
// table has no change without a mask, so a speaks of one value.
func (t *pairTable) explain(p store.Past, a store.Atom, out []store.Atom) []store.Atom {
	s := p.Store()
	v, k, _ := s.Subject(a)
	own := 0
	if t.v[1] == v {
		own = 1
	}
	base, _, _ := s.Narrow(v)
	other := t.v[1-own]
	from, _, _ := s.Narrow(other)
	gone := newAbsence(p, store.Ident(other), out)
	for w := t.with[own][uint(k-base)]; w != 0; w &= w - 1 {
		out = gone.add(from+int32(bits.TrailingZeros64(w)), out)
	}
	return gone.close(out)
}
