package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// distinctValue is all_different by values: it takes the value of each fixed
// view from all others, to its own fixpoint, in time linear in the scope for
// each view that became fixed. The constraint is domain-consistent once one
// variable is open (also where affine views of a variable repeat; of several
// truth views of one variable it only decides).
//
// Where the root domains leave as many values as there are views, and lie in
// one word, every value must be taken: then a value that one view alone can
// take is given to it, and a value that no view can take is a failure (hidden
// singles, as in Sudoku). Both sets come from one pass over the words of the
// domains: the values seen once and the values seen twice.
//
// Cookie: for a removed value, the position of the view that has it, if less
// than the length n of the scope; n+v for a clash of two views of one
// variable, v being its position in the clash list; hiddenCookie + 64*i + b for
// a hidden single, because of the absence of the value in all other domains: i
// is the position of the view, b the value less the smallest zero of the slots.
type distinctValue struct {
	distinct
	hidden bool // look for hidden singles
	exact  bool // as many values as views at the root
	always bool // count values whatever the root says; see export_test.go
	never  bool // never do
}

// hiddenCookie marks a value given to the only view that can take it.
const hiddenCookie = 1 << 31

func (d *distinctValue) Priority() store.Priority { return store.Linear }

func (d *distinctValue) Post(s *store.Store, me store.ID) {
	d.resolve(s)
	values, oneWord := d.window(s)
	d.exact = oneWord && values == len(d.xs)
	d.hidden = oneWord && len(d.xs) <= 64 && !d.never && (d.always || d.exact)
	ev := store.OnFix
	if d.hidden {
		ev = store.OnDomain
	}
	d.watch(s, me, ev)
}

func (d *distinctValue) Propagate(s *store.Store, me store.ID) store.Status {
	if len(d.xs) > 64 || !d.direct {
		return d.status(s, d.pass(s, s.TakeChanged(me)))
	}
	if (d.twice || len(d.clash) > 0) && !d.keepApart(s) {
		return store.Failed
	}
	was := uint64(s.Rev(d.open))
	open, ok := d.passDirect(s, s.TakeChanged(me)&was, was)
	for ok && d.hidden {
		var found uint64
		if found, ok = d.singles(s, open); found == 0 {
			break
		}
		open, ok = d.passDirect(s, found, open)
	}
	if !ok {
		return store.Failed
	}
	if open&(open-1) == 0 {
		return store.Entailed
	}
	if open != was {
		s.SetRev(d.open, int64(open))
	}
	return store.Fixpoint
}

// singles gives each value that one open view alone can take to it, and
// returns the positions of those views. It returns false if a value is left
// over, or a view should take two.
func (d *distinctValue) singles(s *store.Store, open uint64) (found uint64, ok bool) {
	var once, twice uint64
	for o := open; o != 0; o &= o - 1 {
		t := &d.slots[bits.TrailingZeros64(o)]
		_, w, _ := s.Narrow(t.v)
		w <<= t.lift
		twice |= once & w
		once |= w
	}
	spare := bits.OnesCount64(once) - bits.OnesCount64(open)
	if spare < 0 {
		return 0, false
	}
	once &^= twice
	if spare > 0 || once == 0 {
		return 0, true
	}
	for o := open; o != 0; o &= o - 1 {
		i := bits.TrailingZeros64(o)
		t := &d.slots[i]
		base, w, _ := s.Narrow(t.v)
		mine := once >> t.lift & w
		if mine == 0 {
			continue
		}
		if mine&(mine-1) != 0 {
			return 0, false
		}
		b := bits.TrailingZeros64(mine)
		if !s.Fix(t.v, base+int32(b), hiddenCookie|uint32(64*i+b+int(t.lift))) {
			return 0, false
		}
		found |= 1 << i
	}
	return found, true
}

// resolve finds out whether all views are direct and allocates the open
// positions. The variables of the scope exist.
func (d *distinct) resolve(s *store.Store) {
	d.direct = true
	d.slots = make([]slot, len(d.xs))
	for i, w := range d.xs {
		base, _, narrow := s.Narrow(w.V)
		d.direct = d.direct && narrow && w.Kind == store.Affine && w.A == 1
		d.slots[i] = slot{v: w.V, zero: base + w.C, plus: w.C}
	}
	d.open = s.NewRev(len(d.xs)/64+1, -1)
	s.SetRev(d.open+store.Rev(len(d.xs)/64), 1<<(len(d.xs)%64)-1)
}

// window counts the different values of direct views if they lie in one word,
// and sets the lifts. It returns false if they do not.
func (d *distinct) window(s *store.Store) (values int, oneWord bool) {
	if !d.direct || len(d.xs) == 0 {
		return 0, false
	}
	lo, hi := d.span(s)
	if hi-lo > 63 {
		return 0, false
	}
	var union uint64
	for i := range d.slots {
		t := &d.slots[i]
		t.lift = uint8(int64(t.zero) - lo)
		_, w, _ := s.Narrow(t.v)
		union |= w << t.lift
	}
	return bits.OnesCount64(union), true
}

