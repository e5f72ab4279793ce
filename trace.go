package clew

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// WithTrace makes the verb call f at each event of its search, on its own
// goroutine: first a start, last a done. A traced run keeps to one method: Auto
// takes Propagate, or Learn with WithFree, unless an Adviser says otherwise, and
// no kernel. It notes each change of each domain, which makes it several times
// slower. Where all best answers are asked for, the search for the optimum,
// which comes first, is not traced.
func WithTrace(f func(*Event)) Option {
	return func(o *options) { o.traces = append(o.traces, f) }
}

// Events returns an iterator over the events of the search for all answers, or
// for ever better ones if p has an objective. An error, as of All, comes as the
// last pair; a run that is cut short has a done before it.
func Events(ctx context.Context, p Problem, opts ...Option) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		stopped, halt := false, new(atomic.Bool)
		opts := append(opts[:len(opts):len(opts)], WithTrace(func(e *Event) {
			if !stopped && !yield(e, nil) {
				stopped = true
				halt.Store(true)
			}
		}), func(o *options) { o.halt, o.listing = halt, true })
		r, err := newImproving(ctx, p, opts)
		if err != nil {
			if !stopped {
				yield(nil, err)
			}
			return
		}
		for !stopped && !r.limited() && r.advance() {
			r.improves()
		}
		r.end(r.exhausted())
		if !stopped && !r.exhausted() {
			yield(nil, r.interrupted())
		}
	}
}

// tracer tells the events of one run.
type tracer struct {
	sinks []func(*Event)
	track track // as a reader of the events has it
	node  int64 // the newest
	event Event
}

// newTracer begins a trace for who wants one; nil if nobody does.
func (r *run) newTracer(start *TraceStart) *tracer {
	t := &tracer{sinks: r.opts.traces}
	start.Problem, start.Method, start.Outputs = r.problem.Name(), r.method, r.outputs
	e := t.begin(EventStart)
	e.Start = start
	t.send()
	return t
}

// begin returns an event at the present node, to be filled in.
func (t *tracer) begin(kind EventKind) *Event {
	t.event = Event{Kind: kind, Literal: Literal{Var: -1}, By: -1}
	t.at(len(t.track.open) - 1)
	return &t.event
}

// at puts the event at the open node of a depth.
func (t *tracer) at(depth int) {
	e := &t.event
	e.Depth, e.Parent = max(depth, 0), -1
	if depth >= 0 {
		e.Node = t.track.open[depth].node
	}
	if depth > 0 {
		e.Parent = t.track.open[depth-1].node
	}
}

// send tells the event.
func (t *tracer) send() {
	t.track.apply(&t.event)
	for _, f := range t.sinks {
		f(&t.event)
	}
}

// place opens a node by a decision.
func (t *tracer) place(l Literal, right bool, text string) {
	e := t.begin(EventPlace)
	t.node++
	e.Parent, e.Node, e.Depth = e.Node, t.node, e.Depth+1
	e.Right, e.Text = right, text
	t.become(l)
}

// become sends the event, which makes l true.
func (t *tracer) become(l Literal) {
	t.event.Literal = l
	if l.Var >= 0 && t.track.start.Variables[l.Var].Domain != nil {
		t.event.Removed = t.excluded(l)
	}
	t.send()
}

// excluded returns the values of a variable for which l is false.
func (t *tracer) excluded(l Literal) Domain {
	d := t.track.domains[l.Var]
	switch only := (Domain{{l.Value, l.Value}}); l.Op {
	case "=":
		return d.Minus(only)
	case "!=":
		return d.And(only)
	case ">=":
		return d.And(Domain{{-MaxValue - 1, l.Value - 1}})
	default:
		return d.And(Domain{{l.Value + 1, MaxValue + 1}})
	}
}

// back gives up the nodes below depth.
func (t *tracer) back(depth int, text string) {
	e := t.begin(EventBack)
	t.at(depth)
	e.Text = text
	t.send()
}

