package main

import (
	"errors"
	"fmt"
	"strings"
)

// node is a value of a YAML document: a scalar, a list, or a mapping, with its
// tag. The reader knows the part of YAML that test headers use: block and flow
// collections, tags, plain, quoted, literal and folded scalars, comments, and several
// documents in a text. It knows no anchors.
type node struct {
	Kind   nodeKind
	Tag    string // as written: "!Test", "!!set"; "" without
	Text   string // of a scalar
	Quoted bool   // the scalar is a string, whatever it looks like
	Keys   []*node
	Items  []*node // elements of a list, values of a mapping
}

type nodeKind int

const (
	scalar nodeKind = iota
	list
	mapping
)

// get returns the value of a key of a mapping, nil without it.
func (n *node) get(key string) *node {
	if n == nil || n.Kind != mapping {
		return nil
	}
	for i, k := range n.Keys {
		if k.Kind == scalar && k.Text == key {
			return n.Items[i]
		}
	}
	return nil
}

// text returns the text of a scalar, "" of anything else.
func (n *node) text() string {
	if n == nil || n.Kind != scalar {
		return ""
	}
	return n.Text
}

// isNull reports whether a scalar stands for nothing.
func (n *node) isNull() bool {
	return n == nil || n.Kind == scalar && !n.Quoted && (n.Text == "" || n.Text == "null" || n.Text == "~")
}

// String prints a value on one line.
func (n *node) String() string {
	var text strings.Builder
	if n.Tag != "" {
		text.WriteString(n.Tag + " ")
	}
	switch n.Kind {
	case scalar:
		if n.Quoted {
			fmt.Fprintf(&text, "%q", n.Text)
		} else {
			text.WriteString(n.Text)
		}
	case list:
		fmt.Fprintf(&text, "%v", n.Items)
	case mapping:
		text.WriteString("{")
		for i, k := range n.Keys {
			if i > 0 {
				text.WriteString(", ")
			}
			fmt.Fprintf(&text, "%v: %v", k, n.Items[i])
		}
		text.WriteString("}")
	}
	return text.String()
}

// yamlReader reads a document. Positions are byte offsets.
type yamlReader struct {
	text string
	pos  int
}

// yamlError ends reading.
type yamlError struct{ error }

// readYAML reads the documents of a text.
func readYAML(text string) (documents []*node, err error) {
	for _, part := range splitDocuments(text) {
		n, err := readDocument(part)
		if err != nil {
			return nil, err
		}
		if n != nil {
			documents = append(documents, n)
		}
	}
	return documents, nil
}

// splitDocuments cuts a text at the lines that begin with three dashes, which
// become blanks: what follows on such a line belongs to the document.
func splitDocuments(text string) []string {
	var parts []string
	var part strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "---") {
			parts = append(parts, part.String())
			part.Reset()
			line = "   " + line[3:]
		}
		if strings.TrimSpace(line) == "..." {
			line = "\n"
		}
		part.WriteString(line)
	}
	return append(parts, part.String())
}

// readDocument reads a single document; nil when it is empty.
func readDocument(text string) (n *node, err error) {
	if strings.Contains(text, "\x00") { // at reads it as the end
		return nil, errors.New("a zero byte in the header")
	}
	r := &yamlReader{text: text}
	defer func() {
		if e := recover(); e != nil {
			bad, ok := e.(yamlError)
			if !ok {
				panic(e)
			}
			n, err = nil, bad.error
		}
	}()
	r.skip()
	if r.done() {
		return nil, nil
	}
	n = r.block(-1, false)
	r.skip()
	if !r.done() {
		r.fail("more text than one value")
	}
	return n, nil
}

func (r *yamlReader) fail(what string) {
	line := 1 + strings.Count(r.text[:min(r.pos, len(r.text))], "\n")
	panic(yamlError{fmt.Errorf("line %d of the header: %s", line, what)})
}

func (r *yamlReader) done() bool { return r.pos >= len(r.text) }

