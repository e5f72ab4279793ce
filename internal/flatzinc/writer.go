package flatzinc

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// flushEvery is how long text may wait to be written.
const flushEvery = 40 * time.Millisecond

// writer is a buffered writer that is flushed at once, or a short time after
// something was written: who reads it sees answers early, and a million of them
// cost no million writes.
type writer struct {
	mu      sync.Mutex
	w       *bufio.Writer
	each    bool   // flush at once
	kept    []byte // to be written if the run is abandoned
	found   bool   // an answer was written or kept
	dirty   bool
	closed  bool
	err     error
	stopped chan struct{}
}

func newWriter(w io.Writer, each bool) *writer {
	o := &writer{w: bufio.NewWriterSize(w, 1<<16), each: each, stopped: make(chan struct{})}
	if !each {
		go o.tick()
	}
	return o
}

func (o *writer) tick() {
	t := time.NewTicker(flushEvery)
	defer t.Stop()
	for {
		select {
		case <-o.stopped:
			return
		case <-t.C:
			o.mu.Lock()
			o.flush()
			o.mu.Unlock()
		}
	}
}

// answer writes the text of an answer, or keeps it until the next one.
func (o *writer) answer(text []byte, keep bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.found = true
	if keep {
		o.kept = append(o.kept[:0], text...)
		return
	}
	o.put(text)
}

// write writes what was kept, and text.
func (o *writer) write(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.putKept()
	o.put(text)
}

func (o *writer) putKept() {
	o.put(o.kept)
	o.kept = nil
}

func (o *writer) put(text []byte) {
	if o.closed || len(text) == 0 {
		return
	}
	if _, err := o.w.Write(text); err != nil && o.err == nil {
		o.err = err
	}
	o.dirty = true
	if o.each {
		o.flush()
	}
}

func (o *writer) flush() {
	if !o.dirty {
		return
	}
	o.dirty = false
	if err := o.w.Flush(); err != nil && o.err == nil {
		o.err = err
	}
}

// failed reports whether something could not be written.
func (o *writer) failed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

// close writes what is left. Nothing is written after it.
func (o *writer) close() error { return o.finish(nil) }

// abandon closes the writer in the middle of a run: with what was kept, or
// unknown if there was no answer.
func (o *writer) abandon(unknown []byte) error { return o.finish(unknown) }

func (o *writer) finish(unknown []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return o.err
	}
	o.putKept()
	if !o.found {
		o.put(unknown)
	}
	o.flush()
	o.closed = true
	close(o.stopped)
	return o.err
}
