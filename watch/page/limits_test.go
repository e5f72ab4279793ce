package page

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clewsolver/clew"
)

const endlessSearch = `{"problem":"endless","method":"plain"}`

// A search that reaches a limit ends, says so, and what it did can be seen.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limits         Limits
		reason, expect string
	}{
		{Limits{Nodes: 100}, "nodes", "stopped at 100 nodes"},
		{Limits{Log: 100_000}, "log", "stopped at 97 KiB of events"},
		{Limits{Logs: 100_000}, "log", "all pages together"},
		{Limits{Time: 50 * time.Millisecond}, "time", "stopped after 50ms"},
		{Limits{Memory: 1 << 20, Nodes: 1 << 30, Log: 1 << 40, Logs: 1 << 40}, "memory", "more than 1 MiB of memory"},
	} {
		p := newClient(t, c.limits)
		path := p.begin(endlessSearch)
		records, end := p.steps(path, 0)
		if end.Running || end.Complete || end.Reason != c.reason || !strings.Contains(end.Message, c.expect) || end.Steps*recordSize != len(records) {
			t.Errorf("%+v: %d bytes of records, %+v", c.limits, len(records), end)
			continue
		}
		if c.reason != "memory" {
			if status, b := p.do("GET", fmt.Sprintf("%s/window?from=%d&count=9", path, end.Steps), ""); status != 200 || !bytes.Contains(b, []byte(`"steps":[]`)) {
				t.Errorf("%s: %d %s", c.reason, status, b)
			}
			_, trace := p.do("GET", path+"/trace.jsonl", "")
			if !bytes.Contains(trace, []byte(`"complete":false,"reason":"`+end.Message+`"}`)) {
				t.Errorf("%s: the trace ends with %s", c.reason, trace[max(0, len(trace)-200):])
			}
		}
	}
}

// A problem whose reading takes too much memory is given up.
func TestMemoryWhileReading(t *testing.T) {
	c := newClient(t, Limits{Memory: 8})
	status, b := c.do("POST", "/api/searches", `{"problem":"slow","method":"learn"}`)
	if status != http.StatusInsufficientStorage || !bytes.Contains(b, []byte("too much memory")) {
		t.Errorf("%d %s", status, b)
	}
}

// A problem whose reading does not listen holds up other problems, not their
// pages, and one whose reading fails nobody.
func TestDeafReading(t *testing.T) {
	c := newClient(t, Limits{Open: 30 * time.Millisecond, Held: 3})
	var told strings.Builder
	c.server.config.Errors = &told
	hear := make(chan struct{})
	read := func(open func()) func(context.Context, map[string]string) (Instance, error) {
		return func(context.Context, map[string]string) (Instance, error) {
			open()
			return Instance{}, fmt.Errorf("read")
		}
	}
	c.server.config.Problems = append(c.server.config.Problems,
		Problem{Name: "deaf", Methods: []clew.Method{clew.Plain}, Open: read(func() { <-hear })},
		Problem{Name: "broken", Methods: []clew.Method{clew.Plain}, Open: read(func() { panic("a fault on purpose") })},
	)
	refused := func(problem string, want int, words string) {
		t.Helper()
		if status, b := c.do("POST", "/api/searches", fmt.Sprintf(`{"problem":%q,"method":"plain"}`, problem)); status != want || !strings.Contains(string(b), words) {
			t.Errorf("%s: %d %s, want %d %s", problem, status, b, want, words)
		}
	}
	refused("deaf", http.StatusRequestEntityTooLarge, "takes longer than 30ms")
	refused("queens", http.StatusServiceUnavailable, "another problem is being read")
	for range cap(c.server.asking) {
		c.server.asking <- struct{}{}
	}
	refused("queens", http.StatusTooManyRequests, "3 problems are waiting")
	for range cap(c.server.asking) {
		<-c.server.asking
	}
	close(hear)
	eventually(t, "it has been read", func() bool { return len(c.server.opening) == 0 })
	refused("broken", http.StatusInternalServerError, "a mistake in clew: a fault on purpose")
	if !strings.Contains(told.String(), "TestDeafReading") {
		t.Errorf("told %q", told.String())
	}
	c.steps(c.begin(queens6), 0)
}

