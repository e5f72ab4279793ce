// Package battleship places a fleet of ships on a grid: on an empty board, or
// as the solitaire puzzle, whose row and column tallies and given cells leave
// one way to do it.
//
// # Answers
//
// An answer is the output "grid", rows x cols codes that say what is in each
// cell:
//
//	0 water         1 a ship of length one (a submarine)
//	2 left end      3 right end       4 top end      5 bottom end
//	6 middle of a ship across         7 middle of a ship down
//
// The ends close each ship off, so that the grid determines the ships even
// where they touch. Ships of one length are not told apart: two placements are
// the same answer exactly if the same cells hold the same ships, which is the
// case exactly if their grids are equal.
//
// # Coordinates
//
// Go code counts rows and columns from 0. Text (files, messages, the steps of
// a watched search) counts them from 1: r1c1 is the cell in the upper left.
//
// # Names
//
//	r, c   row, column                  at     cell index, r*cols + c
//	n      length of a ship             down   whether a ship lies in a column
package battleship

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// Bounds of a puzzle.
const (
	MaxSide  = 64                // most rows, and most columns
	MaxShips = MaxSide * MaxSide // most ships
)

// Unknown is a tally that the puzzle does not give.
const Unknown = -1

// Config says what a puzzle is. The zero values of the fields after Touch make
// an empty board.
type Config struct {
	Rows, Cols int   // 1..MaxSide each
	Fleet      []int // the length of each ship, 1..MaxSide, in any order
	Touch      Touch

	Name     string // for messages; may be empty
	RowTally []int  // ship parts in each row, 0..Cols or Unknown; nil if all are unknown
	ColTally []int  // ship parts in each column, 0..Rows or Unknown; nil if all are unknown
	Clues    []Clue // what is given of each cell, row by row; nil if nothing is
}

// Puzzle is a fleet to be placed. It implements clew.Problem and clew.Drawer,
// does not change, and is safe for concurrent use.
type Puzzle struct {
	rows, cols int
	fleet      []int // longest first
	touch      Touch
	name       string
	rowTally   []int // Unknown where not given
	colTally   []int
	clues      []Clue
}

// New returns the puzzle that c describes. An error names the first field that
// is out of range. What is in range but cannot be (a ship longer than the
// board, tallies that disagree) is a puzzle without an answer.
func New(c Config) (*Puzzle, error) {
	p := &Puzzle{
		rows: c.Rows, cols: c.Cols, touch: c.Touch, name: c.Name,
		fleet:    slices.Clone(c.Fleet),
		rowTally: slices.Clone(c.RowTally),
		colTally: slices.Clone(c.ColTally),
		clues:    slices.Clone(c.Clues),
	}
	switch {
	case c.Rows < 1 || c.Rows > MaxSide || c.Cols < 1 || c.Cols > MaxSide:
		return nil, fmt.Errorf("battleship: found a board of %dx%d, expected 1 to %d rows and columns", c.Rows, c.Cols, MaxSide)
	case c.Touch > Any:
		return nil, fmt.Errorf("battleship: found touch %d, expected None, Corners or Any", c.Touch)
	case len(c.Fleet) > MaxShips:
		return nil, fmt.Errorf("battleship: found %d ships, expected at most %d", len(c.Fleet), MaxShips)
	}
	for _, n := range c.Fleet {
		if n < 1 || n > MaxSide {
			return nil, fmt.Errorf("battleship: found a ship of length %d, expected 1 to %d", n, MaxSide)
		}
	}
	slices.SortFunc(p.fleet, func(a, b int) int { return b - a })
	if p.rowTally == nil {
		p.rowTally = slices.Repeat([]int{Unknown}, p.rows)
	}
	if p.colTally == nil {
		p.colTally = slices.Repeat([]int{Unknown}, p.cols)
	}
	if err := checkTallies("row", p.rowTally, p.rows, p.cols); err != nil {
		return nil, err
	}
	if err := checkTallies("column", p.colTally, p.cols, p.rows); err != nil {
		return nil, err
	}
	if p.clues == nil {
		p.clues = make([]Clue, p.rows*p.cols)
	}
	if len(p.clues) != p.rows*p.cols {
		return nil, fmt.Errorf("battleship: found clues for %s, expected %d", input.Plural(len(p.clues), "cell"), p.rows*p.cols)
	}
	for at, clue := range p.clues {
		if clue > ClueShip {
			return nil, fmt.Errorf("battleship: found clue %d at %s, expected a Clue constant", clue, p.cell(at))
		}
	}
	return p, nil
}

