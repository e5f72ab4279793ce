package battleship

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

// maxTerms bounds the size of a model: the parts of all ships in all places.
// Only boards near 64x64 with dozens of different lengths exceed it.
const maxTerms = 2_000_000

// Advise returns Plain for an empty board, where there is nothing to
// propagate and almost every placement can be completed.
func (p *Puzzle) Advise() clew.Method {
	known := func(t int) bool { return t != Unknown }
	given := func(c Clue) bool { return c != ClueNone }
	if slices.ContainsFunc(p.rowTally, known) || slices.ContainsFunc(p.colTally, known) || slices.ContainsFunc(p.clues, given) {
		return clew.Auto
	}
	return clew.Plain
}

// Model has a 0/1 variable for each place of a ship of each length, and the
// code of each cell as their sum, weighted by the codes of their parts. That
// ships keep apart is a set of cliques: of all the places that meet one window
// of the board, at most one is taken. Tallies are sums over the cells, and
// bounds on the sums over the places, which rule out long ships early.
//
// The search takes up the places longest ship first, as the plain method
// does, and finds the answers in the same order. The grid determines which
// places are taken, so that no answer comes twice.
func (p *Puzzle) Model() (*clew.Model, error) {
	m := clew.NewModel(p.Name())
	grid := m.IntGrid("grid", p.rows, p.cols, 0, codes-1)
	if p.Contradiction() != "" {
		m.Or() // false
		return m, m.Err()
	}
	b := &builder{Puzzle: p, m: m, code: slices.Concat(grid...)}
	b.cover = make([]sum, p.rows*p.cols)
	b.inRow, b.inCol = make([]sum, p.rows), make([]sum, p.cols)
	for _, w := range p.windowSizes() {
		b.windows = append(b.windows, window{w[0], w[1], make([][]clew.Var, (p.rows-w[0]+1)*(p.cols-w[1]+1))})
	}
	if err := b.places(); err != nil {
		return nil, err
	}
	b.constrain()
	m.Show("grid")
	return m, m.Err()
}

// windowSizes returns the rows and columns of the windows of which at most one
// ship can meet each: two by two cells where ships do not touch at all, two
// neighbours where they may touch at corners, one cell where they may touch
// anywhere. On a board of one row or column windows are as narrow as it is.
func (p *Puzzle) windowSizes() [][2]int {
	r, c := min(p.rows, 2), min(p.cols, 2)
	switch p.touch {
	case None:
		return [][2]int{{r, c}}
	case Corners:
		return [][2]int{{1, c}, {r, 1}}
	}
	return [][2]int{{1, 1}}
}

// sum is a linear expression under construction.
type sum struct {
	coefs []int
	vars  []clew.Var
}

// usualTerms is room for the places of most sums of a 10 x 10 board.
const usualTerms = 32

func (s *sum) add(coef int, x clew.Var) {
	if s.vars == nil {
		s.coefs, s.vars = make([]int, 0, usualTerms), make([]clew.Var, 0, usualTerms)
	}
	s.coefs = append(s.coefs, coef)
	s.vars = append(s.vars, x)
}

// window lists the places that meet each window of h x w cells.
type window struct {
	h, w  int
	meets [][]clew.Var // by the window's upper left cell, row by row
}

// builder collects the terms of a model.
type builder struct {
	*Puzzle
	m            *clew.Model
	code         []clew.Var
	cover        []sum // of each cell: places that cover it, with their codes there
	inRow, inCol []sum // of each line: places that meet it, with their parts there
	windows      []window
}

// places declares the places of the ships and says how many are taken. Places
// that a clue or a tally alone rules out are left out.
func (b *builder) places() error {
	rowRoom, colRoom := roomOf(b.rowTally, b.cols), roomOf(b.colTally, b.rows)
	each, number := lengths(b.fleet)
	terms := 0
	for _, n := range each {
		var ships []ship
		for value := range 2 * b.rows * b.cols {
			sh := b.shipAt(n, value)
			if b.onBoard(sh) && b.clueAgainst(sh) < 0 && hasRoom(sh, rowRoom, colRoom) {
				ships = append(ships, sh)
			}
		}
		if terms += n * len(ships); terms > maxTerms {
			return fmt.Errorf("%w: %s has too many places for a model; the plain method can walk it", clew.ErrUnsupported, b.Name())
		}
		taken := b.m.IntVars(fmt.Sprintf("ship%d", n), len(ships), 0, 1)
		for i, sh := range ships {
			b.place(taken[i], sh)
		}
		b.m.Sum(taken, clew.EQ, number[n])
		b.m.Determined(taken...)
		b.m.Branch(clew.InputOrder, clew.Descending, taken...)
	}
	return nil
}

// hasRoom reports whether no tally alone rules the ship out.
func hasRoom(sh ship, rowRoom, colRoom []int) bool {
	lastR, lastC := sh.ends()
	for r := sh.r; r <= lastR; r++ {
		if rowRoom[r] < lastC-sh.c+1 {
			return false
		}
	}
	for c := sh.c; c <= lastC; c++ {
		if colRoom[c] < lastR-sh.r+1 {
			return false
		}
	}
	return true
}

// place adds the terms of a place, x, to every sum that it takes part in.
func (b *builder) place(x clew.Var, sh ship) {
	lastR, lastC := sh.ends()
	b.cells(sh, func(i, at int) bool {
		b.cover[at].add(partAt(i, sh.n, sh.down), x)
		return true
	})
	for r := sh.r; r <= lastR; r++ {
		b.inRow[r].add(lastC-sh.c+1, x)
	}
	for c := sh.c; c <= lastC; c++ {
		b.inCol[c].add(lastR-sh.r+1, x)
	}
	for _, w := range b.windows {
		across := b.cols - w.w + 1
		for r := max(sh.r-w.h+1, 0); r <= min(lastR, b.rows-w.h); r++ {
			for c := max(sh.c-w.w+1, 0); c <= min(lastC, b.cols-w.w); c++ {
				w.meets[r*across+c] = append(w.meets[r*across+c], x)
			}
		}
	}
}

// constrain posts the sums.
func (b *builder) constrain() {
	water := make([]clew.Var, len(b.code))
	for at, x := range b.code {
		b.cover[at].add(-1, x)
		b.m.Linear(b.cover[at].coefs, b.cover[at].vars, clew.EQ, 0)
		water[at] = x.Is(Water)
		if b.clues[at] >= ClueSingle {
			b.m.Or(water[at].Not()) // what part it is, the places left know
		}
	}
	for _, w := range b.windows {
		for _, xs := range w.meets {
			if len(xs) > 1 {
				b.m.Sum(xs, clew.LE, 1)
			}
		}
	}
	for r, tally := range b.rowTally {
		b.tally(tally, water[r*b.cols:(r+1)*b.cols], b.inRow[r])
	}
	for c, tally := range b.colTally {
		var line []clew.Var
		for r := range b.rows {
			line = append(line, water[r*b.cols+c])
		}
		b.tally(tally, line, b.inCol[c])
	}
}

// tally says how many cells of a line are not water.
func (b *builder) tally(tally int, water []clew.Var, places sum) {
	if tally == Unknown {
		return
	}
	b.m.Sum(water, clew.EQ, len(water)-tally)
	b.m.Linear(places.coefs, places.vars, clew.LE, tally)
}
