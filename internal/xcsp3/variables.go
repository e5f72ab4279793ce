package xcsp3

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// variable is a declared variable, alone or a cell of an array.
type variable struct {
	name   string
	number int // in order of declaration
	domain ranges
	v      clew.Var
	leaf   *expr
	used   bool     // occurs in a constraint or an objective
	names  []string // of a symbolic variable: its values by number
}

// array is an array of variables; the cells without a domain are nil.
type array struct {
	name  string
	dims  []int
	first int // the first index in each dimension
	cells []*variable
}

// declaration is a variable or an array, in order of declaration.
type declaration struct {
	x *variable
	a *array
}

// span2 is a range of integers, both ends included.
type span2 struct{ lo, hi int }

// ranges is a set of integers.
type ranges []span2

// normal sorts r and joins ranges that touch.
func (r ranges) normal() ranges {
	slices.SortFunc(r, func(a, b span2) int { return a.lo - b.lo })
	out := r[:0:0]
	for _, s := range r {
		if n := len(out); n > 0 && s.lo <= out[n-1].hi+1 {
			out[n-1].hi = max(out[n-1].hi, s.hi)
			continue
		}
		out = append(out, s)
	}
	return out
}

func (r ranges) lo() int { return r[0].lo }
func (r ranges) hi() int { return r[len(r)-1].hi }

// size returns how many integers r, which is normal, holds.
func (r ranges) size() int {
	n := 0
	for _, s := range r {
		n += s.hi - s.lo + 1
	}
	return n
}

// list returns the integers of r in order.
func (r ranges) list() []int {
	out := make([]int, 0, r.size())
	for _, s := range r {
		for v := s.lo; v <= s.hi; v++ {
			out = append(out, v)
		}
	}
	return out
}

// has reports whether v is in r, which is normal.
func (r ranges) has(v int) bool {
	i, ok := slices.BinarySearchFunc(r, v, func(s span2, v int) int { return s.lo - v })
	return ok || i > 0 && v <= r[i-1].hi
}

// maxCells bounds the number of variables of an instance.
const maxCells = 1 << 20

// variables reads the element <variables>.
func (r *reader) variables() {
	for {
		start, at, ok := r.next("variables")
		if !ok {
			return
		}
		e := r.element(start, at)
		id, ok := e.attr("id")
		switch {
		case e.name != "var" && e.name != "array":
			r.failAt(at, "<"+e.name+">", "<var>, <array> or </variables>")
		case !ok || !isName(id):
			r.failAt(at, "the id "+input.Quote(id), "a name of letters, digits and _")
		case r.vars[id] != nil || r.arrays[id] != nil:
			r.failAt(at, "a second "+input.Quote(id), "a name of its own for each variable")
		}
		r.poll()
		r.symbolic = false
		switch t, ok := e.attr("type"); {
		case !ok || t == "integer":
		case t == "symbolic":
			r.symbolic = true
		default:
			r.unsupportedAt(at, fmt.Sprintf("variables of type %s", input.Quote(t)))
		}
		if e.name == "var" {
			x := r.declare(id, r.domainOf(e))
			r.vars[id] = x
			r.declared = append(r.declared, declaration{x: x})
		} else {
			r.array(id, e)
		}
	}
}

func isName(id string) bool {
	for i := range len(id) {
		if !isLetter(id[i]) && (i == 0 || !isDigit(id[i])) {
			return false
		}
	}
	return id != ""
}

// domainOf returns the domain that the text of e describes, or that of the
// element it refers to.
func (r *reader) domainOf(e *element) ranges {
	if as, ok := e.attr("as"); ok {
		d, ok := r.domains[as]
		if !ok {
			r.failAt(e.at, "as="+input.Quote(as), "the id of a variable or an array with one domain, declared before")
		}
		r.remember(e, d)
		return d
	}
	text := strings.TrimSpace(e.text)
	if r.symbolic {
		var d ranges
		for s := r.scan(e, nil); s.blank(); {
			word := s.word()
			if word == "" {
				s.fail(s.found(), "a symbol")
			}
			k := r.intern(word)
			d = append(d, span2{k, k})
		}
		if d = d.normal(); len(d) == 0 {
			r.failAt(e.at, "an empty domain", "at least one symbol")
		}
		r.remember(e, d)
		return d
	}
	d, ok := r.texts[text]
	if !ok {
		if strings.Contains(text, "infinity") {
			r.unsupportedAt(e.at, "an infinite domain")
		}
		s := r.scan(e, nil)
		if s.blank() && isLetter(s.peek()) {
			s.fail("the symbol "+s.found(), "integers, as the variable is not symbolic")
		}
		d = s.values().normal()
		if len(d) == 0 {
			r.failAt(e.at, "an empty domain", "at least one value")
		}
		if d.lo() < -clew.MaxValue || d.hi() > clew.MaxValue {
			r.unsupportedAt(e.at, fmt.Sprintf("a domain beyond -%d..%[1]d", clew.MaxValue))
		}
		r.texts[text] = d
	}
	r.remember(e, d)
	return d
}

