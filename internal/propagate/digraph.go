package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// digraph is what circuit and subcircuit share: views read as the arcs of a
// graph, i -> succ[i]-off, of which one leaves each node.
type digraph struct {
	succ  []store.View
	off   int32
	stack []int32 // fixed nodes whose successor the others may still have
	moved bool    // an arc was removed since the flag was last cleared

	from   []int32 // scratch: the fixed node that leads to each node, -1 for none
	end    []int32 // scratch: of each first node of a chain its last node
	length []int32 // scratch: of each first node of a chain its nodes
	mark   []bool  // scratch: a set of nodes
	todo   []int32 // scratch: of a search
}

// A cookie of circuit or subcircuit is a node and, in the low bits, the kind
// of the reason.
const (
	arcRange    uint32 = iota // the constraint alone
	arcTaken                  // the node has the removed successor
	arcChain                  // the chain from the node on must not close
	arcReach                  // the node cannot have the removed successor, as some node is then out of reach
	arcClosed                 // the cycle through the node is closed, so others are outside
	arcStranded               // the node cannot be on a cycle with a node that must be on it
	arcBits     = 3
	arcMask     = 1<<arcBits - 1
)

func arcCookie(node int, kind uint32) uint32 { return uint32(node)<<arcBits | kind }

func newDigraph(succ []store.View, off int32) digraph {
	n := len(succ)
	ints := make([]int32, 5*n)
	part := func(i int) []int32 { return ints[i*n : (i+1)*n : (i+1)*n] }
	return digraph{
		succ: succ, off: off,
		stack: part(0)[:0], from: part(1), end: part(2), length: part(3), todo: part(4)[:0],
		mark: make([]bool, n),
	}
}

func (g *digraph) Scope() []store.View      { return g.succ }
func (g *digraph) Priority() store.Priority { return store.Costly }

func (g *digraph) Post(s *store.Store, me store.ID) {
	for i, w := range g.succ {
		s.Watch(w, store.OnDomain, me, i)
	}
}

// begin keeps the successors in the graph and stacks the fixed nodes among
// those that changed.
func (g *digraph) begin(s *store.Store, changed uint64) bool {
	last := g.off + int32(len(g.succ)-1)
	for i := range g.succ {
		w := &g.succ[i]
		if !w.SetLo(s, g.off, arcRange) || !w.SetHi(s, last, arcRange) {
			return false
		}
	}
	g.stack = g.stack[:0]
	for ; changed != 0; changed &= changed - 1 {
		for i := bits.TrailingZeros64(changed); i < len(g.succ); i += 64 {
			if g.succ[i].Fixed(s) {
				g.stack = append(g.stack, int32(i))
			}
		}
	}
	return true
}

// prune removes the arc i -> j and stacks i if that fixes it.
func (g *digraph) prune(s *store.Store, i, j int, why uint32) bool {
	w := &g.succ[i]
	k := g.off + int32(j)
	if !w.Has(s, k) {
		return true
	}
	if !w.Remove(s, k, why) {
		return false
	}
	g.moved = true
	g.push(s, i)
	return true
}

// push stacks node i if it is fixed.
func (g *digraph) push(s *store.Store, i int) {
	if g.succ[i].Fixed(s) {
		g.stack = append(g.stack, int32(i))
	}
}

// distinct takes the successors of the stacked nodes from all others.
func (g *digraph) distinct(s *store.Store) bool {
	for len(g.stack) > 0 {
		i := int(g.stack[len(g.stack)-1])
		g.stack = g.stack[:len(g.stack)-1]
		j := int(g.succ[i].Lo(s) - g.off)
		for o := range g.succ {
			if o != i && !g.prune(s, o, j, arcCookie(i, arcTaken)) {
				return false
			}
		}
	}
	return true
}

