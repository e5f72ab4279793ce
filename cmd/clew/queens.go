package main

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/queens"
	"github.com/spf13/pflag"
)

func queensKind() *kind {
	var fundamental bool
	return &kind{
		name:     "queens",
		args:     "N",
		expected: queensExpected,
		short:    "N queens on an N x N board, no two on a row, column or diagonal",
		long: `Place N queens on an N x N board so that no two share a row, a column or a
diagonal. An answer gives the row of the queen in each column, from 0.`,
		examples: []example{{args: "6"}, {args: "6 --fundamental"}},
		flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&fundamental, "fundamental", false, "of boards alike but for turning and mirroring, take only the first")
		},
		open: func(_ *inputs, args []string) iter.Seq2[clew.Problem, error] {
			return one(openQueens(args, fundamental))
		},
	}
}

var queensExpected = fmt.Sprintf("N, a number of queens from 0 to %d", queens.MaxN)

func openQueens(args []string, fundamental bool) (clew.Problem, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("queens: found %s, expected %s", input.Plural(len(args), "argument"), queensExpected)
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return nil, fmt.Errorf("queens: found %s, expected %s", input.Quote(args[0]), queensExpected)
	}
	open := queens.New
	if fundamental {
		open = queens.NewFundamental
	}
	p, err := open(n)
	if err != nil {
		return nil, err
	}
	return queensProblem{p}, nil
}

// queensProblem adds the line of rows.
type queensProblem struct{ *queens.Puzzle }

func (queensProblem) Line(values []int) string {
	var b strings.Builder
	b.WriteString("rows")
	for _, row := range values {
		b.WriteString(" " + strconv.Itoa(row))
	}
	return b.String()
}
