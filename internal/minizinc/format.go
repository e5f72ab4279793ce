package minizinc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Formatter turns answers in FlatZinc's form into the text that a model asks
// for by its output items: they stream through the minizinc that compiled it.
// Its memory does not grow with their number.
type Formatter struct {
	process *process
	out     io.Writer // to the process, or past it
	copied  chan error

	mu      sync.Mutex
	buf     []byte
	waiting bool // a flush is due within flushTime
	err     error
}

// Answers are passed on when so many bytes have gathered, or after so long.
const (
	flushSize = 1 << 15
	flushTime = 100 * time.Millisecond
)

// Formatter returns a formatter that writes to w. There can be one, before
// Close. Close it first.
func (c *Compiled) Formatter(w io.Writer) *Formatter {
	f := &Formatter{process: c.process, out: c.process.relay, copied: make(chan error, 1)}
	if c.process.relay == nil { // minizinc found that there is no answer, and ended
		f.out = w
		f.copied <- nil
		return f
	}
	go func() {
		_, err := io.Copy(w, c.process.stdout)
		if err != nil { // nobody reads: minizinc must not wait for that
			c.process.stdout.Close()
		}
		f.copied <- err
	}()
	return f
}

// Write passes on text in FlatZinc's form: values, and the lines that end
// answers and runs.
func (f *Formatter) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.buf = append(f.buf, p...)
	switch {
	case len(f.buf) >= flushSize:
		f.flush()
	case !f.waiting:
		f.waiting = true
		time.AfterFunc(flushTime, func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.waiting = false
			f.flush()
		})
	}
	return len(p), f.err
}

func (f *Formatter) flush() {
	if len(f.buf) == 0 || f.err != nil {
		return
	}
	_, f.err = f.out.Write(f.buf)
	f.buf = f.buf[:0]
}

// Close waits until everything is written. The error says what went wrong on
// the way.
func (f *Formatter) Close() error {
	f.mu.Lock()
	f.flush()
	err := f.err
	f.mu.Unlock()
	if f.process.relay == nil {
		return err
	}
	f.process.relay.Close()
	err = errors.Join(err, <-f.copied)
	<-f.process.ended
	if err = errors.Join(err, f.process.err); err != nil {
		return fmt.Errorf("minizinc cannot write the answers (%w)\n%s", err, strings.TrimRight(f.process.stderr.String(), "\n"))
	}
	return nil
}

// limited is a buffer that keeps the beginning of what is written to it.
type limited struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *limited) Write(p []byte) (int, error) {
	const most = 1 << 16
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Write(p[:min(len(p), most-l.b.Len())])
	return len(p), nil
}

func (l *limited) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
