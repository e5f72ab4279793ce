// Package queens counts the ways to place n queens on an n x n board so that no
// two share a row, a column or a diagonal, all of them and those that differ by
// more than turning and mirroring. It goes through none of its answers more than
// it must, and through most of them many at once.
//
// A count is split into parts ([Parts]), each with a weight: the number of
// boards, turned and mirrored ones, that a board counted in it stands for. The
// parts share nothing. A [Counter] counts them one by one and allocates only
// when it is made; [Count] does it all.
//
// # Diagonals
//
// In both methods a set of diagonals is a word in which each diagonal has its
// own bit, the same in every row: a queen on (row, col) is on the rising diagonal
// row+col and on the falling one col-row. So the squares of a row that are under
// attack are the words of the two kinds, each shifted by the row, and queens can
// be placed in any order of the rows.
//
// # Border
//
// [Border] is the bitmask search as the fastest programs have it that go from
// board to board. The queens in the two outer rows and the two outer columns
// come first, one choice of these for all that turning and mirroring makes of
// it: the weight is the number of such images that differ. The other rows are
// filled from top to bottom, and a row that would be left without a square is
// seen two rows ahead. It counts the boards that are too small for the other
// method, and is a second opinion on all others.
//
// Bitmasks for rows of queens are older than all of these; Qiu Zongyan ("Bit-
// vector encoding of n-queen problem", SIGPLAN Notices 37(2), 2002) and Richards
// ("Backtracking algorithms in MCPL using bit patterns and recursion", Cambridge
// 1997) have the loop. That only one board of eight needs to be searched, and how
// the outer queens tell which, is from Takaken's program of 2003. To place all
// four outer queens first, and to look two rows ahead, is as NQueensFAF (Poeschl,
// 2020) does it.
//
// # Join
//
// [Join] cuts the board between rows into an upper and a lower half. An upper half
// meets a lower one in two ways only: they have no column in common, and no
// diagonal. So, for each set of columns:
//
//  1. List all upper halves on these columns. Of each only the diagonals are kept
//     that reach the lower half: a word of two fields.
//  2. Walk all lower halves on the other columns, row by row from the middle of
//     the board out, and with each queen filter the list: what has a diagonal of
//     hers is gone. A word-and and a test for each entry, no jumps.
//  3. When 256 or fewer entries are left, turn the list round: for each diagonal a
//     set of entries, as four words, that are not on it. The walk goes on with the
//     set of entries that are left: a queen now costs eight word-ands for all of
//     them, and at the last row the number of boards is the number of bits.
//
// The lists are short for what they do: with 18 queens some 3000 entries make
// some 7000 boards, for each of 12000 sets of columns. What a board costs, falls
// as boards grow, since more and more of them are counted by one instruction.
//
// Turning round is a transposition of bits. The diagonals that matter below row k
// are n-1-k of each kind, which is half a word where the list is short, so that
// 64 entries are 32 words, transposed in 80 exchanges.
//
// Which boards are counted for all eight that turning and mirroring makes of them
// has to be decided by the set of columns, and by each half alone; what takes
// both halves could not be used before they meet. evenParts and oddParts tell how
// that is done.
//
// Meeting in the middle goes back to Horowitz and Sahni ("Computing partitions
// with applications to the knapsack problem", J. ACM 21(2), 1974). Filtering the
// list along a walk of the other half, row by row, and turning it round to sets of
// bits, were worked out for this package; that joining halves beats the best
// searches by a factor of two was known from a prototype, and deepgreen's program
// of 2010 joins quarters of the board.
//
// docs/performance.md has figures, and what was tried and lost.
package queens
