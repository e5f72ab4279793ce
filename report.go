package clew

import "time"

// Report is an account of a run.
type Report struct {
	Method   Method // the method used
	Complete bool   // the answer given is the whole answer to what was asked
	Elapsed  time.Duration
	Share    float64 // estimate of the part of the tree that is done, 0..1

	Solutions int64 // answers found

	// Counters of the plain method.
	Tries      int64 // values checked
	Placements int64 // values accepted

	// Counters of the engine. For the plain method Nodes is Placements and
	// Failures the number of times that a place ran out of values.
	Nodes        int64 // decisions, both branches counted
	Failures     int64 // nodes that propagation refuted
	Propagations int64 // runs of propagators
	Depth        int   // most decisions (or placements) open at once
}
