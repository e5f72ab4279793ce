package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	kernel "github.com/clewsolver/clew/internal/kernel/sudoku"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

// sudokuList is a list of grids to be solved. None is part of the repository:
// those of others are read from a folder, under the names that tdoku's benchmark
// gives them.
type sudokuList struct {
	name   string
	file   string // in the folder; empty if it is made here
	copies int    // how often each grid is taken, each time in another shape
	most   int    // grids taken, after shuffling; 0 stands for all
}

func sudokuLists() []sudokuList {
	return []sudokuList{
		{"easy, 33 clues", "", 5, 100_000},
		{"17 clues", "puzzles2_17_clue", 2, 0},
		{"magictour top 1465", "puzzles3_magictour_top1465", 20, 0},
		{"hardest 1905", "puzzles5_forum_hardest_1905_11+", 1, 10_000},
		{"hardest 1106", "puzzles6_forum_hardest_1106", 20, 0},
		{"serg, several answers", "puzzles7_serg_benchmark", 10, 0},
	}
}

// sudoku runs the lists and reports them.
func (c *comparison) sudoku(ctx context.Context, dirs sudokuFolders) error {
	out, err := c.out()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	solvers, err := sudokuField(self, filepath.Join(c.dir, "peers", "sudoku"), out, dirs)
	if err != nil {
		return err
	}
	var field []contender
	for _, s := range solvers {
		field = append(field, s.contender)
	}
	tellMissing(field)
	rep := newReport(field, c.rounds, c.limit)
	var missing []string
	for i, l := range sudokuLists() {
		if !strings.HasPrefix(l.name, c.only) {
			continue
		}
		grids, err := l.grids(dirs.lists)
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(grids) == 0 {
			fmt.Fprintf(os.Stderr, "missing: list %s: no file %s\n", l.name, filepath.Join(dirs.lists, l.file))
			missing = append(missing, fmt.Sprintf("%s (%s)", l.name, l.file))
			continue
		}
		if err != nil {
			return err
		}
		file := filepath.Join(out, fmt.Sprintf("sudoku-%d.txt", i))
		if err := os.WriteFile(file, []byte(strings.Join(grids, "\n")+"\n"), 0o644); err != nil {
			return err
		}
		want, err := countGrids(file)
		if err != nil {
			return err
		}
		var running []entry
		for _, s := range solvers {
			if s.missing == "" {
				r := s.run(file)
				running = append(running, entry{s.name, job{r, r}})
			}
		}
		o, err := c.runCase(ctx, fmt.Sprintf("%s (%d)", l.name, len(grids)), want, running)
		if err != nil {
			return err
		}
		rep.add(o)
	}
	return c.publish(rep, func(w io.Writer) error { return rep.writeSudoku(w, missing) })
}

// grids returns the grids of a list, with dots for blanks, in random order. Each
// is turned into one that is as hard: a solver must not profit from the order of
// rows and digits that a collector likes.
func (l sudokuList) grids(dir string) ([]string, error) {
	r := rand.New(rand.NewPCG(2024, 12))
	var lines, grids []string
	if l.file == "" {
		var err error
		if lines, err = easyGrids(r, l.most/l.copies); err != nil {
			return nil, err
		}
	} else {
		text, err := os.ReadFile(filepath.Join(dir, l.file))
		if err != nil {
			return nil, err
		}
		lines = strings.Split(string(text), "\n")
	}
	for _, line := range lines {
		if len(line) < 81 || line[0] == '#' {
			continue
		}
		for range l.copies {
			grids = append(grids, disguise(r, line[:81]))
		}
	}
	r.Shuffle(len(grids), func(i, j int) { grids[i], grids[j] = grids[j], grids[i] })
	if l.most > 0 {
		grids = grids[:min(l.most, len(grids))]
	}
	return grids, nil
}

// disguise shuffles digits, rows, columns, bands and stacks of a grid, and may
// turn rows into columns.
func disguise(r *rand.Rand, grid string) string {
	shuffled := func() (list [9]int) {
		i := 0
		for _, band := range r.Perm(3) {
			for _, row := range r.Perm(3) {
				list[i] = 3*band + row
				i++
			}
		}
		return list
	}
	rows, cols, digits, turn := shuffled(), shuffled(), r.Perm(9), r.IntN(2) == 0
	out := make([]byte, 81)
	for i := range out {
		row, col := rows[i/9], cols[i%9]
		if turn {
			row, col = col, row
		}
		if c := grid[9*row+col]; '1' <= c && c <= '9' {
			out[i] = byte('1' + digits[c-'1'])
		} else {
			out[i] = '.'
		}
	}
	return string(out)
}

