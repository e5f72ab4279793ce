// Package input is what the readers of puzzles and models share: errors that
// say where and what, and lines of bounded length.
package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"
)

// Error is a mistake in an input. It reads as
//
//	file:line:column: found X, expected Y
type Error struct {
	File     string // name as the user gave it; "<stdin>" for standard input
	Line     int    // from 1; 0 if the whole input is meant
	Col      int    // from 1, in characters; 0 if the whole line is meant
	Found    string
	Expected string
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Col > 0 {
		fmt.Fprintf(&b, ":%d", e.Col)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "found %s, expected %s", e.Found, e.Expected)
	return b.String()
}

// Quote returns text for use as Found: quoted, shortened, and safe to print
// whatever bytes it holds.
func Quote(text string) string {
	const most = 40
	if utf8.RuneCountInString(text) > most {
		runes := []rune(text[:min(len(text), 4*most)])
		text = string(runes[:min(most, len(runes))]) + "..."
	}
	return fmt.Sprintf("%q", text)
}

// Plural returns a count with its noun, as "1 row", "2 rows" and "2 tallies". A
// noun in y has a consonant before it.
func Plural[N int | int64](n N, noun string) string {
	stem, y := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
	case y:
		noun = stem + "ies"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// MaxLine is the longest line, in bytes, that Lines accepts.
const MaxLine = 1 << 20

// MaxBlank is how many blank lines in a row Lines accepts: beyond that the rest
// of the input will hardly be text.
const MaxBlank = 1 << 20

// Line is a line of an input, without its end.
type Line struct {
	Number int // from 1
	Text   string
}

// Lines returns an iterator over the lines of r. LF, CR LF and CR alone end a
// line; a byte order mark at the start is dropped. A longer line than MaxLine,
// more than MaxBlank blank lines in a row, a zero byte or a read error is the
// last pair, as an *Error; file names the input in it. Memory stays bounded by MaxLine.
func Lines(r io.Reader, file string) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		sc := bufio.NewScanner(r)
		sc.Buffer(make([]byte, 0, 4096), MaxLine+2)
		sc.Split(split)
		n, blank := 0, 0
		for sc.Scan() {
			n++
			text := sc.Text()
			if n == 1 {
				text = strings.TrimPrefix(text, "\ufeff")
			}
			if i := strings.IndexByte(text, 0); i >= 0 {
				yield(Line{}, &Error{file, n, i + 1, "a zero byte (a binary file?)", "text"})
				return
			}
			if blank++; text != "" && strings.TrimSpace(text) != "" {
				blank = 0
			}
			if blank > MaxBlank {
				yield(Line{}, &Error{file, n, 0, fmt.Sprintf("more than %d blank lines in a row", MaxBlank), "text"})
				return
			}
			if !yield(Line{n, text}, nil) {
				return
			}
		}
		switch err := sc.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(Line{}, &Error{file, n + 1, 0, fmt.Sprintf("a line longer than %d bytes", MaxLine), "shorter lines"})
		case err != nil:
			yield(Line{}, &Error{file, n + 1, 0, "a read error: " + err.Error(), "a readable file"})
		}
	}
}

// split is a bufio.SplitFunc for lines that end in LF, CR LF or CR.
func split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	for i, c := range data {
		switch {
		case c == '\n':
			return i + 1, data[:i], nil
		case c == '\r' && i+1 < len(data):
			if data[i+1] == '\n' {
				return i + 2, data[:i], nil
			}
			return i + 1, data[:i], nil
		case c == '\r' && atEOF:
			return i + 1, data[:i], nil
		}
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