// next returns the node after i, -1 if it is not fixed.
func (g *digraph) next(m *moment, i int) int {
	w := g.succ[i]
	lo := m.lo(w)
	if lo != m.hi(w) {
		return -1
	}
	return int(lo - g.off)
}

// chains finds the chains of fixed arcs between different nodes: end and
// length are set for each node that begins one, end is -1 for the others. If
// there is a cycle, it returns a node on it and its length, else -1. If two
// fixed nodes have one successor, which can be news where a variable repeats,
// it stacks one of them and does nothing else.
func (g *digraph) chains(s *store.Store) (onCycle, length int) {
	m := present(s)
	for i := range g.from {
		g.from[i], g.end[i] = -1, -1
		g.mark[i] = false
	}
	for i := range g.succ {
		j := g.next(&m, i)
		if j >= 0 && g.from[j] >= 0 {
			g.stack = append(g.stack, int32(i))
			return -1, 0
		}
		if j >= 0 {
			g.from[j] = int32(i)
		}
	}
	for i := range g.succ {
		if g.from[i] >= 0 && g.from[i] != int32(i) {
			continue
		}
		j, n := i, 1
		g.mark[i] = true
		for k := g.next(&m, j); k >= 0 && k != j; k = g.next(&m, j) {
			j = k
			g.mark[j] = true
			n++
		}
		if n > 1 {
			g.end[i], g.length[i] = int32(j), int32(n)
		}
	}
	for i := range g.succ {
		if !g.mark[i] { // it has a node before it and no chain leads to it
			n := 1
			for j := g.next(&m, i); j != i; j = g.next(&m, j) {
				n++
			}
			return i, n
		}
	}
	return -1, 0
}

// reach marks the nodes that can be reached from node i, or from which i can
// be reached if back, without passing through avoid (-1 for none).
func (g *digraph) reach(m *moment, i, avoid int, back bool) {
	clear(g.mark)
	g.mark[i] = true
	g.todo = append(g.todo[:0], int32(i))
	for len(g.todo) > 0 {
		u := int(g.todo[len(g.todo)-1])
		g.todo = g.todo[:len(g.todo)-1]
		for v := range g.succ {
			if g.mark[v] || v == avoid {
				continue
			}
			tail, head := u, v
			if back {
				tail, head = v, u
			}
			if m.has(g.succ[tail], g.off+int32(head)) {
				g.mark[v] = true
				g.todo = append(g.todo, int32(v))
			}
		}
	}
}

// all reports whether every node is marked.
func (g *digraph) all() bool {
	for _, in := range g.mark {
		if !in {
			return false
		}
	}
	return true
}

// cut appends that no arc leads from the nodes marked as tail to the others,
// leaving out those of the node avoid. A fixed node is one premise.
func (g *digraph) cut(p store.Past, avoid int, tail bool, out []store.Atom) []store.Atom {
	for i, w := range g.succ {
		if i == avoid || g.mark[i] != tail {
			continue
		}
		before := len(out)
		for j := range g.succ {
			if j != avoid && g.mark[j] != tail {
				out = ne(p, w, g.off+int32(j), out)
			}
		}
		if len(out) > before+1 && w.FixedAt(p) {
			out = eq(p, w, out[:before])
		}
	}
	return out
}

// walk appends the fixed arcs from node i on, up to an open node or the arc
// that leads back to i (which is not appended), and marks the nodes. If closed,
// the arc that leads back is appended.
func (g *digraph) walk(p store.Past, i int, closed bool, out []store.Atom) []store.Atom {
	clear(g.mark)
	m := pastOf(p)
	for u := i; u >= 0 && !g.mark[u]; {
		g.mark[u] = true
		v := g.next(&m, u)
		if v >= 0 && (v != i || closed) {
			out = eq(p, g.succ[u], out)
		}
		u = v
	}
	return out
}

// needed reports whether node i must not be its own successor.
func (g *digraph) needed(m *moment, i int) bool { return !m.has(g.succ[i], g.off+int32(i)) }