func (r *reader) remember(e *element, d ranges) {
	if id, ok := e.attr("id"); ok {
		r.domains[id] = d
	}
}

// declare adds a variable. It is hidden until the instance is complete: only
// then is it known whether it is used.
func (r *reader) declare(name string, d ranges) *variable {
	x := &variable{name: name, number: r.count, domain: d}
	if r.symbolic {
		x.names = r.names
	}
	x.leaf = &expr{op: opVar, v: x}
	if r.count++; r.count > maxCells {
		r.failAt(place{}, fmt.Sprintf("more than %d variables", maxCells), "fewer")
	}
	x.v = r.newVar(d)
	r.m.Label(x.v, name)
	return x
}

// newVar returns a hidden variable of the model with the domain d.
func (b *builder) newVar(d ranges) clew.Var {
	// A sparse set that is too wide for the model is a range and a table.
	const widest = 1 << 21
	switch {
	case len(d) == 1:
		return b.m.IntVar("", d.lo(), d.hi())
	case d.hi()-d.lo() < widest:
		return b.m.IntVarOf("", d.list()...)
	}
	x := b.m.IntVar("", d.lo(), d.hi())
	b.member(x, d)
	return x
}

// use marks x as part of the answers and returns it as an expression.
func (r *reader) use(x *variable) *expr {
	x.used = x.used || r.marking
	return x.leaf
}

// array reads an array of variables.
func (r *reader) array(id string, e *element) {
	a := &array{name: id}
	size, _ := e.attr("size")
	a.dims = r.dimensions(e, size)
	if s, ok := e.attr("startIndex"); ok {
		first, err := strconv.Atoi(s)
		if err != nil {
			r.failAt(e.at, "startIndex="+input.Quote(s), "an integer")
		}
		a.first = first
	}
	n := 1
	for _, d := range a.dims {
		if n *= d; n > maxCells {
			r.failAt(e.at, "size="+input.Quote(size), fmt.Sprintf("at most %d cells", maxCells))
		}
	}
	domains := make([]ranges, n)
	if len(e.children) == 0 {
		d := r.domainOf(e)
		for i := range domains {
			domains[i] = d
		}
	}
	for _, c := range e.children {
		if c.name != "domain" {
			r.failAt(c.at, "<"+c.name+">", "<domain>")
		}
		r.domainFor(a, c, domains)
	}
	a.cells = make([]*variable, n)
	for i, d := range domains {
		if d != nil {
			a.cells[i] = r.declare(id+a.indices(i), d)
		}
	}
	r.arrays[id] = a
	r.declared = append(r.declared, declaration{a: a})
}

// dimensions reads a size as [3][4].
func (r *reader) dimensions(e *element, size string) []int {
	var dims []int
	for rest := size; rest != ""; {
		end := strings.IndexByte(rest, ']')
		if rest[0] != '[' || end < 0 {
			break
		}
		n, err := strconv.Atoi(strings.TrimSpace(rest[1:end]))
		if err != nil || n < 0 || n > maxCells {
			break
		}
		dims = append(dims, n)
		if rest = strings.TrimSpace(rest[end+1:]); rest == "" {
			return dims
		}
	}
	r.failAt(e.at, "size="+input.Quote(size), "the length of each dimension, as [3][4]")
	return nil
}