// at returns the byte i after the position, 0 beyond the end.
func (r *yamlReader) at(i int) byte {
	if r.pos+i >= len(r.text) {
		return 0
	}
	return r.text[r.pos+i]
}

// column returns the column of the position, from 0.
func (r *yamlReader) column() int {
	return r.pos - (strings.LastIndexByte(r.text[:r.pos], '\n') + 1)
}

// blank reports whether c separates tokens; the end of the text does.
func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0 }

// spaces skips blanks and a comment within the line.
func (r *yamlReader) spaces() {
	start := r.pos
	for c := r.at(0); c == ' ' || c == '\t' || c == '\r'; c = r.at(0) {
		r.pos++
	}
	if r.at(0) == '#' && (r.pos > start || r.column() == 0) {
		for !r.done() && r.at(0) != '\n' {
			r.pos++
		}
	}
}

// skip skips blanks, comments and ends of lines.
func (r *yamlReader) skip() {
	for {
		r.spaces()
		if r.done() || r.at(0) != '\n' {
			return
		}
		r.pos++
	}
}

// block reads a value that is indented further than parent; a list may stand in
// the column of its key.
func (r *yamlReader) block(parent int, underKey bool) *node {
	r.skip()
	col := r.column()
	isList := r.at(0) == '-' && blank(r.at(1))
	if r.done() || col < parent || col == parent && !(underKey && isList) {
		return &node{}
	}
	if r.at(0) == '!' {
		tag := r.tag()
		start := r.pos
		r.spaces()
		var n *node
		if r.done() || r.at(0) == '\n' {
			n = r.block(parent, underKey)
			if n.Kind == scalar && n.Text == "" && !n.Quoted {
				r.pos = start
			}
		} else {
			n = r.inline(parent)
		}
		n.Tag = tag
		return n
	}
	switch {
	case isList:
		return r.blockList(col)
	case r.at(0) == '?' && blank(r.at(1)), r.isKey():
		return r.blockMapping(col)
	}
	return r.inline(parent)
}

// tag reads a tag.
func (r *yamlReader) tag() string {
	start := r.pos
	for !blank(r.at(0)) && !strings.ContainsRune(",[]{}", rune(r.at(0))) {
		r.pos++
	}
	return r.text[start:r.pos]
}

// isKey reports whether the line goes on with a key and a colon.
func (r *yamlReader) isKey() bool {
	saved := r.pos
	defer func() { r.pos = saved }()
	switch r.at(0) {
	case '[', '{', '|', '>':
		return false
	case '"', '\'':
		r.quoted()
		r.spaces()
		return r.at(0) == ':' && blank(r.at(1))
	}
	for ; !r.done() && r.at(0) != '\n'; r.pos++ {
		if r.at(0) == ':' && blank(r.at(1)) {
			return true
		}
		if r.at(0) == ' ' && r.at(1) == '#' {
			return false
		}
	}
	return false
}

func (r *yamlReader) blockList(col int) *node {
	n := &node{Kind: list}
	for {
		r.skip()
		if r.done() || r.column() != col || r.at(0) != '-' || !blank(r.at(1)) {
			return n
		}
		r.pos++
		n.Items = append(n.Items, r.block(col, false))
	}
}

func (r *yamlReader) blockMapping(col int) *node {
	n := &node{Kind: mapping}
	for {
		r.skip()
		if r.done() || r.column() != col {
			return n
		}
		if r.at(0) == '?' && blank(r.at(1)) {
			r.pos++
			n.Keys = append(n.Keys, r.block(col, false))
			r.skip()
			if r.column() == col && r.at(0) == ':' && blank(r.at(1)) {
				r.pos++
				n.Items = append(n.Items, r.block(col, true))
			} else {
				n.Items = append(n.Items, &node{})
			}
			continue
		}
		if !r.isKey() {
			r.fail("a key and a colon expected")
		}
		n.Keys = append(n.Keys, r.key())
		n.Items = append(n.Items, r.block(col, true))
	}
}

