package clew

import (
	"context"
	"fmt"
	"iter"

	"github.com/clewsolver/clew/internal/store"
)

// Minimize asks for answers in which x is as small as possible. Solve and
// Improve look for one, All lists all of them, Count counts them, and Unique
// asks whether there is exactly one. Only the engine's methods do that.
func (m *Model) Minimize(x Var) { m.optimize(x, false) }

// Maximize asks for answers in which x is as large as possible; see Minimize.
func (m *Model) Maximize(x Var) { m.optimize(x, true) }

func (m *Model) optimize(x Var, most bool) {
	switch {
	case x.m != m:
		m.failf("objective: a variable belongs to no model or to another")
	case m.objective != nil:
		m.failf("objective: a model has one")
	case most:
		x = x.Neg()
		fallthrough
	default:
		m.objective = &x
	}
}

// Improve returns an iterator over ever better answers of p, a problem with an
// objective; the last one is the best. Like those of All, a Solution is valid
// until the next step, and a run that is cut short ends with an error that Is
// ErrIncomplete. Without an objective the only answer yielded is the first
// found.
func Improve(ctx context.Context, p Problem, opts ...Option) iter.Seq2[*Solution, error] {
	return func(yield func(*Solution, error) bool) {
		r, err := newImproving(ctx, p, opts)
		if err != nil {
			yield(nil, err)
			return
		}
		s := r.solution()
		for r.advance() {
			r.values(s.values)
			if !yield(s, nil) {
				r.end(false)
				return
			}
			if !r.improves() {
				r.end(true)
				return
			}
		}
		r.end(r.exhausted())
		if !r.exhausted() {
			yield(nil, r.interrupted())
		}
	}
}

// newImproving is newRun for a search whose answers become ever better.
func newImproving(ctx context.Context, p Problem, opts []Option) (*run, error) {
	return newRun(ctx, p, append(opts[:len(opts):len(opts)], func(o *options) { o.improving = true }))
}

// improves makes the search go on to better answers than the present one, and
// returns false if the problem has no objective.
func (r *run) improves() bool {
	if r.objective == nil {
		return false
	}
	s := r.store()
	r.tighten(r.objective.w.LeAtom(s, r.objective.w.Lo(s)-1))
	return true
}

// restrictToBest finds the optimum of a model with an objective and returns a
// function that narrows a store to it. The work is counted as part of the run.
// Without any answer the function changes nothing: the run will find that there
// is none.
func (r *run) restrictToBest(m *Model) (restrict func(*store.Store), err error) {
	var spent Report
	inner, err := newImproving(r.ctx, m, []Option{WithMethod(r.opts.method), WithReport(&spent), func(o *options) {
		o.order, o.values, o.free, o.seed, o.auto = r.opts.order, r.opts.values, r.opts.free, r.opts.seed, r.opts.auto
		o.progress, o.every = r.opts.progress, r.opts.every
	}})
	if err != nil {
		return nil, err
	}
	best, found := int32(0), false
	for inner.advance() {
		best, found = m.objective.w.Lo(inner.store()), true
		inner.improves()
	}
	inner.unhalt()
	r.spent = inner.report(false)
	if !inner.exhausted() {
		return nil, fmt.Errorf("%w before the optimum was known", inner.interrupted())
	}
	return func(s *store.Store) {
		if found {
			s.Assert(m.objective.w.LeAtom(s, best), 0)
		}
	}, nil
}
