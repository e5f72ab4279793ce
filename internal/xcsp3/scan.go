package xcsp3

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clewsolver/clew/internal/input"
)

// scanner reads the text of one element: blanks separate the items of a list,
// and variables of arrays, parameters of a template and repeated values stand
// for several items.
type scanner struct {
	r     *reader
	e     *element
	text  string
	i     int
	begun int // where the current item began
	args  *arguments
}

// arguments are what the parameters of a template stand for.
type arguments struct {
	given []*expr
	rest  int // the first that "%..." stands for
}

func (r *reader) scan(e *element, args *arguments) *scanner {
	if len(e.children) > 0 {
		r.failAt(e.children[0].at, "<"+e.children[0].name+">", fmt.Sprintf("text only in <%s>", e.name))
	}
	return &scanner{r: r, e: e, text: e.text, args: args}
}

// fail gives up at the current item.
func (s *scanner) fail(found, expected string) {
	s.r.failAt(s.e.placeOf(s.begun), found, expected)
}

// unsupported gives up at the current item.
func (s *scanner) unsupported(what string) { s.r.unsupportedAt(s.e.placeOf(s.begun), what) }

// blank skips blanks and reports whether text is left. The next item begins
// here.
func (s *scanner) blank() bool {
	for s.i < len(s.text) && isBlank(s.text[s.i]) {
		s.i++
	}
	s.begun = s.i
	return s.i < len(s.text)
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' }

// peek returns the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.i < len(s.text) {
		return s.text[s.i]
	}
	return 0
}

// accept skips blanks and then c, if it comes next.
func (s *scanner) accept(c byte) bool {
	s.blank()
	if s.peek() != c {
		return false
	}
	s.i++
	return true
}

// expect skips blanks and then c, which must come next.
func (s *scanner) expect(c byte) {
	if !s.accept(c) {
		s.fail(s.found(), strconv.Quote(string(c)))
	}
}

// found describes what comes next, for errors.
func (s *scanner) found() string {
	rest := s.text[s.begun:]
	if strings.TrimSpace(rest) == "" {
		return fmt.Sprintf("the end of <%s>", s.e.name)
	}
	if n := strings.IndexAny(rest, " \n\t\r,"); n > 0 {
		rest = rest[:n]
	}
	return input.Quote(rest)
}

// integer reads an integer at the current position.
func (s *scanner) integer() int {
	start := s.i
	if c := s.peek(); c == '-' || c == '+' {
		s.i++
	}
	digits := s.i
	for s.i < len(s.text) && isDigit(s.text[s.i]) {
		s.i++
	}
	if s.i == digits {
		s.i = start
		s.fail(s.found(), "an integer")
	}
	v, err := strconv.ParseInt(s.text[start:s.i], 10, 64)
	if err != nil || v > maxInteger || v < -maxInteger {
		s.unsupported(fmt.Sprintf("the integer %s, beyond %d in absolute value", input.Quote(s.text[start:s.i]), int64(maxInteger)))
	}
	return int(v)
}

// maxInteger bounds the integers that are read, so that differences of them,
// and their products with small numbers, do not overflow.
const maxInteger = 1 << 53

// name reads an identifier at the current position, "" if there is none.
func (s *scanner) name() string {
	start := s.i
	if !isLetter(s.peek()) {
		return ""
	}
	for s.i < len(s.text) && (isLetter(s.text[s.i]) || isDigit(s.text[s.i])) {
		s.i++
	}
	return s.text[start:s.i]
}

// list reads all items of the text.
func (s *scanner) list() []*expr {
	var out []*expr
	for s.blank() {
		s.r.poll()
		if out = s.item(out); len(out) > maxItems {
			s.fail(fmt.Sprintf("a list of more than %d items", maxItems), "fewer")
		}
	}
	return out
}

// maxItems bounds the length of a list: a few words can stand for as many items
// as an array has cells, again and again.
const maxItems = 1 << 21

// maxRepeat bounds how many items a compact form may stand for.
const maxRepeat = 1 << 20

// item appends the next item, one expression or several.
func (s *scanner) item(out []*expr) []*expr {
	switch c := s.peek(); {
	case c == '%':
		s.i++
		if strings.HasPrefix(s.text[s.i:], "...") {
			s.i += 3
			if s.args == nil {
				s.fail(`"%..."`, "a parameter only in a template")
			}
			return append(out, s.args.given[min(s.args.rest, len(s.args.given)):]...)
		}
		return append(out, s.parameter())
	case c == '{':
		return append(out, s.set())
	case isDigit(c) || c == '-' || c == '+':
		v := s.integer()
		switch {
		case strings.HasPrefix(s.text[s.i:], ".."):
			s.i += 2
			return append(out, &expr{op: opRange, k: v, hi: s.integer()})
		case s.peek() == 'x':
			s.i++
			n := s.integer()
			if n < 0 || n > maxRepeat {
				s.fail(strconv.Itoa(n)+" repetitions", fmt.Sprintf("0 to %d", maxRepeat))
			}
			x := constant(v)
			for range n {
				out = append(out, x)
			}
			return out
		}
		return append(out, constant(v))
	case isLetter(c):
		if k, ok := s.symbol(); ok {
			return append(out, constant(k))
		}
		name := s.name()
		switch s.peek() {
		case '(':
			return append(out, s.call(name, 0))
		case '[':
			xs := s.cells(name)
			for _, x := range xs {
				if x != nil {
					out = append(out, s.r.use(x))
				}
			}
			return out
		}
		return append(out, s.variable(name))
	}
	s.fail(s.found(), "a variable, an integer or an expression")
	return nil
}

