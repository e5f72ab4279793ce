package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/clewsolver/clew"
)

// writeLearning prints the report of the learning cases as Markdown.
func (r *report) writeLearning(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Learning: clew and its peers, measured\n\n")
	fmt.Fprintf(&b, "Written by `make bench-learning` on %s: the best answer found and proved, or one answer where all are equal;\n",
		r.date.Format(time.DateOnly))
	fmt.Fprintf(&b, "one core, %d rounds of alternating runs, each limited to %s; processor time (user and system) of whole processes,\n",
		r.rounds, r.limit)
	fmt.Fprintf(&b, "medians. All models are decomposed to linear constraints and clauses. How to read it: README.md beside this file.\n\n")
	r.setting(&b)
	r.seconds(&b, "objective")
	for _, method := range []clew.Method{clew.Auto, clew.Learn} {
		own := ownName(method)
		r.table(&b, "Ratio: time of "+own+" divided by the peer's, median of the rounds", "case", name, 2, r.ratioTo(own))
	}
	r.table(&b, "Conflicts (dead ends met)", "case", name, 0, conflicts)
	r.table(&b, "Conflicts a second of processor time", "case", name, 0, pace)
	r.memory(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// conflicts is the cell of the number of dead ends, the same in every round.
func conflicts(_ *outcome, ss []sample) string {
	if ss[0].over || ss[0].conflicts == "" {
		return "not known"
	}
	return ss[0].conflicts
}

// pace is the cell of the conflicts a second. Where there are few conflicts it
// measures the start of the process.
func pace(_ *outcome, ss []sample) string {
	n, err := strconv.ParseFloat(ss[0].conflicts, 64)
	if ss[0].over || err != nil {
		return "not known"
	}
	return fmt.Sprintf("%.0f", n/median(ss, sample.seconds))
}
