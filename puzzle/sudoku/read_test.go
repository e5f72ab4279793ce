package sudoku_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clewsolver/clew/puzzle/sudoku"
)

// read returns what Read yields: grids on one line, with dots for blanks, and
// errors.
func read(text string, opts sudoku.ReadOptions) []string {
	var got []string
	for p, err := range sudoku.Read(strings.NewReader(text), "f", opts) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, p.Line(p.Clues()))
	}
	return got
}

// rows cuts a grid on one line into its rows.
func rows(line string, n int) []string {
	var out []string
	for ; line != ""; line = line[n:] {
		out = append(out, line[:n])
	}
	return out
}

// twelve is a start grid of 12 x 12.
var twelve = strings.Join([]string{
	"1...5...9...", "....9.....5.", "9...1.......", "....4...C...",
	"............", ".B..........", "...........A", "6..5........",
	"............", "..C.........", "............", "..........7.",
}, "")

func TestReadForms(t *testing.T) {
	dots := strings.ReplaceAll(lesson, "0", ".")
	lines := rows(dots, 9)
	four := "1...." + "..2..3" + "....4"
	nl := func(ls ...string) string { return strings.Join(ls, "\n") + "\n" }
	bands := func(ls []string, size int, between string) string {
		var out []string
		for i, l := range ls {
			if i > 0 && i%size == 0 {
				out = append(out, between)
			}
			out = append(out, l)
		}
		return nl(out...)
	}
	boxed := func(l, sep string) string {
		return l[:3] + sep + l[3:6] + sep + l[6:]
	}
	each := func(f func(l string) string) []string {
		var out []string
		for _, l := range lines {
			out = append(out, f(l))
		}
		return out
	}
	apart := func(sep string) func(string) string {
		return func(l string) string { return strings.Join(strings.Split(l, ""), sep) }
	}
	hex := "0" + strings.Repeat(".", 15) + "1F" + strings.Repeat("x", 238)
	numbers12 := func(blank string) string {
		var b strings.Builder
		for i, c := range twelve {
			text := string(c)
			switch {
			case c == '.':
				text = blank
			case c >= 'A':
				text = fmt.Sprint(c - 'A' + 10)
			}
			fmt.Fprintf(&b, "%3s", text)
			if i%12 == 11 {
				b.WriteByte('\n')
			}
		}
		return b.String()
	}
	decimal := strings.NewReplacer("A", "10", "B", "11", "C", "12").Replace(apart(" ")(twelve))
	// Rows with four clues each, which could be the rows of a 4 x 4: the first
	// has symbols beyond, the second has not, but nine rows.
	cyclic := nl("1.2..3..9", "12..3..9.", ".1.23...9", "1..2.3.9.", "12...3..9", ".12..3.9.", "1.2.3...9", "..12.3..9", "1.2.3..9.")
	low := strings.ReplaceAll(cyclic, "9", "4")
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"line", lesson, []string{dots}},
		{"mixed blanks", strings.Replace(strings.Replace(lesson, "0", "*", 5), "0", "_", 9), []string{dots}},
		{"dashes", strings.ReplaceAll(lesson, "0", "-"), []string{dots}},
		{"x", strings.ReplaceAll(lesson, "0", "x") + "\r\n" + strings.ReplaceAll(lesson, "0", "X"), []string{dots, dots}},
		{"spaces", strings.ReplaceAll(lesson, "0", " "), []string{dots}},
		{"spaces and a comment", strings.ReplaceAll(lesson, "0", " ") + " # note", []string{dots}},
		{"groups", strings.Join(rows(lesson, 9), " "), []string{dots}},
		{"commas", apart(",")(lesson), []string{dots}},
		{"commas, empty fields", apart(",")(lesson) + "," + "\n" + strings.ReplaceAll(apart(",")(lesson), "0", ""), []string{dots, dots}},
		{"three on three lines", lesson + "\n\n# and\n" + dots + "\r" + lessonIs, []string{dots, dots, lessonIs}},
		{"rows", nl(lines...), []string{dots}},
		{"rows, CR LF, byte order mark", "\ufeff" + strings.Join(lines, "\r\n"), []string{dots}},
		{"rows twice, nothing between", nl(lines...) + nl(lines...), []string{dots, dots}},
		{"rows apart", nl(each(apart(" "))...), []string{dots}},
		{"rows, tabs and empty fields", strings.ReplaceAll(nl(each(apart("\t"))...), ".", ""), []string{dots}},
		{"bars", nl(each(func(l string) string { return "|" + boxed(l, "|") + "|" })...), []string{dots}},
		{"bands", bands(lines, 3, ""), []string{dots}},
		{"a blank line after every row", strings.Join(lines, "\n\n"), []string{dots}},
		{"4x4, a blank line after every row, twice", strings.Repeat("1...\n\n..2.\n\n.3..\n\n...4\n\n", 2), []string{"1.....2..3.....4", "1.....2..3.....4"}},
		{"bands twice", bands(lines, 3, "") + "\n" + bands(lines, 3, "# band"), []string{dots, dots}},
		{"plus ruler", bands(lines, 3, "---+---+---"), []string{dots}},
		{"equals ruler", bands(lines, 3, "==========="), []string{dots}},
		{"dash ruler of any length", bands(lines, 3, "-----------"), []string{dots}},
		{"dash ruler as long as a row", bands(lines, 3, "---------"), []string{dots}},
		{"box drawing", bands(each(func(l string) string { return "│" + boxed(l, "│") + "│" }), 3, "├───┼───┼───┤"), []string{dots}},
		{"stars", "*-----------*\n" + bands(each(func(l string) string { return "|" + boxed(l, "|") + "|" }), 3, "|---+---+---|") + "*-----------*", []string{dots}},
		{"dots and quotes", ".-----------.\n" + bands(each(func(l string) string { return "|" + boxed(l, "|") + "|" }), 3, ":---+---+---:") + "'-----------'", []string{dots}},
		{"rows of dashes, a blank row", strings.ReplaceAll(nl(lines...), ".", "-"), []string{dots}},
		{"rows of dashes and rulers", strings.ReplaceAll(bands(lines, 3, "---+---+---"), ".", "-"), []string{dots}},
		{"rows of dashes, long rulers", strings.ReplaceAll(bands(lines, 3, "-----------"), ".", "-"), []string{dots}},
		{"rows of spaces", strings.ReplaceAll(nl(lines...), ".", " "), []string{dots}},
		{"rows of spaces in bars", strings.ReplaceAll(nl(each(func(l string) string { return "|" + boxed(l, "|") + "|" })...), ".", " "), []string{dots}},
		{"sdk", "[Puzzle]\n#Aauthor \xe9\n#Lhard\n" + nl(lines...) + "[State]\n" + nl(rows(lessonIs, 9)...), []string{dots}},
		{"titles", "Grid 01\n" + nl(lines...) + "puzzle #2:\n" + lesson, []string{dots, dots}},
		{"comments", "; a\n% b\n// c\n\n" + lines[0] + " # first row\n" + nl(lines[1:]...), []string{dots}},
		{"separators between lines", lesson + "\n" + strings.Repeat("-", 81) + "\n" + dots + "\n---", []string{dots, dots}},

		{"4x4 on lines", nl(four, four), []string{four, four}},
		{"4x4 in 16 lines", strings.Repeat(four+"\n", 16), slices.Repeat([]string{four}, 16)},
		{"4x4 rows", nl("1 . | . .", ". . | 2 .", "----+----", ". 3 | . .", ". . | . 4"), []string{"1.....2..3.....4"}},
		{"4x4 blank row of dashes", nl("1---", "--2-", "----", "---4"), []string{"1.....2........4"}},
		{"6x6 blank row of dashes", nl("1-----", "--2---", "------", "---4--", "----5-", "------"), []string{"1.......2............4......5......."}},
		{"6x6 rulers of dashes", nl("1.....", "..2...", "------", "...4..", "....5.", "------", "......", "......"), []string{"1.......2......4......5............."}},
		{"12x12", twelve, []string{twelve}},
		{"12x12 rows", nl(rows(twelve, 12)...), []string{twelve}},
		{"16x16 hex", hex, []string{strings.ReplaceAll(hex, "x", ".")}},
		{"16x16 letters", "A..P" + strings.Repeat(".", 252), []string{"A..P" + strings.Repeat(".", 252)}},
		{"16x16 lower case", "1..g" + strings.Repeat("0", 252), []string{"1..G" + strings.Repeat(".", 252)}},
		{"16x16 rows", nl(rows("1..G"+strings.Repeat("0", 252), 16)...), []string{"1..G" + strings.Repeat(".", 252)}},
		{"16x16 bands", bands(rows("1..G"+strings.Repeat("0", 252), 16), 4, ""), []string{"1..G" + strings.Repeat(".", 252)}},
		{"16x16 few symbols, drawn", bands(slices.Repeat([]string{"1.2............."}, 16), 4, "---+---"), []string{strings.Repeat("1.2.............", 16)}},
		{"25x25 A-Y", "XY" + strings.Repeat(".", 623), []string{"XY" + strings.Repeat(".", 623)}},
		{"25x25 digits, x blank", "1P" + strings.Repeat("x", 623), []string{"1P" + strings.Repeat(".", 623)}},
		{"numbers", numbers12("."), []string{decimal}},
		{"numbers, zeros", numbers12("00"), []string{decimal}},
		{"numbers, double blanks", numbers12("--"), []string{decimal}},
		{"numbers padded with zeros", "01 02 03 04" + strings.Repeat(" 00", 77), []string{"1234" + strings.Repeat(".", 77)}},
		{"groups with commas", strings.Join(rows(lesson, 9), ", "), []string{dots}},
		{"rows, groups with tabs", strings.ReplaceAll(nl(each(func(l string) string { return boxed(l, "\t") })...), ".", "0"), []string{dots}},
		{"rows of spaces, four clues each", strings.ReplaceAll(cyclic, ".", " "), []string{strings.ReplaceAll(cyclic, "\n", "")}},
		{"rows of spaces, as many clues as a 4x4 has", strings.ReplaceAll(low, ".", " "), []string{strings.ReplaceAll(low, "\n", "")}},
		{"4x4 touching beside bars", nl("12 | 34", "34 | 12", "----+----", "21 | 43", "43 | 21"), []string{"1234341221434321"}},
		{"numbers, commas", strings.Join(strings.Fields(numbers12("0")), ", "), []string{decimal}},
		{"numbers, empty fields", strings.ReplaceAll(strings.Join(strings.Fields(numbers12("0")), ";")+";", ";0", ";"), []string{decimal}},
	} {
		if diff := cmp.Diff(c.want, read(c.text, sudoku.ReadOptions{})); diff != "" {
			t.Errorf("%s:\n%s\n%s", c.name, c.text, diff)
		}
	}
}

