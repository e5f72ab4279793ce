package clew_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
)

// Each test here is a model that once had a wrong answer.

// The same variable on both sides of a lexicographic order: narrowing one side
// narrowed the other, and bounds that met were taken for fixed values.
func TestLexOfOneVariable(t *testing.T) {
	m := clew.NewModel("x+1 before x")
	x := m.IntVar("x", -1, 2)
	m.LexLessEqual([]clew.Var{x.Plus(1)}, []clew.Var{x})
	n, err := clew.Count(context.Background(), m)
	if err != nil || n.Sign() != 0 {
		t.Errorf("count %v, %v; want 0", n, err)
	}
}
