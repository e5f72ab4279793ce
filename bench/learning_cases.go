package bench

import (
	"strconv"

	"github.com/clewsolver/clew"
)

// LearningCase is a problem on which learning is timed: the best answer is
// found and proved to be the best, or, without an objective, one is found.
type LearningCase struct {
	Name    string
	Problem func() *clew.Model
	Want    string                      // what must be found: the objective, or Satisfiable
	Found   func(*clew.Solution) string // what an answer is worth, as in Want

	// For other solvers: the kind of model, and its parameters.
	Model  string
	Params []Param
	Jobs   [][][2]int // of a job shop
	Times  [][]int    // of an open shop
}

// Satisfiable is what is found where there is no objective.
const Satisfiable = "satisfiable"

// Param returns the parameter called name, 0 if there is none.
func (c LearningCase) Param(name string) int {
	for _, p := range c.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return 0
}

// LearningCases lists what is timed, all decomposed to linear constraints and
// clauses, so that learning itself is compared and not what stands around it.
// The optima are in the literature.
func LearningCases() []LearningCase {
	return []LearningCase{
		golombCase(9, 60, "44"),
		jobShopCase("ft06", FT06, "55"),
		jobShopCase("la01", LA01, "666"),
		openShopCase(2),
		openShopCase(3),
		quasigroupCase(30, 380, quasigroupSeed),
	}
}

// quasigroupSeed gives a square that is neither trivial nor hopeless for the
// peer that learns.
const quasigroupSeed = 1

func golombCase(n, top int, want string) LearningCase {
	return LearningCase{
		Name:    "golomb " + strconv.Itoa(n),
		Problem: func() *clew.Model { return Golomb(n, top, false) },
		Want:    want,
		Found:   func(s *clew.Solution) string { return strconv.Itoa(s.Get("mark")[n-1]) },
		Model:   "golomb",
		Params:  []Param{{"marks", n}, {"top", top}},
	}
}

func jobShopCase(name string, jobs [][][2]int, want string) LearningCase {
	return LearningCase{
		Name:    "job shop " + name,
		Problem: func() *clew.Model { return JobShop(name, jobs, false) },
		Want:    want,
		Found:   func(s *clew.Solution) string { return strconv.Itoa(s.Get("end")[0]) },
		Model:   "jobshop",
		Jobs:    jobs,
	}
}

// openShopCase is number i, from 1, of Taillard's open shops with four jobs.
func openShopCase(i int) LearningCase {
	o := Tai4x4[i-1]
	name, times := "tai4x4 "+strconv.Itoa(i), TaillardOpenShop(4, o.TimeSeed, o.MachineSeed)
	return LearningCase{
		Name:    "open shop " + name,
		Problem: func() *clew.Model { return OpenShop(name, times, false) },
		Want:    strconv.Itoa(o.Best),
		Found:   func(s *clew.Solution) string { return strconv.Itoa(s.Get("end")[0]) },
		Model:   "openshop",
		Times:   times,
	}
}

func quasigroupCase(n, holes int, seed uint64) LearningCase {
	return LearningCase{
		Name:    "quasigroup " + strconv.Itoa(n) + " with " + strconv.Itoa(holes) + " holes",
		Problem: func() *clew.Model { return QuasigroupWithHoles(n, holes, seed, false) },
		Want:    Satisfiable,
		Found:   func(*clew.Solution) string { return Satisfiable },
		Model:   "quasigroup",
		Params:  []Param{{"order", n}, {"holes", holes}, {"seed", int(seed)}},
	}
}