// solution tells the answers up to the n-th.
func (t *tracer) solution(n int64, values []int) {
	e := t.begin(EventSolution)
	e.Answer, e.Values = n, values
	t.send()
}

// done ends the trace.
func (t *tracer) done(answers int64, complete bool, reason string) {
	e := t.begin(EventDone)
	e.Answer, e.Complete, e.Reason = answers, complete, reason
	t.send()
}

// traceEngine makes the engine of r tell its events.
func (r *run) traceEngine(m *Model) {
	s := r.store()
	if !s.Logging() {
		s.Log() // who changed what is read there
	}
	start := &TraceStart{Variables: make([]TraceVariable, s.Vars())}
	names := m.names()
	for v := range start.Variables {
		start.Variables[v] = TraceVariable{names[v], domainOf(s, store.Var(v))}
	}
	for _, w := range m.shownViews() {
		start.Cells = append(start.Cells, cellOf(w))
	}
	for id := range store.ID(s.Propagators()) {
		start.Constraints = append(start.Constraints, traceConstraint(s.Propagator(id), names))
	}
	if m.objective != nil {
		c := cellOf(m.affine(*m.objective).w)
		start.Objective = &c
	}
	r.trace = r.newTracer(start)
	r.searcher().Watch(&engineTracer{tracer: r.trace, x: r.searcher(), s: s, names: names})
}

func cellOf(w store.View) Cell { return Cell{int(w.V), int(w.A), int(w.C)} }

// domainOf returns the values of v.
func domainOf(s *store.Store, v store.Var) Domain {
	lo, hi := s.Lo(v), s.Hi(v)
	if int64(s.Size(v)) == int64(hi)-int64(lo)+1 {
		return Domain{{int(lo), int(hi)}}
	}
	d := Domain{}
	for k, ok := lo, true; ok; k, ok = s.Next(v, k) {
		if last := len(d) - 1; last >= 0 && d[last].Hi == int(k)-1 {
			d[last].Hi = int(k)
		} else {
			d = append(d, Range{int(k), int(k)})
		}
	}
	return d
}

// scopeShown is the number of variables of a constraint that are named.
const scopeShown = 6

// traceConstraint describes a constraint.
func traceConstraint(p store.Propagator, names []string) TraceConstraint {
	c := TraceConstraint{Kind: p.Name(), Scope: []int{}}
	var words []string
	seen := map[store.Var]bool{}
	for i, w := range p.Scope() {
		switch {
		case i < scopeShown:
			words = append(words, viewWords(names[w.V], w))
		case i == scopeShown:
			words = append(words, "...")
		}
		if !seen[w.V] {
			seen[w.V] = true
			c.Scope = append(c.Scope, int(w.V))
		}
	}
	c.Text = c.Kind + "(" + strings.Join(words, ", ") + ")"
	return c
}

// viewWords returns a view of the variable name as "2*x+1" or "x=3".
func viewWords(name string, w store.View) string {
	switch w.Kind {
	case store.Equal:
		return fmt.Sprintf("%s=%d", name, w.C)
	case store.Unequal:
		return fmt.Sprintf("%s!=%d", name, w.C)
	case store.AtLeast:
		return fmt.Sprintf("%s>=%d", name, w.C)
	case store.AtMost:
		return fmt.Sprintf("%s<=%d", name, w.C)
	}
	switch w.A {
	case 1:
	case -1:
		name = "-" + name
	default:
		name = fmt.Sprintf("%d*%s", w.A, name)
	}
	if w.C != 0 {
		name += fmt.Sprintf("%+d", w.C)
	}
	return name
}

// engineTracer turns what a search tells its watcher, and the log of its store,
// into events.
type engineTracer struct {
	*tracer
	x     *search.Search
	s     *store.Store
	names []string
	told  int // entries of the log that have been told
}

var _ search.Watcher = (*engineTracer)(nil)

