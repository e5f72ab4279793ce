package page

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// live returns how many bytes are in use.
func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// goroutinesReturn fails the test if there are more goroutines than before, but for
// those of the test server.
func goroutinesReturn(t *testing.T, c *client, before int) {
	t.Helper()
	c.server.Close(context.Background())
	c.http.CloseIdleConnections()
	eventually(t, "the goroutines have ended", func() bool { return runtime.NumGoroutine() <= before+3 })
}

// Twenty pages at once all get what they ask for, most of them not at the first
// attempt; in the end nothing is left of them.
func TestTwentyPages(t *testing.T) {
	before := runtime.NumGoroutine()
	c := newClient(t, Limits{Searches: 4})
	body := func(page int, method string) string {
		return fmt.Sprintf(`{"page":"%d","problem":"queens","values":{"n":"%d"},"method":%q}`, page, loadQueens, method)
	}
	answers := map[int]string{7: "40", 8: "92", 9: "352"}[loadQueens]
	var pages sync.WaitGroup
	for page := range 20 {
		pages.Go(func() {
			for _, method := range []string{"plain", "propagate", "learn"} {
				path := ""
				for path == "" {
					status, b := c.do("POST", "/api/searches", body(page, method))
					switch status {
					case http.StatusCreated:
						var s started
						if err := json.Unmarshal(b, &s); err != nil {
							t.Error(err)
							return
						}
						path = "/api/searches/" + s.ID
					case http.StatusTooManyRequests:
						time.Sleep(5 * time.Millisecond)
					default:
						t.Errorf("%d %s", status, b)
						return
					}
				}
				records, end := c.steps(path, 0)
				if !end.Complete || end.Answers != answers || len(records) != end.Steps*recordSize {
					t.Errorf("page %d, %s: %d bytes of records, %+v", page, method, len(records), end)
				}
				for i := range 5 {
					if status, b := c.do("GET", fmt.Sprintf("%s/window?from=%d&count=50", path, i*end.Steps/5), ""); status != 200 {
						t.Errorf("%d %s", status, b)
					}
				}
				c.do("DELETE", path, "")
			}
		})
	}
	pages.Wait()
	if n := len(c.server.all()); n != 0 {
		t.Errorf("%d searches are held", n)
	}
	goroutinesReturn(t, c, before)
}

// A large search runs at full speed beside a reader that is slow, one that reads
// nothing, and one that goes away in the midst; what they did not read takes no
// memory.
func TestSlowReaders(t *testing.T) {
	before, used := runtime.NumGoroutine(), live()
	c := newClient(t, Limits{Nodes: loadNodes, Log: 1 << 30, Time: 10 * time.Minute, Idle: time.Minute})
	path := c.begin(endlessSearch)
	var conns []net.Conn
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(conn, "GET %s/steps.bin HTTP/1.1\r\nHost: %s\r\n\r\n", path, strings.TrimPrefix(c.url, "http://"))
		conns = append(conns, conn)
		return conn
	}
	slow := dial()
	dial() // it reads nothing
	gone := bufio.NewReader(dial())
	if _, err := io.CopyN(io.Discard, gone, 1000); err != nil {
		t.Fatal(err)
	}
	conns[2].Close()
	stop := make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		buf := make([]byte, 100)
		for {
			select {
			case <-stop:
				return
			default:
				slow.Read(buf)
				time.Sleep(time.Millisecond)
			}
		}
	})
	records, end := c.steps(path, 0) // a fast one
	if end.Reason != "nodes" || len(records) != end.Steps*recordSize || end.Steps < loadNodes {
		t.Errorf("%d bytes of records, %+v", len(records), end)
	}
	records = nil
	if now := live(); now > used+loadHeap {
		t.Errorf("%d bytes are in use after %d steps, %d before", now, end.Steps, used)
	}
	for i := range 20 {
		status, b := c.do("GET", fmt.Sprintf("%s/window?from=%d&count=20", path, end.Steps/20*i), "")
		if status != 200 {
			t.Fatalf("%d %s", status, b)
		}
	}
	close(stop)
	for _, conn := range conns {
		conn.Close()
	}
	reading.Wait()
	c.do("DELETE", path, "")
	goroutinesReturn(t, c, before)
	if now := live(); now > used+8<<20 {
		t.Errorf("%d bytes are in use in the end, %d before", now, used)
	}
}
