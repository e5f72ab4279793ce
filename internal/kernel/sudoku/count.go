package sudoku

// Count returns the number of answers of g, or limit if there are more. With a
// limit of thousands and more it works as CountUpTo.
func (v *Solver) Count(g *Grid, limit uint64) uint64 {
	n, _ := v.CountUpTo(g, limit, nil)
	return n
}

// CountUpTo returns the number of answers of g, or limit if there are more, as
// CountStarted does.
func (v *Solver) CountUpTo(g *Grid, limit uint64, goOn func(counted uint64, share float64) bool) (n uint64, complete bool) {
	v.Start(g)
	return v.CountStarted(limit, goOn)
}

// CountStarted returns the number of answers of the grid that Start was given, or
// limit if there are more, without going through them one by one: see count. Next
// must not have been called; it finds nothing more afterwards, and Exhausted
// reports whether the number is that of all answers. CountStarted asks goOn now and
// then, unless it is nil, with what has been counted and the share of the tree
// that is done, 0 to 1. If that returns false, complete is false and n is a number
// that the count has reached for sure.
//
// Long counts, and nothing else, allocate: a memory of some megabytes, which
// ends with them.
func (v *Solver) CountStarted(limit uint64, goOn func(counted uint64, share float64) bool) (n uint64, complete bool) {
	if v.open == 0 || limit == 0 {
		v.ended = v.open == 0
		return 0, true
	}
	c := counter{Solver: v, limit: limit, goOn: goOn, fewOpen: fewOpenShort}
	if limit >= manyAnswers {
		c.fewOpen = fewOpenLong
	}
	c.count(0)
	v.open, v.ended = 0, !c.stopped && c.n < limit
	return c.n, !c.stopped
}

// manyAnswers is the limit from which on a count may be a long one.
const manyAnswers = 1000

// fewOpenShort and fewOpenLong are the numbers of open cells up to which states
// are looked at for pairs, and, in a long count, remembered.
const fewOpenShort, fewOpenLong = 10, 45

// counter is a count that is going on.
type counter struct {
	*Solver
	n, limit uint64
	goOn     func(counted uint64, share float64) bool
	stopped  bool
	fewOpen  int
	memory   memory // of a long count; nil before it has shown to be long
}

// count adds the answers of the state at a place of the stack to n, up to the
// limit, and uses up that state and all above. Two kinds of states need no walk
// through their answers: those whose open cells all have two candidates (see
// countPairs), and those that leave the same cells open, with the same
// candidates, as one that was met before. Of the first kind are all with four open
// cells: no row, column or box has a single one, and so no more than two.
func (c *counter) count(at int) {
	if c.polled%pollEvery == 0 && c.goOn != nil && !c.goOn(c.n, c.done) {
		c.stopped = true
		return
	}
	if c.polled++; c.polled == longCount && c.limit >= manyAnswers {
		c.memory = make(memory, memorySize)
	}
	s := &c.stack[at]
	found := uint64(0)
	if !s.settle() {
		c.Failures++
	} else {
		switch open := s.openCells(); {
		case open == 0:
			found = 1
		case open > c.fewOpen:
			c.part(at)
			return
		case open == 4:
			found = 2 // the corners of a rectangle, which two digits share in two ways
		case s.paired():
			found = c.countPairs(s)
		case c.memory == nil:
			c.part(at)
			return
		default:
			c.remember(at)
			return
		}
	}
	c.n += min(found, c.limit-c.n)
	c.done += c.weights[at]
}

// part counts the two parts of a settled state.
func (c *counter) part(at int) {
	s := &c.stack[at]
	c.Guesses++
	c.Deepest = max(c.Deepest, at+1)
	s.split(&c.stack[at+1])
	half := c.weights[at] / 2
	c.weights[at], c.weights[at+1] = half, half
	if c.count(at + 1); c.stopped || c.n == c.limit {
		return
	}
	c.count(at)
}

// remember is the rest of count for a state that may have been met.
func (c *counter) remember(at int) {
	key, before := c.stack[at].openCandidates(), c.n
	met := c.memory.at(&key)
	if met.key == key {
		c.n += min(met.answers, c.limit-c.n)
		c.done += c.weights[at]
		return
	}
	if c.part(at); !c.stopped && c.n < c.limit {
		*met = entry{key, c.n - before}
	}
}

// paired reports whether all open cells of a settled state have two candidates.
// Then an open digit also has two cells in each house: two at least, or it would
// be settled, and on average two.
func (s *state) paired() bool {
	for b := range 3 {
		one, two, three := uint32(0), uint32(0), uint32(0) // cells with at least so many
		for i := b; i < 27; i += 3 {
			c := s.seen[i]
			three |= two & c
			two |= one & c
			one |= c
		}
		if three != 0 {
			return false
		}
	}
	return true
}

// countPairs returns the number of answers of a state that is paired, which it
// uses up. Of two candidates of a cell, and of two cells of a digit in a house,
// exactly one is right: a candidate decides on all that are linked to it,
// and if that goes well, so does the contrary. So one side of each split
// is enough.
func (v *Solver) countPairs(s *state) uint64 {
	n := uint64(1)
	for !s.full() {
		v.Guesses++
		unit, digit := s.choose()
		s.restrict(unit, digit, tab.firstWay[s.set(unit, digit)])
		if !s.settle() {
			v.Failures++
			return 0
		}
		n *= 2
	}
	return n
}

// memory tells how many answers states have that were counted. Where two fall
// on the same place, the later one stays.
type memory []entry

type entry struct {
	key     openCandidates
	answers uint64
}

// openCandidates are all that the number of answers of a settled state depends
// on: the candidates of its open cells.
type openCandidates [27]uint32

const (
	// longCount is the number of states after which a count gets a memory.
	longCount = 20_000

	// memorySize is a power of two; an entry has 120 bytes.
	memorySize = 1 << memoryBits
	memoryBits = 16
)

func (s *state) openCandidates() (key openCandidates) {
	for i, c := range s.seen {
		key[i] = c & s.open[i%3]
	}
	return key
}

// at returns the place of a key.
func (m memory) at(key *openCandidates) *entry {
	h := uint64(0)
	for _, c := range key {
		h = (h ^ uint64(c)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return &m[h>>(64-memoryBits)]
}
