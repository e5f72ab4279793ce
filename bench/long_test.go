//go:build long

package bench_test

import (
	"context"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// TestPetersen takes most of a minute.
func TestPetersen(t *testing.T) { count(t, bench.Graceful(bench.Petersen()), 10080) }

// TestCases checks the count of everything that is timed.
func TestCases(t *testing.T) {
	for _, c := range bench.Cases() {
		p, err := c.Problem()
		if err != nil {
			t.Fatal(err)
		}
		n, err := clew.Count(context.Background(), p, bench.Options()...)
		if err != nil || n.String() != c.Answers {
			t.Errorf("%s: found %v answers, %v; want %s", c.Name, n, err, c.Answers)
		}
	}
}
