package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/watch"
)

// traceDelay is how late an event may reach its file.
const traceDelay = time.Second

// traceFile writes the events of searches to a file while they run, so that a
// run that is killed leaves what it has done.
type traceFile struct {
	name string

	mu      sync.Mutex
	f       *os.File
	buf     []byte
	waiting bool  // a flush is due within traceDelay
	err     error // the first one; nothing is written after it
	onFail  func()
}

// createTrace opens the file for the events of a command; onFail is called once
// if they cannot be written.
func createTrace(name string, onFail func()) (*traceFile, error) {
	if name == "-" || name == "" {
		return nil, fmt.Errorf("--trace: found %q, expected a FILE", name)
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--trace: %s: %s", printable(name), reason(err))
	}
	return &traceFile{name: name, f: f, onFail: onFail}, nil
}

// event writes an event.
func (t *traceFile) event(e *clew.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(watch.AppendEvent(t.buf, e), '\n')
	switch {
	case len(t.buf) >= flushSize:
		t.flush()
	case !t.waiting:
		t.waiting = true
		time.AfterFunc(traceDelay, func() {
			t.mu.Lock()
			defer t.mu.Unlock()
			t.waiting = false
			t.flush()
		})
	}
}

func (t *traceFile) flush() {
	if t.err == nil && t.f != nil {
		if _, t.err = t.f.Write(t.buf); t.err != nil {
			t.onFail()
		}
	}
	t.buf = t.buf[:0]
}

// close ends the file. The error says what could not be written.
func (t *traceFile) close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.flush()
	if err := t.f.Close(); t.err == nil {
		t.err = err
	}
	t.f = nil
	if t.err != nil {
		return fmt.Errorf("cannot write the trace %s: %s", printable(t.name), reason(t.err))
	}
	return nil
}
