package queens

import "math/bits"

// lanes is the number of words that hold a short list bit by bit; the code below
// has their loops written out.
const lanes = 4

// lane is a set of up to 64*lanes listed upper halves.
type lane [lanes]uint64

// field is the width of a field of diagonals once the list is short: two of them
// are half a word.
const field = 16

const ones = ^uint64(0)

// turned holds a short list the other way round: for each diagonal the set of
// the upper halves that are not on it.
type turned struct {
	rising  [64]lane // by number of diagonal, from the first that is still met
	falling [64]lane // the same, shifted by the rows of the lower half
}

// sliced is lower for a short list.
func (j *joiner) sliced(k int, cols, rising, falling uint64, list []uint64, tight bool) int64 {
	members := j.turned.fill(list, j.n, k, j.low)
	j.from = k
	if tight {
		return j.walkTight(k, cols, rising, falling, members)
	}
	return j.walk(k, cols, rising, falling, members)
}

// fill fills t with a list of upper halves on a board of n, as rows
// from k on meet them, and returns the set of all members.
func (t *turned) fill(list []uint64, n, k, low int) (all lane) {
	width := n - 1 - k
	keep := uint64(1)<<width - 1
	for i := 0; len(list) > 0; i++ {
		var block [32]uint64
		here := list[:min(len(list), 64)]
		list = list[len(here):]
		for i, u := range here {
			u = u>>k&keep | u>>(n-1)&keep<<field
			block[i&31] |= u << (i & 32)
		}
		transpose(&block)
		all[i&(lanes-1)] = ^uint64(0) >> (64 - len(here))
		for d := range width {
			t.rising[d&63][i&(lanes-1)] = ^block[d&31]
			t.falling[(d+low)&63][i&(lanes-1)] = ^block[(d+field)&31]
		}
	}
	// No upper half is on the diagonals beyond.
	for d := range low {
		t.rising[(d+width)&63] = lane{ones, ones, ones, ones}
	}
	return all
}

// transpose turns 64 half words, the i-th in word i%32, the first 32 in the
// lower halves, into 32 words: word b gets bit b of all of them (Warren,
// Hacker's Delight, 2013, section 7-3).
func transpose(a *[32]uint64) {
	for i := 0; i < 16; i++ {
		exchange(a, i, 16, 0x0000FFFF_0000FFFF)
	}
	for i := 0; i < 32; i = (i + 9) &^ 8 {
		exchange(a, i, 8, 0x00FF00FF_00FF00FF)
	}
	for i := 0; i < 32; i = (i + 5) &^ 4 {
		exchange(a, i, 4, 0x0F0F0F0F_0F0F0F0F)
	}
	for i := 0; i < 32; i = (i + 3) &^ 2 {
		exchange(a, i, 2, 0x33333333_33333333)
	}
	for i := 0; i < 32; i += 2 {
		exchange(a, i, 1, 0x55555555_55555555)
	}
}

// exchange swaps the bits of word i that lie by apart from the mask with those
// of word i+by that lie under it.
func exchange(a *[32]uint64, i, by int, mask uint64) {
	x, y := &a[i&31], &a[(i+by)&31]
	t := (*x>>(by&63) ^ *y) & mask
	*x ^= t << (by & 63)
	*y ^= t
}

// walk fills the lower half from row k on and returns the number of boards that
// it makes with the members of a set of upper halves.
func (j *joiner) walk(k int, cols, rising, falling uint64, members lane) (sum int64) {
	if k == j.low {
		return members.size()
	}
	s := &j.turned
	up, down := uint(k)&63, uint(j.low-k)&63
	for open := cols &^ (rising>>up | falling>>down); open != 0; open &= open - 1 {
		c, b := bits.TrailingZeros64(open), open&-open
		r, f := &s.rising[(c+k-j.from)&63], &s.falling[(c-1-k+j.low)&63]
		m := lane{members[0] & r[0] & f[0], members[1] & r[1] & f[1], members[2] & r[2] & f[2], members[3] & r[3] & f[3]}
		if m[0]|m[1]|m[2]|m[3] == 0 {
			continue
		}
		if k == j.low-1 {
			return m.size()
		}
		sum += j.walk(k+1, cols&^b, rising|b<<up, falling|b<<down, m)
	}
	return sum
}

// walkTight is walk while the rows are tied with the columns.
func (j *joiner) walkTight(k int, cols, rising, falling uint64, members lane) (sum int64) {
	if k == j.low {
		if j.lowOrder.tie {
			return members.size()
		}
		return 0
	}
	s := &j.turned
	up, down := uint(k)&63, uint(j.low-k)&63
	open := cols &^ (rising>>up | falling>>down) & j.lowOrder.allowed[k]
	for ; open != 0; open &= open - 1 {
		c, b := bits.TrailingZeros64(open), open&-open
		m := members
		for i := range m {
			m[i] &= s.rising[(c+k-j.from)&63][i] & s.falling[(c-1-k+j.low)&63][i]
		}
		switch {
		case m == lane{}:
		case b&j.lowOrder.same[k] != 0:
			sum += j.walkTight(k+1, cols&^b, rising|b<<up, falling|b<<down, m)
		default:
			sum += j.walk(k+1, cols&^b, rising|b<<up, falling|b<<down, m)
		}
	}
	return sum
}

// size returns the number of members.
func (l *lane) size() int64 {
	return int64(bits.OnesCount64(l[0]) + bits.OnesCount64(l[1]) + bits.OnesCount64(l[2]) + bits.OnesCount64(l[3]))
}

// open makes t ready for a board whose lower half has so many rows.
func (t *turned) open(low int) {
	for d := range low {
		t.falling[d] = lane{ones, ones, ones, ones} // met by no upper half
	}
}
