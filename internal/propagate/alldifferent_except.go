package propagate

import (
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// distinctExcept is all_different for values other than some, which may
// repeat: it takes the value of each fixed view from all others. It is
// domain-consistent once one variable is open, and only decides where a
// variable repeats. Time O(n) for each view that became fixed.
//
// Cookie: the position of the fixed view that has the removed value.
type distinctExcept struct {
	xs     []store.View
	except []int32 // ascending
	stack  []int32 // positions that became fixed
	repeat bool    // a variable occurs twice
}

// NewAllDifferentExcept returns the constraint that no two views have the same
// value, unless the value is one of except.
func NewAllDifferentExcept(xs []store.View, except []int32) store.Propagator {
	except = slices.Clone(except)
	slices.Sort(except)
	c := &distinctExcept{xs: xs, except: except, stack: make([]int32, 0, len(xs))}
	seen := make(map[store.Var]bool, len(xs))
	for _, w := range xs {
		c.repeat = c.repeat || seen[w.V]
		seen[w.V] = true
	}
	return c
}

func (c *distinctExcept) Name() string             { return "all_different_except" }
func (c *distinctExcept) Scope() []store.View      { return c.xs }
func (c *distinctExcept) Priority() store.Priority { return store.Linear }

func (c *distinctExcept) Post(s *store.Store, me store.ID) {
	for i, w := range c.xs {
		s.Watch(w, store.OnFix, me, i)
	}
}

func (c *distinctExcept) Propagate(s *store.Store, me store.ID) store.Status {
	c.stack = c.stack[:0]
	for m := s.TakeChanged(me); m != 0; m &= m - 1 {
		for i := bits.TrailingZeros64(m); i < len(c.xs); i += 64 {
			if c.xs[i].Fixed(s) {
				c.stack = append(c.stack, int32(i))
			}
		}
	}
	for len(c.stack) > 0 {
		i := int(c.stack[len(c.stack)-1])
		c.stack = c.stack[:len(c.stack)-1]
		k := c.xs[i].Lo(s)
		if c.free(k) {
			continue
		}
		for j := range c.xs {
			w := &c.xs[j]
			if j == i || !w.Has(s, k) {
				continue
			}
			if !w.Remove(s, k, uint32(i)) {
				return store.Failed
			}
			if w.Fixed(s) {
				c.stack = append(c.stack, int32(j))
			}
		}
	}
	if c.repeat {
		return store.Fixpoint // a view fixed through another one may be unhandled yet
	}
	open := 0
	for i := range c.xs {
		if !c.xs[i].Fixed(s) {
			if open++; open > 1 {
				return store.Fixpoint
			}
		}
	}
	return store.Entailed
}

// free reports whether k may repeat.
func (c *distinctExcept) free(k int32) bool {
	_, ok := slices.BinarySearch(c.except, k)
	return ok
}

func (c *distinctExcept) Explain(p store.Past, _ store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	return eq(p, c.xs[cookie], out)
}

func (c *distinctExcept) Check(a []int32) bool {
	var buf [64]int32
	seen := buf[:0]
	for _, w := range c.xs {
		if k := w.In(a); !c.free(k) {
			seen = append(seen, k)
		}
	}
	return differ(seen)
}

// CheckPartial returns false as soon as two assigned views are equal.
func (c *distinctExcept) CheckPartial(a []int32, assigned func(store.Var) bool) bool {
	var buf [64]int32
	seen := buf[:0]
	for _, w := range c.xs {
		if assigned(w.V) {
			if k := w.In(a); !c.free(k) {
				seen = append(seen, k)
			}
		}
	}
	return differ(seen)
}
