package main

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/sudoku"
	"github.com/spf13/pflag"
)

func sudokuKind() *kind {
	var box size
	var candidates, trueOnes bool
	return &kind{
		name:     "sudoku",
		args:     "[FILE|GRID|-]",
		expected: "a FILE, a GRID or - (standard input)",
		short:    "every value once in every row, column and box",
		long: `Fill a grid so that each row, column and box holds every value once. The start
grid comes first, then the answers; of clues that clash the cells are named.

FILE holds one puzzle or many, each on a line or drawn as a grid; - or no
argument reads standard input. GRID is a puzzle itself, its cells row by row, a
blank as . 0 * _ or -.`,
		files: true,
		examples: []example{
			{args: "425008367060004120080002000040005912000000000019400675030000080006000090194000050"},
			{stdin: `1.....2..3....4.\n.2..3....1....4.\n`, args: "-"},
		},
		flags: func(fs *pflag.FlagSet) {
			fs.BoolVar(&candidates, "candidates", false, "print the candidates of every cell before the answers")
			fs.BoolVar(&trueOnes, "true-candidates", false, "print the values that cells have in some answer before the answers")
			fs.Var(&box, "box", "rows and columns of a box (default: by the size of the grid)")
		},
		open: func(in *inputs, args []string) iter.Seq2[clew.Problem, error] {
			opts := sudoku.ReadOptions{BoxRows: box.rows, BoxCols: box.cols}
			return func(yield func(clew.Problem, error) bool) {
				for p, err := range openSudoku(in, args, opts) {
					if err != nil && !yield(nil, err) || err == nil && !yield(sudokuProblem{p, candidates, trueOnes}, nil) {
						return
					}
				}
			}
		},
	}
}

// openSudoku returns the puzzles of a file, of standard input, or the one that
// is an argument itself.
func openSudoku(in *inputs, args []string, opts sudoku.ReadOptions) iter.Seq2[*sudoku.Puzzle, error] {
	if len(args) == 1 && args[0] != "-" && args[0] != "" && noFile(args[0]) {
		return func(yield func(*sudoku.Puzzle, error) bool) { yield(parseArgument(args[0], opts)) }
	}
	return func(yield func(*sudoku.Puzzle, error) bool) {
		text, err := in.text("sudoku", args)
		if err != nil {
			yield(nil, err)
			return
		}
		defer text.Close()
		for p, err := range sudoku.Read(text, text.name, opts) {
			if !yield(p, err) {
				return
			}
		}
	}
}

// parseArgument returns the puzzle that an argument is, which names no file.
func parseArgument(arg string, opts sudoku.ReadOptions) (*sudoku.Puzzle, error) {
	p, err := sudoku.ParseGrid(arg, opts)
	var wrong *input.Error
	if !errors.As(err, &wrong) {
		return p, err
	}
	where := ""
	if wrong.Col > 0 {
		where = fmt.Sprintf(" as character %d", wrong.Col)
	}
	if wrong.Line > 1 {
		where += fmt.Sprintf(" in line %d", wrong.Line)
	}
	return nil, fmt.Errorf("%s: no such file, and not a grid: found %s%s, expected %s", printable(arg), wrong.Found, where, wrong.Expected)
}

// sudokuProblem shows the start grid and the candidates before the answers.
type sudokuProblem struct {
	*sudoku.Puzzle
	candidates, trueOnes bool
}

func (p sudokuProblem) introduce(ctx context.Context, drawings bool) []record {
	var rs []record
	if drawings {
		rs = append(rs, record{heading: "start", text: p.Draw(p.Clues())})
	}
	if p.candidates {
		rs = append(rs, p.candidateRecord("candidates", "candidates", p.Candidates()))
	}
	if p.trueOnes {
		if found, err := p.TrueCandidates(ctx); err == nil {
			rs = append(rs, p.candidateRecord("true candidates", "trueCandidates", found))
		}
	}
	return rs
}

// candidateRecord shows values of each cell.
func (p sudokuProblem) candidateRecord(heading, kind string, values [][]int) record {
	return record{
		heading: heading,
		text:    p.DrawValues(values),
		object:  object{{"type", kind}, {"values", object{{"grid", inRows(values, p.Size())}}}},
	}
}

// inRows cuts a row-major list into rows of n.
func inRows[T any](cells []T, n int) [][]T {
	var rows [][]T
	for at := 0; at < len(cells); at += n {
		rows = append(rows, cells[at:at+n])
	}
	return rows
}

func (p sudokuProblem) objections() []string {
	var list []string
	for _, c := range p.Conflicts() {
		list = append(list, c.String())
	}
	return list
}

func (p sudokuProblem) valueName(v int) string { return p.Symbol(v) }

var _ introducer = sudokuProblem{}
