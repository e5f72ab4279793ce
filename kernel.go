package clew

import (
	"context"
	"fmt"
	"math"
	"math/big"
)

// Counter is a Problem with a kernel: a program made for this problem alone,
// which counts the answers faster than any walk from one to the next. Auto uses
// it to count all of them; the other verbs, and a count with a Limit or an order
// of the engine, do without it.
type Counter interface {
	Problem
	// Kernel says how the kernel counts, in words for a Report. The error Is
	// ErrUnsupported where it cannot count this problem, as one that is too
	// large for it.
	Kernel() (how string, err error)
	// CountAll returns the number of all answers, that which Count returns by
	// any other method. It calls goOn every few milliseconds, with the number
	// counted so far, which is not to be kept, and an estimate of the share of
	// the work that is done, 0..1. When goOn returns false, it stops: complete
	// is false, and the number is one that the count has reached for sure.
	// Counts do not share anything that changes: they can go on side by side.
	CountAll(goOn func(counted *big.Int, share float64) bool) (n *big.Int, complete bool)
}

// kernelOf returns p as a Counter if its kernel is to count it: asked for, or by
// Auto where nothing else is asked for. Orders are those of other methods.
func kernelOf(p Problem, o *options) (k Counter, how string, ok bool) {
	k, ok = p.(Counter)
	ordered := o.order != nil || o.values != nil || o.free || o.traces != nil
	if !ok || o.limit != 0 || o.method != Kernel && (o.method != Auto || ordered) {
		return nil, "", false
	}
	how, err := k.Kernel()
	return k, how, err == nil
}

// withoutKernel is the error for a run that asks for the kernel where that
// cannot be.
func (r *run) withoutKernel() error {
	k, ok := r.problem.(interface{ Kernel() (string, error) })
	if !ok {
		return fmt.Errorf("%w: %s has no kernel", ErrUnsupported, r.problem.Name())
	}
	if _, err := k.Kernel(); err != nil {
		return err
	}
	if _, ok := r.problem.(Searcher); ok {
		return fmt.Errorf("%w: the kernel of %s shows no steps", ErrUnsupported, r.problem.Name())
	}
	return fmt.Errorf("%w: the kernel of %s counts all answers, and does nothing else", ErrUnsupported, r.problem.Name())
}

// countByKernel is Count by a kernel.
func countByKernel(ctx context.Context, k Counter, how string, opts []Option) (*big.Int, error) {
	r := startRun(ctx, k, opts)
	if r.method == Auto {
		r.method, r.why = Kernel, "the problem can count: "+how
	}
	w := &kernelWalk{}
	r.walker = w
	n, complete := k.CountAll(func(counted *big.Int, share float64) bool {
		r.found, w.share = atMostInt64(counted), share
		return r.poll()
	})
	r.found = atMostInt64(n)
	if w.done = complete; complete {
		w.share = 1
	}
	r.end(complete)
	if !complete {
		return n, r.interrupted()
	}
	return n, nil
}

// kernelWalk is the walk of a kernel as the account of a run sees it. It stops
// at no answer.
type kernelWalk struct {
	share float64
	done  bool
}

func (w *kernelWalk) next(func() bool) bool { return false }
func (w *kernelWalk) values([]int)          {}
func (w *kernelWalk) exhausted() bool       { return w.done }
func (w *kernelWalk) account(r *Report)     { r.Share = w.share }

// atMostInt64 returns n, or the largest int64 if that is less.
func atMostInt64(n *big.Int) int64 {
	if n.IsInt64() {
		return n.Int64()
	}
	return math.MaxInt64
}
