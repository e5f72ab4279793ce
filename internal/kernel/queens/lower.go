package queens

import "math/bits"

// joinLower adds the number of pairs of a listed upper half and a lower half of
// the part that fit together.
func (j *joiner) joinLower() {
	cols := (uint64(1)<<j.n - 1) &^ uint64(j.part.code)
	switch j.part.kind {
	case cross:
		if !j.poll() {
			return
		}
		for open := cols & j.left; open != 0; open &= open - 1 {
			c := bits.TrailingZeros64(open)
			j.put(0, open&-open, cols, 0, 0, j.upper[:j.ends[c+1]], false)
		}
	case centre:
		b := uint64(1) << j.h
		j.lower(1, cols&^b, b, b<<j.low, j.upper, false)
	default:
		j.lower(0, cols, 0, 0, j.upper, j.part.kind != free)
	}
}

// lower fills the lower half from row k on in all ways, each time with those
// upper halves of the list that it does not attack. With tight set, the rows so
// far are tied with the columns in the order of quadrants.
func (j *joiner) lower(k int, cols, rising, falling uint64, list []uint64, tight bool) {
	switch {
	case k == j.low:
		if tight == j.lowOrder.tie {
			j.sum += int64(len(list))
		}
		return
	case len(list) <= 64*lanes && j.n-1-k <= field:
		j.sum += j.sliced(k, cols, rising, falling, list, tight)
		return
	case !j.poll():
		return
	}
	open := cols &^ (rising>>uint(k) | falling>>uint(j.low-k))
	if tight {
		open &= j.lowOrder.allowed[k]
	}
	for ; open != 0; open &= open - 1 {
		j.put(k, open&-open, cols, rising, falling, list, tight)
	}
}

// put puts the queen of row k on column b, a word of one bit, filters the list
// and goes on.
func (j *joiner) put(k int, b, cols, rising, falling uint64, list []uint64, tight bool) {
	reach := uint64(1)<<(j.n-1) - 1
	attacked := b<<k&reach | b>>(k+1)<<(j.n-1)
	rest := j.below[k][:len(list)]
	size := 0
	for _, u := range list {
		rest[size] = u
		// One more if they have nothing in common, without a jump: it would be
		// hard to predict.
		size += int((u&attacked - 1) >> 63)
	}
	if size > 0 {
		tight = tight && b&j.lowOrder.same[k] != 0
		j.lower(k+1, cols&^b, rising|b<<uint(k), falling|b<<uint(j.low-k), rest[:size], tight)
	}
}

// poll asks whether to go on.
func (j *joiner) poll() bool {
	j.stop = j.stop || !j.goOn()
	return !j.stop
}
