package page

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clewsolver/clew"
)

// search is a search, running or over, with its events.
type search struct {
	id     string
	page   string // who asked for it
	server *Server
	cancel context.CancelCauseFunc
	ctx    context.Context // that the search looks at, once begun
	begun  chan struct{}   // closed when log or failed is set, by begin
	once   sync.Once
	done   chan struct{} // closed when the search is over

	log     *eventLog // once begun; nil if it never came to that
	failed  error     // why not
	counted int64     // bytes of the log that the server has counted; for the search, then for who forgets it

	relieved bool // of its memory; for watchMemory

	readers atomic.Int32 // requests about it that are under way, the one that started it among them
	touched atomic.Int64 // when the last one ended, in nanoseconds

	mu    sync.Mutex
	ended *state // when done
}

// begin lets the page know of the search. By the plain method it waits until all
// that is given is told: that is known before the first step.
func (s *search) begin() { s.once.Do(func() { close(s.begun) }) }

// state is how far a search is, as a page is told.
type state struct {
	Running  bool   `json:"running"`
	Steps    int    `json:"steps"`
	Answers  string `json:"answers"`
	Complete bool   `json:"complete"`
	Reason   string `json:"reason,omitempty"`
	Message  string `json:"message,omitempty"`
}

// leave notes that a request, which was counted among the readers, is over.
func (s *search) leave() {
	s.touched.Store(time.Now().UnixNano())
	s.readers.Add(-1)
}

// run walks the tree and keeps the events, on its own goroutine.
func (s *search) run(ctx context.Context, p clew.Problem, opts []clew.Option) {
	limits := s.server.limits
	ctx, cancel := context.WithTimeoutCause(ctx, limits.Time, limits.outOfTime())
	defer cancel()
	s.ctx = ctx
	complete, err := s.record(ctx, p, opts)
	if s.log == nil {
		if err == nil {
			err = errors.New("the search ended without a start")
		}
		s.failed = err
		var why *stop
		if cause := context.Cause(ctx); errors.As(cause, &why) {
			s.failed = notBegun(why)
		}
		s.begin()
		return
	}
	s.begin()
	end := &state{Complete: complete}
	var why *stop
	switch {
	case complete:
	case errors.As(err, &why):
		end.Reason, end.Message = why.reason, why.message
	case err != nil:
		end.Reason, end.Message = "error", err.Error()
	}
	s.mu.Lock()
	s.ended = end
	s.mu.Unlock()
	s.log.end()
}

// notBegun is the error for a search that was stopped before its first event.
func notBegun(why *stop) error {
	return refused(http.StatusServiceUnavailable, "before the search began: %s", why.message)
}

// record puts the events into the log. The error is a *stop if that is why the
// tree was not walked.
func (s *search) record(ctx context.Context, p clew.Problem, opts []clew.Option) (complete bool, err error) {
	defer func() {
		if x := recover(); x != nil {
			s.server.complain("a search of %s failed: %v\n%s", p.Name(), x, debug.Stack())
			complete, err = false, refused(http.StatusInternalServerError, "the search failed, which is a mistake in clew: %.200v", x)
		}
	}()
	limits := s.server.limits
	var full *stop
	over := false
	for e, err := range clew.Events(ctx, p, opts...) {
		var why *stop
		switch {
		case err == nil:
		case errors.As(context.Cause(ctx), &why):
			return complete, why
		default:
			return complete, err
		}
		if e.Kind == clew.EventStart {
			s.log = newLog(e.Start)
			if e.Start.Method != clew.Plain {
				s.begin()
			}
			continue
		}
		if !isGiven(e) {
			s.begin()
		}
		if e.Kind == clew.EventPlace && int(s.log.newest) >= limits.Nodes {
			full = limits.outOfNodes()
			break
		}
		s.log.add(e)
		if over = e.Kind == clew.EventDone; over {
			complete = e.Complete
			continue // the error, if there is one, comes after it
		}
		if size := s.log.size; size != s.counted {
			full = s.server.grow(size-s.counted, size)
			s.counted = size
			if full != nil {
				break
			}
		}
	}
	if full != nil && !over {
		s.log.add(&clew.Event{Kind: clew.EventDone, Literal: clew.Literal{Var: -1}, By: -1, Answer: s.log.answers, Reason: full.message})
		return false, full
	}
	return complete, nil
}

// state returns how far the search is.
func (s *search) state() state {
	at := state{Running: true}
	s.mu.Lock()
	if s.ended != nil {
		at = *s.ended
	}
	s.mu.Unlock()
	x := s.log.extent()
	at.Running = !x.ended
	at.Steps, at.Answers = x.steps, fmt.Sprint(x.answers)
	if at.Running {
		at.Complete, at.Reason, at.Message = false, "", ""
		// It looks whether to go on but now and then.
		var why *stop
		if cause := context.Cause(s.ctx); errors.As(cause, &why) {
			at.Message = "ending: " + why.message
		}
	}
	return at
}
