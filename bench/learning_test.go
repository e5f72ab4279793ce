package bench_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// known is a problem whose best answer is known: the last value of an output.
type known struct {
	m      *clew.Model
	output string
	want   int
}

// check solves o by learning and returns the account of the run.
func (o known) check(t testing.TB, options ...clew.Option) clew.Report {
	t.Helper()
	var r clew.Report
	s, err := clew.Solve(context.Background(), o.m, append(options, clew.WithReport(&r))...)
	if err != nil {
		t.Fatal(err)
	}
	values := s.Get(o.output)
	if got := values[len(values)-1]; got != o.want || !r.Complete {
		t.Fatalf("%s: found %d, proved %v; want %d", o.m.Name(), got, r.Complete, o.want)
	}
	return r
}

// TestOpenShops solves Taillard's open shops of four jobs. Their optima, and
// the bounds of the first by its busiest job or machine, are in the literature.
func TestOpenShops(t *testing.T) {
	for i, o := range bench.Tai4x4 {
		times := bench.TaillardOpenShop(4, o.TimeSeed, o.MachineSeed)
		if i == 0 {
			busiest := 0
			for a := range times {
				job, machine := 0, 0
				for b := range times {
					job += times[a][b]
					machine += times[b][a]
				}
				busiest = max(busiest, job, machine)
			}
			if busiest != 186 {
				t.Errorf("the busiest job or machine takes %d, want 186", busiest)
			}
		}
		known{bench.OpenShop(fmt.Sprintf("tai4x4 %d", i+1), times, true), "end", o.Best}.check(t, clew.WithMethod(clew.Learn), clew.WithFree())
	}
}

// TestQuasigroup checks the answer of a small holed square, and that the square
// that is timed is what its name says.
func TestQuasigroup(t *testing.T) {
	const n, holes, seed = 12, 60, 1
	square := bench.HoledSquare(n, holes, seed)
	for _, native := range []bool{false, true} {
		s, err := clew.Solve(context.Background(), bench.QuasigroupWithHoles(n, holes, seed, native), clew.WithMethod(clew.Learn))
		if err != nil {
			t.Fatal(err)
		}
		x, open := s.Get("x"), 0
		rows, columns := map[[2]int]bool{}, map[[2]int]bool{}
		for i := range n {
			for j := range n {
				symbol := x[i*n+j]
				rows[[2]int{i, symbol}], columns[[2]int{j, symbol}] = true, true
				if square[i][j] == bench.Hole {
					open++
				} else if square[i][j] != symbol {
					t.Errorf("cell %d,%d was changed", i, j)
				}
			}
		}
		if open != holes || len(rows) != n*n || len(columns) != n*n {
			t.Errorf("%d holes, %d and %d pairs of line and symbol; want %d, %d, %[5]d", open, len(rows), len(columns), holes, n*n)
		}
	}
}

// BenchmarkLearning finds optima by learning, from the building of the model
// on. A wrong one fails it.
func BenchmarkLearning(b *testing.B) {
	for _, c := range []struct {
		name  string
		build func() known
	}{
		{"golomb 8", func() known { return known{bench.Golomb(8, 50, false), "mark", 34} }},
		{"job shop ft06", func() known { return known{bench.JobShop("ft06", bench.FT06, false), "end", 55} }},
		{"job shop la01 native", func() known { return known{bench.JobShop("la01", bench.LA01, true), "end", 666} }},
	} {
		b.Run(strings.ReplaceAll(c.name, " ", "-"), func(b *testing.B) {
			b.ReportAllocs()
			var r clew.Report
			for b.Loop() {
				r = c.build().check(b, clew.WithMethod(clew.Learn), clew.WithFree())
			}
			b.ReportMetric(float64(r.Conflicts), "conflicts/op")
		})
	}
}
