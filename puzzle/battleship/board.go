package battleship

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/clewsolver/clew/internal/input"
)

// maxName is the longest name of a puzzle, in characters.
const maxName = 80

const symbolsExpected = "one of . ~ o < > ^ v # x, then perhaps a tally"

// board is a puzzle under construction, drawn or with keys.
type board struct {
	rd         *reader
	c          Config
	seen       map[string]*line // keys
	blank      bool             // a blank line came after the keys
	rows       int              // rows drawn so far
	rowTally   []token          // in the order of the rows; no text where there is none
	colTally   []token          // of the columns
	firstDrawn *line
	beside     bool  // some row has a tally beside it
	below      *line // where the column tallies were drawn
}

// board reads a puzzle up to the blank line that ends it. There is at least
// one line of it.
func (rd *reader) board() (*Puzzle, error) {
	b := &board{rd: rd, seen: map[string]*line{}, c: Config{Fleet: rd.opts.Fleet, Touch: rd.opts.Touch}}
	for {
		l, err := rd.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		kind := l.kind()
		if kind == blankLine && b.rows > 0 {
			break
		}
		if kind == termLine || kind == keyLine && b.blank && b.rows == 0 {
			rd.unread = l // the next puzzle
			break
		}
		switch kind {
		case blankLine:
			b.blank = true
		case keyLine:
			err = b.key(l)
		case tallyLine:
			err = b.tallies(l)
		case rowLine:
			err = b.row(l)
		}
		if err != nil {
			return nil, err
		}
	}
	return b.finish()
}

// key reads a line "key: value".
func (b *board) key(l *line) error {
	if b.rows > 0 {
		return b.rd.errorAt(l, -1, "a key below the board", "a blank line before the next puzzle")
	}
	text := string(l.text)
	before, value, _ := strings.Cut(text, ":")
	key := strings.ToLower(strings.TrimSpace(before))
	if key == "cols" {
		key = "columns"
	}
	if b.seen[key] != nil {
		return b.rd.errorAt(l, -1, "the key "+key+" twice", "a blank line before the next puzzle")
	}
	b.seen[key] = l
	from := len([]rune(before)) + 1
	at := l.skipSpace(from)
	value = strings.TrimSpace(value)
	bad := func(expected string) error { return b.rd.errorAt(l, at, input.Quote(value), expected) }
	var err error
	switch key {
	case "name":
		if len([]rune(value)) > maxName || strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return bad(fmt.Sprintf("a name of at most %d printable characters", maxName))
		}
		b.c.Name = value
	case "size":
		rows, cols, ok := strings.Cut(strings.ToLower(value), "x")
		b.c.Rows, b.c.Cols = side(rows), side(cols)
		if !ok || b.c.Rows == 0 || b.c.Cols == 0 {
			return bad(fmt.Sprintf("rows x columns as 10x10, 1 to %d each", MaxSide))
		}
	case "fleet":
		if b.c.Fleet, err = ParseFleet(value); err != nil {
			return bad(fmt.Sprintf("lengths of ships as 4,3,3, 1 to %d each", MaxSide))
		}
	case "touch":
		if b.c.Touch, err = ParseTouch(value); err != nil {
			return bad("none, corners or any")
		}
	case "rows":
		b.rowTally = l.words(from)
	case "columns":
		b.colTally = l.words(from)
	default:
		return b.rd.errorAt(l, l.skipSpace(0), "the key "+input.Quote(key), "name, size, fleet, touch, rows or columns")
	}
	return nil
}

// side reads a number of rows or columns, 0 if it is none or out of range.
func side(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 1 || n > MaxSide {
		return 0
	}
	return n
}

// row reads a row of cells, and the tally beside it.
func (b *board) row(l *line) error {
	most := MaxSide
	switch {
	case b.below != nil:
		return b.rd.errorAt(l, -1, "a row below the column tallies", "a blank line before the next puzzle")
	case b.sized():
		most = b.c.Rows
	}
	if b.rows == most {
		return b.rd.errorAt(l, -1, fmt.Sprintf("row %d", b.rows+1), "at most "+input.Plural(most, "row"))
	}
	i, cells := 0, 0
	for ; i < len(l.text) && !isTally(l.text[i]); i++ {
		if separates(l.text[i]) {
			continue
		}
		clue, ok := clueOf(l.text[i])
		if !ok {
			return b.rd.errorAt(l, i, input.Quote(string(l.text[i])), symbolsExpected)
		}
		if cells++; cells > MaxSide {
			return b.rd.errorAt(l, i, fmt.Sprintf("cell %d of a row", cells), fmt.Sprintf("at most %d", MaxSide))
		}
		b.c.Clues = append(b.c.Clues, clue)
	}
	switch {
	case cells == 0:
		return b.rd.errorAt(l, -1, "no cells", symbolsExpected)
	case b.sized() && cells != b.c.Cols:
		return b.rd.errorAt(l, -1, input.Plural(cells, "cell"), fmt.Sprintf("%d, as the size says", b.c.Cols))
	case b.rows == 0:
		b.c.Cols, b.firstDrawn = cells, l
	case cells != b.c.Cols:
		return b.rd.errorAt(l, -1, input.Plural(cells, "cell"), fmt.Sprintf("%d, as in line %d", b.c.Cols, b.firstDrawn.number))
	}
	b.rows++
	return b.tallyBeside(l, l.words(i))
}

