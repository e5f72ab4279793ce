package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/clewsolver/clew"
)

// QuasigroupWithHoles is a Latin square of order n from which the given number
// of cells was taken out, to be completed (Gomes and Selman 1997; holes: Kautz
// et al., IJCAI 2001). The square is the cyclic one with rows, columns and
// symbols permuted by the seed. It is decomposed to disequalities; native uses
// all_different.
func QuasigroupWithHoles(n, holes int, seed uint64, native bool) *clew.Model {
	r := rand.New(rand.NewPCG(seed, 0))
	row, col, symbol := r.Perm(n), r.Perm(n), r.Perm(n)
	open := map[int]bool{}
	for _, at := range r.Perm(n * n)[:holes] {
		open[at] = true
	}
	m := clew.NewModel(fmt.Sprintf("quasigroup %d with %d holes", n, holes))
	grid := m.IntGrid("x", n, n, 0, n-1)
	for i := range n {
		for j := range n {
			if !open[i*n+j] {
				m.Restrict(grid[i][j], symbol[(row[i]+col[j])%n])
			}
		}
	}
	for i := range n {
		column := make([]clew.Var, n)
		for j := range n {
			column[j] = grid[j][i]
		}
		for _, line := range [][]clew.Var{grid[i], column} {
			if native {
				m.AllDifferentAt(clew.ByDomain, line...)
				continue
			}
			for a := range line {
				for b := range a {
					m.Compare(line[a], clew.NE, line[b], 0)
				}
			}
		}
	}
	return m
}
