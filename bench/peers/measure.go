package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// command is a process to run.
type command struct {
	args []string
	env  []string // beside the environment
	ok   []int    // exit statuses of a good run, beside 0
	// parse reads what was found from what is printed. If nil, the output goes
	// to the null device.
	parse func(stdout io.Reader) (result, error)
}

// result is what a run printed.
type result struct {
	answers   string // their number; of a learning case the objective, or satisfiable
	complete  bool   // the search says that it did all that was asked
	conflicts string // dead ends met, empty if not printed
}

// sample is the measurement of one run.
type sample struct {
	cpu    time.Duration // user and system; user alone if over, to be a lower bound of the work
	memory int64         // peak resident set in bytes, 0 if not known
	over   bool          // it was stopped at the limit
	result
}

func (s sample) String() string {
	if s.over {
		return fmt.Sprintf("stopped after %.2f s of processor time", s.cpu.Seconds())
	}
	return fmt.Sprintf("%.3f s", s.cpu.Seconds())
}

// steady is measure, with a second try for a run that reaches the limit: a
// machine that stalls, for example to read a program back into its memory, must
// not look like a slow solver.
func steady(ctx context.Context, c command, limit time.Duration) (sample, error) {
	first, err := measure(ctx, c, limit)
	if err != nil || !first.over {
		return first, err
	}
	second, err := measure(ctx, c, limit)
	if err == nil && second.over && second.cpu < first.cpu {
		return first, nil
	}
	return second, err
}

// measure runs c to its end, or to the limit.
func measure(ctx context.Context, c command, limit time.Duration) (sample, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), c.env...)
	var s sample
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if c.parse == nil {
		if err := cmd.Run(); cmd.ProcessState == nil {
			return s, err
		}
	} else {
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			return s, err
		}
		if err := cmd.Start(); err != nil {
			return s, err
		}
		var parseErr error
		s.result, parseErr = c.parse(stdout)
		err = cmd.Wait()
		if limited.Err() == nil && parseErr != nil {
			return s, errors.Join(parseErr, err)
		}
	}
	if ctx.Err() != nil {
		return s, ctx.Err()
	}
	p := cmd.ProcessState
	s.cpu = p.UserTime() + p.SystemTime()
	s.memory = peakMemory(p)
	if s.over = limited.Err() != nil; s.over {
		s.cpu = p.UserTime()
	}
	if code := p.ExitCode(); !s.over && code != 0 && !slices.Contains(c.ok, code) {
		return s, fmt.Errorf("%s: %s: %s", strings.Join(c.args, " "), p, strings.TrimSpace(stderr.String()))
	}
	return s, nil
}

// output runs a command that prepares something and returns what it printed.
func output(args ...string) ([]byte, error) {
	cmd := exec.Command(args[0], args[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}