func (b *board) tallyBeside(l *line, ts []token) error {
	if len(ts) > 1 {
		return b.rd.errorf(ts[1], "the end of the line after the tally")
	}
	if len(ts) == 1 && b.seen["rows"] != nil {
		return b.rd.errorf(ts[0], "no tally here, since the key rows gives them")
	}
	if b.seen["rows"] != nil {
		return nil
	}
	t := token{line: l}
	if len(ts) == 1 {
		t = ts[0]
		b.beside = true
	}
	b.rowTally = append(b.rowTally, t)
	return nil
}

// tallies reads the line of column tallies below the board. Where it is a
// single word of as many characters as there are columns, each is a tally.
func (b *board) tallies(l *line) error {
	switch {
	case b.rows == 0:
		return b.rd.errorAt(l, -1, "numbers above the first row", "rows of cells; column tallies stand below")
	case b.below != nil:
		return b.rd.errorAt(l, -1, "a second line of column tallies", "a blank line before the next puzzle")
	case b.seen["columns"] != nil:
		return b.rd.errorAt(l, -1, "column tallies", "none here, since the key columns gives them")
	}
	b.below = l
	ts := l.words(0)
	if text := []rune(ts[0].text); len(ts) == 1 && len(text) == b.c.Cols {
		at := ts[0].at
		ts = nil
		for i, c := range text {
			ts = append(ts, token{string(c), l, at + i})
		}
	}
	if len(ts) != b.c.Cols {
		return b.rd.errorAt(l, -1, input.Plural(len(ts), "column tally"), fmt.Sprint(b.c.Cols))
	}
	b.colTally = ts
	return nil
}

// finish settles the size, reads the tallies and makes the puzzle.
func (b *board) finish() (*Puzzle, error) {
	switch {
	case b.sized() && b.rows > 0 && b.rows < b.c.Rows:
		return nil, &input.Error{File: b.rd.file, Line: b.rd.last, Found: "the end of the board after " + input.Plural(b.rows, "row"),
			Expected: fmt.Sprintf("%d, as the size says", b.c.Rows)}
	case b.rows > 0:
		b.c.Rows = b.rows
	case !b.sized():
		b.c.Rows, b.c.Cols = b.rd.opts.Rows, b.rd.opts.Cols
		if b.seen["rows"] != nil {
			b.c.Rows = len(b.rowTally)
		}
		if b.seen["columns"] != nil {
			b.c.Cols = len(b.colTally)
		}
	}
	var err error
	if at := b.seen["rows"]; at != nil || b.beside {
		if b.c.RowTally, err = b.rd.numbers("row", at, b.rowTally, b.c.Rows, b.c.Cols); err != nil {
			return nil, err
		}
	}
	at := b.seen["columns"]
	if b.below != nil {
		at = b.below
	}
	if at != nil {
		if b.c.ColTally, err = b.rd.numbers("column", at, b.colTally, b.c.Cols, b.c.Rows); err != nil {
			return nil, err
		}
	}
	return New(b.c)
}

// sized reports whether the key size gives the size.
func (b *board) sized() bool { return b.seen["size"] != nil }

// numbers reads the tallies of n lines that have room for most parts. A wrong
// number of them is an error at the line l.
func (rd *reader) numbers(name string, l *line, ts []token, n, most int) ([]int, error) {
	switch found := input.Plural(len(ts), name+" tally"); {
	case len(ts) < 1 || len(ts) > MaxSide:
		return nil, rd.errorAt(l, -1, found, fmt.Sprintf("1 to %d", MaxSide))
	case len(ts) != n:
		return nil, rd.errorAt(l, -1, found, fmt.Sprint(n))
	}
	out := make([]int, n)
	for i, t := range ts {
		out[i] = Unknown
		if t.text == "" || t.text == "?" || t.text == "*" {
			continue
		}
		v, err := strconv.Atoi(t.text)
		if err != nil || v < 0 || v > most || !isDigit(rune(t.text[0])) {
			return nil, rd.errorf(t, fmt.Sprintf("the tally of %s %d, 0 to %d, or ?", name, i+1, most))
		}
		out[i] = v
	}
	return out, nil
}
