package propagate_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// ones returns n coefficients 1.
func ones(n int) []int64 {
	c := make([]int64, n)
	for i := range c {
		c[i] = 1
	}
	return c
}

// BenchmarkMagicSquareSums fixes the cells of a square of order 4 one after
// another and undoes it, under the ten sums alone. One operation is one such
// dive of up to 16 levels.
func BenchmarkMagicSquareSums(b *testing.B) {
	s := store.New()
	cells := make([]store.View, 16)
	for i := range cells {
		cells[i] = store.Ident(s.NewVar(1, 16))
	}
	line := func(start, step int) {
		xs := make([]store.View, 4)
		for i := range xs {
			xs[i] = cells[start+i*step]
		}
		s.Add(propagate.NewLinear(ones(4), xs, propagate.Eq, 34))
	}
	for i := range 4 {
		line(4*i, 1)
		line(i, 4)
	}
	line(0, 5)
	line(3, 3)
	s.Seal()
	s.Propagate()
	dive(b, s, 16)
}

// dive fixes the first n variables to a middle value, each on a level of its
// own, until a failure, and pops; it reports the propagations.
func dive(b *testing.B, s *store.Store, n int) {
	before := s.Propagations
	for b.Loop() {
		for i := range n {
			v := store.Var(i)
			if s.Fixed(v) {
				continue
			}
			s.Push()
			d := s.Lo(v) + (s.Hi(v)-s.Lo(v))/2
			if i%3 == 1 {
				d = s.Hi(v)
			}
			if !s.Has(v, d) {
				d = s.Lo(v)
			}
			if !s.Fix(v, d, 0) || !s.Propagate() {
				break
			}
		}
		s.PopTo(0)
	}
	runs := float64(s.Propagations - before)
	b.ReportMetric(runs/float64(b.N), "runs/op")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/runs, "ns/run")
}

func BenchmarkLongSum(b *testing.B) {
	for _, op := range []propagate.Op{propagate.Le, propagate.Eq, propagate.Ne} {
		b.Run(op.String(), func(b *testing.B) {
			s := store.New()
			xs := make([]store.View, 60)
			coefs := make([]int64, 60)
			for i := range xs {
				xs[i], coefs[i] = store.Ident(s.NewVar(0, 20)), int64(1+i%7)
			}
			s.Add(propagate.NewLinear(coefs, xs, op, 2700))
			s.Seal()
			s.Propagate()
			dive(b, s, 60)
		})
	}
}

func BenchmarkBitSum(b *testing.B) {
	s := store.New()
	xs := make([]store.View, 60)
	for i := range xs {
		xs[i] = store.Ident(s.NewVar(0, 1))
	}
	s.Add(propagate.NewLinear(ones(60), xs, propagate.Eq, 20))
	s.Seal()
	s.Propagate()
	dive(b, s, 60)
}

// BenchmarkDifferences is x - y = d and |x - y| = d over narrow domains.
func BenchmarkDifferences(b *testing.B) {
	for _, absolute := range []bool{false, true} {
		name := map[bool]string{false: "x-y", true: "|x-y|"}[absolute]
		b.Run(name, func(b *testing.B) {
			s := store.New()
			for range 20 {
				s.NewVar(1, 20)
			}
			for i := range 19 {
				x, y := store.Ident(store.Var(i)), store.Ident(store.Var(i+1))
				if absolute {
					s.Add(propagate.NewDistance(x, y, store.Ident(s.NewVar(1, 19))))
				} else {
					d := store.Ident(s.NewVar(-19, 19))
					s.Add(propagate.NewLinear([]int64{1, -1, -1}, []store.View{x, y, d}, propagate.Eq, 0))
				}
			}
			s.Seal()
			s.Propagate()
			dive(b, s, 20)
		})
	}
}

func BenchmarkCompare(b *testing.B) {
	for _, op := range []propagate.Op{propagate.Le, propagate.Eq, propagate.Ne} {
		b.Run(op.String(), func(b *testing.B) {
			s := store.New()
			for range 30 {
				s.NewVar(0, 60)
			}
			for i := range 29 {
				s.Add(propagate.NewCompare(store.Ident(store.Var(i)), op, store.Ident(store.Var(i+1)), 1))
			}
			s.Seal()
			s.Propagate()
			dive(b, s, 30)
		})
	}
}
