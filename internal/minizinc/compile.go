package minizinc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Command is the program that compiles models: of the MiniZinc distribution,
// looked for on PATH.
const Command = "minizinc"

// ErrNotInstalled is returned where the minizinc command is needed and not
// there.
var ErrNotInstalled = errors.New("a .mzn model needs the minizinc command, which is not on PATH; " +
	"install MiniZinc from https://www.minizinc.org or by your package manager; models compiled to FlatZinc (.fzn) need no MiniZinc")

// CompileError is what minizinc says of a model that it cannot compile.
type CompileError struct {
	Model  string
	Output string // of minizinc, lines that end
}

func (e *CompileError) Error() string {
	return fmt.Sprintf("%s: minizinc cannot compile it:\n%s", e.Model, strings.TrimRight(e.Output, "\n"))
}

// Request is a model to be compiled.
type Request struct {
	Model       string   // file
	Data        []string // files: .dzn or .json
	Definitions []string // data in words, as "n=8;m=3"
	Includes    []string // folders in which included files are looked for
}

// Compiled is a model as FlatZinc, in temporary files.
type Compiled struct {
	FlatZinc string // file
	Output   string // file: how the model wants its answers to be written, for Formatter
	Warnings string // of minizinc, lines that end; empty if there are none
	dir      string
}

// Close removes the files.
func (c *Compiled) Close() error { return os.RemoveAll(c.dir) }

// Compile has minizinc compile a model for clew. Close the result. The error Is
// ErrNotInstalled without a minizinc, and a *CompileError where minizinc finds
// something wrong.
func Compile(ctx context.Context, r Request) (*Compiled, error) {
	program, err := exec.LookPath(Command)
	if err != nil {
		return nil, ErrNotInstalled
	}
	dir, err := os.MkdirTemp("", "clew-")
	if err != nil {
		return nil, err
	}
	c := &Compiled{FlatZinc: filepath.Join(dir, "model.fzn"), Output: filepath.Join(dir, "model.ozn"), dir: dir}
	if err := c.compile(ctx, program, r); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func (c *Compiled) compile(ctx context.Context, program string, r Request) error {
	library := filepath.Join(c.dir, libraryName)
	if err := writeLibrary(library); err != nil {
		return err
	}
	// Nothing is run: the executable need not exist.
	config := filepath.Join(c.dir, configName)
	if err := os.WriteFile(config, Solver{Executable: "fzn-clew", Library: library}.Config(), 0o600); err != nil {
		return err
	}
	args := []string{"--solver", config, "-c", "--fzn", c.FlatZinc, "--ozn", c.Output}
	for _, d := range r.Definitions {
		args = append(args, "--cmdline-data", d)
	}
	for _, dir := range r.Includes {
		args = append(args, "-I", dir)
	}
	args = append(args, notFlag(r.Model))
	for _, d := range r.Data {
		args = append(args, notFlag(d))
	}
	cmd := command(ctx, program, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("%s: %w", program, err)
	}
	if _, missing := os.Stat(c.FlatZinc); err != nil || missing != nil {
		return &CompileError{Model: r.Model, Output: out.String()}
	}
	c.Warnings = out.String()
	return nil
}

// notFlag returns the name of a file so that it is not taken for a flag.
func notFlag(name string) string {
	if strings.HasPrefix(name, "-") {
		return "." + string(filepath.Separator) + name
	}
	return name
}

// command returns a command that ends with ctx, softly, and that a signal to
// the user's terminal does not reach: what clew does about that it decides
// itself.
func command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	apart(cmd)
	cmd.Cancel = func() error { return terminate(cmd.Process) }
	cmd.WaitDelay = 2 * time.Second
	return cmd
}
