package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"
)

// Results are written when so many bytes have gathered, or after so long.
const (
	flushSize = 1 << 16
	flushTime = 100 * time.Millisecond
)

// sink is what takes results, remarks and the status line, as a console does.
type sink interface {
	// Write adds to the results. What is written is complete lines.
	Write(p []byte) (int, error)
	// Note writes a line to stderr, after the results so far.
	Note(format string, args ...any)
	// Status puts text on the status line; the empty text erases it.
	Status(text string)
	// Lost reports whether results cannot be written any more.
	Lost() bool
	// Abort stops the run, since its results cannot be written.
	Abort()
}

// console is the three streams of the command. Results are buffered but never
// kept waiting, and a status line on the terminal gives way to whatever is
// printed. It may be used by several goroutines.
type console struct {
	stdin    io.Reader
	stdinTTY bool // somebody would have to type it
	outTTY   bool
	errTTY   bool
	width    func() int          // columns of the terminal on stderr
	getenv   func(string) string // the environment
	screen   *screen             // nil if input or output is no terminal

	mu      sync.Mutex
	out     io.Writer
	err     io.Writer
	buf     []byte
	waiting bool // a flush is due within flushTime
	status  bool // a status line stands on the terminal
	failed  error
	onFail  func() // called once when results cannot be written
}

// newConsole returns the console of a process.
func newConsole(stdin, stdout, stderr *os.File) *console {
	tty := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	var scr *screen
	if tty(stdin) && tty(stdout) {
		scr = newScreen(stdin, stdout)
	}
	return &console{
		screen: scr,
		stdin:  stdin, stdinTTY: tty(stdin),
		out: stdout, outTTY: tty(stdout),
		err: stderr, errTTY: tty(stderr),
		width: func() int {
			w, _, err := term.GetSize(int(stderr.Fd()))
			if err != nil || w <= 0 {
				return 80
			}
			return w
		},
		getenv: os.Getenv,
		onFail: func() {},
	}
}

// Write adds p to the results.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed != nil {
		return 0, c.failed
	}
	c.buf = append(c.buf, p...)
	switch {
	case len(c.buf) >= flushSize:
		c.flush()
	case !c.waiting:
		c.waiting = true
		time.AfterFunc(flushTime, c.Flush)
	}
	return len(p), c.failed
}

// Flush writes all results that are waiting.
func (c *console) Flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting = false
	c.flush()
}

func (c *console) flush() {
	if len(c.buf) == 0 || c.failed != nil {
		return
	}
	if c.outTTY {
		c.erase()
	}
	_, err := c.out.Write(c.buf)
	c.buf = c.buf[:0]
	if err != nil {
		c.failed = err
		c.onFail()
	}
}

// Failed returns the error that ended the writing of results, nil if there was
// none. A reader that has gone away is no error: it had enough.
func (c *console) Failed() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if errors.Is(c.failed, syscall.EPIPE) || errors.Is(c.failed, io.ErrClosedPipe) {
		return nil
	}
	return c.failed
}

// Lost reports whether results cannot be written any more.
func (c *console) Lost() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed != nil
}

// Abort stops the run, since its results cannot be written.
func (c *console) Abort() { c.onFail() }

// Note writes a line to stderr, after the results so far.
func (c *console) Note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.flush()
	c.erase()
	fmt.Fprintf(c.err, format+"\n", args...)
}

// Status puts text on the status line, cut to the width of the terminal; the
// empty text erases it.
func (c *console) Status(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.erase()
	if text == "" {
		return
	}
	if w := c.width() - 1; len(text) > w {
		text = text[:max(w, 0)]
	}
	io.WriteString(c.err, text)
	c.status = true
}

// erase takes the status line away.
func (c *console) erase() {
	if c.status {
		io.WriteString(c.err, "\r\x1b[K")
		c.status = false
	}
}
