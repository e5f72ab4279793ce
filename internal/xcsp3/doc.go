// Package xcsp3 reads constraint problems in the format XCSP3-core onto
// clew.Model.
//
// Read takes the XML of an instance and returns an Instance, which is a
// clew.Problem. What is read goes through four hands:
//
//	source    XML elements with their places (xml.go)
//	scanner   the text inside of elements: lists, conditions, expressions (scan.go)
//	reader    variables, arrays, constraints, groups (read.go, variables.go, one file a family)
//	builder   expressions as linear forms, literals and helper variables (linear.go, literal.go)
//
// Constraints are read one by one and posted at once: the whole of a large
// file is never in memory.
//
// # What an answer is
//
// An answer assigns a value to each variable that occurs in a constraint or an
// objective. A variable that occurs nowhere, and a cell of an array without a
// domain, is no part of an answer and is written as *, as the format's rules
// for solutions say. All that the reader adds is hidden.
//
// # Errors
//
// Mistakes are *input.Error with a place; what is correct XCSP3 but not
// supported Is ErrUnsupported. Inside of the package both travel as panics with
// a failure, which Read recovers.
//
// # Sources
//
// F. Boussemart, C. Lecoutre, G. Audemard, C. Piette: XCSP3-core, a format for
// representing constraint satisfaction/optimization problems,
// arXiv:2009.00514.
package xcsp3
