package sudoku

import "math/bits"

// Candidates writes, for each cell, the values that it has in some answer of
// g, as bits 1 to 9. It returns false if goOn, asked as by Next, has stopped
// it. Each search for an answer with a value that was in none so far shows many
// more; a value that is in no answer is struck out, which helps with the others.
func (v *Solver) Candidates(g *Grid, goOn func() bool) (values [81]uint16, complete bool) {
	v.Start(g)
	if v.open == 0 || !v.stack[0].settle() {
		v.open = 0
		return values, true
	}
	root, witnessed := v.stack[0], [27]uint32{}
	for i := range root.cand {
		for {
			left := root.seen[i] &^ witnessed[i]
			if left == 0 {
				break
			}
			bit := left & -left
			s := &v.stack[0]
			*s = root
			s.cand[i] &= tab.placed[bits.TrailingZeros32(bit)&31]
			v.open = 1
			switch {
			case v.Next(goOn):
				for k, cells := range v.stack[v.open].own {
					witnessed[k] |= cells
				}
			case v.open > 0:
				return values, false
			default:
				root.cand[i] &^= bit
				if !root.settle() {
					v.open = 0
					return values, true // no value has an answer
				}
			}
		}
	}
	v.open = 0
	for i, cells := range witnessed {
		for ; cells != 0; cells &= cells - 1 {
			values[27*(i%3)+bits.TrailingZeros32(cells)] |= 2 << (i / 3)
		}
	}
	return values, true
}