// So many searches run at once, are held by a page, and by all; those that end make
// room.
func TestSearches(t *testing.T) {
	c := newClient(t, Limits{Searches: 2, PerPage: 3, Held: 4})
	on := func(page, problem string) string {
		return fmt.Sprintf(`{"page":%q,"problem":%q,"method":"plain","values":{}}`, page, problem)
	}
	full := func(body, want string) {
		t.Helper()
		if status, b := c.do("POST", "/api/searches", body); status != http.StatusTooManyRequests || !strings.Contains(string(b), want) {
			t.Errorf("%d %s, want %s", status, b, want)
		}
	}
	a := c.begin(on("a", "endless"))
	b := c.begin(on("b", "endless"))
	full(on("c", "endless"), "2 searches are running already")
	c.do("DELETE", a, "")
	eventually(t, "there is room", func() bool {
		status, _ := c.do("POST", "/api/searches", on("a", "queens"))
		return status == http.StatusCreated
	})
	eventually(t, "a search ended", func() bool { return running(c.server) == 1 })
	c.begin(on("a", "queens"))
	eventually(t, "a search ended", func() bool { return running(c.server) == 1 })
	c.begin(on("a", "queens"))
	full(on("a", "queens"), "this page holds 3 searches already")
	eventually(t, "a search ended", func() bool { return running(c.server) == 1 })
	full(on("b", "queens"), "pages hold 4 searches already")
	c.do("POST", b+"/end", "{}")
	eventually(t, "the search ended", func() bool { return running(c.server) == 0 })
}

// running returns how many searches run.
func running(s *Server) int {
	s.registry.mu.Lock()
	defer s.registry.mu.Unlock()
	return s.registry.running
}

// A search that does not look whether to go on counts as running, though its page
// has forgotten it, and while it is held says that it is ending.
func TestDeaf(t *testing.T) {
	c := newClient(t, Limits{Searches: 1, Time: 20 * time.Millisecond})
	hear := make(chan struct{})
	c.server.config.Problems = append(c.server.config.Problems, Problem{
		Name: "deaf", Methods: []clew.Method{clew.Plain},
		Open: func(context.Context, map[string]string) (Instance, error) {
			return Instance{Problem: clew.FromSpace("deaf", func() clew.Space { return deaf{hear: hear} })}, nil
		},
	})
	path := c.begin(`{"problem":"deaf","method":"plain"}`)
	eventually(t, "it is said to be ending", func() bool {
		_, b := c.do("POST", path+"/alive", "{}")
		return bytes.Contains(b, []byte(`"running":true`)) && bytes.Contains(b, []byte(`"message":"ending: stopped after 20ms`))
	})
	c.do("DELETE", path, "")
	if status, b := c.do("POST", "/api/searches", endlessSearch); status != http.StatusTooManyRequests {
		t.Errorf("%d %s", status, b)
	}
	close(hear)
	eventually(t, "it has ended", func() bool { return running(c.server) == 0 })
}

