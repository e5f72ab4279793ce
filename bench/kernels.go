package bench

import (
	"strconv"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

// KernelCases lists what the kernels are timed on, each beside a program made
// for the same problem alone: peers/kernels has its source. The numbers are
// those of OEIS A000170.
func KernelCases() []Case {
	return []Case{
		allQueens(16, "14772512"),
		allQueens(17, "95815104"),
		allQueens(18, "666090624"),
	}
}

func allQueens(n int, answers string) Case {
	return Case{"queens " + strconv.Itoa(n), func() (clew.Problem, error) { return queens.New(n) }, answers,
		"queens", []Param{{"n", n}}}
}
