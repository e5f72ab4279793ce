package flatzinc

import (
	"bufio"
	"io"
	"sync"
	"time"
)

// writer is a buffered writer that is flushed at once, or a short time after
// something was written: who reads it sees answers early, and a million of them
// cost no million writes.
type writer struct {
	mu    sync.Mutex
	w     *bufio.Writer
	each  bool // flush at once
	dirty bool
	err   error
	done  chan struct{}
	once  sync.Once
}

// flushEvery is how long text may wait.
const flushEvery = 50 * time.Millisecond

func newWriter(w io.Writer, each bool) *writer {
	o := &writer{w: bufio.NewWriterSize(w, 1<<16), each: each, done: make(chan struct{})}
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
		case <-o.done:
			return
		case <-t.C:
			o.mu.Lock()
			o.flush()
			o.mu.Unlock()
		}
	}
}

func (o *writer) write(text []byte) {
	o.mu.Lock()
	defer o.mu.Unlock()
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

func (o *writer) failed() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil
}

func (o *writer) stop() { o.once.Do(func() { close(o.done) }) }

func (o *writer) close() error {
	o.stop()
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
	return o.err
}
