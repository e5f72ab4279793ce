package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/watch/page"
)

// openPage opens a problem of the page.
func openPage(ctx context.Context, name string, values map[string]string) (page.Instance, error) {
	all := pageProblems()
	p := all[slices.IndexFunc(all, func(p page.Problem) bool { return p.Name == name })]
	filled := map[string]string{}
	for _, f := range p.Fields {
		filled[f.Name] = f.Default
	}
	for k, v := range values {
		filled[k] = v
	}
	return p.Open(ctx, filled)
}

// What the page offers can be solved, and its boards show values that there are.
func TestPageProblems(t *testing.T) {
	for _, p := range pageProblems() {
		for _, e := range append(p.Examples, page.Example{Name: "as it is"}) {
			inst, err := openPage(t.Context(), p.Name, e.Values)
			if err != nil {
				t.Errorf("%s %s: %v", p.Name, e.Name, err)
				continue
			}
			for _, method := range p.Methods {
				if method == clew.Plain && p.Name == "sudoku" && e.Name == "hard" {
					continue // it takes long, which is the point of it
				}
				s, err := clew.Solve(t.Context(), inst.Problem, clew.WithMethod(method))
				if err != nil || s == nil {
					t.Errorf("%s %s by %s: %v, %v", p.Name, e.Name, method, s, err)
				}
			}
			b := inst.Board
			if b == nil {
				continue
			}
			values := 0
			for _, o := range inst.Problem.Outputs() {
				values += o.Len()
			}
			if len(b.Cells) != b.Rows*b.Cols {
				t.Errorf("%s %s: %d cells on a board of %dx%d", p.Name, e.Name, len(b.Cells), b.Rows, b.Cols)
			}
			for _, cell := range b.Cells {
				if cell.Cell < 0 || cell.Cell >= values {
					t.Errorf("%s %s: a cell shows value %d of %d", p.Name, e.Name, cell.Cell, values)
				}
			}
		}
	}
}

// Boards say what is given, and what stands beside them.
func TestPageBoards(t *testing.T) {
	b := opened(openPage(t.Context(), "queens", map[string]string{"n": "3"})).Board
	if c := b.Cells[3*1+2]; !b.Chequered || c.Cell != 2 || *c.Value != 1 || c.Mark != "♛" {
		t.Errorf("queens: %+v, %+v", b, c)
	}
	inst := opened(openPage(t.Context(), "sudoku", map[string]string{"grid": "1 . | . 1\n. . | 3 .\n----+----\n3 . | . 1\n. 2 | . ."}))
	if b = inst.Board; b.BoxRows != 2 || !b.Cells[0].Given || b.Cells[1].Given || !slices.Equal(inst.Notes, []string{"r1c1 and r1c4 are both 1 in row 1", "r1c4 and r3c4 are both 1 in column 4"}) {
		t.Errorf("sudoku: %+v, %q", b, inst.Notes)
	}
	letters := strings.Repeat(".", 16*16-1) + "G"
	if b = opened(openPage(t.Context(), "sudoku", map[string]string{"grid": letters})).Board; b.Values["16"] != "P" || b.Values["7"] != "G" {
		t.Errorf("sudoku with letters: %v", b.Values)
	}
	inst = opened(openPage(t.Context(), "battleship", map[string]string{"grid": "fleet: 2\n\n. . ? \n< . 2\n0 2\n"}))
	if b = inst.Board; !slices.Equal(b.RowTallies, []string{"", "2"}) || !slices.Equal(b.ColTallies, []string{"0", "2"}) || !b.Cells[2].Given || b.Cells[0].Given || b.Values["2"] != "<" {
		t.Errorf("battleship: %+v", b)
	}
	inst = opened(openPage(t.Context(), "battleship", map[string]string{"grid": "fleet: 3\n\n. . 1\n. . 1\n"}))
	if len(inst.Notes) != 1 || inst.Board.ColTallies != nil {
		t.Errorf("battleship: %q, %+v", inst.Notes, inst.Board)
	}
	inst = opened(openPage(t.Context(), "flatzinc", map[string]string{"model": "var int: x :: output_var; solve satisfy;"}))
	if len(inst.Notes) != 1 || inst.Board != nil {
		t.Errorf("flatzinc: %q", inst.Notes)
	}
}

