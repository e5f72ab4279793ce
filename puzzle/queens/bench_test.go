package queens_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

func benchmarkCount(b *testing.B, n int, want int64) {
	p, err := queens.New(n)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		got, err := clew.Count(context.Background(), p, clew.WithMethod(clew.Propagate))
		if err != nil || got.Int64() != want {
			b.Fatal(got, err)
		}
	}
}

func BenchmarkCount12(b *testing.B) { benchmarkCount(b, 12, 14200) }

// BenchmarkSolve1000 finds the first answer on a large board, model included.
func BenchmarkSolve1000(b *testing.B) {
	p, err := queens.New(1000)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := clew.Solve(context.Background(), p)
		if err != nil || s == nil {
			b.Fatal(s, err)
		}
	}
}