func TestReadErrors(t *testing.T) {
	dots := strings.ReplaceAll(lesson, "0", ".")
	lines := rows(dots, 9)
	grid := strings.Join(lines, "\n") + "\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"empty", "", []string{"f: found no puzzle, expected a grid on one line, or rows of cells"}},
		{"only comments", "# a\n\n---------\n", []string{"f: found no puzzle, expected a grid on one line, or rows of cells"}},
		{"82 cells", dots + ".\n" + dots, []string{"f:1: found 82 cells on the line, expected 81 for a 9 x 9 grid", dots}},
		{"unknown symbol", dots[:40] + "?" + dots[41:] + "\n" + dots, []string{`f:1:41: found "?", expected a symbol from 1 to 9 or a blank`, dots}},
		{"unknown symbol, wrong length", "<p>" + dots, []string{`f:1:1: found "<", expected a digit, a letter or a blank (. 0 * _ -)`}},
		{"unknown symbol after a wide one", "é" + dots[1:], []string{`f:1:1: found "é", expected a symbol from 1 to 9 or a blank`}},
		{"letter out of range", strings.Repeat(".", 80) + "J", []string{`f:1:81: found "J", expected a symbol from A to I or a blank`}},
		{"letter among digits", "1" + strings.Repeat(".", 79) + "A", []string{`f:1:81: found "A", expected a symbol from 1 to 9 or a blank`}},
		{"digit out of range", "1..5............", []string{`f:1:4: found "5", expected a symbol from 1 to 4 or a blank`}},
		{"number out of range", "10 13" + strings.Repeat(" .", 142), []string{`f:1:4: found "13", expected a number 1 to 12 or a blank`}},
		{"letter among numbers", "10 A" + strings.Repeat(" .", 142), []string{`f:1:4: found "A", expected a number 1 to 12 or a blank`}},
		{"row too short", grid[:12] + grid[13:] + "\n" + dots, []string{"f:2: found a row of 8 cells, expected 9 cells as in line 1", dots}},
		{"a row missing", strings.Join(lines[:8], "\n") + "\n\n" + grid, []string{"f:1: found 8 rows of 9 cells from here on, expected 9 rows", dots}},
		{"a band missing", strings.Join(lines[:3], "\n") + "\n\n" + strings.Join(lines[3:6], "\n") + "\n\n" + grid, []string{"f:1: found 6 rows of 9 cells from here on, expected 9 rows", dots}},
		{"a row missing, blank lines between", "1...\n\n..2.\n\n.3..\n", []string{"f:1: found 3 rows of 4 cells from here on, expected 4 rows"}},
		{"a row, then a grid", lines[0] + "\n\n" + grid, []string{"f:1: found a single row of 9 cells, expected 9 rows", dots}},
		{"a row, then a band", lines[0] + "\n\n" + strings.Join(lines[:3], "\n") + "\n\n" + grid, []string{"f:1: found a single row of 9 cells, expected 9 rows", "f:3: found 3 rows of 9 cells from here on, expected 9 rows", dots}},
		{"a row too many", grid + lines[0], []string{dots, "f:10: found a single row of 9 cells, expected 9 rows"}},
		{"a single short line", "123", []string{"f:1: found a row of 3 cells, expected 4 cells"}},
		{"a length between two", "1234567\n\n12345678901", []string{"f:1: found a row of 7 cells, expected 6 or 8 cells", "f:3: found a row of 11 cells, expected 10 or 12 cells"}},
		{"candidates", strings.Repeat("12 3 4 5 6 7 8 9 19\n1 2 3 4 5 6 7 89 789\n", 5), []string{"f:1: found cells of several symbols (a grid of candidates?), expected one symbol a cell"}},
		{"HoDoKu", dots + "\n:0000:8:425+1:1:::\n" + dots, []string{dots, "f:2: found a HoDoKu library line, which gives a position and not a start grid, expected the clues as a grid", dots}},
		{"zero byte", dots + "\n\x00\n" + dots, []string{dots, "f:2:1: found a zero byte (a binary file?), expected text"}},
		{"control byte", dots + "\nab\x01\n" + dots, []string{dots, "f:2:3: found the byte 0x01, expected text (is this a Sudoku file?)"}},
		{"broken UTF-8", "12\xff3\n" + dots, []string{"f:1:3: found the byte 0xff, expected text (is this a Sudoku file?)"}},
		{"long line", strings.Repeat("1", 20000) + "\n" + dots, []string{"f:1: found a line of 20000 bytes, expected a row or a grid, in at most 16384 bytes", dots}},
		{"huge line", dots + "\n" + strings.Repeat("1", 2<<20), []string{dots, "f:2: found a line longer than 1048576 bytes, expected shorter lines"}},
	} {
		if diff := cmp.Diff(c.want, read(c.text, sudoku.ReadOptions{})); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func TestReadOptions(t *testing.T) {
	for _, c := range []struct {
		opts sudoku.ReadOptions
		text string
		want string // boxes and grid, or error
	}{
		{sudoku.ReadOptions{}, "1" + strings.Repeat(".", 35), "2x3 1" + strings.Repeat(".", 35)},
		{sudoku.ReadOptions{BoxRows: 3}, "1" + strings.Repeat(".", 35), "3x2 1" + strings.Repeat(".", 35)},
		{sudoku.ReadOptions{BoxCols: 2}, "1" + strings.Repeat(".", 63), "4x2 1" + strings.Repeat(".", 63)},
		{sudoku.ReadOptions{BoxRows: 1, BoxCols: 7}, "7" + strings.Repeat(".", 48), "1x7 7" + strings.Repeat(".", 48)},
		{sudoku.ReadOptions{BoxRows: 2, BoxCols: 7}, "E" + strings.Repeat(".", 195), "2x7 E" + strings.Repeat(".", 195)},
		{sudoku.ReadOptions{BoxRows: 1, BoxCols: 1}, "1", "1x1 1"},
		{sudoku.ReadOptions{BoxRows: 1, BoxCols: 1}, "-", "1x1 ."},
		{sudoku.ReadOptions{BoxRows: 3, BoxCols: 3}, "1...............", "grid:1: found 16 cells on the line, expected 81 for a 9 x 9 grid"},
		{sudoku.ReadOptions{BoxRows: 3, BoxCols: 3}, strings.Repeat("1", 36), "grid:1: found 36 cells on the line, expected 81 for a 9 x 9 grid"},
		{sudoku.ReadOptions{}, "nope.txt", "grid:1: found 8 cells on the line, expected 16 for a 4 x 4 grid"},
		{sudoku.ReadOptions{}, "1", "grid:1: found 1 cell on the line, expected 16 for a 4 x 4 grid"},
		{sudoku.ReadOptions{}, "?234", `grid:1:1: found "?", expected a digit, a letter or a blank (. 0 * _ -)`},
		{sudoku.ReadOptions{BoxRows: 7, BoxCols: 7}, "1", "sudoku: found boxes of 7 x 7 cells, expected 1 to 36 cells"},
		{sudoku.ReadOptions{BoxRows: -1}, "1", "sudoku: found boxes of -1 x 0 cells, expected 1 to 36 cells"},
		{sudoku.ReadOptions{BoxRows: 37}, "1", "sudoku: found boxes of 37 x 0 cells, expected 1 to 36 cells"},
		{sudoku.ReadOptions{}, strings.Repeat("-", 81), "3x3 " + strings.Repeat(".", 81)},
		{sudoku.ReadOptions{}, strings.Repeat("------\n", 6), "2x3 " + strings.Repeat(".", 36)},
		{sudoku.ReadOptions{}, lesson + "\n" + lesson, "grid: found more than one puzzle, expected one"},
		{sudoku.ReadOptions{}, "", "grid: found no puzzle, expected a grid on one line, or rows of cells"},
	} {
		p, err := sudoku.ParseGrid(c.text, c.opts)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = fmt.Sprintf("%dx%d %s", p.BoxRows(), p.BoxCols(), p.Line(p.Clues()))
		}
		if got != c.want {
			t.Errorf("%+v %q:\ngot  %s\nwant %s", c.opts, c.text, got, c.want)
		}
	}
}

