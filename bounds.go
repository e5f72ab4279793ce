package clew

import "sync/atomic"

// maxBoundsPolls bounds the work of Bounds: a poll comes about once in a
// thousand runs of propagators.
const maxBoundsPolls = 1 << 11

// Bounds propagates the constraints of m, as a search does before its first
// decision, and returns the least and the largest value that is left of each of
// xs. It returns ok false if that refutes the model, or does not come to rest
// within two million steps, as x < y and y < x over wide domains. The error
// is that of the model.
func (m *Model) Bounds(xs ...Var) (lo, hi []int, ok bool, err error) {
	for _, x := range xs {
		if x.m != m {
			m.failf("bounds: a variable belongs to no model or to another")
		}
	}
	if err := m.check(); err != nil {
		return nil, nil, false, err
	}
	polls := 0
	poll := func() bool {
		polls++
		return polls < maxBoundsPolls
	}
	s := m.build(poll, new(atomic.Bool))
	s.Poll(poll)
	if !s.Propagate() || s.Interrupted() {
		return nil, nil, false, nil
	}
	for _, x := range xs {
		lo, hi = append(lo, int(x.w.Lo(s))), append(hi, int(x.w.Hi(s)))
	}
	return lo, hi, true, nil
}
