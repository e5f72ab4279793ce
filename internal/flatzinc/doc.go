// Package flatzinc reads FlatZinc, the language that MiniZinc compiles models to,
// as text or JSON, onto clew.Model; and it answers for a FlatZinc solver in the
// protocol that MiniZinc's driver expects.
//
// # The way of a model
//
//  1. lex.go and parse.go (or json.go) read it item by item into a program:
//     names resolved, types checked, nothing interpreted. Mistakes are found here,
//     with their place. A large model is a few large slices.
//  2. build.go goes through the constraints, some times over, and settles what
//     needs no constraint: domains shrink, and a variable that a constraint
//     defines by another one (b = [x = 3], y = x + 4, bool2int) becomes a view of
//     it. roots.go keeps what is known of each variable, ref.go says what a name
//     comes to.
//  3. tighten.go finds bounds for variables declared without, and makes them up
//     where there are none.
//  4. What is left is posted: variables when they are first needed, constraints in
//     the order of the file, search annotations as branching orders.
//  5. solve.go runs it; answer.go writes answers, statistics.go the account.
//
// Every constraint is a line in the table builtins, filled by the files
// builtins_*.go (those of FlatZinc) and natives_*.go (those that clew's solver
// library declares; docs/flatzinc.md lists them). One that is a linear
// comparison says which and gets its reified forms for free (related); one that
// can be posted as the truth of a 0/1 variable gets them from that (stated).
//
// # Invariants
//
//   - A root's domain only shrinks, and a root that became defined stays so: refs
//     that were resolved before remain true.
//   - What is done instead of posting a constraint is equivalent to it: no answer
//     is lost, none is added, whatever is shown.
//   - A shown variable never becomes the truth of a hidden one: answers are told
//     apart by what is shown.
//   - A variable that a search annotation names is branched on itself: it may
//     become a view of another by addition or negation, but no comparison.
//   - What is called determined follows from what constraints mean and never from
//     annotations such as is_defined_var, which half-reified constraints bear too.
//
// # Words
//
//	root   a variable that stays one
//	ref    a constant, a*root + c, or the truth of root = c, != c, >= c, <= c
//	place  line and column
//	elem   a value or reference of the program, arg with its place
//	call   a constraint with its arguments
//
// # Caveats
//
// Floats and set variables are refused. Integer literals are 64 bits wide, values
// of variables are those of package clew. Of a line with characters beyond ASCII
// columns count characters, in JSON they count bytes.
package flatzinc
