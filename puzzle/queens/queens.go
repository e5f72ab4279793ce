// Package queens places n queens on an n x n board so that no two share a row,
// a column or a diagonal. Boards that are the same but for turning and mirroring
// can be taken as one.
//
// An answer gives the row of the queen in each column, both counted from 0:
// the output "q", n values. Boards are drawn with row 0 on top.
package queens

import (
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// MaxN is the largest board. Beyond it a board has more squares than a model
// can have values.
const MaxN = 2000

// Puzzle is the n queens problem. It implements clew.Problem, clew.Drawer and
// clew.Counter.
type Puzzle struct {
	n           int
	fundamental bool // one answer of those that turning and mirroring make alike
}

// New returns the problem for n queens, 0 <= n <= MaxN.
func New(n int) (*Puzzle, error) {
	if n < 0 || n > MaxN {
		return nil, fmt.Errorf("queens: found %s, expected 0 to %d", input.Plural(n, "queen"), MaxN)
	}
	return &Puzzle{n: n}, nil
}

// NewFundamental returns the problem for n queens, 0 <= n <= MaxN, whose answers
// are the fundamental ones: of the boards that turning and mirroring make of
// each other, that with the smallest q in lexicographic order.
func NewFundamental(n int) (*Puzzle, error) {
	p, err := New(n)
	if err == nil {
		p.fundamental = true
	}
	return p, err
}

// Name returns "queens n", and "fundamental" if those are meant.
func (p *Puzzle) Name() string {
	name := fmt.Sprintf("queens %d", p.n)
	if p.fundamental {
		name += " fundamental"
	}
	return name
}

// Outputs is the array q: the row of the queen in each column.
func (p *Puzzle) Outputs() []clew.Output { return []clew.Output{{Name: "q", Dims: []int{p.n}}} }

// Model says that rows differ, and so do both kinds of diagonals, which are
// the sums and the differences of row and column.
func (p *Puzzle) Model() (*clew.Model, error) {
	m := clew.NewModel(p.Name())
	q := m.IntVars("q", p.n, 0, p.n-1)
	up, down := make([]clew.Var, p.n), make([]clew.Var, p.n)
	for c, x := range q {
		up[c], down[c] = x.Plus(c), x.Minus(c)
	}
	m.AllDifferent(q...)
	m.AllDifferent(up...)
	m.AllDifferent(down...)
	if p.fundamental {
		p.takeFirst(m, q)
	}
	m.Branch(clew.FirstFail, p.values(), q...)
	return m, m.Err()
}

// values returns the order of the rows to try. On large boards the smallest
// row first leads the search into a corner; the middle does not.
func (p *Puzzle) values() clew.ValueOrder {
	if p.n > 32 {
		return clew.Middle
	}
	return clew.Ascending
}

// Space walks the columns from left to right, each from row 0 down.
func (p *Puzzle) Space() (clew.Space, error) {
	if p.fundamental {
		return fundamentalSpace{space{p.n}}, nil
	}
	return space{p.n}, nil
}

type space struct{ n int }

func (s space) Places() int { return s.n }

func (s space) Next(_ []int, after int) (row int, ok bool) {
	row = max(after+1, 0)
	return row, row < s.n
}

func (s space) Check(placed []int, row int) bool {
	for col, r := range placed {
		if attack(col, r, len(placed), row) != "" {
			return false
		}
	}
	return true
}

// attack says on what line two queens of different columns attack each other.
func attack(c1, r1, c2, r2 int) string {
	switch {
	case r1 == r2:
		return "row"
	case r1-r2 == c2-c1 || r1-r2 == c1-c2:
		return "diagonal"
	}
	return ""
}

// Say names the square, and the first queen that attacks it.
func (s space) Say(placed []int, row int) (try, clash string) {
	try = fmt.Sprintf("queen in column %d, row %d", len(placed), row)
	for col, r := range placed {
		if line := attack(col, r, len(placed), row); line != "" {
			return try, fmt.Sprintf("the queen in column %d (%s)", col, line)
		}
	}
	return try, ""
}

// Draw draws the board, Q for a queen and . for an empty square.
func (p *Puzzle) Draw(values []int) string {
	var b strings.Builder
	b.Grow(p.n * (p.n + 1))
	for row := range p.n {
		for _, r := range values {
			if r == row {
				b.WriteByte('Q')
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}
