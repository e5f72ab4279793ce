package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/clewsolver/clew/internal/input"
)

// inputs opens what the arguments name.
type inputs struct {
	ctx     context.Context
	console *console
	changed func(flag string) bool // whether the user gave the flag
}

// warn passes on what another program said that is no error.
func (in *inputs) warn(text string) {
	if !in.changed("quiet") {
		in.console.Note("%s", strings.TrimRight(text, "\n"))
	}
}

// text is an open input and its name for messages.
type text struct {
	io.Reader
	io.Closer
	name string
}

// text opens the text that the arguments of a problem name: a file, or
// standard input for - or no argument. Unless it is asked for by name that must
// not be a terminal, where a newcomer would wait for the command, and the
// command for the newcomer.
func (in *inputs) text(kind string, args []string) (*text, error) {
	switch {
	case len(args) > 1:
		return nil, fmt.Errorf("%s: found %s, expected one", kind, input.Plural(len(args), "argument"))
	case len(args) == 0 && in.console.stdinTTY:
		return nil, fmt.Errorf("%s: found no argument, expected a FILE, or - to type the input", kind)
	case len(args) == 1 && args[0] == "":
		return nil, fmt.Errorf("%s: found an empty argument, expected a FILE, or - for standard input", kind)
	case len(args) == 0 || args[0] == "-":
		return &text{&interruptible{ctx: in.ctx, r: in.console.stdin}, io.NopCloser(nil), "<stdin>"}, nil
	}
	f, err := open(args[0])
	if err != nil {
		return nil, err
	}
	return &text{&interruptible{ctx: in.ctx, r: f}, f, printable(args[0])}, nil
}

// noFile reports whether arg surely names nothing in the file system; a folder
// that must not be searched is no proof.
func noFile(arg string) bool {
	_, err := os.Stat(arg)
	return err != nil && !errors.Is(err, fs.ErrPermission)
}

// open opens a file to be read.
func open(name string) (*os.File, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: no such file", printable(name))
	case err != nil:
		return nil, fmt.Errorf("%s: %s", printable(name), reason(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s: found a directory, expected a file", printable(name))
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", printable(name), reason(err))
	}
	return f, nil
}

// reason returns what went wrong with a file, without the name of the call.
func reason(err error) string {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// printable returns a name of the user's for a message: as it is, or quoted
// and shortened where it would spoil the line.
func printable(name string) string {
	if strings.TrimSpace(name) != "" && len(name) <= 200 && strconv.Quote(name) == `"`+name+`"` {
		return name
	}
	return input.Quote(name)
}

// interruptible is a reader whose reads end with the context: a signal must
// stop a command that waits for its input.
type interruptible struct {
	ctx  context.Context
	r    io.Reader
	room []byte
	read readResult // what is not yet asked for
}

type readResult struct {
	data []byte
	err  error
}

func (r *interruptible) Read(p []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	if len(r.read.data) == 0 && r.read.err == nil {
		if r.room == nil {
			r.room = make([]byte, 1<<16)
		}
		done := make(chan readResult, 1)
		go func() {
			n, err := r.r.Read(r.room)
			done <- readResult{r.room[:n], err}
		}()
		select {
		case r.read = <-done:
		case <-r.ctx.Done():
			return 0, context.Cause(r.ctx)
		}
	}
	n := copy(p, r.read.data)
	r.read.data = r.read.data[n:]
	if len(r.read.data) == 0 {
		return n, r.read.err
	}
	return n, nil
}
