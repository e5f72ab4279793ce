package flatzinc

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestReadContext: reading ends with the context, and says why.
func TestReadContext(t *testing.T) {
	why := errors.New("the reader has gone")
	const text = "var 1..3: x; var 1..3: y; constraint int_ne(x, y); solve satisfy;"
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := ReadContext(ctx, strings.NewReader(text), "f.fzn"); err != nil {
		t.Error(err)
	}
	cancel(why)
	if _, err := ReadContext(ctx, strings.NewReader(text), "f.fzn"); err != why {
		t.Errorf("got %v, want %v", err, why)
	}
}
