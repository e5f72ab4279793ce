package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// minizinc is the compiler that is installed.
type minizinc struct {
	tool
	Share   string // its folder of libraries
	Version string
}

// findMinizinc looks for the compiler, and fails where there is none.
func findMinizinc(ctx context.Context) (*minizinc, error) {
	path, err := exec.LookPath("minizinc")
	if err != nil {
		return nil, errors.New("minizinc is not installed")
	}
	m := &minizinc{tool: tool{Path: path, limits: limits{CPU: 30 * time.Second, Memory: 6 << 30, Output: 1 << 28}}}
	dirs, err := m.run(ctx, nil, "--config-dirs")
	if err != nil {
		return nil, err
	}
	var config struct{ MznStdlibDir string }
	if err := json.Unmarshal([]byte(dirs.Stdout), &config); err != nil {
		return nil, fmt.Errorf("minizinc --config-dirs: %w", err)
	}
	m.Share = config.MznStdlibDir
	version, err := m.run(ctx, nil, "--version")
	if err != nil {
		return nil, err
	}
	if v := regexp.MustCompile(`version ([0-9.]+)`).FindStringSubmatch(version.Stdout); v != nil {
		m.Version = v[1]
	}
	return m, nil
}

// flat is a compiled model.
type flat struct {
	FZN, OZN string // files
	Text     []byte // of the FlatZinc
	CPU      time.Duration
}

// compileError is what the compiler said against a model.
type compileError struct {
	Text   string
	Killed bool
}

func (e *compileError) Error() string {
	if e.Killed {
		return "the compiler needs too long"
	}
	return errorLine(e.Text)
}

// errorLine finds the line of a compiler's message that says what is wrong.
func errorLine(text string) string {
	for line := range strings.Lines(text) {
		if i := strings.Index(strings.ToLower(line), "error"); i >= 0 && !strings.HasPrefix(line, "=") {
			return firstLine(line)
		}
	}
	return firstLine(text)
}

// compile compiles the files of a model with the library of a solver (its
// configuration file, or its name) into the folder into.
func (m *minizinc) compile(ctx context.Context, solver, into string, args ...string) (*flat, error) {
	f := &flat{FZN: filepath.Join(into, "model.fzn"), OZN: filepath.Join(into, "model.ozn")}
	args = append([]string{"-c", "--solver", solver, "--fzn", f.FZN, "--ozn", f.OZN}, args...)
	r, err := m.run(ctx, nil, args...)
	if err != nil {
		return nil, err
	}
	f.CPU = r.CPU
	if r.Exit != 0 {
		return nil, &compileError{Text: r.Stderr + r.Stdout, Killed: r.Killed}
	}
	f.Text, err = os.ReadFile(f.FZN)
	return f, err
}

var (
	solveItem = regexp.MustCompile(`(?m)^solve\b[^;]*\b(satisfy|minimize|maximize)\b[^;]*;`)
	floatItem = regexp.MustCompile(`(?m)^(array \[[^\]]*\] of )?var (float|-?[0-9]+\.[0-9])`)
)

// goal returns satisfy, minimize or maximize.
func (f *flat) goal() string {
	if found := solveItem.FindSubmatch(f.Text); found != nil {
		return string(found[1])
	}
	return ""
}

// hasFloats reports whether a variable of the model is a float.
func (f *flat) hasFloats() bool { return floatItem.Match(f.Text) }

// enumerated is what a solver and the printer of its answers did.
type enumerated struct {
	*answerSet
	Solver, Printer ran
}

// enumerate runs a FlatZinc solver, has its answers printed as the model's
// output item wants them, and reads what is printed.
func (m *minizinc) enumerate(ctx context.Context, solver tool, f *flat, args ...string) (*enumerated, error) {
	solve, cancelSolve := solver.command(ctx, append(args, f.FZN)...)
	defer cancelSolve()
	printing := m.tool
	printing.CPU = 4 * max(solver.CPU, 30*time.Second)
	show, cancelShow := printing.command(ctx, "--non-unique", "--ozn-file", f.OZN)
	defer cancelShow()
	raw, pipe, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	solveErrs, showErrs := &capped{max: 1 << 20}, &capped{max: 1 << 20}
	solve.Stdout, solve.Stderr = pipe, solveErrs
	show.Stdin, show.Stderr = raw, showErrs
	printed, err := show.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, raw.Close(), pipe.Close())
	}
	err = errors.Join(solve.Start(), show.Start())
	if err = errors.Join(err, raw.Close(), pipe.Close()); err != nil {
		return nil, err
	}
	var wait sync.WaitGroup
	var solveErr error
	wait.Go(func() { solveErr = solve.Wait() })
	e := &enumerated{}
	e.answerSet, err = readAnswers(printed)
	if err != nil {
		_, _ = io.Copy(io.Discard, printed)
	}
	showErr := show.Wait()
	wait.Wait()
	var first, second error
	e.Solver, first = solver.result(solve, solveErr, nil, solveErrs)
	e.Printer, second = printing.result(show, showErr, nil, showErrs)
	return e, errors.Join(err, first, second)
}

// trouble says why an enumeration is not to be relied on, or "".
func (e *enumerated) trouble() string {
	switch {
	case e.Solver.Killed, e.Printer.Killed:
		return ""
	case e.Solver.Exit != 0:
		return fmt.Sprintf("solver exit %d: %s", e.Solver.Exit, firstLine(e.Solver.Stderr))
	case e.Printer.Exit != 0:
		return "printing answers: " + errorLine(e.Printer.Stderr)
	case e.Other != "":
		return e.Other + " " + strings.TrimSpace(firstLine(e.Solver.Stderr))
	case !e.Complete:
		return "ends without saying that the search is complete"
	}
	return ""
}

// diffText shows the first lines in which two texts differ, for reports.
func diffText(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			return fmt.Sprintf("line %d: want %q, got %q", i+1, a, b)
		}
	}
	return "equal"
}

// copyFolder copies the files of a folder, not those below.
func copyFolder(to, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, e.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
