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
	// parse reads the number of answers from what is printed, and whether the
	// search was complete. If nil, the output goes to the null device.
	parse func(stdout io.Reader) (answers string, complete bool, err error)
}

// sample is the measurement of one run.
type sample struct {
	cpu      time.Duration // user and system
	memory   int64         // peak resident set in bytes, 0 if not known
	over     bool          // it was stopped at the limit
	answers  string
	complete bool
}

func (s sample) String() string {
	if s.over {
		return fmt.Sprintf("stopped after %.2f s of processor time", s.cpu.Seconds())
	}
	return fmt.Sprintf("%.3f s", s.cpu.Seconds())
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
		s.answers, s.complete, parseErr = c.parse(stdout)
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
	s.over = limited.Err() != nil
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
