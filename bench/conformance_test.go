package bench_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/clewsolver/clew/puzzle/queens"
)

// family makes the problem of a row of oracles.tsv out of its parameters. The
// problem is nil if the row is beyond the sizes counted here in seconds.
type family func(parameters string) (clew.Problem, error)

// sized is a family with a parameter n, up to a largest one.
func sized(most int, problem func(n int) (clew.Problem, error)) family {
	return func(parameters string) (clew.Problem, error) {
		var n int
		if _, err := fmt.Sscanf(parameters, "n=%d", &n); err != nil || n > most {
			return nil, err
		}
		return problem(n)
	}
}

func built(build func(int) *clew.Model) func(int) (clew.Problem, error) {
	return func(n int) (clew.Problem, error) { return build(n), nil }
}

var families = map[string]family{
	"nqueens_all":         sized(12, func(n int) (clew.Problem, error) { return queens.New(n) }),
	"langford_pairs_all":  sized(11, built(bench.Langford)),
	"all_interval_series": sized(11, built(bench.AllInterval)),
	"costas_arrays":       sized(9, built(bench.Costas)),
	"magic_square_all":    sized(4, built(bench.Magic)),
	"prime_sum_grid": func(parameters string) (clew.Problem, error) {
		var rows, cols, most int
		if _, err := fmt.Sscanf(parameters, "rows=%d cols=%d max=%d", &rows, &cols, &most); err != nil || most > 24 {
			return nil, err
		}
		return primesum.New(rows, cols, most)
	},
	"graceful_labellings": func(parameters string) (clew.Problem, error) {
		var n int
		name, _, _ := strings.Cut(strings.TrimPrefix(parameters, "graph="), " labels")
		if _, err := fmt.Sscanf(name, "wheel hub+%d", &n); err == nil {
			return bench.Graceful(bench.Wheel(n)), nil
		}
		if _, err := fmt.Sscanf(name, "C%d", &n); err == nil {
			return bench.Graceful(bench.Cycle(n)), nil
		}
		return nil, nil // the other graphs have no function here, or take long
	},
}

// TestConformanceOracles counts what oracles.tsv, a table of problem,
// parameters, count and source, says.
func TestConformanceOracles(t *testing.T) {
	shared := os.Getenv("CLEW_SHARED")
	if shared == "" {
		t.Skip("CLEW_SHARED names no folder of outside cases")
	}
	text, err := os.ReadFile(filepath.Join(shared, "oracles.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	counted, left := 0, map[string]int{}
	for _, row := range rows {
		fields := strings.Split(row, "\t")
		if len(fields) != 4 {
			t.Fatalf("found %d columns, expected 4: %s", len(fields), row)
		}
		name, parameters, want := fields[0], fields[1], fields[2]
		problem, ok := families[name]
		if !ok {
			left[name]++
			continue
		}
		p, err := problem(parameters)
		if err != nil {
			t.Errorf("%s %s: %v", name, parameters, err)
			continue
		}
		if p == nil {
			left[name]++
			continue
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		n, err := clew.Count(ctx, p, bench.Options()...)
		cancel()
		if err != nil || n.String() != want {
			t.Errorf("%s %s: found %v answers, %v; want %s", name, parameters, n, err, want)
		}
		counted++
	}
	if counted == 0 {
		t.Error("no row was counted")
	}
	t.Logf("%d of %d rows counted", counted, len(rows))
	for _, name := range slices.Sorted(maps.Keys(left)) {
		t.Logf("not counted here: %d of %s", left[name], name)
	}
}
