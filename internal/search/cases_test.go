//go:build !long

package search

// learnCases is the number of random models of each test.
const learnCases = 400
