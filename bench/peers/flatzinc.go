package main

import (
	"fmt"
	"strings"

	"github.com/clewsolver/clew/bench"
)

// flatZinc returns the model of a case in FlatZinc: the variables and
// constraints of clew's model one for one, in the same order, and a search
// annotation where that has a branching. The only output is the objective.
func flatZinc(c bench.LearningCase) (string, error) {
	var z fzn
	switch c.Model {
	case "golomb":
		z.golomb(c.Param("marks"), c.Param("top"))
	case "jobshop":
		z.jobShop(c.Jobs)
	case "openshop":
		z.openShop(c.Times)
	case "quasigroup":
		z.quasigroup(bench.HoledSquare(c.Param("order"), c.Param("holes"), uint64(c.Param("seed"))))
	default:
		return "", fmt.Errorf("%s: no FlatZinc is known for the model %q", c.Name, c.Model)
	}
	return z.String(), nil
}

// fzn is a FlatZinc text: variables come first, the goal last.
type fzn struct {
	vars, constraints strings.Builder
	goal              string
	bools             int
}

func (z *fzn) String() string { return z.vars.String() + z.constraints.String() + z.goal }

func (z *fzn) variable(format string, args ...any) { fmt.Fprintf(&z.vars, format+";\n", args...) }

func (z *fzn) post(format string, args ...any) {
	fmt.Fprintf(&z.constraints, "constraint "+format+";\n", args...)
}

// boolean declares the next Boolean and returns its name.
func (z *fzn) boolean() string {
	z.bools++
	b := fmt.Sprintf("b%d", z.bools)
	z.variable("var bool: %s", b)
	return b
}

func (z *fzn) different(names []string) {
	for i, x := range names {
		for _, y := range names[:i] {
			z.post("int_ne(%s,%s)", x, y)
		}
	}
}

func (z *fzn) golomb(n, top int) {
	marks := make([]string, n)
	for i := range marks {
		marks[i] = fmt.Sprintf("m%d", i)
		output := ""
		if i == n-1 {
			output = " :: output_var"
		}
		z.variable("var 0..%d: %s%s", top, marks[i], output)
	}
	var d []string
	for i := range n {
		for j := i + 1; j < n; j++ {
			x := fmt.Sprintf("d%d_%d", i, j)
			z.variable("var 1..%d: %s :: var_is_introduced", top, x)
			z.post("int_lin_eq([1,-1,-1],[%s,%s,%s],0)", marks[j], marks[i], x)
			d = append(d, x)
		}
	}
	z.different(d)
	z.post("int_eq(%s,0)", marks[0])
	for i := 1; i < n; i++ {
		z.post("int_lt(%s,%s)", marks[i-1], marks[i])
	}
	z.post("int_lt(%s,%s)", d[0], d[len(d)-1])
	z.goal = fmt.Sprintf("solve :: int_search([%s],input_order,indomain_min,complete) minimize %s;\n",
		strings.Join(marks, ","), marks[n-1])
}

func (z *fzn) jobShop(jobs [][][2]int) {
	horizon := 0
	for _, job := range jobs {
		for _, op := range job {
			horizon += op[1]
		}
	}
	machines := map[int][]task{}
	z.variable("var 0..%d: end :: output_var", horizon)
	for i, job := range jobs {
		for k, op := range job {
			start, next := fmt.Sprintf("s%d_%d", i, k), fmt.Sprintf("s%d_%d", i, k+1)
			if k+1 == len(job) {
				next = "end"
			}
			z.variable("var 0..%d: %s", horizon, start)
			z.post("int_lin_le([1,-1],[%s,%s],%d)", start, next, -op[1])
			machines[op[0]] = append(machines[op[0]], task{start, op[1]})
		}
	}
	for k := range len(machines) {
		z.oneByOne(machines[k])
	}
	z.goal = "solve minimize end;\n"
}

// task is something that runs for a while.
type task struct {
	start    string
	duration int
}

// oneByOne forbids that two of the tasks run at once.
func (z *fzn) oneByOne(tasks []task) {
	for i, a := range tasks {
		for _, b := range tasks[:i] {
			before, after := z.boolean(), z.boolean()
			z.post("int_lin_le_reif([1,-1],[%s,%s],%d,%s)", a.start, b.start, -a.duration, before)
			z.post("int_lin_le_reif([1,-1],[%s,%s],%d,%s)", b.start, a.start, -b.duration, after)
			z.post("bool_clause([%s,%s],[])", before, after)
		}
	}
}

func (z *fzn) openShop(times [][]int) {
	horizon := 0
	for _, job := range times {
		for _, d := range job {
			horizon += d
		}
	}
	z.variable("var 0..%d: end :: output_var", horizon)
	jobs, machines := make([][]task, len(times)), make([][]task, len(times[0]))
	for i, job := range times {
		for k, d := range job {
			start := fmt.Sprintf("s%d_%d", i, k)
			z.variable("var 0..%d: %s", horizon, start)
			jobs[i], machines[k] = append(jobs[i], task{start, d}), append(machines[k], task{start, d})
		}
	}
	for i := range jobs {
		for _, t := range jobs[i] {
			z.post("int_lin_le([1,-1],[%s,end],%d)", t.start, -t.duration)
		}
	}
	for _, group := range append(jobs, machines...) {
		z.oneByOne(group)
	}
	z.goal = "solve minimize end;\n"
}

func (z *fzn) quasigroup(square [][]int) {
	n := len(square)
	rows, columns := make([][]string, n), make([][]string, n)
	for i, row := range square {
		for j, symbol := range row {
			x := fmt.Sprintf("x%d_%d", i, j)
			lo, hi := symbol, symbol
			if symbol == bench.Hole {
				lo, hi = 0, n-1
			}
			z.variable("var %d..%d: %s", lo, hi, x)
			rows[i], columns[j] = append(rows[i], x), append(columns[j], x)
		}
	}
	for i := range n {
		z.different(rows[i])
		z.different(columns[i])
	}
	z.goal = "solve satisfy;\n"
}
