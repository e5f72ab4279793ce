package clew_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// Job-shop problems of Fisher and Thompson (1963) and Lawrence (1984): a line
// for each job, machine and duration of each of its tasks in turn.
const (
	ft06 = `2 1 0 3 1 6 3 7 5 3 4 6
		1 8 2 5 4 10 5 10 0 10 3 4
		2 5 3 4 5 8 0 9 1 1 4 7
		1 5 0 5 2 5 3 3 4 8 5 9
		2 9 1 3 4 5 5 4 0 3 3 1
		1 3 3 3 5 9 0 10 4 4 2 1`
	la01 = `1 21 0 53 4 95 3 55 2 34
		0 21 3 52 4 16 2 26 1 71
		3 39 4 98 1 42 2 31 0 12
		1 77 0 55 4 79 2 66 3 77
		0 83 3 34 2 64 1 19 4 37
		1 54 2 43 4 79 0 92 3 62
		3 69 4 77 1 87 2 87 0 93
		2 38 0 60 1 41 3 24 4 83
		3 17 1 49 4 25 0 44 2 98
		4 77 3 79 2 43 1 75 0 96`
	ft10 = `0 29 1 78 2 9 3 36 4 49 5 11 6 62 7 56 8 44 9 21
		0 43 2 90 4 75 9 11 3 69 1 28 6 46 5 46 7 72 8 30
		1 91 0 85 3 39 2 74 8 90 5 10 7 12 6 89 9 45 4 33
		1 81 2 95 0 71 4 99 6 9 8 52 7 85 3 98 9 22 5 43
		2 14 0 6 1 22 5 61 3 26 4 69 8 21 7 49 9 72 6 53
		2 84 1 2 5 52 3 95 8 48 9 72 0 47 6 65 4 6 7 25
		1 46 0 37 3 61 2 13 6 32 5 21 9 32 8 89 7 30 4 55
		2 31 0 86 1 46 5 74 4 32 6 88 8 19 9 48 7 36 3 79
		0 76 1 69 3 76 5 51 2 85 9 11 6 40 7 89 4 26 8 74
		1 85 0 13 2 61 6 7 8 64 9 76 5 47 3 52 4 90 7 45`
)

// jobShop returns the model of a job shop that ends by the horizon.
func jobShop(text string, horizon int) *clew.Model {
	m := clew.NewModel("job shop")
	var starts, durations [10][]clew.Var // of each machine
	machines := 0
	for i, line := range strings.Split(text, "\n") {
		var data []int
		for f := range strings.FieldsSeq(line) {
			n := 0
			fmt.Sscan(f, &n)
			data = append(data, n)
		}
		s := m.IntVars(fmt.Sprint("s", i), len(data)/2, 0, horizon)
		for k := range s {
			machine, d := data[2*k], data[2*k+1]
			machines = max(machines, machine+1)
			starts[machine] = append(starts[machine], s[k])
			durations[machine] = append(durations[machine], m.Const(d))
			if k > 0 {
				m.Compare(s[k-1], clew.LE, s[k], -data[2*k-1])
			}
		}
		m.Compare(s[len(s)-1], clew.LE, m.Const(horizon), -data[len(data)-1])
	}
	for i := range machines {
		m.Disjunctive(starts[i], durations[i])
	}
	return m
}

// TestJobShops checks that job shops can end by a horizon exactly if their
// known shortest makespans allow it.
func TestJobShops(t *testing.T) {
	for _, c := range []struct {
		name, text    string
		best, horizon int
	}{
		{"ft06", ft06, 55, 54}, {"ft06", ft06, 55, 55},
		{"la01", la01, 666, 665}, {"la01", la01, 666, 666},
		{"ft10", ft10, 930, 890}, {"ft10", ft10, 930, 1000},
	} {
		var r clew.Report
		s, err := clew.Solve(context.Background(), jobShop(c.text, c.horizon),
			clew.WithMethod(clew.Learn), clew.WithFree(), clew.WithReport(&r),
			clew.WithOrder(clew.FirstFail), clew.WithValues(clew.Split))
		if err != nil || (s != nil) != (c.horizon >= c.best) {
			t.Errorf("%s by %d: %v, %v", c.name, c.horizon, s, err)
		}
		t.Logf("%s by %d: %d conflicts, %d literals, %v", c.name, c.horizon, r.Conflicts, r.Learned, r.Elapsed)
	}
}
