package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/watch"
	"github.com/spf13/pflag"
)

// defaultSteps is how many steps are shown unless --steps says otherwise.
const defaultSteps = 20

func watchVerb() *verb {
	w := &watcher{steps: defaultSteps}
	return &verb{
		name:  "watch",
		short: "watch the search step by step",
		long: `Watch the search for all answers step by step: what is tried, what it clashes
with, what is placed, and where the search steps back, each with the board after
it. A clash is told in the step that ends it, a nogood that was learned in the
first step back after the failure.

On a terminal the steps are played: space plays and pauses, right and left go a
step on and back, s goes to the next solution, + and - change the speed, q quits.
Elsewhere, and with --steps, the first steps are printed.`,
		exits:   "0 steps were shown",
		method:  clew.Plain,
		example: "--steps 7",
		flags: func(fs *pflag.FlagSet) {
			fs.Var(&w.steps, "steps", "print the first K steps")
			fs.BoolVar(&w.why, "why", false, "engine: name each variable that loses values, and the constraint that took them")
			w.changed = fs.Changed
		},
		ask: w.ask,
	}
}

type watcher struct {
	steps   positive
	why     bool
	changed func(flag string) bool
}

func (w *watcher) ask(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{exit: exitYes}
	played := q.screen != nil && !w.changed("steps") && !q.settings.json && !q.settings.quiet
	if played {
		q.progress = nil // it would write into the screen
	}
	opts := q.options(&r.report)
	if _, err := q.problem.Space(); errors.Is(err, clew.ErrUnsupported) && !q.settings.changed("method") {
		opts = append(opts, clew.WithMethod(clew.Propagate))
		r.note = "the plain method cannot walk this problem: these are the engine's steps\n"
	}
	text := watch.NewText(q.problem)
	text.Why = w.why
	if played {
		return r, w.play(ctx, q, r, text, clew.Watch(ctx, q.problem, opts...))
	}
	shown, ended := int64(0), false
	for s, err := range clew.Watch(ctx, q.problem, opts...) {
		if r.stopped, err = whyStopped(err); err != nil {
			return nil, err
		}
		if s == nil {
			break
		}
		// The end is said even if it comes right after the last step.
		ended = s.Kind == clew.StepDone
		if shown == int64(w.steps) && !ended {
			break
		}
		if !ended {
			shown++
		}
		q.out.record(record{text: text.Step(s), object: stepObject(s)})
	}
	switch {
	case r.stopped != "":
		r.text = fmt.Sprintf("%s, incomplete: %s", input.Plural(shown, "step"), r.stopped)
	case !ended:
		r.note += fmt.Sprintf("stopped after %s; --steps shows more", input.Plural(shown, "step"))
	}
	r.note = strings.TrimSuffix(r.note, "\n")
	r.members = object{{"steps", shown}, {"answers", text.Answers()}, {"end", ended}}
	return r, nil
}

// play plays the steps on the screen.
func (w *watcher) play(ctx context.Context, q *question, r *result, text *watch.Text, steps iter.Seq2[*clew.Step, error]) error {
	next, stop := iter.Pull2(steps)
	defer stop()
	var failed error
	p := &watch.Player{
		Title: q.problem.Name(), Keys: q.screen.keys(), Out: q.screen, Size: q.screen.size,
		Next: func() (watch.Frame, bool) {
			s, err, ok := next()
			if ok && err != nil {
				r.stopped, failed = whyStopped(err)
				ok = false
			}
			if !ok {
				return watch.Frame{}, false
			}
			return watch.Frame{Text: text.Step(s), Solution: s.Solution}, true
		},
	}
	restore, err := q.screen.raw()
	if err != nil {
		return fmt.Errorf("the terminal: %w", err)
	}
	n, err := p.Play(ctx)
	restore()
	if failed == nil {
		failed = err
	}
	r.note = fmt.Sprintf("%s%s watched, %s", r.note, input.Plural(int64(n), "step"), input.Plural(text.Answers(), "answer"))
	return failed
}

// stepObject is a step for JSON.
func stepObject(s *clew.Step) object {
	o := object{{"type", "step"}, {"number", s.Number}, {"kind", s.Kind}, {"depth", s.Depth}, {"try", s.Try}, {"solution", s.Solution}}
	clashes := []object{}
	for _, c := range s.Clashes {
		clashes = append(clashes, object{{"value", c.Value}, {"try", c.Try}, {"with", c.With}})
	}
	o = append(o, member{"clashes", clashes}, member{"pruned", s.Pruned})
	if s.Reason != "" {
		o = append(o, member{"reason", s.Reason})
	}
	if s.Emptied != "" {
		o = append(o, member{"emptied", s.Emptied})
	}
	if s.Learned != "" {
		o = append(o, member{"learned", s.Learned})
	}
	if s.Kind == clew.StepDone {
		return o
	}
	if s.Placed != nil {
		o = append(o, member{"placed", s.Placed})
	}
	// null stands for a value that is not known yet.
	values := make([]*int, len(s.Values))
	for i := range s.Values {
		if s.Values[i] != clew.Unset {
			values[i] = &s.Values[i]
		}
	}
	return append(o, member{"values", values})
}
