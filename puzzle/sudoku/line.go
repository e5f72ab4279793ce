package sudoku

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clewsolver/clew/internal/input"
)

// kind says what a line of text is.
type kind uint8

const (
	blankLine   kind = iota // nothing, or white space
	commentLine             // only a comment
	headLine                // a title or a [Section]
	rulerLine               // surely a ruler
	dashLine                // only dashes: a ruler or a row of blanks
	cellLine                // cells
	foreignLine             // a known format that is no start grid
)

// line is a line of text, taken apart.
type line struct {
	number int
	kind   kind
	text   string // of a headLine

	cells  []cell // if spaces and bars only separate
	spaced []cell // if spaces are blanks; nil if the line cannot be that
	groups int    // runs of characters between separators
	ragged bool   // some cells have spaces between, others have not
	barred bool   // there are bars or spaces between cells
}

// maxText is the longest line taken, in bytes: enough for the largest puzzle on
// one line with numbers, wide columns and a comment.
const maxText = 16 << 10

var title = regexp.MustCompile(`(?i)^(grid|puzzle|sudoku|game|no\.?|nr\.?)\s*[#:]?\s*[0-9]+\s*:?$`)

// isBar reports whether r is drawn between boxes and never a cell.
func isBar(r rune) bool { return strings.ContainsRune("|│┃║", r) }

// isGap reports whether r only separates cells.
func isGap(r rune) bool { return r == ' ' || r == '\t' || r == ',' || r == ';' || r == '\u00a0' }

// split takes a line of text apart. fatal says that the input is no text, so
// that nothing after it makes sense either. The counts of cells in sizes are
// those of a row or of a grid.
func split(text input.Line, file string, sizes *sizes) (l line, fatal bool, err *input.Error) {
	l = line{number: text.Number}
	s, _, commented := strings.Cut(text.Text, "#")
	if commented {
		s = strings.TrimSuffix(s, " ")
	}
	trimmed := strings.TrimSpace(s)
	switch {
	case trimmed == "" && !commented:
		switch {
		case len(s) > maxText:
		case strings.Trim(s, " ") == "":
			l.spaced = cellsOf(s, l.number)
		case strings.Trim(s, "\t") == "":
			l.cells = fieldsOf(s, l.number, sizes)
		}
		return l, false, nil
	case title.MatchString(strings.TrimSpace(text.Text)):
		l.kind, l.text = headLine, trimmed
		return l, false, nil
	case trimmed == "", trimmed[0] == ';', trimmed[0] == '%', strings.HasPrefix(trimmed, "//"):
		l.kind = commentLine
		return l, false, nil
	}
	fail := func(col int, found, expected string) *input.Error {
		return &input.Error{File: file, Line: l.number, Col: col, Found: found, Expected: expected}
	}
	col := 0
	for i, r := range s {
		col++
		if r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd") || unicode.IsControl(r) && r != '\t' {
			return l, true, fail(col, fmt.Sprintf("the byte 0x%02x", s[i]), "text (is this a Sudoku file?)")
		}
	}
	if len(s) > maxText {
		return l, false, fail(0, fmt.Sprintf("a line of %d bytes", len(s)), fmt.Sprintf("a row or a grid, in at most %d bytes", maxText))
	}
	switch {
	case trimmed[0] == '[' && trimmed[len(trimmed)-1] == ']':
		l.kind, l.text = headLine, trimmed
	case trimmed[0] == ':' && strings.Count(trimmed, ":") >= 5:
		l.kind = foreignLine
		return l, false, fail(0, "a HoDoKu library line, which gives a position and not a start grid", "the clues as a grid")
	case isRuler(trimmed):
		l.kind = rulerLine
	default:
		l.kind = cellLine
		if strings.Trim(trimmed, "- |") == "" && strings.Contains(trimmed, "---") {
			l.kind = dashLine
		}
		l.takeCells(s, sizes)
	}
	return l, false, nil
}

