package xcsp3

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clewsolver/clew/internal/input"
)

// place is a position in the input: line and column from 1, the column in
// bytes, as the XML decoder counts.
type place struct{ line, col int }

// element is an XML element that has been read as a whole.
type element struct {
	name     string
	attrs    []xml.Attr
	children []*element
	text     string // all its own character data, in order
	at       place  // of its start tag
	spans    []span // where the text comes from
	cache    any    // what was read out of the text, where that is the same for all uses of a template
}

// span says that the text from offset on begins at a place.
type span struct {
	offset int
	at     place
}

// attr returns the value of an attribute, without surrounding blanks.
func (e *element) attr(name string) (value string, ok bool) {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value), true
		}
	}
	return "", false
}

// child returns the only child with the name, nil if there is none.
func (e *element) child(name string) *element {
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

// all returns the children with the name.
func (e *element) all(name string) []*element {
	var out []*element
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

// placeOf returns where byte offset of the text is.
func (e *element) placeOf(offset int) place {
	i := len(e.spans) - 1
	for i > 0 && e.spans[i].offset > offset {
		i--
	}
	if i < 0 {
		return e.at
	}
	at, before := e.spans[i].at, e.text[e.spans[i].offset:offset]
	if n := strings.Count(before, "\n"); n > 0 {
		return place{at.line + n, utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1}
	}
	return place{at.line, at.col + utf8.RuneCountInString(before)}
}

// maxDepth bounds how deep elements and expressions may be nested.
const maxDepth = 200

// source reads elements from XML.
type source struct {
	in   *bufio.Reader
	dec  *xml.Decoder
	file string
}

func newSource(r io.Reader, file string) *source {
	in := bufio.NewReader(r)
	return &source{in, xml.NewDecoder(in), file}
}

// token returns the next start tag, end tag or character data, and where it
// begins; nil at the end of the input.
func (s *source) token() (xml.Token, place) {
	for {
		line, col := s.dec.InputPos()
		at := place{line, col}
		t, err := s.dec.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil, at
		case err != nil:
			s.broken(err)
		}
		switch t.(type) {
		case xml.StartElement, xml.EndElement, xml.CharData:
			return t, at
		}
	}
}

// broken reports that the input is no XML or cannot be read.
func (s *source) broken(err error) {
	line, col := s.dec.InputPos()
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		found := syntax.Msg
		if found == "unexpected EOF" {
			found = "the end of the input"
		}
		s.failAt(place{line, col}, found, "well-formed XML")
	}
	s.failAt(place{line, col}, "a read error: "+err.Error(), "a readable file")
}

// next returns the next start tag inside of an element, or ok false at its end
// tag. Text between is refused: where next is used only elements may stand.
func (s *source) next(inside string) (start xml.StartElement, at place, ok bool) {
	for {
		t, at := s.token()
		switch t := t.(type) {
		case nil:
			s.failAt(at, "the end of the input", fmt.Sprintf("</%s>", inside))
		case xml.StartElement:
			return t, at, true
		case xml.EndElement:
			return xml.StartElement{}, at, false
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" {
				s.failAt(at, input.Quote(text), fmt.Sprintf("an element or </%s>", inside))
			}
		}
	}
}

// element reads the rest of an element whose start tag has been read.
func (s *source) element(start xml.StartElement, at place) *element { return s.nested(start, at, 0) }

func (s *source) nested(start xml.StartElement, at place, depth int) *element {
	if depth > maxDepth {
		s.failAt(at, fmt.Sprintf("more than %d elements inside of each other", maxDepth), "less depth")
	}
	e := &element{name: start.Name.Local, attrs: slices.Clone(start.Attr), at: at}
	for {
		t, at := s.token()
		switch t := t.(type) {
		case nil:
			s.failAt(at, "the end of the input", fmt.Sprintf("</%s>", e.name))
		case xml.StartElement:
			e.children = append(e.children, s.nested(t, at, depth+1))
		case xml.EndElement:
			if strings.TrimSpace(e.text) == "" {
				e.text, e.spans = "", []span{{0, e.at}}
			}
			return e
		case xml.CharData:
			e.spans = append(e.spans, span{len(e.text), at})
			e.text += string(t)
		}
	}
}

// skip reads the rest of an element without keeping it.
func (s *source) skip() {
	if err := s.dec.Skip(); err != nil {
		s.broken(err)
	}
}

// failure is what the reader panics with; Read turns it into an error. Readers
// of nested text would otherwise hand errors up from each line.
type failure struct{ err error }

// failAt gives up with an error at a place of the input.
func (s *source) failAt(at place, found, expected string) {
	panic(failure{&input.Error{File: s.file, Line: at.line, Col: at.col, Found: found, Expected: expected}})
}

// Unsupported is the error for what XCSP3 knows and this reader does not.
type Unsupported struct{ What input.Error }

func (u *Unsupported) Error() string { return u.What.Error() }

// Is makes errors.Is(err, ErrUnsupported) true.
func (u *Unsupported) Is(target error) bool { return target == ErrUnsupported }

// ErrUnsupported says that an instance uses what this reader does not support;
// the error that wraps it says what and where.
var ErrUnsupported = errors.New("unsupported")

// IsUnsupported reports whether err Is ErrUnsupported.
func IsUnsupported(err error) bool { return errors.Is(err, ErrUnsupported) }

// unsupportedAt gives up on something that is correct but not supported.
func (s *source) unsupportedAt(at place, what string) {
	panic(failure{&Unsupported{input.Error{File: s.file, Line: at.line, Col: at.col, Found: what, Expected: "what is supported of XCSP3-core"}}})
}