// key reads a key of a block mapping with its colon.
func (r *yamlReader) key() *node {
	if c := r.at(0); c == '"' || c == '\'' {
		n := r.quoted()
		r.spaces()
		r.pos++ // isKey saw the colon
		return n
	}
	start := r.pos
	for !(r.at(0) == ':' && blank(r.at(1))) {
		r.pos++
	}
	n := &node{Text: strings.TrimSpace(r.text[start:r.pos])}
	r.pos++
	return n
}

// inline reads a value that begins on this line.
func (r *yamlReader) inline(parent int) *node {
	switch r.at(0) {
	case '[', '{':
		return r.flow()
	case '"', '\'':
		return r.quoted()
	case '|', '>':
		return r.literal(parent)
	case '&', '*':
		r.fail("this kind of value is not known")
	}
	return r.plain(parent)
}

// plain reads a plain scalar, over lines that are indented further than parent.
func (r *yamlReader) plain(parent int) *node {
	var words []string
	for {
		start := r.pos
		for !r.done() && r.at(0) != '\n' && !(blank(r.at(0)) && r.at(1) == '#') {
			r.pos++
		}
		words = append(words, strings.TrimSpace(r.text[start:r.pos]))
		end := r.pos
		r.skip()
		if r.done() || r.column() <= parent || r.isKey() || r.at(0) == '-' && blank(r.at(1)) {
			r.pos = end
			return &node{Text: strings.Join(words, " ")}
		}
	}
}

// literal reads the lines after a bar, or after a greater-than sign, which joins
// lines by blanks.
func (r *yamlReader) literal(parent int) *node {
	folds := r.at(0) == '>'
	r.pos++
	chomp := byte(0)
	for ; !r.done() && r.at(0) != '\n'; r.pos++ {
		if c := r.at(0); c == '-' || c == '+' {
			chomp = c
		}
	}
	r.pos = min(r.pos+1, len(r.text))
	var text strings.Builder
	indent := -1
	for !r.done() {
		end := strings.IndexByte(r.text[r.pos:], '\n')
		if end < 0 {
			end = len(r.text) - r.pos
		}
		line := r.text[r.pos : r.pos+end]
		depth := len(line) - len(strings.TrimLeft(line, " "))
		if strings.TrimSpace(line) != "" {
			if indent < 0 {
				indent = depth
			}
			if depth <= parent || depth < indent {
				break
			}
		}
		text.WriteString(line[min(max(indent, 0), len(line)):])
		text.WriteByte('\n')
		r.pos = min(r.pos+end+1, len(r.text))
	}
	value := text.String()
	if folds {
		value = foldLines(value)
	}
	if chomp != '+' {
		value = strings.TrimRight(value, "\n")
		if chomp == 0 && value != "" {
			value += "\n"
		}
	}
	return &node{Text: value, Quoted: true}
}

// foldLines joins lines by blanks; empty lines become ends of lines, and
// indented ones stay as they are.
func foldLines(text string) string {
	var out strings.Builder
	body := strings.TrimRight(text, "\n")
	lines := strings.Split(body, "\n")
	for i, line := range lines {
		out.WriteString(line)
		if i+1 == len(lines) {
			break
		}
		next := lines[i+1]
		switch {
		case strings.HasPrefix(line, " "), strings.HasPrefix(next, " "), line == "":
			out.WriteByte('\n')
		case next != "":
			out.WriteByte(' ')
		}
	}
	return out.String() + text[len(body):]
}

// quoted reads a scalar in single or double quotes.
func (r *yamlReader) quoted() *node {
	quote := r.at(0)
	r.pos++
	var text strings.Builder
	for {
		c := r.at(0)
		r.pos++
		switch {
		case c == 0 && r.pos > len(r.text):
			r.fail("a quote is not closed")
		case c == quote && quote == '\'' && r.at(0) == '\'':
			text.WriteByte('\'')
			r.pos++
		case c == quote:
			return &node{Text: text.String(), Quoted: true}
		case c == '\\' && quote == '"':
			text.WriteString(r.escape())
		case c == '\n':
			text.WriteString(r.folded(&text))
		default:
			text.WriteByte(c)
		}
	}
}

