package propagate

import (
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// nvalue says that the views have n different values. It is domain-consistent
// once one variable is open (but for holes that a view with more than 4096
// values would need); where a variable repeats, it decides.
//
// With f different values of fixed views: n is at least f plus the number of
// disjoint intervals among the open views that have none of those values
// (found greedily, as in Beldiceanu, CP 2001; Bessiere, Hebrard, Hnich,
// Kiziltan, Walsh: Filtering algorithms for the NValue constraint, Constraints
// 11, 2006, has stronger ones), and at most f plus the number of open views or
// of further values, whichever is less. If n can only be f, the open views take
// values that occur; if it must be f plus the number of open views, they take
// others. Time O(n log n) and, for the second bound, a pass over the domains.
//
// Cookie: 0 for the bounds of n; 1+2i where view i must take a value that
// occurs; 2+2i where it must not.
type nvalue struct {
	n     store.View
	xs    []store.View
	scope []store.View

	values []int32                 // scratch: the values of fixed views, ascending, each once
	keys   []int64                 // scratch: open views with disjoint intervals in question, by upper bound
	words  [enumerated / 64]uint64 // scratch: holds union
	union  []uint64                // scratch: a set of values, see window
	base   int32                   // value of bit 0 of union
	used   []bool                  // scratch: views in premises
}

// NewNValue returns the constraint that exactly n different values occur among
// xs.
func NewNValue(n store.View, xs []store.View) store.Propagator {
	return &nvalue{
		n: n, xs: xs, scope: append(append([]store.View(nil), xs...), n),
		values: make([]int32, 0, len(xs)),
		keys:   make([]int64, 0, len(xs)),
		used:   make([]bool, len(xs)),
	}
}

func (c *nvalue) Name() string             { return "nvalue" }
func (c *nvalue) Scope() []store.View      { return c.scope }
func (c *nvalue) Priority() store.Priority { return store.Linear }

func (c *nvalue) Post(s *store.Store, me store.ID) {
	for i, w := range c.scope {
		s.Watch(w, store.OnDomain, me, i)
	}
}

func (c *nvalue) Propagate(s *store.Store, me store.ID) store.Status {
	m := present(s)
	for {
		open := c.occurring(&m)
		f := len(c.values)
		least := int32(f + len(c.disjoint(&m)))
		most := int32(f + min(open, c.others(&m, open)))
		if least > c.n.Hi(s) || !c.n.SetLo(s, least, 0) ||
			most < c.n.Lo(s) || !c.n.SetHi(s, most, 0) {
			return store.Failed
		}
		if open == 0 {
			return store.Entailed
		}
		var changed, ok bool
		switch lo, hi := int(c.n.Lo(s)), int(c.n.Hi(s)); {
		case hi == f:
			changed, ok = c.repeatValues(s)
		case lo == f+open:
			changed, ok = c.avoidValues(s)
		default:
			return store.Fixpoint
		}
		if !ok {
			return store.Failed
		}
		if !changed {
			return store.Fixpoint
		}
	}
}

// occurring collects the values of the fixed views and returns the number of
// open ones.
func (c *nvalue) occurring(m *moment) (open int) {
	c.values = c.values[:0]
	for _, w := range c.xs {
		if m.fixed(w) {
			c.values = append(c.values, m.lo(w))
		} else {
			open++
		}
	}
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	return open
}

// disjoint returns as many open views as it can find, as keys, whose domains
// have none of the values and lie in disjoint intervals, from left to right.
func (c *nvalue) disjoint(m *moment) []int64 {
	c.keys = c.keys[:0]
	for i, w := range c.xs {
		if !m.fixed(w) && !c.hasAny(m, w) {
			c.keys = append(c.keys, int64(m.hi(w))<<32|int64(i))
		}
	}
	slices.Sort(c.keys)
	kept := c.keys[:0]
	last := int64(-store.MaxValue) - 2
	for _, key := range c.keys {
		if int64(m.lo(c.xs[uint32(key)])) > last {
			last = key >> 32
			kept = append(kept, key)
		}
	}
	return kept
}

// hasAny reports whether w can take one of the values.
func (c *nvalue) hasAny(m *moment, w store.View) bool {
	lo, hi := m.lo(w), m.hi(w)
	from, _ := slices.BinarySearch(c.values, lo)
	for _, k := range c.values[from:] {
		if k > hi {
			return false
		}
		if m.has(w, k) {
			return true
		}
	}
	return false
}

func (c *nvalue) occurs(k int32) bool {
	_, ok := slices.BinarySearch(c.values, k)
	return ok
}

// window makes union an empty set over the values from the least to the
// greatest of the views. It returns false if they are too far apart.
func (c *nvalue) window(m *moment) bool {
	lo, hi := m.lo(c.xs[0]), m.hi(c.xs[0])
	for _, w := range c.xs {
		lo, hi = min(lo, m.lo(w)), max(hi, m.hi(w))
	}
	if hi-lo >= enumerated {
		return false
	}
	c.base, c.union = lo, c.words[:(hi-lo)/64+1]
	clear(c.union)
	return true
}

// others counts the values other than those that occur which open views can
// take, up to enough.
func (c *nvalue) others(m *moment, enough int) int {
	if enough == 0 || !c.window(m) {
		return enough
	}
	s, n := m.s, 0
	for i := range c.xs {
		w := &c.xs[i]
		if w.Fixed(s) {
			continue
		}
		k := w.Lo(s)
		for ok := true; ok; k, ok = w.Next(s, k) {
			at, bit := uint(k-c.base)>>6, uint64(1)<<(uint(k-c.base)&63)
			if c.union[at]&bit == 0 && !c.occurs(k) {
				c.union[at] |= bit
				if n++; n >= enough {
					return n
				}
			}
		}
	}
	return n
}

// repeatValues takes from the open views all values but those that occur.
func (c *nvalue) repeatValues(s *store.Store) (changed, ok bool) {
	// Each has one, or the lower bound of n would have exceeded the upper.
	first, last := c.values[0], c.values[len(c.values)-1]
	for i := range c.xs {
		w := &c.xs[i]
		if w.Fixed(s) {
			continue
		}
		why, size := uint32(1+2*i), w.Size(s)
		if !w.SetLo(s, first, why) || !w.SetHi(s, last, why) {
			return false, false
		}
		if w.Size(s) <= enumerated {
			k := w.Lo(s)
			for ok := true; ok; k, ok = w.Next(s, k) {
				if !c.occurs(k) && !w.Remove(s, k, why) {
					return false, false
				}
			}
		}
		changed = changed || w.Size(s) != size
	}
	return changed, true
}

// avoidValues takes the values that occur from the open views.
func (c *nvalue) avoidValues(s *store.Store) (changed, ok bool) {
	for i := range c.xs {
		w := &c.xs[i]
		if w.Fixed(s) {
			continue
		}
		for _, k := range c.values {
			if w.Has(s, k) {
				if !w.Remove(s, k, uint32(2+2*i)) {
					return false, false
				}
				changed = true
			}
		}
	}
	return changed, true
}

func (c *nvalue) Check(a []int32) bool {
	var buf [64]int32
	values := buf[:0]
	for _, w := range c.xs {
		values = append(values, w.In(a))
	}
	slices.Sort(values)
	distinct := 0
	for i, k := range values {
		if i == 0 || k != values[i-1] {
			distinct++
		}
	}
	return int64(c.n.In(a)) == int64(distinct)
}

// Explain names views with different values (or values that must differ) for a
// lower bound on their number, and views with equal values or the values that
// none can take for an upper bound.
func (c *nvalue) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	m := pastOf(p)
	clear(c.used)
	c.occurring(&m)
	if a == store.False {
		return c.explainFalse(p, out)
	}
	if cookie == 0 {
		up, k := askedBound(p, c.n, a)
		if up {
			return c.atLeast(p, int32(k), out)
		}
		return c.atMost(p, int32(k), out)
	}
	i := int(cookie-1) / 2
	if cookie&1 == 1 {
		// n cannot exceed a number of values that occur, all other than asked.
		n := c.n.HiAt(p)
		rel, k := asked(p, c.xs[i], a)
		return c.valuesOf(p, int(n), rel, k, le(p, c.n, n, out))
	}
	// n is at least the number of views less that of equal pairs; another equal
	// pair would make it too large.
	n := c.n.LoAt(p)
	_, k := asked(p, c.xs[i], a)
	out = ge(p, c.n, n, out)
	out = c.witness(p, i, k, out)
	out, ok := c.equalPairs(p, i, len(c.xs)-int(n), out)
	if !ok {
		return store.ExplainFully(c.scope, p, out)
	}
	return out
}

