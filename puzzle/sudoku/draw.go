package sudoku

import (
	"strings"
)

// Symbol returns the symbol of a value, 1..n, as in the input, "." for clew.Unset
// and 0.
func (p *Puzzle) Symbol(v int) string {
	if v < 1 {
		return "."
	}
	return p.style.symbol(v)
}

// Draw draws a grid of n*n values (0 or clew.Unset: not known, a dot) with
// rulers between the boxes.
func (p *Puzzle) Draw(values []int) string {
	symbols := p.padded()
	return p.draw(layout{gap: " ", width: len(symbols[0]), text: func(i int) string { return symbols[max(values[i], 0)] }})
}

// DrawMarked is Draw with the cells at the row-major indices marks in square
// brackets. It shows where two answers differ.
func (p *Puzzle) DrawMarked(values []int, marks []int) string {
	marked := make([]bool, len(values))
	for _, i := range marks {
		marked[i] = true
	}
	symbols := p.padded()
	return p.draw(layout{width: len(symbols[0]) + 2, text: func(i int) string {
		if marked[i] {
			return "[" + symbols[max(values[i], 0)] + "]"
		}
		return " " + symbols[max(values[i], 0)] + " "
	}})
}

// padded returns the symbols of all values, and of none for 0, as wide as the
// widest one.
func (p *Puzzle) padded() (symbols [MaxSize + 1]string) {
	width := len(p.Symbol(p.n))
	for v := range p.n + 1 {
		symbol := p.Symbol(v)
		if pad := width - len(symbol); pad > 0 {
			symbol = strings.Repeat(" ", pad) + symbol
		}
		symbols[v] = symbol
	}
	return symbols
}

// DrawCandidates draws the pencil marks: the candidates of every cell (see
// Candidates), as DrawValues does.
func (p *Puzzle) DrawCandidates() string { return p.DrawValues(p.Candidates()) }

// DrawValues draws some values of each cell, in aligned columns with rulers
// around the boxes. Numbers have commas between. A cell without any shows as "!".
func (p *Puzzle) DrawValues(candidates [][]int) string {
	sep := ""
	if p.style == numbers {
		sep = ","
	}
	return p.draw(layout{gap: " ", framed: true, text: func(i int) string {
		if len(candidates[i]) == 0 {
			return "!"
		}
		var b strings.Builder
		for k, v := range candidates[i] {
			if k > 0 {
				b.WriteString(sep)
			}
			b.WriteString(p.Symbol(v))
		}
		return b.String()
	}})
}

// Line returns a grid of n*n values (0 or clew.Unset: not known, a dot) on one
// line without its end: a symbol a cell; numbers have spaces between.
//
// Read takes it as the same grid if it is that of a puzzle that was read, or
// an answer of it.
func (p *Puzzle) Line(values []int) string {
	var b strings.Builder
	b.Grow(3 * len(values))
	for i, v := range values {
		if i > 0 && p.style == numbers {
			b.WriteByte(' ')
		}
		b.WriteString(p.Symbol(v))
	}
	return b.String()
}

// layout says how to draw a grid.
type layout struct {
	text   func(i int) string // of cell i
	width  int                // of all texts; 0: columns are as wide as needed
	gap    string             // between cells, and between a cell and a bar
	framed bool               // rulers around the grid as well
}

// draw draws a grid with rulers between the boxes.
func (p *Puzzle) draw(l layout) string {
	var widths [MaxSize]int // of the columns
	for i := range p.n * p.n {
		if l.width == 0 {
			widths[i%p.n] = max(widths[i%p.n], len(l.text(i)))
		} else if i < p.n {
			widths[i] = l.width
		}
	}
	ruler := p.ruler(l, widths[:p.n])
	var b strings.Builder
	b.Grow((p.n + p.n/p.boxRows + 1) * (len(ruler) + 1))
	for row := range p.n {
		if row%p.boxRows == 0 && (row > 0 || l.framed) {
			b.WriteString(ruler)
		}
		for col := range p.n {
			switch {
			case col%p.boxCols > 0:
				b.WriteString(l.gap)
			case col > 0:
				b.WriteString(l.gap)
				b.WriteByte('|')
				b.WriteString(l.gap)
			case l.framed:
				b.WriteByte('|')
				b.WriteString(l.gap)
			}
			text := l.text(row*p.n + col)
			b.WriteString(text)
			if col < p.n-1 || l.framed {
				for range widths[col] - len(text) {
					b.WriteByte(' ')
				}
			}
		}
		if l.framed {
			b.WriteString(l.gap)
			b.WriteByte('|')
		}
		b.WriteByte('\n')
	}
	if l.framed {
		b.WriteString(ruler)
	}
	return b.String()
}

// ruler returns the line between two boxes.
func (p *Puzzle) ruler(l layout, widths []int) string {
	var b strings.Builder
	b.Grow(4 * p.n)
	if l.framed {
		b.WriteByte('+')
	}
	for col := 0; col < p.n; col += p.boxCols {
		width := (p.boxCols - 1) * len(l.gap)
		for _, w := range widths[col : col+p.boxCols] {
			width += w
		}
		if col > 0 || l.framed {
			width += len(l.gap)
		}
		last := col+p.boxCols == p.n
		if !last || l.framed {
			width += len(l.gap)
		}
		for range width {
			b.WriteByte('-')
		}
		if !last || l.framed {
			b.WriteByte('+')
		}
	}
	b.WriteByte('\n')
	return b.String()
}
