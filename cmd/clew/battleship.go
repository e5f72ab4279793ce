package main

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
	"github.com/spf13/pflag"
)

func battleshipKind() *kind {
	var board size
	var fleet string
	touch := choice{battleship.None.String(), []string{battleship.None.String(), battleship.Corners.String(), battleship.Any.String()}}
	return &kind{
		name:     "battleship",
		args:     "[FILE|-]",
		expected: "a FILE or - (standard input)",
		short:    "a fleet of ships on a grid, with or without tallies and given cells",
		long: `Place a fleet of ships on a grid. Without a FILE the board is empty. With one,
each of its puzzles gives row and column tallies and some cells; - reads them
from standard input. The flags then stand for what a puzzle leaves open; one that
contradicts the puzzle is an error.`,
		files: true,
		examples: []example{
			{args: "--size 4x4 --fleet 3,1"},
			{args: "--size 3x4 --fleet 2,2 --touch corners"},
			{stdin: `. . . 1\n. . . 0\n. . . 2\n`, args: "- --fleet 2,1"},
		},
		flags: func(fs *pflag.FlagSet) {
			fs.Var(&board, "size", "rows and columns of the board (default 10x10)")
			fs.StringVar(&fleet, "fleet", "", "lengths of the ships (default 4,3,3,2,2,2,1,1,1,1)")
			fs.Var(&touch, "touch", "how close ships may lie: not even diagonally, at corners, anywhere")
		},
		open: func(in *inputs, args []string) iter.Seq2[clew.Problem, error] {
			opts := battleship.ReadOptions{Rows: board.rows, Cols: board.cols}
			var err error
			if opts.Touch, err = battleship.ParseTouch(touch.value); err != nil {
				return one(nil, err)
			}
			if in.changed("fleet") {
				if opts.Fleet, err = battleship.ParseFleet(fleet); err != nil {
					return one(nil, err)
				}
			}
			return openBattleship(in, args, opts)
		},
	}
}

// openBattleship returns the puzzles of a file, or the empty board.
func openBattleship(in *inputs, args []string, opts battleship.ReadOptions) iter.Seq2[clew.Problem, error] {
	if len(args) == 0 {
		return one(emptyBoard(opts))
	}
	return func(yield func(clew.Problem, error) bool) {
		text, err := in.text("battleship", args)
		if err != nil {
			yield(nil, err)
			return
		}
		defer text.Close()
		for p, err := range battleship.Read(text, text.name, opts) {
			if err == nil {
				err = contradicted(in, p, text.name, opts)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(newBattleship(p, true), nil) {
				return
			}
		}
	}
}

// contradicted returns an error if a puzzle has something else than a flag
// says: the flag had no effect then, since the text says it too.
func contradicted(in *inputs, p *battleship.Puzzle, file string, opts battleship.ReadOptions) error {
	rows, cols := p.Size()
	wanted := slices.SortedFunc(slices.Values(opts.Fleet), func(a, b int) int { return b - a })
	for _, c := range []struct {
		flag      string
		differs   bool
		says, has string
	}{
		{"size", rows != opts.Rows || cols != opts.Cols, fmt.Sprintf("%dx%d", opts.Rows, opts.Cols), fmt.Sprintf("size %dx%d", rows, cols)},
		{"fleet", !slices.Equal(p.Fleet(), wanted), list(wanted), "fleet " + list(p.Fleet())},
		{"touch", p.Touch() != opts.Touch, opts.Touch.String(), "touch " + p.Touch().String()},
	} {
		if in.changed(c.flag) && c.differs {
			return fmt.Errorf("%s: --%s %s has no effect on %s, which has %s", file, c.flag, c.says, p.Name(), c.has)
		}
	}
	return nil
}

// list writes the lengths of ships as --fleet takes them, cut short where there
// are many.
func list(lengths []int) string {
	const most = 20
	var words []string
	for i, n := range lengths {
		if i == most {
			words = append(words, "...")
			break
		}
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, ",")
}

func emptyBoard(opts battleship.ReadOptions) (clew.Problem, error) {
	c := battleship.Config{Rows: 10, Cols: 10, Fleet: battleship.DefaultFleet(), Touch: opts.Touch}
	if opts.Rows > 0 {
		c.Rows, c.Cols = opts.Rows, opts.Cols
	}
	if opts.Fleet != nil {
		c.Fleet = opts.Fleet
	}
	p, err := battleship.New(c)
	if err != nil {
		return nil, err
	}
	return newBattleship(p, false), nil
}

// battleshipProblem shows the puzzle before the answers, and names cells and
// what is in them.
type battleshipProblem struct {
	*battleship.Puzzle
	cols  int
	given bool // there is something to show
}

func newBattleship(p *battleship.Puzzle, given bool) battleshipProblem {
	return battleshipProblem{p, p.Outputs()[0].Dims[1], given}
}

func (p battleshipProblem) introduce(_ context.Context, drawings bool) []record {
	if !drawings || !p.given {
		return nil
	}
	return []record{{heading: "start", text: p.Draw(nil)}}
}

func (p battleshipProblem) objections() []string {
	if c := p.Contradiction(); c != "" {
		return []string{c}
	}
	return nil
}

func (p battleshipProblem) CellName(i int) string { return cellName(i, p.cols) }

// valueName says what the codes of the package's answers mean.
func (battleshipProblem) valueName(v int) string {
	names := [...]string{"water", "a ship of one", "a left end", "a right end", "a top end", "a bottom end", "a middle across", "a middle down"}
	if v < 0 || v >= len(names) {
		return fmt.Sprint(v)
	}
	return names[v]
}

var _ introducer = battleshipProblem{}
