//go:build long

package queens

import (
	"math/big"
	"testing"
)

// TestCountLong counts larger boards: minutes.
func TestCountLong(t *testing.T) {
	most := map[Method]int{Border: 16, Join: 18}
	for n := 15; n < len(known); n++ {
		for m, most := range most {
			if n > most {
				continue
			}
			all, done := Count(n, m, func(*big.Int, float64) bool { return true })
			if !done || all.Int64() != known[n].all {
				t.Errorf("%d queens by %s: %d boards, done %t; want %d", n, m, all, done, known[n].all)
			}
			if got := Fundamental(n, all); got.Int64() != known[n].fundamental {
				t.Errorf("%d queens by %s: %d fundamental boards, want %d", n, m, got, known[n].fundamental)
			}
		}
	}
}
