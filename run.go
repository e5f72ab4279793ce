package clew

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/clewsolver/clew/internal/plain"
	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// walker is what the methods have in common: a walk that stops at each answer.
type walker interface {
	// next walks to the next answer; false if there is none or poll said stop.
	next(poll func() bool) bool
	// values writes the answer that next found to dst, whose length is right.
	values(dst []int)
	// exhausted reports whether the whole tree has been walked.
	exhausted() bool
	// account fills in the counters of r.
	account(r *Report)
}

// run is one run of a verb: a walker, its options and its clock.
type run struct {
	walker
	ctx       context.Context
	problem   Problem
	opts      *options
	method    Method
	why       string // of a method that Auto chose before the walk
	outputs   []Output
	start     time.Time
	lastShown time.Time
	found     int64
	goOn      func() bool  // poll, as a value made once
	halt      *atomic.Bool // set when the run is to end: see store.HaltBy
	unhalt    func() bool  // the context need not set it any more
	objective *Var         // of the model, if it has one
	places    *places      // of the solutions, if the problem is a model
	spent     Report       // work done to find the optimum, before the walk
	trace     *tracer      // nil if nobody wants to hear of the events
}

// startRun starts the clock of a run that has no walker yet.
func startRun(ctx context.Context, p Problem, opts []Option) *run {
	o := newOptions(opts)
	r := &run{ctx: ctx, problem: p, opts: o, method: o.method, start: time.Now()}
	r.lastShown = r.start
	r.goOn = r.poll
	if r.halt = o.halt; r.halt == nil {
		r.halt = new(atomic.Bool)
	}
	r.unhalt = func() bool { return true }
	return r
}

// newRun sets a verb going. The errors are those of the problem.
func newRun(ctx context.Context, p Problem, opts []Option) (*run, error) {
	r := startRun(ctx, p, opts)
	if r.opts.limit < 0 {
		return nil, fmt.Errorf("limit %d is negative", r.opts.limit)
	}
	if s, how, ok := searcherOf(p, r.opts); ok {
		r.setSearch(s, how)
		return r, nil
	}
	if a, ok := p.(Adviser); ok && r.method == Auto {
		if r.method = a.Advise(); r.method != Auto {
			r.why = "the problem advises it"
		}
	}
	switch r.method {
	case Auto:
		r.method = Propagate
		if r.opts.traces != nil {
			r.why = "a traced run keeps to one method"
			if r.opts.free {
				r.method = Learn
			}
		}
		err := r.setModel()
		if errors.Is(err, ErrUnsupported) {
			r.method, r.why = Plain, "the problem has no model"
			err = r.setSpace()
		}
		return r, err
	case Propagate, Learn:
		return r, r.setModel()
	case Plain:
		return r, r.setSpace()
	case Kernel:
		return nil, r.withoutKernel()
	}
	return nil, fmt.Errorf("%w method %q; known are %v and %s", ErrUnsupported, r.method, Methods(), Kernel)
}

// setModel makes an engine the walker.
func (r *run) setModel() error {
	m, err := r.problem.Model()
	if err != nil {
		return err
	}
	if err := r.setEngine(m); err != nil {
		return err
	}
	if r.opts.traces != nil {
		r.traceEngine(m)
	}
	return nil
}

func (r *run) setEngine(m *Model) error {
	if err := m.check(); err != nil {
		return err
	}
	r.outputs, r.objective = r.problem.Outputs(), m.objective
	shown, hidden := m.searchPhases(r.opts)
	restrict := func(*store.Store) {}
	var err error
	if m.objective != nil && !r.opts.improving {
		if restrict, err = r.restrictToBest(m); err != nil {
			return err
		}
	}
	r.haltWithContext()
	build := func() *store.Store {
		s := m.build(func() bool { return r.ctx.Err() == nil }, r.halt)
		restrict(s)
		return s
	}
	views, vars := m.shownViews(), m.shownVars()
	if r.method == Learn {
		l := search.NewLearner(build(), shown, hidden, r.opts.free, r.opts.seed)
		r.walker = &learner{engine{Search: l.Search, shown: views, vars: vars}, l}
		return nil
	}
	e := engine{Search: search.New(build(), shown, hidden), shown: views, vars: vars}
	e.Seed(r.opts.seed)
	if r.opts.method != Auto || r.why != "" { // asked for, or advised
		r.walker = &e
		return nil
	}
	r.walker = newAuto(e, r.opts.auto, r.opts.improving, func() *search.Learner {
		// Looking for one answer, the more ways of searching the better.
		l := search.NewLearner(build(), shown, hidden, r.opts.free || r.opts.improving, r.opts.seed)
		if e.Boxes() {
			l.CountBoxes()
		}
		return l
	})
	return nil
}

// haltWithContext makes the end of the context halt what is about to be built,
// until unhalt.
func (r *run) haltWithContext() {
	if r.ctx.Done() != nil {
		r.unhalt = context.AfterFunc(r.ctx, func() { r.halt.Store(true) })
	}
}

// store and tighten reach the engine of a run with an objective.
func (r *run) store() *store.Store { return r.searcher().Store() }

func (r *run) tighten(a store.Atom) {
	switch w := r.walker.(type) {
	case *learner:
		w.l.Tighten(a)
	case *auto:
		w.tighten(a)
	case *engine:
		w.Tighten(a)
	}
}