// domainFor gives the cells named by a <domain> its domain.
func (r *reader) domainFor(a *array, e *element, domains []ranges) {
	cells, ok := e.attr("for")
	if !ok {
		r.failAt(e.at, "a <domain> without for", "the cells it is for, or others")
	}
	d := r.domainOf(e)
	if cells == "others" {
		for i := range domains {
			if domains[i] == nil {
				domains[i] = d
			}
		}
		return
	}
	// The attribute is scanned like text; its place is that of the element.
	s := &scanner{r: r, e: &element{name: "domain", text: cells, at: e.at}, text: cells}
	for s.blank() {
		if name := s.name(); name != a.name {
			s.fail(input.Quote(name), "cells of "+a.name)
		}
		for _, i := range s.positions(a) {
			domains[i] = d
		}
	}
}

// indices returns the indices of cell i, as [1][2].
func (a *array) indices(i int) string {
	text := ""
	for d := len(a.dims) - 1; d >= 0; d-- {
		text = fmt.Sprintf("[%d]", i%a.dims[d]+a.first) + text
		i /= a.dims[d]
	}
	return text
}

// slices reads indices after the name of an array: for each dimension a number,
// a range or nothing, which means all. Results count from 0.
func (s *scanner) slices(a *array) []span2 {
	part := make([]span2, len(a.dims))
	for d, n := range a.dims {
		s.blankWithin()
		if s.peek() != '[' {
			s.fail(a.name+" with "+input.Plural(d, "index"), strconv.Itoa(len(a.dims)))
		}
		s.i++
		s.blankWithin()
		if s.peek() == ']' {
			s.i++
			part[d] = span2{0, n - 1}
			continue
		}
		lo := s.integer() - a.first
		hi := lo
		if strings.HasPrefix(s.text[s.i:], "..") {
			s.i += 2
			hi = s.integer() - a.first
		}
		s.blankWithin()
		if s.peek() != ']' || lo < 0 || hi >= n || lo > hi {
			s.fail(input.Quote(s.text[s.begun:min(s.i+1, len(s.text))]), fmt.Sprintf("indices of %s within %d..%d", a.name, a.first, a.first+n-1))
		}
		s.i++
		part[d] = span2{lo, hi}
	}
	if s.peek() == '[' {
		s.fail(a.name+" with more indices", strconv.Itoa(len(a.dims)))
	}
	return part
}

// positions reads indices and returns the cells they name, in row-major order.
func (s *scanner) positions(a *array) []int { return a.within(s.slices(a)) }

// within returns the cells in a part of a, in row-major order.
func (a *array) within(part []span2) []int {
	at := []int{0}
	for d, p := range part {
		next := make([]int, 0, len(at)*max(p.hi-p.lo+1, 0))
		for _, i := range at {
			for k := p.lo; k <= p.hi; k++ {
				next = append(next, i*a.dims[d]+k)
			}
		}
		at = next
	}
	return at
}

// cells reads the indices after the name of an array and returns the variables.
func (s *scanner) cells(name string) []*variable {
	a, ok := s.r.arrays[name]
	if !ok {
		s.fail(input.Quote(name), "a declared array")
	}
	at := s.positions(a)
	xs := make([]*variable, len(at))
	for i, c := range at {
		xs[i] = a.cells[c]
	}
	if len(xs) == 1 && xs[0] == nil {
		s.fail(input.Quote(s.text[s.begun:s.i]), "a cell that has a domain")
	}
	return xs
}

// grid reads a part of an array as rows: the first and the last dimension that
// are more than one cell long.
func (s *scanner) grid() [][]*expr {
	name := s.name()
	a, ok := s.r.arrays[name]
	if !ok {
		s.fail(input.Quote(name), "a declared array")
	}
	part := s.slices(a)
	first, long := 0, 0 // the first dimension of several cells, and how many there are
	for d, p := range part {
		if p.lo != p.hi {
			if long++; long == 1 {
				first = d
			}
		}
	}
	if long == 1 {
		first = 0
	}
	var rows [][]*expr
	for k := part[first].lo; k <= part[first].hi; k++ {
		row := slices.Clone(part)
		row[first] = span2{k, k}
		var xs []*expr
		for _, c := range a.within(row) {
			if a.cells[c] == nil {
				s.fail(a.name+a.indices(c), "cells that have a domain")
			}
			xs = append(xs, s.r.use(a.cells[c]))
		}
		rows = append(rows, xs)
	}
	return rows
}
