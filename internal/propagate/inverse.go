package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// inverse says that f[i] = j+gOff exactly if g[j] = i+fOff. The pair (i, j) is
// possible or not on both sides alike at the fixpoint (domain-consistent
// channelling), and a view fixed on one side fixes its partner on the other.
// So a value that two views of one side take fails, as with all_different by
// values, and a value that one view alone can take is given to it. The
// constraint is domain-consistent once one variable is open; where a variable
// repeats, it only decides. Time O(n) for each view that changed.
//
// Cookie, where g[j] counts as position n+j: the position of a view that lost
// the value of a removed pair; 2n for a value outside the range of positions;
// fixCookie + the position of the fixed view for its partner.
type inverse struct {
	f, g       []store.View
	fOff, gOff int32
	both       []store.View // f, then g
	queue      []int32      // positions in both to channel
	waiting    []bool       // is it in queue?
}

// fixCookie marks a view fixed because its partner is.
const fixCookie = 1 << 31

// NewInverse returns the constraint that f and g, of the same length, are
// inverse functions of each other: f[i] = j+gOff if and only if g[j] = i+fOff.
func NewInverse(f, g []store.View, fOff, gOff int32) store.Propagator {
	both := append(append([]store.View(nil), f...), g...)
	return &inverse{
		f: f, g: g, fOff: fOff, gOff: gOff, both: both,
		queue:   make([]int32, 0, len(both)),
		waiting: make([]bool, len(both)),
	}
}

func (c *inverse) Name() string             { return "inverse" }
func (c *inverse) Scope() []store.View      { return c.both }
func (c *inverse) Priority() store.Priority { return store.Linear }

func (c *inverse) Post(s *store.Store, me store.ID) {
	for p, w := range c.both {
		s.Watch(w, store.OnDomain, me, p)
	}
}

func (c *inverse) Propagate(s *store.Store, me store.ID) store.Status {
	c.queue = c.queue[:0]
	clear(c.waiting)
	for m := s.TakeChanged(me); m != 0; m &= m - 1 {
		for p := bits.TrailingZeros64(m); p < len(c.both); p += 64 {
			c.push(p)
		}
	}
	n := len(c.f)
	for len(c.queue) > 0 {
		p := int(c.queue[len(c.queue)-1])
		c.queue = c.queue[:len(c.queue)-1]
		c.waiting[p] = false
		ok := false
		if p < n {
			ok = c.channel(s, p, c.f[p], c.g, n, c.gOff, c.fOff+int32(p))
		} else {
			ok = c.channel(s, p, c.g[p-n], c.f, 0, c.fOff, c.gOff+int32(p-n))
		}
		if !ok {
			return store.Failed
		}
	}
	for _, w := range c.f {
		if !w.Fixed(s) {
			return store.Fixpoint
		}
	}
	return store.Entailed
}

func (c *inverse) push(p int) {
	if !c.waiting[p] {
		c.waiting[p] = true
		c.queue = append(c.queue, int32(p))
	}
}

// channel brings the domain of w, at position p, to the views of the other
// side, which start at position at: w = j+off exactly if other[j] = self. Only
// the views that it fixes need channelling back, since a pair is removed on
// both sides at once.
func (c *inverse) channel(s *store.Store, p int, w store.View, other []store.View, at int, off, self int32) bool {
	outside := uint32(len(c.both))
	if !w.SetLo(s, off, outside) || !w.SetHi(s, off+int32(len(other)-1), outside) {
		return false
	}
	if w.Fixed(s) {
		j := w.Lo(s) - off
		if !other[j].Fixed(s) {
			c.push(at + int(j))
		}
		if !other[j].Fix(s, self, fixCookie|uint32(p)) {
			return false
		}
	}
	for j := range other {
		u := &other[j]
		if w.Has(s, off+int32(j)) || !u.Has(s, self) {
			continue
		}
		if !u.Remove(s, self, uint32(at+j)) {
			return false
		}
		if u.Fixed(s) {
			c.push(at + j)
		}
	}
	return true
}

// Explain names the other side of the pair: f[i] is not j because g[j] is not i,
// and it is j because g[j] is i.
func (c *inverse) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if cookie >= fixCookie {
		return eq(p, c.both[cookie-fixCookie], out)
	}
	q, n := int(cookie), len(c.f)
	if q == len(c.both) {
		return out
	}
	_, k := asked(p, c.both[q], a)
	if q < n {
		return ne(p, c.g[k-c.gOff], c.fOff+int32(q), out)
	}
	return ne(p, c.f[k-c.fOff], c.gOff+int32(q-n), out)
}

func (c *inverse) Check(a []int32) bool {
	n := int64(len(c.f))
	for i, w := range c.f {
		j := int64(w.In(a)) - int64(c.gOff)
		if j < 0 || j >= n || int64(c.g[j].In(a)) != int64(i)+int64(c.fOff) {
			return false
		}
	}
	return true // f is injective, since g takes each f[i] back to i; so it is onto
}
