package queens

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"
)

// known are OEIS A000170 and A002562, from 0 queens on.
var known = []struct{ all, fundamental int64 }{
	{1, 1}, {1, 1}, {0, 0}, {0, 0}, {2, 1}, {10, 2}, {4, 1}, {40, 6}, {92, 12}, {352, 46}, {724, 92}, {2680, 341},
	{14200, 1787}, {73712, 9233}, {365596, 45752}, {2279184, 285053}, {14772512, 1846955}, {95815104, 11977939},
	{666090624, 83263591},
}

func always() bool { return true }

// TestCount: both methods know the number of all boards, and from it that of the
// fundamental ones.
func TestCount(t *testing.T) {
	for n, want := range known[:15] {
		for _, m := range []Method{Border, Join} {
			all, done := Count(n, m, func(*big.Int, float64) bool { return true })
			if !done || all.Int64() != want.all {
				t.Errorf("%d queens by %s: %d boards, done %t; want %d", n, m, all, done, want.all)
			}
			if got := Fundamental(n, all); got.Int64() != want.fundamental {
				t.Errorf("%d queens by %s: %d fundamental boards, want %d", n, m, got, want.fundamental)
			}
		}
	}
}

// TestParts: the parts, counted in another order by several counters, add up to
// the whole; so do their shares of the work. Weights are sizes of orbits.
func TestParts(t *testing.T) {
	for n := range 14 {
		for _, m := range []Method{Border, Join} {
			parts := slices.Collect(Parts(n, m))
			if again := slices.Collect(Parts(n, m)); !slices.Equal(parts, again) {
				t.Errorf("%d queens by %s: parts come in another order each time", n, m)
			}
			slices.Reverse(parts)
			counters := []*Counter{NewCounter(n, m), NewCounter(n, m), NewCounter(n, m)}
			sum, share := int64(0), 0.0
			for i, p := range parts {
				boards, done := counters[i%len(counters)].Count(p, always)
				if !done {
					t.Fatalf("%d queens by %s: part %+v not done", n, m, p)
				}
				if !slices.Contains([]int64{1, 2, 4, 8}, p.Weight) {
					t.Errorf("%d queens by %s: part %+v", n, m, p)
				}
				sum += p.Weight * boards
				share += p.Share
			}
			if sum != known[n].all || math.Abs(share-1) > 1e-9 {
				t.Errorf("%d queens by %s: %d parts add up to %d boards and a share of %v", n, m, len(parts), sum, share)
			}
		}
	}
}

// TestSplit: there are enough parts to share them out, and none of those that
// join is most of the work.
func TestSplit(t *testing.T) {
	for n := 10; n < 14; n++ {
		for _, m := range []Method{Border, Join} {
			c, parts := NewCounter(n, m), 0
			for p := range Parts(n, m) {
				parts++
				if boards, _ := c.Count(p, always); 10*boards*p.Weight > known[n].all {
					t.Errorf("%d queens by %s: a part holds %d of %d boards", n, m, boards*p.Weight, known[n].all)
				}
			}
			if parts < 100 {
				t.Errorf("%d queens by %s: %d parts", n, m, parts)
			}
		}
	}
}

// TestPieces: a list of upper halves that has no room is counted piece by piece,
// with the same result.
func TestPieces(t *testing.T) {
	for n := 8; n < 13; n++ {
		for _, size := range []int{1, 7, 64} {
			c, sum := NewCounter(n, Join), int64(0)
			c.join.upper = make([]uint64, 0, size)
			for p := range Parts(n, Join) {
				boards, _ := c.Count(p, always)
				sum += boards * p.Weight
			}
			if sum != known[n].all {
				t.Errorf("%d queens by pieces of %d: %d boards, want %d", n, size, sum, known[n].all)
			}
		}
	}
}

// TestStop: a count that is told to stop stops, wherever it is, and what it has
// by then is no more than there is. The counter can count on.
func TestStop(t *testing.T) {
	const n = 13
	for _, m := range []Method{Border, Join} {
		c := NewCounter(n, m)
		asked, stopped := 0, 0
		for p := range Parts(n, m) {
			want, _ := c.Count(p, always)
			for after := range 4 {
				left := after
				boards, done := c.Count(p, func() bool { asked++; left--; return left >= 0 })
				if boards < 0 || boards > want || done && boards != want {
					t.Fatalf("%s, part %+v: %d boards, done %t, of %d", m, p, boards, done, want)
				}
				if !done {
					stopped++
				}
			}
			if again, done := c.Count(p, always); again != want || !done {
				t.Fatalf("%s, part %+v: %d boards after a stop, want %d", m, p, again, want)
			}
		}
		if asked == 0 || stopped == 0 {
			t.Errorf("%s: asked %d times, stopped %d times", m, asked, stopped)
		}
		calls, last := 0, 0.0
		some, done := Count(n, m, func(counted *big.Int, share float64) bool {
			if share < last || share > 1 {
				t.Errorf("%s: share %v after %v", m, share, last)
			}
			calls, last = calls+1, share
			return calls < 500
		})
		if done || some.Sign() <= 0 || some.Int64() >= known[n].all {
			t.Errorf("%s: %d boards, done %t", m, some, done)
		}
	}
}

// TestAllocations: counting takes no memory.
func TestAllocations(t *testing.T) {
	for _, n := range []int{11, 12} {
		for _, m := range []Method{Border, Join} {
			parts := slices.Collect(Parts(n, m))
			c, i := NewCounter(n, m), 0
			if allocs := testing.AllocsPerRun(len(parts), func() {
				c.Count(parts[i%len(parts)], always)
				i++
			}); allocs != 0 {
				t.Errorf("%d queens by %s: %v allocations a part", n, m, allocs)
			}
		}
	}
}

// TestTranspose compares with the definition.
func TestTranspose(t *testing.T) {
	var a [32]uint64
	seed := uint64(1)
	for i := range a {
		seed = seed*6364136223846793005 + 1442695040888963407
		a[i] = seed ^ seed>>29
	}
	b := a
	transpose(&b)
	for i := range 64 {
		for bit := range 32 {
			was, is := a[i%32]>>(i&32+bit)&1, b[bit]>>i&1
			if was != is {
				t.Fatalf("bit %d of half word %d was %d, is %d", bit, i, was, is)
			}
		}
	}
}

// TestMaxN: the largest board splits and can be begun.
func TestMaxN(t *testing.T) {
	for _, n := range []int{MaxN - 1, MaxN} {
		for _, m := range []Method{Border, Join} {
			calls := 0
			if _, done := Count(n, m, func(*big.Int, float64) bool { calls++; return calls < 3 }); done {
				t.Errorf("%d queens by %s: done", n, m)
			}
		}
	}
}

func BenchmarkCount(b *testing.B) {
	for _, n := range []int{8, 10, 11, 12, 13, 14} {
		for _, m := range []Method{Border, Join} {
			b.Run(fmt.Sprintf("%s/%d", m, n), func(b *testing.B) {
				for b.Loop() {
					if all, _ := Count(n, m, func(*big.Int, float64) bool { return true }); all.Int64() != known[n].all {
						b.Fatal(all)
					}
				}
			})
		}
	}
}
