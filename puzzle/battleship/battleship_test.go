package battleship_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

func mustNew(t testing.TB, c battleship.Config) *battleship.Puzzle {
	t.Helper()
	p, err := battleship.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// readFile returns the puzzles of a file.
func readFile(t testing.TB, name string) []*battleship.Puzzle {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var ps []*battleship.Puzzle
	for p, err := range battleship.Read(f, name, battleship.ReadOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	return ps
}

// TestCounts compares the number of placements on empty boards with counts
// from independent programs: brute force, and dynamic programming over rows.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		fleet      []int
		touch      battleship.Touch
		want       string
	}{
		{10, 10, []int{2, 2}, battleship.Any, "15626"},
		{6, 5, []int{2, 3, 3, 4}, battleship.Any, "179362"},
		{5, 5, []int{1, 1, 2, 3}, battleship.None, "8712"},
	} {
		p := mustNew(t, battleship.Config{Rows: c.rows, Cols: c.cols, Fleet: c.fleet, Touch: c.touch})
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			got, err := clew.Count(context.Background(), p, clew.WithMethod(m))
			if err != nil || got.String() != c.want {
				t.Errorf("%dx%d %v %v by %s: %v, %v; want %s", c.rows, c.cols, c.fleet, c.touch, m, got, err, c.want)
			}
		}
	}
}

// TestPuzzles solves the puzzles of testdata, which have one answer each, by
// both methods, and reads the drawn answers again: they are puzzles with the
// same answer.
func TestPuzzles(t *testing.T) {
	text, err := os.ReadFile("testdata/puzzles.answers.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n\n"), "\n\n")
	ps := readFile(t, "testdata/puzzles.txt")
	if len(ps) != len(want) {
		t.Fatalf("%d puzzles, %d answers", len(ps), len(want))
	}
	for i, p := range ps {
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			u, err := clew.Unique(context.Background(), p, clew.WithMethod(m))
			if err != nil || !u.Unique() {
				t.Errorf("%s by %s: %v, %v; want one answer", p.Name(), m, u, err)
				continue
			}
			if got := p.Draw(u.Solutions[0].Values()); got != want[i]+"\n" {
				t.Errorf("%s by %s:\n%swant\n%s", p.Name(), m, got, want[i])
			}
		}
	}
}

// TestSideBySide holds that ships are told apart by the cells that they hold:
// two ships of 2 fill a square in two ways.
func TestSideBySide(t *testing.T) {
	p := mustNew(t, battleship.Config{Rows: 2, Cols: 2, Fleet: []int{2, 2}, Touch: battleship.Any})
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		got := ""
		for s, err := range clew.All(context.Background(), p, clew.WithMethod(m)) {
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			got += string(text) + "\n" + p.Draw(s.Values())
		}
		want := `{"grid":[[2,3],[2,3]]}` + "\n< >\n< >\n" + `{"grid":[[4,4],[5,5]]}` + "\n^ ^\nv v\n"
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", m, got, want)
		}
	}
}

