package sudoku

import (
	"strings"
)

// symbol returns the symbol of a value as in the input, "." for clew.Unset
// and 0.
func (p *Puzzle) symbol(v int) string {
	if v < 1 {
		return "."
	}
	return p.style.symbol(v)
}

// Draw draws a grid of n*n values (0 or clew.Unset: not known, a dot) with
// rulers between the boxes.
func (p *Puzzle) Draw(values []int) string {
	return p.draw(layout{gap: " ", text: func(i int) string { return p.padded(values[i]) }})
}

// DrawMarked is Draw with the cells at the row-major indices marks in square
// brackets. It shows where two answers differ.
func (p *Puzzle) DrawMarked(values []int, marks []int) string {
	marked := make([]bool, len(values))
	for _, i := range marks {
		marked[i] = true
	}
	return p.draw(layout{text: func(i int) string {
		if marked[i] {
			return "[" + p.padded(values[i]) + "]"
		}
		return " " + p.padded(values[i]) + " "
	}})
}

// padded returns the symbol of v, as wide as the widest one.
func (p *Puzzle) padded(v int) string {
	text := p.symbol(v)
	return strings.Repeat(" ", len(p.symbol(p.n))-len(text)) + text
}

// DrawCandidates draws the pencil marks: the candidates of every cell (see
// Candidates), in aligned columns with rulers around the boxes. Numbers have
// commas between. A blank cell without candidates shows as "!".
func (p *Puzzle) DrawCandidates() string {
	sep := ""
	if p.style == numbers {
		sep = ","
	}
	candidates := p.Candidates()
	return p.draw(layout{gap: " ", framed: true, text: func(i int) string {
		if len(candidates[i]) == 0 {
			return "!"
		}
		var b strings.Builder
		for k, v := range candidates[i] {
			if k > 0 {
				b.WriteString(sep)
			}
			b.WriteString(p.symbol(v))
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
	for i, v := range values {
		if i > 0 && p.style == numbers {
			b.WriteByte(' ')
		}
		b.WriteString(p.symbol(v))
	}
	return b.String()
}

// layout says how to draw a grid.
type layout struct {
	text   func(i int) string // of cell i
	gap    string             // between cells, and between a cell and a bar
	framed bool               // rulers around the grid as well
}

// draw draws a grid with rulers between the boxes.
func (p *Puzzle) draw(l layout) string {
	texts := make([]string, p.n*p.n)
	widths := make([]int, p.n) // of the columns
	for i := range texts {
		texts[i] = l.text(i)
		widths[i%p.n] = max(widths[i%p.n], len(texts[i]))
	}
	ruler := p.ruler(l, widths)
	var b strings.Builder
	for row := range p.n {
		if row%p.boxRows == 0 && (row > 0 || l.framed) {
			b.WriteString(ruler)
		}
		for col := range p.n {
			switch {
			case col%p.boxCols > 0:
				b.WriteString(l.gap)
			case col > 0:
				b.WriteString(l.gap + "|" + l.gap)
			case l.framed:
				b.WriteString("|" + l.gap)
			}
			text := texts[row*p.n+col]
			b.WriteString(text)
			if col < p.n-1 || l.framed {
				b.WriteString(strings.Repeat(" ", widths[col]-len(text)))
			}
		}
		if l.framed {
			b.WriteString(l.gap + "|")
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
		b.WriteString(strings.Repeat("-", width))
		if !last || l.framed {
			b.WriteByte('+')
		}
	}
	b.WriteByte('\n')
	return b.String()
}