// explainFalse gives the bound of n that the views contradict.
func (c *nvalue) explainFalse(p store.Past, out []store.Atom) []store.Atom {
	m := pastOf(p)
	lo, hi := c.n.LoAt(p), c.n.HiAt(p)
	if len(c.values)+len(c.disjoint(&m)) > int(hi) {
		return c.atLeast(p, hi+1, le(p, c.n, hi, out))
	}
	if c.fillUnion(p) && c.unionSize() < int(lo) {
		return c.withinUnion(p, ge(p, c.n, lo, out))
	}
	out, ok := c.equalPairs(p, -1, len(c.xs)-int(lo)+1, ge(p, c.n, lo, out))
	if !ok {
		return store.ExplainFully(c.scope, p, out)
	}
	return out
}

// valuesOf appends n fixed views with different values other than those that a
// change that left rel k (of one view) would have kept out.
func (c *nvalue) valuesOf(p store.Past, n int, rel store.Rel, k int32, out []store.Atom) []store.Atom {
	for _, v := range c.values {
		fits := rel == store.Ge && v >= k || rel == store.Le && v <= k || rel == store.Ne && v != k
		if n > 0 && fits {
			out = c.witness(p, -1, v, out)
			n--
		}
	}
	return out
}

// witness appends that a view other than not has the value v, which one does.
func (c *nvalue) witness(p store.Past, not int, v int32, out []store.Atom) []store.Atom {
	for i, w := range c.xs {
		if i != not && w.LoAt(p) == v && w.FixedAt(p) {
			if !c.used[i] {
				c.used[i] = true
				out = eq(p, w, out)
			}
			return out
		}
	}
	return out
}

