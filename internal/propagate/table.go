package propagate

import (
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// table says that the values of its views are one of the given tuples. It is
// domain-consistent, repeated variables included, with two exceptions: of a
// variable with more than store.BankLimit values only the bounds are narrowed,
// and several truth views (without an affine one) of a variable that has more
// than 64 values are taken for independent.
//
// It is Compact-Table (Demeulenaere et al., CP 2016): a run costs at most the
// number of words of valid tuples times the number of values that went or are
// left; the residues mostly make it cheaper. Two variables of up to 64 values
// are served by one mask a value instead.
//
// Cookie: none; a value goes because each of its tuples has a value outside the
// current domains of the other variables.
type table struct {
	xs      []store.View
	tuples  [][]int32 // sorted, distinct
	columns []column
	set     *tupleSet
	begun   store.Rev  // 1 below the first run
	pair    *pairTable // if not nil it does everything
	cover   *cover     // scratch of Explain
}

// NewTable returns the constraint (xs[0], xs[1], ...) in tuples. Each tuple has
// the length of xs; the tuples must not be changed afterwards.
func NewTable(xs []store.View, tuples [][]int32) store.Propagator { return newTable(xs, tuples) }

func newTable(xs []store.View, tuples [][]int32) *table {
	return &table{xs: xs, tuples: sortTuples(tuples)}
}

func (t *table) Name() string             { return "table" }
func (t *table) Scope() []store.View      { return t.xs }
func (t *table) Priority() store.Priority { return store.Costly }

func (t *table) Post(s *store.Store, me store.ID) {
	t.columns = newColumns(s, t.xs)
	if len(t.columns) == 2 && t.columns[0].narrow && t.columns[1].narrow {
		t.pair = newPairTable(s, t.xs, t.columns, t.tuples)
	} else {
		t.set = layTuples(s, t.xs, t.columns, t.tuples)
		t.begun = s.NewRev(1, 0)
	}
	for i := range t.columns {
		s.Watch(store.Ident(t.columns[i].v), store.OnDomain, me, i)
	}
}

func (t *table) Propagate(s *store.Store, me store.ID) store.Status {
	if t.pair != nil {
		return t.pair.propagate(s, me)
	}
	if t.set.empty(s) {
		return store.Failed
	}
	changed := s.TakeChanged(me)
	first := s.Rev(t.begun) == 0
	if first {
		s.SetRev(t.begun, 1)
		changed = ^uint64(0)
	}
	shrunk := first
	touched, last := 0, 0
	for i := range t.columns {
		if changed>>(uint(i)&63)&1 == 0 {
			continue
		}
		c := &t.columns[i]
		now, old := c.scan(s)
		if now == old {
			continue
		}
		touched, last = touched+1, i
		if t.set.update(s, c, now, old) {
			shrunk = true
			if t.set.empty(s) {
				return store.Failed
			}
		}
	}
	if !shrunk {
		return store.Fixpoint
	}
	for i := range t.columns {
		// Where one column alone lost values, those that it has left kept
		// their supports.
		if only := !first && touched == 1 && i == last; only && !t.columns[i].loose {
			continue
		}
		if !t.filter(s, &t.columns[i], first) {
			return store.Failed
		}
	}
	if t.holds(s) {
		return store.Entailed
	}
	return store.Fixpoint
}

// filter removes the classes of c without a valid tuple.
func (t *table) filter(s *store.Store, c *column, first bool) bool {
	n := int(s.Rev(c.alive))
	if n == 1 && !first && !c.loose {
		return true // in every valid tuple
	}
	live := n
	for i := 0; i < live; {
		if t.set.meets(s, c.rows+c.order[i]) {
			i++
			continue
		}
		live--
		c.order[i], c.order[live] = c.order[live], c.order[i]
	}
	if live != n {
		s.SetRev(c.alive, int64(live))
	}
	switch {
	case c.loose:
		lo, hi := c.values[c.order[0]], c.values[c.order[0]]
		for _, k := range c.order[1:live] {
			lo, hi = min(lo, c.values[k]), max(hi, c.values[k])
		}
		return c.view.SetLo(s, lo, 0) && c.view.SetHi(s, hi, 0)
	case live == n && !first:
		return true
	case c.narrow:
		keep := uint64(0)
		for _, k := range c.order[:live] {
			keep |= c.masks[k]
		}
		return s.Keep(c.v, keep, 0)
	}
	if first && !c.removeStrangers(s) {
		return false
	}
	for _, k := range c.order[live:n] {
		if !c.view.Remove(s, c.values[k], 0) {
			return false
		}
	}
	return true
}

// removeStrangers removes the values that no tuple has.
func (c *column) removeStrangers(s *store.Store) bool {
	k := c.view.Lo(s)
	for ok := true; ok; k, ok = c.view.Next(s, k) {
		if _, known := slices.BinarySearch(c.values, k); !known && !c.view.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

// holds reports whether every combination of the values left is a tuple.
func (t *table) holds(s *store.Store) bool {
	most := 64 * s.Rev(t.set.limit)
	combinations := int64(1)
	for i := range t.columns {
		c := &t.columns[i]
		n := s.Rev(c.alive)
		if combinations *= n; combinations > most {
			return false
		}
		if c.loose && int64(s.Size(c.v)) != n {
			return false
		}
	}
	return combinations == t.set.count(s)
}

func (t *table) Check(a []int32) bool { return findTuple(t.xs, t.tuples, a) }

// pairTable is a table of two narrow variables: for each value of one, the
// values of the other that go with it.
type pairTable struct {
	v    [2]store.Var
	with [2][64]uint64 // with[i][bit of v[i]]: bits of the other
}

func newPairTable(s *store.Store, xs []store.View, columns []column, tuples [][]int32) *pairTable {
	p := &pairTable{v: [2]store.Var{columns[0].v, columns[1].v}}
	for _, tuple := range tuples {
		x, okX := columns[0].key(s, xs, tuple)
		y, okY := columns[1].key(s, xs, tuple)
		if okX && okY {
			masks := [2]uint64{columns[0].mask(s, x), columns[1].mask(s, y)}
			for i, mask := range masks {
				for w := mask; w != 0; w &= w - 1 {
					p.with[i][bits.TrailingZeros64(w)] |= masks[1-i]
				}
			}
		}
	}
	return p
}

// propagate filters each variable by the other if that changed. Once each way
// is enough: a value that loses its last support supports nothing that is left.
func (p *pairTable) propagate(s *store.Store, me store.ID) store.Status {
	changed := s.TakeChanged(me)
	for from := range p.v {
		if changed>>from&1 == 0 {
			continue
		}
		_, x, _ := s.Narrow(p.v[from])
		_, y, _ := s.Narrow(p.v[1-from])
		keep, all := supported(x, y, &p.with[from], &p.with[1-from])
		if !s.Keep(p.v[1-from], keep, 0) {
			return store.Failed
		}
		if all {
			return store.Entailed
		}
	}
	return store.Fixpoint
}

// supported returns the values in y that go with some value in x, and whether
// all of these go with every value in x. It walks the smaller domain.
func supported(x, y uint64, withX, withY *[64]uint64) (keep uint64, all bool) {
	if bits.OnesCount64(x) < bits.OnesCount64(y) {
		each := y
		for w := x; w != 0; w &= w - 1 {
			m := withX[bits.TrailingZeros64(w)]
			keep |= m
			each &= m
			if y&^keep == 0 && each != y {
				return y, false
			}
		}
		keep &= y
		return keep, keep == each
	}
	all = true
	for w := y; w != 0; w &= w - 1 {
		m := withY[bits.TrailingZeros64(w)] & x
		if m != 0 {
			keep |= w & -w
			all = all && m == x
		}
	}
	return keep, all
}
