package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// bitSum is lo <= number of true lits <= hi: the engine of linear sums over
// 0/1 views. It counts the lits as they are fixed, looking only at those that
// changed, and acts when a count reaches its limit: domain-consistent, in time
// linear in the changes and, once a branch, in the scope.
//
// Cookie: 0; the reason is the lits already true (for one made false) or
// already false.
type bitSum struct {
	lits   []store.View
	lo, hi int
	state  store.Rev // number of true lits; of false lits; words of the lits counted
}

// newBitSum returns lo <= sum of terms <= hi, or nil if a coefficient or a
// domain is not of that kind.
func newBitSum(s *store.Store, terms []term, lo, hi int64) *bitSum {
	b := &bitSum{lits: make([]store.View, len(terms))}
	n := int64(len(terms))
	for i, t := range terms {
		if t.w.Lo(s) < 0 || t.w.Hi(s) > 1 || abs64(t.c) != 1 {
			return nil
		}
		b.lits[i] = t.w
		if t.c < 0 { // -w = (1-w) - 1
			b.lits[i] = t.w.Not()
			lo++
			hi++
		}
	}
	b.lo, b.hi = int(min(max(lo, 0), n+1)), int(min(max(hi, -1), n))
	return b
}

func (b *bitSum) post(s *store.Store, me store.ID) {
	b.state = s.NewRev(2+(len(b.lits)+63)/64, 0)
	ev := store.OnFix
	if b.lo <= 0 {
		ev = store.OnLo
	} else if b.hi >= len(b.lits) {
		ev = store.OnHi
	}
	for i, w := range b.lits {
		s.Watch(w, ev, me, i)
	}
}

func (b *bitSum) propagate(s *store.Store, me store.ID) store.Status {
	ones, zeros := int(s.Rev(b.state)), int(s.Rev(b.state+1))
	was, n := ones+zeros, len(b.lits)
	changed := s.TakeChanged(me)
	for from := 0; from < n; from += 64 {
		at := b.state + 2 + store.Rev(from>>6)
		old := uint64(s.Rev(at))
		counted := old
		for c := changed &^ old; c != 0; c &= c - 1 {
			j := bits.TrailingZeros64(c)
			if from+j >= n {
				break
			}
			w := b.lits[from+j]
			switch lo, hi := w.Lo(s), w.Hi(s); {
			case lo == 1:
				ones++
			case hi == 0:
				zeros++
			default:
				continue
			}
			counted |= 1 << j
		}
		if counted != old {
			s.SetRev(at, int64(counted))
		}
	}
	if ones+zeros != was {
		s.SetRev(b.state, int64(ones))
		s.SetRev(b.state+1, int64(zeros))
	}
	switch {
	case ones > b.hi || n-zeros < b.lo:
		return store.Failed
	case ones == b.hi:
		return b.fix(s, 0)
	case n-zeros == b.lo:
		return b.fix(s, 1)
	case ones >= b.lo && n-zeros <= b.hi:
		return store.Entailed
	}
	return store.Fixpoint
}

// fix gives every lit that was not counted the value k. Lits that became fixed
// without an event of interest are met here as well.
func (b *bitSum) fix(s *store.Store, k int32) store.Status {
	for i, w := range b.lits {
		if s.Rev(b.state+2+store.Rev(i>>6))>>(i&63)&1 == 0 && !w.Fix(s, k, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}