// atLeast appends premises for n >= k.
func (c *nvalue) atLeast(p store.Past, k int32, out []store.Atom) []store.Atom {
	need := max(int(k), 0)
	for _, v := range c.values[:min(need, len(c.values))] {
		out = c.witness(p, -1, v, out)
		need--
	}
	if need <= 0 {
		return out
	}
	m := pastOf(p)
	for _, key := range c.disjoint(&m)[:need] {
		w := c.xs[uint32(key)]
		lo, hi := w.LoAt(p), w.HiAt(p)
		out = le(p, w, hi, ge(p, w, lo, out))
		for _, v := range c.values {
			if lo < v && v < hi {
				out = ne(p, w, v, out)
			}
		}
	}
	return out
}

// atMost appends premises for n <= k.
func (c *nvalue) atMost(p store.Past, k int32, out []store.Atom) []store.Atom {
	before := len(out)
	out, ok := c.equalPairs(p, -1, len(c.xs)-int(k), out)
	if ok {
		return out
	}
	clear(c.used)
	c.fillUnion(p)
	return c.withinUnion(p, out[:before])
}

// equalPairs appends fixed views other than not so that need of them have a
// value that one before them has as well; ok is false if there are not as many.
// The view whose change is explained may have become fixed by the same run: it
// must not vouch for itself.
func (c *nvalue) equalPairs(p store.Past, not, need int, out []store.Atom) (atoms []store.Atom, ok bool) {
	for i := 0; i < len(c.xs) && need > 0; i++ {
		w := c.xs[i]
		if i == not || !w.FixedAt(p) {
			continue
		}
		v := w.LoAt(p)
		for j, u := range c.xs[:i] {
			if j != not && u.LoAt(p) == v && u.FixedAt(p) {
				for _, at := range [2]int{j, i} {
					if !c.used[at] {
						c.used[at] = true
						out = eq(p, c.xs[at], out)
					}
				}
				need--
				break
			}
		}
	}
	return out, need <= 0
}

// fillUnion makes union the set of the values of all views at p. It returns
// false if they are too far apart.
func (c *nvalue) fillUnion(p store.Past) bool {
	m := pastOf(p)
	if len(c.xs) == 0 || !c.window(&m) {
		return false
	}
	for _, w := range c.xs {
		for k, hi := w.LoAt(p), w.HiAt(p); k <= hi; k++ {
			if w.HasAt(p, k) {
				c.union[uint(k-c.base)>>6] |= 1 << (uint(k-c.base) & 63)
			}
		}
	}
	return true
}

func (c *nvalue) unionSize() int {
	n := 0
	for _, word := range c.union {
		n += bits.OnesCount64(word)
	}
	return n
}

// withinUnion appends that no view has a value outside of union.
func (c *nvalue) withinUnion(p store.Past, out []store.Atom) []store.Atom {
	first, last := c.unionEnds()
	for _, w := range c.xs {
		out = le(p, w, last, ge(p, w, first, out))
		for k := first + 1; k < last; k++ {
			if c.union[uint(k-c.base)>>6]>>(uint(k-c.base)&63)&1 == 0 {
				out = ne(p, w, k, out)
			}
		}
	}
	return out
}

// unionEnds returns the least and the greatest value of union.
func (c *nvalue) unionEnds() (first, last int32) {
	for i := len(c.union) - 1; i >= 0; i-- {
		if word := c.union[i]; word != 0 {
			first = c.base + int32(64*i+bits.TrailingZeros64(word))
		}
	}
	for i, word := range c.union {
		if word != 0 {
			last = c.base + int32(64*i+63-bits.LeadingZeros64(word))
		}
	}
	return first, last
}
