package bench_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// ways are the methods that optima are proved by.
var ways = map[string][]clew.Option{
	"propagate": {clew.WithMethod(clew.Propagate)},
	"learn":     {clew.WithMethod(clew.Learn)},
	"free":      {clew.WithMethod(clew.Learn), clew.WithFree()},
	"auto":      nil,
}

// all is every way, and clever those for models that are too hard for
// propagation alone.
var all, clever = []string{"propagate", "learn", "free", "auto"}, []string{"learn", "free", "auto"}

// optimum checks that each way proves the value of the objective, an output of
// one value, to be the best.
func optimum(t *testing.T, m *clew.Model, output string, want int, by ...string) {
	t.Helper()
	for _, way := range by {
		var r clew.Report
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		s, err := clew.Solve(ctx, m, append(ways[way], clew.WithReport(&r))...)
		cancel()
		switch {
		case err != nil:
			t.Errorf("%s, %s: %v", m.Name(), way, err)
		case s == nil:
			t.Errorf("%s, %s: no answer, want %d", m.Name(), way, want)
		default:
			values := s.Get(output)
			if got := values[len(values)-1]; got != want {
				t.Errorf("%s, %s: optimum %d, want %d", m.Name(), way, got, want)
			}
		}
		t.Logf("%s, %s: %v, %d failures", m.Name(), way, r.Elapsed.Round(time.Millisecond), r.Failures)
	}
}

var golombLengths = map[int]int{5: 11, 6: 17, 7: 25, 8: 34, 9: 44, 10: 55}

func TestGolomb(t *testing.T) {
	for n := 5; n <= 8; n++ {
		for _, native := range []bool{false, true} {
			optimum(t, bench.Golomb(n, n*n, native), "mark", golombLengths[n], all...)
		}
	}
}

func TestJobShop(t *testing.T) {
	optimum(t, bench.JobShop("ft06", bench.FT06, true), "end", 55, clever...)
	optimum(t, bench.JobShop("ft06", bench.FT06, false), "end", 55, clever...)
	optimum(t, bench.JobShop("la01", bench.LA01, true), "end", 666, "free")
}

// TestOpenStacks compares with all orders of the products.
func TestOpenStacks(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		const products = 7
		needs := make([][]int, 6)
		for c := range needs {
			needs[c] = r.Perm(products)[:1+r.IntN(4)]
		}
		want := len(needs)
		permutations(products, func(at []int) {
			most := 0
			for t := range products {
				open := 0
				for _, list := range needs {
					first, last := products, -1
					for _, p := range list {
						first, last = min(first, at[p]), max(last, at[p])
					}
					if first <= t && t <= last {
						open++
					}
				}
				most = max(most, open)
			}
			want = min(want, most)
		})
		optimum(t, bench.OpenStacks(products, needs), "most", want, all...)
	}
}

// permutations calls f with every permutation of 0..n-1.
func permutations(n int, f func(p []int)) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var rec func(i int)
	rec = func(i int) {
		if i == n {
			f(p)
			return
		}
		for j := i; j < n; j++ {
			p[i], p[j] = p[j], p[i]
			rec(i + 1)
			p[i], p[j] = p[j], p[i]
		}
	}
	rec(0)
}

// TestKnapsack compares with dynamic programming over the capacity.
func TestKnapsack(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		weights, profits := make([]int, 18), make([]int, 18)
		capacity := 0
		for i := range weights {
			weights[i] = 10 + r.IntN(40)
			profits[i] = weights[i] + r.IntN(20)
			capacity += weights[i]
		}
		capacity /= 2
		best := make([]int, capacity+1) // profit within each capacity
		for i, w := range weights {
			for k := capacity; k >= w; k-- {
				best[k] = max(best[k], best[k-w]+profits[i])
			}
		}
		optimum(t, bench.ZeroOneKnapsack(weights, profits, capacity), "profit", best[capacity], all...)
	}
}

// TestProjects compares with the best of the serial schedules of all orders of
// the tasks, one of which is optimal (Kolisch 1996).
func TestProjects(t *testing.T) {
	for seed := range uint64(10) {
		p := bench.RandomProject(8, seed)
		want := math.MaxInt
		permutations(8, func(order []int) { want = min(want, serial(p, order)) })
		optimum(t, p.Model(), "end", want, all...)
	}
}

// TestLargeProjects has the shortest times of projects of 16 and of 30 tasks, by
// seed. Those of 30 are out of reach of propagation alone.
func TestLargeProjects(t *testing.T) {
	for seed, want := range map[uint64]int{1: 69, 4: 42} {
		optimum(t, bench.RandomProject(16, seed).Model(), "end", want, all...)
	}
	for seed, want := range map[uint64]int{0: 46, 3: 70, 6: 78} {
		optimum(t, bench.RandomProject(30, seed).Model(), "end", want, "learn", "free")
	}
}

// serial starts the tasks in the given order, each as early as it can, and
// returns when all are done, or no time at all if a task comes before one that
// must end first.
func serial(p *bench.Project, order []int) (end int) {
	starts := make([]int, len(order))
	done := make([]bool, len(order))
	for _, i := range order {
		t := 0
		for _, j := range p.Before[i] {
			if !done[j] {
				return math.MaxInt
			}
			t = max(t, starts[j]+p.Durations[j])
		}
		for !fits(p, starts, done, i, t) {
			t++
		}
		starts[i], done[i] = t, true
		end = max(end, t+p.Durations[i])
	}
	return end
}

// fits reports whether task i can run from t on beside those that are done.
func fits(p *bench.Project, starts []int, done []bool, i, t int) bool {
	for at := t; at < t+p.Durations[i]; at++ {
		for k, capacity := range p.Capacities {
			used := p.Demands[i][k]
			for j := range starts {
				if done[j] && starts[j] <= at && at < starts[j]+p.Durations[j] {
					used += p.Demands[j][k]
				}
			}
			if used > capacity {
				return false
			}
		}
	}
	return true
}

// TestQuadraticAssignment has nug5, nug6 and nug8 of QAPLIB.
func TestQuadraticAssignment(t *testing.T) {
	for n, want := range map[int]int{5: 50, 6: 86, 8: 214} {
		flow, distance := bench.Nugent(n)
		optimum(t, bench.QuadraticAssignment(flow, distance), "cost", want, all...)
	}
}
