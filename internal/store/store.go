package store

import "sync/atomic"

// Store is the state of one search. New makes one.
type Store struct {
	vars  []record
	words []uint64 // holes of banked domains
	holes []hole   // holes of wide domains, a stack
	revs  []int64  // reversible integers

	bankLimit int64 // see BankUpTo

	stamp, lastStamp              uint64 // of the current level; of the newest
	varStamp, wordStamp, revStamp []uint64
	trail                         []savedVar
	wordTrail                     []savedWord
	revTrail                      []savedRev
	entailed                      []ID // in the order in which they became entailed
	marks                         []mark

	impls    []Propagator
	props    []propRec
	pending  []pending
	watcher  []ID     // before Seal, by variable: the last propagator that watches it, plus one
	subs     []sub    // by variable, then event
	subStart []uint32 // five starts a variable, and the end
	queue    [numPriorities]fifo
	busy     uint8 // bit p: queue[p] is not empty

	active   ID // the propagator that is running
	failedBy ID
	emptied  Var

	valueStart []uint32 // first value half of each variable; see atom.go
	owner      []Var    // of each value half; only with a log
	wideValues []wideValue
	wideOf     map[Var][]uint32 // indices of the wideValues of each variable
	wideNumber map[wideValue]uint32
	logging    bool
	log        []Entry
	lastEntry  []int32 // newest log entry of each half, -1 for none
	root       root    // state before the first entry
	interleave func() bool

	poll        func() bool  // asked now and then by Propagate whether to go on
	halt        *atomic.Bool // set: Propagate ends at once; see HaltBy
	interrupted bool         // the last Propagate ended so

	attempt    Atom // the change that the last failed mutator tried, if attempted
	attemptWhy uint32
	attempted  attempt

	scratch []int32

	Propagations int64 // runs of propagators
}

// New returns an empty store.
func New() *Store { return &Store{active: NoProp, bankLimit: BankLimit, halt: new(atomic.Bool)} }

// Scratch returns room for an assignment of all variables. It belongs to whoever
// runs; nothing stays in it.
func (s *Store) Scratch() []int32 {
	if s.scratch == nil {
		s.scratch = make([]int32, len(s.vars))
	}
	return s.scratch
}
