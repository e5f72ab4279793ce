package main

import (
	"fmt"
	"math"
	"os"
	"strings"
	"time"
)

// times collects the CPU times of both solvers on models that both enumerate,
// for comparison. Times of one run on a busy machine are a first look only.
type times struct {
	file string
	rows []timed
}

type timed struct {
	Model   string
	Answers int
	Gecode  time.Duration
	Clew    time.Duration
	Done    bool // clew reached the end
}

func newTimes(file string) *times { return &times{file: file} }

func (t *times) add(model string, r reference, clew time.Duration, done bool) {
	t.rows = append(t.rows, timed{Model: model, Answers: r.Answers, Gecode: r.CPU, Clew: clew, Done: done})
}

// The models whose times are compared: Gecode needs at least this long, because
// shorter times are those of starting a process.
const leastTimed = 100 * time.Millisecond

// summary gives the geometric mean of clew's time by Gecode's, and the worst
// ratio. Times of runs that were stopped count as they are: the true mean is
// higher.
func (t *times) summary() (n, unfinished int, mean, worst float64, worstModel string) {
	logs := 0.0
	for _, r := range t.rows {
		if r.Gecode < leastTimed {
			continue
		}
		ratio := r.Clew.Seconds() / r.Gecode.Seconds()
		logs += math.Log(max(ratio, 1e-3))
		n++
		if !r.Done {
			unfinished++
		}
		if ratio > worst {
			worst, worstModel = ratio, r.Model
		}
	}
	if n > 0 {
		mean = math.Exp(logs / float64(n))
	}
	return n, unfinished, mean, worst, worstModel
}

// write writes the table, unless nothing was timed.
func (t *times) write() error {
	if len(t.rows) == 0 {
		return nil
	}
	var text strings.Builder
	text.WriteString("model\tanswers\tgecode ms\tclew ms\tfinished\n")
	for _, r := range t.rows {
		fmt.Fprintf(&text, "%s\t%d\t%d\t%d\t%t\n", r.Model, r.Answers, r.Gecode.Milliseconds(), r.Clew.Milliseconds(), r.Done)
	}
	if n, unfinished, mean, worst, model := t.summary(); n > 0 {
		fmt.Printf("hakank: CPU time of clew by Gecode's, %d models of at least %v: geometric mean %.2f (%d stopped), worst %.1f (%s)\n",
			n, leastTimed, mean, unfinished, worst, model)
	}
	return os.WriteFile(t.file, []byte(text.String()), 0o644)
}
