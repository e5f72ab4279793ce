package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/clewsolver/clew"
)

// Hole stands for a cell that was taken out of a square.
const Hole = -1

// HoledSquare returns a Latin square of the symbols 0..n-1 from which the given
// number of cells, at most n*n, was taken out. The square is the cyclic one with
// rows, columns and symbols permuted by the seed.
func HoledSquare(n, holes int, seed uint64) [][]int {
	r := rand.New(rand.NewPCG(seed, 0))
	row, col, symbol := r.Perm(n), r.Perm(n), r.Perm(n)
	square := make([][]int, n)
	for i := range square {
		square[i] = make([]int, n)
		for j := range square[i] {
			square[i][j] = symbol[(row[i]+col[j])%n]
		}
	}
	for _, at := range r.Perm(n * n)[:holes] {
		square[at/n][at%n] = Hole
	}
	return square
}

// QuasigroupWithHoles is a holed Latin square, to be completed (Gomes and
// Selman 1997; holes: Kautz et al., IJCAI 2001). It is decomposed to
// disequalities; native uses all_different.
func QuasigroupWithHoles(n, holes int, seed uint64, native bool) *clew.Model {
	square := HoledSquare(n, holes, seed)
	m := clew.NewModel(fmt.Sprintf("quasigroup %d with %d holes", n, holes))
	grid := m.IntGrid("x", n, n, 0, n-1)
	for i := range n {
		for j := range n {
			if square[i][j] != Hole {
				m.Restrict(grid[i][j], square[i][j])
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