func (r *run) searcher() *search.Search {
	switch w := r.walker.(type) {
	case *learner:
		return w.Search
	case *auto:
		return w.current().Search
	}
	return r.walker.(*engine).Search
}

func (r *run) setSpace() error {
	space, err := r.problem.Space()
	if err != nil {
		return err
	}
	r.outputs = r.problem.Outputs()
	shown := space.Places()
	if s, ok := space.(Shower); ok {
		shown = s.Shown()
	}
	book := textbook{Walk: plain.New(space, shown), space: space}
	r.walker = &book
	if r.opts.traces != nil {
		r.walker = r.tracePlain(book)
	}
	return nil
}

// advance walks to the next answer.
func (r *run) advance() bool {
	if !r.next(r.goOn) {
		return false
	}
	r.answered(1)
	return true
}

// answered counts n more answers, up to the largest int64.
func (r *run) answered(n int64) {
	r.found += min(n, math.MaxInt64-r.found)
	if r.trace != nil {
		r.trace.solution(r.found, r.partial())
	}
}

// partial returns the values of the outputs, Unset where they are open.
func (r *run) partial() []int {
	values := make([]int, len(r.trace.track.start.Cells))
	if _, ok := r.walker.(*tracedBook); ok {
		r.values(values)
		return values
	}
	r.trace.track.values(values)
	return values
}

// poll reports whether to go on, and shows progress when it is due. Looking at
// the clock costs more than the rest, so it is done only where progress is
// asked for.
func (r *run) poll() bool {
	if r.ctx.Err() != nil || r.halt.Load() {
		return false
	}
	if r.opts.progress != nil {
		if now := time.Now(); now.Sub(r.lastShown) >= r.opts.every {
			r.lastShown = now
			r.opts.progress(r.report(false))
		}
	}
	return true
}

// report returns the account of the run so far.
func (r *run) report(complete bool) Report {
	rep := Report{Method: r.method, Complete: complete, Why: r.why, Elapsed: time.Since(r.start), Solutions: r.found}
	r.account(&rep)
	rep.add(r.spent)
	return rep
}

// end writes the final report. It is called once, and nothing is walked after it.
func (r *run) end(complete bool) {
	r.unhalt()
	if r.trace != nil {
		r.trace.done(r.found, r.exhausted(), r.whyCut())
	}
	if r.opts.report != nil {
		*r.opts.report = r.report(complete)
	}
	if w, ok := r.walker.(*searchWalk); ok {
		w.close()
	}
}

// interrupted returns the error of a run that ended before its tree did.
func (r *run) interrupted() error {
	if err := context.Cause(r.ctx); err != nil {
		return fmt.Errorf("%s: %w after %d answers: %w", r.problem.Name(), ErrIncomplete, r.found, err)
	}
	return fmt.Errorf("%s: %w: %w after %d answers", r.problem.Name(), ErrIncomplete, ErrLimit, r.found)
}

// whyCut says why the run ended before its tree did, empty if it had its answer.
func (r *run) whyCut() string {
	switch cause := context.Cause(r.ctx); {
	case r.exhausted():
	case cause != nil:
		return cause.Error()
	case r.limited():
		return ErrLimit.Error()
	}
	return ""
}

// limited reports whether the run has found as many answers as it may.
func (r *run) limited() bool { return r.opts.limit > 0 && r.found >= r.opts.limit }

// solution returns a solution with room for the run's values.
func (r *run) solution() *Solution {
	n := 0
	for _, o := range r.outputs {
		n += o.Len()
	}
	s := &Solution{outputs: r.outputs, values: make([]int, n)}
	if m, ok := r.problem.(*Model); ok {
		if r.places == nil {
			r.places = &places{model: m}
		}
		s.places = r.places
	}
	return s
}

// engine walks by propagation and search.
type engine struct {
	*search.Search
	shown []store.View // the values of an answer
	vars  []store.Var  // the variables of shown, each once
}

func (e *engine) next(poll func() bool) bool { return e.Next(poll) }
func (e *engine) exhausted() bool            { return e.Exhausted() }

func (e *engine) values(dst []int) {
	s := e.Store()
	for i, w := range e.shown {
		dst[i] = int(w.Of(s.Lo(w.V)))
	}
}

func (e *engine) account(r *Report) {
	r.Nodes, r.Failures, r.Depth = e.Nodes, e.Failures, e.Depth
	r.Propagations = e.Store().Propagations
	r.Share = e.Share()
}

// learner walks like engine, and learns.
type learner struct {
	engine
	l *search.Learner
}

func (e *learner) next(poll func() bool) bool { return e.l.Next(poll) }

func (e *learner) account(r *Report) {
	e.engine.account(r)
	r.Conflicts, r.Learned, r.Restarts = e.l.Conflicts, e.l.Learned, e.l.Restarts
}

// textbook walks by the plain method.
type textbook struct {
	*plain.Walk
	space Space
}

func (t *textbook) next(poll func() bool) bool { return t.Next(poll) }
func (t *textbook) exhausted() bool            { return t.Exhausted() }

func (t *textbook) values(dst []int) {
	if a, ok := t.space.(Answerer); ok {
		copy(dst, a.Answer(t.Placed()))
		return
	}
	copy(dst, t.Placed())
}

func (t *textbook) account(r *Report) {
	r.Tries, r.Placements = t.Tries, t.Placements
	r.Nodes, r.Failures, r.Depth = t.Placements, t.DeadEnds, t.Deepest
	r.Share = t.Share()
}
