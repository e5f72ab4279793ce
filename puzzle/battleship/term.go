package battleship

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/clewsolver/clew/internal/input"
)

// term reads a puzzle in the form of CSPLib's problem 14:
//
//	problem(Id, [Length:Number, ...], RowTallies, ColumnTallies, [Hint@[Row,Column], ...]).
//
// Layout is free, and % begins a comment.
func (rd *reader) term() (*Puzzle, error) {
	t := &termReader{rd: rd}
	p, err := t.problem()
	if err != nil {
		return nil, err
	}
	if i := t.l.skipSpace(t.i); i < len(t.l.text) {
		rd.unread = &line{number: t.l.number, text: t.l.text[i:], from: t.l.from + i}
	}
	return p, nil
}

// termReader splits lines into the tokens of a term.
type termReader struct {
	rd *reader
	l  *line
	i  int // index in l of the next character
}

// token returns the next token: a word of letters, digits and underscores, or
// one other character. Its text is empty at the end of the text.
func (t *termReader) token() (token, error) {
	for {
		if t.l != nil {
			if t.i = t.l.skipSpace(t.i); t.i < len(t.l.text) {
				break
			}
		}
		l, err := t.rd.next()
		if err == io.EOF {
			return token{line: t.l, at: t.i}, nil
		}
		if err != nil {
			return token{}, err
		}
		t.l, t.i = l, 0
	}
	from := t.i
	for t.i < len(t.l.text) && isWord(t.l.text[t.i]) {
		t.i++
	}
	t.i = max(t.i, from+1)
	return token{string(t.l.text[from:t.i]), t.l, from}, nil
}

func isWord(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// fail returns an error at a token.
func (t *termReader) fail(at token, expected string) error {
	if at.text == "" {
		return t.rd.errorAt(at.line, at.at, "the end of the text", expected)
	}
	return t.rd.errorf(at, expected)
}

// want reads the given tokens, one after the other.
func (t *termReader) want(texts ...string) error {
	for _, text := range texts {
		got, err := t.token()
		if err != nil {
			return err
		}
		if got.text != text {
			return t.fail(got, input.Quote(text))
		}
	}
	return nil
}

// number reads a number from lo to hi.
func (t *termReader) number(what string, lo, hi int) (int, error) {
	got, err := t.token()
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(got.text)
	if err != nil || n < lo || n > hi {
		return 0, t.fail(got, fmt.Sprintf("%s, %d to %d", what, lo, hi))
	}
	return n, nil
}

// list reads a bracketed list, item by item.
func (t *termReader) list(item func() error) error {
	if err := t.want("["); err != nil {
		return err
	}
	if got, err := t.token(); err != nil || got.text == "]" {
		return err
	} else {
		t.i = got.at // an item begins with it
	}
	for {
		if err := item(); err != nil {
			return err
		}
		got, err := t.token()
		switch {
		case err != nil:
			return err
		case got.text == "]":
			return nil
		case got.text != ",":
			return t.fail(got, `"," or "]"`)
		}
	}
}

func (t *termReader) problem() (*Puzzle, error) {
	if err := t.want(termName, "("); err != nil {
		return nil, err
	}
	id, err := t.token()
	switch {
	case err != nil:
		return nil, err
	case id.text == "" || !isWord([]rune(id.text)[0]) || len([]rune(id.text)) > maxName:
		return nil, t.fail(id, "the puzzle's number or name")
	}
	c := Config{Name: id.text, Touch: t.rd.opts.Touch}
	for _, read := range []func(*Config) error{t.fleet, t.tallies, t.hints} {
		if err := t.want(","); err != nil {
			return nil, err
		}
		if err := read(&c); err != nil {
			return nil, err
		}
	}
	if err := t.want(")", "."); err != nil {
		return nil, err
	}
	return New(c)
}

// fleet reads [Length:Number, ...].
func (t *termReader) fleet(c *Config) error {
	return t.list(func() error {
		n, err := t.number("the length of a ship", 1, MaxSide)
		if err != nil {
			return err
		}
		if err := t.want(":"); err != nil {
			return err
		}
		k, err := t.number("a number of ships", 0, MaxShips-len(c.Fleet))
		for range k {
			c.Fleet = append(c.Fleet, n)
		}
		return err
	})
}

// tallies reads both lists of tallies: only together they say what can be.
func (t *termReader) tallies(c *Config) error {
	rows, rowLine, err := t.tokens()
	if err != nil {
		return err
	}
	if err := t.want(","); err != nil {
		return err
	}
	cols, colLine, err := t.tokens()
	if err != nil {
		return err
	}
	if c.RowTally, err = t.rd.numbers("row", rowLine, rows, len(rows), len(cols)); err != nil {
		return err
	}
	if c.ColTally, err = t.rd.numbers("column", colLine, cols, len(cols), len(rows)); err != nil {
		return err
	}
	c.Rows, c.Cols = len(rows), len(cols)
	c.Clues = make([]Clue, c.Rows*c.Cols)
	return nil
}

// tokens reads a list of tokens, and the line that it ends on. The list may
// have one item too many, for numbers to refuse.
func (t *termReader) tokens() (ts []token, last *line, err error) {
	err = t.list(func() error {
		got, err := t.token()
		if err == nil && (got.text == "" || len(ts) > MaxSide) {
			err = t.fail(got, `"]"`)
		}
		ts = append(ts, got)
		return err
	})
	return ts, t.l, err
}

// hints reads [Letter@[Row,Column], ...].
func (t *termReader) hints(c *Config) error {
	return t.list(func() error {
		letter, err := t.token()
		if err != nil {
			return err
		}
		if len(letter.text) != 1 || !strings.Contains("wcmtblr", letter.text) {
			return t.fail(letter, "a hint: w, c, m, t, b, l or r")
		}
		if err := t.want("@", "["); err != nil {
			return err
		}
		row, err := t.number("a row", 1, c.Rows)
		if err != nil {
			return err
		}
		if err := t.want(","); err != nil {
			return err
		}
		col, err := t.number("a column", 1, c.Cols)
		if err != nil {
			return err
		}
		at := (row-1)*c.Cols + col - 1
		if c.Clues[at] != ClueNone {
			return t.rd.errorAt(letter.line, letter.at, fmt.Sprintf("a second hint for [%d,%d]", row, col), "one a cell")
		}
		c.Clues[at], _ = clueOf(rune(letter.text[0]))
		return t.want("]")
	})
}
