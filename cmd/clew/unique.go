package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

func uniqueVerb() *verb {
	return &verb{
		name:  "unique",
		short: "find out whether there is exactly one answer",
		long: `Find out whether there is exactly one answer, and show it. If there are more,
two that differ are shown with the differing values marked and listed.`,
		exits:    "0 there is exactly one, 1 there is none or more than one",
		method:   clew.Auto,
		drawings: true,
		ask:      unique,
	}
}

func unique(ctx context.Context, q *question) (*result, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	r := &result{}
	u, err := clew.Unique(ctx, q.problem, q.options(&r.report)...)
	if r.stopped, err = whyStopped(err); err != nil {
		return nil, err
	}
	found := u.Solutions
	r.exit = yesOrNo(u.Unique())
	if r.stopped == "" {
		r.members = object{{"unique", u.Unique()}}
	}
	switch {
	case len(found) == 2:
		q.out.pair(found[0], found[1], u.Differ())
		r.text = differences(q.problem, u)
		r.members = append(r.members, member{"differ", differObjects(q.problem, u)})
	case len(found) == 1:
		q.out.answer(1, found[0])
		r.text = "exactly one answer"
		if r.stopped != "" {
			r.text = "at least one answer, incomplete: " + r.stopped
		}
	case r.stopped != "":
		r.text = "no answer so far, incomplete: " + r.stopped
	default:
		r.text = "no answer"
	}
	return r, nil
}

// difference is a value in which two answers differ.
type difference struct {
	part           // of the first answer
	other   string // the value of the second
	numbers []int  // both values as numbers; nil for those of a parted problem
}

// differing returns the values at which two answers differ, and how many values
// there are.
func differing(p clew.Problem, u *clew.Uniqueness) (list []difference, of int) {
	if p, ok := p.(parted); ok {
		a, b := p.parts(u.Solutions[0]), p.parts(u.Solutions[1])
		for i := range a {
			if a[i] != b[i] {
				list = append(list, difference{part: a[i], other: b[i].value})
			}
		}
		return list, len(a)
	}
	a, b := u.Solutions[0].Values(), u.Solutions[1].Values()
	for _, i := range u.Differ() {
		list = append(list, difference{
			part{nameOf(p, i), valueName(p, a[i])}, valueName(p, b[i]), []int{a[i], b[i]},
		})
	}
	return list, len(a)
}

// differences lists the values at which two answers differ.
func differences(p clew.Problem, u *clew.Uniqueness) string {
	list, of := differing(p, u)
	var t strings.Builder
	fmt.Fprintf(&t, "more than one answer; these two differ in %d of %s\n", len(list), input.Plural(of, "value"))
	for _, d := range list {
		fmt.Fprintf(&t, "%s: %s or %s\n", d.name, d.value, d.other)
	}
	return t.String()
}

// differObjects is differences for JSON.
func differObjects(p clew.Problem, u *clew.Uniqueness) []object {
	list, _ := differing(p, u)
	var objects []object
	for _, d := range list {
		var values any = d.numbers
		if d.numbers == nil {
			values = []json.RawMessage{json.RawMessage(d.value), json.RawMessage(d.other)}
		}
		objects = append(objects, object{{"name", d.name}, {"values", values}})
	}
	return objects
}
