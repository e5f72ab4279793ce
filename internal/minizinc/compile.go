package minizinc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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
	// Relay is a command that calls [Relay] with its further arguments: a
	// program and its first arguments.
	Relay []string
}

// Compiled is a model as FlatZinc, and the minizinc that made it, which waits
// for answers.
type Compiled struct {
	FlatZinc string // file, until Close
	Warnings string // of minizinc, lines that end; empty if there are none

	dir     string // of temporary files
	process *process
}

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
	c := &Compiled{dir: dir}
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
	calls, err := listen(filepath.Join(c.dir, "relay"))
	if err != nil {
		return err
	}
	defer calls.Close()
	config := filepath.Join(c.dir, configName)
	if err := os.WriteFile(config, relayConfig(library, append(r.Relay[:len(r.Relay):len(r.Relay)], calls.path)), 0o600); err != nil {
		return err
	}
	// All answers, and none remembered: they come once each.
	c.process, err = startProcess(program, append([]string{"--solver", config, "-a", "--non-unique"}, r.arguments()...))
	if err != nil {
		return err
	}
	select {
	case err := <-calls.came:
		if err != nil {
			return err
		}
		c.process.relay, c.FlatZinc = calls.conn, calls.file
		c.Warnings = c.process.stderr.String()
		return nil
	case <-c.process.ended:
		return c.without(r.Model)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// without is for a minizinc that ended without a call for a solver: it found
// something wrong, or that there is no answer.
func (c *Compiled) without(model string) error {
	out, _ := io.ReadAll(io.LimitReader(c.process.stdout, 1<<16))
	stderr := c.process.stderr.String()
	if c.process.err != nil || !strings.Contains(string(out), "=====UNSATISFIABLE=====") {
		return &CompileError{Model: model, Output: stderr + string(out)}
	}
	c.Warnings = stderr
	c.FlatZinc = filepath.Join(c.dir, "model.fzn")
	return os.WriteFile(c.FlatZinc, []byte("constraint bool_clause([], []);\nsolve satisfy;\n"), 0o600)
}

// arguments returns the words by which minizinc knows the model.
func (r Request) arguments() []string {
	var args []string
	for _, d := range r.Definitions {
		args = append(args, "--cmdline-data", d)
	}
	for _, dir := range r.Includes {
		args = append(args, "-I", dir)
	}
	for _, file := range append([]string{r.Model}, r.Data...) {
		if strings.HasPrefix(file, "-") { // no flag
			file = "." + string(filepath.Separator) + file
		}
		args = append(args, file)
	}
	return args
}

// relayID is the name of the relay. It is not ID: where clew is installed as a
// solver, minizinc would take that one for the one described here.
const relayID = ID + "-relay"

// relayConfig returns a description of a solver that is a relay.
func relayConfig(library string, relay []string) []byte {
	var config map[string]any
	if err := json.Unmarshal(Solver{Library: library}.Config(), &config); err != nil {
		panic(err) // Config is JSON
	}
	config["id"], config["executable"] = relayID, relay
	text, err := json.Marshal(config)
	if err != nil {
		panic(err) // as above
	}
	return text
}

// Close ends minizinc, unless it ended, and removes the files. It may be called
// again.
func (c *Compiled) Close() error {
	if c.process != nil {
		c.process.kill()
	}
	return os.RemoveAll(c.dir)
}
