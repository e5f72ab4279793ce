package propagate

import (
	"math"
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// Limits up to which sumIn is domain-consistent.
const (
	maxSums  = 4096    // widest range of sums, and largest open view when one is left
	maxPairs = 1 << 16 // most pairs of values of two open views
)

// sumIn says that the sum of the views lies in a set.
//
// The smallest and the largest member of the set that the bounds can reach
// narrow the bounds. Then, if the possible sums span at most maxSums, a bitset
// for each open view holds the sums of the views before it from which the set
// can still be reached; a value stays if it leads from a sum of the views
// before it to such a sum behind it. So the constraint is domain-consistent
// where the sums span at most maxSums, or two views have at most maxPairs
// pairs of values, or one open view at most maxSums values, and no variable
// repeats; else it decides. Time O(sizes * span / 64).
//
// Cookie: 2i for a bound of view i, because of the bounds of all; 2i+1 for a
// value, because of the values that the others have lost.
type sumIn struct {
	xs   []store.View
	set  []int64 // ascending, distinct
	open []int32
	lows []int64    // smallest values of the open views when the bitsets were made
	back [][]uint64 // sums of the open views before each from which the set is in reach
	fwd  [2][]uint64
}

// NewSumIn returns the constraint that the sum of the views is a member of
// set, which need not be sorted.
func NewSumIn(xs []store.View, set []int32) store.Propagator {
	c := sumIn{xs: xs, set: make([]int64, len(set)), open: make([]int32, 0, len(xs))}
	for i, k := range set {
		c.set[i] = int64(k)
	}
	slices.Sort(c.set)
	c.set = slices.Compact(c.set)
	if len(xs) == 2 && xs[0].V != xs[1].V {
		return &sumPair{sumIn: c}
	}
	return &c
}

func (c *sumIn) Name() string             { return "sum_in" }
func (c *sumIn) Scope() []store.View      { return c.xs }
func (c *sumIn) Priority() store.Priority { return store.Costly }

func (c *sumIn) Post(s *store.Store, me store.ID) {
	span := int64(1)
	for i, w := range c.xs {
		s.Watch(w, store.OnDomain, me, i)
		span += int64(w.Hi(s)) - int64(w.Lo(s))
	}
	words := int(min(span, maxSums)+63) / 64
	c.back = make([][]uint64, len(c.xs)+1)
	for i := range c.back {
		c.back[i] = make([]uint64, words)
	}
	c.fwd = [2][]uint64{make([]uint64, words), make([]uint64, words)}
	c.lows = make([]int64, len(c.xs))
}

func (c *sumIn) Propagate(s *store.Store, me store.ID) store.Status {
	lo, hi, ok := c.bound(s)
	if !ok {
		return store.Failed
	}
	if c.below(hi+1)-c.below(lo) == int(hi-lo)+1 {
		return store.Entailed // the set has no gap where the sum can lie
	}
	c.open = c.open[:0]
	size := int64(1)
	for i, w := range c.xs {
		if !w.Fixed(s) {
			c.open = append(c.open, int32(i))
			size = min(size*int64(w.Size(s)), maxPairs+1)
		}
	}
	switch n := len(c.open); {
	case n == 1 && (size <= maxSums || hi-lo < maxSums):
		return c.one(s, lo)
	case hi-lo < maxSums:
		return c.reach(s, lo, int(hi-lo)+1)
	case n == 2 && size <= maxPairs:
		a, b := c.open[0], c.open[1]
		rest := lo - int64(c.xs[a].Lo(s)) - int64(c.xs[b].Lo(s))
		if !c.try(s, a, b, rest) || !c.try(s, b, a, rest) {
			return store.Failed
		}
	}
	return store.Fixpoint
}

// below counts the members of the set less than k.
func (c *sumIn) below(k int64) int {
	at, _ := slices.BinarySearch(c.set, k)
	return at
}

func (c *sumIn) has(k int64) bool {
	_, ok := slices.BinarySearch(c.set, k)
	return ok
}

// bound narrows the bounds to a fixpoint and returns those of the sum.
func (c *sumIn) bound(s *store.Store) (lo, hi int64, ok bool) {
	for {
		lo, hi = 0, 0
		for i := range c.xs {
			lo += int64(c.xs[i].Lo(s))
			hi += int64(c.xs[i].Hi(s))
		}
		first, end := c.below(lo), c.below(hi+1)
		if first == end {
			return lo, hi, false
		}
		up, down := c.set[first]-hi, c.set[end-1]-lo
		if up+hi == lo && down+lo == hi {
			return lo, hi, true
		}
		moved := false
		for i := range c.xs {
			w := &c.xs[i]
			a, b := int64(w.Lo(s)), int64(w.Hi(s))
			if up+b > a {
				moved = true
				if !w.SetLo(s, int32(up+b), uint32(2*i)) {
					return lo, hi, false
				}
			}
			if down+a < b {
				moved = true
				if !w.SetHi(s, int32(down+a), uint32(2*i)) {
					return lo, hi, false
				}
			}
		}
		if !moved {
			return lo, hi, true
		}
	}
}

// one removes the values of the only open view that give no member of the set.
func (c *sumIn) one(s *store.Store, lo int64) store.Status {
	i := c.open[0]
	w := &c.xs[i]
	rest := lo - int64(w.Lo(s))
	for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
		if !c.has(rest+int64(k)) && !w.Remove(s, k, uint32(2*i+1)) {
			return store.Failed
		}
	}
	return store.Entailed
}

