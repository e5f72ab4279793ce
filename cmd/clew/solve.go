package main

import (
	"context"

	"github.com/clewsolver/clew"
)

func solveVerb() *verb {
	return &verb{
		name:     "solve",
		short:    "find one answer, or prove that there is none",
		long:     "Find one answer, the first in the order of the search, or prove that there is none.",
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
	s, err := clew.Solve(ctx, q.problem, q.options(&r.report)...)
	if r.stopped, err = whyStopped(err); err != nil {
		return nil, err
	}
	r.exit = yesOrNo(s != nil)
	r.members = object{{"found", s != nil}}
	switch {
	case s != nil:
		q.out.answer(1, s)
	case r.stopped != "":
		r.text = "no answer so far, incomplete: " + r.stopped
	default:
		r.text = "no answer"
	}
	return r, nil
}
