// Package page serves searches to a browser: a page with board and search tree
// side by side, and the steps of searches that run in this process.
//
// # The way of a search
//
//  1. server.go routes a request, after origin.go has looked at where it comes
//     from. start.go reads what is asked for; the problem is opened by the
//     function that Config.Problems has for it.
//  2. search.go runs it on a goroutine of its own, at full speed, up to the
//     limits (limits.go). Its events go into a log.
//  3. log.go keeps them in a few bytes each (encode.go, decode.go), with
//     keyframes from which any step is reached soon (cursor.go).
//  4. stream.go sends the page one record for each step (record.go), as they come;
//     window.go what exactly happened around the step that the page shows.
//  5. A search whose page is gone is ended and forgotten (registry.go), and one
//     that takes too much memory is ended (memory.go).
//
// # Words
//
//	step      what clew.Steps makes one of, numbered from 1; 0 is the start
//	keyframe  what a reader must know to go on from a step
//	page      one page in a browser, which may hold several searches
//
// # Invariants
//
//   - Records and windows are functions of the log alone, so that a reader may come
//     back at any step and sees the same.
//   - Readers never wait for each other nor the search for them: they read what is
//     published of the log, and what they have not read is held nowhere else.
//   - Nothing that a page sends names a file.
package page
