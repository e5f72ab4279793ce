package main

import (
	"io"
	"os"
	"sync"

	"github.com/clewsolver/clew/watch"
	"golang.org/x/term"
)

// screen is a terminal on which something is played: what is written goes there
// at once.
type screen struct {
	io.Writer
	size func() (columns, rows int)
	keys func() <-chan watch.Key            // what is typed; always the same channel
	raw  func() (restore func(), err error) // gives each key as it is typed, until restore
}

// newScreen returns the terminal of a process.
func newScreen(in, out *os.File) *screen {
	return &screen{
		Writer: out,
		size: func() (columns, rows int) {
			w, h, err := term.GetSize(int(out.Fd()))
			if err != nil || w <= 0 || h <= 0 {
				return 80, 24
			}
			return w, h
		},
		keys: sync.OnceValue(func() <-chan watch.Key { return watch.ReadKeys(in) }),
		raw: func() (func(), error) {
			state, err := term.MakeRaw(int(in.Fd()))
			if err != nil {
				return nil, err
			}
			return func() { term.Restore(int(in.Fd()), state) }, nil
		},
	}
}
