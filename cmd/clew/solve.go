package main

import (
	"context"

	"github.com/clewsolver/clew"
)

func solveVerb() *verb {
	return &verb{
		name:  "solve",
		short: "find one answer, or prove that there is none",
		long: `Find one answer, the first in the order of the search, or prove that there is
none. Of a problem with an objective each answer shown is better than the one
before, and the last one is the best.`,
		exits:    "0 an answer was found, 1 there is none",
		method:   clew.Auto,
		drawings: true,
		ask:      solve,
	}
}

func solve(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{}
	var found int64
	for s, err := range clew.Improve(ctx, q.problem, q.options(&r.report)...) {
		if r.stopped, err = whyStopped(err); err != nil {
			return nil, err
		}
		if s != nil {
			found++
			q.out.answer(found, s)
		}
	}
	r.exit = yesOrNo(found > 0)
	r.members = object{{"found", found > 0}}
	switch {
	case found > 0 && r.stopped != "":
		r.text = "the best answer so far, incomplete: " + r.stopped
	case found > 0:
	case r.stopped != "":
		r.text = "no answer so far, incomplete: " + r.stopped
	default:
		r.text = "no answer"
	}
	return r, nil
}