// span returns the smallest and the largest value of any view; direct views
// count from bit 0 of their variables.
func (d *distinct) span(s *store.Store) (lo, hi int64) {
	for i, w := range d.xs {
		a, b := int64(w.Lo(s)), int64(w.Hi(s))
		if d.direct {
			a = int64(d.slots[i].zero)
		}
		if i == 0 {
			lo, hi = a, b
		}
		lo, hi = min(lo, a), max(hi, b)
	}
	return lo, hi
}

func (d *distinct) watch(s *store.Store, me store.ID, ev store.Event) {
	for i, w := range d.xs {
		s.Watch(w, ev, me, i)
	}
}

// status is the answer of a propagator that has done the value pass alone.
func (d *distinct) status(s *store.Store, ok bool) store.Status {
	if !ok {
		return store.Failed
	}
	if d.openCount(s) <= 1 {
		return store.Entailed
	}
	return store.Fixpoint
}

func (d *distinct) openCount(s *store.Store) int {
	n := 0
	for w := range (len(d.xs) + 63) / 64 {
		n += bits.OnesCount64(uint64(s.Rev(d.open + store.Rev(w))))
	}
	return n
}

// isOpen reports whether position i is open.
func (d *distinct) isOpen(s *store.Store, i int) bool {
	return s.Rev(d.open+store.Rev(i>>6))>>(i&63)&1 != 0
}

// shut takes i from the open positions.
func (d *distinct) shut(s *store.Store, i int) {
	at := d.open + store.Rev(i>>6)
	s.SetRev(at, s.Rev(at)&^(1<<(i&63)))
}

// keepApart removes the values that make two views of one variable equal.
func (d *distinct) keepApart(s *store.Store) bool {
	for i, c := range d.clash {
		if !s.Remove(c.v, c.k, uint32(len(d.xs)+i)) {
			return false
		}
	}
	return !d.twice
}

// pass takes the values of the views that became fixed from the others. The
// bit i of changed stands for every position congruent to i modulo 64.
func (d *distinct) pass(s *store.Store, changed uint64) bool {
	if !d.keepApart(s) {
		return false
	}
	if d.direct && len(d.xs) <= 64 {
		was := uint64(s.Rev(d.open))
		open, ok := d.passDirect(s, changed&was, was)
		if ok && open != was {
			s.SetRev(d.open, int64(open))
		}
		return ok
	}
	d.stack = d.stack[:0]
	for ; changed != 0; changed &= changed - 1 {
		for i := bits.TrailingZeros64(changed); i < len(d.xs); i += 64 {
			if d.isOpen(s, i) && d.xs[i].Fixed(s) {
				d.shut(s, i)
				d.stack = append(d.stack, int32(i))
			}
		}
	}
	// A view on the stack is not open any more, so two of them are compared by
	// the pass below over the stack.
	for at := 0; at < len(d.stack); at++ {
		i := d.stack[at]
		k := d.xs[i].Lo(s)
		for _, j := range d.stack[at+1:] {
			if d.xs[j].Lo(s) == k {
				return d.xs[j].Remove(s, k, uint32(i)) // fails
			}
		}
		if !d.take(s, k, uint32(i)) {
			return false
		}
	}
	return true
}

// take removes k, the value of the view at from, from the open views and
// stacks those that it fixes.
func (d *distinct) take(s *store.Store, k int32, from uint32) bool {
	for at := range (len(d.xs) + 63) / 64 {
		for o := uint64(s.Rev(d.open + store.Rev(at))); o != 0; o &= o - 1 {
			j := at*64 + bits.TrailingZeros64(o)
			w := &d.xs[j]
			if !w.Has(s, k) {
				continue
			}
			if !w.Remove(s, k, from) {
				return false
			}
			if w.Fixed(s) {
				d.shut(s, j)
				d.stack = append(d.stack, int32(j))
			}
		}
	}
	return true
}

// passDirect is pass for up to 64 direct views. fresh holds open positions of
// which some became fixed; it returns the positions that stay open.
func (d *distinct) passDirect(s *store.Store, fresh, open uint64) (uint64, bool) {
	slots := d.slots
	for fresh != 0 {
		i := bits.TrailingZeros64(fresh)
		fresh &= fresh - 1
		f := &slots[i]
		_, w, _ := s.Narrow(f.v)
		if w&(w-1) != 0 {
			continue
		}
		open &^= 1 << i
		k := f.zero + int32(bits.TrailingZeros64(w))
		// Who has k? Found without a branch, which would be hard to predict.
		var hits uint64
		for o := open; o != 0; o &= o - 1 {
			j := bits.TrailingZeros64(o)
			t := &slots[j]
			_, w, _ := s.Narrow(t.v)
			hits |= w >> uint32(k-t.zero) & 1 << j
		}
		for ; hits != 0; hits &= hits - 1 {
			j := bits.TrailingZeros64(hits)
			t := &slots[j]
			if !s.Remove(t.v, k-t.plus, uint32(i)) {
				return open, false
			}
			if s.Fixed(t.v) {
				fresh |= 1 << j
			}
		}
	}
	return open, true
}
