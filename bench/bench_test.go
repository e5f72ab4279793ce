package bench_test

import (
	"context"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// BenchmarkCount counts all answers of each case, from the building of the
// model on. A wrong count fails it.
func BenchmarkCount(b *testing.B) {
	for _, c := range bench.Cases() {
		b.Run(strings.ReplaceAll(c.Name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			var r clew.Report
			for b.Loop() {
				p, err := c.Problem()
				if err != nil {
					b.Fatal(err)
				}
				n, err := clew.Count(context.Background(), p, append(bench.Options(), clew.WithReport(&r))...)
				if err != nil || n.String() != c.Answers {
					b.Fatalf("found %v answers, %v; want %s", n, err, c.Answers)
				}
			}
			b.ReportMetric(float64(r.Nodes), "nodes/op")
		})
	}
}
