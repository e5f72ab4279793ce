package sudoku

import "math/bits"

// Grid holds the values of the 81 cells, row by row: 1 to 9, or 0 for a blank.
type Grid [81]uint8

// state is what is known of a grid. Index 3*digit+band stands for the word of a
// digit, from 0, in a band.
type state struct {
	cand [27]uint32 // cells in which the digit may lie
	seen [27]uint32 // cand as narrow has treated it; the next three say what it found

	sure   [27]uint32  // cells of the minirows that the digit is certain in
	beside [27]uint32  // cells of the columns that are left for it to the other bands
	free   [3][9]uint8 // openness, by band and digit

	open    [3]uint32 // by band: cells that were not taken from all other digits
	triples uint64    // minirows and minicolumns that closeTriples has treated
}

// start fills in the clues. It returns false if two of them clash.
func (s *state) start(g *Grid) bool {
	var used [9]uint32 // by digit: houses that have it
	var clues [3]uint32
	s.cand = [27]uint32{}
	for i, v := range g {
		if v == 0 {
			continue
		}
		d := (v - 1) % 9
		h := houses[i]
		if used[d]&h != 0 {
			return false
		}
		used[d] |= h
		bit := uint32(1) << (i % 27)
		clues[i/27] |= bit
		s.cand[3*int(d)+i/27] |= bit
	}
	for d, u := range used {
		cols := u >> 9 & allCols * inAllRows
		for b := range 3 {
			gone := cellsOf[rowsOf[u>>(3*b)&7]|boxesOf[u>>(18+3*b)&7]] | cols | clues[b]
			s.cand[3*d+b] |= allCells &^ gone
		}
	}
	for i := range s.seen {
		s.seen[i] = ^s.cand[i]
	}
	s.triples = 0
	s.open = [3]uint32{allCells, allCells, allCells}
	return true
}

// settle draws all conclusions. It returns false if there is no answer.
func (s *state) settle() bool {
	for {
		if !s.narrow() {
			return false
		}
		if s.full() {
			return true // each digit has a cell in each row, and no cell has two
		}
		switch found, ok := s.inspect(); {
		case !ok:
			return false
		case found:
			continue
		}
		switch found, ok := s.closeTriples(); {
		case !ok:
			return false
		case !found:
			return true
		}
	}
}

// place returns the cells of a band that keep a digit when it is placed in
// each of some cells; none if these exclude each other.
func place(cand, cells uint32) uint32 {
	for ; cells != 0; cells &= cells - 1 {
		cand &= placed[bits.TrailingZeros32(cells)&31]
	}
	return cand
}

// full reports whether all cells of a settled state are known.
func (s *state) full() bool { return s.open[0]|s.open[1]|s.open[2] == 0 }

// grid writes the values of a full state to g.
func (s *state) grid(g *Grid) {
	for i, cells := range s.cand {
		for ; cells != 0; cells &= cells - 1 {
			g[(27*(i%3)+bits.TrailingZeros32(cells))%81] = uint8(i/3 + 1)
		}
	}
}

// split parts a state that is settled, but not full, in two: s loses what it
// shares with t. What is split is, in the band or stack with the least
// openness, but some, the digit with the fewest configurations, but two or more.
func (s *state) split(t *state) {
	unit, least := closest(&s.free)
	free := s.free[unit]
	stacks := s.stackFreedom()
	if u, l := closest(&stacks); l < least {
		unit, free = 3+u, stacks[u]
	}
	digit, few := 0, ^uint8(0)
	for d, n := range free {
		if n--; n < few { // 0 becomes the largest number
			digit, few = d, n
		}
	}
	set := s.set(unit, digit)
	*t = *s
	t.restrict(unit, digit, firstWay[set])
	s.restrict(unit, digit, otherWays[set])
}

// closest returns which of three units has the least openness, but some, and
// that less 1; ^0 stands for none.
func closest(free *[3][9]uint8) (unit int, least uint) {
	least = ^uint(0)
	for u := range free {
		w := &free[u]
		sum := uint(w[0]) + uint(w[1]) + uint(w[2]) + uint(w[3]) + uint(w[4]) + uint(w[5]) + uint(w[6]) + uint(w[7]) + uint(w[8])
		if sum--; sum < least { // 0 becomes the largest number
			unit, least = u, sum
		}
	}
	return unit, least
}

// set returns the minirows of a digit in a band, units 0 to 2, or its
// minicolumns in a stack, units 3 to 5, as bits 3*band+column.
func (s *state) set(unit, digit int) uint16 {
	if unit < 3 {
		a := s.cand[3*digit+unit]
		return (minirowsOf[0][a&511] | minirowsOf[1][a>>9&511] | minirowsOf[2][a>>18&511]) & 511
	}
	set := uint32(0)
	for b := range 3 {
		a := s.cand[3*digit+b]
		set |= (a | a>>9 | a>>18) >> (3 * (unit - 3)) & 7 << (3 * b)
	}
	return uint16(set)
}

// restrict leaves to a digit in a unit no more than a set of minirows, or
// minicolumns.
func (s *state) restrict(unit, digit int, set uint16) {
	if unit < 3 {
		s.cand[3*digit+unit] &= cellsOf[set&511]
		return
	}
	for b := range 3 {
		gone := ^uint32(set) >> (3 * b) & 7 << (3 * (unit - 3))
		s.cand[3*digit+b] &^= gone * inAllRows
	}
}
