package store

// ID is a handle of a posted propagator.
type ID uint32

// NoProp stands for "no propagator": a change made by a decision.
const NoProp = ^ID(0)

// Status is what a propagator says of its state after a run.
type Status uint8

// Results of Propagate.
const (
	Fixpoint Status = iota // running again now would change nothing
	Again                  // it must run again, since its own changes may allow more
	Entailed               // every assignment within the domains satisfies it: not run again below this node
	Failed                 // no assignment within the domains satisfies it
)

// Priority orders the queue: cheap propagators run first.
type Priority uint8

// Priorities, in the order in which the queue is served.
const (
	Unary  Priority = iota // constant time
	Linear                 // time linear in the scope
	Words                  // word by word for each value of a domain
	Costly                 // polynomial: matchings, tables, automata
	numPriorities
)

// Propagator removes values that no answer of its constraint can have.
//
// The life of a propagator: Add stores it and calls Post, where it subscribes
// with Watch; the store runs Propagate whenever a watched event happened. A
// propagator must be sound (it removes no value that takes part in a solution
// of its constraint within the current domains) and must decide: when its whole
// scope is fixed it returns Failed exactly if the assignment violates the
// constraint.
//
// Its own changes do not wake it, so it returns Again unless it knows that it
// has reached its fixpoint. If a variable occurs more than once among the views
// that it watches, the store wakes it for its own changes too, and believes
// Entailed only of a run that changed nothing.
//
// State that Propagate keeps between calls is either reversible (Rev) or valid
// on every branch (a cache that is checked before it is believed).
//
// Every change carries a cookie (the why of the mutators): 32 bits from which,
// with the atom and the domains as they were just before, the propagator can
// reconstruct a reason. Its meaning is private to the propagator.
type Propagator interface {
	Name() string                     // the constraint in the field's words, as all_different
	Scope() []View                    // every view that the constraint speaks of
	Priority() Priority               // its place in the queue
	Post(s *Store, me ID)             // subscribes
	Propagate(s *Store, me ID) Status // narrows domains
	Check(assignment []int32) bool    // is the constraint true? indexed by variable, whole scope assigned
}

// Event is a kind of domain change that a propagator can watch.
type Event = uint

// Events, in the order of the subscription lists. A change that moves the
// lower bound wakes OnLo, OnBounds and OnDomain, and OnFix if one value is
// left.
const (
	OnFix    Event = iota // one value left
	OnLo                  // lower bound moved
	OnHi                  // upper bound moved
	OnBounds              // either bound moved
	OnDomain              // any value removed
)

// sub is a subscription: pos is the bit that the watcher finds set in Changed.
type sub struct {
	prop ID
	pos  uint32
}

// pending is a subscription before Seal sorts it into place.
type pending struct {
	v  Var
	ev Event
	sub
	also bool // see WatchAlso
}

const (
	queued   uint8 = 1 << iota // waits in the queue
	running                    // is running and does not want its own changes
	entailed                   // satisfied below this node
)

// propRec is the hot part of a propagator's state.
type propRec struct {
	changed  uint64 // positions (mod 64) that changed since the last TakeChanged
	state    uint8
	priority Priority
	selfWake bool // watches a variable twice
}

// Add posts p. All propagators are added before Seal.
func (s *Store) Add(p Propagator) ID {
	me := ID(len(s.impls))
	s.impls = append(s.impls, p)
	s.props = append(s.props, propRec{})
	first := len(s.pending)
	p.Post(s, me)
	s.props[me].priority = p.Priority()
	if missing := len(s.vars) - len(s.watcher); missing > 0 {
		s.watcher = append(s.watcher, make([]ID, missing)...)
	}
	for _, q := range s.pending[first:] {
		if s.watcher[q.v] == me+1 && !q.also {
			s.props[me].selfWake = true
		}
		s.watcher[q.v] = me + 1
	}
	return me
}

// Watch subscribes the propagator me to an event of a view. When the event
// happens, bit pos mod 64 of Changed(me) is set. Watching one view twice with
// different events makes the store treat it as repeated.
func (s *Store) Watch(w View, ev Event, me ID, pos int) { s.watch(w, ev, me, pos, false) }

// WatchAlso subscribes to one more event of a view that me watches already,
// without making its variable a repeated one.
func (s *Store) WatchAlso(w View, ev Event, me ID, pos int) { s.watch(w, ev, me, pos, true) }

func (s *Store) watch(w View, ev Event, me ID, pos int, also bool) {
	switch w.Kind {
	case Affine:
		if w.A < 0 && ev == OnLo {
			ev = OnHi
		} else if w.A < 0 && ev == OnHi {
			ev = OnLo
		}
	case Equal, Unequal:
		ev = OnDomain
	case AtLeast, AtMost:
		ev = OnBounds
	}
	s.pending = append(s.pending, pending{w.V, ev, sub{me, uint32(pos)}, also})
}

// Propagators returns the number of posted propagators.
func (s *Store) Propagators() int { return len(s.impls) }

// Propagator returns the propagator posted as p.
func (s *Store) Propagator(p ID) Propagator { return s.impls[p] }

// IsEntailed reports whether p is satisfied whatever the open variables take.
func (s *Store) IsEntailed(p ID) bool { return s.props[p].state&entailed != 0 }

// AllEntailed reports whether every propagator has said so: any values of the
// open variables make a solution.
func (s *Store) AllEntailed() bool { return len(s.entailed) == len(s.impls) }

// TouchAll sets the positions of me as if all watched events had happened: for
// a run that took them and ends early.
func (s *Store) TouchAll(me ID) { s.props[me].changed = ^uint64(0) }

// TakeChanged returns the positions (mod 64) whose watched events happened
// since the last call, and clears them. On the first run all are set.
func (s *Store) TakeChanged(me ID) uint64 {
	c := s.props[me].changed
	s.props[me].changed = 0
	return c
}
