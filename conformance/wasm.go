package main

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// wasmScript runs the compiler of the npm package in Node.
//
//go:embed wasm.js
var wasmScript []byte

// newer is the compiler of the npm package minizinc, newer than those of most
// distributions. It cannot start solvers: models are compiled by it, solved
// beside it, and the answers given back to it for printing.
type newer struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	out      *bufio.Reader
	requests int
	script   string
	dist     string
}

// newNewer prepares the compiler in the folder dist of the package.
func newNewer(dist, scratch string) (*newer, error) {
	if _, err := os.Stat(filepath.Join(dist, "minizinc.wasm")); err != nil {
		return nil, err
	}
	if _, err := exec.LookPath("node"); err != nil {
		return nil, errors.New("node is not installed")
	}
	script := filepath.Join(scratch, "wasm.js")
	return &newer{script: script, dist: dist}, os.WriteFile(script, wasmScript, 0o644)
}

// request is a run of the compiler.
type request struct {
	Args        []string          `json:"args"`
	Files       map[string]string `json:"files"`
	OutputFiles []string          `json:"outputFiles"`
	Stdin       string            `json:"stdin,omitempty"`
}

// reply is what it did.
type reply struct {
	Code        int                `json:"code"`
	Stdout      string             `json:"stdout"`
	Stderr      string             `json:"stderr"`
	OutputFiles map[string]*string `json:"outputFiles"`
}

// requestsPerProcess bounds the memory that a process may leak.
const requestsPerProcess = 60

// ask runs the compiler once.
func (n *newer) ask(ctx context.Context, q request) (reply, error) {
	if n.requests >= requestsPerProcess {
		n.close()
	}
	if n.cmd == nil {
		if err := n.start(ctx); err != nil {
			return reply{}, err
		}
	}
	n.requests++
	line, err := json.Marshal(q)
	if err != nil {
		return reply{}, err
	}
	process := n.cmd.Process
	timer := time.AfterFunc(2*time.Minute, func() { _ = process.Kill() })
	defer timer.Stop()
	if _, err := n.in.Write(append(line, '\n')); err != nil {
		n.close()
		return reply{}, err
	}
	answer, err := n.out.ReadBytes('\n')
	if err != nil {
		n.close()
		return reply{}, fmt.Errorf("the compiler in node: %w", err)
	}
	var r reply
	return r, json.Unmarshal(answer, &r)
}

func (n *newer) start(ctx context.Context) error {
	n.cmd = exec.CommandContext(ctx, "node", n.script, n.dist)
	n.requests = 0
	var err error
	if n.in, err = n.cmd.StdinPipe(); err != nil {
		return err
	}
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	n.out = bufio.NewReader(out)
	return n.cmd.Start()
}

// close ends the process.
func (n *newer) close() {
	if n == nil || n.cmd == nil {
		return
	}
	_ = n.in.Close()
	_ = n.cmd.Process.Kill()
	_ = n.cmd.Wait()
	n.cmd = nil
}

// readFiles reads the text files of a folder and those below, as files of a
// request below prefix. Large files are left out.
func readFiles(into map[string]string, folder, prefix string, below bool) error {
	return filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if !below && name != folder {
				return filepath.SkipDir
			}
			return nil
		}
		info, err := d.Info()
		if err != nil || info.Size() > 1<<20 {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, name)
		into[path.Join(prefix, filepath.ToSlash(rel))] = string(text)
		return err
	})
}

