//go:build long

package proptest

// scale multiplies the number of cases of Run.
const scale = 5
