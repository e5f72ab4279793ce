package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

// syncBuffer is a buffer that several goroutines can use.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// testConsole returns a console without terminals, and what is printed on it.
func testConsole(stdin string) (c *console, out, err *syncBuffer) {
	out, err = &syncBuffer{}, &syncBuffer{}
	return &console{
		stdin: strings.NewReader(stdin), out: out, err: err,
		width:  func() int { return 80 },
		getenv: func(string) string { return "" },
		onFail: func() {},
	}, out, err
}

// TestEveryPair checks that each verb has each problem below it.
func TestEveryPair(t *testing.T) {
	c, _, _ := testConsole("")
	exit := 0
	root := newRoot(c, &exit)
	for _, v := range verbs {
		for _, k := range problems {
			v, k := v().name, k().name
			if cmd, rest, err := root.Find([]string{v, k}); err != nil || len(rest) > 0 || cmd.Name() != k {
				t.Errorf("%s %s: found %v, %v, %v", v, k, cmd, rest, err)
			}
		}
	}
}

func TestWorse(t *testing.T) {
	order := []int{exitYes, exitNo, exitIncomplete, exitBad}
	for i, a := range order {
		for j, b := range order {
			if got, want := worse(a, b), order[max(i, j)]; got != want {
				t.Errorf("worse(%d, %d) = %d, want %d", a, b, got, want)
			}
		}
	}
}

func TestStatusLine(t *testing.T) {
	for _, c := range []struct {
		r    clew.Report
		want string
	}{
		{clew.Report{Solutions: 1, Nodes: 3_000_000, Elapsed: 2 * time.Second, Share: 0.25}, "1 answer, 1.5M nodes/s, about 25% of the tree done, 6 s left"},
		{clew.Report{Nodes: 900, Elapsed: time.Second, Share: 0.001}, "0 answers, 900 nodes/s, about 0.1% of the tree done, 16 min 39 s left"},
		{clew.Report{Solutions: 2, Nodes: 2e9, Elapsed: time.Second}, "2 answers, 2G nodes/s, under 0.0001% of the tree done"},
		{clew.Report{Solutions: 7, Nodes: 5000, Elapsed: time.Second, Share: 1}, "7 answers, 5k nodes/s, about 99.9% of the tree done, 0 s left"},
		{clew.Report{Nodes: 1000, Elapsed: 100 * time.Second, Share: 0.01}, "0 answers, 10 nodes/s, about 1% of the tree done, 2 h 45 min left"},
		{clew.Report{Nodes: 10, Elapsed: 10 * time.Second, Share: 0.00002}, "0 answers, 1 nodes/s, about 0.002% of the tree done, 5 days left"},
		{clew.Report{Nodes: 10, Elapsed: 1000 * time.Second, Share: 0.000002}, "0 answers, 0 nodes/s, about 0.0002% of the tree done, years left"},
		{clew.Report{Method: clew.Kernel, Solutions: 8, Elapsed: 10 * time.Second, Share: 0.5}, "8 answers, about 50% of the tree done, 10 s left"},
	} {
		if got := statusLine(c.r); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestStatusShown checks that a search of more than a second on a terminal has
// a status line, that it is gone at the end, and that it gives way to answers.
func TestStatusShown(t *testing.T) {
	run := func(outTTY bool, args ...string) (out, stderr string) {
		c, o, e := testConsole("")
		c.errTTY, c.outTTY = true, outTTY
		if outTTY {
			c.out = c.err // one terminal for both
		}
		if code := execute(context.Background(), args, c); code != exitIncomplete {
			t.Errorf("exit code %d", code)
		}
		return o.String(), e.String()
	}
	const erase = "\r\x1b[K"
	_, got := run(false, "count", "queens", "20", "--time-limit", "1500ms")
	lines := strings.Split(got, erase)
	if n := len(lines); n < 3 || n > 6 {
		t.Errorf("%d status lines in half a second: %q", n-1, got)
	}
	for _, line := range lines[:len(lines)-1] {
		if !strings.Contains(line, " of the tree done") || strings.Contains(line, "\n") || len(line) > 79 {
			t.Errorf("status line %q", line)
		}
	}
	if last := lines[len(lines)-1]; last != "incomplete: time limit reached\n" {
		t.Errorf("after the last status line: %q", last)
	}
	if out, got := run(false, "count", "queens", "20", "--time-limit", "1300ms", "--quiet"); got != "" || out == "" {
		t.Errorf("--quiet: %q", got)
	}
	if _, got := run(false, "count", "queens", "20", "--time-limit", "300ms"); strings.Contains(got, "tree done") {
		t.Errorf("status within the first second: %q", got)
	}
	// On one terminal every status line is erased before an answer comes.
	_, got = run(true, "all", "queens", "20", "--time-limit", "1500ms", "--color", "never")
	if !strings.Contains(got, " nodes/s") {
		t.Error("no status line beside the answers")
	}
	for _, line := range strings.Split(got, "\n") {
		if at := strings.LastIndex(line, " nodes/s"); at >= 0 && !strings.Contains(line[at:], erase) {
			t.Fatalf("line %q", line)
		}
	}
}

// TestFlush checks that results are not kept waiting.
func TestFlush(t *testing.T) {
	c, out, _ := testConsole("")
	io.WriteString(c, "answer\n")
	for start := time.Now(); out.String() == ""; time.Sleep(time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			t.Fatal("a result is kept waiting")
		}
	}
	big := strings.Repeat("x", flushSize)
	io.WriteString(c, big)
	if got := out.String(); got != "answer\n"+big {
		t.Errorf("%d bytes written at once, want %d", len(got), flushSize)
	}
}

// TestNotesComeInOrder checks that a note does not overtake results.
func TestNotesComeInOrder(t *testing.T) {
	c, _, stderr := testConsole("")
	c.out = c.err
	io.WriteString(c, "first\n")
	c.Note("second")
	if got := stderr.String(); got != "first\nsecond\n" {
		t.Errorf("%q", got)
	}
}

func TestColored(t *testing.T) {
	for _, c := range []struct {
		flag string
		tty  bool
		env  map[string]string
		want bool
	}{
		{"auto", true, nil, true},
		{"auto", false, nil, false},
		{"auto", true, map[string]string{"NO_COLOR": "1"}, false},
		{"auto", true, map[string]string{"TERM": "dumb"}, false},
		{"always", false, map[string]string{"NO_COLOR": "1"}, true},
		{"never", true, nil, false},
	} {
		con := &console{outTTY: c.tty, getenv: func(name string) string { return c.env[name] }}
		s := &settings{color: choice{value: c.flag}}
		if got := s.colored(con); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"solve", "count", "unique", "time-limit"}
	for word, want := range map[string]string{
		"slove": "; did you mean solve?", "cuont": "; did you mean count?", "uniqe": "; did you mean unique?",
		"timelimit": "; did you mean time-limit?", "x": "", "": "", "frobnicate": "", strings.Repeat("solve", 1000): "",
	} {
		if got := didYouMean(word, known, ""); got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
	}
}

// TestChanges checks which characters of two lines are marked.
func TestChanges(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"Q..", "..Q", "^ ^"},
		{"1 12 3", "1 13 3", "  ^^  "},
		{"112", "212", "^^^"},
		{" 5 11", "11  5", "^^ ^^"},
		{"same", "same", ""},
		{"short", "longer", ""},
	} {
		var got strings.Builder
		for _, is := range changes([]rune(c.a), []rune(c.b)) {
			if is {
				got.WriteByte('^')
			} else {
				got.WriteByte(' ')
			}
		}
		if got.String() != c.want {
			t.Errorf("%q and %q: %q, want %q", c.a, c.b, got.String(), c.want)
		}
	}
}

