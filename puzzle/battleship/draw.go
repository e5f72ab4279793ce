package battleship

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
)

// Draw draws the board, a line a row: the symbols of the cells with known
// values, and of the clues in open cells, then the tally of the row. A last
// line holds the tallies of the columns. Tallies stand only where the puzzle
// has some in that direction; ? is an unknown one. Without values Draw shows
// the puzzle itself. Read reads what Draw draws.
func (p *Puzzle) Draw(values []int) string {
	hasTally := func(tallies []int) bool {
		return slices.ContainsFunc(tallies, func(t int) bool { return t != Unknown })
	}
	beside, below := hasTally(p.rowTally), hasTally(p.colTally)
	width := 1
	if below {
		for _, t := range p.colTally {
			width = max(width, len(tallyText(t)))
		}
	}
	var b strings.Builder
	cell := func(c int, text string) {
		if c > 0 {
			b.WriteByte(' ')
		}
		for range width - len(text) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	for r := range p.rows {
		for c := range p.cols {
			at := r*p.cols + c
			symbol := clueSymbols[p.clues[at]]
			if at < len(values) && values[at] != clew.Unset {
				symbol = symbolOf(values[at])
			}
			cell(c, string(symbol))
		}
		if beside {
			b.WriteByte(' ')
			b.WriteString(tallyText(p.rowTally[r]))
		}
		b.WriteByte('\n')
	}
	if below {
		for c, t := range p.colTally {
			cell(c, tallyText(t))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func tallyText(tally int) string {
	if tally == Unknown {
		return "?"
	}
	return strconv.Itoa(tally)
}
