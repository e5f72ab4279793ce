package sudoku

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/clewsolver/clew/internal/input"
)

// Read returns an iterator over the puzzles of a text: a grid on each line, or
// grids of n lines, in any mixture. file names the text in errors.
//
// A puzzle that is wrong is an error, an *input.Error with its line, and its
// column where one character is meant; reading goes on after it, with the next
// line after a grid on one line and behind the next blank line after one of
// several lines. Twenty of them before the first puzzle end the reading with one
// error more: this is no text of puzzles. A read error, a line of more than a
// megabyte and what is no text at all (a zero byte, other control characters,
// broken UTF-8) end the reading, as does the caller by breaking out of the loop.
// A text without a puzzle is an error too. Memory stays bounded, and a grid is
// passed on as soon as it is known to be complete.
//
// # Lines
//
// Ignored are blank lines; comments, from a # to the end of any line, and lines
// that begin with ; or % or //; titles as "Grid 01" or "Puzzle 3:"; rulers; the
// lines [Puzzle] of .sdk files, whose other [Sections] are skipped with all
// that they hold. LF, CR LF and CR end a line.
//
// Within a line of cells, bars and (except as said below) spaces, tabs, commas
// and semicolons only separate. The number of cells decides what the line is:
// n*n are a grid, n are a row. Without options n is one of 4, 6, 8, 9, 10, 12,
// 15, 16, 18, 20, 21, 24, 25, 28, 30, 32, 35, 36, and boxes are as near to
// squares as can be, wider than high: 2 x 3, 2 x 4, 3 x 3, 2 x 5, 3 x 4, ...
//
// A grid of rows ends with its nth row; before that, with a blank line, a
// comment of its own line or a title. Blank lines between bands of boxes are
// fine if they follow every band, and between rows if they follow every row.
//
// # What could be two things
//
//   - 16 (or 36) cells: lines up to the next blank one, without rulers between,
//     are rows if they are as many as 16 x 16 (36 x 36) grids or a band of boxes
//     have, unless they have no symbols beyond those of a 4 x 4 (6 x 6), no bars
//     and no spaces. Any other number of lines are each a 4 x 4 (6 x 6) if at
//     least half of them have its symbols.
//   - Ten or more groups of which some are two digits or a blank written twice,
//     the others one character: cells of decimal numbers. Otherwise every
//     character is a cell, so that "425 008 367" has nine.
//   - Spaces may be blanks: on a line that has n*n characters in all, bars not
//     counted, if it is not n*n cells otherwise, and if either some cells touch
//     and others do not, or its cells are no row; and in rows, up to the next
//     blank line, that all have n characters, if they are not rows otherwise or
//     have symbols that such rows cannot have. A row of spaces alone counts
//     among these, but not at the top of a grid.
//   - Between commas, semicolons or tabs a blank may be empty: if the line has
//     n or n*n fields of at most one cell then. A row of tabs alone counts, but
//     not at the top of a grid.
//   - Dashes: a line with + or = and of nothing but ruler characters is a ruler;
//     so is one of dashes between corners as *-----* or .-----. (quotes and
//     colons serve too). A line of three or more dashes alone, or with bars and
//     spaces, is a row of blanks if it has as many dashes as the rows around it
//     have cells, if those use no other blank, and if the lines up to the next
//     blank one make whole grids (or a band) with such lines counted as rows;
//     else it is a ruler. On a line of its own it is a ruler.
func Read(r io.Reader, file string, opts ReadOptions) iter.Seq2[*Puzzle, error] {
	return func(yield func(*Puzzle, error) bool) {
		sizes, err := opts.sizes()
		if err != nil {
			yield(nil, err)
			return
		}
		(&reader{file: file, sizes: sizes, yield: yield}).read(r)
	}
}

