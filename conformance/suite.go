package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// verdict is what became of a case.
type verdict int

const (
	passed    verdict = iota
	failed            // the answer is wrong, or there is none although the command ended
	open              // the limit of CPU time was reached first, with nothing wrong so far
	skipped           // not run, for a reason
	explained         // as failed, for a reason that is known and is no wrong answer
)

func (v verdict) String() string {
	return [...]string{"passed", "failed", "open", "skipped", "explained"}[v]
}

// outcome is the verdict on a case.
type outcome struct {
	Case    string
	Group   string // a part of the suite that has a row of its own
	Verdict verdict
	Reason  string        // in few words, the same for cases of one kind: the table counts them
	Detail  string        // what was expected and what came
	CPU     time.Duration // of clew's commands
}

// suite is a kind of outside suite. Each is found in a folder of its name.
type suite struct {
	Name string
	// Run runs the cases found in the folder and reports each. It returns an
	// error where the suite as a whole cannot be run.
	Run func(ctx context.Context, s *session, folder string, report func(outcome)) error
}

// tally is a row of the table.
type tally struct {
	Suite   string
	Counts  [5]int
	Reasons map[string]int // of cases not passed
	CPU     time.Duration
	Note    string // why the suite was not run
	Failed  []outcome
}

func (t *tally) add(o outcome) {
	t.Counts[o.Verdict]++
	t.CPU += o.CPU
	if o.Verdict != passed && o.Verdict != failed {
		if t.Reasons == nil {
			t.Reasons = map[string]int{}
		}
		t.Reasons[o.Verdict.String()+": "+o.Reason]++
	}
	if o.Verdict == failed {
		t.Failed = append(t.Failed, o)
	}
}

// cases returns the number of cases.
func (t *tally) cases() int {
	n := 0
	for _, c := range t.Counts {
		n += c
	}
	return n
}

// printTable prints the rows and, below them, why cases did not pass.
func printTable(w io.Writer, rows []tally) {
	fmt.Fprintf(w, "%-14s %7s %7s %7s %9s %7s %8s %9s\n", "suite", "cases", "passed", "failed", "explained", "open", "skipped", "CPU s")
	for _, t := range rows {
		if t.Note != "" {
			fmt.Fprintf(w, "%-14s not run: %s\n", t.Suite, t.Note)
			continue
		}
		fmt.Fprintf(w, "%-14s %7d %7d %7d %9d %7d %8d %9s\n", t.Suite, t.cases(),
			t.Counts[passed], t.Counts[failed], t.Counts[explained], t.Counts[open], t.Counts[skipped], seconds(t.CPU))
	}
	for _, t := range rows {
		for _, reason := range slices.Sorted(maps.Keys(t.Reasons)) {
			fmt.Fprintf(w, "%s: %d %s\n", t.Suite, t.Reasons[reason], reason)
		}
	}
}

// printFailures prints each failed case.
func printFailures(w io.Writer, rows []tally) {
	for _, t := range rows {
		for _, o := range t.Failed {
			fmt.Fprintf(w, "FAIL %s %s: %s\n", t.Suite, o.Case, o.Reason)
			printIndented(w, o.Detail)
		}
	}
}

// printIndented prints the lines of a text behind tabs.
func printIndented(w io.Writer, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "\t%s\n", strings.TrimRight(line, "\n"))
	}
}
