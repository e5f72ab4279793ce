// Package minizinc makes clew a solver of MiniZinc, and MiniZinc a front of
// clew.
//
// MiniZinc knows a solver by three things: a file NAME.msc that describes it, a
// library of redefinitions by which models are compiled for it, and an
// executable that reads FlatZinc. The executable is cmd/fzn-clew. The other two
// are in this package:
//
//   - the library, the folder mznlib, is embedded (library.go). Each file
//     fzn_NAME.mzn says what MiniZinc's constraint NAME is for clew, most often a
//     native constraint clew_NAME of package flatzinc; docs/flatzinc.md lists
//     these.
//   - the description is made by [Solver.Config] (solver.go).
//
// [Install] puts both where MiniZinc looks for solvers, [Uninstall] takes away
// what Install wrote.
//
// The other way round, [Compile] has the user's minizinc turn a model into
// FlatZinc, and a [Formatter] has the same minizinc turn the answers into the
// text that the model asks for: for it, clew is a solver that is being run, and
// speaks to it through a [Relay].
package minizinc
