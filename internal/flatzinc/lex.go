package flatzinc

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/clewsolver/clew/internal/input"
)

// place is a position in the input, from 1. A line of 0 stands for none.
type place struct{ line, col int32 }

// token is the kind of a lexical unit. Punctuation is its own byte.
type token byte

const (
	tokEOF     token = 0
	tokIdent   token = 'a' // also a quoted identifier, with its quotes
	tokInt     token = '0'
	tokFloat   token = 'f'
	tokString  token = '"'
	tokDots    token = '.' // ..
	tokDoubled token = 'D' // ::
)

// maxToken bounds the length of an identifier or string, in bytes.
const maxToken = 1 << 20

// lexer splits FlatZinc text into tokens. It reads the input in pieces: memory
// does not grow with its length.
type lexer struct {
	r    io.Reader
	file string
	buf  []byte
	pos  int // of the next byte in buf
	eof  bool

	line  int32
	start int // where the line starts, counted like pos; may be negative
	wide  int // bytes of the line, up to pos, that continue a character

	tok  token
	text []byte // of an identifier, string or number; valid until the next token
	num  int64  // of an integer
	at   place  // of the token

	err error // the first mistake; tok is then tokEOF for good
}

func newLexer(r io.Reader, file string) *lexer {
	return &lexer{r: r, file: file, buf: make([]byte, 0, 1<<16), line: 1}
}

// fail notes a mistake at p unless there is one already.
func (x *lexer) fail(p place, found, expected string) {
	if x.err == nil {
		x.err = &input.Error{File: x.file, Line: int(p.line), Col: int(p.col), Found: found, Expected: expected}
	}
	x.tok = tokEOF
}

// more reads on, keeping the bytes from keep, and returns false at the end of
// the input. Positions in buf move down by keep.
func (x *lexer) more(keep int) bool {
	if x.eof {
		return false
	}
	n := copy(x.buf, x.buf[keep:])
	x.buf = x.buf[:n]
	x.pos -= keep
	x.start -= keep
	if n == cap(x.buf) {
		grown := make([]byte, n, 2*cap(x.buf))
		copy(grown, x.buf)
		x.buf = grown
	}
	for tries := 0; ; tries++ {
		k, err := x.r.Read(x.buf[n:cap(x.buf)])
		x.buf = x.buf[:n+k]
		switch {
		case k > 0:
			x.eof = errors.Is(err, io.EOF)
			if err != nil && !x.eof {
				x.readError(err)
			}
			return true
		case errors.Is(err, io.EOF):
			x.eof = true
			return false
		case err != nil:
			x.readError(err)
			return false
		case tries == 100:
			x.readError(io.ErrNoProgress)
			return false
		}
	}
}

func (x *lexer) readError(err error) {
	x.fail(place{x.line, 0}, "a read error: "+err.Error(), "a readable file")
	x.eof = true
}

// here returns the place of the next byte.
func (x *lexer) here() place { return place{x.line, int32(x.pos - x.start - x.wide + 1)} }

// next reads the next token.
func (x *lexer) next() {
	if x.err != nil {
		x.tok = tokEOF
		return
	}
	for {
		if x.pos == len(x.buf) && !x.more(x.pos) {
			x.at, x.tok = x.here(), tokEOF
			return
		}
		switch c := x.buf[x.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
			x.pos++
		case c == '\n':
			x.newLine()
		case c == '%':
			x.comment()
		case c == 0xEF && x.line == 1 && x.pos == 0 && x.start == 0:
			x.byteOrderMark()
		default:
			x.at = x.here()
			x.lexToken(c)
			return
		}
	}
}

func (x *lexer) newLine() {
	x.pos++
	x.line++
	x.start, x.wide = x.pos, 0
}

func (x *lexer) comment() {
	for {
		for x.pos < len(x.buf) {
			if x.buf[x.pos] == '\n' {
				return
			}
			x.pos++
		}
		if !x.more(x.pos) {
			return
		}
	}
}

// byteOrderMark skips the mark that some editors put before the text.
func (x *lexer) byteOrderMark() {
	for len(x.buf) < 3 && x.more(0) {
	}
	if len(x.buf) >= 3 && x.buf[1] == 0xBB && x.buf[2] == 0xBF {
		x.pos, x.start = 3, 3
		return
	}
	x.fail(x.here(), "a byte that is no text", "an item")
	x.pos = len(x.buf)
	x.eof = true
}

func (x *lexer) lexToken(c byte) {
	switch {
	case letter(c):
		x.take(tokIdent, x.scan(0, alphanumeric))
	case c >= '0' && c <= '9' || c == '-' || c == '+':
		x.number()
	case c == '"':
		x.quoted('"', tokString)
	case c == '\'':
		x.quoted('\'', tokIdent)
	case c == ':':
		x.pos++
		x.tok = ':'
		if x.peek(0) == ':' {
			x.pos++
			x.tok = tokDoubled
		}
	case c == '.':
		x.pos++
		if x.peek(0) != '.' {
			x.fail(x.at, `"."`, "a number or a name")
			return
		}
		x.pos++
		x.tok = tokDots
	case c == '(' || c == ')' || c == '[' || c == ']' || c == '{' || c == '}' || c == ',' || c == ';' || c == '=':
		x.pos++
		x.tok = token(c)
	case c < ' ' || c >= 0x7F:
		x.fail(x.at, fmt.Sprintf("the byte 0x%02X", c), "FlatZinc text")
	default:
		x.fail(x.at, input.Quote(string(c)), "FlatZinc text")
	}
}

