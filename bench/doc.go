// Package bench holds the models that clew is timed on, with the number of
// their answers. Each is written in the plainest way, with the constraints and
// the branching (fewest values first, smallest value first) that the models
// for other solvers in peers/ have, so that times can be compared.
//
// Models that are puzzles of the product come from the folders under puzzle/;
// the others are functions of this package.
package bench
