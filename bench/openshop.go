package bench

import "github.com/clewsolver/clew"

// OpenShop is an open shop: each job has an operation on every machine, of the
// duration times[job][machine]. No two operations of a job or of a machine run
// at once; their order is free. The time at which all are done is minimised.
// It is decomposed to reified inequalities; native uses disjunctive.
func OpenShop(name string, times [][]int, native bool) *clew.Model {
	m := clew.NewModel("open shop " + name)
	horizon := 0
	for _, job := range times {
		for _, d := range job {
			horizon += d
		}
	}
	end := m.IntVar("end", 0, horizon)
	starts := m.IntGrid("start", len(times), len(times[0]), 0, horizon)
	for i, job := range times {
		for k, d := range job {
			m.Compare(starts[i][k], clew.LE, end, -d)
		}
	}
	jobs, machines := make([][]task, len(times)), make([][]task, len(times[0]))
	for i, job := range times {
		for k, d := range job {
			t := task{starts[i][k], d}
			jobs[i], machines[k] = append(jobs[i], t), append(machines[k], t)
		}
	}
	for _, group := range append(jobs, machines...) {
		oneByOne(m, group, native)
	}
	m.Minimize(end)
	return m
}

// TaillardOpenShop draws the durations of an open shop of n jobs and n machines
// as Taillard (European Journal of Operational Research, 1993) did, from his two
// seeds.
func TaillardOpenShop(n int, timeSeed, machineSeed int) [][]int {
	durations, order := taillard(timeSeed), taillard(machineSeed)
	drawn := make([][]int, n)
	for i := range drawn {
		drawn[i] = make([]int, n)
		for k := range drawn[i] {
			drawn[i][k] = durations.between(1, 99)
		}
	}
	times := make([][]int, n)
	for i := range times {
		machines := make([]int, n)
		for k := range machines {
			machines[k] = k
		}
		for k := range machines {
			at := order.between(k, n-1)
			machines[k], machines[at] = machines[at], machines[k]
		}
		times[i] = make([]int, n)
		for k, machine := range machines {
			times[i][machine] = drawn[i][k]
		}
	}
	return times
}

// taillard is the state of the random numbers of Taillard: the generator of
// Lewis, Goodman and Miller (1969).
type taillard int

func (r *taillard) between(lo, hi int) int {
	const modulus = 1<<31 - 1
	*r = *r * 16807 % modulus
	return lo + int(float64(*r)/modulus*float64(hi-lo+1))
}

// Tai4x4 are the ten open shops of Taillard with four jobs and four machines:
// the seeds of each, and its shortest time.
var Tai4x4 = []struct{ TimeSeed, MachineSeed, Best int }{
	{1166510396, 164000672, 193},
	{1624514147, 1076870026, 236},
	{1116611914, 1729673136, 271},
	{410579806, 1453014524, 250},
	{1036100146, 375655500, 295},
	{597897640, 322140729, 189},
	{1268670769, 556009645, 201},
	{307928077, 421384574, 217},
	{667545295, 485515899, 261},
	{35780816, 492238933, 217},
}
