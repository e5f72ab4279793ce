//go:build long

package page

// How hard the load tests are: a search of more than a million nodes.
const (
	loadNodes  = 1_100_000
	loadQueens = 9
	loadHeap   = 512 << 20
)
