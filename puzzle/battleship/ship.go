package battleship

// ship is a ship in its place.
type ship struct {
	n, r, c int // length, and the cell of its left or top end
	down    bool
}

// shipAt returns the ship of length n that value stands for.
func (p *Puzzle) shipAt(n, value int) ship {
	at := value / 2
	return ship{n, at / p.cols, at % p.cols, value%2 == 1}
}

// ends returns the row and column of the last part.
func (s ship) ends() (r, c int) {
	if s.down {
		return s.r + s.n - 1, s.c
	}
	return s.r, s.c + s.n - 1
}

// onBoard reports whether a ship lies on the board, in the one way that ships
// of length one have.
func (p *Puzzle) onBoard(s ship) bool {
	r, c := s.ends()
	return r < p.rows && c < p.cols && !(s.down && s.n == 1)
}

// cells calls f with each cell of a ship, in order, until f returns false.
func (p *Puzzle) cells(s ship, f func(i, at int) bool) bool {
	at, step := s.r*p.cols+s.c, 1
	if s.down {
		step = p.cols
	}
	for i := range s.n {
		if !f(i, at) {
			return false
		}
		at += step
	}
	return true
}

// around calls f with each cell beside a ship that no other ship may cover,
// until f returns false. Cells are visited row by row.
func (p *Puzzle) around(s ship, f func(at int) bool) bool {
	if p.touch == Any {
		return true
	}
	lastR, lastC := s.ends()
	for r := max(s.r-1, 0); r <= min(lastR+1, p.rows-1); r++ {
		for c := max(s.c-1, 0); c <= min(lastC+1, p.cols-1); c++ {
			besideR, besideC := r < s.r || r > lastR, c < s.c || c > lastC
			if !besideR && !besideC || p.touch == Corners && besideR && besideC {
				continue
			}
			if !f(r*p.cols + c) {
				return false
			}
		}
	}
	return true
}

// clueAgainst returns the first cell whose clue rules the ship out, -1 if
// there is none: a clue of another part below it, or of a ship beside it.
func (p *Puzzle) clueAgainst(s ship) int {
	against := -1
	p.cells(s, func(i, at int) bool {
		if !p.clues[at].allows().has(partAt(i, s.n, s.down)) {
			against = at
		}
		return against < 0
	})
	if against >= 0 {
		return against
	}
	p.around(s, func(at int) bool {
		if p.clues[at] >= ClueSingle {
			against = at
		}
		return against < 0
	})
	return against
}
