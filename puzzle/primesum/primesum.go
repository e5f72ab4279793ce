// Package primesum fills a grid with different numbers out of 1..max so that
// any two neighbours, left and right or up and down, sum to a prime.
//
// An answer is the output "grid", rows x cols numbers.
package primesum

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clewsolver/clew"
)

// Limits of a puzzle.
const (
	MaxCells = 64   // most cells, so that no side is longer either
	MaxMax   = 1000 // largest max
)

// Puzzle is a prime-sum grid. It implements clew.Problem and clew.Drawer.
type Puzzle struct {
	rows, cols, max int
	prime           []bool // of each sum
}

// New returns the problem for a rows x cols grid, of 1 to MaxCells cells, of
// different numbers out of 1..max, with max from 1 to MaxMax.
func New(rows, cols, max int) (*Puzzle, error) {
	// The sides come first: their product could overflow.
	if rows < 1 || rows > MaxCells || cols < 1 || cols > MaxCells || rows*cols > MaxCells {
		return nil, fmt.Errorf("primesum: found a %dx%d grid, expected 1 to %d cells", rows, cols, MaxCells)
	}
	if max < 1 || max > MaxMax {
		return nil, fmt.Errorf("primesum: found the largest number %d, expected 1 to %d", max, MaxMax)
	}
	return &Puzzle{rows, cols, max, primes(2 * max)}, nil
}

// primes returns, for each number up to n, whether it is prime (the sieve of
// Eratosthenes).
func primes(n int) []bool {
	prime := make([]bool, n+1)
	for i := 2; i <= n; i++ {
		prime[i] = true
	}
	for i := 2; i*i <= n; i++ {
		if prime[i] {
			for j := i * i; j <= n; j += i {
				prime[j] = false
			}
		}
	}
	return prime
}

// Name returns "primesum RxC max N".
func (p *Puzzle) Name() string { return fmt.Sprintf("primesum %dx%d max %d", p.rows, p.cols, p.max) }

// Outputs is the array grid.
func (p *Puzzle) Outputs() []clew.Output {
	return []clew.Output{{Name: "grid", Dims: []int{p.rows, p.cols}}}
}

// Model says that all numbers differ and that the sum of each pair of
// neighbours is in the set of primes.
func (p *Puzzle) Model() (*clew.Model, error) {
	m := clew.NewModel(p.Name())
	grid := m.IntGrid("grid", p.rows, p.cols, 1, p.max)
	var all []clew.Var
	var set []int
	for sum, is := range p.prime {
		if is {
			set = append(set, sum)
		}
	}
	for r, row := range grid {
		all = append(all, row...)
		for c, x := range row {
			if c > 0 {
				m.SumIn([]clew.Var{row[c-1], x}, set)
			}
			if r > 0 {
				m.SumIn([]clew.Var{grid[r-1][c], x}, set)
			}
		}
	}
	strength := clew.ByValue
	if p.max < len(all) {
		strength = clew.ByBounds // sees at once that the numbers are too few
	}
	m.AllDifferentAt(strength, all...)
	m.Branch(clew.FirstFail, clew.Ascending, all...)
	return m, m.Err()
}

// Space walks the cells row by row and tries the unused numbers, smallest
// first.
func (p *Puzzle) Space() (clew.Space, error) { return space{p}, nil }

type space struct{ *Puzzle }

func (s space) Places() int { return s.rows * s.cols }

func (s space) Next(placed []int, after int) (number int, ok bool) {
	for number = max(after+1, 1); number <= s.max; number++ {
		if !slices.Contains(placed, number) {
			return number, true
		}
	}
	return 0, false
}

func (s space) Check(placed []int, number int) bool {
	at := len(placed)
	return (at%s.cols == 0 || s.prime[placed[at-1]+number]) &&
		(at < s.cols || s.prime[placed[at-s.cols]+number])
}

// Say names the cell and the neighbour whose sum is not prime.
func (s space) Say(placed []int, number int) (try, clash string) {
	at := len(placed)
	try = fmt.Sprintf("%d in row %d, column %d", number, at/s.cols+1, at%s.cols+1)
	neighbour := -1
	switch {
	case at%s.cols > 0 && !s.prime[placed[at-1]+number]:
		neighbour = at - 1
	case at >= s.cols && !s.prime[placed[at-s.cols]+number]:
		neighbour = at - s.cols
	default:
		return try, ""
	}
	beside := placed[neighbour]
	return try, fmt.Sprintf("%d beside it (%d + %d = %d is not prime)", beside, number, beside, beside+number)
}

// Draw draws the grid, one row a line, numbers aligned, . for an open cell.
func (p *Puzzle) Draw(values []int) string {
	width := len(fmt.Sprint(p.max))
	var b strings.Builder
	for i, v := range values {
		if i%p.cols > 0 {
			b.WriteByte(' ')
		}
		if v == clew.Unset {
			fmt.Fprintf(&b, "%*s", width, ".")
		} else {
			fmt.Fprintf(&b, "%*d", width, v)
		}
		if i%p.cols == p.cols-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
