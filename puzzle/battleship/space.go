package battleship

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// Space places the fleet ship by ship, longest first. A value is where the
// ship's left or top end is and how it lies: twice the index of the cell (row
// by row from 0), plus 1 if it lies down; ships of length one lie across.
// Ships of one length take increasing values, so that each answer comes once.
func (p *Puzzle) Space() (clew.Space, error) {
	s := &space{
		Puzzle:   p,
		blocked:  make([]int, p.rows*p.cols),
		rowLeft:  roomOf(p.rowTally, p.cols),
		colLeft:  roomOf(p.colTally, p.rows),
		fits:     map[int][]bool{},
		hopeless: p.Contradiction() != "",
	}
	for _, clue := range p.clues {
		if clue >= ClueSingle {
			s.missing++
		}
	}
	each, _ := lengths(p.fleet)
	for _, n := range each {
		fits := make([]bool, 2*p.rows*p.cols)
		for value := range fits {
			sh := p.shipAt(n, value)
			fits[value] = p.onBoard(sh) && p.clueAgainst(sh) < 0
		}
		s.fits[n] = fits
	}
	return s, nil
}

// roomOf returns the tallies with unknown ones replaced by the most that a
// line can hold.
func roomOf(tallies []int, most int) []int {
	room := slices.Clone(tallies)
	for i, t := range room {
		if t == Unknown {
			room[i] = most
		}
	}
	return room
}

// space is the search space of a puzzle, with what the placed ships leave.
type space struct {
	*Puzzle
	fits     map[int][]bool // by length and value: on the board, and no clue against it
	hopeless bool           // Contradiction

	blocked []int // of each cell: how many placed ships keep others from it
	rowLeft []int // parts that each row may still take
	colLeft []int
	missing int // given ship parts that no placed ship covers
}

// Places returns the number of ships. A puzzle that contradicts itself has a
// place without values, so that it has no answer.
func (s *space) Places() int {
	if s.hopeless {
		return len(s.fleet) + 1
	}
	return len(s.fleet)
}

// Next returns the next value at which the ship lies on the board.
func (s *space) Next(placed []int, after int) (value int, ok bool) {
	if s.hopeless {
		return 0, false
	}
	at := len(placed)
	n := s.fleet[at]
	if at > 0 && s.fleet[at-1] == n {
		after = max(after, placed[at-1])
	}
	for value = max(after+1, 0); value < 2*s.rows*s.cols; value++ {
		if s.onBoard(s.shipAt(n, value)) {
			return value, true
		}
	}
	return 0, false
}

// Check refuses a ship that a clue rules out, that comes too close to a placed
// one, or that overfills a row or column; and a last ship that leaves a tally
// or a given part unfulfilled.
func (s *space) Check(placed []int, value int) bool {
	n := s.fleet[len(placed)]
	if !s.fits[n][value] {
		return false
	}
	sh := s.shipAt(n, value)
	along, across, i, j := s.rowLeft, s.colLeft, sh.r, sh.c
	at, step := sh.r*s.cols+sh.c, 1
	if sh.down {
		along, across, i, j = across, along, j, i
		step = s.cols
	}
	if along[i] < n {
		return false
	}
	for k := range n {
		if s.blocked[at+k*step] > 0 || across[j+k] < 1 {
			return false
		}
	}
	return len(placed) < len(s.fleet)-1 || s.completes(sh)
}

// completes reports whether the last ship fulfils all tallies and covers all
// given parts.
func (s *space) completes(sh ship) bool {
	s.put(sh, -1)
	defer s.put(sh, 1)
	return s.missing == 0 && s.unfulfilled(s.rowTally, s.rowLeft) < 0 && s.unfulfilled(s.colTally, s.colLeft) < 0
}

// unfulfilled returns the first line with parts left to place, -1 if there is
// none.
func (s *space) unfulfilled(tallies, left []int) int {
	for i, n := range left {
		if n > 0 && tallies[i] != Unknown {
			return i
		}
	}
	return -1
}

// put counts a ship in, by -1, or out, by 1, wherever parts are left to place.
func (s *space) put(sh ship, by int) {
	lastR, lastC := sh.ends()
	for r := sh.r; r <= lastR; r++ {
		for c := sh.c; c <= lastC; c++ {
			s.rowLeft[r] += by
			s.colLeft[c] += by
			if s.clues[r*s.cols+c] >= ClueSingle {
				s.missing += by
			}
		}
	}
}

