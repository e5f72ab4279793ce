package queens

import (
	"math/bits"
	"slices"
)

// ring is a choice of the queens on the border: the columns of those in the top
// and the bottom row, the rows of those in the left and the right column.
type ring struct{ top, bottom, left, right int }

func (r ring) code() uint32 {
	return uint32(r.top | r.bottom<<5 | r.left<<10 | r.right<<15)
}

func ringOf(code uint32) ring {
	field := func(i int) int { return int(code >> (5 * i) & 31) }
	return ring{field(0), field(1), field(2), field(3)}
}

// squares returns the squares of the queens, row and column; a queen in a
// corner comes twice.
func (r ring) squares(n int) [4][2]int {
	return [4][2]int{{0, r.top}, {n - 1, r.bottom}, {r.left, 0}, {r.right, n - 1}}
}

// images returns r turned and mirrored in the eight ways.
func (r ring) images(n int) []ring {
	all := []ring{r, {r.left, r.right, r.top, r.bottom}}
	for _, r := range all {
		all = append(all, ring{n - 1 - r.top, n - 1 - r.bottom, r.right, r.left})
	}
	for _, r := range all {
		all = append(all, ring{r.bottom, r.top, n - 1 - r.left, n - 1 - r.right})
	}
	return all
}

// rings returns a part for each choice of border queens, one of those that are
// the same but for turning and mirroring. n >= 4.
func rings(n int) []Part {
	var parts []Part
	for top := range n {
		for bottom := range n {
			for left := range n {
				for right := range n {
					r := ring{top, bottom, left, right}
					if !r.peaceful(n) {
						continue
					}
					codes := []uint32{}
					for _, i := range r.images(n) {
						codes = append(codes, i.code())
					}
					slices.Sort(codes)
					if codes[0] == r.code() {
						codes = slices.Compact(codes)
						parts = append(parts, Part{Weight: int64(len(codes)), kind: ringed, code: r.code()})
					}
				}
			}
		}
	}
	for i := range parts {
		parts[i].Share = 1 / float64(len(parts))
	}
	return parts
}

// peaceful reports whether the queens do not attack each other.
func (r ring) peaceful(n int) bool {
	squares := r.squares(n)
	for i, a := range squares {
		for _, b := range squares[:i] {
			down, across := a[0]-b[0], a[1]-b[1]
			if a != b && (down == 0 || across == 0 || down == across || down == -across) {
				return false
			}
		}
	}
	return true
}

// searcher counts by the bitmask search, row by row. A set of rising diagonals
// is a word in which the queen of (row, col) has bit row+col, one of falling
// diagonals has bit col-row+n-1 for it; so queens in later rows are in the sets
// from the start.
type searcher struct {
	n    int
	rows []int // the rows to fill, in order
	goOn func() bool
	stop bool
}

func newSearcher(n int) searcher { return searcher{n: n, rows: make([]int, 0, n)} }

// count counts the boards of a part.
func (s *searcher) count(p Part, goOn func() bool) (sum int64, done bool) {
	s.goOn, s.stop = goOn, false
	n := s.n
	cols, taken := uint64(1)<<n-1, uint64(0)
	var rising, falling uint64
	if p.kind == ringed {
		for _, q := range ringOf(p.code).squares(n) {
			taken |= 1 << q[0]
			cols &^= 1 << q[1]
			rising |= 1 << (q[0] + q[1])
			falling |= 1 << (q[1] - q[0] + n - 1)
		}
	}
	s.rows = s.rows[:0]
	for r := range n {
		if taken>>r&1 == 0 {
			s.rows = append(s.rows, r)
		}
	}
	if len(s.rows) == 0 {
		return 1, true
	}
	sum = s.place(0, cols, rising, falling)
	return sum, !s.stop
}

// pollAt is how many rows are left where the search looks whether to go on:
// low enough to be there often, high enough to cost nothing.
const pollAt = 9

// place fills the rows from the i-th on, of which there is at least one.
func (s *searcher) place(i int, cols, rising, falling uint64) (sum int64) {
	left := len(s.rows) - i
	if left == pollAt && !s.goOn() {
		s.stop = true
	}
	if s.stop {
		return 0
	}
	up, down := uint(s.rows[i])&63, uint(s.n-1-s.rows[i])&63
	open := cols &^ (rising>>up | falling>>down)
	switch left {
	case 1:
		return int64(bits.OnesCount64(open))
	case 2:
		for ; open != 0; open &= open - 1 {
			b := open & -open
			sum += s.place(i+1, cols&^b, rising|b<<up, falling|b<<down)
		}
		return sum
	}
	// A row that would be left without a square is seen two rows ahead.
	up2, down2 := uint(s.rows[i+2])&63, uint(s.n-1-s.rows[i+2])&63
	for ; open != 0; open &= open - 1 {
		b := open & -open
		c, r, f := cols&^b, rising|b<<up, falling|b<<down
		if c&^(r>>up2|f>>down2) != 0 {
			sum += s.place(i+1, c, r, f)
		}
	}
	return sum
}
