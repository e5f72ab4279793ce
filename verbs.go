package clew

import (
	"context"
	"errors"
	"iter"
	"math/big"
)

// Solve returns one answer of p, the best one if p has an objective. Without
// an error, a nil Solution is the proof that there is none. If the run is cut
// short before either, the error Is ErrIncomplete; with an objective the
// Solution is then the best found so far, if any. Limit has no effect.
func Solve(ctx context.Context, p Problem, opts ...Option) (*Solution, error) {
	var best *Solution
	for s, err := range Improve(ctx, p, opts...) {
		if err != nil {
			return best, err
		}
		best = s.Clone()
	}
	return best, nil
}

// All returns an iterator over the answers of p, each exactly once, in the
// order of the search. The Solution is valid until the next step: Clone what
// is kept. If the run is cut short (by ctx or Limit) the last pair has a nil
// Solution and an error that Is ErrIncomplete; an error of the problem itself
// comes as the only pair. Breaking out of the loop stops the search.
func All(ctx context.Context, p Problem, opts ...Option) iter.Seq2[*Solution, error] {
	return func(yield func(*Solution, error) bool) {
		r, err := newRun(ctx, p, opts)
		if err != nil {
			yield(nil, err)
			return
		}
		s := r.solution()
		for !r.limited() && r.advance() {
			r.values(s.values)
			if !yield(s, nil) {
				r.end(false)
				return
			}
		}
		r.end(r.exhausted())
		if !r.exhausted() {
			yield(nil, r.interrupted())
		}
	}
}

// Count returns the number of answers of p. Where all that is left of the
// constraints is sure to hold, the engine multiplies the numbers of values of
// the open variables instead of going through them; a Counter and a
// CountingSearch have ways of their own. If the run is cut short (by ctx or
// Limit) the error Is ErrIncomplete and the number is what was counted so far.
func Count(ctx context.Context, p Problem, opts ...Option) (*big.Int, error) {
	if k, how, ok := kernelOf(p, newOptions(opts)); ok {
		return countByKernel(ctx, k, how, opts)
	}
	r, err := newRun(ctx, p, opts)
	if errors.Is(err, ErrIncomplete) {
		return new(big.Int), err // stopped while the optimum was looked for
	}
	if err != nil {
		return nil, err
	}
	n := new(big.Int)
	if r.opts.limit == 0 {
		n = r.countBoxes()
	} else {
		r.countLimited()
		n.SetInt64(r.found)
	}
	r.end(r.exhausted())
	if !r.exhausted() {
		return n, r.interrupted()
	}
	return n, nil
}

// Uniqueness is what Unique found: no answer, one, or two that differ.
type Uniqueness struct {
	Solutions []*Solution // none, the only one, or two different ones
}

// Unique reports whether there is exactly one answer.
func (u *Uniqueness) Unique() bool { return len(u.Solutions) == 1 }

// Differ returns the positions in Values at which the two solutions differ.
func (u *Uniqueness) Differ() []int {
	if len(u.Solutions) != 2 {
		return nil
	}
	var at []int
	for i, v := range u.Solutions[0].Values() {
		if v != u.Solutions[1].Values()[i] {
			at = append(at, i)
		}
	}
	return at
}

// Unique finds out whether p has exactly one answer. Two different answers
// settle it as well as a complete search. If the run is cut short before, the
// error Is ErrIncomplete and the result holds the answer found, if any. Limit
// has no effect.
func Unique(ctx context.Context, p Problem, opts ...Option) (*Uniqueness, error) {
	r, err := newRun(ctx, p, opts)
	u := &Uniqueness{}
	if errors.Is(err, ErrIncomplete) {
		return u, err // stopped while the optimum was looked for
	}
	if err != nil {
		return nil, err
	}
	for len(u.Solutions) < 2 && r.advance() {
		s := r.solution()
		r.values(s.values)
		u.Solutions = append(u.Solutions, s)
	}
	known := len(u.Solutions) == 2 || r.exhausted()
	r.end(known)
	if !known {
		return u, r.interrupted()
	}
	return u, nil
}