// try removes the values of view i that have no partner among those of j.
func (c *sumIn) try(s *store.Store, i, j int32, rest int64) bool {
	w, u := &c.xs[i], &c.xs[j]
	for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
		if !c.partner(s, u, rest+int64(k)) && !w.Remove(s, k, uint32(2*i+1)) {
			return false
		}
	}
	return true
}

// partner reports whether u can bring rest into the set.
func (c *sumIn) partner(s *store.Store, u *store.View, rest int64) bool {
	lo, hi := u.Lo(s), u.Hi(s)
	members := c.set[c.below(rest+int64(lo)):c.below(rest+int64(hi)+1)]
	if len(members) <= int(u.Size(s)) {
		for _, k := range members {
			if u.Has(s, int32(k-rest)) {
				return true
			}
		}
		return false
	}
	for k, ok := lo, true; ok; k, ok = u.Next(s, k) {
		if c.has(rest + int64(k)) {
			return true
		}
	}
	return false
}

// reach removes every value without support, by the bitsets. Bit i of a set
// stands for i more than the sum of the smallest values.
func (c *sumIn) reach(s *store.Store, lo int64, span int) store.Status {
	words := (span + 63) / 64
	n := len(c.open)
	last := c.back[n][:words]
	clear(last)
	for _, k := range c.set[c.below(lo):c.below(lo+int64(span))] {
		last[(k-lo)>>6] |= 1 << uint((k-lo)&63)
	}
	for i := n - 1; i >= 0; i-- {
		w := &c.xs[c.open[i]]
		low := w.Lo(s)
		c.lows[i] = int64(low)
		to, from := c.back[i][:words], c.back[i+1][:words]
		clear(to)
		for k, ok := low, true; ok; k, ok = w.Next(s, k) {
			orRight(to, from, uint(k-low))
		}
	}
	if c.back[0][0]&1 == 0 {
		return store.Failed
	}
	sums, next := c.fwd[0][:words], c.fwd[1][:words]
	clear(sums)
	sums[0] = 1
	for i := range n {
		w, why := &c.xs[c.open[i]], uint32(2*c.open[i]+1)
		goal := c.back[i+1][:words]
		clear(next)
		for k, ok := w.Lo(s), true; ok; k, ok = w.Next(s, k) {
			if !orLeft(next, sums, goal, uint(int64(k)-c.lows[i])) && !w.Remove(s, k, why) {
				return store.Failed
			}
		}
		sums, next = next, sums
	}
	return store.Fixpoint
}

// orRight adds from, moved down by d, to to.
func orRight(to, from []uint64, d uint) {
	from = from[min(d/64, uint(len(from))):]
	d &= 63
	for i, w := range from {
		to[i] |= w >> d
		if i > 0 {
			to[i-1] |= w << (64 - d)
		}
	}
}

