package sudoku

import (
	"fmt"
	"math"
	"math/big"
	"sync"

	"github.com/clewsolver/clew"
	kernel "github.com/clewsolver/clew/internal/kernel/sudoku"
)

// Kernel says how Search works. It searches 9 x 9 grids with boxes of 3 x 3.
func (p *Puzzle) Kernel() (how string, err error) {
	if p.boxRows != 3 || p.boxCols != 3 {
		return "", fmt.Errorf("%w: the kernel searches grids of 9 x 9 cells in boxes of 3 x 3, not of %d x %d in %d x %d",
			clew.ErrUnsupported, p.n, p.n, p.boxRows, p.boxCols)
	}
	return "nine digits in bands of 27 cells", nil
}

// Search returns a search by the kernel for 9 x 9 grids. Answers come in an
// order of its own, the same on every run.
func (p *Puzzle) Search() clew.Search {
	s := searches.Get().(*search)
	s.Start(p.kernelGrid())
	return s
}

// CountAll returns the number of answers. The kernel does not go through them one
// by one: what some cells leave open often comes again.
func (p *Puzzle) CountAll(goOn func(counted *big.Int, share float64) bool) (n *big.Int, complete bool) {
	s := searches.Get().(*search)
	defer s.Close()
	counted, complete := s.Solver.CountUpTo(p.kernelGrid(), math.MaxUint64, func(counted uint64, share float64) bool {
		return goOn(new(big.Int).SetUint64(counted), share)
	})
	// More cannot be counted in a lifetime: only grids with two clues or so have
	// as many answers.
	return new(big.Int).SetUint64(counted), complete && counted < math.MaxUint64
}

// searches are those that were closed: one that has been used needs no memory
// to be made.
var searches = sync.Pool{New: func() any { return new(search) }}

// kernelGrid returns the clues of a 9 x 9 puzzle.
func (p *Puzzle) kernelGrid() *kernel.Grid {
	g := new(kernel.Grid)
	for i, v := range p.clues {
		g[i] = uint8(v)
	}
	return g
}

type search struct{ kernel.Solver }

func (s *search) Values(dst []int) {
	var g kernel.Grid
	s.Answer(&g)
	for i, v := range g {
		dst[i] = int(v)
	}
}

// CountUpTo implements clew.CountingSearch. It hides the kernel's own, which
// begins anew.
func (s *search) CountUpTo(limit int64, goOn func(counted int64) bool) int64 {
	n, _ := s.CountStarted(uint64(limit), func(counted uint64, _ float64) bool { return goOn(int64(counted)) })
	return int64(n)
}

func (s *search) Close() { searches.Put(s) }

// Account counts, as the engine does, both branches of each decision.
func (s *search) Account(r *clew.Report) {
	r.Nodes, r.Failures, r.Depth, r.Share = 2*s.Guesses, s.Failures, s.Deepest, s.Share()
}

var (
	_ clew.Searcher       = (*Puzzle)(nil)
	_ clew.Counter        = (*Puzzle)(nil)
	_ clew.CountingSearch = (*search)(nil)
)
