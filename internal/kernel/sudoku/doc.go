// Package sudoku is a solver for 9 x 9 Sudoku, made for speed: it finds one
// answer, every answer, their number, or the values that cells have in some
// answer. It allocates nothing while it does, except for long counts.
//
// # State
//
// A digit in a band, the 27 cells of three rows that share three boxes, is a
// word of 27 candidates: bit 9*row+column of the band. There are 27 such words.
// Three cells that a row and a box share are a minirow; three that a column and
// a box share, a minicolumn.
//
// In a band a digit has one of only six configurations: a permutation that
// gives each row a box of its own. The same holds for the columns of a stack of
// boxes. Sets of minirows are numbers of nine bits, so that what follows from
// them is looked up: which cells are part of some permutation, which
// minirows are certain. All tables are derived from the six permutations, at
// start.
//
// # Propagation
//
// A word that has changed loses the cells outside of all configurations. Its
// columns then exclude columns of the other two bands: one that is alone in
// its box in this band, and two that are alone together in this band and
// another. Together these are all that boxes, rows and columns say about a
// single digit. A cell that is certain is the digit's own, and with the others it
// counts no more. When nothing changes any more, cells with one candidate are found for 27
// cells at once, by counting the nine words of a band bit by bit. Then the same
// is done with minirows and minicolumns: one of which three digits are certain
// has no room for others, and more than three are too many. Near the end, when
// few cells are open, this is left out.
//
// The code for the 27 words is written out by generate.go, so that every index
// is a constant.
//
// # Branching
//
// The search branches not on a cell but on a configuration: in the band, or the
// stack, with the fewest digits that have several, the digit with the fewest;
// one of them against the rest. That places a digit in three boxes at once, and
// takes less than half the guesses on hard grids that two values of a cell do.
// Stacks are not looked at near the end, nor when a band is nearly closed: that
// costs more than it gains.
//
// # Counting
//
// To list answers, the search walks to each. To count them, it stops before: a
// state whose open cells all have two candidates has two answers for each group
// of cells that are linked, or none; and a long count remembers the numbers of
// states by the candidates of their open cells, which is all that they depend on.
//
// # Sources
//
// Words of 27 candidates with tables for minirows are the band method of zhouyundong
// and of JCZSolve; the exclusion by two columns is that of sk_bforce2 (G.
// Penet). Configurations as what to branch on are tdoku's (T. Dillon, 2019,
// "I should write a sudoku solver"). The code and the tables are our own.
package sudoku

//go:generate go run generate.go
