package battleship

// Codes of the cells of an answer.
const (
	Water        = iota
	Single       // a ship of length one
	Left         // left end of a ship across
	Right        // right end
	Top          // top end of a ship down
	Bottom       // bottom end
	MiddleAcross // inner part of a ship across
	MiddleDown   // inner part of a ship down

	codes // how many there are
)

// partAt returns the code of part i, from 0, of a ship.
func partAt(i, n int, down bool) int {
	first, last, inner := Left, Right, MiddleAcross
	if down {
		first, last, inner = Top, Bottom, MiddleDown
	}
	switch {
	case n == 1:
		return Single
	case i == 0:
		return first
	case i == n-1:
		return last
	}
	return inner
}

// Clue is what a puzzle gives of a cell.
type Clue uint8

// Clues.
const (
	ClueNone   Clue = iota // nothing is known
	ClueWater              // no ship
	ClueSingle             // a ship of length one
	ClueLeft               // the left end of a ship across
	ClueRight              // the right end
	ClueTop                // the top end of a ship down
	ClueBottom             // the bottom end
	ClueMiddle             // an inner part of a ship, across or down
	ClueShip               // some part of a ship
)

// codeSet is a set of codes: bit v stands for code v.
type codeSet uint16

func (s codeSet) has(code int) bool { return s>>code&1 != 0 }

// allows returns the codes that agree with the clue.
func (c Clue) allows() codeSet {
	switch c {
	case ClueNone:
		return 1<<codes - 1
	case ClueMiddle:
		return 1<<MiddleAcross | 1<<MiddleDown
	case ClueShip:
		return 1<<codes - 1 - 1<<Water
	}
	return 1 << (c - ClueWater)
}

// clueSymbols are the symbols of clues in drawings, by Clue. The first ones of
// codes are those of answers too; both kinds of middle are drawn alike.
const clueSymbols = ".~o<>^v#x"

// symbolOf returns the symbol of a code in drawings.
func symbolOf(code int) byte {
	if code == MiddleDown {
		code = MiddleAcross
	}
	return clueSymbols[code+1]
}

// clueOf returns the clue that a symbol in a drawing stands for: one of
// clueSymbols, or a letter. Letters are those of CSPLib, where t, b, l and r
// name the side on which a ship ends, and may be upper case.
func clueOf(symbol rune) (clue Clue, ok bool) {
	switch symbol {
	case '.', '_':
		return ClueNone, true
	case '~', 'w', 'W':
		return ClueWater, true
	case 'o', 'O', 'c', 'C':
		return ClueSingle, true
	case '<', 'l', 'L':
		return ClueLeft, true
	case '>', 'r', 'R':
		return ClueRight, true
	case '^', 't', 'T':
		return ClueTop, true
	case 'v', 'V', 'b', 'B':
		return ClueBottom, true
	case '#', 'm', 'M':
		return ClueMiddle, true
	case 'x', 'X':
		return ClueShip, true
	}
	return 0, false
}