// word reads up to the next blank, comma or bracket.
func (s *scanner) word() string {
	start := s.i
	for s.i < len(s.text) && !isBlank(s.text[s.i]) && strings.IndexByte(",()[]{}", s.text[s.i]) < 0 {
		s.i++
	}
	return s.text[start:s.i]
}

// symbol reads a value of a symbolic variable, if that comes next, and returns
// the number that stands for it.
func (s *scanner) symbol() (k int, ok bool) {
	if len(s.r.symbols) == 0 {
		return 0, false
	}
	start := s.i
	word := s.word()
	if _, declared := s.r.vars[word]; !declared && s.peek() != '(' && s.peek() != '[' {
		if k, ok = s.r.symbols[word]; ok {
			return k, true
		}
	}
	s.i = start
	return 0, false
}

// intern returns the number that stands for a symbol, a new one if need be.
func (r *reader) intern(word string) int {
	k, ok := r.symbols[word]
	if !ok {
		k = len(r.names)
		r.symbols[word] = k
		r.names = append(r.names, word)
	}
	return k
}

// parameter reads the number of a parameter after its % and returns what it
// stands for.
func (s *scanner) parameter() *expr {
	n := s.integer()
	if s.args == nil {
		s.fail(fmt.Sprintf(`"%%%d"`, n), "a parameter only in a template")
	}
	if n < 0 || n >= len(s.args.given) {
		s.fail(fmt.Sprintf(`"%%%d" with %s`, n, input.Plural(len(s.args.given), "argument")), "an argument for each parameter")
	}
	return s.args.given[n]
}

// variable returns a variable that is no cell of an array.
func (s *scanner) variable(name string) *expr {
	if x, ok := s.r.vars[name]; ok {
		return s.r.use(x)
	}
	expected := "a declared variable"
	if _, ok := s.r.arrays[name]; ok {
		expected = "indices after the name of an array"
	}
	s.fail(input.Quote(name), expected)
	return nil
}

// expression reads one expression.
func (s *scanner) expression(depth int) *expr {
	s.blank()
	if depth > maxDepth {
		s.fail(fmt.Sprintf("more than %d operators inside of each other", maxDepth), "less depth")
	}
	if isLetter(s.peek()) {
		name := s.name()
		s.blankWithin()
		if s.peek() == '(' {
			return s.call(name, depth)
		}
		s.i = s.begun
	}
	items := s.item(nil)
	if len(items) != 1 {
		s.fail(input.Plural(len(items), "value"), "one")
	}
	return items[0]
}

// blankWithin skips blanks inside of an item.
func (s *scanner) blankWithin() {
	for s.i < len(s.text) && isBlank(s.text[s.i]) {
		s.i++
	}
}

// call reads the arguments of an operator, whose name has been read.
func (s *scanner) call(name string, depth int) *expr {
	begun := s.begun
	o, ok := operators[name]
	if !ok {
		s.fail(input.Quote(name+"("), "a variable or a known operator")
	}
	e := &expr{op: o.op}
	s.expect('(')
	for !s.accept(')') {
		if len(e.args) > 0 {
			s.expect(',')
		}
		e.args = append(e.args, s.expression(depth+1))
	}
	if n := len(e.args); n < o.least || o.most > 0 && n > o.most {
		s.begun = begun
		s.fail(fmt.Sprintf("%s(...) with %s", name, input.Plural(n, "argument")), o.arity())
	}
	return e
}

// set reads a set of integers in braces.
func (s *scanner) set() *expr {
	e := &expr{op: opSet}
	s.expect('{')
	for !s.accept('}') {
		if len(e.args) > 0 {
			s.accept(',')
			s.blank()
		}
		e.args = append(e.args, s.item(nil)...)
	}
	return e
}

// one reads a text that is one expression.
func (s *scanner) one() *expr {
	e := s.expression(0)
	s.end()
	return e
}

// end requires that no text is left.
func (s *scanner) end() {
	if s.blank() {
		s.fail(s.found(), fmt.Sprintf("</%s>", s.e.name))
	}
}

// rows reads a list of lists in parentheses, as (x,y)(z,t), or the cells of a
// part of an array in rows.
func (s *scanner) rows() [][]*expr {
	var rows [][]*expr
	if s.blank() && isLetter(s.peek()) {
		rows = s.grid()
		s.end()
		return rows
	}
	for s.blank() {
		s.expect('(')
		var row []*expr
		for !s.accept(')') {
			if len(row) > 0 {
				s.expect(',')
				s.blank()
			}
			if isLetter(s.peek()) {
				row = s.item(row)
			} else {
				row = append(row, s.expression(0))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// integers reads a list of integers; what is said of them in errors is
// expected.
func (s *scanner) integers() []int {
	var out []int
	for s.blank() {
		for _, e := range s.item(nil) {
			if e.op != opConst {
				s.fail(input.Quote(s.text[s.begun:s.i]), "an integer")
			}
			out = append(out, e.k)
		}
	}
	return out
}

// values reads a list of integers and ranges of them.
func (s *scanner) values() ranges {
	var out ranges
	for s.blank() {
		for _, e := range s.item(nil) {
			switch e.op {
			case opConst:
				out = append(out, span2{e.k, e.k})
			case opRange:
				if e.k > e.hi {
					s.fail(input.Quote(s.text[s.begun:s.i]), "a range that is not empty")
				}
				out = append(out, span2{e.k, e.hi})
			default:
				s.fail(input.Quote(s.text[s.begun:s.i]), "an integer or a range")
			}
		}
	}
	return out
}
