package bench

import (
	"strconv"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/clewsolver/clew/puzzle/queens"
)

// Case is a problem that is timed: all its answers are counted.
type Case struct {
	Name    string
	Problem func() (clew.Problem, error)
	Answers string // their number, in decimal

	// For other solvers: the name of their models in peers/, without suffix,
	// and the parameters of these.
	Model  string
	Params []Param
}

// Param is a number that a peer's model is given.
type Param struct {
	Name  string
	Value int
}

// Options are what clew counts a case with: the branching of the peers.
func Options() []clew.Option {
	return []clew.Option{clew.WithMethod(clew.Propagate), clew.WithOrder(clew.FirstFail), clew.WithValues(clew.Ascending)}
}

// Cases lists what is timed. The numbers of answers are those of OEIS A000170
// (queens), A014552 doubled (Langford), A006052 times 8 (magic squares),
// A006967 (all-interval series) and A008404 (Costas arrays); those of prime
// grids were found by independent programs that agree.
func Cases() []Case {
	return []Case{
		{"queens 12", func() (clew.Problem, error) { return queens.New(12) }, "14200",
			"queens", []Param{{"n", 12}}},
		primes(3, 3, 30, "2488672"),
		primes(4, 4, 16, "2992"),
		model("langford 12", Langford, 12, "216288", "langford"),
		model("magic 4", Magic, 4, "7040", "magic"),
		model("all-interval 12", AllInterval, 12, "1328", "allinterval"),
		model("costas 10", Costas, 10, "2160", "costas"),
	}
}

func primes(rows, cols, most int, answers string) Case {
	name := "primesum " + strconv.Itoa(rows) + "x" + strconv.Itoa(cols) + " max " + strconv.Itoa(most)
	return Case{name, func() (clew.Problem, error) { return primesum.New(rows, cols, most) }, answers,
		"primesum", []Param{{"rows", rows}, {"cols", cols}, {"most", most}}}
}

func model(name string, build func(int) *clew.Model, n int, answers, file string) Case {
	return Case{name, func() (clew.Problem, error) { return build(n), nil }, answers,
		file, []Param{{"n", n}}}
}