func TestNewErrors(t *testing.T) {
	good := battleship.Config{Rows: 3, Cols: 4}
	for want, change := range map[string]func(*battleship.Config){
		"a board of 0x4":               func(c *battleship.Config) { c.Rows = 0 },
		"a board of 3x65":              func(c *battleship.Config) { c.Cols = 65 },
		"touch 3":                      func(c *battleship.Config) { c.Touch = 3 },
		"a ship of length 0":           func(c *battleship.Config) { c.Fleet = []int{2, 0} },
		"a ship of length 65":          func(c *battleship.Config) { c.Fleet = []int{65} },
		"4097 ships":                   func(c *battleship.Config) { c.Fleet = make([]int, 4097) },
		"2 row tallies, expected 3":    func(c *battleship.Config) { c.RowTally = []int{1, 2} },
		"the tally 5 of row 2":         func(c *battleship.Config) { c.RowTally = []int{0, 5, 0} },
		"the tally -2 of column 1":     func(c *battleship.Config) { c.ColTally = []int{-2, 0, 0, 0} },
		"clues for 3 cells":            func(c *battleship.Config) { c.Clues = make([]battleship.Clue, 3) },
		"clue 9 at r1c2":               func(c *battleship.Config) { c.Clues = make([]battleship.Clue, 12); c.Clues[1] = 9 },
		"5 column tallies, expected 4": func(c *battleship.Config) { c.ColTally = make([]int, 5) },
	} {
		c := good
		change(&c)
		if _, err := battleship.New(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestNoAnswer checks puzzles without an answer, and what Contradiction says
// of them.
func TestNoAnswer(t *testing.T) {
	u := battleship.Unknown
	for _, c := range []struct {
		c    battleship.Config
		want string
	}{
		{battleship.Config{Rows: 3, Cols: 3, Fleet: []int{4}}, ""},
		{battleship.Config{Rows: 2, Cols: 3, Fleet: []int{1, 1, 1}}, ""},
		{battleship.Config{Rows: 2, Cols: 2, Fleet: []int{2}, RowTally: []int{1, 0}}, "the row tallies sum to 1, the fleet has 2 parts"},
		{battleship.Config{Rows: 2, Cols: 2, Fleet: []int{1}, ColTally: []int{2, u}}, "the known column tallies sum to 2, the fleet has only 1 part"},
		{battleship.Config{Rows: 2, Cols: 2, Fleet: []int{2, 1}, RowTally: []int{0, u}}, "the rows have room for 2 parts, the fleet has 3"},
		{battleship.Config{Rows: 1, Cols: 3, Fleet: []int{1}, Clues: []battleship.Clue{battleship.ClueShip, 0, battleship.ClueSingle}}, "the clues give 2 ship parts, the fleet has only 1"},
		{battleship.Config{Rows: 1, Cols: 3, Fleet: []int{2}, Clues: []battleship.Clue{battleship.ClueSingle, 0, 0}}, ""},
		{battleship.Config{Rows: 1, Cols: 1, Clues: []battleship.Clue{battleship.ClueShip}}, "the clues give 1 ship part, the fleet has only 0"},
	} {
		p := mustNew(t, c.c)
		if got := p.Contradiction(); got != c.want {
			t.Errorf("%+v: contradiction %q, want %q", c.c, got, c.want)
		}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			if n, err := clew.Count(context.Background(), p, clew.WithMethod(m)); err != nil || n.Sign() != 0 {
				t.Errorf("%+v by %s: %v, %v; want 0", c.c, m, n, err)
			}
		}
	}
}

// TestEmptyFleet has one answer: water.
func TestEmptyFleet(t *testing.T) {
	p := mustNew(t, battleship.Config{Rows: 1, Cols: 2, RowTally: []int{0}})
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		u, err := clew.Unique(context.Background(), p, clew.WithMethod(m))
		if err != nil || !u.Unique() || p.Draw(u.Solutions[0].Values()) != "~ ~ 0\n" {
			t.Errorf("%s: %v, %v", m, u, err)
		}
	}
}

// TestHuge stops cleanly where answers cannot be enumerated, and where the
// model would be absurdly large.
func TestHuge(t *testing.T) {
	var lengths []int
	for n := range battleship.MaxSide {
		lengths = append(lengths, n+1)
	}
	for _, c := range []battleship.Config{
		{Rows: 10, Cols: 10, Fleet: battleship.DefaultFleet()},
		{Rows: 64, Cols: 64, Fleet: lengths[:20], Touch: battleship.Corners},
		{Rows: 64, Cols: 64, Fleet: lengths[:50], RowTally: make([]int, 64)},
	} {
		if c.RowTally != nil { // one known tally, for the sake of the advice
			for i := range c.RowTally {
				c.RowTally[i] = battleship.Unknown
			}
			c.RowTally[0] = 50
		}
		p := mustNew(t, c)
		n, err := clew.Count(context.Background(), p, clew.Limit(1000))
		if !errors.Is(err, clew.ErrLimit) || n.Int64() != 1000 {
			t.Errorf("%s: %v, %v; want 1000 and a limit reached", p.Name(), n, err)
		}
	}
	p := mustNew(t, battleship.Config{Rows: 64, Cols: 64, Fleet: lengths})
	if _, err := p.Model(); !errors.Is(err, clew.ErrUnsupported) {
		t.Errorf("model of 64 lengths on 64x64: %v", err)
	}
}

// TestAdvice checks that an empty board is walked ship by ship, and a puzzle by
// the engine.
func TestAdvice(t *testing.T) {
	for want, c := range map[clew.Method]battleship.Config{
		clew.Plain:     {Rows: 2, Cols: 2, Fleet: []int{2}, RowTally: []int{battleship.Unknown, battleship.Unknown}},
		clew.Propagate: {Rows: 2, Cols: 2, Fleet: []int{2}, ColTally: []int{2, 0}},
	} {
		var r clew.Report
		if _, err := clew.Count(context.Background(), mustNew(t, c), clew.WithReport(&r)); err != nil || r.Method != want {
			t.Errorf("%+v by %s, %v; want %s", c, r.Method, err, want)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"4,3,3": "[4,3,3]", " 1  2 ": "[1,2]", "64": "[64]",
		"4, 3": "[4,3]", "": "found no ships", " ": "found no ships",
		",": "beside a comma", "4,": "beside a comma", "4, ,3": "beside a comma", ",3": "beside a comma", "0": `found ship length "0"`, "65": `"65"`, "2,x": `"x"`,
		strings.Repeat("1,", 4096) + "1": "found 4097 ships",
	} {
		fleet, err := battleship.ParseFleet(text)
		got, _ := json.Marshal(fleet)
		if err != nil {
			got = []byte(err.Error())
		}
		if !strings.Contains(string(got), want) {
			t.Errorf("ParseFleet(%q): %s, want %s", text, got, want)
		}
	}
	for _, touch := range []battleship.Touch{battleship.None, battleship.Corners, battleship.Any} {
		if got, err := battleship.ParseTouch(touch.String()); err != nil || got != touch {
			t.Errorf("ParseTouch(%q): %v, %v", touch, got, err)
		}
	}
	if _, err := battleship.ParseTouch(battleship.Touch(3).String()); err == nil {
		t.Error("ParseTouch accepts Touch(3)")
	}
}
