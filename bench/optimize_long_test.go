//go:build long

package bench_test

import (
	"testing"

	"github.com/clewsolver/clew/bench"
)

// Each of these takes up to a minute.

func TestLongGolomb(t *testing.T) {
	optimum(t, bench.Golomb(9, 81, false), "mark", golombLengths[9], all...)
	optimum(t, bench.Golomb(9, 81, true), "mark", golombLengths[9], all...)
	optimum(t, bench.Golomb(10, 100, false), "mark", golombLengths[10], "propagate", "auto")
	optimum(t, bench.Golomb(10, 100, true), "mark", golombLengths[10], "propagate", "learn", "auto")
}

func TestLongJobShop(t *testing.T) {
	optimum(t, bench.JobShop("la01", bench.LA01, false), "end", 666, "free")
	optimum(t, bench.JobShop("la01", bench.LA01, true), "end", 666, clever...)
}
