package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/clewsolver/clew"
)

// OpenStacks orders products, each made once; needs[c] lists those of customer
// c, whose stack is open from the first of them to the last. The greatest number
// of stacks open at once is minimised (Yuen and Richardson 1995).
func OpenStacks(products int, needs [][]int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("open stacks of %d products", products))
	at := m.IntVars("at", products, 0, products-1)
	most := m.IntVar("most", 0, len(needs))
	m.AllDifferentAt(clew.ByDomain, at...)
	first := m.IntVars("first", len(needs), 0, products-1)
	last := m.IntVars("last", len(needs), 0, products-1)
	for c, list := range needs {
		var own []clew.Var
		for _, p := range list {
			own = append(own, at[p])
		}
		m.Min(first[c], own...)
		m.Max(last[c], own...)
	}
	for t := range products {
		open := m.BoolVars("", len(needs))
		coefs := make([]int, len(needs), len(needs)+1)
		for c := range needs {
			m.Or(open[c], first[c].AtLeast(t+1), last[c].AtMost(t-1))
			coefs[c] = 1
		}
		m.Linear(append(coefs, -1), append(open, most), clew.LE, 0)
	}
	m.Minimize(most)
	return m
}

// ZeroOneKnapsack chooses items of the greatest profit within a capacity.
func ZeroOneKnapsack(weights, profits []int, capacity int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("knapsack of %d items", len(weights)))
	x := m.BoolVars("x", len(weights))
	all := 0
	for _, k := range profits {
		all += k
	}
	profit := m.IntVar("profit", 0, all)
	m.Knapsack(x, weights, profits, m.IntVar("weight", 0, capacity), profit)
	m.Maximize(profit)
	return m
}

// Project is a project of the resource-constrained kind: tasks with a duration
// and demands on resources, each of which has a capacity, and tasks that must
// end before a task begins.
type Project struct {
	Capacities []int
	Durations  []int
	Demands    [][]int // of each task, on each resource
	Before     [][]int // of each task
}

// RandomProject draws a project in the shape of the j30 family of PSPLIB
// (Kolisch and Sprecher 1997): four resources, durations of 1 to 10, demands up
// to 10 on about half of them, and one or two successors a task.
func RandomProject(tasks int, seed uint64) *Project {
	r := rand.New(rand.NewPCG(seed, 0))
	p := &Project{Before: make([][]int, tasks)}
	for range 4 {
		p.Capacities = append(p.Capacities, 10+r.IntN(6))
	}
	for i := range tasks {
		p.Durations = append(p.Durations, 1+r.IntN(10))
		demands := make([]int, 4)
		for k := range demands {
			if r.IntN(2) == 0 {
				demands[k] = 1 + r.IntN(10)
			}
		}
		p.Demands = append(p.Demands, demands)
		for range 1 + r.IntN(2) {
			if i+1 < tasks {
				j := i + 1 + r.IntN(min(tasks-i-1, 12))
				p.Before[j] = append(p.Before[j], i)
			}
		}
	}
	return p
}

// Model minimises the time at which all tasks are done.
func (p *Project) Model() *clew.Model {
	m := clew.NewModel(fmt.Sprintf("project of %d tasks", len(p.Durations)))
	horizon := 0
	for _, d := range p.Durations {
		horizon += d
	}
	starts, end := m.IntVars("start", len(p.Durations), 0, horizon), m.IntVar("end", 0, horizon)
	for i, before := range p.Before {
		for _, j := range before {
			m.Compare(starts[j], clew.LE, starts[i], -p.Durations[j])
		}
		m.Compare(starts[i], clew.LE, end, -p.Durations[i])
	}
	for k, capacity := range p.Capacities {
		var ss, ds, rs []clew.Var
		for i, s := range starts {
			if p.Demands[i][k] > 0 {
				ss, ds, rs = append(ss, s), append(ds, m.Const(p.Durations[i])), append(rs, m.Const(p.Demands[i][k]))
			}
		}
		m.Cumulative(ss, ds, rs, m.Const(capacity))
	}
	m.Minimize(end)
	return m
}

// Nugent is the flow between the first n of eight facilities of Nugent, Vollmann
// and Ruml (1968), to be placed on a grid of two rows.
func Nugent(n int) (flow, distance [][]int) {
	upper := [][]int{{5, 2, 4, 1, 0, 0, 6}, {3, 0, 2, 2, 2, 0}, {0, 0, 0, 0, 5}, {5, 2, 2, 10}, {10, 0, 0}, {5, 1}, {10}}
	flow, distance = make([][]int, n), make([][]int, n)
	for i := range n {
		flow[i], distance[i] = make([]int, n), make([]int, n)
	}
	columns := (n + 1) / 2
	for i := range n {
		for j := range i {
			flow[i][j] = upper[j][i-j-1]
			flow[j][i] = flow[i][j]
			d := i/columns - j/columns + max(i%columns-j%columns, j%columns-i%columns)
			distance[i][j], distance[j][i] = d, d
		}
	}
	return flow, distance
}

// QuadraticAssignment places facilities on as many places, so that the sum of
// flow times distance over all ordered pairs is least. Both are symmetric.
func QuadraticAssignment(flow, distance [][]int) *clew.Model {
	n := len(flow)
	m := clew.NewModel(fmt.Sprintf("quadratic assignment of %d", n))
	var tuples [][]int
	far, sum := 0, 0
	for a := range n {
		for b := range n {
			if a != b {
				tuples = append(tuples, []int{a, b, distance[a][b]})
			}
			far, sum = max(far, distance[a][b]), sum+flow[a][b]
		}
	}
	at, cost := m.IntVars("at", n, 0, n-1), m.IntVar("cost", 0, sum*far)
	m.AllDifferent(at...)
	coefs, terms := []int{-1}, []clew.Var{cost}
	for i := range n {
		for j := range i {
			if flow[i][j] > 0 {
				d := m.IntVar("", 0, far)
				m.Table([]clew.Var{at[i], at[j], d}, tuples)
				coefs, terms = append(coefs, 2*flow[i][j]), append(terms, d)
			}
		}
	}
	m.Linear(coefs, terms, clew.EQ, 0)
	m.Minimize(cost)
	return m
}