func opened(inst page.Instance, err error) page.Instance {
	if err != nil {
		panic(err)
	}
	return inst
}

// Mistakes are told with the field and the place. A name of a file is a text like
// any other.
func TestPageErrors(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "grid")
	if err := os.WriteFile(secret, []byte(easySudoku), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ problem, field, value, want string }{
		{"queens", "n", "eight", `n: found "eight", expected a whole number`},
		{"queens", "n", "101", `n: found 101 queens, expected 0 to 100`},
		{"queens", "n", "-1", `n: found -1 queens, expected 0 to 100`},
		{"queens", "n", "99999999999999999999", `n: found "99999999999999999999", expected`},
		{"primesum", "rows", "1000000", `primesum: found a 1000000x3 grid, expected 1 to 64 cells`},
		{"primesum", "max", "", `max: found "", expected a whole number`},
		{"sudoku", "grid", "", "grid"},
		{"sudoku", "grid", "12x4", "grid:1"},
		{"sudoku", "grid", easySudoku + "\n" + easySudoku, "grid: found more than one puzzle, expected one"},
		{"sudoku", "grid", secret, "grid:1"},
		{"sudoku", "grid", "-", "grid:1"},
		{"battleship", "grid", secret, "grid:1"},
		{"battleship", "grid", ". .\n. . .\n", "grid:2"},
		{"battleship", "grid", "size: 65x65\n", "grid:1"},
		{"flatzinc", "model", secret, "model:1:1: found"},
		{"flatzinc", "model", `include "` + secret + `"; solve satisfy;`, "model:1:"},
		{"flatzinc", "model", "var 1..3: x\nsolve satisfy;", "model:2:1: found"},
		{"flatzinc", "model", `{"variables": 1}`, "model:"},
		{"xcsp3", "model", secret, `model:1:1: found "/", expected <instance>`},
		{"xcsp3", "model", `<!DOCTYPE x [<!ENTITY e SYSTEM "file://` + secret + `">]><instance format="XCSP3" type="CSP"><variables><var id="x"> &e; </var></variables></instance>`, "model:1"},
		{"xcsp3", "model", "]\x00\x00\x80", `model:1:1: found`}, // LZMA begins like this
	} {
		_, err := openPage(t.Context(), c.problem, map[string]string{c.field: c.value})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), easySudoku) {
			t.Errorf("%s %.40q: %v, want %s", c.problem, c.value, err, c.want)
		}
	}
}

// A small text that stands for a very large model is given up in time.
func TestPageGivesUp(t *testing.T) {
	late := errors.New("it takes too long")
	var xs, names strings.Builder
	for i := range 2000 {
		n := string(rune('a'+i%26)) + "_" + strings.Repeat("i", i/26)
		xs.WriteString("var 0..9: " + n + ";\n")
		if names.WriteString(n); i < 1999 {
			names.WriteString(",")
		}
	}
	for problem, model := range map[string]string{
		"flatzinc": xs.String() + "array [1..2000] of var int: a = [" + names.String() + "];\n" +
			strings.Repeat("constraint fzn_all_different_int(a);\n", 20000) + "solve satisfy;\n",
		"xcsp3": `<instance format="XCSP3" type="CSP"><variables><array id="x" size="[100][100]"> 0..9 </array></variables><constraints>` +
			strings.Repeat("<allDifferent>x[][]</allDifferent>", 20000) + "</constraints></instance>",
	} {
		ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, late)
		if _, err := openPage(ctx, problem, map[string]string{"model": model}); !errors.Is(err, late) {
			t.Errorf("%s: %v", problem, err)
		}
		cancel()
	}
}
