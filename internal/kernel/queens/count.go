package queens

import "math/big"

// Counter counts parts of the boards of one size, one after the other. It has
// room for what it needs from the start: counting allocates nothing. Several
// counters can work side by side.
type Counter struct {
	search searcher
	join   *joiner
}

// NewCounter returns a counter for n queens, 0 <= n <= MaxN.
func NewCounter(n int, m Method) *Counter {
	c := &Counter{search: newSearcher(n)}
	if m == Join && n >= smallest {
		c.join = newJoiner(n)
	}
	return c
}

// Count returns the number of boards of a part, not multiplied by its weight. It
// calls goOn every few milliseconds, and stops when that returns false:
// the number is then what was counted so far, and done is false.
func (c *Counter) Count(p Part, goOn func() bool) (boards int64, done bool) {
	if p.kind == whole || p.kind == ringed {
		return c.search.count(p, goOn)
	}
	return c.join.count(p, goOn)
}

// Count counts all boards of n queens, 0 <= n <= MaxN, by all parts in turn. It
// calls goOn every few milliseconds, with the number counted so far and
// the share of the work done, and stops when that returns false: the number is
// then what was counted so far, and done is false.
func Count(n int, m Method, goOn func(counted *big.Int, share float64) bool) (boards *big.Int, done bool) {
	c := NewCounter(n, m)
	total, share := new(big.Int), 0.0
	poll := func() bool { return goOn(total, min(share, 1)) }
	var some, weight big.Int
	for p := range Parts(n, m) {
		counted, done := c.Count(p, poll)
		total.Add(total, some.Mul(some.SetInt64(counted), weight.SetInt64(p.Weight)))
		share += p.Share
		if !done || !poll() {
			return total, false
		}
	}
	return total, true
}

// Fundamental returns the number of boards of n queens that differ by more than
// turning and mirroring, where all is the number of all boards.
//
// By the lemma of Burnside that is the mean, over the eight symmetries, of the
// number of boards that stay as they are. Beyond one queen no board stays as it
// is when mirrored: some queen would be carried to another square of her row,
// column or diagonal, where a second one would have to be.
func Fundamental(n int, all *big.Int) *big.Int {
	if n < 2 {
		return new(big.Int).Set(all)
	}
	half := func(row, col int) (int, int) { return n - 1 - row, n - 1 - col }
	quarter := func(row, col int) (int, int) { return col, n - 1 - row }
	fixed := big.NewInt(symmetric(n, half) + 2*symmetric(n, quarter))
	fixed.Add(fixed, all)
	return fixed.Rsh(fixed, 3)
}
