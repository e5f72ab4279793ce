package battleship_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// read returns the puzzles of a text, each with its name and drawing, and the
// error that ended the reading, if any.
func read(text string, opts battleship.ReadOptions) string {
	var b strings.Builder
	for p, err := range battleship.Read(strings.NewReader(text), "f", opts) {
		if err != nil {
			fmt.Fprintln(&b, err)
			continue
		}
		fmt.Fprintf(&b, "%s\n%s", p.Name(), p.Draw(nil))
	}
	return b.String()
}

func TestRead(t *testing.T) {
	small := battleship.ReadOptions{Rows: 2, Cols: 3, Fleet: []int{2}}
	for _, c := range []struct{ name, text, want string }{
		{"drawn", "..<\nwX#\n", "battleship 2x3\n. . <\n~ x #\n"},
		{"all symbols", "._~wWoOcC<lL>rR^tTvVbB#mMxX", "battleship 1x27\n. . ~ ~ ~ o o o o < < < > > > ^ ^ ^ v v v v # # # x x\n"},
		{"decorated", "+---+\r\n| . | o | 1\r\n|===+===|\r\n|..|*\r\n +-+ \r\n  0 ,? |\r\n", "battleship 2x2\n. o 1\n. . ?\n0 ?\n"},
		{"glued", "..1\n..0\n10", "battleship 2x2\n. . 1\n. . 0\n1 0\n"},
		{"wide tallies", ". .\n" + strings.Repeat(". .\n", 9) + "10 2", "battleship 10x2\n" + strings.Repeat(" .  .\n", 10) + "10  2\n"},
		{"some tallies", "..\n..1", "battleship 2x2\n. . ?\n. . 1\n"},
		{"comments", "% one\n.. % two\n% three\n..\n\n% end", "battleship 2x2\n. .\n. .\n"},
		{"two", "..\n\n\n...\n", "battleship 1x2\n. .\nbattleship 1x3\n. . .\n"},
		{"keys only", "name: a b \nrows: 1 ?\nCols : 0, 1", "battleship a b\n. . 1\n. . ?\n0 1\n"},
		{"keys, then keys", "name: a\nsize: 1X2\n\nname: b\n\nsize: 1x1", "battleship a\n. .\nbattleship b\n. . .\n. . .\nbattleship 1x1\n.\n"},
		{"keys, then a board", "name: a\n\n% board\n..1\n01", "battleship a\n. . 1\n0 1\n"},
		{"term", "problem(7,[2:1],[1,1],[0,2,0],[b@[2,2]]).", "battleship 7\n. . . 1\n. v . 1\n0 2 0\n"},
		{"terms", "% x\nproblem ( a_b , [ ] ,\n[0],[0]\t,[ ] ) . problem(8,[1:1],[1],[1],[c@[1,1]]).% y\n\n..", "battleship a_b\n. 0\n0\nbattleship 8\no 1\n1\nbattleship 1x2\n. .\n"},
		{"mixed", "..\nproblem(8,[1:1],[1],[1],[w@[1,1]]).\nname: a\n", "battleship 1x2\n. .\nbattleship 8\n~ 1\n1\nbattleship a\n. . .\n. . .\n"},
	} {
		if got := read(c.text, small); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestReadSays checks that a fleet and a touch of the text are used, and those
// of the options where it has none.
func TestReadSays(t *testing.T) {
	opts := battleship.ReadOptions{Fleet: []int{1}, Touch: battleship.Any}
	for text, want := range map[string]string{
		"..":                           "",
		"fleet: 2,2\n.":                "the rows have room for 1 part, the fleet has 4",
		"problem(1,[3:2],[1],[1],[]).": "the row tallies sum to 1, the fleet has 6 parts",
	} {
		for p, err := range battleship.Read(strings.NewReader(text), "f", opts) {
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Contradiction(); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		}
	}
	for text, want := range map[string]string{"..": "any", "touch: corners\n..": "corners"} {
		for p := range battleship.Read(strings.NewReader(text), "f", opts) {
			if got := p.Touch().String(); got != want {
				t.Errorf("%q: touch %s, want %s", text, got, want)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 `f: found no puzzle, expected rows of cells, lines as "fleet: 4,3,3", or problem(...)`,
		"% only\n\n---\n":                  `f: found no puzzle, expected rows of cells, lines as "fleet: 4,3,3", or problem(...)`,
		"..\n.z":                           `f:2:2: found "z", expected one of . ~ o < > ^ v # x, then perhaps a tally`,
		"..\n...":                          "f:2: found 3 cells, expected 2, as in line 1",
		"size: 2x3\n...\n..":               "f:3: found 2 cells, expected 3, as the size says",
		"size: 2x3\n...\n\n...":            "f:3: found the end of the board after 1 row, expected 2, as the size says",
		"size: 1x1\n.\n.":                  "f:3: found row 2, expected at most 1 row",
		strings.Repeat(".\n", 65):          "f:65: found row 65, expected at most 64 rows",
		strings.Repeat(".", 65):            "f:1:65: found cell 65 of a row, expected at most 64",
		",,":                               "f:1: found no cells, expected one of . ~ o < > ^ v # x, then perhaps a tally",
		"..3":                              `f:1:3: found "3", expected the tally of row 1, 0 to 2, or ?`,
		"..2x":                             `f:1:3: found "2x", expected the tally of row 1, 0 to 2, or ?`,
		"..1 2":                            `f:1:5: found "2", expected the end of the line after the tally`,
		"..\n0 2":                          `f:2:3: found "2", expected the tally of column 2, 0 to 1, or ?`,
		"..\n02":                           `f:2:2: found "2", expected the tally of column 2, 0 to 1, or ?`,
		"..\n0 -1":                         `f:2:3: found "-1", expected the tally of column 2, 0 to 1, or ?`,
		"..\n0 0 0":                        "f:2: found 3 column tallies, expected 2",
		"1 2\n..":                          "f:1: found numbers above the first row, expected rows of cells; column tallies stand below",
		"..\n0 0\n..":                      "f:3: found a row below the column tallies, expected a blank line before the next puzzle",
		"..\n0 0\n0 0":                     "f:3: found a second line of column tallies, expected a blank line before the next puzzle",
		"..\nname: x":                      "f:2: found a key below the board, expected a blank line before the next puzzle",
		"name: x\nname: y":                 "f:2: found the key name twice, expected a blank line before the next puzzle",
		"  nome: x":                        `f:1:3: found the key "nome", expected name, size, fleet, touch, rows or columns`,
		"name: a\x01":                      `f:1:7: found "a\x01", expected a name of at most 80 printable characters`,
		"size: 10":                         `f:1:7: found "10", expected rows x columns as 10x10, 1 to 64 each`,
		"size: 0x5":                        `f:1:7: found "0x5", expected rows x columns as 10x10, 1 to 64 each`,
		"size: 5x99999999999":              `f:1:7: found "5x99999999999", expected rows x columns as 10x10, 1 to 64 each`,
		"fleet: 4:1":                       `f:1:8: found "4:1", expected lengths of ships as 4,3,3, 1 to 64 each`,
		"touch: yes":                       `f:1:8: found "yes", expected none, corners or any`,
		"rows: 1 2\n..1":                   `f:2:3: found "1", expected no tally here, since the key rows gives them`,
		"columns: 1 1\n..\n1 1":            "f:3: found column tallies, expected none here, since the key columns gives them",
		"rows: 1 1\n..":                    "f:1: found 2 row tallies, expected 1",
		"rows:":                            "f:1: found 0 row tallies, expected 1 to 64",
		"columns: 1 x 1":                   `f:1:12: found "x", expected the tally of column 2, 0 to 10, or ?`,
		"rows:" + strings.Repeat(" 1", 65): "f:1: found 65 row tallies, expected 1 to 64",
		"\x89PNG\r\n\x1a\n\x00":            "f:1:1: found \"\ufffd\", expected one of . ~ o < > ^ v # x, then perhaps a tally",
		"..\n\x00":                         "f:2:1: found a zero byte (a binary file?), expected text",
		strings.Repeat(".", 1<<21):         "f:1: found a line longer than 1048576 bytes, expected shorter lines",

		"problem(1,[4:1],[1,1],\n[5],[]).":             `f:2:2: found "5", expected the tally of column 1, 0 to 2, or ?`,
		"problem(1,[4:1],[2],[1],[]).":                 `f:1:18: found "2", expected the tally of row 1, 0 to 1, or ?`,
		"problem(1,[4:1],[1],[1],[c@[1,2]]).":          `f:1:31: found "2", expected a column, 1 to 1`,
		"problem(1,[4:1],[1],[1],[z@[1,2]]).":          `f:1:26: found "z", expected a hint: w, c, m, t, b, l or r`,
		"problem(1,[4:1],[1],[1],[c@[1,1],w@[1,1]]).":  "f:1:34: found a second hint for [1,1], expected one a cell",
		"problem(1,[65:1],[1],[1],[]).":                `f:1:12: found "65", expected the length of a ship, 1 to 64`,
		"problem(1,[1:4097],[1],[1],[]).":              `f:1:14: found "4097", expected a number of ships, 0 to 4096`,
		"problem(1,[1:4000,1:97],[1],[1],[]).":         `f:1:21: found "97", expected a number of ships, 0 to 96`,
		"problem(1,[4:1],[],[1],[]).":                  "f:1: found 0 row tallies, expected 1 to 64",
		"problem(1,[4:1],[1] [1],[]).":                 `f:1:21: found "[", expected ","`,
		"problem(1,[4:1 3:1],[1],[1],[]).":             `f:1:16: found "3", expected "," or "]"`,
		"problem(1,[4:1],[1],[1],[])\n\nproblem(":      `f:3:1: found "problem", expected "."`,
		"problem(\n1,[4:1":                             `f:2:7: found the end of the text, expected "," or "]"`,
		"problem(1,[4:1],[1,":                          `f:1:20: found the end of the text, expected "]"`,
		"problem([4:1],":                               `f:1:9: found "[", expected the puzzle's number or name`,
		"problems(1)":                                  `f:1:1: found "problems", expected "problem"`,
		"problem(1,[4:1],[" + strings.Repeat("1,", 70): `f:1:148: found "1", expected "]"`,
		"problem(1,[1:1],[1],[1],[]). x:":              `f:1:30: found the key "x", expected name, size, fleet, touch, rows or columns`,
	} {
		opts := battleship.ReadOptions{}
		got := read(text, opts)
		lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
		if lines[len(lines)-1] != want {
			t.Errorf("%.60q: got\n%s\nwant\n%s", text, got, want)
		}
	}
}

// TestReadCut cuts a term off at every character, at the end of the text or
// before something that is none.
func TestReadCut(t *testing.T) {
	const term = "problem(1, [2:1,1:2], [2,0,2], [2,1,1], [l@[1,1],w@[2,2]])."
	for n := len("problem"); n < len(term); n++ {
		for end, want := range map[string]string{"": "found the end of the text", "\n\x00": "f:2:1: found a zero byte"} {
			if got := read(term[:n]+end, battleship.ReadOptions{}); !strings.Contains(got, want) {
				t.Errorf("%q: %s, want %s", term[:n]+end, got, want)
			}
		}
	}
}

// TestReadOptions checks that what is wrong with the options is an error.
func TestReadOptions(t *testing.T) {
	for _, opts := range []battleship.ReadOptions{{Rows: 65}, {Fleet: []int{0}}, {Touch: 7}} {
		for p, err := range battleship.Read(strings.NewReader("name: x"), "f", opts) {
			if err == nil || p != nil {
				t.Errorf("%+v: no error", opts)
			}
		}
	}
}

// TestReadStops checks that a broken loop stops the reading.
func TestReadStops(t *testing.T) {
	n := 0
	for range battleship.Read(strings.NewReader("..\n\n..\n\nz"), "f", battleship.ReadOptions{}) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d puzzles", n)
	}
}

// TestReadLong reads many terms on one line, in time linear in its length.
func TestReadLong(t *testing.T) {
	const term = "problem(1,[1:1],[1],[1],[])."
	n := 0
	for _, err := range battleship.Read(strings.NewReader(strings.Repeat(term, input.MaxLine/len(term))), "f", battleship.ReadOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != input.MaxLine/len(term) {
		t.Errorf("%d puzzles", n)
	}
}

// TestRoundTrip reads drawings of random puzzles again.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		p := mustNew(t, randomConfig(rng))
		drawn := p.Draw(nil)
		if got := read(drawn, battleship.ReadOptions{}); !strings.HasSuffix(got, "\n"+drawn) || strings.Count(got, "battleship") != 1 {
			t.Fatalf("drawn\n%sread\n%s", drawn, got)
		}
	}
}

// FuzzRead reads any text without a panic: errors say where they are, and a
// puzzle's drawing is read as a puzzle with the same drawing.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"testdata/puzzles.txt", "testdata/terms.pl"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add("size: 2x2\nrows: 1 ?\n\n..\n<>\n")
	f.Add("problem(1,[2:1],[1,1],[0,2,0],[b@[2,2]]). problem(")
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		for p, err := range battleship.Read(strings.NewReader(text), "f", battleship.ReadOptions{}) {
			if n++; err != nil {
				var at *input.Error
				if !errors.As(err, &at) || at.Found == "" || at.Expected == "" {
					t.Fatalf("error %v", err)
				}
				continue
			}
			drawn := p.Draw(nil)
			for q, err := range battleship.Read(strings.NewReader(drawn), "g", battleship.ReadOptions{}) {
				if err != nil || q.Draw(nil) != drawn {
					t.Fatalf("%v from\n%s", err, drawn)
				}
			}
		}
		if n == 0 {
			t.Fatal("neither a puzzle nor an error")
		}
	})
}
