package sudoku

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/clewsolver/clew/internal/input"
)

// style says which symbols stand for the values 1..n.
type style uint8

const (
	digits  style = iota // 1-9, then A = 10
	letters              // A = 1
	zero                 // 0 = 1, ..., 9 = 10, then A = 11
	numbers              // decimal numbers, with space between
)

// orNumbers returns s if it has symbols for n values, else numbers.
func (s style) orNumbers(n int) style {
	if most := [...]int{digits: 35, letters: 26, zero: 36, numbers: MaxSize}[s]; n > most {
		return numbers
	}
	return s
}

// symbol returns the symbol of the value v >= 1.
func (s style) symbol(v int) string {
	switch {
	case s == numbers || s == digits && v <= 9:
		return strconv.Itoa(v)
	case s == letters:
		return string(rune('A' + v - 1))
	case s == zero && v <= 10:
		return strconv.Itoa(v - 1)
	case s == zero:
		return string(rune('A' + v - 11))
	}
	return string(rune('A' + v - 10))
}

// value returns the value of a capital letter, or of a digit where the style
// has some.
func (s style) value(c byte) int {
	switch {
	case c >= 'A' && s == letters:
		return int(c-'A') + 1
	case c >= 'A' && s == zero:
		return int(c-'A') + 11
	case c >= 'A':
		return int(c-'A') + 10
	case s == zero:
		return int(c-'0') + 1
	}
	return int(c - '0')
}

// expected describes the symbols of an n x n puzzle for messages.
func (s style) expected(n int) string {
	if s == numbers {
		return fmt.Sprintf("a number 1 to %d or a blank", n)
	}
	return fmt.Sprintf("a symbol from %s to %s or a blank", s.symbol(1), s.symbol(n))
}

// cell is a cell as written: one character, or a number of up to two digits,
// or empty.
type cell struct {
	text      string
	line, col int
}

// isNumber reports whether the cell is written with two digits.
func (c cell) isNumber() bool { return len(c.text) == 2 && c.text[0] <= '9' && c.text[0] >= '0' }

// class returns the character of the cell, a letter as a capital, and '.' for
// every blank that is always one; utf8.RuneError for a character that can
// stand for nothing.
func (c cell) class() rune {
	switch c.text {
	case "", " ", ".", "*", "_", "-", "..", "**", "__", "--":
		return '.'
	}
	if len(c.text) == 1 {
		switch b := c.text[0]; {
		case '0' <= b && b <= '9', 'A' <= b && b <= 'Z':
			return rune(b)
		case 'a' <= b && b <= 'z':
			return rune(b - 'a' + 'A')
		}
	}
	return utf8.RuneError
}

// chooseStyle decides which symbols the cells of an n x n grid use; the
// package documentation states the rule.
func chooseStyle(cells []cell, n int) style {
	var seen [128]bool
	zeroPerRow := true // every row holds one 0 and no blank
	for start := 0; start < len(cells); start += n {
		zeros, blanks := 0, 0
		for _, c := range cells[start : start+n] {
			if c.isNumber() {
				return numbers
			}
			switch r := c.class(); {
			case r == utf8.RuneError:
			default:
				seen[r] = true
				switch r {
				case '0':
					zeros++
				case '.':
					blanks++
				}
			}
		}
		zeroPerRow = zeroPerRow && zeros == 1 && blanks == 0
	}
	digit, letter := false, false
	for c := '1'; c <= '9'; c++ {
		digit = digit || seen[c]
	}
	top := 0 // of the letters that are no blank X
	for c := byte('A'); c <= 'Z'; c++ {
		if seen[c] && (c != 'X' || letters.value(c) <= n) {
			letter = true
		}
		if seen[c] && (c != 'X' || zero.value(c) <= n) {
			top = zero.value(c)
		}
	}
	blank := seen['.'] || seen['X'] && zero.value('X') > n
	switch {
	case letter && !digit:
		return letters
	case n >= 10 && digit && seen['0'] && top <= n && (blank || zeroPerRow):
		return zero
	}
	return digits
}

// decode returns the values of the cells of an n x n grid, 0 for a blank, and
// their style.
func decode(cells []cell, n int, file string) ([]int, style, *input.Error) {
	s := chooseStyle(cells, n)
	clues := make([]int, len(cells))
	for i, c := range cells {
		r, v := c.class(), 0
		switch {
		case r == '.':
		case s == numbers && (c.isNumber() || '0' <= r && r <= '9'):
			v, _ = strconv.Atoi(c.text)
		case s == numbers && r == 'X':
		case s == numbers || r == utf8.RuneError:
			v = -1
		case r == '0' && s != zero:
		case r == 'X' && s.value('X') > n:
		default:
			v = s.value(byte(r))
		}
		if v < 0 || v > n {
			return nil, s, &input.Error{File: file, Line: c.line, Col: c.col, Found: input.Quote(c.text), Expected: s.orNumbers(n).expected(n)}
		}
		clues[i] = v
	}
	if s == numbers && slices.Max(clues) <= 9 {
		s = digits // the numbers of two digits are padded with zeros
	}
	return clues, s.orNumbers(n), nil
}
