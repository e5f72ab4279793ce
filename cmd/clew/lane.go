package main

import (
	"fmt"
	"sync"
)

// laneMax is how many bytes of results a lane keeps before it waits.
const laneMax = 1 << 18

// lane is a sink that keeps what it is given until it is let out to the
// console, and from then on passes it on.
type lane struct {
	apart   bool     // a blank line parts it from what was printed before
	console *console // of the run

	mu      sync.Mutex
	changed sync.Cond
	results []byte
	notes   []laneNote
	out     *console // once it is let out; nil drops everything
	live    bool     // let out
	closed  bool
	before  bool // something was printed before
	any     bool // there were results
}

// laneNote is a note that follows the first after bytes of the results kept.
type laneNote struct {
	after int
	text  string
}

func (l *lane) reset(apart bool, c *console) {
	l.apart, l.console = apart, c
	l.results, l.notes = l.results[:0], l.notes[:0]
	l.out, l.live, l.closed, l.before, l.any = nil, false, false, false, false
}

// Lost reports whether the console cannot be written to any more.
func (l *lane) Lost() bool { return l.console.Lost() }

// Abort stops the run.
func (l *lane) Abort() { l.console.Abort() }

func (l *lane) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for !l.live && len(l.results) > laneMax {
		l.changed.Wait()
	}
	if !l.live {
		l.results = append(l.results, p...)
		return len(p), nil
	}
	return l.pass(p)
}

// pass passes results on to the console.
func (l *lane) pass(p []byte) (int, error) {
	if l.out == nil || len(p) == 0 {
		return len(p), nil
	}
	if !l.any && l.before && l.apart {
		l.out.Write([]byte{'\n'})
	}
	l.any = true
	return l.out.Write(p)
}

func (l *lane) Note(format string, args ...any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := fmt.Sprintf(format, args...)
	switch {
	case !l.live:
		l.notes = append(l.notes, laneNote{len(l.results), text})
	case l.out != nil:
		l.out.Note("%s", text)
	}
}

// Status shows the status of the lane that is let out, and of no other.
func (l *lane) Status(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.live && l.out != nil {
		l.out.Status(text)
	}
}

// close says that nothing more will come.
func (l *lane) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
}

// letOut passes on what was kept and what follows, until the lane is closed; to
// nobody if out is nil. before says whether there were results of others; it
// returns whether there were some of this lane.
func (l *lane) letOut(out *console, before bool) (any bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out, l.before, l.live = out, before, true
	at := 0
	for _, n := range l.notes {
		l.pass(l.results[at:n.after])
		at = n.after
		if out != nil {
			out.Note("%s", n.text)
		}
	}
	l.pass(l.results[at:])
	l.changed.Broadcast()
	for !l.closed {
		l.changed.Wait()
	}
	return l.any
}
