// Command fzn-clew solves FlatZinc models for MiniZinc: it takes the flags of
// MiniZinc's driver and writes its protocol.
//
//	fzn-clew [flags] FILE
//
// What it does is in internal/flatzinc; here are the flags, signals and limits.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/flatzinc"
	"github.com/clewsolver/clew/internal/profiler"
	"golang.org/x/term"
)

// Exit codes. A run that was stopped is no error: the protocol tells.
const (
	exitDone  = 0
	exitWrong = 2 // of usage, input or output
)

func main() { os.Exit(run(os.Args[1:], time.Now())) }

// Causes of the end of a run.
var (
	errSignal = errors.New("stopped by a signal")
	errTime   = errors.New("time limit reached")
	errMemory = errors.New("memory limit reached")
)

func run(args []string, start time.Time) int {
	s, err := parseFlags(args, os.Stderr)
	if err != nil {
		fmt.Fprintf(os.Stderr, "fzn-clew: %v\n", err)
		return exitWrong
	}
	if s.help {
		fmt.Print(usage)
		return exitDone
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		stop(errSignal)
	}()
	if s.limit > 0 {
		t := time.AfterFunc(s.limit-time.Since(start), func() { stop(errTime) })
		defer t.Stop()
	}
	if s.memory > 0 {
		go watchMemory(s.memory, func() { stop(errMemory) })
	}
	if err := solve(ctx, s, start); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitWrong
	}
	if cause := context.Cause(ctx); cause != nil && s.verbose {
		fmt.Fprintf(os.Stderr, "fzn-clew: %v\n", cause)
	}
	return exitDone
}

// open opens a file to be read. Errors begin with its name, as those of what is
// in it do.
func open(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err == nil {
		var info os.FileInfo
		if info, err = f.Stat(); err == nil && !info.IsDir() {
			return f, nil
		}
		f.Close()
	}
	var p *fs.PathError
	switch {
	case err == nil:
		return nil, fmt.Errorf("%s: found a directory, expected a file", name)
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", name)
	case errors.As(err, &p):
		return nil, fmt.Errorf("%s: %w", name, p.Err)
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

// solve opens the input and runs the request.
func solve(ctx context.Context, s *settings, start time.Time) error {
	var in io.Reader = os.Stdin
	name := "<stdin>"
	if s.file != "-" {
		f, err := open(s.file)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, s.file
	}
	q := s.Request
	q.Start = start
	q.Flush = term.IsTerminal(int(os.Stdout.Fd()))
	q.Problem = func(m *flatzinc.Model) {
		for _, w := range m.Warnings() {
			fmt.Fprintf(os.Stderr, "fzn-clew: warning: %s\n", w)
		}
		if s.verbose {
			for _, n := range m.Notes {
				fmt.Fprintf(os.Stderr, "fzn-clew: %s\n", n)
			}
		}
	}
	if s.progress {
		q.Options = append(q.Options, clew.WithProgress(time.Second, func(r clew.Report) {
			fmt.Fprintf(os.Stderr, "fzn-clew: %.4g %% searched, %d answers, %d nodes, %d failures, %.0f s\n",
				100*r.Share, r.Solutions, r.Nodes, r.Failures, r.Elapsed.Seconds())
		}))
	}
	if s.profiler != "" {
		p, conn, err := profiler.Dial(s.profiler, filepath.Base(name))
		if err != nil { // who solves gets the answers, with or without a drawing
			fmt.Fprintf(os.Stderr, "fzn-clew: warning: --cp-profiler: %v\n", err)
		} else {
			defer conn.Close()
			q.Options = append(q.Options, clew.WithTrace(p.Event))
			defer func() {
				if err := p.Err(); err != nil {
					fmt.Fprintf(os.Stderr, "fzn-clew: warning: --cp-profiler: %v\n", err)
				}
			}()
		}
	}
	return flatzinc.Run(ctx, in, name, os.Stdout, q)
}
