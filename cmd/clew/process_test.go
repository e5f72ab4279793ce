//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// process is a clew that runs beside the test.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
}

// start starts clew; it is killed if it outlives the test.
func start(t *testing.T, stdout io.Writer, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.CommandContext(t.Context(), "clew", args...)}
	p.Stdout, p.Stderr = stdout, &p.err
	if stdout == nil {
		p.Stdout = &p.out
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// exitCode waits for the end.
func (p *process) exitCode(t *testing.T) int {
	t.Helper()
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// underWay waits until a process started just before is surely searching: for
// several times as long as a whole run that asks for little takes now, however
// busy the machine is.
func underWay(t *testing.T) {
	t.Helper()
	began := time.Now()
	start(t, nil, "count", "queens", "4").exitCode(t)
	time.Sleep(300*time.Millisecond + 5*time.Since(began))
}

// TestExamples runs the examples in the help of every command, as they stand.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	c, _, _ := testConsole("")
	exit := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
		if cmd.GroupID == "" && cmd.HasParent() {
			return // help and completion
		}
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
			return
		}
		for _, line := range strings.Split(cmd.Example, "\n") {
			p := &process{Cmd: exec.CommandContext(t.Context(), "sh", "-c", line)}
			p.Stdout, p.Stderr = &p.out, &p.err
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			code := p.exitCode(t)
			if !strings.Contains(line, "clew ") || code > exitNo || p.out.Len() == 0 || strings.Contains(p.err.String(), "clew:") {
				t.Errorf("%s: exit code %d, stdout %.100q, stderr %s", line, code, &p.out, &p.err)
			}
		}
	}
	walk(newRoot(c, &exit))
}

// TestSignals checks that a signal stops a run, and that what was found is
// printed and marked.
func TestSignals(t *testing.T) {
	for _, c := range []struct {
		signal os.Signal
		args   []string
		want   string // of stdout
	}{
		{os.Interrupt, []string{"count", "queens", "19"}, `^at least [1-9]\d* \(incomplete\)\n$`},
		{syscall.SIGTERM, []string{"count", "queens", "16", "--method", "plain"}, `^at least \d+ \(incomplete\)\n$`},
		{os.Interrupt, []string{"all", "queens", "16"}, `^answer 1\n(?s:.*)\n\d+ answers so far, incomplete: interrupted\n$`},
		{os.Interrupt, []string{"solve", "queens", "200", "--method", "plain"}, `^no answer so far, incomplete: interrupted\n$`},
		{os.Interrupt, []string{"compare", "queens", "16"}, `\n +plain +at least \d+ (?s:.*)\nat least \d+ answers?, incomplete: interrupted\n$`},
		{os.Interrupt, []string{"count", "queens", "19", "--json"}, `"complete":false,"stopped":"interrupted","exit":3,.*\n$`},
	} {
		p := start(t, nil, c.args...)
		underWay(t)
		p.Process.Signal(c.signal)
		sent := time.Now()
		if code := p.exitCode(t); code != exitIncomplete {
			t.Errorf("%v: exit code %d; stderr %s", c.args, code, &p.err)
		}
		if d := time.Since(sent); d > 5*time.Second {
			t.Errorf("%v: took %v to stop", c.args, d)
		}
		if !regexp.MustCompile(c.want).Match(p.out.Bytes()) {
			tail := p.out.Bytes()
			t.Errorf("%v: printed ...%q, want a match of %q", c.args, tail[max(0, len(tail)-200):], c.want)
		}
	}
}

// TestSecondSignal checks that a second signal ends even a run that cannot
// stop, here because nobody reads what it prints.
func TestSecondSignal(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p := start(t, w, "all", "queens", "12")
	w.Close()
	underWay(t)
	p.Process.Signal(os.Interrupt)
	ended := make(chan int)
	go func() { ended <- p.exitCode(t) }()
	select {
	case <-ended:
		t.Fatal("the first signal ended a run with its output stuck")
	case <-time.After(300 * time.Millisecond):
	}
	p.Process.Signal(os.Interrupt)
	select {
	case code := <-ended:
		if code != exitIncomplete {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(10 * time.Second):
		t.Error("the second signal did not end the run")
	}
}

// TestReaderGoesAway checks that a run whose reader has had enough ends soon
// and without a word.
func TestReaderGoesAway(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, w, "all", "queens", "16")
	w.Close()
	if line, err := bufio.NewReader(r).ReadString('\n'); line != "answer 1\n" {
		t.Errorf("first line %q, %v", line, err)
	}
	r.Close()
	done := make(chan bool)
	go func() { p.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("the run goes on without a reader")
	}
	if p.err.Len() > 0 {
		t.Errorf("stderr: %s", &p.err)
	}
}

