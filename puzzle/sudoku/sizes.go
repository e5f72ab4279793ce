package sudoku

import (
	"fmt"

	"github.com/clewsolver/clew/internal/input"
)

// ReadOptions says what boxes the puzzles of a text have. Zero means: by size.
type ReadOptions struct {
	BoxRows, BoxCols int // rows and columns of a box
}

// usual lists the sizes that are taken without options, with boxes as near to
// squares as can be, wider than high. Sizes whose boxes would be long strips
// are left out: a 7 x 7 grid is a jigsaw, and a line of 729 = 27*27 characters
// is a list of candidates, rather than a Sudoku.
var usual = []struct{ n, boxRows int }{
	{4, 2}, {6, 2}, {8, 2}, {9, 3}, {10, 2}, {12, 3}, {15, 3}, {16, 4}, {18, 3},
	{20, 4}, {21, 3}, {24, 4}, {25, 5}, {28, 4}, {30, 5}, {32, 4}, {35, 5}, {36, 6},
}

// sizes says which n a text may have, with the rows of a box; 0 where not.
type sizes [MaxSize + 1]int

func (o ReadOptions) sizes() (*sizes, error) {
	r, c := o.BoxRows, o.BoxCols
	if r < 0 || c < 0 || r > MaxSize || c > MaxSize || r*c > MaxSize {
		return nil, fmt.Errorf("sudoku: found boxes of %d x %d cells, expected 1 to %d cells", r, c, MaxSize)
	}
	s := new(sizes)
	switch {
	case r > 0 && c > 0:
		s[r*c] = r
	case r == 0 && c == 0:
		for _, u := range usual {
			s[u.n] = u.boxRows
		}
	default: // one side is given; grids below 4 x 4 need both
		for n := 4; n <= MaxSize; n++ {
			switch {
			case r > 0 && n%r == 0:
				s[n] = r
			case c > 0 && n%c == 0:
				s[n] = n / c
			}
		}
	}
	return s, nil
}

// row reports whether n cells may be a row.
func (s *sizes) row(n int) bool { return n >= 1 && n <= MaxSize && s[n] > 0 }

// grid reports whether count cells may be a grid on one line, and its n.
func (s *sizes) grid(count int) (n int, ok bool) {
	for n = 1; n <= MaxSize && n*n <= count; n++ {
		if n*n == count {
			return n, s[n] > 0
		}
	}
	return 0, false
}

// some reports whether count cells may be a row or a grid.
func (s *sizes) some(count int) bool {
	_, ok := s.grid(count)
	return ok || s.row(count)
}

// ambiguous reports whether count cells may be a row as well as a grid: 16 is
// a row of 16 x 16, or a 4 x 4.
func (s *sizes) ambiguous(count int) bool {
	_, ok := s.grid(count)
	return ok && count > 1 && s.row(count)
}

// rowsNear says, for messages, how long rows of about count cells can be: the
// nearest length below, and the nearest above.
func (s *sizes) rowsNear(count int) string {
	below, above := 0, 0
	for n, boxRows := range s {
		switch {
		case boxRows == 0:
		case n <= count:
			below = n
		case above == 0:
			above = n
		}
	}
	switch {
	case below == 0:
		return input.Plural(above, "cell")
	case above == 0:
		return input.Plural(below, "cell")
	}
	return fmt.Sprintf("%d or %d cells", below, above)
}

// nearest returns the number of cells of the grid whose size is nearest to
// count, with its n.
func (s *sizes) nearest(count int) (cells, n int) {
	for k, boxRows := range s {
		if boxRows > 0 && (n == 0 || abs(k*k-count) < abs(n*n-count)) {
			n = k
		}
	}
	return n * n, n
}

func abs(x int) int { return max(x, -x) }
