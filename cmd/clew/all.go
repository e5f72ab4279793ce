package main

import (
	"context"
	"strconv"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

func allVerb() *verb {
	return &verb{
		name:  "all",
		short: "list every answer, each exactly once",
		long: `List every answer, each exactly once, numbered, as they are found. Memory does
not grow with their number.`,
		exits:    "0 there is at least one, 1 there is none",
		method:   clew.Auto,
		drawings: true,
		numbered: true,
		limited:  true,
		ask:      all,
	}
}

func all(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{}
	var n int64
	for s, err := range clew.All(ctx, q.problem, q.options(&r.report)...) {
		if r.stopped, err = whyStopped(err); err != nil {
			return nil, err
		}
		if s != nil {
			n++
			q.out.answer(n, s)
		}
	}
	r.exit = yesOrNo(n > 0)
	r.members = object{{"count", strconv.FormatInt(n, 10)}}
	switch {
	case r.stopped != "":
		r.text = input.Plural(n, "answer") + " so far, incomplete: " + r.stopped
	case n == 0:
		r.text = "no answer"
	default:
		r.text = input.Plural(n, "answer")
	}
	return r, nil
}
