//go:build !long

package page

// How hard the load tests are.
const (
	loadNodes  = 60_000 // of the large search
	loadQueens = 7      // of the search of each page
	loadHeap   = 64 << 20
)
