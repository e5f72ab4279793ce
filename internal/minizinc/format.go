package minizinc

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
)

// Formatter turns answers in FlatZinc's form into the text that a model asks
// for by its output items: a running minizinc, through which they stream. Its
// memory does not grow with their number.
type Formatter struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr limited
}

// NewFormatter starts a minizinc that reads the output specification of a
// compiled model and writes to w. Close it.
func NewFormatter(c *Compiled, w io.Writer) (*Formatter, error) {
	program, err := exec.LookPath(Command)
	if err != nil {
		return nil, ErrNotInstalled
	}
	// Answers come once each: minizinc need not remember them.
	f := &Formatter{cmd: command(context.Background(), program, "--non-unique", "--ozn-file", c.Output)}
	f.cmd.Stdout, f.cmd.Stderr = w, &f.stderr
	if f.stdin, err = f.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := f.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	return f, nil
}

// Write passes on text in FlatZinc's form: values, and the lines that end
// answers and runs.
func (f *Formatter) Write(p []byte) (int, error) { return f.stdin.Write(p) }

// Close waits until everything is written. The error says what went wrong on
// the way.
func (f *Formatter) Close() error {
	err := errors.Join(f.stdin.Close(), f.cmd.Wait())
	if err == nil {
		return nil
	}
	return fmt.Errorf("minizinc cannot write the answers (%w)\n%s", err, strings.TrimRight(f.stderr.String(), "\n"))
}

// limited is a buffer that keeps the beginning of what is written to it.
type limited struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *limited) Write(p []byte) (int, error) {
	const most = 1 << 16
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Write(p[:min(len(p), most-l.b.Len())])
	return len(p), nil
}

func (l *limited) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
