package battleship

import (
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/clewsolver/clew/internal/input"
)

// ReadOptions say what a text leaves open.
type ReadOptions struct {
	Rows, Cols int   // size of a puzzle without rows and tallies; 10 where 0
	Fleet      []int // DefaultFleet where nil
	Touch      Touch
}

// Read returns an iterator over the puzzles of a text, in any mixture of three
// forms: drawn boards, boards with lines of keys above them, and terms of the
// form of CSPLib's problem 14. docs/battleship.md describes them.
//
// file names the text in errors. The first error ends the reading: an
// *input.Error that says where the text is wrong, or what New says to options
// out of range. A text without a puzzle is an error too. Puzzles are passed on
// as they are read, and memory stays bounded.
func Read(r io.Reader, file string, opts ReadOptions) iter.Seq2[*Puzzle, error] {
	if opts.Rows == 0 {
		opts.Rows = 10
	}
	if opts.Cols == 0 {
		opts.Cols = 10
	}
	if opts.Fleet == nil {
		opts.Fleet = DefaultFleet()
	}
	return func(yield func(*Puzzle, error) bool) {
		next, stop := iter.Pull2(input.Lines(r, file))
		defer stop()
		rd := &reader{file: file, opts: opts, pull: next}
		for n := 0; ; n++ {
			p, err := rd.puzzle()
			switch {
			case err == io.EOF && n > 0:
				return
			case err == io.EOF:
				err = &input.Error{File: file, Found: "no puzzle", Expected: "rows of cells, lines as \"fleet: 4,3,3\", or problem(...)"}
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// reader reads puzzles from lines.
type reader struct {
	file   string
	opts   ReadOptions
	pull   func() (input.Line, error, bool)
	unread *line // to be read again, if not nil
	last   int   // number of the last line read
}

// line is what is left of an input line, without its comment.
type line struct {
	number  int
	text    []rune
	from    int  // columns before text
	comment bool // there was one
}

// next returns the next line, or io.EOF.
func (rd *reader) next() (*line, error) {
	if l := rd.unread; l != nil {
		rd.unread = nil
		return l, nil
	}
	in, err, ok := rd.pull()
	switch {
	case !ok:
		return nil, io.EOF
	case err != nil:
		return nil, err
	}
	rd.last = in.Number
	text, _, comment := strings.Cut(in.Text, "%")
	return &line{number: in.Number, text: []rune(text), comment: comment}, nil
}

// errorAt returns an error at the character with index i of l, or at the whole
// line if i < 0.
func (rd *reader) errorAt(l *line, i int, found, expected string) error {
	col := 0
	if i >= 0 {
		col = l.from + i + 1
	}
	return &input.Error{File: rd.file, Line: l.number, Col: col, Found: found, Expected: expected}
}

// puzzle reads the next puzzle, in whatever form; io.EOF if there is none.
func (rd *reader) puzzle() (*Puzzle, error) {
	for {
		l, err := rd.next()
		if err != nil {
			return nil, err
		}
		if l.kind() == blankLine || l.kind() == ignoredLine {
			continue
		}
		rd.unread = l
		if l.kind() == termLine {
			return rd.term()
		}
		return rd.board()
	}
}

// lineKind says what a line holds.
type lineKind uint8

const (
	blankLine   lineKind = iota
	ignoredLine          // a comment or a ruler
	termLine             // the beginning of problem(...)
	keyLine              // key: value
	tallyLine            // tallies of columns
	rowLine              // cells
)

// kind looks no further into the line than it must: a term may be followed by
// many more on its line.
func (l *line) kind() lineKind {
	text := l.text[l.skipSpace(0):]
	switch {
	case len(text) == 0 && !l.comment:
		return blankLine
	case !slices.ContainsFunc(text, func(c rune) bool { return !strings.ContainsRune("+-=| \t", c) }):
		return ignoredLine
	case len(text) >= len(termName) && string(text[:len(termName)]) == termName:
		return termLine
	case slices.Contains(text, ':'):
		return keyLine
	}
	i := slices.IndexFunc(text, func(c rune) bool { return !separates(c) })
	if i >= 0 && isTally(text[i]) {
		return tallyLine
	}
	return rowLine
}

// termName begins each term.
const termName = "problem"

// skipSpace returns the index of the first character from i on that is no
// white space.
func (l *line) skipSpace(i int) int {
	for i < len(l.text) && unicode.IsSpace(l.text[i]) {
		i++
	}
	return i
}

// separates reports whether c only separates cells and numbers.
func separates(c rune) bool { return c == ' ' || c == '\t' || c == '|' || c == ',' }

// isTally reports whether c can begin a tally.
func isTally(c rune) bool { return isDigit(c) || c == '?' || c == '*' }

func isDigit(c rune) bool { return '0' <= c && c <= '9' }

// token is a word of a line.
type token struct {
	text string
	line *line
	at   int // index in the line
}

// words splits l from index i on at separators.
func (l *line) words(i int) []token {
	var ts []token
	for i < len(l.text) {
		if separates(l.text[i]) {
			i++
			continue
		}
		from := i
		for i < len(l.text) && !separates(l.text[i]) {
			i++
		}
		ts = append(ts, token{string(l.text[from:i]), l, from})
	}
	return ts
}

// errorf returns an error at t.
func (rd *reader) errorf(t token, expected string) error {
	return rd.errorAt(t.line, t.at, input.Quote(t.text), expected)
}
