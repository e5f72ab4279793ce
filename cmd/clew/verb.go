package main

import (
	"context"

	"github.com/clewsolver/clew"
	"github.com/spf13/pflag"
)

// verbs is the registry of what can be asked. A new verb is a file of its own
// and a line here; it then works on every problem.
var verbs = []func() *verb{solveVerb, allVerb, countVerb, uniqueVerb, watchVerb, compareVerb}

// verb is a question that can be put to any problem.
type verb struct {
	name    string
	short   string
	long    string
	exits   string      // what the exit codes 0 and 1 mean
	method  clew.Method // the default
	example string      // flags that show it well
	// drawings is set if answers are drawn: a problem then shows itself first.
	drawings bool
	// numbered is set if answers are printed under their number.
	numbered bool
	// plain is set if the result is one line that stands alone, also in a batch.
	plain bool
	// limited is set if --limit bounds its answers.
	limited bool
	// timed is set if it tells times to be compared: the problems of a batch
	// then do not run side by side.
	timed bool
	// flags declares the verb's own flags.
	flags func(fs *pflag.FlagSet)
	// ask puts the question to one problem.
	ask func(ctx context.Context, q *question) (*result, error)
}

// question is what a verb works with.
type question struct {
	problem  clew.Problem
	settings *settings
	out      printer
	progress clew.Option // nil if no status is shown
	trace    *traceFile  // nil if nobody wants the events
	screen   *screen     // nil if there is no terminal to play on
}

// options returns the options for the library; the account of the run goes to
// report.
func (q *question) options(report *clew.Report) []clew.Option {
	opts := append(q.settings.options(), clew.WithReport(report))
	if q.progress != nil {
		opts = append(opts, q.progress)
	}
	if q.trace != nil {
		opts = append(opts, clew.WithTrace(q.trace.event))
	}
	return opts
}

// result is the end of a verb on one problem.
type result struct {
	text    string // states the result; empty if what was printed says it all
	members object // the same, for JSON
	note    string // a remark for people, not part of the result
	exit    int    // exitYes or exitNo; what it is if stopped does not matter
	stopped string // why the run was cut short; empty if it was not
	report  clew.Report
}

// code returns the exit code of r.
func (r *result) code() int {
	if r.stopped != "" {
		return exitIncomplete
	}
	return r.exit
}

// yesOrNo returns the exit code of a verb that asks whether there is
// something.
func yesOrNo(yes bool) int {
	if yes {
		return exitYes
	}
	return exitNo
}

// printer turns what a run finds into output.
type printer interface {
	// begin opens the output for a problem, the nth of a batch; n is 0 if it
	// is the only one.
	begin(v *verb, p clew.Problem, n int)
	// answer prints an answer, the index-th from 1.
	answer(index int64, s *clew.Solution)
	// pair prints two answers that differ at the given values.
	pair(a, b *clew.Solution, differ []int)
	// record prints something else that was found.
	record(r record)
	// end prints the result of the problem. The error says why answers could
	// not be written.
	end(r *result) error
	// fail prints an error that takes the place of a problem's result.
	fail(err error)
}
