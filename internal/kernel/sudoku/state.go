package sudoku

import (
	"encoding/binary"
	"math/bits"
)

// Grid holds the values of the 81 cells, row by row: 1 to 9, or 0 for a blank.
type Grid [81]uint8

// state is what is known of a grid. Index 3*digit+band stands for the word of a
// digit, from 0, in a band.
//
// A digit that is certain of a cell owns it. That is not taken from the
// words of the other digits one by one: whoever looks at a word takes what is
// open or its own.
type state struct {
	cand [27]uint32 // cells in which the digit may lie, if open or its own
	seen [27]uint32 // these, as narrow has treated them; the next say what it found

	own     [27]uint32   // cells that the digit owns
	certain [27]uint32   // minirows the digit is certain in, minicolumns, and columns: nine bits each
	free    [3][16]uint8 // openness, by band and digit

	open    [3]uint32 // by band: cells that no digit owns
	triples uint64    // minirows and minicolumns that closeTriples has treated
}

// start fills in the clues. It returns false if two of them clash.
func (s *state) start(g *Grid) bool {
	var used [9]uint32 // by digit: houses that have it
	s.cand = [27]uint32{}
	low, high := clueMask(g, 0), clueMask(g, 64)
	for i, cells := range [2]uint64{low, high} {
		for ; cells != 0; cells &= cells - 1 {
			i := 64*i + bits.TrailingZeros64(cells)
			c := &cells81[i]
			d := uint32(g[i]) - 1
			if used[d]&c.houses != 0 {
				return false
			}
			used[d] |= c.houses
			s.cand[3*d+c.band] |= c.bit
		}
	}
	clues := [3]uint32{uint32(low) & allCells, uint32(low>>27) & allCells, uint32(low>>54|high<<10) & allCells}
	for d, u := range used {
		cols := u >> 18 & allCols * inAllRows
		cand, seen := (*[3]uint32)(s.cand[3*d:]), (*[3]uint32)(s.seen[3*d:])
		for b, bit := range cand {
			c := bit | allCells&^(tab.taken[u>>(6*b)&63]|cols|clues[b])
			cand[b], seen[b] = c, ^c
		}
	}
	s.triples = 0
	s.own = [27]uint32{}
	s.open = [3]uint32{allCells, allCells, allCells}
	return true
}

// clueMask returns which of up to 64 cells from cell 0 or 64 on have a value.
func clueMask(g *Grid, from int) uint64 {
	if from > 0 {
		m := clues8(g[64:72]) | clues8(g[72:80])<<8
		if g[80] != 0 {
			m |= 1 << 16
		}
		return m
	}
	m := uint64(0)
	for k := 0; k < 64; k += 8 {
		m |= clues8(g[k:k+8]) << k
	}
	return m
}

