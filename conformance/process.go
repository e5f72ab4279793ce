package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// limits bound what a command may use; zero is no bound.
type limits struct {
	CPU    time.Duration // rounded up to whole seconds
	Memory int64         // address space, bytes
	Output int64         // standard output kept, bytes
}

// tool is a command with its limits.
type tool struct {
	limits
	Path string
	Env  []string // beside the environment
	Dir  string
}

// ran is what a command did.
type ran struct {
	Stdout, Stderr string
	Exit           int // -1 when it was killed
	CPU            time.Duration
	Killed         bool // by its limit of time
	Cut            bool // standard output was longer than the limit
}

// errCut ends the copying of an output that is too long.
var errCut = errors.New("output too long")

// capped is a buffer that refuses to grow beyond max bytes. (A bytes.Buffer
// inside, not embedded: its ReadFrom would pass by Write.)
type capped struct {
	text bytes.Buffer
	max  int64
}

func (c *capped) Write(p []byte) (int, error) {
	if c.max > 0 && int64(c.text.Len()+len(p)) > c.max {
		return 0, errCut
	}
	return c.text.Write(p)
}

func (c *capped) String() string { return c.text.String() }

// command returns the command line under the limits of t. A shell sets them,
// because they have to hold for the command alone and the standard library
// sets none for a child. The time on the clock is bounded too, generously, for
// commands that wait.
func (t tool) command(ctx context.Context, args ...string) (*exec.Cmd, context.CancelFunc) {
	var script strings.Builder
	if t.CPU > 0 {
		fmt.Fprintf(&script, "ulimit -t %d; ", t.cpuSeconds())
	}
	if t.Memory > 0 {
		fmt.Fprintf(&script, "ulimit -v %d; ", t.Memory/1024)
	}
	script.WriteString(`exec "$0" "$@"`)
	cancel := context.CancelFunc(func() {})
	if t.CPU > 0 {
		ctx, cancel = context.WithTimeout(ctx, 20*t.CPU+time.Minute)
	}
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script.String(), t.Path}, args...)...)
	if t.Env != nil {
		cmd.Env = append(cmd.Environ(), t.Env...)
	}
	cmd.Dir = t.Dir
	cmd.WaitDelay = 5 * time.Second
	return cmd, cancel
}

// cpuSeconds returns the limit of CPU time in whole seconds, at least one.
func (t tool) cpuSeconds() int {
	return int((t.CPU + time.Second - 1) / time.Second)
}

// run runs a command to its end. An exit status other than 0 is no error.
func (t tool) run(ctx context.Context, stdin io.Reader, args ...string) (ran, error) {
	cmd, cancel := t.command(ctx, args...)
	defer cancel()
	out, errs := &capped{max: t.Output}, &capped{max: 1 << 20}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, out, errs
	err := cmd.Run()
	return t.result(cmd, err, out, errs)
}

// result reads what a command did once it ended with err.
func (t tool) result(cmd *exec.Cmd, err error, out, errs *capped) (ran, error) {
	r := ran{Stderr: errs.String()}
	if out != nil {
		r.Stdout = out.String()
	}
	if cmd.ProcessState == nil {
		return r, err
	}
	r.Exit = cmd.ProcessState.ExitCode()
	r.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	r.Cut = errors.Is(err, errCut)
	r.Killed = t.CPU > 0 && r.Exit == -1 && r.CPU >= time.Duration(t.cpuSeconds())*time.Second*3/4 // the kernel counts less finely
	var exit *exec.ExitError
	if err == nil || errors.As(err, &exit) || r.Cut {
		return r, nil
	}
	if errors.Is(err, context.DeadlineExceeded) {
		r.Killed = true
		return r, nil
	}
	return r, err
}

// seconds prints a CPU time for a table.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) }

// firstLine returns the first line of a text that says something, shortened,
// for reasons in tables.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			if len(line) > 160 {
				line = line[:160] + "..."
			}
			return line
		}
	}
	return "no message"
}
