// Package proptest is the brute-force harness that every propagator passes
// before it is used. A constraint is given as a truth function; the harness
// enumerates assignments and compares what the propagator does along random
// walks of decisions and undos:
//
//   - truth: Check agrees with the truth function on every assignment;
//   - scope: Check depends on no variable outside Scope;
//   - soundness: no value with a support is ever removed, and a failure means
//     that there was no support at all;
//   - decision: a fixed assignment fails exactly if it is false;
//   - strength: the promised consistency holds at every fixpoint;
//   - entailment: a propagator that says Entailed is true of all that is left;
//   - explanation: the premises given for each change, and for each weaker
//     bound that may be asked instead, were true before it and leave no
//     solution without it; the same for failures;
//   - undo: the state after any walk equals that of a fresh start on the same
//     domains, and popping restores the domains exactly.
package proptest