// TestDisagreement checks that methods that find different numbers are an
// error, and that incomplete runs are not held against each other.
func TestDisagreement(t *testing.T) {
	row := func(m clew.Method, n int64, err error) clew.Comparison {
		return clew.Comparison{Report: clew.Report{Method: m, Solutions: n}, Err: err}
	}
	r := &result{}
	err := judge(r, []clew.Comparison{row(clew.Plain, 91, nil), row(clew.Propagate, 92, nil)})
	if err == nil || !strings.Contains(err.Error(), "internal error: the methods disagree: plain 91, propagate 92 answers") {
		t.Errorf("error %v", err)
	}
	if err := judge(r, []clew.Comparison{row(clew.Plain, 5, clew.ErrIncomplete), row(clew.Propagate, 92, nil)}); err != nil {
		t.Error(err)
	}
	if err := judge(r, []clew.Comparison{row(clew.Plain, 0, clew.ErrUnsupported), row(clew.Propagate, 92, nil)}); err != nil ||
		!strings.Contains(r.text, "plain  cannot walk this problem") || !strings.Contains(r.text, "one method, nothing to compare with: 92 answers") {
		t.Errorf("error %v, text\n%s", err, r.text)
	}
}

// batch is a kind with several problems, one of them bad, for the tests of
// what puzzle readers will do.
func batchSession(t *testing.T, v *verb, json bool) (code int, out, stderr string) {
	t.Helper()
	c, o, e := testConsole("")
	set := &settings{method: choice{value: string(clew.Auto)}, json: json}
	s := &session{console: c, verb: v, settings: set}
	code = s.run(context.Background(), func(yield func(clew.Problem, error) bool) {
		for _, n := range []string{"4", "x", "3", "1"} {
			if !yield(openQueens([]string{n}, false)) {
				return
			}
		}
	})
	c.Flush()
	return code, o.String(), e.String()
}

