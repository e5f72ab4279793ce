package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"
)

// manyGrids returns a text of lines: puzzles that take the kernel different
// times, others that take the engine, clues that clash, and lines that are bad.
func manyGrids(n int) string {
	grids := []string{
		"425008367060004120080002000040005912000000000019400675030000080006000090194000050",
		"..............1..2.34....5......6.......7..8.1.......9....623....7....4.9..1.....",
		"98.7..6..5..9..7......8....6..4..5....3..2.......6..1.2....9..5.6.2....7..9.4.2..",
		"349618572782359...651742389273895...195476238864231957527164893918523764436987125",
		".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..",
		"1.....2..3....4.|",
		"4250083670600041200800020000400059120000000000194006750300000800060000901940000501",
		"..............1..2.34....5......6.......7..8.1.......9....623....7....4.9..1....?",
	}
	r := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	for i := range n {
		k := 0
		if i > 0 {
			k = r.IntN(len(grids))
		}
		b.WriteString(strings.ReplaceAll(grids[k], "|", "\n") + "\n")
	}
	return b.String()
}

// runBatch runs the command on a text, and returns what it prints, with the
// times left out.
func runBatch(text string, args ...string) (code int, out, stderr string) {
	c, o, e := testConsole(text)
	code = execute(context.Background(), args, c)
	times := regexp.MustCompile(`"seconds":[0-9.e+-]+|[0-9.]+ s$`)
	return code, times.ReplaceAllString(o.String(), "T"), e.String()
}

// TestBatchOrder: with many workers a batch prints what it prints with one: in
// order, with blank lines and numbers, bad lines by their number.
func TestBatchOrder(t *testing.T) {
	text := manyGrids(600)
	bad := strings.Count(text, "?") + strings.Count(text, "501\n")
	for _, args := range []string{
		"count sudoku", "solve sudoku", "solve sudoku --lines", "unique sudoku", "unique sudoku --json", "all sudoku --lines --limit 3",
		"solve sudoku --candidates --true-candidates --quiet",
	} {
		words := strings.Fields(args)
		code1, out1, err1 := runBatch(text, append(words, "--jobs", "1")...)
		code8, out8, err8 := runBatch(text, append(words, "--jobs", "8")...)
		if code1 != exitBad || code8 != code1 || out8 != out1 || err8 != err1 {
			t.Errorf("%s: one job and eight differ: exit codes %d and %d, %d and %d bytes, stderr\n%.300s\n%.300s",
				args, code1, code8, len(out1), len(out8), err1, err8)
		}
		if n := strings.Count(err8, "clew: <stdin>:"); n != bad || bad < 50 {
			t.Errorf("%s: %d bad lines reported, want %d", args, n, bad)
		}
	}
	if _, out, _ := runBatch(text, "count", "sudoku"); strings.Count(out, "\n") != 600-bad {
		t.Errorf("%d counts of %d grids", strings.Count(out, "\n"), 600-bad)
	}
}

// TestBatchNotes: remarks and reasons stand between the same results with many
// workers.
func TestBatchNotes(t *testing.T) {
	text := manyGrids(300)
	for _, args := range []string{"count sudoku", "solve sudoku"} {
		var want string
		for _, jobs := range []string{"1", "2", "8"} {
			c, _, _ := testConsole(text)
			var both bytes.Buffer
			c.out, c.err = &both, &both
			execute(context.Background(), append(strings.Fields(args), "--jobs", jobs), c)
			if jobs == "1" {
				want = both.String()
			} else if got := both.String(); got != want {
				t.Errorf("%s with %s jobs: %d bytes, want %d", args, jobs, len(got), len(want))
			}
		}
	}
}

// TestBatchInterrupted: of a batch that is stopped the finished results are
// printed, and one that is marked incomplete, and none after it.
func TestBatchInterrupted(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := &process{Cmd: exec.CommandContext(t.Context(), "clew", "count", "sudoku", "--jobs", "4")}
	out := &syncBuffer{}
	p.Stdin, p.Stdout, p.Stderr = r, out, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	quick := strings.Repeat("425008367060004120080002000040005912000000000019400675030000080006000090194000050\n", 3)
	endless := strings.Repeat(".", 80) + "1\n"
	io.WriteString(w, quick+endless+quick+endless)
	deadline := time.Now().Add(30 * time.Second)
	for strings.Count(out.String(), "\n") < 3 && time.Now().Before(deadline) {
		time.Sleep(10 * time.Millisecond)
	}
	p.Process.Signal(os.Interrupt)
	code := p.exitCode(t)
	if out := out.String(); code != exitIncomplete || !regexp.MustCompile(`^1\n1\n1\nat least [0-9]+ \(incomplete\)\n$`).MatchString(out) {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, out, p.err.String())
	}
}

// TestBatchMemory: memory does not grow with the number of puzzles, nor with
// the answers of one that waits for its turn.
func TestBatchMemory(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.CommandContext(t.Context(), "clew", "all", "sudoku", "--jobs", "4", "--limit", "30000")}
	p.Stdin, p.Stdout, p.Stderr = r, nil, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	unique := "425008367060004120080002000040005912000000000019400675030000080006000090194000050\n"
	many := strings.Repeat(".", 80) + "1\n"
	early := 0
	for i := range 10 {
		io.WriteString(w, many+strings.Repeat(unique, 4000))
		if i == 2 {
			early = peakMemory(t, p.Process.Pid)
		}
	}
	late := peakMemory(t, p.Process.Pid)
	w.Close()
	if code := p.exitCode(t); code != exitIncomplete {
		t.Fatalf("exit code %d, stderr %s", code, p.err.String())
	}
	if early == 0 || late > 96<<10 || late > early+16<<10 {
		t.Errorf("%d KiB after 12,000 puzzles, %d KiB after 40,000", early, late)
	}
}

// TestLane: a lane keeps what it is given, waits when it is full, and passes it
// on, in order, when it is let out.
func TestLane(t *testing.T) {
	c, _, _ := testConsole("")
	var both bytes.Buffer
	c.out, c.err = &both, &both
	l := &groups.New().(*group).lane
	l.reset(true, nil)
	written := make(chan int, 100)
	go func() {
		for i := range 30 {
			fmt.Fprintf(l, "%d%s\n", i, strings.Repeat(".", laneMax/10))
			l.Note("note %d", i)
			written <- i
		}
		l.close()
	}()
	for range 10 {
		<-written
	}
	time.Sleep(50 * time.Millisecond)
	if n := len(written); n > 2 {
		t.Errorf("%d writes went into a lane that is full", n)
	}
	if !l.letOut(c, true) {
		t.Error("no results were let out")
	}
	c.Flush()
	want := "\n"
	for i := range 30 {
		want += fmt.Sprintf("%d%s\nnote %d\n", i, strings.Repeat(".", laneMax/10), i)
	}
	if got := both.String(); got != want {
		t.Errorf("let out %d bytes, want %d", len(got), len(want))
	}
}
