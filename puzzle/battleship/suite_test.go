package battleship_test

import (
	"context"
	"os"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// suite is a selection of CSPLib's instances of problem 14, looked for beside
// the module. Each has one answer.
const suite = "../../../shared/suites/battleship/csplib014.pl"

func readSuite(t testing.TB) []*battleship.Puzzle {
	t.Helper()
	if _, err := os.Stat(suite); err != nil {
		t.Skipf("no CSPLib instances: %v", err)
	}
	return readFile(t, suite)
}

// TestSuite proves that each instance has one answer, and that the plain
// method finds the same one for every tenth.
func TestSuite(t *testing.T) {
	ps := readSuite(t)
	if len(ps) != 202 {
		t.Errorf("%d puzzles, want 202", len(ps))
	}
	for i, p := range ps {
		u, err := clew.Unique(context.Background(), p)
		if err != nil || !u.Unique() {
			t.Errorf("%s: %v, %v; want one answer", p.Name(), u, err)
			continue
		}
		if i%10 > 0 || testing.Short() {
			continue
		}
		v, err := clew.Unique(context.Background(), p, clew.WithMethod(clew.Plain))
		if err != nil || !v.Unique() || !v.Solutions[0].Equal(u.Solutions[0]) {
			t.Errorf("%s by the plain method: %v, %v", p.Name(), v, err)
		}
	}
}

// TestTerms proves the same of the terms in testdata.
func TestTerms(t *testing.T) {
	want := []string{
		"battleship 1\n< > ~ 2\n~ ~ ~ 0\no ~ o 2\n2 1 1\n",
		"battleship two\n~ ^ ~ ~ 1\n~ # ~ ~ 1\n~ v ~ ~ 1\n~ ~ ~ o 1\n0 3 0 1\n",
	}
	for i, p := range readFile(t, "testdata/terms.pl") {
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			u, err := clew.Unique(context.Background(), p, clew.WithMethod(m))
			if err != nil || !u.Unique() {
				t.Fatalf("%s by %s: %v, %v; want one answer", p.Name(), m, u, err)
			}
			if got := p.Name() + "\n" + p.Draw(u.Solutions[0].Values()); got != want[i] {
				t.Errorf("by %s: got\n%swant\n%s", m, got, want[i])
			}
		}
	}
}

// BenchmarkSuite is the proof that an instance has one answer, from the
// building of the model on: the mean over the instances, or over those of
// testdata where there are none.
func BenchmarkSuite(b *testing.B) {
	name := suite
	if _, err := os.Stat(suite); err != nil {
		name = "testdata/puzzles.txt"
	}
	ps := readFile(b, name)
	var nodes int64
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		var r clew.Report
		u, err := clew.Unique(context.Background(), ps[i%len(ps)], clew.WithReport(&r))
		if err != nil || !u.Unique() {
			b.Fatal(u, err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

// BenchmarkCount counts the placements of a fleet on an empty board by each
// method.
func BenchmarkCount(b *testing.B) {
	p, err := battleship.New(battleship.Config{Rows: 5, Cols: 5, Fleet: []int{1, 1, 2, 3}})
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
		b.Run(string(m), func(b *testing.B) {
			for b.Loop() {
				if n, err := clew.Count(context.Background(), p, clew.WithMethod(m)); err != nil || n.Int64() != 8712 {
					b.Fatal(n, err)
				}
			}
		})
	}
}
