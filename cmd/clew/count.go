package main

import (
	"context"

	"github.com/clewsolver/clew"
)

func countVerb() *verb {
	return &verb{
		name:  "count",
		short: "count the answers, exactly",
		long: `Count the answers, exactly. The number stands alone on standard output; of
several problems, one a line. A count that was cut short reads "at least 5
(incomplete)".`,
		exits:   "0 there is at least one, 1 there is none",
		method:  clew.Auto,
		plain:   true,
		limited: true,
		ask:     count,
	}
}

func count(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{}
	n, err := clew.Count(ctx, q.problem, q.options(&r.report)...)
	if r.stopped, err = whyStopped(err); err != nil {
		return nil, err
	}
	r.exit = yesOrNo(n.Sign() > 0)
	r.text = n.String()
	r.members = object{{"count", r.text}}
	if r.stopped != "" {
		r.note = "incomplete: " + r.stopped
		r.text = "at least " + r.text + " (incomplete)"
	}
	return r, nil
}
