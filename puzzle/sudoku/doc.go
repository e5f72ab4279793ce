// Package sudoku reads, checks, solves and draws Sudoku puzzles of any box
// shape: n x n cells in boxes of R rows and C columns, n = R*C up to MaxSize.
// Every row, column and box holds each of the values 1..n once.
//
// An answer is the output "grid", n x n values in row-major order. Cells are
// named r1c1 in messages, rows from the top and columns from the left, both
// counted from 1; boxes are counted from 1 in row-major order.
//
// # Symbols
//
// Values are always 1..n inside; the symbols of the input are kept for
// drawing. Which symbols a puzzle uses is decided from all its cells at once:
//
//   - A number of two digits somewhere (cells apart by spaces, commas or tabs):
//     numbers, 0 is blank.
//   - Letters, and no digit 1-9: A is 1 ("A-P", "A-Y").
//   - Otherwise digits, continued by letters where A is 10 ("1-9A-G").
//   - From 0, so that 0 stands for the value 1 and A for 11 ("0-9A-F"): if n is
//     at least 10, there are a digit 1-9 and a 0, no symbol lies beyond n-1, and
//     the 0 cannot be meant as the blank, because another blank is used or
//     because every row holds one 0 and no blank.
//
// Blanks are . * _ - and 0 except where it is a digit, and x or X where that
// letter stands for no value of the size. Lower-case letters are the same as
// capitals.
//
// # Text
//
// Read documents which texts it takes and how it tells them apart.
package sudoku
