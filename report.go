package clew

import "time"

// Report is an account of a run.
type Report struct {
	Method   Method // the method used
	Complete bool   // the answer given is the whole answer to what was asked
	Why      string // why Auto chose the method; empty if it was asked for
	Elapsed  time.Duration
	Share    float64 // estimate of the part of the tree that is done, 0..1

	Solutions int64 // answers found; the largest int64 stands for more

	// Counters of the plain method.
	Tries      int64 // values checked
	Placements int64 // values accepted

	// Counters of the engine. For the plain method Nodes is Placements and
	// Failures the number of dead ends: places of which every value was refused.
	Nodes        int64 // decisions, both branches counted
	Failures     int64 // nodes that propagation refuted
	Propagations int64 // runs of propagators
	Conflicts    int64 // Learn: conflicts analysed
	Learned      int64 // Learn: literals of the nogoods learned
	Restarts     int64 // Learn: restarts
	Depth        int   // most decisions (or placements) open at once
}

// add adds the counters of work done elsewhere in the same run.
func (r *Report) add(more Report) {
	r.Nodes += more.Nodes
	r.Failures += more.Failures
	r.Propagations += more.Propagations
	r.Conflicts += more.Conflicts
	r.Learned += more.Learned
	r.Restarts += more.Restarts
}
