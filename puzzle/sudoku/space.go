package sudoku

import (
	"fmt"

	"github.com/clewsolver/clew"
)

// Space returns the textbook search: the blank cells from r1c1 on, left to
// right and top to bottom, each with all the values 1..n, smallest first. A
// value is checked against the clues and the values placed before and nothing
// else; in particular values that the clues exclude are tried, and refused,
// like any other.
//
// If clues clash there is nothing to search: the space is empty.
func (p *Puzzle) Space() (clew.Space, error) {
	u, ok := p.clueSets()
	s := &space{p: p, used: u, impossible: !ok}
	for i, v := range p.clues {
		if v == 0 {
			s.blanks = append(s.blanks, i)
		}
	}
	return s, nil
}

// space implements clew.Tracker, clew.Answerer and clew.Narrator.
type space struct {
	p          *Puzzle
	blanks     []int // the cell of each place
	used       used  // clues and placed values
	impossible bool
}

// Places returns the number of blank cells. An impossible puzzle has one place
// without values instead, so that it has no answer.
func (s *space) Places() int {
	if s.impossible {
		return 1
	}
	return len(s.blanks)
}

func (s *space) Next(_ []int, after int) (value int, ok bool) {
	value = max(after, 0) + 1
	return value, value <= s.p.n && !s.impossible
}

func (s *space) Check(placed []int, value int) bool {
	return s.used.around(s.p, s.blanks[len(placed)])>>value&1 == 0
}

func (s *space) Place(placed []int, value int) { s.used.flip(s.p, s.blanks[len(placed)], value) }
func (s *space) Undo(placed []int, value int)  { s.used.flip(s.p, s.blanks[len(placed)], value) }

// Answer returns the clues with the placed values among them.
func (s *space) Answer(placed []int) []int {
	values := make([]int, len(s.p.clues))
	k := 0
	for i, v := range s.p.clues {
		switch {
		case v != 0:
			values[i] = v
		case k < len(placed):
			values[i] = placed[k]
			k++
		default:
			values[i] = clew.Unset
		}
	}
	return values
}

// Say names the cell, and the first cell that the value clashes with: of its
// row, else of its column, else of its box.
func (s *space) Say(placed []int, value int) (try, clash string) {
	p, at := s.p, s.blanks[len(placed)]
	try = fmt.Sprintf("%s = %s", p.CellName(at), p.symbol(value))
	values := s.Answer(placed)
	for _, same := range []func(j int) bool{
		func(j int) bool { return j/p.n == at/p.n },
		func(j int) bool { return j%p.n == at%p.n },
		func(j int) bool { return p.box(j) == p.box(at) },
	} {
		for j, v := range values {
			if v == value && same(j) {
				return try, fmt.Sprintf("%s in %s", p.CellName(j), p.house(at, j))
			}
		}
	}
	return try, ""
}

var (
	_ clew.Tracker  = (*space)(nil)
	_ clew.Answerer = (*space)(nil)
	_ clew.Narrator = (*space)(nil)
)