// peek returns the byte at distance d, 0 at the end of the input.
func (x *lexer) peek(d int) byte {
	for x.pos+d >= len(x.buf) {
		if !x.more(x.pos) {
			return 0
		}
	}
	return x.buf[x.pos+d]
}

// scan returns the distance of the first byte, from distance d on, that does
// not satisfy ok.
func (x *lexer) scan(d int, ok *[256]bool) int {
	for {
		for x.pos+d < len(x.buf) && ok[x.buf[x.pos+d]] {
			d++
		}
		if x.pos+d < len(x.buf) || d > maxToken || !x.more(x.pos) {
			return d
		}
	}
}

// take makes the next n bytes the text of a token of the given kind.
func (x *lexer) take(tok token, n int) {
	if n > maxToken {
		x.fail(x.at, "a text longer than a million bytes", "a shorter one")
		return
	}
	x.tok, x.text = tok, x.buf[x.pos:x.pos+n]
	x.pos += n
}

var alphanumeric, digits = byteSet(letterOrDigit), byteSet(digit)

func byteSet(ok func(byte) bool) *[256]bool {
	var set [256]bool
	for c := range set {
		set[c] = ok(byte(c))
	}
	return &set
}

func letter(c byte) bool        { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool         { return c >= '0' && c <= '9' }
func letterOrDigit(c byte) bool { return letter(c) || digit(c) }

// number reads an integer or a float.
func (x *lexer) number() {
	sign := 0
	if c := x.buf[x.pos]; c == '-' || c == '+' {
		sign = 1
	}
	first := x.peek(sign)
	if !digit(first) {
		x.fail(x.at, input.Quote(string(x.buf[x.pos:x.pos+sign])), "a number")
		return
	}
	base, prefix := uint64(10), sign
	if first == '0' {
		switch x.peek(sign + 1) {
		case 'x':
			base, prefix = 16, sign+2
		case 'o':
			base, prefix = 8, sign+2
		}
	}
	if base != 10 {
		x.take(tokInt, x.scan(prefix, alphanumeric))
	} else {
		whole := x.scan(prefix, digits)
		if n := x.fraction(whole); n > whole {
			x.take(tokFloat, n)
			return
		}
		x.take(tokInt, whole)
	}
	if x.tok == tokInt && !x.integer(x.text[prefix:], base, x.text[0] == '-') {
		x.fail(x.at, "the number "+input.Quote(string(x.text)), "an integer of 64 bits")
	}
}

// integer sets num and returns whether text, in a base, is a number that fits.
func (x *lexer) integer(text []byte, base uint64, negative bool) bool {
	n := uint64(0)
	for _, c := range text {
		d := uint64(c - '0')
		switch {
		case c >= 'a':
			d = uint64(c-'a') + 10
		case c >= 'A':
			d = uint64(c-'A') + 10
		}
		if d >= base || n > (math.MaxUint64-d)/base {
			return false
		}
		n = n*base + d
	}
	switch {
	case len(text) == 0 || n > math.MaxInt64:
		return false
	case negative:
		x.num = -int64(n)
	default:
		x.num = int64(n)
	}
	return true
}

// fraction returns the distance of the end of a float whose first digits end
// at distance d, or d if it is no float. The value of floats is of no use here.
func (x *lexer) fraction(d int) int {
	if x.peek(d) == '.' && digit(x.peek(d+1)) {
		d = x.scan(d+1, digits)
	}
	if c := x.peek(d); c == 'e' || c == 'E' {
		e := d + 1
		if s := x.peek(e); s == '-' || s == '+' {
			e++
		}
		if digit(x.peek(e)) {
			d = x.scan(e, digits)
		}
	}
	return d
}

// quoted reads a string or a quoted identifier. A string's text is what is
// between the quotes, with escapes as they are; an identifier's has its quotes.
func (x *lexer) quoted(quote byte, tok token) {
	for d := 1; ; d++ {
		switch c := x.peek(d); {
		case c == quote:
			x.take(tok, d+1)
			if x.tok == tokString {
				x.text = x.text[1:d]
			}
			return
		case c == 0 && x.pos+d >= len(x.buf), c == '\n':
			x.fail(x.at, "a quote without an end", "its end on the same line")
			return
		case d > maxToken:
			x.take(tok, d)
			return
		case c == '\\' && tok == tokString && x.peek(d+1) != '\n':
			d++
		case c&0xC0 == 0x80:
			x.wide++
		}
	}
}

// describe says what the present token is, for errors.
func (x *lexer) describe() string {
	switch x.tok {
	case tokEOF:
		return "the end of the input"
	case tokIdent:
		return input.Quote(string(x.text))
	case tokInt:
		return "the number " + string(x.text[:min(len(x.text), 40)])
	case tokFloat:
		return "a float"
	case tokString:
		return "the string " + input.Quote(string(x.text))
	case tokDots:
		return `".."`
	case tokDoubled:
		return `"::"`
	}
	return input.Quote(string(x.tok))
}
