package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

func compareVerb() *verb {
	return &verb{
		name:  "compare",
		short: "count by every method and set their work side by side",
		long: `Count the answers by every method, one after the other, and set their work side
by side. The counts have to agree. --method names the only one to run; the time
limit holds for each method.`,
		exits:   "0 there is at least one answer, 1 there is none",
		method:  clew.Auto,
		limited: true,
		timed:   true,
		ask:     compare,
	}
}

func compare(ctx context.Context, q *question) (*result, error) {
	methods := clew.Methods()
	switch k := q.problem.(type) {
	case clew.Searcher:
		if _, err := k.Kernel(); err == nil {
			methods = append(methods, clew.Kernel)
		}
	case clew.Counter:
		if q.settings.limit == 0 {
			methods = append(methods, clew.Kernel)
		}
	}
	if m := clew.Method(q.settings.method.value); m != clew.Auto {
		methods = []clew.Method{m}
	}
	r := &result{}
	var rows []clew.Comparison
	for _, m := range methods {
		if m == clew.Auto || ctx.Err() != nil {
			continue
		}
		c, err := compareOne(ctx, q, m)
		if err != nil {
			return nil, err
		}
		rows = append(rows, c)
		if stopped, _ := whyStopped(c.Err); stopped != "" {
			r.stopped = stopped
		}
		q.out.record(record{object: methodObject(c)})
	}
	return r, judge(r, rows)
}

// compareOne runs one method, within the time limit.
func compareOne(ctx context.Context, q *question, m clew.Method) (clew.Comparison, error) {
	ctx, cancel := q.settings.timed(ctx)
	defer cancel()
	var ignored clew.Report
	cs, err := clew.Compare(ctx, q.problem, []clew.Method{m}, q.options(&ignored)...)
	if len(cs) == 1 && (err == nil || errors.Is(err, clew.ErrIncomplete)) {
		return cs[0], nil
	}
	return clew.Comparison{}, err
}

// judge fills in the result of a comparison. The error is a disagreement.
func judge(r *result, rows []clew.Comparison) error {
	var answers int64
	complete, words := 0, []string(nil)
	for _, c := range rows {
		if errors.Is(c.Err, clew.ErrUnsupported) {
			continue
		}
		answers = max(answers, c.Solutions)
		words = append(words, fmt.Sprintf("%s %d", c.Method, c.Solutions))
		if c.Err == nil {
			complete++
		}
		r.report = c.Report
	}
	if !clew.Agree(rows) {
		return fmt.Errorf("internal error: the methods disagree: %s answers; please report this", strings.Join(words, ", "))
	}
	r.exit = yesOrNo(answers > 0)
	r.members = object{countMember(big.NewInt(answers)), {"agree", complete >= 2}}
	r.text = table(rows)
	switch {
	case len(words) == 0:
		return fmt.Errorf("no method can walk this problem")
	case complete >= 2:
		r.text += fmt.Sprintf("\nall methods agree: %s\n", input.Plural(answers, "answer"))
	case r.stopped != "":
		r.text += fmt.Sprintf("\nat least %s, incomplete: %s\n", input.Plural(answers, "answer"), r.stopped)
	default:
		r.text += fmt.Sprintf("\none method, nothing to compare with: %s\n", input.Plural(answers, "answer"))
	}
	return nil
}

// table sets the accounts side by side.
func table(rows []clew.Comparison) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "method\tanswers\ttries\tplacements\tnodes\tpropagations\tfailures\tconflicts\ttime\t")
	for _, c := range rows {
		if errors.Is(c.Err, clew.ErrUnsupported) {
			fmt.Fprintf(w, "%s\tcannot walk this problem\t\t\t\t\t\t\t\t\n", c.Method)
			continue
		}
		answers := fmt.Sprint(c.Solutions)
		if c.Err != nil {
			answers = "at least " + answers
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n",
			c.Method, answers, c.Tries, c.Placements, c.Nodes, c.Propagations, c.Failures, c.Conflicts, elapsed(c.Elapsed))
	}
	w.Flush()
	return b.String()
}

// elapsed returns a time with about three digits.
func elapsed(d time.Duration) string {
	unit := time.Duration(1)
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// methodObject is a row of the table for JSON.
func methodObject(c clew.Comparison) object {
	o := object{{"type", "method"}, {"method", c.Method}}
	if errors.Is(c.Err, clew.ErrUnsupported) {
		return append(o, member{"supported", false})
	}
	o = append(o, member{"supported", true}, countMember(big.NewInt(c.Solutions)), member{"complete", c.Err == nil})
	if stopped, _ := whyStopped(c.Err); stopped != "" {
		o = append(o, member{"stopped", stopped})
	}
	return append(o, member{"stats", statsObject(c.Report)})
}
