package queens

import (
	"fmt"
	"math/big"

	"github.com/clewsolver/clew"
	kernel "github.com/clewsolver/clew/internal/kernel/queens"
)

// Kernel says how CountAll counts. It cannot count more than 32 queens.
func (p *Puzzle) Kernel() (how string, err error) {
	switch {
	case p.n > kernel.MaxN:
		return "", fmt.Errorf("%w: the kernel counts up to %d queens, not %d", clew.ErrUnsupported, kernel.MaxN, p.n)
	case kernel.Choose(p.n) == kernel.Join:
		return "upper and lower halves of the board joined", nil
	}
	return "bitmask search, border queens first", nil
}

// CountAll counts the answers without going through them: see
// docs/performance.md. Fundamental ones are known from the number of all.
func (p *Puzzle) CountAll(goOn func(counted *big.Int, share float64) bool) (n *big.Int, complete bool) {
	if !p.fundamental {
		return kernel.Count(p.n, kernel.Choose(p.n), goOn)
	}
	// An eighth of the boards is a number of fundamental ones, rounded down.
	eighth := new(big.Int)
	n, complete = kernel.Count(p.n, kernel.Choose(p.n), func(counted *big.Int, share float64) bool {
		return goOn(eighth.Rsh(counted, 3), share)
	})
	if complete {
		return kernel.Fundamental(p.n, n), true
	}
	return n.Rsh(n, 3), false
}
