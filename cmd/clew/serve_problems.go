package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/internal/xcsp3"
	"github.com/clewsolver/clew/puzzle/battleship"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/clewsolver/clew/puzzle/sudoku"
	"github.com/clewsolver/clew/watch/page"
)

// pageProblems returns the problems that the page offers. What they read are
// texts; no name of a file has a meaning there.
func pageProblems() []page.Problem {
	methods := []clew.Method{clew.Plain, clew.Propagate, clew.Learn}
	text := func(name, usual string) []page.Field {
		return []page.Field{{Name: name, Type: page.FieldText, Default: usual}}
	}
	number := func(name, usual string, least, most int) page.Field {
		return page.Field{Name: name, Type: page.FieldNumber, Default: usual, Min: &least, Max: &most}
	}
	example := func(name string, words ...string) page.Example {
		e := page.Example{Name: name, Values: map[string]string{}}
		for i := 0; i < len(words); i += 2 {
			e.Values[words[i]] = words[i+1]
		}
		return e
	}
	return []page.Problem{
		{
			Name: "queens", Methods: methods, Open: pageQueens,
			Fields:   []page.Field{number("n", "8", 0, mostQueens)},
			Examples: []page.Example{example("4", "n", "4"), example("6", "n", "6"), example("8", "n", "8"), example("12", "n", "12")},
		},
		{
			Name: "sudoku", Methods: methods, Open: pageSudoku,
			Fields: text("grid", easySudoku),
			Examples: []page.Example{
				example("easy", "grid", easySudoku),
				example("hard", "grid", hardSudoku),
				example("small", "grid", smallSudoku),
			},
		},
		{
			Name: "primesum", Methods: methods, Open: pagePrimesum,
			Fields: []page.Field{
				number("rows", "3", 1, primesum.MaxCells), number("cols", "3", 1, primesum.MaxCells), number("max", "10", 1, primesum.MaxMax),
			},
			Examples: []page.Example{
				example("3x3", "rows", "3", "cols", "3", "max", "10"), example("2x3", "rows", "2", "cols", "3", "max", "6"),
				example("4x4", "rows", "4", "cols", "4", "max", "16"),
			},
		},
		{
			Name: "battleship", Methods: methods, Open: pageBattleship,
			Fields:   text("grid", smallFleet),
			Examples: []page.Example{example("6x6", "grid", smallFleet), example("open", "grid", openFleet)},
		},
		{
			Name: "flatzinc", Methods: methods, Open: pageFlatZinc,
			Fields:   text("model", flatzincExample),
			Examples: []page.Example{example("triangle", "model", flatzincExample)},
		},
		{
			Name: "xcsp3", Methods: methods, Open: pageXCSP,
			Fields:   text("model", xcspExample),
			Examples: []page.Example{example("sum", "model", xcspExample)},
		},
	}
}

// mostQueens is the largest board on the page.
const mostQueens = 100

// Puzzles that the page offers.
const (
	easySudoku  = "425008367060004120080002000040005912000000000019400675030000080006000090194000050"
	hardSudoku  = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
	smallSudoku = "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | 4 .\n"
	smallFleet  = "size: 6x6\nfleet: 3,2,2,1,1,1\n\n. . . . . . 2\n. . . . . . 3\n. . . . . . 2\n. . . . . . 0\n. . . . . . 1\n. < . . . . 2\n2 1 4 0 1 2\n"
	openFleet   = "size: 4x4\nfleet: 3,2,1\n"

	flatzincExample = `% The edges of a square of numbers: every side sums to 9.
array [1..6] of var 1..6: x :: output_array([1..2, 1..3]);
constraint fzn_all_different_int(x);
constraint int_lin_eq([1, 1, 1], [x[1], x[2], x[3]], 9);
constraint int_lin_le([1, -1], [x[1], x[3]], -1);
solve satisfy;
`
	xcspExample = `<instance format="XCSP3" type="CSP">
  <variables>
    <array id="x" size="[2][3]"> 1..6 </array>
  </variables>
  <constraints>
    <allDifferent> x[][] </allDifferent>
    <sum> <list> x[0][] </list> <condition> (eq,9) </condition> </sum>
    <intension> lt(x[0][0],x[0][2]) </intension>
  </constraints>
</instance>
`
)

// fieldNumber returns the number in a field; errors name it.
func fieldNumber(values map[string]string, name string) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(values[name]))
	if err != nil {
		return 0, &input.Error{File: name, Found: input.Quote(values[name]), Expected: "a whole number"}
	}
	return n, nil
}

func pageQueens(_ context.Context, values map[string]string) (page.Instance, error) {
	n, err := fieldNumber(values, "n")
	if err != nil {
		return page.Instance{}, err
	}
	if n < 0 || n > mostQueens {
		return page.Instance{}, &input.Error{File: "n", Found: input.Plural(n, "queen"), Expected: fmt.Sprintf("0 to %d", mostQueens)}
	}
	p, err := openQueens([]string{strconv.Itoa(n)}, false)
	if err != nil {
		return page.Instance{}, err
	}
	b := &page.Board{Rows: n, Cols: n, Chequered: true}
	for row := range n {
		for col := range n {
			b.Cells = append(b.Cells, page.BoardCell{Cell: col, Value: &row, Mark: "♛", Name: fmt.Sprintf("column %d, row %d", col, row)})
		}
	}
	return page.Instance{Problem: p, Board: b}, nil
}

