package main

import (
	"iter"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/queens"
)

func queensKind() *kind {
	return &kind{
		name:  "queens",
		args:  "N",
		short: "N queens on an N x N board, no two on a row, column or diagonal",
		long: `Place N queens on an N x N board so that no two share a row, a column or a
diagonal. An answer gives the row of the queen in each column, from 0.`,
		examples: []string{"6"},
		open: func(_ *inputs, args []string) iter.Seq2[clew.Problem, error] {
			return one(openQueens(args))
		},
	}
}

func openQueens(args []string) (clew.Problem, error) {
	if len(args) != 1 {
		return nil, usagef("queens: found %s, expected N, the number of queens", plural(int64(len(args)), "argument"))
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return nil, usagef("queens: found %s, expected a number of queens from 0 to %d", input.Quote(args[0]), queens.MaxN)
	}
	p, err := queens.New(n)
	if err != nil {
		return nil, err
	}
	return queensProblem{p}, nil
}

// queensProblem adds the lesson's line of rows.
type queensProblem struct{ *queens.Puzzle }

func (queensProblem) line(values []int) string {
	var b strings.Builder
	b.WriteString("rows")
	for _, row := range values {
		b.WriteString(" " + strconv.Itoa(row))
	}
	return b.String()
}
