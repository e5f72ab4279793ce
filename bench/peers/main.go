// Command peers times clew against other solvers on the cases of package
// bench: each counts all answers of the same model, on one core. It is run
// from the top of the repository, as by
//
//	make bench-peers
//
// The contenders take turns, so that whatever else the machine does meets all
// of them alike; the clock is processor time, user and system, of the whole
// process. Models for the others are translated beforehand (MiniZinc to
// FlatZinc, ASP programs to ground ones), and that time does not count: what
// is timed reads a translated model, while clew builds its own.
//
// Every contender must find the known number of answers, else nothing is
// written and the exit status is 1. Solvers that are not installed are named
// as missing.
package main

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

func main() {
	rounds := flag.Int("rounds", 5, "timed runs of each contender")
	limit := flag.Duration("limit", time.Minute, "longest time of one run, by the wall clock")
	only := flag.String("only", "", "run only the cases whose name starts with this")
	dir := flag.String("dir", "bench", "folder that holds peers/ and gets out/")
	results := flag.String("results", "", "file to write the results to, as Markdown")
	count := flag.String("count", "", "count the answers of this case with clew, print their number, and end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := error(nil)
	switch {
	case *count != "":
		err = printCount(ctx, *count)
	case flag.NArg() > 0 || *rounds < 1 || *limit <= 0:
		err = fmt.Errorf("usage: peers [-rounds N] [-limit D] [-only CASE] [-results FILE]")
	default:
		err = compare(ctx, *dir, *only, *results, *rounds, *limit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		stop()
		os.Exit(1)
	}
}

// printCount is what clew's processes do.
func printCount(ctx context.Context, name string) error {
	for _, c := range bench.Cases() {
		if c.Name != name {
			continue
		}
		p, err := c.Problem()
		if err != nil {
			return err
		}
		var n *big.Int
		if n, err = clew.Count(ctx, p, bench.Options()...); err == nil {
			fmt.Println(n)
		}
		return err
	}
	return fmt.Errorf("no case is called %q", name)
}

// compare runs all cases and reports them.
func compare(ctx context.Context, dir, only, results string, rounds int, limit time.Duration) error {
	out := filepath.Join(dir, "out")
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	field, err := contenders(filepath.Join(dir, "peers"), out)
	if err != nil {
		return err
	}
	for _, c := range field {
		if c.missing != "" {
			fmt.Fprintf(os.Stderr, "missing: %s: %s\n", c.name, c.missing)
		}
	}
	rep := newReport(field, rounds, limit)
	for _, c := range bench.Cases() {
		if !strings.HasPrefix(c.Name, only) {
			continue
		}
		o, err := runCase(ctx, c, field, rounds, limit)
		if err != nil {
			return err
		}
		rep.add(o)
	}
	if len(rep.outcomes) == 0 {
		return fmt.Errorf("no case is called %q", only)
	}
	if err := rep.write(os.Stdout); err != nil || results == "" {
		return err
	}
	f, err := os.Create(results)
	if err != nil {
		return err
	}
	if err := rep.write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// outcome is what a case came to: the samples of each contender in order of
// the rounds. A contender that reached the limit has one sample, with over set.
type outcome struct {
	bench.Case
	samples map[string][]sample
}

// runCase lets the contenders take turns on a case. A first round, untimed,
// checks their counts.
func runCase(ctx context.Context, c bench.Case, field []contender, rounds int, limit time.Duration) (*outcome, error) {
	o := &outcome{c, map[string][]sample{}}
	type entry struct {
		name string
		job
	}
	var running []entry
	for _, f := range field {
		if f.missing != "" {
			continue
		}
		j, err := f.prepare(c)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.Name, f.name, err)
		}
		s, err := measure(ctx, j.check, limit)
		if err == nil && !s.over {
			err = agree(s, c.Answers)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", c.Name, f.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s, %s: check, %s\n", c.Name, f.name, s)
		if s.over {
			o.samples[f.name] = []sample{s}
			continue
		}
		running = append(running, entry{f.name, j})
	}
	for round := range rounds {
		for i := range running {
			e := running[(round+i)%len(running)]
			s, err := measure(ctx, e.timed, limit)
			if err == nil && e.timed.parse != nil && !s.over {
				err = agree(s, c.Answers)
			}
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.Name, e.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s, %s: round %d, %s\n", c.Name, e.name, round+1, s)
			o.samples[e.name] = append(o.samples[e.name], s)
		}
	}
	return o, nil
}

// agree compares a run with the known number of answers.
func agree(s sample, want string) error {
	switch {
	case !s.complete:
		return fmt.Errorf("did not finish: found %q answers", s.answers)
	case s.answers != want:
		return fmt.Errorf("found %s answers, expected %s", s.answers, want)
	}
	return nil
}
