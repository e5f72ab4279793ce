package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

// TestDisguise: a grid in another shape has as many clues and answers, and is
// another one.
func TestDisguise(t *testing.T) {
	const grid = "349618572782359...651742389273895...195476238864231957527164893918523764436987125"
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 50 {
		d := disguise(r, grid)
		p, err := sudoku.ParseGrid(d, sudoku.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := clew.Count(context.Background(), p); err != nil || n.Int64() != 2 || strings.Count(d, ".") != 6 {
			t.Errorf("%s: %v answers, %v", d, n, err)
		}
		seen[d] = true
	}
	if len(seen) < 45 {
		t.Errorf("only %d different ones", len(seen))
	}
}

// TestEasyGrids: they have 33 clues and one answer, and counting agrees with the
// command's output as it is read.
func TestEasyGrids(t *testing.T) {
	grids, err := easyGrids(rand.New(rand.NewPCG(1, 2)), 20)
	if err != nil || len(grids) != 20 {
		t.Fatal(len(grids), err)
	}
	for _, g := range grids {
		if strings.Count(g, ".") != 81-33 {
			t.Errorf("%s: not 33 clues", g)
		}
	}
	clash, blank := "11"+strings.Repeat(".", 79), strings.Repeat(".", 81)
	file := filepath.Join(t.TempDir(), "grids")
	if err := os.WriteFile(file, []byte(strings.Join(append(grids, clash, blank, blank), "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	const want = "1 none, 20 one, 2 more"
	if got, err := countGrids(file); got != want || err != nil {
		t.Errorf("%s, %v; want %s", got, err, want)
	}
	printed := strings.Repeat("1\n", 20) + "0\n" + strings.Repeat("at least 2 (incomplete)\n", 2)
	if got, err := parseCounts(strings.NewReader(printed)); got.answers != want || err != nil {
		t.Errorf("%+v, %v; want %s", got, err, want)
	}
}

// TestSolvedByCells: a grid that needs more than cells with one value is told
// from one that does not.
func TestSolvedByCells(t *testing.T) {
	for grid, want := range map[string]bool{
		"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79": true,
		"..............1..2.34....5......6.......7..8.1.......9....623....7....4.9..1.....": false,
	} {
		p, err := sudoku.ParseGrid(grid, sudoku.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if got := solvedByCells(p.Clues()); got != want {
			t.Errorf("%s: %t", grid, got)
		}
	}
}
