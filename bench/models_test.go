package bench_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// count fails the test unless m has the wanted number of answers.
func count(t *testing.T, m *clew.Model, want int) {
	t.Helper()
	n, err := clew.Count(context.Background(), m, bench.Options()...)
	if err != nil || n.String() != fmt.Sprint(want) {
		t.Errorf("%s: found %v answers, %v; want %d", m.Name(), n, err, want)
	}
}

// TestLangford compares with twice OEIS A014552.
func TestLangford(t *testing.T) {
	for n, want := range []int{1, 0, 0, 2, 2, 0, 0, 52, 300} {
		count(t, bench.Langford(n), want)
	}
}

// TestMagic: the lo shu in its eight positions, and the trivial squares.
func TestMagic(t *testing.T) {
	for n, want := range []int{1, 1, 0, 8} {
		count(t, bench.Magic(n), want)
	}
}

// TestAllInterval compares with OEIS A006967.
func TestAllInterval(t *testing.T) {
	for i, want := range []int{1, 2, 4, 4, 8, 24, 32, 40, 120} {
		count(t, bench.AllInterval(i+1), want)
	}
}

// TestCostas compares with OEIS A008404.
func TestCostas(t *testing.T) {
	for i, want := range []int{1, 2, 4, 12, 40, 116, 200, 444} {
		count(t, bench.Costas(i+1), want)
	}
}

// TestGraceful compares with counts by brute force.
func TestGraceful(t *testing.T) {
	for _, c := range []struct {
		g    bench.Graph
		want int
	}{
		{bench.Complete(3), 12},
		{bench.Complete(4), 48},
		{bench.Cycle(4), 16},
		{bench.Cycle(5), 0}, // no ring of 1 or 2 mod 4 is graceful (Rosa 1967)
		{bench.Cycle(7), 168},
		{bench.Cycle(8), 384},
		{bench.Wheel(4), 64},
		{bench.Wheel(5), 240},
		{bench.Wheel(6), 552},
	} {
		count(t, bench.Graceful(c.g), c.want)
	}
}

// TestMethodsAgree compares the engine with the plain method on small sizes of
// each model.
func TestMethodsAgree(t *testing.T) {
	for _, m := range []*clew.Model{
		bench.Langford(4), bench.Magic(3), bench.AllInterval(7), bench.Costas(5), bench.Graceful(bench.Wheel(4)),
	} {
		cs, err := clew.Compare(context.Background(), m, nil)
		if err != nil || !clew.Agree(cs) || !cs[0].Complete || !cs[1].Complete {
			t.Errorf("%s: %+v, %v", m.Name(), cs, err)
		}
	}
}
