package page

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/clewsolver/clew"
)

// registry is the searches that pages hold.
type registry struct {
	mu       sync.Mutex
	searches map[string]*search
	closed   bool
	running  int   // searches that have not ended, those that are forgotten too
	logs     int64 // bytes of all logs
	waiting  sync.WaitGroup
}

// errEnding is the error for what is asked of a server that is being closed.
var errEnding = refused(http.StatusServiceUnavailable, "the server is ending")

// launch calls f on a goroutine that Close waits for; false if that has been called.
func (g *registry) launch(f func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.waiting.Go(f)
	}
	return !g.closed
}

// begin starts a search for a page, whose request has to leave it.
func (s *Server) begin(page string, p clew.Problem, opts []clew.Option) (*search, error) {
	g := &s.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	held := 0
	for _, x := range g.searches {
		if x.page == page {
			held++
		}
	}
	switch {
	case g.closed:
		return nil, errEnding
	case held >= s.limits.PerPage:
		return nil, refused(http.StatusTooManyRequests, "this page holds %d searches already, the most that are allowed", held)
	case g.running >= s.limits.Searches:
		return nil, refused(http.StatusTooManyRequests, "%d searches are running already, the most that are allowed at once; try again when one has ended", g.running)
	case len(g.searches) >= s.limits.Held:
		return nil, refused(http.StatusTooManyRequests, "pages hold %d searches already, the most that are allowed", len(g.searches))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	x := &search{id: strings.ToLower(rand.Text()), page: page, server: s, cancel: cancel, begun: make(chan struct{}), done: make(chan struct{})}
	x.readers.Add(1) // the request
	g.searches[x.id] = x
	g.running++
	g.waiting.Go(func() {
		x.run(ctx, p, opts)
		g.mu.Lock()
		g.running--
		g.mu.Unlock()
		close(x.done)
	})
	return x, nil
}

// find returns the search of an id, nil if there is none.
func (s *Server) find(id string) *search {
	s.registry.mu.Lock()
	defer s.registry.mu.Unlock()
	return s.registry.searches[id]
}

// forget ends a search, and drops it when it has ended.
func (s *Server) forget(x *search, why *stop) {
	g := &s.registry
	g.mu.Lock()
	_, held := g.searches[x.id]
	delete(g.searches, x.id)
	g.mu.Unlock()
	x.cancel(why)
	if !held {
		return
	}
	g.waiting.Go(func() {
		<-x.done
		s.grow(-x.counted, 0)
	})
}

// grow counts bytes of a log, which has size bytes now, and returns why it must
// not grow further.
func (s *Server) grow(more, size int64) *stop {
	g := &s.registry
	g.mu.Lock()
	defer g.mu.Unlock()
	g.logs += more
	switch {
	case size > s.limits.Log:
		return s.limits.outOfLog()
	case more > 0 && g.logs > s.limits.Logs:
		return s.limits.outOfLogs()
	}
	return nil
}

// watchOver forgets searches whose pages are gone, until the server is closed.
func (s *Server) watchOver() {
	tick := time.NewTicker(min(s.limits.Idle/4, time.Second))
	defer tick.Stop()
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
		s.forgetIdle(time.Now())
	}
}

// forgetIdle forgets the searches that no page asks for at a time.
func (s *Server) forgetIdle(now time.Time) {
	for _, x := range s.all() {
		if x.readers.Load() == 0 && now.Sub(time.Unix(0, x.touched.Load())) > s.limits.Idle {
			s.forget(x, &stop{stopClosed, fmt.Sprintf("stopped: no page asked for it for %s", s.limits.Idle)})
		}
	}
}

// all returns the searches that are held.
func (s *Server) all() []*search {
	s.registry.mu.Lock()
	defer s.registry.mu.Unlock()
	var all []*search
	for _, x := range s.registry.searches {
		all = append(all, x)
	}
	return all
}