// ParseGrid reads a text that holds exactly one puzzle, as one given on a
// command line. Everything is as with Read, except that a text of dashes alone
// is an empty grid. In errors the text is called "grid".
func ParseGrid(text string, opts ReadOptions) (*Puzzle, error) {
	sizes, err := opts.sizes()
	if err != nil {
		return nil, err
	}
	const file = "grid"
	var only *Puzzle
	yield := func(p *Puzzle, e error) bool {
		if e == nil && only != nil {
			e = &input.Error{File: file, Found: "more than one puzzle", Expected: "one"}
		}
		only, err = p, e
		return err == nil
	}
	r := &reader{file: file, sizes: sizes, yield: yield}
	r.dashes = strings.Trim(text, "- |\r\n") == ""
	r.alone = !strings.ContainsAny(text, "\r\n")
	r.read(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return only, nil
}

// reader puts the lines of a text together to puzzles.
type reader struct {
	file    string
	sizes   *sizes
	dashes  bool // dashes are always blanks
	alone   bool // the text is one line, which can only be a whole grid
	yield   func(*Puzzle, error) bool
	stopped bool // by the caller
	any     bool // something was passed on
	right   bool // a puzzle was
	wrong   int  // errors
	skip    bool // in a section that is not read

	block []line // rows since the last blank line
	ruled bool   // with rulers between
	bands []line // rows of whole bands, each followed by a blank line
	band  int    // rows of such a band: of a box, or 1
}

const (
	maxBlock = 1024 // most lines kept for a decision
	maxWrong = 20   // most errors before the first puzzle
)

func (r *reader) read(in io.Reader) {
	for text, err := range input.Lines(in, r.file) {
		if err != nil {
			r.endBands()
			r.fail(err)
			return
		}
		if r.takeDigits(text.Text) {
			if r.stopped {
				return
			}
			continue
		}
		l, fatal, err := split(text, r.file, r.sizes)
		if r.skip && l.kind != headLine && !fatal {
			continue
		}
		if err != nil {
			r.endBands()
			r.fail(err)
		} else {
			r.take(l)
		}
		if fatal || r.stopped {
			return
		}
	}
	r.endBands()
	if !r.any {
		r.fail(&input.Error{File: r.file, Found: "no puzzle", Expected: "a grid on one line, or rows of cells"})
	}
}

// takeDigits takes a line that is a 9 x 9 grid of digits, dots and zeros and
// nothing else, as most lines of large files are; false if it is another one.
// What it does is what would be done without it, only faster.
func (r *reader) takeDigits(text string) bool {
	if len(text) != 81 || r.skip || r.sizes[9] == 0 {
		return false
	}
	clues, known := make([]int, 81), 0
	for i := range clues {
		switch c := text[i]; {
		case '1' <= c && c <= '9':
			clues[i] = int(c - '0')
			known++
		case c != '.' && c != '0':
			return false
		}
	}
	if known == 0 {
		return false // it might be drawn
	}
	r.endBands()
	r.emitClues(clues, 9, digits)
	return true
}

// take adds a line that is well formed by itself.
func (r *reader) take(l line) {
	switch l.kind {
	case blankLine:
		switch n, same := r.cellWidth(r.block); {
		case r.isSpaceRow(l):
			r.block = append(r.block, l)
		case same && n == len(l.cells):
			l.kind = cellLine // a row of empty fields
			r.takeCells(l)
		default:
			r.endBlock()
		}
	case commentLine:
		r.endBlock()
	case headLine:
		r.endBands()
		r.skip = l.text[0] == '[' && !strings.EqualFold(l.text, "[puzzle]")
	case rulerLine:
		r.ruled = true
	case dashLine, cellLine:
		if r.dashes {
			l.kind = cellLine
		}
		r.takeCells(l)
	}
}

// takeCells adds a line of cells, or of dashes.
func (r *reader) takeCells(l line) {
	count := len(l.cells)
	if l.kind == cellLine {
		if n, ok := r.sizes.grid(count); ok && !r.sizes.ambiguous(count) {
			r.endBands()
			r.emit(l.cells, n)
			return
		}
		if n, ok := r.sizes.grid(len(l.spaced)); ok && !r.sizes.ambiguous(len(l.spaced)) &&
			(l.ragged || !r.sizes.row(count)) {
			r.endBands()
			r.emit(l.spaced, n)
			return
		}
		if count > MaxSize {
			r.endBands()
			r.wrongLength(l)
			return
		}
	}
	r.block = append(r.block, l)
	if r.complete() || len(r.block) == maxBlock {
		r.endBlock()
	}
}

// wrongLength reports a line that is no grid and can be no row. A
// character that can be no cell explains it better than the length does.
func (r *reader) wrongLength(l line) {
	for _, c := range l.cells {
		if c.class() == utf8.RuneError && !c.isNumber() {
			r.failAt(l.number, c.col, input.Quote(c.text), "a digit, a letter or a blank (. 0 * _ -)")
			return
		}
	}
	cells, n := r.sizes.nearest(len(l.cells))
	r.failAt(l.number, 0, input.Plural(len(l.cells), "cell")+" on the line", fmt.Sprintf("%d for a %d x %d grid", cells, n, n))
}

// isSpaceRow reports whether a line of white space is a row of blanks within
// rows in which spaces are blanks.
func (r *reader) isSpaceRow(l line) bool {
	n, ok := spacedWidth(r.block)
	return ok && n == len(l.spaced) && r.sizes.row(n) && len(r.block)%n != 0
}

// spacedWidth returns the length that all lines have if spaces are blanks, ok
// false if there is none or no line has such blanks.
func spacedWidth(block []line) (n int, ok bool) {
	for i, l := range block {
		if i > 0 && len(l.spaced) != n {
			return 0, false
		}
		n = len(l.spaced)
		ok = ok || l.ragged || len(l.cells) == 0
	}
	return n, ok && n > 0
}

// cellWidth returns the number of cells that all rows have, rows of spaces and
// of dashes left out. Otherwise it is the commonest possible one, or 0, and
// same is false.
func (r *reader) cellWidth(block []line) (n int, same bool) {
	var times [MaxSize + 1]int
	rows := 0
	for _, l := range block {
		if l.kind == cellLine {
			rows++
			times[len(l.cells)]++
		}
	}
	for k, t := range times {
		if t > 0 && r.sizes.row(k) && (n == 0 || t > times[n]) {
			n = k
		}
	}
	return n, n > 0 && times[n] == rows
}

// complete reports whether the block is a whole grid and nothing that may
// follow can change how it is read.
func (r *reader) complete() bool {
	if len(r.block) > MaxSize {
		return false
	}
	for _, l := range r.block {
		if l.kind != cellLine {
			return false
		}
	}
	n, same := r.cellWidth(r.block)
	if !same || n != len(r.block) {
		return false
	}
	spaced, ok := spacedWidth(r.block)
	return !ok || spaced == n || !r.sizes.row(spaced)
}

// endBands ends the block and a grid that lacks bands.
func (r *reader) endBands() {
	r.endBlock()
	r.dropBands()
}

func (r *reader) dropBands() {
	if bands := r.bands; len(bands) > 0 {
		r.bands = nil
		r.wrongRows(bands, len(bands[0].cells))
	}
}

// endBlock makes puzzles of the lines since the last blank one.
func (r *reader) endBlock() {
	block, ruled := r.block, r.ruled
	r.block, r.ruled = nil, false
	var rows []line
	n, same := r.cellWidth(block)
	spaced, ok := spacedWidth(block)
	switch {
	case ok && r.sizes.row(spaced) && (!same || spaced != n && r.preferSpaced(block, n, spaced)):
		n = spaced
		for _, l := range block {
			l.cells, l.barred = l.spaced, true
			rows = append(rows, l)
		}
	default:
		var kept bool
		if rows, kept = r.chooseDashes(block, n); len(rows) == 0 {
			return // dashes alone
		}
		if !same {
			r.dropBands()
			r.wrongCells(rows, n)
			return
		}
		ruled = ruled || !kept
	}
	if r.sizes.ambiguous(n) && !ruled && r.areGrids(rows, n) {
		r.dropBands()
		for _, l := range rows {
			small, _ := r.sizes.grid(n)
			r.emit(l.cells, small)
		}
		return
	}
	if len(r.bands) > 0 && (len(r.bands[0].cells) != n || len(rows) != r.band) {
		r.dropBands()
	}
	switch {
	case len(rows)%n == 0:
		for ; len(rows) > 0; rows = rows[n:] {
			r.emitRows(rows[:n])
		}
	case len(rows) == r.sizes[n] || len(rows) == 1:
		r.band = len(rows)
		if r.bands = append(r.bands, rows...); len(r.bands) == n {
			rows, r.bands = r.bands, nil
			r.emitRows(rows)
		}
	default:
		r.wrongRows(rows, n)
	}
}

// preferSpaced decides between rows of n cells and rows of spaced characters
// whose spaces are blanks.
func (r *reader) preferSpaced(block []line, n, spaced int) bool {
	for _, l := range block {
		if l.kind != cellLine {
			continue
		}
		if _, _, err := decode(l.cells, n, r.file); err != nil {
			return true
		}
	}
	return len(block)%n != 0 && len(block)%spaced == 0
}

// chooseDashes returns the rows of a block of n cells a row: its lines with
// those lines of dashes that are rows of blanks. kept is false if some were
// rulers.
func (r *reader) chooseDashes(block []line, n int) (rows []line, kept bool) {
	others, could := 0, 0
	otherBlank := false
	for _, l := range block {
		switch l.kind {
		case cellLine:
			others++
			for _, c := range l.cells {
				otherBlank = otherBlank || c.class() == '.' && c.text != "-"
			}
		case dashLine:
			if len(l.cells) == n {
				could++
			}
		}
	}
	all := others + could
	areRows := others > 0 && could > 0 && !otherBlank && (all%n == 0 || all == r.sizes[n])
	kept = true
	for _, l := range block {
		if l.kind == cellLine || l.kind == dashLine && areRows && len(l.cells) == n {
			rows = append(rows, l)
		} else if l.kind == dashLine {
			kept = false
		}
	}
	return rows, kept
}

// areGrids reports whether rows of n = m*m cells are grids of size m instead:
// where the rows could be whole grids of size n, or a band of one, only if all
// lines say so; else if at least half of them do, so that a wrong symbol in one
// line is an error of that line.
func (r *reader) areGrids(rows []line, n int) bool {
	m, _ := r.sizes.grid(n)
	barred, good := false, 0
	for _, l := range rows {
		barred = barred || l.barred
		if _, _, err := decode(l.cells, m, r.file); err == nil {
			good++
		}
	}
	switch {
	case len(rows) == r.sizes[n] && len(r.bands) > 0 && len(r.bands[0].cells) == n:
		return false // the next band
	case len(rows)%n == 0 || len(rows) == r.sizes[n]:
		return good == len(rows) && !barred
	}
	return len(rows) == 1 || 2*good >= len(rows)
}

func (r *reader) emitRows(rows []line) {
	cells := make([]cell, 0, len(rows)*len(rows))
	for _, l := range rows {
		cells = append(cells, l.cells...)
	}
	r.emit(cells, len(rows))
}

// emit passes the puzzle of n*n cells on.
func (r *reader) emit(cells []cell, n int) {
	if r.stopped {
		return
	}
	clues, style, err := decode(cells, n, r.file)
	if err != nil {
		r.fail(err)
		return
	}
	r.emitClues(clues, n, style)
}

func (r *reader) emitClues(clues []int, n int, style style) {
	if r.stopped {
		return
	}
	r.any, r.right = true, true
	boxRows := r.sizes[n]
	r.stopped = !r.yield(&Puzzle{n: n, boxRows: boxRows, boxCols: n / boxRows, clues: clues, style: style}, nil)
}

// wrongCells reports rows that do not all have n cells, of which n is the
// commonest possible number, 0 if none is.
func (r *reader) wrongCells(rows []line, n int) {
	candidates := true
	for _, l := range rows {
		candidates = candidates && l.groups == rows[0].groups
	}
	if candidates && r.sizes.row(rows[0].groups) {
		r.failAt(rows[0].number, 0, "cells of several symbols (a grid of candidates?)", "one symbol a cell")
		return
	}
	if r.alone {
		r.wrongLength(rows[0])
		return
	}
	like := 0
	for _, l := range rows {
		if len(l.cells) == n && like == 0 {
			like = l.number
		}
	}
	for _, l := range rows {
		found := "a row of " + input.Plural(len(l.cells), "cell")
		switch {
		case n == 0:
			r.failAt(l.number, 0, found, r.sizes.rowsNear(len(l.cells)))
			return
		case len(l.cells) != n:
			r.failAt(l.number, 0, found, fmt.Sprintf("%s as in line %d", input.Plural(n, "cell"), like))
			return
		}
	}
}

// wrongRows reports a grid of n cells a row that has too few or too many rows.
func (r *reader) wrongRows(rows []line, n int) {
	if r.alone {
		r.wrongLength(rows[0])
		return
	}
	found := fmt.Sprintf("%d rows of %s from here on", len(rows), input.Plural(n, "cell"))
	if len(rows) == 1 {
		found = "a single row of " + input.Plural(n, "cell")
	}
	r.failAt(rows[0].number, 0, found, input.Plural(n, "row"))
}

func (r *reader) failAt(line, col int, found, expected string) {
	r.fail(&input.Error{File: r.file, Line: line, Col: col, Found: found, Expected: expected})
}

// fail passes an error on, and after too many of them the one that ends the
// reading.
func (r *reader) fail(err error) {
	if r.stopped {
		return
	}
	r.any = true
	r.stopped = !r.yield(nil, err)
	if r.wrong++; r.wrong == maxWrong && !r.right && !r.stopped {
		r.stopped = true
		r.yield(nil, &input.Error{File: r.file, Found: fmt.Sprintf("%d errors and no puzzle", maxWrong), Expected: "Sudoku puzzles; the rest is not read"})
	}
}
