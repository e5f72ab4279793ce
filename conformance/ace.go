package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ace runs instances of the solver ACE, in XCSP3: counts.tsv gives the number
// of solutions of some, optima.tsv the optimum of others, as published in its
// tests.
var ace = suite{Name: "ace", Run: runAce}

func runAce(ctx context.Context, s *session, folder string, report func(outcome)) error {
	for _, table := range []struct {
		file, group string
		run         func(context.Context, *session, string, string) (outcome, error)
	}{
		{"counts.tsv", "counts", aceCount},
		{"optima.tsv", "optima", aceOptimum},
	} {
		rows, err := readPairs(filepath.Join(folder, table.file))
		if err != nil {
			return err
		}
		for _, row := range rows {
			if !s.wanted(row[0]) {
				continue
			}
			o, err := table.run(ctx, s, filepath.Join(folder, row[0]+".xml.lzma"), row[1])
			if err != nil {
				return fmt.Errorf("%s: %w", row[0], err)
			}
			o.Case, o.Group = row[0], table.group
			report(o)
		}
	}
	return nil
}

// readPairs reads a table of two columns.
func readPairs(file string) ([][2]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	var rows [][2]string
	in := bufio.NewScanner(f)
	for in.Scan() {
		if strings.TrimSpace(in.Text()) == "" || strings.HasPrefix(in.Text(), "#") {
			continue
		}
		name, value, ok := strings.Cut(in.Text(), "\t")
		if !ok {
			return nil, fmt.Errorf("%s: %q has no tab", file, in.Text())
		}
		rows = append(rows, [2]string{name, strings.TrimSpace(value)})
	}
	return rows, in.Err()
}

// aceCount compares the number of solutions.
func aceCount(ctx context.Context, s *session, file, want string) (outcome, error) {
	r, err := s.clew().run(ctx, nil, "count", file)
	o := outcome{CPU: r.CPU, Verdict: failed}
	if err != nil || settle(s, r, &o) {
		return o, err
	}
	if got := strings.TrimSpace(r.Stdout); got != want {
		o.Reason, o.Detail = "other count", fmt.Sprintf("want %s, got %s", want, firstLine(r.Stdout))
		return o, nil
	}
	o.Verdict = passed
	return o, nil
}

// aceOptimum compares the best value of the objective.
func aceOptimum(ctx context.Context, s *session, file, want string) (outcome, error) {
	r, err := s.clew().run(ctx, nil, "solve", file, "--format", "xcsp")
	o := outcome{CPU: r.CPU, Verdict: failed}
	if err != nil || settle(s, r, &o) {
		if o.Verdict == open {
			o.Detail = "best so far " + lastBound(r.Stdout)
		}
		return o, err
	}
	got := lastBound(r.Stdout)
	if got != want || !strings.Contains(r.Stdout, "s OPTIMUM FOUND") {
		o.Reason, o.Detail = "other optimum", fmt.Sprintf("want %s, got %s\n%s", want, got, shorten(r.Stdout))
		return o, nil
	}
	o.Verdict = passed
	return o, nil
}

// lastBound returns the last value of the objective that was printed.
func lastBound(output string) string {
	bound := "none"
	for line := range strings.Lines(output) {
		if value, ok := strings.CutPrefix(line, "o "); ok {
			bound = strings.TrimSpace(value)
		}
	}
	return bound
}

// settle gives the verdict on a run that brought no answer to compare.
func settle(s *session, r ran, o *outcome) bool {
	switch {
	case r.Killed:
		o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", s.Limit)
	case r.Exit > 1:
		o.Reason, o.Detail = "fails", firstLine(r.Stderr)
	default:
		return false
	}
	return true
}