// TestReadStreams checks that a puzzle is passed on before the text goes on,
// and that the caller can stop.
func TestReadStreams(t *testing.T) {
	dots := strings.ReplaceAll(lesson, "0", ".")
	for _, text := range []string{dots + "\n", strings.Join(rows(dots, 9), "\n") + "\n"} {
		in, out := io.Pipe()
		sent := make(chan bool)
		go func() {
			for {
				if _, err := io.WriteString(out, text); err != nil {
					break
				}
			}
			close(sent)
		}()
		n := 0
		for _, err := range sudoku.Read(in, "f", sudoku.ReadOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == 3 {
				break
			}
		}
		in.Close()
		<-sent
	}
}

func TestReadStops(t *testing.T) {
	for range sudoku.Read(strings.NewReader(strings.Repeat("1...............\n", 9)), "f", sudoku.ReadOptions{}) {
		break // in the middle of a block; a call after it would panic
	}
	got := read("1", sudoku.ReadOptions{BoxCols: 50})
	if diff := cmp.Diff([]string{"sudoku: found boxes of 0 x 50 cells, expected 1 to 36 cells"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestReadGivesUp checks that errors before the first puzzle end the reading, and
// that later ones do not.
func TestReadGivesUp(t *testing.T) {
	const short = "1 2 3\n\n"
	bad, good := "?"+lessonIs[1:]+"\n", lessonIs+"\n"
	for _, c := range []struct {
		text       string
		ok, errors int
		last       string
	}{
		{strings.Repeat(bad, 19) + good + strings.Repeat(bad, 30) + good, 2, 49, ""},
		{strings.Repeat(bad, 20) + good, 0, 21, "f: found 20 errors and no puzzle, expected Sudoku puzzles; the rest is not read"},
		{strings.Repeat(short, 100) + good, 0, 21, "f: found 20 errors and no puzzle, expected Sudoku puzzles; the rest is not read"},
		{good + strings.Repeat(short, 100) + good, 2, 100, ""},
	} {
		ok, errors := 0, 0
		var last string
		for p, err := range sudoku.Read(strings.NewReader(c.text), "f", sudoku.ReadOptions{}) {
			last = ""
			if err != nil {
				errors++
				last = err.Error()
			} else if p != nil {
				ok++
			}
		}
		if ok != c.ok || errors != c.errors || last != c.last {
			t.Errorf("%.40q: %d puzzles, %d errors, last %q", c.text, ok, errors, last)
		}
	}
}

// TestReadBounded reads long texts of short lines, with one
// answer for each part at most, and few errors.
func TestReadBounded(t *testing.T) {
	for _, line := range []string{"1\n", "\n", " \n", "---\n", "# \n", "1--\n", "1 2 3 4\n---\n"} {
		n, wrong := 0, 0
		for _, err := range sudoku.Read(strings.NewReader(strings.Repeat(line, 100000)), "f", sudoku.ReadOptions{}) {
			n++
			if err != nil {
				wrong++
			}
		}
		if n < 1 || n > 50000 || wrong > 21 {
			t.Errorf("%q: %d results, %d of them errors", line, n, wrong)
		}
	}
}

// FuzzParseGrid checks that what is accepted is well formed and the same after
// it was drawn, in both ways.
func FuzzParseGrid(f *testing.F) {
	f.Add(lesson, 0, 0)
	f.Add(strings.ReplaceAll(lesson, "0", " "), 0, 0)
	f.Add("1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4", 0, 0)
	f.Add("1---\n--2-\n----\n---4", 2, 2)
	f.Add("0..F"+strings.Repeat("0x1.", 63), 4, 4)
	f.Add("10 .. 3"+strings.Repeat(" 12", 141), 0, 0)
	f.Add(strings.Repeat("-", 16), 0, 0)
	f.Add("XY"+strings.Repeat(".", 623), 5, 5)
	f.Add("[State]\n1\n[Puzzle]\n,,1,\n,,,,\n,,,,\n2,,,\n", 0, 0)
	f.Add("1", 1, 1)
	f.Fuzz(func(t *testing.T, text string, boxRows, boxCols int) {
		for range sudoku.Read(strings.NewReader(text), "f", sudoku.ReadOptions{BoxRows: boxRows, BoxCols: boxCols}) {
		}
		p, err := sudoku.ParseGrid(text, sudoku.ReadOptions{BoxRows: boxRows, BoxCols: boxCols})
		if err != nil {
			if p != nil {
				t.Fatal("a puzzle beside an error")
			}
			return
		}
		clues := p.Clues()
		if _, err := sudoku.New(p.BoxRows(), p.BoxCols(), clues); err != nil {
			t.Fatal(err)
		}
		shape := sudoku.ReadOptions{BoxRows: p.BoxRows(), BoxCols: p.BoxCols()}
		for _, drawn := range []string{p.Line(clues), p.Draw(clues)} {
			q, err := sudoku.ParseGrid(drawn, shape)
			if err != nil {
				t.Fatalf("%v\n%s", err, drawn)
			}
			if q.Line(q.Clues()) != p.Line(clues) || !slices.Equal(q.Clues(), clues) {
				t.Fatalf("read back as\n%s, drawn\n%s", q.Draw(q.Clues()), drawn)
			}
		}
		p.DrawCandidates()
		p.Conflicts()
	})
}

// TestReadDigits: lines of 81 digits, dots and zeros, for which there is a short
// way, are read as the same lines with what forbids it, a comment at the end.
func TestReadDigits(t *testing.T) {
	alphabets := []string{"123456789.0", ".", "0", "...0", "123456789", "1.", "12345678A.", "123456789-", "*1", ".........1?"}
	lines := func(end string) string {
		r := rand.New(rand.NewPCG(11, 12))
		var b strings.Builder
		for range 500 {
			switch r.IntN(12) {
			case 0:
				b.WriteString([]string{"", "# comment", "[Puzzle]", "[State]", "Grid 01", "------+---", "1 2 3"}[r.IntN(7)] + "\n")
			default:
				alphabet := alphabets[r.IntN(len(alphabets))]
				for range 81 - max(0, r.IntN(10)-8) {
					b.WriteByte(alphabet[r.IntN(len(alphabet))])
				}
				b.WriteString(end + "\n")
			}
		}
		return b.String()
	}
	for _, opts := range []sudoku.ReadOptions{{}, {BoxRows: 3, BoxCols: 3}, {BoxRows: 1, BoxCols: 9}, {BoxRows: 2, BoxCols: 2}} {
		// A good line first, or too many errors would end the reading.
		first := strings.Repeat("1", 81) + "\n" + strings.Repeat("1", 16) + "\n\n"
		want, got := readAll(first+lines("#"), opts), readAll(first+lines(""), opts)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v:\n%s", opts, diff)
		}
		if n := len(got); n < 100 {
			t.Errorf("%+v: only %d grids and errors", opts, n)
		}
	}
}

// readAll returns what a text is read as, a line a grid or error.
func readAll(text string, opts sudoku.ReadOptions) (list []string) {
	for p, err := range sudoku.Read(strings.NewReader(text), "f", opts) {
		if err != nil {
			list = append(list, err.Error())
			continue
		}
		list = append(list, fmt.Sprint(p.BoxRows(), p.BoxCols(), p.Line(p.Clues())))
	}
	return list
}