// folded skips the beginning of a line within quotes. A line end is a blank,
// and empty lines are ends of lines.
func (r *yamlReader) folded(so *strings.Builder) string {
	trimmed := strings.TrimRight(so.String(), " \t")
	so.Reset()
	so.WriteString(trimmed)
	empty := 0
	for {
		for r.at(0) == ' ' || r.at(0) == '\t' {
			r.pos++
		}
		if r.at(0) != '\n' {
			break
		}
		empty++
		r.pos++
	}
	if empty > 0 {
		return strings.Repeat("\n", empty)
	}
	return " "
}

// escape reads what follows a backslash in double quotes.
func (r *yamlReader) escape() string {
	if r.done() {
		r.fail("a quote is not closed")
	}
	c := r.at(0)
	r.pos++
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case '0':
		return "\x00"
	case '\n':
		for r.at(0) == ' ' || r.at(0) == '\t' {
			r.pos++
		}
		return ""
	case '"', '\\', '/', ' ':
		return string(c)
	case 'x', 'u', 'U':
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		var value rune
		if _, err := fmt.Sscanf(r.text[r.pos:min(r.pos+digits, len(r.text))], "%x", &value); err != nil {
			r.fail("a number in base 16 expected")
		}
		r.pos = min(r.pos+digits, len(r.text))
		return string(value)
	}
	r.fail("this escape is not known")
	return ""
}

// flow reads a value in brackets or braces, or a scalar within such.
func (r *yamlReader) flow() *node {
	r.skip()
	if r.at(0) == '!' {
		tag := r.tag()
		r.skip()
		n := &node{}
		if c := r.at(0); c != ',' && c != ']' && c != '}' {
			n = r.flow()
		}
		n.Tag = tag
		return n
	}
	switch r.at(0) {
	case '[':
		return r.flowList()
	case '{':
		return r.flowMapping()
	case '"', '\'':
		return r.quoted()
	}
	start := r.pos
	for !r.done() && !strings.ContainsRune(",[]{}", rune(r.at(0))) && !(r.at(0) == ':' && (blank(r.at(1)) || strings.ContainsRune(",[]{}", rune(r.at(1))))) && !(blank(r.at(0)) && r.at(1) == '#') {
		r.pos++
	}
	return &node{Text: strings.Join(strings.Fields(r.text[start:r.pos]), " ")}
}

func (r *yamlReader) flowList() *node {
	n := &node{Kind: list}
	r.pos++
	for {
		r.skip()
		switch r.at(0) {
		case 0:
			r.fail("a bracket is not closed")
		case ']':
			r.pos++
			return n
		case ',':
			r.pos++
			continue
		}
		n.Items = append(n.Items, r.flow())
		r.separator(']')
	}
}

func (r *yamlReader) flowMapping() *node {
	n := &node{Kind: mapping}
	r.pos++
	for {
		r.skip()
		switch r.at(0) {
		case 0:
			r.fail("a brace is not closed")
		case '}':
			r.pos++
			return n
		case ',':
			r.pos++
			continue
		case '?':
			if blank(r.at(1)) {
				r.pos++
			}
		}
		key, value := r.flow(), &node{}
		r.skip()
		if r.at(0) == ':' {
			r.pos++
			r.skip()
			if c := r.at(0); c != ',' && c != '}' {
				value = r.flow()
			}
		}
		n.Keys, n.Items = append(n.Keys, key), append(n.Items, value)
		r.separator('}')
	}
}

// separator checks that an element is followed by a comma or the end.
func (r *yamlReader) separator(end byte) {
	r.skip()
	if c := r.at(0); c != ',' && c != end {
		r.fail(fmt.Sprintf("a comma or %c expected", end))
	}
}