// clues8 returns which of eight cells have a value, as bits.
func clues8(cells []uint8) uint64 {
	w := binary.LittleEndian.Uint64(cells)
	return (w + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101 * 0x0102040810204080 >> 56
}

// settle draws all conclusions. It returns false if there is no answer.
func (s *state) settle() bool {
	for {
		if !s.narrow(&tab) {
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
		if s.openCells() < manyOpen {
			return true
		}
		switch found, ok := s.closeTriples(); {
		case !ok:
			return false
		case !found:
			return true
		}
	}
}

// manyOpen and stacksOpen are the numbers of open cells from which on
// closeTriples, and a look at the stacks for a split, are worth their time; with
// closeOpenness in a band they are not.
const (
	manyOpen, stacksOpen = 36, 48
	closeOpenness        = 83
)

func (s *state) openCells() int {
	return bits.OnesCount64(uint64(s.open[0])|uint64(s.open[1])<<27) + bits.OnesCount32(s.open[2])
}

// place returns the cells of a band that keep a digit when it is placed in
// each of some cells; none if these exclude each other.
func place(cand, cells uint32) uint32 {
	for ; cells != 0; cells &= cells - 1 {
		cand &= tab.placed[bits.TrailingZeros32(cells)&31]
	}
	return cand
}

// full reports whether all cells of a settled state are known.
func (s *state) full() bool { return s.open[0]|s.open[1]|s.open[2] == 0 }

// grid writes the values of a full state to g.
func (s *state) grid(g *Grid) {
	for i, cells := range s.own {
		for ; cells != 0; cells &= cells - 1 {
			g[(27*(i%3)+bits.TrailingZeros32(cells))%81] = uint8(i/3 + 1)
		}
	}
}

// split parts a state that is settled, but not full, in two: s loses what it
// shares with t.
func (s *state) split(t *state) {
	unit, digit := s.choose()
	set := s.set(unit, digit)
	*t = *s
	t.restrict(unit, digit, tab.firstWay[set])
	s.restrict(unit, digit, tab.otherWays[set])
}

// choose returns what to split: in the band, units 0 to 2, or stack, 3 to 5,
// with the least openness, but some, the digit with the fewest configurations,
// but two or more. Stacks are left out if a band is close enough, and near the
// end, unless all bands are full.
func (s *state) choose() (unit, digit int) {
	least := min(s.band(0).key(0), s.band(1).key(1), s.band(2).key(2))
	if least>>3 >= closeOpenness && (least>>3 >= none || s.openCells() >= stacksOpen) {
		stacks := s.stackFreedom(&tab)
		least = min(least, stacks[0].key(3), stacks[1].key(4), stacks[2].key(5))
		if unit = int(least & 7); unit >= 3 {
			return unit, stacks[unit-3].fewest()
		}
	}
	unit = int(least & 3)
	return unit, s.band(unit).fewest()
}

// band returns the openness of the digits in a band.
func (s *state) band(b int) weights {
	return weights{binary.LittleEndian.Uint64(s.free[b][:8]), uint64(s.free[b][8])}
}

// weights are the openness of nine digits, a byte each.
type weights struct{ eight, last uint64 }

// inEach times a byte is eight of it.
const inEach = 0x0101010101010101

// none is more than the openness of any band or stack.
const none = 1 << 8

// key returns the number that is least for the unit with the least openness, but
// some. None becomes the largest number.
func (w weights) key(unit int) uint64 { return ((w.eight+w.last)*inEach>>56-1)<<3 | uint64(unit) }

// fewest returns the first digit with the fewest configurations, but two or
// more; there is one.
func (w weights) fewest() int {
	for least := uint64(openness[2]); ; least++ {
		x := w.eight ^ least*inEach // a byte becomes 0
		if z := (x - inEach) &^ x & (inEach << 7); z != 0 {
			return bits.TrailingZeros64(z) / 8
		}
		if w.last == least || least > uint64(openness[6]) {
			return 8
		}
	}
}

// set returns the minirows of a digit in a band, units 0 to 2, or its
// minicolumns in a stack, units 3 to 5, as bits 3*band+column.
func (s *state) set(unit, digit int) uint16 {
	if unit < 3 {
		a := s.seen[3*digit+unit]
		return (tab.minirowsOf[0][a&511] | tab.minirowsOf[1][a>>9&511] | tab.minirowsOf[2][a>>18&511]) & 511
	}
	set := uint32(0)
	for b := range 3 {
		set |= s.certain[3*digit+b] >> (18 + 3*(unit-3)) & 7 << (3 * b)
	}
	return uint16(set)
}

// restrict leaves to a digit in a unit no more than a set of minirows, or
// minicolumns.
func (s *state) restrict(unit, digit int, set uint16) {
	if unit < 3 {
		s.cand[3*digit+unit] &= tab.cellsOf[set&511]
		return
	}
	for b := range 3 {
		gone := ^uint32(set) >> (3 * b) & 7 << (3 * (unit - 3))
		s.cand[3*digit+b] &^= gone * inAllRows
	}
}
