package main

import (
	"context"
	"errors"

	"github.com/clewsolver/clew"
)

// Exit codes. A verb says which of the first two fits its answer.
const (
	exitYes        = 0 // found, at least one, exactly one
	exitNo         = 1 // proved that there is none; for unique: not exactly one
	exitBad        = 2 // bad usage or input
	exitIncomplete = 3 // stopped before the answer was known
)

// worse returns the exit code that counts more for a batch of problems.
func worse(a, b int) int {
	rank := [...]int{exitYes: 0, exitNo: 1, exitIncomplete: 2, exitBad: 3}
	if rank[b] > rank[a] {
		return b
	}
	return a
}

// Causes of a cancelled context, in the words of the results.
var (
	errInterrupted = errors.New("interrupted")
	errTimeLimit   = errors.New("time limit reached")
	errOutput      = errors.New("results cannot be written")
)

// whyStopped splits the error of a verb: stopped says why the run was cut
// short, empty if it was not; any other error is passed on.
func whyStopped(err error) (stopped string, other error) {
	if !errors.Is(err, clew.ErrIncomplete) {
		return "", err
	}
	for _, cause := range []error{clew.ErrLimit, errTimeLimit, errInterrupted, errOutput} {
		if errors.Is(err, cause) {
			return cause.Error(), nil
		}
	}
	return context.Canceled.Error(), nil
}
