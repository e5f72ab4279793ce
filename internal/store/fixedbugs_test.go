package store_test

import (
	"math"
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

// The number of values of the widest domain is more than an int32 holds; its
// size was negative, so that it looked small to propagators.
func TestSizeOfWidestDomain(t *testing.T) {
	s := store.New()
	v := s.NewVar(-store.MaxValue, store.MaxValue)
	s.Seal()
	if got := s.Size(v); got != math.MaxInt32 {
		t.Errorf("size %d at the root", got)
	}
	if !s.Remove(v, 0, 0) || !s.SetLo(v, -5, 0) || !s.SetHi(v, 5, 0) {
		t.Fatal("failed")
	}
	if got := s.Size(v); got != 10 {
		t.Errorf("size %d of -5..5 without 0", got)
	}
	if got := (store.View{V: v, A: -1}).Size(s); got != 10 {
		t.Errorf("size %d of the view", got)
	}
}
