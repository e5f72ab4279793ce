package store

import "sync/atomic"

// fifo is a queue of propagators of one priority.
type fifo struct {
	items []ID
	head  int
}

// wake queues the propagators of a run of subscriptions.
func (s *Store) wake(subs []sub) {
	for i := range subs {
		p := &s.props[subs[i].prop]
		p.changed |= 1 << (subs[i].pos & 63)
		if p.state == 0 {
			p.state = queued
			s.push(p.priority, subs[i].prop)
		}
	}
}

func (s *Store) push(at Priority, p ID) {
	s.queue[at].items = append(s.queue[at].items, p)
	s.busy |= 1 << at
}

// Seal ends the posting: it sorts the subscriptions by variable and event and
// queues every propagator for its first run.
func (s *Store) Seal() {
	s.subStart = make([]uint32, 5*len(s.vars)+1)
	for _, q := range s.pending {
		s.subStart[5*uint(q.v)+q.ev+1]++
	}
	for i := 1; i < len(s.subStart); i++ {
		s.subStart[i] += s.subStart[i-1]
	}
	s.subs = make([]sub, len(s.pending))
	next := append([]uint32(nil), s.subStart...)
	for _, q := range s.pending {
		at := &next[5*uint(q.v)+q.ev]
		s.subs[*at] = q.sub
		*at++
	}
	s.pending, s.watcher = nil, nil
	for i := range s.props {
		s.props[i].changed = ^uint64(0)
		s.props[i].state |= queued
		s.push(s.props[i].priority, ID(i))
	}
	s.numberValueHalves()
}

// pollEvery is the number of propagator runs between two calls of poll.
const pollEvery = 1 << 10

// Poll makes Propagate ask f now and then whether to go on; nil asks nobody. It
// returns what was asked before.
func (s *Store) Poll(f func() bool) (before func() bool) {
	before, s.poll = s.poll, f
	return before
}

// HaltBy makes h a flag that ends Propagate soon after it is set, from any
// goroutine: before the next propagator runs. Where a run takes long, hundreds
// of milliseconds in models of the largest size, propagators look at Halted in
// between, and return Again. Unlike poll, of which a search may make a budget,
// the flag says that the search as a whole is to end, and does not go out.
func (s *Store) HaltBy(h *atomic.Bool) { s.halt = h }

// Halted reports whether the flag of HaltBy is set.
func (s *Store) Halted() bool { return s.halt.Load() }

// Interrupted reports whether the last Propagate ended because poll said so, or
// it was halted, with work left in the queue: the next one goes on with it.
// Until then no level may be pushed.
func (s *Store) Interrupted() bool { return s.interrupted }

// Propagate runs the queue to a fixpoint. It returns false if a propagator
// failed; FailedBy and Emptied then say where.
func (s *Store) Propagate() bool {
	s.interrupted = false
	for turn := 1; ; turn++ {
		if turn%pollEvery == 0 && s.poll != nil && !s.poll() || s.halt.Load() {
			s.interrupted = true
			return true
		}
		if s.interleave != nil && !s.interleave() {
			s.failedBy = Nogood
			s.clearQueue()
			return false
		}
		if s.busy == 0 {
			return true
		}
		at := Priority(0)
		for s.busy>>at&1 == 0 {
			at++
		}
		q := &s.queue[at]
		id := q.items[q.head]
		q.head++
		if q.head == len(q.items) {
			q.items, q.head = q.items[:0], 0
			s.busy &^= 1 << at
		}
		if !s.run(id) {
			s.clearQueue()
			return false
		}
	}
}

// Interleave makes Propagate call f before each propagator runs and at the
// end, until it changes nothing more. f propagates learned nogoods; if it
// returns false, Propagate fails with FailedBy Nogood.
func (s *Store) Interleave(f func() bool) { s.interleave = f }

// run calls one propagator.
func (s *Store) run(id ID) bool {
	p := &s.props[id]
	p.state &^= queued
	if p.state&entailed != 0 {
		p.changed = 0
		return true
	}
	if !p.selfWake {
		p.state |= running
	}
	s.active = id
	s.attempted = noAttempt
	s.Propagations++
	status := s.impls[id].Propagate(s, id)
	s.active = NoProp
	p.state &^= running
	switch status {
	case Again:
		if p.state&queued == 0 {
			p.state |= queued
			s.push(p.priority, id)
		}
	case Entailed:
		// Where a variable repeats, the run may have changed what it had read
		// before through another view: it judges again when it changes nothing.
		if p.state&queued == 0 {
			p.state |= entailed
			s.entailed = append(s.entailed, id)
		}
	case Failed:
		s.failedBy = id
		p.changed = 0
		return false
	}
	if p.state&queued == 0 {
		p.changed = 0
	}
	return true
}

// clearQueue forgets all that waits.
func (s *Store) clearQueue() {
	if s.busy == 0 {
		return
	}
	for at := range s.queue {
		q := &s.queue[at]
		for _, p := range q.items[q.head:] {
			s.props[p].state &^= queued
			s.props[p].changed = 0
		}
		q.items, q.head = q.items[:0], 0
	}
	s.busy = 0
}

// FailedBy returns the propagator whose failure ended the last Propagate.
func (s *Store) FailedBy() ID { return s.failedBy }

// Emptied returns the variable whose last value the last failed change would
// have taken. A propagator can also fail without touching a variable.
func (s *Store) Emptied() Var { return s.emptied }

// EmptiedBy returns Emptied if the failure that ended the last Propagate was that
// of a change, ok false if it was another one. Only with a log.
func (s *Store) EmptiedBy() (v Var, ok bool) {
	return s.emptied, s.failedBy != Nogood && s.attempted != noAttempt
}
