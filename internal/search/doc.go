// Package search walks the tree of partial answers over a store: it branches,
// propagates, steps back, and yields each answer once.
//
// # Enumeration
//
// The walk is depth first with binary decisions. A decision is an atom; when
// its subtree is exhausted, the negated atom is asserted at the level of the
// parent (the chronological floor: what lies to the left of the path is closed
// for good). So nothing is ever recorded about answers already given, memory
// does not grow with their number, and no answer can come twice.
//
// # Projection
//
// An answer is an assignment of the shown variables that extends to all. The
// search branches on shown variables first. Once they are fixed, the rest is a
// witness search: its first success is the answer, then all its levels are
// dropped and the deepest decision on a shown variable is flipped.
//
// # Learning
//
// Learner embeds Search and learns a nogood from each conflict: see the comment
// of Learner for the floor, which keeps enumeration exact, and analyze.go for
// how a conflict becomes a nogood. One technique a file: nogood.go is the
// database and its propagation, reduce.go its cleaning, restart.go and
// activity.go free search, sample.go and resume.go what comparing the methods
// and changing from one to the other need. A Search without a Learner keeps no
// log and asks for no reasons. Every choice depends on counts only, so that a
// run is repeatable.
//
// # Names
//
//	x      the search           s      its store
//	frame  an open decision     path   the atoms asserted from the root to here
//	w      weight of the current subtree in the estimate of work done
//	ng, g  the nogoods            an, n  the conflict analysis
//	floor  the deepest frame that is flipped or has an answer below it
//	lbd    number of levels among the atoms of a nogood
package search