// orLeft adds what is in goal of from, moved up by d, to to. It returns false
// if that is nothing.
func orLeft(to, from, goal []uint64, d uint) bool {
	skip := int(d / 64)
	d &= 63
	var any, carry uint64
	for i := skip; i < len(to); i++ {
		w := from[i-skip]
		hit := (w<<d | carry) & goal[i]
		carry = w >> (64 - d)
		to[i] |= hit
		any |= hit
	}
	return any != 0
}

// Explain gives the bounds of the views if they alone keep the sum off the set,
// weakened as far as the gap between two members allows. Otherwise, where one
// other view was open, it gives the partners that this one had lost; else the
// domains of all other views.
func (c *sumIn) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		out, ok := c.explainBounds(p, -1, store.Ne, 0, out)
		if !ok {
			out = store.ExplainFully(c.xs, p, out)
		}
		return out
	}
	i := int(cookie / 2)
	if cookie&1 == 0 {
		if up, k := askedBound(p, c.xs[i], a); up {
			out, _ = c.explainBounds(p, i, store.Ge, k-1, out)
		} else {
			out, _ = c.explainBounds(p, i, store.Le, k+1, out)
		}
		return out
	}
	_, k := asked(p, c.xs[i], a)
	first := len(out)
	out, ok := c.explainBounds(p, i, store.Ne, int64(k), out)
	if ok {
		if len(c.xs) == 2 && len(out) == first+2 {
			if u := c.xs[1-i]; u.FixedAt(p) {
				out = eq(p, u, out[:first])
			}
		}
		return out
	}
	last, open, rest := 0, 0, int64(k)
	for j := range c.xs {
		if j == i {
			continue
		}
		if open == 0 {
			last = j
		}
		if u := &c.xs[j]; u.FixedAt(p) {
			rest += int64(u.LoAt(p))
		} else {
			last = j
			open++
		}
	}
	if open > 1 {
		out = store.ExplainFully(c.xs[:i], p, out)
		return store.ExplainFully(c.xs[i+1:], p, out)
	}
	for j := range c.xs {
		if j != i && j != last {
			out = eq(p, c.xs[j], out)
		}
	}
	u, root := c.xs[last], p.Root()
	if open == 0 {
		rest -= int64(u.LoAt(p))
	}
	gone := newAbsence(p, u, out)
	from, to := c.below(rest+int64(u.LoAt(root))), c.below(rest+int64(u.HiAt(root))+1)
	for _, k := range c.set[from:to] {
		out = gone.add(int32(k-rest), out)
	}
	return gone.close(out)
}

// explainBounds appends why no member of the set lies between the bounds of the
// sum, if the view at i is at most k (where w >= k+1 is asked: rel is Ge), at
// least k (Le) or k (Ne). It returns false if a member lies there. Without
// such a view i is negative.
func (c *sumIn) explainBounds(p store.Past, i int, rel store.Rel, k int64, out []store.Atom) ([]store.Atom, bool) {
	lo, hi := int64(0), int64(0)
	for j := range c.xs {
		a, b := int64(c.xs[j].LoAt(p)), int64(c.xs[j].HiAt(p))
		if j == i && rel != store.Ge {
			a = k
		}
		if j == i && rel != store.Le {
			b = k
		}
		lo, hi = lo+a, hi+b
	}
	at := c.below(lo)
	up, down := int64(math.MaxInt64), int64(math.MaxInt64) // what the bounds may give way
	if at > 0 {
		down = lo - c.set[at-1] - 1
	}
	if at < len(c.set) {
		up = c.set[at] - hi - 1
	}
	if up < 0 {
		return out, false
	}
	skipLo, skipHi := i, i
	if rel == store.Ge {
		skipLo = -1
	} else if rel == store.Le {
		skipHi = -1
	}
	out = weakenLo(p, c.xs, skipLo, down, out)
	return weakenHi(p, c.xs, skipHi, up, out), true
}

// weakenLo appends the lower bounds of the views but the one at skip, lowered
// by slack in total: first those that vanish by that, then one in part.
func weakenLo(p store.Past, xs []store.View, skip int, slack int64, out []store.Atom) []store.Atom {
	root := p.Root()
	left := slack
	for j := range xs {
		if d := int64(xs[j].LoAt(p)) - int64(xs[j].LoAt(root)); j != skip && d <= left {
			left -= d
		}
	}
	for j := range xs {
		lo := int64(xs[j].LoAt(p))
		d := lo - int64(xs[j].LoAt(root))
		switch {
		case j == skip:
		case d <= slack:
			slack -= d
		default:
			out = ge(p, xs[j], lo-left, out)
			left = 0
		}
	}
	return out
}