// block adds by to each cell that the ship keeps others from.
func (s *space) block(sh ship, by int) {
	s.cells(sh, func(_, at int) bool { s.blocked[at] += by; return true })
	s.around(sh, func(at int) bool { s.blocked[at] += by; return true })
}

func (s *space) Place(placed []int, value int) {
	sh := s.shipAt(s.fleet[len(placed)], value)
	s.put(sh, -1)
	s.block(sh, 1)
}

func (s *space) Undo(placed []int, value int) {
	sh := s.shipAt(s.fleet[len(placed)], value)
	s.put(sh, 1)
	s.block(sh, -1)
}

// Answer returns the grid. Cells that no ship covers are open until the last
// ship is placed.
func (s *space) Answer(placed []int) []int {
	rest := clew.Unset
	if len(placed) == len(s.fleet) {
		rest = Water
	}
	grid := slices.Repeat([]int{rest}, s.rows*s.cols)
	for i, value := range placed {
		sh := s.shipAt(s.fleet[i], value)
		s.cells(sh, func(k, at int) bool { grid[at] = partAt(k, sh.n, sh.down); return true })
	}
	return grid
}

// words names a ship in its place, as "ship of 4 at r1c1 across".
func (s *space) words(sh ship) string {
	at := s.cell(sh.r*s.cols + sh.c)
	switch {
	case sh.n == 1:
		return "ship of 1 at " + at
	case sh.down:
		return fmt.Sprintf("ship of %d at %s down", sh.n, at)
	}
	return fmt.Sprintf("ship of %d at %s across", sh.n, at)
}

// Say names the ship and where it was tried, and the clue, the placed ship or
// the tally that it clashes with. It does not use the state of the walk.
func (s *space) Say(placed []int, value int) (try, clash string) {
	sh := s.shipAt(s.fleet[len(placed)], value)
	return s.words(sh), s.clash(placed, sh)
}

func (s *space) clash(placed []int, sh ship) string {
	if at := s.clueAgainst(sh); at >= 0 {
		return fmt.Sprintf("the given %c at %s", clueSymbols[s.clues[at]], s.cell(at))
	}
	for i, value := range placed {
		other := s.shipAt(s.fleet[i], value)
		if how := s.tooClose(other, sh); how != "" {
			return fmt.Sprintf("the %s (%s)", s.words(other), how)
		}
	}
	return s.tallyClash(placed, sh)
}

// tooClose says how the placed ship a keeps b from its place, "" if it does
// not.
func (s *space) tooClose(a, b ship) string {
	covered := map[int]bool{}
	s.cells(b, func(_, at int) bool { covered[at] = true; return true })
	if !s.cells(a, func(_, at int) bool { return !covered[at] }) {
		return "overlap"
	}
	if !s.around(a, func(at int) bool { return !covered[at] }) {
		return "touch"
	}
	return ""
}

// tallyClash names the first tally that sh overfills beside the placed ships,
// and if it is the last ship the first tally or given part left unfulfilled.
func (s *space) tallyClash(placed []int, sh ship) string {
	rows, cols, covered := make([]int, s.rows), make([]int, s.cols), map[int]bool{}
	count := func(sh ship) {
		s.cells(sh, func(_, at int) bool {
			rows[at/s.cols]++
			cols[at%s.cols]++
			covered[at] = true
			return true
		})
	}
	for i, value := range placed {
		count(s.shipAt(s.fleet[i], value))
	}
	count(sh)
	last := len(placed) == len(s.fleet)-1
	for _, line := range []struct {
		name       string
		tally, got []int
	}{{"row", s.rowTally, rows}, {"column", s.colTally, cols}} {
		for i, want := range line.tally {
			if got := line.got[i]; want != Unknown && (got > want || last && got < want) {
				return fmt.Sprintf("the tally of %s %d: %s, not %d", line.name, i+1, input.Plural(got, "part"), want)
			}
		}
	}
	if !last {
		return ""
	}
	for at, clue := range s.clues {
		if clue >= ClueSingle && !covered[at] {
			return fmt.Sprintf("the given %c at %s, which no ship covers", clueSymbols[clue], s.cell(at))
		}
	}
	return ""
}
