package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/clewsolver/clew"
)

// Request says what a solver is asked for, as MiniZinc's driver does by flags.
type Request struct {
	All        bool  // all answers; of a model with an objective, the ever better ones
	Improving  bool  // the ever better answers of a model with an objective
	Optimal    bool  // all the best answers of a model with an objective, nothing on the way to them
	Limit      int64 // stop after so many answers of a model without an objective; 0 for the usual number
	Best       int64 // stop after so many answers of a model with an objective; 0 for no limit
	Count      bool  // print no answers, count them
	Statistics bool
	Options    []clew.Option

	Start   time.Time      // of the command, for the statistics
	Flush   bool           // write each answer at once, as to a terminal
	Problem func(m *Model) // is told of the model before the search; may be nil
}

// The lines of the protocol between MiniZinc and its solvers.
const (
	lineAnswer        = "----------\n"
	lineComplete      = "==========\n"
	lineUnsatisfiable = "=====UNSATISFIABLE=====\n"
	lineUnknown       = "=====UNKNOWN=====\n"
)

// grace is how long a run that is told to stop may take to come to rest.
// MiniZinc kills its solvers 100 ms to 1 s after it told them to stop.
const grace = 80 * time.Millisecond

// Run reads a model, answers the request and writes the protocol to w. If ctx
// ends first, the run ends a moment later, wherever it is: that is no error, the
// protocol says what is known.
func Run(ctx context.Context, r io.Reader, file string, w io.Writer, q Request) error {
	out := newWriter(w, q.Flush)
	done := make(chan error, 1)
	go func() {
		m, err := Read(r, file)
		if err == nil {
			if q.Problem != nil {
				q.Problem(m)
			}
			err = m.solve(ctx, out, q)
		}
		done <- err
	}()
	select {
	case err := <-done:
		return errors.Join(err, out.close())
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return errors.Join(err, out.close())
	case <-time.After(grace):
		return out.abandon([]byte(lineUnknown))
	}
}

// solve answers a request.
func (m *Model) solve(ctx context.Context, out *writer, q Request) error {
	a := &account{initTime: time.Since(q.Start)}
	opts := append([]clew.Option{clew.WithReport(&a.report)}, q.Options...)
	var err error
	if q.Count {
		err = m.count(ctx, out, q, a, opts)
	} else {
		err = m.list(ctx, out, q, a, opts)
	}
	if err != nil && !errors.Is(err, clew.ErrIncomplete) {
		return err
	}
	switch {
	case a.complete && a.total.Sign() > 0:
		out.write([]byte(lineComplete))
	case a.complete:
		out.write([]byte(lineUnsatisfiable))
	case a.total.Sign() == 0:
		out.write([]byte(lineUnknown))
	}
	if q.Statistics || q.Count {
		out.write(m.statistics(a))
	}
	return nil
}

// list prints answers.
func (m *Model) list(ctx context.Context, out *writer, q Request, a *account, opts []clew.Option) error {
	limit := q.Limit
	keep := false
	switch {
	case m.Optimize:
		limit, keep = q.Best, !q.All && !q.Improving && !q.Optimal
	case limit == 0 && !q.All:
		limit = 1
	}
	answers := clew.All
	if m.Optimize && !q.Optimal || !m.Optimize && limit == 1 { // one answer is found in any order of search
		answers = clew.Improve
	}
	var found int64
	var err error
	var text []byte
	a.complete = true
	for s, stopped := range answers(ctx, m.Model, opts...) {
		if stopped != nil {
			err, a.complete = stopped, false
			break
		}
		found++
		text = append(m.AppendAnswer(text[:0], s.Values()), lineAnswer...)
		out.answer(text, keep)
		if m.objectiveAt >= 0 {
			a.objective, a.hasObjective = s.Values()[m.objectiveAt], true
		}
		if found == limit || out.failed() {
			a.complete = false
			break
		}
	}
	a.total.SetInt64(found)
	return err
}

// count counts answers; those of a model with an objective are the best ones.
func (m *Model) count(ctx context.Context, out *writer, q Request, a *account, opts []clew.Option) error {
	if q.Limit > 0 {
		opts = append(opts, clew.Limit(q.Limit))
	}
	n, err := clew.Count(ctx, m.Model, opts...)
	a.complete = err == nil
	if n != nil {
		a.total.Set(n)
	}
	return err
}

// account is what is said of a run in the end.
type account struct {
	report       clew.Report
	total        big.Int // answers
	complete     bool    // the whole tree was searched
	initTime     time.Duration
	objective    int
	hasObjective bool
}

// Warnings says where answers may depend on what the model does not say.
func (m *Model) Warnings() []string {
	var warnings []string
	for _, name := range m.Assumed {
		warnings = append(warnings, fmt.Sprintf("%s has no bounds: -%d..%[2]d are assumed, and the answers may depend on it", name, DefaultBound))
	}
	return warnings
}
