package sudoku_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

func TestDraw(t *testing.T) {
	p := parse(t, lesson)
	want := `
4 2 5 | . . 8 | 3 6 7
. 6 . | . . 4 | 1 2 .
. 8 . | . . 2 | . . .
------+-------+------
. 4 . | . . 5 | 9 1 2
. . . | . . . | . . .
. 1 9 | 4 . . | 6 7 5
------+-------+------
. 3 . | . . . | . 8 .
. . 6 | . . . | . 9 .
1 9 4 | . . . | . 5 .
`
	if diff := cmp.Diff(want[1:], p.Draw(p.Clues())); diff != "" {
		t.Error(diff)
	}
}

func TestDrawMarked(t *testing.T) {
	p := parse(t, "A.B.C. ...... ...... ...... ...... .....F")
	values := p.Clues()
	values[7] = clew.Unset
	want := `
 A [.] B | .  C  . 
 . [.] . | .  .  . 
---------+---------
 .  .  . | .  .  . 
 .  .  . | .  .  . 
---------+---------
 .  .  . | .  .  . 
 .  .  . | .  . [F]
`
	if diff := cmp.Diff(want[1:], p.DrawMarked(values, []int{1, 7, 35})); diff != "" {
		t.Error(diff)
	}
}

func TestDrawCandidates(t *testing.T) {
	p := parse(t, "1... ..2. .3.. ...4")
	want := `
+-------+-------+
| 1  24 | 34 3  |
| 34 4  | 2  13 |
+-------+-------+
| 24 3  | 1  12 |
| 2  12 | 13 4  |
+-------+-------+
`
	if diff := cmp.Diff(want[1:], p.DrawCandidates()); diff != "" {
		t.Error(diff)
	}
	p = parse(t, "123. ...4 .... ....")
	if got := p.DrawCandidates(); !strings.Contains(got, "| 3   !   |") {
		t.Errorf("no ! in the cell without candidates:\n%s", got)
	}
	p, err := sudoku.New(1, 36, make([]int, 36*36))
	if err != nil {
		t.Fatal(err)
	}
	if got := p.DrawCandidates(); !strings.Contains(got, "| 1,2,3,4,") {
		t.Error("no commas between numbers")
	}
}

// TestRedraw draws random grids of all shapes in both ways and reads them back.
func TestRedraw(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 20 * len(shapes) {
		shape := shapes[round%len(shapes)]
		values := fullGrid(r, shape[0], shape[1])
		for i := range values {
			if r.IntN(3) == 0 {
				values[i] = 0
			}
		}
		values[0] = 1 // a digit, so that letters go on from it
		p, err := sudoku.New(shape[0], shape[1], values)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{p.Line(values), p.Draw(values)} {
			q, err := sudoku.ParseGrid(text, sudoku.ReadOptions{BoxRows: shape[0], BoxCols: shape[1]})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if !slices.Equal(q.Clues(), values) {
				t.Fatalf("read back as\n%s, drawn\n%s", q.Draw(q.Clues()), text)
			}
		}
	}
}
