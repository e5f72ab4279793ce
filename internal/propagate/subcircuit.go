package propagate

import "github.com/clewsolver/clew/internal/store"

// subcircuit says that the arcs i -> succ[i]-off form one cycle, or none,
// through the nodes that are not their own successors. It is
// domain-consistent once one variable is open; where a variable repeats, it
// decides. The rules, run to a common fixpoint:
//
//   - the successor of a fixed node is taken from all others;
//   - a chain of fixed arcs does not close while a node outside must be on the
//     cycle, and a closed cycle leaves all others outside;
//   - a node that is not on a cycle with the first node that must be on it is
//     outside (Francis and Stuckey: Explaining circuit propagation, Constraints
//     19, 2014).
//
// Time O(n^2) a round.
//
// Cookie: a node and a kind of reason; see arcRange and its kin.
type subcircuit struct{ digraph }

// NewSubcircuit returns the constraint that the successors succ[i]-offset form
// one cycle through some of the nodes 0..n-1, or through none; the others are
// their own successors.
func NewSubcircuit(succ []store.View, offset int32) store.Propagator {
	return &subcircuit{newDigraph(succ, offset)}
}

func (c *subcircuit) Name() string { return "subcircuit" }

func (c *subcircuit) Propagate(s *store.Store, me store.ID) store.Status {
	if !c.begin(s, s.TakeChanged(me)) {
		return store.Failed
	}
	for {
		if !c.distinct(s) || !c.unclosed(s) {
			return store.Failed
		}
		if len(c.stack) > 0 {
			continue
		}
		if !c.connected(s) {
			return store.Failed
		}
		if len(c.stack) == 0 {
			break
		}
	}
	for i := range c.succ {
		if !c.succ[i].Fixed(s) {
			return store.Fixpoint
		}
	}
	return store.Entailed
}

// loop makes node i its own successor.
func (c *subcircuit) loop(s *store.Store, i int, why uint32) bool {
	w := &c.succ[i]
	k := c.off + int32(i)
	if w.Fixed(s) && w.Lo(s) == k {
		return true
	}
	if !w.SetLo(s, k, why) || !w.SetHi(s, k, why) {
		return false
	}
	c.push(s, i)
	return true
}

// unclosed keeps chains from closing too early, and the others outside of a
// closed cycle.
func (c *subcircuit) unclosed(s *store.Store) bool {
	m := present(s)
	on, _ := c.chains(s)
	if on >= 0 {
		clear(c.mark)
		for i := on; !c.mark[i]; i = c.next(&m, i) {
			c.mark[i] = true
		}
		for i := range c.succ {
			if !c.mark[i] && !c.loop(s, i, arcCookie(on, arcClosed)) {
				return false
			}
		}
		return true
	}
	needed := 0
	for i := range c.succ {
		if c.needed(&m, i) {
			needed++
		}
	}
	for i, e := range c.end {
		// All nodes of a chain are needed, the last since another one has it.
		if e >= 0 && int(c.length[i]) < needed && !c.prune(s, int(e), i, arcCookie(i, arcChain)) {
			return false
		}
	}
	return true
}

// connected leaves the nodes outside that are not on a cycle with a node that
// must be on it.
func (c *subcircuit) connected(s *store.Store) bool {
	m := present(s)
	root := 0
	for root < len(c.succ) && !c.needed(&m, root) {
		root++
	}
	if root == len(c.succ) {
		return true
	}
	for _, back := range [2]bool{false, true} {
		c.reach(&m, root, -1, back)
		for i := range c.succ {
			if !c.mark[i] && !c.loop(s, i, arcCookie(i, arcStranded)) {
				return false
			}
		}
	}
	return true
}

func (c *subcircuit) Explain(p store.Past, _ store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	i := int(cookie >> arcBits)
	m := pastOf(p)
	switch cookie & arcMask {
	case arcTaken:
		out = eq(p, c.succ[i], out)
	case arcChain:
		out = c.walk(p, i, false, out)
		out, _ = c.neededOutside(p, out)
	case arcClosed:
		out = c.walk(p, i, true, out)
	case arcStranded:
		for _, back := range [2]bool{false, true} {
			c.reach(&m, i, -1, back)
			var found bool
			if out, found = c.neededOutside(p, out); found {
				return c.cut(p, -1, !back, out)
			}
		}
	}
	return out
}

// neededOutside looks for an unmarked node that must be on the cycle and
// appends that it must.
func (c *subcircuit) neededOutside(p store.Past, out []store.Atom) (atoms []store.Atom, found bool) {
	m := pastOf(p)
	for i := range c.succ {
		if !c.mark[i] && c.needed(&m, i) {
			return ne(p, c.succ[i], c.off+int32(i), out), true
		}
	}
	return out, false
}

func (c *subcircuit) Check(a []int32) bool {
	n := int64(len(c.succ))
	first, on := int64(-1), 0
	for i := range n {
		j := int64(c.succ[i].In(a)) - int64(c.off)
		if j < 0 || j >= n {
			return false
		}
		if j != i {
			on++
			if first < 0 {
				first = i
			}
		}
	}
	if on == 0 {
		return true
	}
	i := first
	for left := on; left > 0; left-- {
		if i = int64(c.succ[i].In(a)) - int64(c.off); i == first {
			return left == 1
		}
	}
	return false
}
