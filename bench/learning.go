package bench

import (
	"fmt"

	"github.com/clewsolver/clew"
)

// Golomb is the Golomb ruler of n marks: all distances between marks differ,
// and the last mark, whose place is the length, is minimised. Decomposed to
// linear equations and disequalities, so that learning itself is measured;
// native uses all_different.
func Golomb(n, top int, native bool) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("golomb %d", n))
	mark := m.IntVars("mark", n, 0, top)
	var d []clew.Var
	var first, last clew.Var
	for i := range n {
		for j := i + 1; j < n; j++ {
			x := m.IntVar("", 1, top)
			m.Linear([]int{1, -1, -1}, []clew.Var{mark[j], mark[i], x}, clew.EQ, 0)
			if i == 0 && j == 1 {
				first = x
			}
			last = x
			d = append(d, x)
		}
	}
	if native {
		m.AllDifferentAt(clew.ByBounds, d...)
	} else {
		for i := range d {
			for j := range i {
				m.Compare(d[i], clew.NE, d[j], 0)
			}
		}
	}
	m.Linear([]int{1}, mark[:1], clew.EQ, 0)
	for i := 1; i < n; i++ {
		m.Compare(mark[i-1], clew.LT, mark[i], 0)
	}
	m.Compare(first, clew.LT, last, 0)
	m.Branch(clew.InputOrder, clew.Ascending, mark...)
	m.Minimize(mark[n-1])
	return m
}

// JobShop is a job shop: the operations of each job, pairs of machine and
// duration, run one after the other, no two at once on one machine; the time
// at which all are done is minimised. The machines are decomposed to reified
// inequalities; native uses disjunctive.
func JobShop(name string, jobs [][][2]int, native bool) *clew.Model {
	m := clew.NewModel("job shop " + name)
	horizon := 0
	for _, job := range jobs {
		for _, op := range job {
			horizon += op[1]
		}
	}
	end := m.IntVar("end", 0, horizon)
	machines := map[int][]task{}
	for i, job := range jobs {
		starts := m.IntVars(fmt.Sprintf("job%d", i), len(job), 0, horizon)
		for k, op := range job {
			machines[op[0]] = append(machines[op[0]], task{starts[k], op[1]})
			next := end
			if k+1 < len(job) {
				next = starts[k+1]
			}
			m.Compare(starts[k], clew.LE, next, -op[1])
		}
	}
	for k := range len(machines) {
		oneByOne(m, machines[k], native)
	}
	m.Minimize(end)
	return m
}

// task is something that runs for a while.
type task struct {
	start    clew.Var
	duration int
}

// oneByOne forbids that two of the tasks run at once.
func oneByOne(m *clew.Model, tasks []task, native bool) {
	if native {
		var starts, durations []clew.Var
		for _, t := range tasks {
			starts, durations = append(starts, t.start), append(durations, m.Const(t.duration))
		}
		m.Disjunctive(starts, durations)
		return
	}
	for i, a := range tasks {
		for _, b := range tasks[:i] {
			before, after := m.BoolVar(""), m.BoolVar("")
			m.LinearIff(before, []int{1, -1}, []clew.Var{a.start, b.start}, clew.LE, -a.duration)
			m.LinearIff(after, []int{1, -1}, []clew.Var{b.start, a.start}, clew.LE, -b.duration)
			m.Or(before, after)
		}
	}
}

// FT06 and LA01 are job shops of Fisher and Thompson (1963) and of Lawrence
// (1984); their shortest times are 55 and 666.
var (
	FT06 = [][][2]int{
		{{2, 1}, {0, 3}, {1, 6}, {3, 7}, {5, 3}, {4, 6}},
		{{1, 8}, {2, 5}, {4, 10}, {5, 10}, {0, 10}, {3, 4}},
		{{2, 5}, {3, 4}, {5, 8}, {0, 9}, {1, 1}, {4, 7}},
		{{1, 5}, {0, 5}, {2, 5}, {3, 3}, {4, 8}, {5, 9}},
		{{2, 9}, {1, 3}, {4, 5}, {5, 4}, {0, 3}, {3, 1}},
		{{1, 3}, {3, 3}, {5, 9}, {0, 10}, {4, 4}, {2, 1}},
	}
	LA01 = [][][2]int{
		{{1, 21}, {0, 53}, {4, 95}, {3, 55}, {2, 34}},
		{{0, 21}, {3, 52}, {4, 16}, {2, 26}, {1, 71}},
		{{3, 39}, {4, 98}, {1, 42}, {2, 31}, {0, 12}},
		{{1, 77}, {0, 55}, {4, 79}, {2, 66}, {3, 77}},
		{{0, 83}, {3, 34}, {2, 64}, {1, 19}, {4, 37}},
		{{1, 54}, {2, 43}, {4, 79}, {0, 92}, {3, 62}},
		{{3, 69}, {4, 77}, {1, 87}, {2, 87}, {0, 93}},
		{{2, 38}, {0, 60}, {1, 41}, {3, 24}, {4, 83}},
		{{3, 17}, {1, 49}, {4, 25}, {0, 44}, {2, 98}},
		{{4, 77}, {3, 79}, {2, 43}, {1, 75}, {0, 96}},
	}
)
