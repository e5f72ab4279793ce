package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/watch"
	"github.com/spf13/cobra"
)

// replayCommand returns the command that reads what --trace wrote.
func replayCommand(c *console, exit *int) *cobra.Command {
	steps, why, quiet := positive(0), false, false
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "print the steps of a search that --trace wrote",
		Long: `Print the steps of a search that --trace wrote to FILE, as watch prints those of
a search that runs; - is standard input. Values that are not known yet are dots.

Exit codes: 0 the file was read to its end, 2 it is no trace, 3 it is cut, or the
search in it was.`,
		Example: "  clew solve queens 6 --trace run.jsonl && clew replay run.jsonl --steps 20",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("replay: found %s, expected one", input.Plural(len(args), "argument"))
			}
			in := &inputs{cmd.Context(), c, cmd.Flags().Changed}
			t, err := in.text("replay", args)
			if err != nil {
				return err
			}
			defer t.Close()
			r := &replayer{console: c, steps: int64(steps), why: why}
			if steps == 0 {
				r.steps = math.MaxInt64
			}
			note, err := r.run(t)
			if note != "" && !quiet {
				c.Note("%s", note)
			}
			if *exit = exitYes; r.cut {
				*exit = exitIncomplete
			}
			return err
		},
	}
	cmd.Flags().Var(&steps, "steps", "stop after K steps (default: print all)")
	cmd.Flags().BoolVar(&why, "why", false, "name each variable that loses values, and the constraint that took them")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing but steps and errors")
	return cmd
}

// replayer prints the steps of a trace.
type replayer struct {
	console *console
	steps   int64 // most to be printed
	why     bool
	cut     bool // a search in the trace did not come to its end
}

// run prints the trace in t. The note is for people.
func (r *replayer) run(t *text) (note string, err error) {
	var words *watch.Text
	shown := int64(0)
	// Each start has its own problem, which the words must know before its steps.
	events := func(yield func(*clew.Event, error) bool) {
		for e, err := range watch.Read(t, t.name) {
			if err == nil && e.Kind == clew.EventStart {
				next := watch.NewText(traced{e.Start})
				next.Why = r.why
				if shown > 0 {
					fmt.Fprintln(r.console)
				}
				fmt.Fprintf(r.console, "%s, by %s\n", e.Start.Problem, e.Start.Method)
				words = next
			}
			if err == nil && e.Kind == clew.EventDone && !e.Complete && e.Reason != "" {
				r.cut, note = true, "the search was cut short: "+e.Reason
			}
			if !yield(e, err) {
				return
			}
		}
	}
	for s, err := range clew.Steps(events) {
		switch {
		case errors.Is(err, watch.ErrCut):
			r.cut = true
			return err.Error(), nil
		case err != nil:
			return "", err
		case shown == r.steps:
			return fmt.Sprintf("stopped after %s; --steps shows more", input.Plural(shown, "step")), nil
		}
		shown++
		if _, err := fmt.Fprint(r.console, words.Step(s)); err != nil {
			return "", nil // the console tells
		}
	}
	return note, nil
}

// traced is the problem of a trace as far as its steps are shown.
type traced struct{ start *clew.TraceStart }

func (p traced) Name() string           { return p.start.Problem }
func (p traced) Outputs() []clew.Output { return p.start.Outputs }
func (p traced) Model() (*clew.Model, error) {
	return nil, fmt.Errorf("%w: a trace is no model", clew.ErrUnsupported)
}
func (p traced) Space() (clew.Space, error) {
	return nil, fmt.Errorf("%w: a trace is no space", clew.ErrUnsupported)
}