func (t *engineTracer) Decided(a store.Atom, flipped bool) {
	t.changes()
	l := t.literal(a)
	t.place(l, flipped, t.words(l))
}

func (t *engineTracer) Inferred(a store.Atom) {
	t.changes()
	l := t.literal(a)
	e := t.begin(EventInfer)
	e.Cause, e.Text = ByNogood, t.words(l)
	t.become(l)
}

func (t *engineTracer) Propagated(consistent bool) {
	t.changes()
	if !consistent {
		e := t.begin(EventFail)
		e.Cause = ByNogood
		if p := t.s.FailedBy(); p != store.Nogood {
			e.Cause, e.By = ByConstraint, int(p)
		}
		if v, ok := t.s.EmptiedBy(); ok {
			e.Var = int(v)
		}
		t.send()
	}
	if t.s.Level() == 0 {
		t.told = 0 // what a Learner finds there it takes off the log; the rest is known
	}
}

func (t *engineTracer) Bounded(consistent bool) {
	t.changes()
	if !consistent {
		e := t.begin(EventFail)
		e.Cause, e.Var = ByObjective, int(t.s.Emptied())
		t.send()
	}
}

func (t *engineTracer) Back(int) {
	t.told = min(t.told, len(t.s.Entries()))
	t.back(len(t.x.Path()), "")
}

func (t *engineTracer) Learned(nogood []store.Atom) {
	e := t.begin(EventLearn)
	words := make([]string, len(nogood))
	for i, a := range nogood {
		l := t.literal(a)
		e.Nogood = append(e.Nogood, l)
		words[i] = t.words(l)
	}
	e.Text = strings.Join(words, " and ")
	t.send()
}

func (t *engineTracer) Restarted() {
	t.begin(EventRestart)
	t.send()
}

// changes tells the entries of the log that are new. Those of a decision or of a
// nogood that was told take nothing more away. Consecutive ones of one variable by
// one maker are one event; a bound that moved on over values that are gone
// belongs to the change before it.
func (t *engineTracer) changes() {
	entries := t.s.Entries()
	for i := min(t.told, len(entries)); i < len(entries); {
		by := entries[i].Why.Prop
		v, _, _ := t.s.Subject(entries[i].Atom)
		var gone []Range
		for ; i < len(entries); i++ {
			e := &entries[i]
			if u, _, _ := t.s.Subject(e.Atom); u != v || e.Why.Prop != by && e.Why.Prop != store.HoleChain {
				break
			}
			gone = append(gone, t.excluded(t.literal(e.Atom))...)
		}
		if removed := union(gone); len(removed) > 0 {
			e := t.begin(EventPrune)
			e.Var, e.Removed = int(v), removed
			switch by {
			case store.NoProp:
				e.Cause = ByObjective
			case store.Nogood:
				e.Cause = ByNogood
			default:
				e.Cause, e.By = ByConstraint, int(by)
			}
			t.send()
		}
	}
	t.told = len(entries)
}

// union returns the values of the ranges, which may overlap, as a Domain.
func union(ranges []Range) Domain {
	slices.SortFunc(ranges, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	d := Domain{}
	for _, r := range ranges {
		if last := len(d) - 1; last >= 0 && r.Lo <= d[last].Hi+1 {
			d[last].Hi = max(d[last].Hi, r.Hi)
		} else {
			d = append(d, r)
		}
	}
	return d
}

// literal returns an atom as a statement about a variable.
func (t *engineTracer) literal(a store.Atom) Literal {
	v, k, isValue := t.s.Subject(a)
	switch {
	case isValue && a.H&1 == 0:
		return Literal{int(v), "=", int(k)}
	case isValue:
		return Literal{int(v), "!=", int(k)}
	case a.H&1 == 0:
		return Literal{int(v), ">=", int(a.K)}
	}
	return Literal{int(v), "<=", -int(a.K)}
}

func (t *engineTracer) words(l Literal) string {
	return fmt.Sprintf("%s %s %d", t.names[l.Var], l.Op, l.Value)
}
