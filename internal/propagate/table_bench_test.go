package propagate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// dive benchmarks random dives to a leaf or a failure and back, after one
// warming run; the time is that of a dive.
func tableDive(b *testing.B, xs []store.View, s *store.Store) {
	s.Seal()
	if !s.Propagate() {
		b.Fatal("failed at the root")
	}
	r := rand.New(rand.NewPCG(1, 2))
	run := func() {
		for s.Propagate() {
			at := r.IntN(len(xs))
			for n := 0; n < len(xs) && xs[at].Fixed(s); n++ {
				at = (at + 1) % len(xs)
			}
			if xs[at].Fixed(s) {
				break
			}
			k := xs[at].Lo(s)
			for skip := r.Int32N(xs[at].Size(s)); skip > 0; skip-- {
				k, _ = xs[at].Next(s, k)
			}
			s.Push()
			xs[at].Fix(s, k, 0)
		}
		s.PopTo(0)
	}
	for range 100 {
		run()
	}
	start := s.Propagations
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
	b.ReportMetric(float64(s.Propagations-start)/float64(b.N), "runs/op")
}

func benchViews(s *store.Store, n int, hi int32) []store.View {
	xs := make([]store.View, n)
	for i := range xs {
		xs[i] = store.Ident(s.NewVar(0, hi))
	}
	return xs
}

func benchTuples(n, arity int, hi int32) [][]int32 {
	r := rand.New(rand.NewPCG(3, 4))
	tuples := make([][]int32, n)
	for i := range tuples {
		tuples[i] = make([]int32, arity)
		for j := range tuples[i] {
			tuples[i][j] = r.Int32N(hi + 1)
		}
	}
	return tuples
}

func BenchmarkTable(b *testing.B) {
	s := store.New()
	xs := benchViews(s, 6, 9)
	s.Add(propagate.NewTable(xs, benchTuples(50_000, 6, 9)))
	tableDive(b, xs, s)
}

func BenchmarkTablePairs(b *testing.B) {
	s := store.New()
	xs := benchViews(s, 20, 29)
	for i := range xs {
		for j := range i {
			s.Add(propagate.NewTable([]store.View{xs[i], xs[j]}, benchTuples(1500, 2, 29)))
		}
	}
	tableDive(b, xs, s)
}

func BenchmarkNotTable(b *testing.B) {
	s := store.New()
	xs := benchViews(s, 6, 4)
	s.Add(propagate.NewNotTable(xs, benchTuples(15_000, 6, 4)))
	tableDive(b, xs, s)
}

func BenchmarkElement(b *testing.B) {
	s := store.New()
	xs := benchViews(s, 40, 39)
	for i := range 20 {
		s.Add(propagate.NewElement(xs[i], xs, xs[(i*7+3)%40], 0))
	}
	tableDive(b, xs, s)
}

// A line of a nonogram: blocks of 3, 1, 4, 1, 5, 2 and 6 in 60 cells.
func BenchmarkRegular(b *testing.B) {
	a := &propagate.Automaton{Symbols: []int32{0, 1}}
	add := func(zero, one int32) { a.Next = append(a.Next, zero, one) }
	q := int32(0)
	for _, block := range []int32{3, 1, 4, 1, 5, 2, 6} {
		add(q, q+1)
		for range block - 1 {
			q++
			add(-1, q+1)
		}
		q++
		add(q+1, -1)
		q++
	}
	add(q, -1)
	a.States = len(a.Next) / 2
	a.Accept = make([]bool, a.States)
	a.Accept[a.States-1], a.Accept[a.States-2] = true, true
	s := store.New()
	xs := benchViews(s, 60, 1)
	s.Add(propagate.NewRegular(xs, a))
	tableDive(b, xs, s)
}
