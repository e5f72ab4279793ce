package clew

import (
	"sync/atomic"
	"time"
)

// Method says how the tree is walked.
type Method string

// Methods.
const (
	Auto      Method = "auto"      // the Kernel of a Searcher, or of a Counter, to count; what an Adviser says; else Propagate, then Learn if that saves work; Plain without a model
	Plain     Method = "plain"     // the textbook loop: extend, check, adjust
	Propagate Method = "propagate" // the engine: constraint propagation and search
	Learn     Method = "learn"     // the engine, learning a nogood from each conflict
	Kernel    Method = "kernel"    // what a Searcher has to find its answers, or a Counter to count them
)

// Methods lists the methods that every problem can be asked for; Kernel, which
// few problems have, is beside them.
func Methods() []Method { return []Method{Auto, Plain, Propagate, Learn} }

// Option changes how a verb runs.
type Option func(*options)

type options struct {
	method   Method
	limit    int64 // 0: none
	order    *Order
	values   *ValueOrder
	report   *Report
	progress func(Report)
	every    time.Duration
	free     bool
	seed     uint64
	traces   []func(*Event)
	halt     *atomic.Bool // set when the run is to end, by who may say so; nil: the run makes one

	improving bool // the answers become ever better
	listing   bool // and all are asked for where there is no objective
	auto      autoLimits
}

func newOptions(opts []Option) *options {
	o := &options{method: Auto, auto: usualLimits}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

func (o *options) orderOr(order Order) Order {
	if o.order != nil {
		return *o.order
	}
	return order
}

func (o *options) valuesOr(values ValueOrder) ValueOrder {
	if o.values != nil {
		return *o.values
	}
	return values
}

// WithMethod chooses the method; the default is Auto.
func WithMethod(m Method) Option { return func(o *options) { o.method = m } }

// Limit stops All and Count after n answers, n > 0. The run is then incomplete
// and says so with ErrLimit, since more answers may exist.
func Limit(n int64) Option { return func(o *options) { o.limit = n } }

// WithOrder replaces the variable order of the model. The plain method, whose
// order is fixed, does not use it.
func WithOrder(order Order) Option { return func(o *options) { o.order = &order } }

// WithValues replaces the value order of the model. The plain method, whose
// order is fixed, does not use it.
func WithValues(values ValueOrder) Option { return func(o *options) { o.values = &values } }

// WithReport makes the verb write an account of its run to r when it ends.
func WithReport(r *Report) Option { return func(o *options) { o.report = r } }

// WithProgress makes the verb call f about once every interval while it
// searches, on its own goroutine. The first call comes after one interval.
func WithProgress(every time.Duration, f func(Report)) Option {
	return func(o *options) { o.progress, o.every = f, every }
}

// WithFree makes Learn alternate, at restarts, between the orders of the model
// and its own, by activity.
func WithFree() Option { return func(o *options) { o.free = true } }

// WithSeed changes the choices that are free to be made: with WithFree, where
// Learn's own order begins. Runs with the same seed are the same.
func WithSeed(seed uint64) Option { return func(o *options) { o.seed = seed } }
