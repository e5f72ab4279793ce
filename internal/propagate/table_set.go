package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// tupleSet is the reversible sparse bitset of Compact-Table: the tuples that are
// still valid, and for each class of each column the row of tuples that lie in
// it. Words that became zero are skipped by all loops; they stand behind limit
// in index, and only limit and the words are reversible.
//
// A row with few tuples is kept as a list of words that are not zero, so that
// the slabs stay linear in the number of tuples times the arity.
type tupleSet struct {
	n      int       // number of words
	words  store.Rev // the valid tuples
	limit  store.Rev // number of words that are not zero
	index  []int32   // numbers of the words, those not zero first
	mask   []uint64  // scratch of begin, add, keep and drop
	rows   []tupleRow
	dense  []uint64
	sparse []rowWord
}

// tupleRow is dense[at:at+n of the set] if n < 0, else sparse[at:at+n].
type tupleRow struct {
	at, n int32
	seen  int32 // where the last common word was found: a residue, not trusted
}

type rowWord struct {
	bits uint64
	at   int32
}

// sparseShare is the share of nonzero words under which a row is sparse.
const sparseShare = 4

func newTupleSet(s *store.Store, tuples int) *tupleSet {
	t := &tupleSet{n: (tuples + 63) / 64}
	t.mask = make([]uint64, t.n)
	t.index = make([]int32, t.n)
	for i := range t.index {
		t.index[i] = int32(i)
	}
	t.words = s.NewRev(tuples/64, -1)
	if rest := uint(tuples & 63); rest != 0 {
		s.NewRev(1, 1<<rest-1)
	}
	t.limit = s.NewRev(1, int64(t.n))
	return t
}

// addRow adds the row of the given ascending tuples.
func (t *tupleSet) addRow(tuples []int32) {
	words := 0
	for i, at := range tuples {
		if i == 0 || at>>6 != tuples[i-1]>>6 {
			words++
		}
	}
	if words*sparseShare >= t.n {
		first := len(t.dense)
		t.dense = append(t.dense, make([]uint64, t.n)...)
		for _, at := range tuples {
			t.dense[first+int(at>>6)] |= 1 << (at & 63)
		}
		t.rows = append(t.rows, tupleRow{at: int32(first), n: -1})
		return
	}
	first := len(t.sparse)
	for i, at := range tuples {
		if i == 0 || at>>6 != tuples[i-1]>>6 {
			t.sparse = append(t.sparse, rowWord{at: at >> 6})
		}
		t.sparse[len(t.sparse)-1].bits |= 1 << (at & 63)
	}
	t.rows = append(t.rows, tupleRow{at: int32(first), n: int32(words)})
}

func (t *tupleSet) word(s *store.Store, at int32) uint64 {
	return uint64(s.Rev(t.words + store.Rev(at)))
}

// begin clears the mask.
func (t *tupleSet) begin(s *store.Store) {
	for _, at := range t.index[:s.Rev(t.limit)] {
		t.mask[at] = 0
	}
}

// add adds a row to the mask.
func (t *tupleSet) add(s *store.Store, row int32) {
	r := &t.rows[row]
	if r.n < 0 {
		d := t.dense[r.at : int(r.at)+t.n]
		for _, at := range t.index[:s.Rev(t.limit)] {
			t.mask[at] |= d[at]
		}
		return
	}
	for _, w := range t.sparse[r.at : r.at+r.n] {
		t.mask[w.at] |= w.bits
	}
}

// update removes the tuples of the classes order[now:old] of a column, which
// are no longer in its domain; the classes left are order[:now]. It reports
// whether a tuple went.
func (t *tupleSet) update(s *store.Store, c *column, now, old int) bool {
	t.begin(s)
	flip := uint64(0)
	classes := c.order[:now]
	if old-now < now {
		classes, flip = c.order[now:old], ^uint64(0)
	}
	for _, k := range classes {
		t.add(s, c.rows+k)
	}
	limit := int(s.Rev(t.limit))
	before, changed := limit, false
	for i := limit - 1; i >= 0; i-- {
		at := t.index[i]
		w := t.word(s, at)
		left := w & (t.mask[at] ^ flip)
		if left == w {
			continue
		}
		changed = true
		s.SetRev(t.words+store.Rev(at), int64(left))
		if left == 0 {
			limit--
			t.index[i], t.index[limit] = t.index[limit], at
		}
	}
	if limit != before {
		s.SetRev(t.limit, int64(limit))
	}
	return changed
}

// empty reports whether no tuple is valid.
func (t *tupleSet) empty(s *store.Store) bool { return s.Rev(t.limit) == 0 }

// meets reports whether a valid tuple lies in the row.
func (t *tupleSet) meets(s *store.Store, row int32) bool {
	r := &t.rows[row]
	if r.n < 0 {
		d := t.dense[r.at : int(r.at)+t.n]
		if d[r.seen]&t.word(s, r.seen) != 0 {
			return true
		}
		for _, at := range t.index[:s.Rev(t.limit)] {
			if d[at]&t.word(s, at) != 0 {
				r.seen = at
				return true
			}
		}
		return false
	}
	list := t.sparse[r.at : r.at+r.n]
	if int(r.seen) < len(list) && list[r.seen].bits&t.word(s, list[r.seen].at) != 0 {
		return true
	}
	for i := range list {
		if list[i].bits&t.word(s, list[i].at) != 0 {
			r.seen = int32(i)
			return true
		}
	}
	return false
}

// count returns the number of valid tuples.
func (t *tupleSet) count(s *store.Store) int64 {
	n := 0
	for _, at := range t.index[:s.Rev(t.limit)] {
		n += bits.OnesCount64(t.word(s, at))
	}
	return int64(n)
}

// countIn returns the number of valid tuples in the row.
func (t *tupleSet) countIn(s *store.Store, row int32) int64 {
	r := &t.rows[row]
	n := 0
	if r.n < 0 {
		d := t.dense[r.at : int(r.at)+t.n]
		for _, at := range t.index[:s.Rev(t.limit)] {
			n += bits.OnesCount64(d[at] & t.word(s, at))
		}
		return int64(n)
	}
	for _, w := range t.sparse[r.at : r.at+r.n] {
		n += bits.OnesCount64(w.bits & t.word(s, w.at))
	}
	return int64(n)
}
