package clew

import (
	"context"
	"errors"
)

// Comparison is the run of one method in Compare.
type Comparison struct {
	Report
	// Err is nil, or Is ErrUnsupported where the problem cannot be walked by
	// this method, or Is ErrIncomplete where the run was cut short.
	Err error
}

// Compare counts the answers of p by each of the methods, one after the other,
// and returns their accounts. Methods default to all but Auto, with Kernel where
// p has one for what is asked. An error of the
// problem itself, or a cancelled context, ends the comparison; a method that
// cannot walk the problem is an entry with Err set.
func Compare(ctx context.Context, p Problem, methods []Method, opts ...Option) ([]Comparison, error) {
	if methods == nil {
		methods = []Method{Plain, Propagate, Learn}
		o := newOptions(append(opts[:len(opts):len(opts)], WithMethod(Kernel)))
		_, _, counts := kernelOf(p, o)
		if _, _, ok := searcherOf(p, o); ok || counts {
			methods = append(methods, Kernel)
		}
	}
	var out []Comparison
	for _, m := range methods {
		var c Comparison
		_, c.Err = Count(ctx, p, append(opts[:len(opts):len(opts)], WithMethod(m), WithReport(&c.Report))...)
		c.Method = m
		out = append(out, c)
		switch {
		case c.Err == nil || errors.Is(c.Err, ErrUnsupported):
		case !errors.Is(c.Err, ErrIncomplete):
			return out, c.Err
		case ctx.Err() != nil:
			return out, c.Err
		}
	}
	return out, nil
}

// Agree reports whether all complete runs found the same number of answers.
func Agree(cs []Comparison) bool {
	n := int64(-1)
	for _, c := range cs {
		if c.Err != nil {
			continue
		}
		if n >= 0 && c.Solutions != n {
			return false
		}
		n = c.Solutions
	}
	return true
}
