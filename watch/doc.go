// Package watch shows a search while it walks: the steps that clew.Watch
// yields, put before somebody who wants to see how an answer is found.
//
// Text writes steps as numbered text. It knows steps and boards only: the
// words for a try come from the problem (clew.Narrator), the board from its
// clew.Drawer.
package watch
