package sudoku

import (
	"math/bits"
	"slices"

	"github.com/clewsolver/clew"
)

// Model is the grid with the clues fixed, blank cells open for their
// candidates, and all_different on the blank cells of every row, column and
// box: the clues have been taken from them already. If that alone shows that
// there is no answer, because clues clash or a value has no cell left in a
// house, the model is false.
//
// The strength is ByValue, which on as many values as cells also finds the
// hidden singles.
func (p *Puzzle) Model() (*clew.Model, error) {
	m := clew.NewModel(p.Name())
	grid := m.IntGrid("grid", p.n, p.n, 1, p.n)
	candidates := p.Candidates()
	houses := make([][]clew.Var, 3*p.n)
	union := make([]uint64, 3*p.n) // of the candidates of a house's blank cells
	for i, v := range p.clues {
		x := grid[i/p.n][i%p.n]
		m.Restrict(x, candidates[i]...)
		if v != 0 {
			continue
		}
		set := uint64(0)
		for _, c := range candidates[i] {
			set |= 1 << c
		}
		for _, h := range [3]int{i / p.n, p.n + i%p.n, 2*p.n + p.box(i)} {
			houses[h] = append(houses[h], x)
			union[h] |= set
		}
	}
	_, possible := p.clueSets()
	for h, xs := range houses {
		possible = possible && bits.OnesCount64(union[h]) == len(xs)
		m.AllDifferent(xs...)
	}
	if !possible {
		m.Or() // of nothing: false
	}
	m.Branch(clew.DomWdeg, clew.Ascending, slices.Concat(grid...)...)
	return m, m.Err()
}
