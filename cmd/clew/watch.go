package main

import (
	"context"
	"errors"
	"fmt"
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
		short: "print the first steps of the search",
		long: `Print the first steps of the search for all answers: what is tried, what it
clashes with, what is placed, and where the search steps back, each with the
board after it. A clash is told in the step that ends it, a nogood that was
learned in the first step back after the failure.`,
		exits:   "0 steps were shown",
		method:  clew.Plain,
		example: "--steps 7",
		flags: func(fs *pflag.FlagSet) {
			fs.Var(&w.steps, "steps", "stop after K steps")
		},
		ask: w.ask,
	}
}

type watcher struct{ steps positive }

func (w *watcher) ask(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{exit: exitYes}
	opts := q.options(&r.report)
	if _, err := q.problem.Space(); errors.Is(err, clew.ErrUnsupported) && !q.settings.changed("method") {
		opts = append(opts, clew.WithMethod(clew.Propagate))
		r.note = "the plain method cannot walk this problem: these are the engine's steps\n"
	}
	text := watch.NewText(q.problem)
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
