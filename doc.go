// Package clew answers questions about finite puzzles and arrangements
// completely: it finds one answer, every answer exactly once, or their exact
// number, and proves that there is none or only one.
//
// # Verbs and problems
//
// A Problem says what has to be filled; a verb says what is asked of it:
//
//	Solve   one answer, or the proof that there is none
//	All     every answer, each exactly once, as an iterator
//	Count   how many there are, as a big.Int
//	Unique  whether there is exactly one; if not, two that differ
//	Compare several methods side by side
//	Watch   the search, step by step
//	Improve ever better answers, where there is an objective
//
// Every verb works on every problem. There are three ways to make one:
//
//   - a Model: variables with finite domains and constraints between them,
//     solved by propagation and search;
//   - a Space: a search space of one's own in three short functions, walked by
//     the textbook method (extend, check, adjust);
//   - the puzzles in the folders under puzzle/.
//
// # What an answer is
//
// An answer is a distinct assignment of the shown variables that extends to a
// full assignment satisfying every constraint. All declared, named variables
// are shown unless Model.Show says otherwise. Helper variables never inflate a
// count.
//
// # What complete means
//
// All, Count, Unique and a Solve without an answer make claims about the whole
// tree. When a run is cut short, by its context or by Limit, they return an
// error that Is ErrIncomplete together with what was found so far.
//
// # Methods
//
// Plain walks as the textbooks do; Propagate narrows the values of all
// variables after each decision; Learn also keeps what each failure teaches.
// All give the same answers. Auto begins with Propagate and goes over to Learn
// where that saves work; Report.Why says what it saw.
//
// # Caveats
//
// Values lie within -(2^30-1)..2^30-1; a model that could leave that range, or whose
// sums could overflow, is an error that names the variable. A Model must not be
// changed while a verb runs on it; several verbs may run on it at once. The
// iterator of All reuses one Solution: Clone what is kept.
package clew
