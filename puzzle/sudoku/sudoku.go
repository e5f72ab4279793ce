package sudoku

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// MaxSize is the largest n of an n x n puzzle.
const MaxSize = 36

// Puzzle is a Sudoku with its clues. It implements clew.Problem and
// clew.Drawer. It does not change after it was made.
type Puzzle struct {
	n                int // rows, columns, values
	boxRows, boxCols int // of a box; n = boxRows*boxCols
	clues            []int
	style            style
}

// New returns the puzzle of size n = boxRows*boxCols, at most MaxSize, with
// the given clues: n*n values in row-major order, 1..n, or 0 for a blank cell.
// Clues that clash are no error: such a puzzle has no answer, and Conflicts
// says why.
func New(boxRows, boxCols int, clues []int) (*Puzzle, error) {
	if boxRows < 1 || boxCols < 1 || boxRows > MaxSize || boxCols > MaxSize || boxRows*boxCols > MaxSize {
		return nil, fmt.Errorf("sudoku: found boxes of %d x %d cells, expected 1 to %d cells", boxRows, boxCols, MaxSize)
	}
	n := boxRows * boxCols
	if len(clues) != n*n {
		return nil, fmt.Errorf("sudoku: found %s, expected %d for a %d x %d grid", input.Plural(len(clues), "cell"), n*n, n, n)
	}
	p := &Puzzle{n: n, boxRows: boxRows, boxCols: boxCols, clues: slices.Clone(clues), style: digits.orNumbers(n)}
	for i, v := range clues {
		if v < 0 || v > n {
			return nil, fmt.Errorf("sudoku: found the value %d in %s, expected 0 (blank) to %d", v, p.CellName(i), n)
		}
	}
	return p, nil
}

// Name returns the name with the size, as "sudoku 9x9".
func (p *Puzzle) Name() string { return fmt.Sprintf("sudoku %dx%d", p.n, p.n) }

// Size returns n, the number of rows, of columns and of values.
func (p *Puzzle) Size() int { return p.n }

// BoxRows returns the number of rows of a box.
func (p *Puzzle) BoxRows() int { return p.boxRows }

// BoxCols returns the number of columns of a box.
func (p *Puzzle) BoxCols() int { return p.boxCols }

// Clues returns a copy of the start grid: n*n values, 0 for a blank cell.
func (p *Puzzle) Clues() []int { return slices.Clone(p.clues) }

// Outputs is the array grid, n x n values.
func (p *Puzzle) Outputs() []clew.Output {
	return []clew.Output{{Name: "grid", Dims: []int{p.n, p.n}}}
}

// CellName names the cell with the row-major index i, 0 <= i < n*n, as "r1c1".
func (p *Puzzle) CellName(i int) string { return fmt.Sprintf("r%dc%d", i/p.n+1, i%p.n+1) }

// box returns the index of the box of cell i, from 0.
func (p *Puzzle) box(i int) int {
	boxesAcross := p.n / p.boxCols
	return i/p.n/p.boxRows*boxesAcross + i%p.n/p.boxCols
}

// house returns the first house that two different cells share, as "row 1",
// looking for rows, then columns, then boxes; empty if they share none.
func (p *Puzzle) house(i, j int) string {
	switch {
	case i/p.n == j/p.n:
		return fmt.Sprintf("row %d", i/p.n+1)
	case i%p.n == j%p.n:
		return fmt.Sprintf("column %d", i%p.n+1)
	case p.box(i) == p.box(j):
		return fmt.Sprintf("box %d", p.box(i)+1)
	}
	return ""
}

// used holds, for each house, the set of values in it: bit v for value v.
type used struct{ rows, cols, boxes []uint64 }

func (p *Puzzle) newUsed() used {
	return used{make([]uint64, p.n), make([]uint64, p.n), make([]uint64, p.n)}
}

// flip adds value v of cell i, or takes it away.
func (u used) flip(p *Puzzle, i, v int) {
	bit := uint64(1) << v
	u.rows[i/p.n] ^= bit
	u.cols[i%p.n] ^= bit
	u.boxes[p.box(i)] ^= bit
}

// around returns the set of values in the houses of cell i.
func (u used) around(p *Puzzle, i int) uint64 {
	return u.rows[i/p.n] | u.cols[i%p.n] | u.boxes[p.box(i)]
}

// clueSets returns the sets of clues of all houses, ok false if two clues
// clash.
func (p *Puzzle) clueSets() (u used, ok bool) {
	u = p.newUsed()
	for i, v := range p.clues {
		if v == 0 {
			continue
		}
		if u.around(p, i)>>v&1 == 1 {
			return u, false
		}
		u.flip(p, i, v)
	}
	return u, true
}

// Candidates returns, for each cell in row-major order, its values in
// ascending order: of a clue that one, of a blank cell those that are no clue
// of its row, column or box. A blank cell without candidates has an empty list.
func (p *Puzzle) Candidates() [][]int {
	u := p.newUsed()
	for i, v := range p.clues {
		if v != 0 {
			bit := uint64(1) << v
			u.rows[i/p.n] |= bit
			u.cols[i%p.n] |= bit
			u.boxes[p.box(i)] |= bit
		}
	}
	all := uint64(2)<<p.n - 2
	out := make([][]int, len(p.clues))
	for i, v := range p.clues {
		if v != 0 {
			out[i] = []int{v}
			continue
		}
		set := all &^ u.around(p, i)
		out[i] = make([]int, 0, bits.OnesCount64(set))
		for ; set != 0; set &= set - 1 {
			out[i] = append(out[i], bits.TrailingZeros64(set))
		}
	}
	return out
}

// Conflict is a pair of equal clues in one house.
type Conflict struct {
	First, Second int    // row-major indices of the cells, First < Second
	House         string // the first house they share, as "row 1", "column 2" or "box 3"
	Value         int

	text string
}

// String says it in words: "r1c2 and r1c3 are both 9 in row 1".
func (c Conflict) String() string { return c.text }

// Conflicts returns every pair of clues that clash directly, by first and then
// second cell; nil if there is none.
func (p *Puzzle) Conflicts() []Conflict {
	if _, ok := p.clueSets(); ok {
		return nil
	}
	var out []Conflict
	for i, v := range p.clues {
		if v == 0 {
			continue
		}
		for j := i + 1; j < len(p.clues); j++ {
			if p.clues[j] != v {
				continue
			}
			if house := p.house(i, j); house != "" {
				text := fmt.Sprintf("%s and %s are both %s in %s", p.CellName(i), p.CellName(j), p.Symbol(v), house)
				out = append(out, Conflict{i, j, house, v, text})
			}
		}
	}
	return out
}

var (
	_ clew.Problem = (*Puzzle)(nil)
	_ clew.Drawer  = (*Puzzle)(nil)
)
