package main

import (
	"fmt"
	"iter"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/spf13/pflag"
)

func primesumKind() *kind {
	grid, most := size{3, 3}, number(9)
	return &kind{
		name:     "primesum",
		expected: "flags only",
		short:    "a grid of different numbers whose neighbours sum to primes",
		long: `Fill a grid with different numbers out of 1..N so that any two neighbours,
left and right or up and down, sum to a prime.`,
		examples: []example{{args: "--max 10"}, {args: "--grid 2x3 --max 6"}},
		flags: func(fs *pflag.FlagSet) {
			fs.Var(&grid, "grid", "rows and columns of the grid")
			fs.Var(&most, "max", "largest number that may be used")
		},
		open: func(_ *inputs, args []string) iter.Seq2[clew.Problem, error] {
			if len(args) > 0 {
				return one(nil, fmt.Errorf("primesum: found %s, expected flags only", input.Quote(args[0])))
			}
			p, err := primesum.New(grid.rows, grid.cols, int(most))
			if err != nil {
				return one(nil, err)
			}
			return one(primesumProblem{p, grid.cols}, nil)
		},
	}
}

// primesumProblem names cells as r1c1.
type primesumProblem struct {
	*primesum.Puzzle
	cols int
}

func (p primesumProblem) CellName(i int) string { return cellName(i, p.cols) }

// cellName names cell i of a grid in r1c1 notation.
func cellName(i, cols int) string { return fmt.Sprintf("r%dc%d", i/cols+1, i%cols+1) }
