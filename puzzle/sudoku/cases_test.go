package sudoku_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

// A collection of puzzles with known answers may lie beside the module. It has
// a case a line, "grid # source | answer", in sections "## A. ...".
type outsideCase struct {
	section string // A, B, ...
	line    int
	grid    string
	note    string // source and answer
}

func outsideCases(tb testing.TB) []outsideCase {
	tb.Helper()
	const name = "shared/cases/sudoku.txt"
	for _, up := range []string{"../../..", "../../../.."} {
		f, err := os.Open(filepath.Join(up, name))
		if err != nil {
			continue
		}
		defer f.Close()
		var cases []outsideCase
		section := ""
		sc := bufio.NewScanner(f)
		for n := 1; sc.Scan(); n++ {
			line := sc.Text()
			switch {
			case strings.HasPrefix(line, "## "):
				section = line[3:4]
			case line != "" && line[0] != '#':
				grid, note, _ := strings.Cut(line, " # ")
				cases = append(cases, outsideCase{section, n, grid, note})
			}
		}
		if sc.Err() != nil || len(cases) == 0 {
			tb.Fatalf("%s: %d cases, %v", name, len(cases), sc.Err())
		}
		return cases
	}
	tb.Skipf("no %s beside the module", name)
	return nil
}

// field returns what follows key in the note, up to a space.
func (c outsideCase) field(key string) string {
	m := regexp.MustCompile(`\b` + key + `=(\S+)`).FindStringSubmatch(c.note)
	if m == nil {
		return ""
	}
	return m[1]
}

func parse(tb testing.TB, text string) *sudoku.Puzzle {
	tb.Helper()
	p, err := sudoku.ParseGrid(text, sudoku.ReadOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// TestOutsideAnswers checks count and solution of the cases of known number of
// answers. Huge numbers are approached up to a limit, which must come at once.
func TestOutsideAnswers(t *testing.T) {
	ctx := context.Background()
	for _, c := range outsideCases(t) {
		count := c.field("count")
		if c.section > "E" || count == "" && !strings.Contains(c.note, "count>=") {
			continue
		}
		t.Run(fmt.Sprintf("%s/%d", c.section, c.line), func(t *testing.T) {
			p := parse(t, c.grid)
			start := time.Now()
			if len(count) == 0 || len(count) > 6 {
				const limit = 1000
				n, err := clew.Count(ctx, p, clew.Limit(limit))
				if n.Int64() != limit || !errors.Is(err, clew.ErrLimit) {
					t.Errorf("with limit %d: %s, %v", limit, n, err)
				}
				if d := time.Since(start); d > 2*time.Second {
					t.Errorf("the first %d answers took %v", limit, d)
				}
				return
			}
			var report clew.Report
			n, err := clew.Count(ctx, p, clew.WithReport(&report))
			if err != nil || n.String() != count {
				t.Errorf("count %s, %v; want %s", n, err, count)
			}
			t.Logf("%s answers, %v, %d nodes", n, report.Elapsed, report.Nodes)
			if len(count) < 5 && report.Method == clew.Kernel {
				n, err := clew.Count(ctx, p, clew.WithMethod(clew.Propagate))
				if err != nil || n.String() != count {
					t.Errorf("count %s by the engine, %v; want %s", n, err, count)
				}
			}
			if want := c.field("solution"); want != "" {
				sol, err := clew.Solve(ctx, p)
				if err != nil {
					t.Fatal(err)
				}
				if got := p.Line(sol.Values()); got != want {
					t.Errorf("solution\n%s, want\n%s", got, want)
				}
			}
			if m := regexp.MustCompile(`conflict (r\d+c\d+)/(r\d+c\d+)`).FindStringSubmatch(c.note); m != nil {
				if got := fmt.Sprint(p.Conflicts()); !strings.Contains(got, m[1]+" and "+m[2]+" are both") {
					t.Errorf("conflicts %s do not name %s and %s", got, m[1], m[2])
				}
			}
		})
	}
}

// TestOutsideTrueCandidates compares the values of each cell in all answers.
func TestOutsideTrueCandidates(t *testing.T) {
	for _, c := range outsideCases(t) {
		if c.section != "D" {
			continue
		}
		p := parse(t, c.grid)
		seen := make([]uint64, 81)
		for sol, err := range clew.All(context.Background(), p) {
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range sol.Values() {
				seen[i] |= 1 << v
			}
		}
		var got []string
		for _, set := range seen {
			text := ""
			for v := 1; v <= 9; v++ {
				if set>>v&1 == 1 {
					text += fmt.Sprint(v)
				}
			}
			got = append(got, text)
		}
		if want := c.field("truecandidates"); strings.Join(got, ",") != want {
			t.Errorf("line %d: got %s, want %s", c.line, strings.Join(got, ","), want)
		}
	}
}

// TestOutsideForms checks the forms of input.
func TestOutsideForms(t *testing.T) {
	cases := outsideCases(t)
	first := parse(t, cases[0].grid)
	for _, c := range cases {
		if c.section != "G" {
			continue
		}
		text, multi := strings.CutPrefix(c.grid, "MULTILINE ")
		if multi {
			text = strings.ReplaceAll(text, "/", "\n")
		}
		text, form := strings.CutPrefix(text, "FORM ")
		p, err := sudoku.ParseGrid(text, sudoku.ReadOptions{})
		want := first
		switch {
		case form:
			if err == nil || !strings.Contains(err.Error(), "HoDoKu library line") {
				t.Errorf("line %d: %v", c.line, err)
			}
			continue
		case strings.Contains(c.note, "parse error"):
			if err == nil || !strings.Contains(err.Error(), "82 cells") {
				t.Errorf("line %d: %v", c.line, err)
			}
			continue
		case multi:
			_, grid, _ := strings.Cut(c.note, "equals ")
			grid, _, _ = strings.Cut(grid, " ")
			want = parse(t, grid)
		}
		if err != nil {
			t.Errorf("line %d: %v", c.line, err)
			continue
		}
		if got, want := p.Line(p.Clues()), want.Line(want.Clues()); got != want {
			t.Errorf("line %d: read as %s, want %s", c.line, got, want)
		}
	}
}

// BenchmarkSolve17 solves the puzzles of 17 clues one after the other and
// proves that the answer is the only one.
func BenchmarkSolve17(b *testing.B) {
	var lines []string
	for _, c := range outsideCases(b) {
		if c.section == "A" && strings.Count(c.grid, ".") == 81-17 {
			lines = append(lines, c.grid)
		}
	}
	benchmarkUnique(b, lines)
}

// BenchmarkHard does the same with the hardest puzzles known to people.
func BenchmarkHard(b *testing.B) {
	var lines []string
	for _, c := range outsideCases(b) {
		if c.section == "A" && (strings.HasPrefix(c.field("SE"), "1") || strings.Contains(c.note, "forum_hardest")) {
			lines = append(lines, c.grid)
		}
	}
	benchmarkUnique(b, lines)
}

func benchmarkUnique(b *testing.B, lines []string) {
	if len(lines) == 0 {
		b.Fatal("no puzzles")
	}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		p, err := sudoku.ParseGrid(lines[n%len(lines)], sudoku.ReadOptions{})
		if err != nil {
			b.Fatal(err)
		}
		u, err := clew.Unique(context.Background(), p)
		if err != nil || !u.Unique() {
			b.Fatal(lines[n%len(lines)], err)
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
	b.ReportMetric(float64(len(lines)), "different")
}
