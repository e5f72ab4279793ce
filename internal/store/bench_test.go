package store_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

// widths are root widths of one variable, by form.
var widths = []struct {
	name  string
	width int32
}{{"narrow", 64}, {"banked", 4096}, {"wide", 10000}}

// works are the loops of the benchmarks, each one level deep.
var works = []struct {
	name string
	do   func(s *store.Store, v store.Var, width int32)
}{
	{"PushFixPop", func(s *store.Store, v store.Var, width int32) {
		s.Push()
		s.Fix(v, width/2, 0)
		s.Pop()
	}},
	{"PushRemove8Pop", func(s *store.Store, v store.Var, width int32) {
		s.Push()
		for i := range int32(8) {
			s.Remove(v, width/2+2*i, 0)
		}
		s.Pop()
	}},
	{"PushSetLo8Pop", func(s *store.Store, v store.Var, width int32) {
		s.Push()
		for i := range int32(8) {
			s.SetLo(v, (i+1)*width/16, 0)
		}
		s.Pop()
	}},
	{"PushSetHi8Pop", func(s *store.Store, v store.Var, width int32) {
		s.Push()
		for i := range int32(8) {
			s.SetHi(v, width-1-(i+1)*width/16, 0)
		}
		s.Pop()
	}},
	{"PushRev8Pop", func(s *store.Store, v store.Var, _ int32) {
		s.Push()
		for i := range int64(8) {
			s.SetRev(0, i)
		}
		s.Pop()
	}},
	{"PushWakePop", func(s *store.Store, v store.Var, width int32) {
		s.Push()
		s.Remove(v, width/2, 0)
		s.Propagate()
		s.Pop()
	}},
}

// watcher wakes on everything and does nothing.
type watcher struct{ recorder }

func (p *watcher) Propagate(*store.Store, store.ID) store.Status { return store.Fixpoint }

// workplace returns a store for one of the works.
func workplace(width int32, log bool) (*store.Store, store.Var) {
	s := store.New()
	v := s.NewVar(0, width-1)
	s.NewRev(1, 0)
	s.Add(&watcher{recorder{watches: on(store.OnDomain, v)}})
	s.Seal()
	if log {
		s.Log()
	}
	s.Propagate()
	return s, v
}

func BenchmarkStore(b *testing.B) {
	for _, work := range works {
		for _, w := range widths {
			b.Run(work.name+"/"+w.name, func(b *testing.B) {
				s, v := workplace(w.width, false)
				b.ReportAllocs()
				for b.Loop() {
					work.do(s, v, w.width)
				}
			})
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	for _, log := range []bool{false, true} {
		for _, work := range works {
			for _, w := range widths {
				s, v := workplace(w.width, log)
				if n := testing.AllocsPerRun(100, func() { work.do(s, v, w.width) }); n != 0 {
					t.Errorf("%s of a %s variable, log %v: %v allocations", work.name, w.name, log, n)
				}
			}
		}
	}
}
