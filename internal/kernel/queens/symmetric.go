package queens

// symmetric returns the number of boards of n queens that a turn leaves as they
// are. Each queen is placed together with those into which the turn carries it,
// so that the search is half or a quarter as deep as others.
func symmetric(n int, turn func(row, col int) (int, int)) int64 {
	b := &turnedBoard{n: n, turn: turn}
	return b.place(0, squares{})
}

// squares are the rows, columns and diagonals that are taken.
type squares struct{ rows, cols, rising, falling uint64 }

type turnedBoard struct {
	n    int
	turn func(row, col int) (int, int)
}

// place fills the rows from row on.
func (b *turnedBoard) place(row int, taken squares) (boards int64) {
	for row < b.n && taken.rows>>row&1 != 0 {
		row++
	}
	if row == b.n {
		return 1
	}
	for col := range b.n {
		if now, ok := b.put(taken, row, col); ok {
			boards += b.place(row+1, now)
		}
	}
	return boards
}

// put puts queens on a square and all to which the turn carries it.
func (b *turnedBoard) put(taken squares, row, col int) (now squares, ok bool) {
	for r, c := row, col; ; {
		q := squares{1 << r, 1 << c, 1 << (r + c), 1 << (c - r + b.n - 1)}
		if taken.rows&q.rows|taken.cols&q.cols|taken.rising&q.rising|taken.falling&q.falling != 0 {
			return taken, false
		}
		taken.rows |= q.rows
		taken.cols |= q.cols
		taken.rising |= q.rising
		taken.falling |= q.falling
		if r, c = b.turn(r, c); r == row && c == col {
			return taken, true
		}
	}
}