// TestFullDisk checks that results that cannot be written are an error.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	p := start(t, full, "all", "queens", "16")
	if code := p.exitCode(t); code != exitBad || p.err.String() != "clew: cannot write results: no space left on device\n" {
		t.Errorf("exit code %d, stderr %q", code, &p.err)
	}
}

// TestMemory checks that memory does not grow with the number of answers. It
// is looked at in /proc: what wait reports includes the memory of the parent.
func TestMemory(t *testing.T) {
	for _, method := range []string{"plain", "propagate"} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		p := start(t, w, "all", "primesum", "--max", "40", "--limit", "200000", "--method", method)
		w.Close()
		early, late := 0, 0
		for lines := bufio.NewScanner(r); lines.Scan(); {
			switch lines.Text() {
			case "answer 10000":
				early = peakMemory(t, p.Process.Pid)
			case "answer 190000":
				late = peakMemory(t, p.Process.Pid)
			}
		}
		r.Close()
		if code := p.exitCode(t); code != exitIncomplete {
			t.Fatalf("exit code %d, stderr %s", code, &p.err)
		}
		if early == 0 || late > 64<<10 || late > early+16<<10 {
			t.Errorf("%s: %d KiB after 10000 answers, %d KiB after 190000", method, early, late)
		}
	}
}

// TestModelMemory checks the same for a model file.
func TestModelMemory(t *testing.T) {
	var model strings.Builder
	for i := range 17 {
		fmt.Fprintf(&model, "var bool: x%d :: output_var;\n", i)
	}
	model.WriteString("solve satisfy;\n")
	file := filepath.Join(t.TempDir(), "many.fzn")
	if err := os.WriteFile(file, []byte(model.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, w, "all", file)
	w.Close()
	answers, early, late := 0, 0, 0
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if lines.Text() != "----------" {
			continue
		}
		switch answers++; answers {
		case 10_000:
			early = peakMemory(t, p.Process.Pid)
		case 120_000:
			late = peakMemory(t, p.Process.Pid)
		}
	}
	r.Close()
	if code := p.exitCode(t); code != exitYes || answers != 1<<17 {
		t.Fatalf("exit code %d, %d answers, stderr %s", code, answers, &p.err)
	}
	if early == 0 || late > 64<<10 || late > early+16<<10 {
		t.Errorf("%d KiB after 10000 answers, %d KiB after 120000", early, late)
	}
}

// TestModelInterrupted checks that a signal ends a run whose answers minizinc
// writes: those found so far come out, and no file and no process stays.
func TestModelInterrupted(t *testing.T) {
	if _, err := exec.LookPath("minizinc"); err != nil {
		t.Skip("minizinc is not installed")
	}
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	model := filepath.Join(t.TempDir(), "many.mzn")
	if err := os.WriteFile(model, []byte("array [1..60] of var 0..1: x; solve satisfy;"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	p := start(t, w, "all", model)
	w.Close()
	answers := 0
	for lines := bufio.NewScanner(r); lines.Scan(); {
		if lines.Text() != "----------" {
			continue
		}
		if answers++; answers == 100 {
			p.Process.Signal(os.Interrupt)
		}
	}
	if code := p.exitCode(t); code != exitIncomplete || answers < 100 {
		t.Errorf("exit code %d, %d answers", code, answers)
	}
	if !regexp.MustCompile(`^\d+ answers so far, incomplete: interrupted\n$`).Match(p.err.Bytes()) {
		t.Errorf("stderr %q", &p.err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// peakMemory returns the most memory that a process has held, in KiB.
func peakMemory(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip(err)
	}
	_, text, _ := strings.Cut(string(status), "VmHWM:")
	var kib int
	if _, err := fmt.Sscan(text, &kib); err != nil {
		t.Skipf("no VmHWM in %s", status)
	}
	return kib
}

// TestInterruptedInput checks that a signal ends the wait for input, and that
// puzzles do not wait for what is behind them, but for the second one.
func TestInterruptedInput(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	p := &process{Cmd: exec.CommandContext(t.Context(), "clew", "count", "sudoku")}
	p.Stdin, p.Stdout, p.Stderr = r, &p.out, &p.err
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	r.Close()
	io.WriteString(w, strings.Repeat("425008367060004120080002000040005912000000000019400675030000080006000090194000050\n", 2))
	underWay(t)
	p.Process.Signal(os.Interrupt)
	if code := p.exitCode(t); code != exitIncomplete || p.out.String() != "1\n1\n" || p.err.Len() > 0 {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, &p.out, &p.err)
	}
}