// weakenHi is weakenLo for upper bounds.
func weakenHi(p store.Past, xs []store.View, skip int, slack int64, out []store.Atom) []store.Atom {
	root := p.Root()
	left := slack
	for j := range xs {
		if d := int64(xs[j].HiAt(root)) - int64(xs[j].HiAt(p)); j != skip && d <= left {
			left -= d
		}
	}
	for j := range xs {
		hi := int64(xs[j].HiAt(p))
		d := int64(xs[j].HiAt(root)) - hi
		switch {
		case j == skip:
		case d <= slack:
			slack -= d
		default:
			out = le(p, xs[j], hi+left, out)
			left = 0
		}
	}
	return out
}

func (c *sumIn) Check(a []int32) bool {
	sum := int64(0)
	for _, w := range c.xs {
		sum += int64(w.In(a))
	}
	return c.has(sum)
}

// sumPair is sumIn of two views of different variables, domain-consistent with
// less work where both are narrow: for each value of either variable a word
// holds the partners that it can have. Each side is revised only if the other
// changed, in time O(smaller domain).
//
// Cookie: as of sumIn.
type sumPair struct {
	sumIn
	narrow   bool
	partners [2][64]uint64 // of each bit of the words of xs[0] and xs[1]
}

func (c *sumPair) Priority() store.Priority { return store.Linear }

func (c *sumPair) Post(s *store.Store, me store.ID) {
	x, y := c.xs[0], c.xs[1]
	xBase, xWord, xOk := s.Narrow(x.V)
	yBase, yWord, yOk := s.Narrow(y.V)
	if c.narrow = xOk && yOk; !c.narrow {
		c.sumIn.Post(s, me)
		return
	}
	s.Watch(x, store.OnDomain, me, 0)
	s.Watch(y, store.OnDomain, me, 1)
	for w := xWord; w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w)
		for u := yWord; u != 0; u &= u - 1 {
			j := bits.TrailingZeros64(u)
			if c.has(int64(x.Of(xBase+int32(i))) + int64(y.Of(yBase+int32(j)))) {
				c.partners[0][i] |= 1 << j
				c.partners[1][j] |= 1 << i
			}
		}
	}
}

func (c *sumPair) Propagate(s *store.Store, me store.ID) store.Status {
	if !c.narrow {
		return c.sumIn.Propagate(s, me)
	}
	x, y := c.xs[0].V, c.xs[1].V
	_, xWord, _ := s.Narrow(x)
	_, yWord, _ := s.Narrow(y)
	changed := s.TakeChanged(me)
	// Values that one side loses had no partner, so the other side keeps all
	// its own: one revision each is enough.
	if changed&1 != 0 {
		kept := revise(yWord, xWord, &c.partners[1], &c.partners[0])
		if kept != yWord && !s.Keep(y, kept, 3) {
			return store.Failed
		}
		yWord = kept
	}
	if changed&2 != 0 {
		kept := revise(xWord, yWord, &c.partners[0], &c.partners[1])
		if kept != xWord && !s.Keep(x, kept, 1) {
			return store.Failed
		}
		xWord = kept
	}
	if xWord&(xWord-1) == 0 || yWord&(yWord-1) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}

// revise returns the bits of mine that have a partner in theirs, going over
// the smaller of both.
func revise(mine, theirs uint64, ofMine, ofTheirs *[64]uint64) uint64 {
	if bits.OnesCount64(mine) < bits.OnesCount64(theirs) {
		kept := mine
		for w := mine; w != 0; w &= w - 1 {
			if i := bits.TrailingZeros64(w); ofMine[i]&theirs == 0 {
				kept &^= 1 << i
			}
		}
		return kept
	}
	var kept uint64
	for ; theirs != 0; theirs &= theirs - 1 {
		kept |= ofTheirs[bits.TrailingZeros64(theirs)]
		if mine&^kept == 0 {
			return mine
		}
	}
	return mine & kept
}
