// Package propagate holds the constraints of the engine, one family a file.
//
// Each constraint is a struct that implements store.Propagator, made by a
// New... function. Methods stand in the order of the interface: Name, Scope,
// Priority, Post, Propagate, Explain, Check. A New function that can be answered
// more simply (an empty scope, two arguments, a fixed parameter) may return
// another propagator of this package.
//
// # Invariants
//
//   - Arguments are store.View values; repeated variables and truth views are
//     legal everywhere, unless a New function's comment says otherwise and the
//     model rewrites them.
//   - Sums and products are computed in int64.
//   - Each constraint passes internal/proptest, with the strength that its
//     comment states.
//   - Propagate allocates nothing: scratch space belongs to the propagator.
//   - The cookie of each change (the why of the store's mutators) is stated in
//     the comment of the propagator: with the changed atom and the domains just
//     before the change, it must be enough to reconstruct a reason.
//
// # Names
//
//	s      the store                  me     the propagator's own handle
//	w, x   views                      k, v   values
//	n      length of the scope        i, j   positions in the scope
package propagate