// easyGrids makes grids of 33 clues that need no more than cells with one value
// left, as those of newspapers and of large collections for learning machines.
func easyGrids(r *rand.Rand, n int) ([]string, error) {
	const clues = 33
	var grids []string
	for len(grids) < n {
		given := make([]int, 81)
		for _, i := range r.Perm(81)[:11] {
			given[i] = 1 + r.IntN(9)
		}
		p, err := sudoku.New(3, 3, given)
		if err != nil {
			return nil, err
		}
		s, err := clew.Solve(context.Background(), p)
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		copy(given, s.Values())
		left := 81
		for _, i := range r.Perm(81) {
			v := given[i]
			if given[i] = 0; left == clues || !solvedByCells(given) {
				given[i] = v
				continue
			}
			left--
		}
		if left == clues {
			grids = append(grids, p.Line(given))
		}
	}
	return grids, nil
}

// solvedByCells reports whether a grid is solved by filling in, over and over,
// cells with one value left.
func solvedByCells(given []int) bool {
	var used [27]uint16 // values of rows, columns and boxes
	grid := append([]int(nil), given...)
	houses := func(i int) (row, col, box int) { return i / 9, 9 + i%9, 18 + i/27*3 + i%9/3 }
	for open := -1; ; {
		before := open
		open = 0
		for i, v := range grid {
			row, col, box := houses(i)
			left := 0x3fe &^ (used[row] | used[col] | used[box])
			switch {
			case before < 0 && v != 0: // the first time, clues are filled in
				left = 1 << v
			case v == 0 && bits.OnesCount16(left) == 1 && before >= 0:
				grid[i] = bits.TrailingZeros16(left)
			case v == 0:
				open++
				continue
			default:
				continue
			}
			used[row], used[col], used[box] = used[row]|left, used[col]|left, used[box]|left
		}
		if open == 0 || open == before {
			return open == 0
		}
	}
}

// countGrids solves the grids of a file by the kernel and says how many have no
// answer, one, and more.
func countGrids(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	var values [256]uint8 // by character
	for i := range uint8(10) {
		values['0'+i] = i
	}
	var found [3]int
	v := new(kernel.Solver)
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var g kernel.Grid
		for i, c := range sc.Bytes()[:len(g)] {
			g[i] = values[c]
		}
		found[v.Count(&g, 2)]++
	}
	return fmt.Sprintf("%d none, %d one, %d more", found[0], found[1], found[2]), nil
}

// parseCounts reads the numbers that clew count prints with a limit of 2.
func parseCounts(r io.Reader) (res result, err error) {
	var found [3]int
	err = eachLine(r, func(line string) {
		switch line {
		case "0":
			found[0]++
		case "1":
			found[1]++
		case "at least 2 (incomplete)":
			found[2]++
		}
	})
	return result{answers: fmt.Sprintf("%d none, %d one, %d more", found[0], found[1], found[2]), complete: true}, err
}

// writeSudoku prints the report of the lists as Markdown.
func (r *report) writeSudoku(w io.Writer, missing []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Sudoku: clew and its peers, measured\n\n")
	fmt.Fprintf(&b, "Written by `make bench-sudoku` on %s: each grid searched for up to two answers, one core, %d rounds of\n",
		r.date.Format(time.DateOnly), r.rounds)
	fmt.Fprintf(&b, "alternating runs, processor time (user and system) of whole processes, medians. How to read it: README.md beside\n"+
		"this file.\n\n")
	r.setting(&b)
	for _, m := range missing {
		fmt.Fprintf(&b, "List %s: missing.\n", m)
	}
	r.seconds(&b, "grids by answers, on which all agree")
	r.table(&b, "Speed: the peer's time divided by the kernel's, median of the rounds", "list", name, 1,
		func(o *outcome, peer []sample) string { return ratio(peer, o.samples["clew"]) })
	r.memory(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