// A search whose making does not hear counts as running, and its page is told.
func TestDeafMaking(t *testing.T) {
	c := newClient(t, Limits{Searches: 1, Time: 80 * time.Millisecond})
	hear, spaces := make(chan struct{}), 0
	c.server.config.Problems = append(c.server.config.Problems, Problem{
		Name: "deaf", Methods: []clew.Method{clew.Plain},
		Open: func(context.Context, map[string]string) (Instance, error) {
			return Instance{Problem: clew.FromSpace("deaf", func() clew.Space {
				if spaces++; spaces > 1 { // the first is made when it is read
					<-hear
				}
				return endless{}
			})}, nil
		},
	})
	if status, b := c.do("POST", "/api/searches", `{"problem":"deaf","method":"plain"}`); status != http.StatusServiceUnavailable ||
		!strings.Contains(string(b), "before the search began: stopped after 80ms") {
		t.Errorf("%d %s", status, b)
	}
	if status, b := c.do("POST", "/api/searches", endlessSearch); status != http.StatusTooManyRequests {
		t.Errorf("%d %s", status, b)
	}
	close(hear)
	eventually(t, "it has ended", func() bool { return running(c.server) == 0 })
	if n := len(c.server.all()); n != 0 {
		t.Errorf("%d searches are held", n)
	}
}

// deaf is a space that hears nothing at its third place until it is told to.
type deaf struct {
	endless
	hear chan struct{}
}

func (d deaf) Check(placed []int, v int) bool {
	if len(placed) == 2 {
		<-d.hear
	}
	return true
}

// A search whose page is gone is ended and forgotten, one that is asked for stays.
func TestPageGone(t *testing.T) {
	before := runtime.NumGoroutine()
	c := newClient(t, Limits{Idle: time.Hour, Nodes: 1 << 30, Log: 1 << 30})
	c.begin(endlessSearch)         // nobody asks for it
	kept := c.begin(endlessSearch) // somebody does
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", c.url+c.begin(endlessSearch)+"/steps.bin", nil) // its stream is open
	stream, err := c.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		io.Copy(io.Discard, stream.Body)
		stream.Body.Close()
	})
	c.server.forgetIdle(time.Now())
	if n := len(c.server.all()); n != 3 {
		t.Errorf("%d searches are held, want all three", n)
	}
	eventually(t, "only the stream is under way", func() bool {
		readers := int32(0)
		for _, x := range c.server.all() {
			readers += x.readers.Load()
		}
		return readers == 1
	})
	begun := time.Now()
	c.do("POST", kept+"/alive", "{}")
	c.server.forgetIdle(begun.Add(time.Hour)) // since that request it is a little less
	if n := len(c.server.all()); n != 2 {
		t.Errorf("%d searches are held, want the two that are asked for", n)
	}
	cancel() // the connection drops
	reading.Wait()
	eventually(t, "all are forgotten", func() bool {
		c.server.forgetIdle(time.Now().Add(2 * time.Hour))
		return len(c.server.all()) == 0
	})
	eventually(t, "they have ended", func() bool { return running(c.server) == 0 })
	eventually(t, "their events are no longer counted", func() bool {
		c.server.registry.mu.Lock()
		defer c.server.registry.mu.Unlock()
		return c.server.registry.logs == 0
	})
	goroutinesReturn(t, c, before)
	if status, b := c.do("POST", "/api/searches", endlessSearch); status != http.StatusServiceUnavailable {
		t.Errorf("at a closed server: %d %s", status, b)
	}
}

// The server looks for idle searches by itself.
func TestIdle(t *testing.T) {
	c := newClient(t, Limits{Idle: 50 * time.Millisecond})
	c.begin(endlessSearch)
	eventually(t, "it is forgotten", func() bool { return len(c.server.all()) == 0 && running(c.server) == 0 })
}

// A fault of a search ends that search only.
func TestPanic(t *testing.T) {
	c := newClient(t, Limits{})
	var told strings.Builder
	c.server.config.Errors = &told
	path := c.begin(`{"problem":"faulty","method":"plain"}`)
	_, end := c.steps(path, 0)
	if end.Reason != "error" || !strings.Contains(end.Message, "a fault on purpose") || end.Steps == 0 {
		t.Errorf("%+v", end)
	}
	if !strings.Contains(told.String(), "endless") || !strings.Contains(told.String(), "Check") {
		t.Errorf("told %q", told.String())
	}
	c.steps(c.begin(queens6), 0)
}