// TestBatch checks headings, plain lines, the exit code, and that a bad
// problem does not end the rest.
func TestBatch(t *testing.T) {
	const bad = `clew: queens: found "x", expected N, a number of queens from 0 to 2000` + "\n"
	code, out, stderr := batchSession(t, countVerb(), false)
	if code != exitBad || out != "2\n0\n1\n" || stderr != bad {
		t.Errorf("count: %d, %q, %q", code, out, stderr)
	}
	code, out, stderr = batchSession(t, solveVerb(), false)
	want := "puzzle 1: queens 4\n\n..Q.\nQ...\n...Q\n.Q..\nrows 1 3 0 2\n\npuzzle 3: queens 3\n\nno answer\n\npuzzle 4: queens 1\n\nQ\nrows 0\n"
	if code != exitBad || out != want || stderr != bad {
		t.Errorf("solve: %d, %q, %q", code, out, stderr)
	}
	code, out, stderr = batchSession(t, uniqueVerb(), true)
	var types []string
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		types = append(types, strings.Split(line, `"`)[3])
	}
	if want := []string{"solution", "solution", "result", "error", "result", "solution", "result"}; code != exitBad || !slices.Equal(types, want) || stderr != bad {
		t.Errorf("unique: %d, %v, %q", code, types, stderr)
	}
}

// TestEmptyInput checks that no problem at all is an error.
func TestEmptyInput(t *testing.T) {
	c, out, stderr := testConsole("")
	s := &session{console: c, verb: countVerb(), settings: &settings{}}
	code := s.run(context.Background(), func(func(clew.Problem, error) bool) {})
	c.Flush()
	if code != exitBad || out.String() != "" || stderr.String() != "clew: found no puzzle, expected at least one\n" {
		t.Errorf("%d, %q, %q", code, out, stderr)
	}
}

// TestInterruptible checks that a read ends with the context, and that nothing
// is lost or repeated before.
func TestInterruptible(t *testing.T) {
	text := strings.Repeat("0123456789", 20_000)
	got, err := io.ReadAll(&interruptible{ctx: context.Background(), r: strings.NewReader(text)})
	if err != nil || string(got) != text {
		t.Errorf("read %d bytes, %v, want %d", len(got), err, len(text))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	stuck, w := io.Pipe()
	defer w.Close()
	go func() { time.Sleep(10 * time.Millisecond); cancel(errInterrupted) }()
	r := &interruptible{ctx: ctx, r: stuck}
	for range 2 {
		if _, err := r.Read(make([]byte, 10)); !errors.Is(err, errInterrupted) {
			t.Errorf("error %v", err)
		}
	}
}

// TestLimitTime checks what a time limit may be: only a number alone is
// seconds.
func TestLimitTime(t *testing.T) {
	for word, want := range map[string]time.Duration{
		"10": 10 * time.Second, "1.5": 1500 * time.Millisecond, ".5": 500 * time.Millisecond, "2.": 2 * time.Second,
		"1m30s": 90 * time.Second, "1h30m": 90 * time.Minute, "9223372036": 9223372036 * time.Second,
		"1h30": 0, "1m30": 0, "": 0, ".": 0, "1 s": 0, "-5": 0, "0": 0, "0s": 0, "9223372037": 0, "0x10": 0,
	} {
		var d limitTime
		if err := d.Set(word); time.Duration(d) != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %v, %v; want %v", word, time.Duration(d), err, want)
		}
	}
}

// TestArgumentErrors checks how what is wrong with an argument is said.
func TestArgumentErrors(t *testing.T) {
	for arg, want := range map[string]string{
		"1...\n..2.\n.?..\n...4\n": `"1...\n..2.\n.?..\n...4\n": no such file, and not a grid: found "?" as character 2 in line 3, expected a symbol from 1 to 4 or a blank`,
		"1...\n..2.\n":             `"1...\n..2.\n": no such file, and not a grid: found 2 rows of 4 cells from here on, expected 4 rows`,
		"x.txt":                    `x.txt: no such file, and not a grid: found 5 cells on the line, expected 16 for a 4 x 4 grid`,
	} {
		if p, err := parseArgument(arg, sudoku.ReadOptions{}); p != nil || err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", arg, err, want)
		}
	}
}

// TestWithoutMiniZinc checks that a .mzn model is refused with words where
// there is no minizinc.
func TestWithoutMiniZinc(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	model := filepath.Join(dir, "x.mzn")
	if err := os.WriteFile(model, []byte("var 1..3: x;"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, out, stderr := testConsole("")
	code := execute(context.Background(), []string{"count", model}, c)
	const want = "clew: a .mzn model needs the minizinc command, which is not on PATH; "
	if code != exitBad || out.String() != "" || !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, stderr)
	}
}

// TestSpelledOut checks where the word model is put in.
func TestSpelledOut(t *testing.T) {
	for line, want := range map[string]string{
		"count x.fzn":                   "count model x.fzn",
		"count --limit 5 A/X.MZN d.dzn": "count model --limit 5 A/X.MZN d.dzn",
		"count model x.fzn":             "count model x.fzn",
		"count sudoku x.fzn":            "count sudoku x.fzn",
		"count queens 8":                "count queens 8",
		"count --x.fzn":                 "count --x.fzn",
		"count .fzn":                    "count .fzn",
		"help count x.fzn":              "help count x.fzn",
		"x.fzn":                         "x.fzn",
		"":                              "",
	} {
		if got := strings.Join(spelledOut(strings.Fields(line)), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
