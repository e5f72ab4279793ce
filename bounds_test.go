package clew_test

import (
	"fmt"
	"testing"

	"github.com/clewsolver/clew"
)

func ExampleModel_Bounds() {
	m := clew.NewModel("sum")
	x, y := m.IntVar("x", 0, 9), m.IntVar("y", 0, 9)
	m.Sum([]clew.Var{x, y}, clew.GE, 15)
	lo, hi, ok, err := m.Bounds(x, y.Neg())
	fmt.Println(lo, hi, ok, err)
	// Output: [6 -9] [9 -6] true <nil>
}

// TestBoundsOfImpossibleModel: propagation alone can refute a model.
func TestBoundsOfImpossibleModel(t *testing.T) {
	m := clew.NewModel("sum")
	x := m.IntVar("x", 0, 9)
	m.Compare(x, clew.GT, x, 0)
	if _, _, ok, err := m.Bounds(x); ok || err != nil {
		t.Errorf("ok %v, error %v", ok, err)
	}
}

// TestBoundsGiveUp: propagation that creeps is not waited for.
func TestBoundsGiveUp(t *testing.T) {
	m := clew.NewModel("creep")
	x, y := m.IntVar("x", 0, clew.MaxValue), m.IntVar("y", 0, clew.MaxValue)
	m.Compare(x, clew.LT, y, 0)
	m.Linear([]int{1, -1, 1}, []clew.Var{y, x, m.BoolVar("b")}, clew.LE, 0)
	if _, _, ok, err := m.Bounds(x); ok || err != nil {
		t.Errorf("ok %v, error %v", ok, err)
	}
}
