package clew

import (
	"context"

	"github.com/clewsolver/clew/internal/store"
)

// WithAutoLimits lets tests make Auto compare and change methods early.
func WithAutoLimits(sample, gain int64) Option {
	return func(o *options) { o.auto = autoLimits{sample, gain, 1} }
}

// EachNode lists the answers of p and calls f, after the events so far, with the
// domains of the store: at each node after its propagation, and after each step
// back.
func EachNode(ctx context.Context, p Problem, f func(domain func(v int) Domain), opts ...Option) (answers int64, err error) {
	r, err := newRun(ctx, p, opts)
	if err != nil {
		return 0, err
	}
	if x, ok := r.walker.(interface{ Store() *store.Store }); ok {
		s := x.Store()
		w := &nodeWatcher{&engineTracer{tracer: r.trace, x: r.searcher(), s: s, names: r.traced(s)}, func() {
			f(func(v int) Domain { return domainOf(s, store.Var(v)) })
		}}
		r.searcher().Watch(w)
	}
	for r.advance() {
	}
	r.end(r.exhausted())
	return r.found, nil
}

// EachStep lists the answers of m by the plain method and calls f, after the
// events so far, before each step: with the values that the walk itself has placed
// and the variables of their places.
func EachStep(ctx context.Context, m *Model, f func(placed, variables []int), trace Option) (answers int64, err error) {
	r, err := newRun(ctx, m, []Option{WithMethod(Plain), trace})
	if err != nil {
		return 0, err
	}
	book := r.walker.(*tracedBook)
	for r.next(func() bool { f(book.Placed(), book.places[:len(book.Placed())]); return true }) {
		r.answered(1)
	}
	r.end(r.exhausted())
	return r.found, nil
}

// traced returns the names of the variables of a traced run.
func (r *run) traced(s *store.Store) []string {
	names := make([]string, s.Vars())
	for v := range names {
		names[v] = r.trace.track.start.Variables[v].Name
	}
	return names
}

type nodeWatcher struct {
	*engineTracer
	check func()
}

func (w *nodeWatcher) Propagated(consistent bool) { w.engineTracer.Propagated(consistent); w.check() }
func (w *nodeWatcher) Back(depth int)             { w.engineTracer.Back(depth); w.check() }