// compile compiles a model of the folder dir, named relative to it, with the
// library of a solver configuration on this machine.
func (n *newer) compile(ctx context.Context, config, dir, into string, args ...string) (*flat, error) {
	files := map[string]string{}
	if err := readFiles(files, dir, "work", true); err != nil {
		return nil, err
	}
	solver, err := n.solver(config, files)
	if err != nil {
		return nil, err
	}
	q := request{Args: []string{"-c", "--solver", solver, "--fzn", "out.fzn", "--ozn", "out.ozn"}, Files: files, OutputFiles: []string{"out.fzn", "out.ozn"}}
	for _, a := range args {
		if _, ok := files["work/"+a]; ok {
			a = "work/" + a
		}
		q.Args = append(q.Args, a)
	}
	r, err := n.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	fzn, ozn := r.OutputFiles["out.fzn"], r.OutputFiles["out.ozn"]
	if r.Code != 0 || fzn == nil || ozn == nil {
		return nil, &compileError{Text: r.Stderr + r.Stdout}
	}
	f := &flat{FZN: filepath.Join(into, "model.fzn"), OZN: filepath.Join(into, "model.ozn"), Text: []byte(*fzn)}
	return f, errors.Join(os.WriteFile(f.FZN, f.Text, 0o644), os.WriteFile(f.OZN, []byte(*ozn), 0o644))
}

// solver adds a solver's configuration and library to the files of a request.
// A name without a slash is one of the compiler's own solvers.
func (n *newer) solver(config string, files map[string]string) (string, error) {
	if !strings.Contains(config, string(filepath.Separator)) {
		return config, nil
	}
	text, err := os.ReadFile(config)
	if err != nil {
		return "", err
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return "", fmt.Errorf("%s: %w", config, err)
	}
	library, _ := fields["mznlib"].(string)
	if !filepath.IsAbs(library) {
		library = filepath.Join(filepath.Dir(config), library)
	}
	fields["mznlib"] = "library"
	fields["executable"] = "solver"
	if text, err = json.Marshal(fields); err != nil {
		return "", err
	}
	files["solver.msc"] = string(text)
	files["solver"] = ""
	return "solver.msc", readFiles(files, library, "library", true)
}

// print gives the answers of a FlatZinc solver the form that the model's output
// item wants. Few answers are taken for the data of the output specification,
// taken for a model, which the running process can do; for many, or where that
// specification is no model, a process of its own reads the solver's output.
func (n *newer) print(ctx context.Context, f *flat, output string) (string, error) {
	ozn, err := os.ReadFile(f.OZN)
	if err != nil {
		return "", err
	}
	if strings.Count(output, endOfAnswer) <= 20 {
		if text, err := n.printEach(ctx, string(ozn), output); err == nil {
			return text, nil
		}
	}
	n.close() // only one request of a process may read standard input
	r, err := n.ask(ctx, request{Args: []string{"--ozn-file", "out.ozn"},
		Files: map[string]string{"out.ozn": string(ozn)}, Stdin: output})
	n.close()
	if err != nil {
		return "", err
	}
	if r.Code != 0 {
		return "", errors.New("printing answers: " + errorLine(r.Stderr))
	}
	return r.Stdout, nil
}

// printEach prints answers one by one.
func (n *newer) printEach(ctx context.Context, ozn, output string) (string, error) {
	var text, block strings.Builder
	seen := map[string]bool{} // minizinc prints equal texts once
	for line := range strings.Lines(output) {
		switch trimmed := strings.TrimSpace(line); {
		case trimmed == endOfAnswer:
			r, err := n.ask(ctx, request{Args: []string{"--solver", "org.minizinc.gecode_presolver", "out.mzn", "answer.dzn"},
				Files: map[string]string{"out.mzn": ozn, "answer.dzn": block.String()}})
			if err != nil {
				return "", err
			}
			printed, _, found := strings.Cut(r.Stdout, endOfAnswer)
			if r.Code != 0 || !found {
				return "", errors.New(errorLine(r.Stderr))
			}
			if !seen[printed] {
				text.WriteString(printed + endOfAnswer + "\n")
			}
			seen[printed] = true
			block.Reset()
		case strings.HasPrefix(trimmed, "="), strings.HasPrefix(trimmed, "%"):
			text.WriteString(line)
		default:
			block.WriteString(line)
		}
	}
	return text.String(), nil
}
