package propagate

import "github.com/clewsolver/clew/internal/store"

// circuit says that the arcs i -> succ[i]-off form one cycle through all n
// nodes. It is domain-consistent once one variable is open; where a variable
// repeats, it decides. Three rules run to a common fixpoint:
//
//   - the successor of a fixed node is taken from all others;
//   - the last node of a chain of fixed arcs does not lead back to its first
//     (Lauriere 1978; Caseau and Laburthe, ICLP 1997);
//   - the graph is strongly connected, and the arcs between the subtrees of a
//     depth-first search from node 0 are such that each subtree is visited in
//     one stretch, the last one first (Francis and Stuckey: Explaining circuit
//     propagation, Constraints 19, 2014): without passing node 0 no arc leads
//     from a subtree to a later one, so who has entered the first i subtrees
//     stays in them until the end.
//
// Time O(arcs) for each round of the rules.
//
// Cookie: a node and a kind of reason; see arcRange and its kin.
type circuit struct {
	digraph
	clock int32
	pre   []int32 // order of the visits of the depth-first search, from 1; 0 for none
	tree  []int32 // subtree of node 0 that the node is in, from 1
}

// NewCircuit returns the constraint that the successors succ[i]-offset form
// one cycle through the nodes 0..n-1. It is true for no nodes, and one node is
// its own successor.
func NewCircuit(succ []store.View, offset int32) store.Propagator {
	return &circuit{
		digraph: newDigraph(succ, offset),
		pre:     make([]int32, len(succ)),
		tree:    make([]int32, len(succ)),
	}
}

func (c *circuit) Name() string { return "circuit" }

func (c *circuit) Propagate(s *store.Store, me store.ID) store.Status {
	n := len(c.succ)
	if n == 0 {
		return store.Entailed
	}
	if !c.begin(s, s.TakeChanged(me)) {
		return store.Failed
	}
	for i := 0; i < n && n > 1; i++ {
		if !c.prune(s, i, i, arcRange) {
			return store.Failed
		}
	}
	for {
		if !c.distinct(s) || !c.unclosed(s) {
			return store.Failed
		}
		if len(c.stack) > 0 {
			continue
		}
		c.moved = false
		if !c.search(s) {
			return store.Failed
		}
		if !c.moved {
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

// unclosed takes from the last node of each chain the arc to its first.
func (c *circuit) unclosed(s *store.Store) bool {
	if i, n := c.chains(s); i >= 0 {
		return n == len(c.succ)
	}
	for i, e := range c.end {
		if e >= 0 && int(c.length[i]) < len(c.succ) && !c.prune(s, int(e), i, arcCookie(i, arcChain)) {
			return false
		}
	}
	return true
}

// search looks at the graph from node 0.
func (c *circuit) search(s *store.Store) bool {
	clear(c.pre)
	c.pre[0], c.clock = 1, 1
	trees := int32(0)
	w := &c.succ[0]
	k := w.Lo(s)
	for ok := true; ok; k, ok = w.Next(s, k) {
		if v := k - c.off; c.pre[v] == 0 {
			trees++
			if c.visit(s, v, trees) == 0 {
				return false
			}
		}
	}
	if int(c.clock) < len(c.succ) {
		return false
	}
	if trees < 2 {
		return true
	}
	for u := range c.succ {
		w, i := &c.succ[u], c.tree[u]
		k := w.Lo(s)
		for ok := true; ok; k, ok = w.Next(s, k) {
			v := int(k - c.off)
			var bad bool
			switch j := c.tree[v]; {
			case u == 0:
				bad = j < trees
			case v == 0:
				bad = i > 1
			default:
				bad = j < i-1
			}
			if bad && !c.prune(s, u, v, arcCookie(u, arcReach)) {
				return false
			}
		}
	}
	return true
}

// visit returns the earliest visit that an arc from the subtree of u leads to,
// 0 if none leads out of a set of nodes of the subtree.
func (c *circuit) visit(s *store.Store, u, tree int32) int32 {
	c.clock++
	me := c.clock
	c.pre[u], c.tree[u] = me, tree
	low := me
	w := &c.succ[u]
	k := w.Lo(s)
	for ok := true; ok; k, ok = w.Next(s, k) {
		v := k - c.off
		seen := c.pre[v]
		if seen == 0 {
			if seen = c.visit(s, v, tree); seen == 0 {
				return 0
			}
		}
		low = min(low, seen)
	}
	if low == me {
		return 0
	}
	return low
}

// Explain gives for the arcs of arcReach, u -> v, the cuts that show that some
// node x can neither come after v nor before u on a path from node 0 and back:
// it cannot be reached from v, and u cannot be reached from it.
func (c *circuit) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if a == store.False {
		return c.explainFalse(p, out)
	}
	u := int(cookie >> arcBits)
	switch cookie & arcMask {
	case arcTaken:
		out = eq(p, c.succ[u], out)
	case arcChain:
		out = c.walk(p, u, false, out)
	case arcReach:
		m := pastOf(p)
		_, k := asked(p, c.succ[u], a)
		v := int(k - c.off)
		if v != 0 {
			c.reach(&m, v, 0, false)
			out = c.cut(p, 0, true, out)
		}
		if u != 0 {
			c.reach(&m, u, 0, true)
			out = c.cut(p, 0, false, out)
		}
	}
	return out
}

// explainFalse finds a cycle that is too short, or nodes that cannot be
// reached from node 0, or from which it cannot be reached.
func (c *circuit) explainFalse(p store.Past, out []store.Atom) []store.Atom {
	m := pastOf(p)
	for i := range c.succ {
		n, j := 1, c.next(&m, i)
		for ; j >= 0 && j != i && n < len(c.succ); j = c.next(&m, j) {
			n++
		}
		if j == i && n < len(c.succ) {
			return c.walk(p, i, true, out)
		}
	}
	c.reach(&m, 0, -1, false)
	if !c.all() {
		return c.cut(p, -1, true, out)
	}
	c.reach(&m, 0, -1, true)
	return c.cut(p, -1, false, out)
}

func (c *circuit) Check(a []int32) bool {
	n, i := 0, int64(0)
	for n < len(c.succ) {
		i = int64(c.succ[i].In(a)) - int64(c.off)
		if i < 0 || i >= int64(len(c.succ)) {
			return false
		}
		n++
		if i == 0 {
			break
		}
	}
	return n == len(c.succ) && i == 0
}
