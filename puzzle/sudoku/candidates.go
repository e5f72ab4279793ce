package sudoku

import (
	"context"
	"fmt"

	"github.com/clewsolver/clew"
)

// TrueCandidates returns, for each cell in row-major order, the values that it
// has in some answer, in ascending order; empty lists if there is no answer. If
// ctx ends before all are known, the error Is clew.ErrIncomplete.
//
// Each search for an answer with a value that has been in none so far settles
// many more, so that a 9 x 9 grid takes fractions of a millisecond, and at most
// some hundred searches.
func (p *Puzzle) TrueCandidates(ctx context.Context) ([][]int, error) {
	seen := make([][MaxSize + 1]bool, len(p.clues))
	search := p.seek
	if _, err := p.Kernel(); err == nil {
		search = p.seekByKernel
	}
	if err := search(ctx, seen); err != nil {
		return nil, err
	}
	out := make([][]int, len(p.clues))
	for i := range out {
		out[i] = []int{}
		for v := 1; v <= p.n; v++ {
			if seen[i][v] {
				out[i] = append(out[i], v)
			}
		}
	}
	return out, nil
}

func (p *Puzzle) seekByKernel(ctx context.Context, seen [][MaxSize + 1]bool) error {
	s := searches.Get().(*search)
	defer s.Close()
	values, complete := s.Candidates(p.kernelGrid(), func() bool { return ctx.Err() == nil })
	if !complete {
		return fmt.Errorf("%s: %w: %w", p.Name(), clew.ErrIncomplete, context.Cause(ctx))
	}
	for i, set := range values {
		for v := range p.n + 1 {
			seen[i][v] = set>>v&1 == 1
		}
	}
	return nil
}

// seek asks the engine for an answer with each value that has not been seen.
func (p *Puzzle) seek(ctx context.Context, seen [][MaxSize + 1]bool) error {
	for i, values := range p.Candidates() {
		for _, v := range values {
			if seen[i][v] {
				continue
			}
			with := *p
			with.clues = p.Clues()
			with.clues[i] = v
			s, err := clew.Solve(ctx, &with)
			if err != nil {
				return err
			}
			if s == nil {
				continue
			}
			for j, w := range s.Values() {
				seen[j][w] = true
			}
		}
	}
	return nil
}
