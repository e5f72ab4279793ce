package search

import (
	"runtime"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// ruler returns a sealed store of the Golomb rulers with n marks and at most
// the given length, decomposed to linear equations and disequalities, and the
// marks.
func ruler(n int, length int32) (*store.Store, []store.Var) {
	s := store.New()
	marks := make([]store.Var, n)
	for i := range marks {
		marks[i] = s.NewVar(int32(i), length)
	}
	post := func(coefs []int64, op propagate.Op, rhs int64, vars ...store.Var) {
		views := make([]store.View, len(vars))
		for i, v := range vars {
			views[i] = store.Ident(v)
		}
		s.Add(propagate.NewLinear(coefs, views, op, rhs))
	}
	var d []store.Var
	for j := range n {
		for i := range j {
			x := s.NewVar(1, length)
			post([]int64{1, -1, -1}, propagate.Eq, 0, marks[j], marks[i], x)
			for _, y := range d {
				post([]int64{1, -1}, propagate.Ne, 0, x, y)
			}
			d = append(d, x)
		}
	}
	post([]int64{1}, propagate.Eq, 0, marks[0])
	s.Seal()
	return s, marks
}

// TestRuler checks the model that the benchmark runs on: 11 is the shortest
// length of 5 marks, and 4 rulers have it.
func TestRuler(t *testing.T) {
	for length, want := range map[int32]int{10: 0, 11: 4} {
		s, marks := ruler(5, length)
		x, n := NewLearner(s, []Phase{{Vars: marks}}, nil, true, 1), 0
		for x.Next(func() bool { return true }) {
			n++
		}
		if n != want || !x.Exhausted() {
			t.Errorf("length %d: %d rulers, want %d", length, n, want)
		}
	}
}

// BenchmarkConflicts measures the conflict loop in its steady state, on a
// search without answers that is far too long to end: one operation is one
// conflict. Each is propagated to, explained, analysed, learned from and jumped
// back from; the database is full, so that its cleaning is part of it.
func BenchmarkConflicts(b *testing.B) {
	const warmUp = 10_000 // conflicts, enough for several cleanings
	for _, free := range []bool{false, true} {
		name := "ordered"
		if free {
			name = "free"
		}
		s, marks := ruler(13, 105) // one shorter than the shortest
		x := NewLearner(s, []Phase{{Vars: marks, Order: InputOrder, Values: Ascending}}, nil, free, 1)
		b.Run(name, func(b *testing.B) {
			x.until(b, warmUp)
			before, conflicts, literals := memory(), x.Conflicts, x.Learned
			b.ResetTimer()
			x.until(b, x.Conflicts+int64(b.N))
			b.StopTimer()
			after := memory()
			done := float64(x.Conflicts - conflicts)
			b.ReportMetric(done/b.Elapsed().Seconds(), "conflicts/s")
			b.ReportMetric(float64(x.Learned-literals)/done, "literals/nogood")
			b.ReportMetric(float64(x.ng.bytes())/float64(len(x.ng.refs)), "bytes/nogood")
			b.ReportMetric(float64(after.Mallocs-before.Mallocs)/done, "allocs/conflict")
			b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/done, "B/conflict")
		})
	}
}

// until searches on until there have been so many conflicts, and some more: the
// search asks only now and then.
func (x *Learner) until(b *testing.B, conflicts int64) {
	if x.Next(func() bool { return x.Conflicts < conflicts }) || x.Exhausted() {
		b.Fatal("the search has ended")
	}
}

// bytes returns the size of the database: clauses and watchers in use.
func (g *nogoods) bytes() int {
	const wordBytes, watcherBytes = 4, 12
	return wordBytes*len(g.arena) + watcherBytes*g.watch.count()
}

func memory() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}