// only returns the one problem that a text holds.
func only[P any](name string, problems iter.Seq2[P, error]) (p P, err error) {
	n := 0
	for q, err := range problems {
		if err != nil {
			return p, err
		}
		if n++; n > 1 {
			return p, &input.Error{File: name, Found: "more than one puzzle", Expected: "one"}
		}
		p = q
	}
	if n == 0 {
		return p, &input.Error{File: name, Found: "no puzzle", Expected: "one"}
	}
	return p, nil
}

func pageSudoku(_ context.Context, values map[string]string) (page.Instance, error) {
	q, err := only("grid", sudoku.Read(strings.NewReader(values["grid"]), "grid", sudoku.ReadOptions{}))
	if err != nil {
		return page.Instance{}, err
	}
	p := sudokuProblem{Puzzle: q}
	b := &page.Board{Rows: p.Size(), Cols: p.Size(), BoxRows: p.BoxRows(), BoxCols: p.BoxCols(), Values: map[string]string{}}
	for i, clue := range p.Clues() {
		b.Cells = append(b.Cells, page.BoardCell{Cell: i, Given: clue > 0, Name: p.CellName(i)})
	}
	for v := 1; v <= p.Size(); v++ {
		if symbol := p.Symbol(v); symbol != strconv.Itoa(v) {
			b.Values[strconv.Itoa(v)] = symbol
		}
	}
	return page.Instance{Problem: p, Board: b, Notes: p.objections()}, nil
}

func pagePrimesum(_ context.Context, values map[string]string) (page.Instance, error) {
	rows, err1 := fieldNumber(values, "rows")
	cols, err2 := fieldNumber(values, "cols")
	most, err3 := fieldNumber(values, "max")
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			return page.Instance{}, err
		}
	}
	q, err := primesum.New(rows, cols, most)
	if err != nil {
		return page.Instance{}, err
	}
	p := primesumProblem{q, cols}
	return page.Instance{Problem: p, Board: plainBoard(rows, cols, p.CellName)}, nil
}

// plainBoard returns a board that shows the values row by row.
func plainBoard(rows, cols int, name func(i int) string) *page.Board {
	b := &page.Board{Rows: rows, Cols: cols}
	for i := range rows * cols {
		b.Cells = append(b.Cells, page.BoardCell{Cell: i, Name: name(i)})
	}
	return b
}

func pageBattleship(_ context.Context, values map[string]string) (page.Instance, error) {
	q, err := only("grid", battleship.Read(strings.NewReader(values["grid"]), "grid", battleship.ReadOptions{}))
	if err != nil {
		return page.Instance{}, err
	}
	p := newBattleship(q, true)
	rows, cols := p.Size()
	b := plainBoard(rows, cols, p.CellName)
	drawn := strings.Split(p.Draw(nil), "\n")
	for i, clue := range p.Clues() {
		if clue != battleship.ClueNone {
			b.Cells[i].Given, b.Cells[i].Clue = true, strings.Fields(drawn[i/cols])[i%cols]
		}
	}
	rowTallies, colTallies := p.Tallies()
	b.RowTallies, b.ColTallies = tallyWords(rowTallies), tallyWords(colTallies)
	b.Values = map[string]string{"0": "~", "1": "o", "2": "<", "3": ">", "4": "^", "5": "v", "6": "#", "7": "#"}
	return page.Instance{Problem: p, Board: b, Notes: p.objections()}, nil
}

// tallyWords returns tallies as they are shown, nil if none is known.
func tallyWords(tallies []int) []string {
	var words []string
	known := false
	for _, t := range tallies {
		word := ""
		if t != battleship.Unknown {
			word, known = strconv.Itoa(t), true
		}
		words = append(words, word)
	}
	if !known {
		return nil
	}
	return words
}

// modelField is the field that holds a model, by which errors name it.
const modelField = "model"

func pageFlatZinc(ctx context.Context, values map[string]string) (page.Instance, error) {
	p, err := readFlatZinc(ctx, strings.NewReader(values[modelField]), modelField)
	if err != nil {
		return page.Instance{}, err
	}
	return page.Instance{Problem: p, Notes: p.flatzinc.Warnings()}, nil
}

func pageXCSP(ctx context.Context, values map[string]string) (page.Instance, error) {
	p, err := readXCSP(ctx, strings.NewReader(values[modelField]), modelField)
	if u := (*xcsp3.Unsupported)(nil); errors.As(err, &u) {
		err = &u.What // with its place
	}
	if err != nil {
		return page.Instance{}, err
	}
	return page.Instance{Problem: p}, nil
}
