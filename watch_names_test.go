package clew_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
)

// TestLabel: a helper with a label is called by it, and is no output.
func TestLabel(t *testing.T) {
	m := clew.NewModel("m")
	x := m.IntVars("x", 2, 0, 1)
	y, z := m.IntVar("", 0, 9), m.IntVar("", 0, 9)
	m.Label(z, "load")
	m.Linear([]int{1, 1, 1, -1}, []clew.Var{x[0], x[1], y, z}, clew.EQ, 0)
	for e, err := range clew.Events(context.Background(), m) {
		if err != nil {
			t.Fatal(err)
		}
		if len(e.Start.Variables) != 4 || e.Start.Variables[2].Name != "helper 2" || e.Start.Variables[3].Name != "load" {
			t.Errorf("%v", e.Start.Variables)
		}
		if text := e.Start.Constraints[0].Text; text != "linear(x[0], x[1], helper 2, load)" {
			t.Error(text)
		}
		if len(m.Outputs()) != 1 {
			t.Errorf("outputs %v", m.Outputs())
		}
		break
	}
	m.Label(x[0].Neg(), "view")
	if m.Err() == nil {
		t.Error("a view was labelled")
	}
}