// checkTallies checks n tallies of lines that have room for most parts.
func checkTallies(line string, tallies []int, n, most int) error {
	if len(tallies) != n {
		return fmt.Errorf("battleship: found %s, expected %d", input.Plural(len(tallies), line+" tally"), n)
	}
	for i, t := range tallies {
		if t != Unknown && (t < 0 || t > most) {
			return fmt.Errorf("battleship: found the tally %d of %s %d, expected 0 to %d", t, line, i+1, most)
		}
	}
	return nil
}

// Name returns "battleship" with the name of the puzzle, or with the size of
// the board if it has none.
func (p *Puzzle) Name() string {
	if p.name != "" {
		return "battleship " + p.name
	}
	return fmt.Sprintf("battleship %dx%d", p.rows, p.cols)
}

// Size returns the rows and columns of the board.
func (p *Puzzle) Size() (rows, cols int) { return p.rows, p.cols }

// Fleet returns the lengths of the ships, longest first.
func (p *Puzzle) Fleet() []int { return slices.Clone(p.fleet) }

// Touch returns how close ships may lie.
func (p *Puzzle) Touch() Touch { return p.touch }

// Tallies returns the ship parts in each row and column, Unknown where the puzzle
// does not give them.
func (p *Puzzle) Tallies() (rows, cols []int) {
	return slices.Clone(p.rowTally), slices.Clone(p.colTally)
}

// Clues returns what is given of each cell, row by row.
func (p *Puzzle) Clues() []Clue { return slices.Clone(p.clues) }

// Outputs is the array grid: the code of each cell.
func (p *Puzzle) Outputs() []clew.Output {
	return []clew.Output{{Name: "grid", Dims: []int{p.rows, p.cols}}}
}

// parts returns the number of cells that the fleet covers.
func (p *Puzzle) parts() int {
	total := 0
	for _, n := range p.fleet {
		total += n
	}
	return total
}

// cell names a cell in messages.
func (p *Puzzle) cell(at int) string { return fmt.Sprintf("r%dc%d", at/p.cols+1, at%p.cols+1) }

// Contradiction says, in words, why the numbers of the puzzle alone rule out
// every answer: tallies that do not sum to the number of ship parts, or more
// given parts than the fleet has. It is empty if they do not; the puzzle can
// still have no answer.
func (p *Puzzle) Contradiction() string {
	total := p.parts()
	for _, lines := range []struct {
		name    string
		tallies []int
		most    int
	}{{"row", p.rowTally, p.cols}, {"column", p.colTally, p.rows}} {
		sum, room := 0, 0
		for _, t := range lines.tallies {
			if t == Unknown {
				room += lines.most
			} else {
				sum += t
			}
		}
		switch {
		case room == 0 && sum != total:
			return fmt.Sprintf("the %s tallies sum to %d, the fleet has %s", lines.name, sum, input.Plural(total, "part"))
		case sum > total:
			return fmt.Sprintf("the known %s tallies sum to %d, the fleet has only %s", lines.name, sum, input.Plural(total, "part"))
		case sum+room < total:
			return fmt.Sprintf("the %ss have room for %s, the fleet has %d", lines.name, input.Plural(sum+room, "part"), total)
		}
	}
	given := 0
	for _, clue := range p.clues {
		if clue >= ClueSingle {
			given++
		}
	}
	if given > total {
		return fmt.Sprintf("the clues give %s, the fleet has only %d", input.Plural(given, "ship part"), total)
	}
	return ""
}
