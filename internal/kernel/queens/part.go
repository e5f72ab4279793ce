package queens

import (
	"iter"
	"math/bits"
	"slices"
)

// Method says how boards are counted.
type Method string

// Methods.
const (
	Border Method = "border" // the search, border queens first
	Join   Method = "join"   // upper and lower halves joined
)

// MaxN is the largest board: a set of diagonals is a word, of two fields where
// halves are joined.
const MaxN = 32

// joinFrom is the smallest board on which the join wins, smallest the smallest
// that is split at all.
const (
	joinFrom = 8
	smallest = 4
)

// Choose returns the method that is the faster one for n queens.
func Choose(n int) Method {
	if n < joinFrom {
		return Border
	}
	return Join
}

// Part is one of the subproblems into which a count is split. They share
// nothing: each can be counted by itself, in any order and on any machine, and
// the sum of the counts, each times its weight, is the number of all boards.
type Part struct {
	Weight int64   // boards, turned and mirrored ones, that a counted one stands for
	Share  float64 // rough share of this part in the whole work; those of all parts add up to 1

	kind kind
	code uint32 // border: the four queens; else the set of columns of the upper half
}

// kind says what boards a part counts.
type kind uint8

const (
	whole  kind = iota // all of them: boards too small to be split
	ringed             // those with the four given border queens
	free               // those with the given columns in the upper half
	strict             // the same, with quadrants in strict order
	tieLow             // the same, with a tie in the lower half only
	tieTop             // the same, with a tie in the upper half only
	tieTwo             // the same, with a tie in both halves
	cross              // odd boards: the middle row's queen is left, the middle column's is above, and nearer to the centre
	centre             // odd boards: a queen is on the centre
)

// Parts returns the subproblems of counting n queens, 0 <= n <= MaxN, always in
// the same order.
func Parts(n int, m Method) iter.Seq[Part] {
	switch {
	case n < smallest:
		return slices.Values([]Part{{Weight: 1, Share: 1}})
	case m == Border:
		return slices.Values(rings(n))
	case n%2 == 0:
		return evenParts(n)
	}
	return oddParts(n)
}

// subsets yields the sets of size k of the numbers below n, as words, in
// ascending order.
func subsets(n, k int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for s := uint64(1)<<k - 1; s < 1<<n; {
			if !yield(s) || s == 0 {
				return
			}
			// The next larger word with as many bits (Gosper, HAKMEM 175, 1972).
			low := s & -s
			up := s + low
			s = up | (s^up)/low>>2
		}
	}
}

// choose returns the number of sets of size k of n things, for the n here.
func choose(n, k int) float64 {
	c := 1.0
	for i := range k {
		c *= float64(n-i) / float64(i+1)
	}
	return c
}

// reversed returns the word of n bits read from the other end.
func reversed(s uint64, n int) uint64 { return bits.Reverse64(s) >> (64 - n) }

// evenParts splits by the columns of the upper half. With m of its queens in
// the left half, the quadrants of the board hold m, h-m, m and h-m queens going
// round, so that a quarter turn and a mirror exchange m and h-m.
//
// Where m and h-m differ, the boards with the smaller m are taken. Four of the
// eight symmetries are left. They carry the free columns of the upper left
// quadrant, those without a queen there, to four places: to its free rows, and
// to the free columns and the free rows of the lower right one. Read as numbers,
// what lies next to the middle of the board being the highest digit, the first
// of the four is to be the smallest. That is a condition on the set of columns,
// one on the upper half and one on the lower half. (Free columns and not taken
// ones, because the sets that are left then have more queens near the middle and
// fewer upper halves: that is nearly twice as fast.) For ties the weights make
// up: of the boards of an orbit, a tie of two leaves two that look alike, a tie
// of three leaves three with three patterns, one of which is taken, a tie of
// four leaves all four.
//
// Where m = h-m, mirrors and half turns are used only, which carry sets of
// columns to sets of columns.
func evenParts(n int) iter.Seq[Part] {
	h := n / 2
	left, all := uint64(1)<<h-1, uint64(1)<<n-1
	return func(yield func(Part) bool) {
		sets := choose(n, h)
		for s := range subsets(n, h) {
			columns, across := left&^s, left&^reversed(all&^s, n)
			m := bits.OnesCount64(s & left)
			switch {
			case 2*m == h:
				w := orbit(s, reversed(s, n), all&^s, reversed(all&^s, n))
				if w > 0 && !yield(Part{Weight: w, Share: float64(w) / sets, kind: free, code: uint32(s)}) {
					return
				}
			case 2*m < h && columns <= across:
				share := 4 / sets
				if columns == across {
					share = 2 / sets
				}
				for _, t := range ties {
					w := t.weight
					if columns == across {
						w = t.tied
					}
					if w > 0 && !yield(Part{Weight: w, Share: share, kind: t.kind, code: uint32(s)}) {
						return
					}
					share = 0
				}
			}
		}
	}
}

// ties lists the parts into which a set of columns is split, with their weights
// where the free columns of the two quadrants differ, and where they are the
// same.
var ties = []struct {
	kind         kind
	weight, tied int64
}{{strict, 8, 4}, {tieLow, 4, 0}, {tieTop, 4, 8}, {tieTwo, 0, 2}}

// orbit returns the number of different ones among sets that symmetries carry
// s to, or 0 if one of these is smaller.
func orbit(s uint64, images ...uint64) int64 {
	size := int64(1)
	for i, t := range images {
		if t < s {
			return 0
		}
		if t != s && !slices.Contains(images[:i], t) {
			size++
		}
	}
	return size
}

// oddParts splits by the columns of the upper half, the rows above the middle
// one. If the queens of the middle row and of the middle column are two, they
// cannot be equally far from the centre, so that each of the eight symmetries
// changes which of them is nearer, or on which side they are. Else they are
// one, on the centre.
func oddParts(n int) iter.Seq[Part] {
	h := n / 2
	mid, all := uint64(1)<<h, uint64(1)<<n-1
	return func(yield func(Part) bool) {
		total := choose(n-1, h-1) + choose(n-1, h)/4
		for s := range subsets(n, h) {
			part := Part{kind: cross, code: uint32(s), Weight: 8, Share: 1 / total}
			if s&mid == 0 {
				rest := all &^ s &^ mid
				part.kind = centre
				part.Weight = orbit(s, reversed(s, n), rest, reversed(rest, n))
				part.Share *= float64(part.Weight) / 4
			}
			if part.Weight > 0 && !yield(part) {
				return
			}
		}
	}
}
