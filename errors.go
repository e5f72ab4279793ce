package clew

import "errors"

// Errors that verbs return, to be tested with errors.Is. Each is wrapped in
// one that says more.
var (
	// ErrIncomplete: the run was cut short, so that what it returned is not
	// the whole answer. The context's error or ErrLimit is wrapped beside it.
	ErrIncomplete = errors.New("incomplete")

	// ErrLimit: the run stopped at the number of answers given to Limit.
	ErrLimit = errors.New("limit reached")

	// ErrUnsupported: the problem cannot be walked by the method asked for.
	ErrUnsupported = errors.New("unsupported")

	// ErrModel: the model is not well formed, for example because a bound is
	// out of range or a sum could overflow.
	ErrModel = errors.New("bad model")
)
