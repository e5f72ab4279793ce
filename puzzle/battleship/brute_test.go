package battleship_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// spot is a cell, for the brute force.
type spot struct{ r, c int }

// brute returns the grids of all answers of c, found by trying every ship in
// every place in every order of equal ships, and looking at the result.
func brute(c battleship.Config) map[string]bool {
	found := map[string]bool{}
	var fleet [][]spot
	var rec func(i int)
	rec = func(i int) {
		if i == len(c.Fleet) {
			if grid := drawFleet(c, fleet); fits(c, grid) {
				found[fmt.Sprint(grid)] = true
			}
			return
		}
		for r := range c.Rows {
			for col := range c.Cols {
				for _, d := range []spot{{0, 1}, {1, 0}} {
					var sh []spot
					for k := range c.Fleet[i] {
						sh = append(sh, spot{r + k*d.r, col + k*d.c})
					}
					last := sh[len(sh)-1]
					if last.r >= c.Rows || last.c >= c.Cols || slices.ContainsFunc(fleet, func(o []spot) bool { return clash(o, sh, c.Touch) }) {
						continue
					}
					fleet = append(fleet, sh)
					rec(i + 1)
					fleet = fleet[:len(fleet)-1]
				}
			}
		}
	}
	rec(0)
	return found
}

// clash reports whether two ships are too close.
func clash(a, b []spot, touch battleship.Touch) bool {
	for _, x := range a {
		for _, y := range b {
			dr, dc := x.r-y.r, x.c-y.c
			square := dr*dr + dc*dc
			if square < [...]int{battleship.None: 3, battleship.Corners: 2, battleship.Any: 1}[touch] {
				return true
			}
		}
	}
	return false
}

func drawFleet(c battleship.Config, fleet [][]spot) []int {
	grid := make([]int, c.Rows*c.Cols)
	for _, sh := range fleet {
		for i, x := range sh {
			code := battleship.Single
			switch down := sh[0].c == sh[len(sh)-1].c; {
			case len(sh) == 1:
			case i == 0 && down:
				code = battleship.Top
			case i == 0:
				code = battleship.Left
			case i == len(sh)-1 && down:
				code = battleship.Bottom
			case i == len(sh)-1:
				code = battleship.Right
			case down:
				code = battleship.MiddleDown
			default:
				code = battleship.MiddleAcross
			}
			grid[x.r*c.Cols+x.c] = code
		}
	}
	return grid
}

// fits reports whether a grid agrees with the tallies and clues.
func fits(c battleship.Config, grid []int) bool {
	rows, cols := make([]int, c.Rows), make([]int, c.Cols)
	for at, code := range grid {
		if code != battleship.Water {
			rows[at/c.Cols]++
			cols[at%c.Cols]++
		}
		clue := battleship.ClueNone
		if c.Clues != nil {
			clue = c.Clues[at]
		}
		middle := code == battleship.MiddleAcross || code == battleship.MiddleDown
		ok := false
		switch clue {
		case battleship.ClueNone:
			ok = true
		case battleship.ClueWater:
			ok = code == battleship.Water
		case battleship.ClueSingle:
			ok = code == battleship.Single
		case battleship.ClueLeft:
			ok = code == battleship.Left
		case battleship.ClueRight:
			ok = code == battleship.Right
		case battleship.ClueTop:
			ok = code == battleship.Top
		case battleship.ClueBottom:
			ok = code == battleship.Bottom
		case battleship.ClueMiddle:
			ok = middle
		case battleship.ClueShip:
			ok = code != battleship.Water
		}
		if !ok {
			return false
		}
	}
	agree := func(tally, got []int) bool {
		for i, t := range tally {
			if t != battleship.Unknown && t != got[i] {
				return false
			}
		}
		return true
	}
	return agree(c.RowTally, rows) && agree(c.ColTally, cols)
}

// randomConfig returns a small puzzle. Tallies and clues come from a random
// filling, so that some puzzles have answers; some are then spoilt.
func randomConfig(rng *rand.Rand) battleship.Config {
	c := battleship.Config{Rows: 1 + rng.IntN(4), Cols: 1 + rng.IntN(4), Touch: battleship.Touch(rng.IntN(3))}
	for range rng.IntN(4) {
		c.Fleet = append(c.Fleet, 1+rng.IntN(1+rng.IntN(4)))
	}
	answers := brute(c)
	if len(answers) == 0 || rng.IntN(4) == 0 {
		return c // an empty board
	}
	// Go's maps are not random enough to be repeatable: take the kth in order.
	sorted := make([]string, 0, len(answers))
	for a := range answers {
		sorted = append(sorted, a)
	}
	slices.Sort(sorted)
	grid := parseGrid(sorted[rng.IntN(len(sorted))], c.Rows*c.Cols)
	c.RowTally, c.ColTally = make([]int, c.Rows), make([]int, c.Cols)
	c.Clues = make([]battleship.Clue, len(grid))
	for at, code := range grid {
		if code != battleship.Water {
			c.RowTally[at/c.Cols]++
			c.ColTally[at%c.Cols]++
		}
		if rng.IntN(6) == 0 {
			c.Clues[at] = battleship.Clue(min(code, battleship.MiddleAcross) + 1)
			if code != battleship.Water && rng.IntN(3) == 0 {
				c.Clues[at] = battleship.ClueShip
			}
		}
	}
	for _, tally := range [][]int{c.RowTally, c.ColTally} {
		for i := range tally {
			switch rng.IntN(6) {
			case 0, 1:
				tally[i] = battleship.Unknown
			case 2:
				if rng.IntN(6) == 0 {
					tally[i] = rng.IntN(min(c.Rows, c.Cols) + 1)
				}
			}
		}
	}
	if rng.IntN(6) == 0 {
		c.Clues[rng.IntN(len(grid))] = battleship.Clue(rng.IntN(9))
	}
	return c
}

func parseGrid(text string, n int) []int {
	grid := make([]int, 0, n)
	for _, ch := range text {
		if '0' <= ch && ch <= '9' {
			grid = append(grid, int(ch-'0'))
		}
	}
	return grid
}

// TestBrute compares the answers of random small puzzles by both methods with
// brute force, and the order of both methods with each other.
func TestBrute(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 14))
	withAnswer, withMany := 0, 0
	for range 1500 {
		c := randomConfig(rng)
		want := brute(c)
		p := mustNew(t, c)
		orders := map[clew.Method][]string{}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			for s, err := range clew.All(context.Background(), p, clew.WithMethod(m)) {
				if err != nil {
					t.Fatal(err)
				}
				grid := fmt.Sprint(s.Values())
				if !want[grid] {
					t.Fatalf("%+v by %s: wrong answer\n%s", c, m, p.Draw(s.Values()))
				}
				orders[m] = append(orders[m], grid)
			}
			if got := len(orders[m]); got != len(want) {
				t.Fatalf("%+v by %s: %d answers, want %d", c, m, got, len(want))
			}
			seen := slices.Clone(orders[m])
			slices.Sort(seen)
			if len(slices.Compact(seen)) != len(want) {
				t.Fatalf("%+v by %s: an answer comes twice", c, m)
			}
		}
		if !slices.Equal(orders[clew.Plain], orders[clew.Propagate]) {
			t.Fatalf("%+v: the methods differ in order\n%v\n%v", c, orders[clew.Plain], orders[clew.Propagate])
		}
		if len(want) > 0 {
			withAnswer++
		}
		if len(want) > 1 {
			withMany++
		}
	}
	if withAnswer < 300 || withMany < 100 {
		t.Errorf("only %d puzzles had an answer, %d several", withAnswer, withMany)
	}
}
