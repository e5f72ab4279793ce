// Package store keeps the state of a search over finite integer domains: the
// variables and their domains, the trail that undoes changes, the events that
// wake propagators, and the queue that runs them to a fixpoint.
//
// # Layout
//
// Everything hot is a flat slab addressed by an index; nothing hot holds a
// pointer. A variable is a 32-byte record (two to a cache line). Its domain is
// always a pair of bounds; the holes between them are kept in one of three
// forms, chosen once from the root range:
//
//	narrow   at most 64 values wide: one word inside the record
//	banked   up to BankLimit values wide: words in one arena
//	wide     wider: a list of removed values, newest first
//
// All three give the same exact semantics: a removed value is gone.
//
// # Trail
//
// The first change of a record (word, reversible integer) after Push saves its
// old contents; a stamp per slot makes sure that it is saved once a level.
// Pop restores in reverse. Beside this undo trail the store can keep a log
// (Log), where each change is one Entry: the atom that became true, the value
// it replaced, the previous entry of the same half, and the Reason (propagator
// and cookie). The log costs one branch a change when it is off.
//
// # Explanations
//
// Explain asks the maker of an entry why the atom, or a weaker one, became
// true: a propagator that is an Explainer by its cookie and the Past, which
// reads from the log the domains as they were before any entry; another one by
// ExplainFully, the domains of its scope. Bounds that moved on over removed
// values are explained by the store itself (HoleChain), and changes made for a
// nogood by the search (Nogood). What holds at the root of the log (Settle)
// needs no reason. ExplainFailure does the same for a failed Propagate.
//
// # Atoms
//
// A half is a number that only grows along a branch: half 2x is lo(x), half
// 2x+1 is -hi(x). Atom{H, K} says "half H is at least K"; its negation is
// Atom{H^1, 1-K}. Value atoms [x = v] use the same form on halves above those
// of the variables: they are 0/1 variables without a record, whose truth is
// read from the domain of x. Decisions, reasons, cubes and nogoods all speak
// in atoms.
//
// # Names
//
//	s        the store
//	v, u     variables (Var)        w    views (View), or domain words
//	r        a variable's record    k    a value
//	h        a half                 a, b atoms
//	me, p    a propagator (ID)      why  cookie of a change, for explanations
//
// # Caveats
//
// Values are limited to |v| <= MaxValue so that negation and differences stay
// inside int32; sums must be taken in int64. A Store is used by one goroutine.
package store