// isRuler reports whether a line, without space around it, is surely a ruler:
// drawn with + or = or box-drawing characters, or dashes between corners.
func isRuler(s string) bool {
	if strings.Trim(s, "-=+|*.:'`, ") == "" && strings.ContainsAny(s, "+=") {
		return true
	}
	if strings.TrimFunc(s, func(r rune) bool { return 0x2500 <= r && r < 0x2580 || r == ' ' || r == '-' }) == "" {
		return strings.ContainsFunc(s, func(r rune) bool { return 0x2500 <= r && r < 0x2580 && !isBar(r) })
	}
	const corners = "*.:'`,"
	inner := s[1:max(1, len(s)-1)]
	return strings.IndexByte(corners, s[0]) >= 0 && strings.IndexByte(corners, s[len(s)-1]) >= 0 &&
		strings.Trim(inner, "-|"+corners) == "" && strings.Contains(inner, "---") &&
		strings.Count(inner, "-") > len(s)/2
}

// cellsOf returns each character as a cell, but for bars.
func cellsOf(s string, number int) []cell {
	cells := make([]cell, 0, len(s))
	col := 0
	for i, r := range s {
		col++
		if !isBar(r) {
			cells = append(cells, cell{s[i : i+utf8.RuneLen(r)], number, col})
		}
	}
	return cells
}

// takeCells finds the cells of a line that holds some.
func (l *line) takeCells(s string, sizes *sizes) {
	groups := make([]cell, 0, 32) // runs of characters
	touching, apart, tabular := false, false, false
	var before rune // the character before
	col := 0
	for i, r := range s {
		col++
		end := i + utf8.RuneLen(r)
		switch {
		case isBar(r):
			l.barred = true
		case isGap(r):
			apart = true
			tabular = tabular || r != ' '
		case col > 1 && !isBar(before) && !isGap(before):
			touching = true
			g := &groups[len(groups)-1]
			g.text = s[end-len(g.text)-utf8.RuneLen(r) : end]
			l.cells = append(l.cells, cell{s[i:end], l.number, col})
		default:
			groups = append(groups, cell{s[i:end], l.number, col})
			l.cells = append(l.cells, cell{s[i:end], l.number, col})
		}
		before = r
	}
	l.groups, l.barred = len(groups), l.barred || apart
	l.ragged = touching && apart
	if tabular {
		if fields := fieldsOf(s, l.number, sizes); fields != nil {
			l.cells = fields
			return
		}
	}
	switch {
	case areNumbers(groups):
		l.cells = groups
	case !apart:
		l.spaced = l.cells
	case !tabular:
		l.spaced = cellsOf(s, l.number)
	}
}

// areNumbers reports whether the groups are cells of numbers: at least ten, each
// of one character or of two digits or of a blank written twice, and some of
// two.
func areNumbers(groups []cell) bool {
	found := false
	for _, g := range groups {
		switch {
		case len(g.text) == 1:
		case len(g.text) == 2 && g.text[0] >= '0' && g.text[0] <= '9' && g.text[1] >= '0' && g.text[1] <= '9':
			found = true
		case len(g.text) == 2 && g.class() == '.':
			found = true
		default:
			return false
		}
	}
	return found && len(groups) >= 10
}

// fieldsOf splits a line at its commas, semicolons or tabs, where an empty
// field is a blank. It returns nil if no field is empty, if a field is more
// than a cell, or if their number is none of sizes.
func fieldsOf(s string, number int, sizes *sizes) []cell {
	sep := strings.IndexAny(s, ",;\t")
	var cells []cell
	empty := false
	col := 1
	for field := range strings.SplitSeq(s, s[sep:sep+1]) {
		text := strings.Trim(field, " |")
		c := cell{text, number, col + strings.Index(field, text)}
		if utf8.RuneCountInString(text) > 1 && !c.isNumber() {
			return nil
		}
		empty = empty || text == ""
		cells = append(cells, c)
		col += utf8.RuneCountInString(field) + 1
	}
	if last := len(cells) - 1; cells[last].text == "" && !sizes.some(len(cells)) {
		cells = cells[:last] // a separator after the last field
	}
	if !empty || !sizes.some(len(cells)) {
		return nil
	}
	return cells
}
