package bench

import "fmt"

// Graph is an undirected graph with the nodes 0..Nodes-1.
type Graph struct {
	Name  string
	Nodes int
	Edges [][2]int
}

// Complete returns the graph of n nodes with all edges, K_n.
func Complete(n int) Graph {
	g := Graph{Name: fmt.Sprintf("K%d", n), Nodes: n}
	for a := range n {
		for b := a + 1; b < n; b++ {
			g.Edges = append(g.Edges, [2]int{a, b})
		}
	}
	return g
}

// Cycle returns the ring of n nodes, C_n, n >= 3.
func Cycle(n int) Graph {
	g := Graph{Name: fmt.Sprintf("C%d", n), Nodes: n}
	for a := range n {
		g.Edges = append(g.Edges, [2]int{a, (a + 1) % n})
	}
	return g
}

// Wheel returns a ring of n nodes, n >= 3, joined to a hub, node n.
func Wheel(n int) Graph {
	g := Cycle(n)
	g.Name, g.Nodes = fmt.Sprintf("wheel %d", n), n+1
	for a := range n {
		g.Edges = append(g.Edges, [2]int{a, n})
	}
	return g
}

// Petersen returns the Petersen graph: a ring of five, a star of five, and
// spokes between them.
func Petersen() Graph {
	g := Graph{Name: "Petersen", Nodes: 10}
	for a := range 5 {
		g.Edges = append(g.Edges, [2]int{a, (a + 1) % 5}, [2]int{a, a + 5}, [2]int{a + 5, (a+2)%5 + 5})
	}
	return g
}

// CompletePath returns n copies of K_k in a row, each node joined to the same
// node of the next copy: K_k x P_n.
func CompletePath(k, n int) Graph {
	g := Graph{Name: fmt.Sprintf("K%dxP%d", k, n), Nodes: k * n}
	for copied := range n {
		for a := range k {
			for b := a + 1; b < k; b++ {
				g.Edges = append(g.Edges, [2]int{copied*k + a, copied*k + b})
			}
			if copied > 0 {
				g.Edges = append(g.Edges, [2]int{(copied-1)*k + a, copied*k + a})
			}
		}
	}
	return g
}

// DoubleWheel returns two rings of n nodes, n >= 3, joined to one hub, node 2n.
func DoubleWheel(n int) Graph {
	g := Graph{Name: fmt.Sprintf("double wheel %d", n), Nodes: 2*n + 1}
	for ring := range 2 {
		for a := range n {
			g.Edges = append(g.Edges, [2]int{ring*n + a, ring*n + (a+1)%n}, [2]int{ring*n + a, 2 * n})
		}
	}
	return g
}
