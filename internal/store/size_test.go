package store

import (
	"testing"
	"unsafe"
)

// TestSizes pins the layout of what the hot paths and the long slices hold.
// View has three bytes to spare beside its kind.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"record", unsafe.Sizeof(record{}), 32},
		{"Atom", unsafe.Sizeof(Atom{}), 8},
		{"Entry", unsafe.Sizeof(Entry{}), 24},
		{"View", unsafe.Sizeof(View{}), 16},
		{"sub", unsafe.Sizeof(sub{}), 8},
		{"propRec", unsafe.Sizeof(propRec{}), 16},
		{"hole", unsafe.Sizeof(hole{}), 8},
		{"mark", unsafe.Sizeof(mark{}), 32},
		{"savedVar", unsafe.Sizeof(savedVar{}), 40},
		{"savedWord", unsafe.Sizeof(savedWord{}), 16},
		{"savedRev", unsafe.Sizeof(savedRev{}), 16},
	} {
		if c.got != c.want {
			t.Errorf("%s takes %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

// TestForms checks which representation each root range gets.
func TestForms(t *testing.T) {
	s := New()
	for _, c := range []struct {
		v    Var
		want form
	}{
		{s.NewVar(-3, -3), narrow},
		{s.NewVar(0, 63), narrow},
		{s.NewVar(0, 64), banked},
		{s.NewVar(1, BankLimit), banked},
		{s.NewVar(0, BankLimit), wide},
		{s.NewVar(-MaxValue, MaxValue), wide},
		{s.NewSetVar([]int32{-60, 3}), narrow},
		{s.NewSetVar([]int32{-61, 3}), banked},
		{s.NewSetVar([]int32{0, SetLimit - 1}), banked},
	} {
		if got := s.vars[c.v].form; got != c.want {
			t.Errorf("variable %d has the form %d, want %d", c.v, got, c.want)
		}
	}
}

// TestTrailsStayShort changes slots many times a level, and at the root after
// each Pop: the trails must not grow with the number of changes.
func TestTrailsStayShort(t *testing.T) {
	s := New()
	narrow, banked, wide := s.NewVar(0, 63), s.NewVar(0, 4000), s.NewVar(0, 5000)
	rev := s.NewRev(1, 0)
	s.Seal()
	change := func(i int32) {
		s.SetRev(rev, int64(i))
		s.Remove(narrow, 1+i, 0)
		s.Remove(banked, 1+i, 0)
		s.Remove(wide, 1+i, 0)
	}
	for i := range int32(60) {
		s.Push()
		for range 10 {
			change(i)
			change(i + 1)
		}
		s.Pop()
		change(i)
	}
	s.Push()
	change(60)
	change(61)
	if len(s.holes) != 62 {
		t.Errorf("%d holes, want 62", len(s.holes))
	}
	if len(s.trail) != 3 || len(s.wordTrail) != 1 || len(s.revTrail) != 1 {
		t.Errorf("trails of %d records, %d words and %d integers, want 3, 1 and 1",
			len(s.trail), len(s.wordTrail), len(s.revTrail))
	}
	s.Pop()
	if s.Rev(rev) != 59 || s.Size(narrow) != 64-60 || s.Size(banked) != 4001-60 {
		t.Errorf("the root became %d, %d and %d", s.Rev(rev), s.Size(narrow), s.Size(banked))
	}
}
