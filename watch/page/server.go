package page

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/clewsolver/clew"
)

//go:generate go tool -modfile=../../tools/go.mod esbuild app=web/src/main.ts app=web/style.css index=web/index.html --bundle --minify --format=iife --target=es2022 --charset=utf8 --loader:.html=copy --outdir=static

//go:embed static
var static embed.FS

// Server serves the page and its searches. It is an http.Handler.
type Server struct {
	config   Config
	limits   Limits
	mux      *http.ServeMux
	registry registry
	asking   chan struct{}                           // holds a value for each request to start a search
	opening  chan struct{}                           // holds a value while a problem is being read
	giveUp   atomic.Pointer[context.CancelCauseFunc] // ends the reading
	closing  chan struct{}                           // closed by Close
	once     sync.Once
}

// New returns a server, to be closed by Close.
func New(c Config) *Server {
	limits := c.Limits.filled()
	s := &Server{
		config: c, limits: limits, mux: http.NewServeMux(),
		registry: registry{searches: map[string]*search{}},
		asking:   make(chan struct{}, limits.Held),
		opening:  make(chan struct{}, 1), closing: make(chan struct{}),
	}
	s.mux.Handle("GET /{$}", file("index.html", "text/html; charset=utf-8"))
	s.mux.Handle("GET /app.js", file("app.js", "text/javascript; charset=utf-8"))
	s.mux.Handle("GET /app.css", file("app.css", "text/css; charset=utf-8"))
	s.mux.HandleFunc("GET /api/about", s.about)
	s.mux.HandleFunc("POST /api/searches", func(w http.ResponseWriter, r *http.Request) {
		if err := s.start(w, r); err != nil {
			refuse(w, err)
		}
	})
	s.searches("GET", "/steps.bin", s.steps)
	s.searches("GET", "/window", s.window)
	s.searches("GET", "/trace.jsonl", s.trace)
	s.searches("POST", "/alive", func(w http.ResponseWriter, _ *http.Request, x *search) { writeJSON(w, http.StatusOK, x.state()) })
	s.searches("POST", "/end", s.end)
	s.searches("DELETE", "", s.end)
	s.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, refused(http.StatusNotFound, "there is nothing here"))
	})
	s.registry.waiting.Go(s.watchOver)
	s.registry.waiting.Go(s.watchMemory)
	return s
}

// Close ends all searches and waits until they have ended, or until ctx has: then
// the error is its cause. Requests that come later find none.
func (s *Server) Close(ctx context.Context) error {
	s.once.Do(func() {
		s.registry.mu.Lock()
		s.registry.closed = true
		s.registry.mu.Unlock()
		close(s.closing)
		for _, x := range s.all() {
			s.forget(x, &stop{stopClosed, "stopped: the server is ending"})
		}
	})
	ended := make(chan struct{})
	go func() {
		s.registry.waiting.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	if err := s.checkOrigin(r); err != nil {
		refuse(w, err)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// searches adds a route below a search.
func (s *Server) searches(method, rest string, serve func(http.ResponseWriter, *http.Request, *search)) {
	s.mux.HandleFunc(method+" /api/searches/{id}"+rest, func(w http.ResponseWriter, r *http.Request) {
		x := s.find(r.PathValue("id"))
		if x == nil {
			refuse(w, refused(http.StatusNotFound, "there is no such search: it was ended because its page was gone, or the server was started anew"))
			return
		}
		select {
		case <-x.begun:
		default:
			x = nil
		}
		if x == nil || x.log == nil {
			refuse(w, refused(http.StatusNotFound, "the search has not begun"))
			return
		}
		x.readers.Add(1)
		defer x.leave()
		serve(w, r, x)
	})
}

// file serves a file of the page.
func file(name, contentType string) http.Handler {
	text, err := fs.ReadFile(static, "static/"+name)
	sum := sha256.Sum256(text)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err != nil {
			refuse(w, refused(http.StatusNotFound, "the page was built without %s", name))
			return
		}
		w.Header().Set("Content-Type", contentType)
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Write(text) // an error: the reader is gone
	})
}

// about tells what the server offers.
func (s *Server) about(w http.ResponseWriter, _ *http.Request) {
	type problem struct {
		Name     string        `json:"name"`
		Fields   []Field       `json:"fields"`
		Methods  []clew.Method `json:"methods"`
		Examples []Example     `json:"examples"`
	}
	body := struct {
		Version  string     `json:"version"`
		Limits   limitsJSON `json:"limits"`
		Problems []problem  `json:"problems"`
		Orders   []string   `json:"orders"`
		Values   []string   `json:"values"`
	}{Version: s.config.Version, Limits: s.limits.json()}
	for _, p := range s.config.Problems {
		body.Problems = append(body.Problems, problem{p.Name, p.Fields, p.Methods, p.Examples})
	}
	for _, c := range s.config.Orders {
		body.Orders = append(body.Orders, c.Name)
	}
	for _, c := range s.config.Values {
		body.Values = append(body.Values, c.Name)
	}
	writeJSON(w, http.StatusOK, body)
}

// steps serves the records of a search.
func (s *Server) steps(w http.ResponseWriter, r *http.Request, x *search) {
	after, err := number(r, "from", x.log.extent().steps)
	if err != nil {
		refuse(w, err)
		return
	}
	s.stream(w, r, x, after)
}

// mostInWindow is the largest number of steps of a window.
const mostInWindow = 1000

// window serves what happened around a step.
func (s *Server) window(w http.ResponseWriter, r *http.Request, x *search) {
	from, err := number(r, "from", x.log.extent().steps)
	if err != nil {
		refuse(w, err)
		return
	}
	count, err := number(r, "count", mostInWindow)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	writeWindow(patient(w), x.log, from, count) // an error: the reader is gone
}

// trace serves the events of a search as a file.
func (s *Server) trace(w http.ResponseWriter, _ *http.Request, x *search) {
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Content-Disposition", `attachment; filename="trace.jsonl"`)
	reason := "still running"
	if at := x.state(); !at.Running && at.Message != "" {
		reason = at.Message
	}
	writeTrace(patient(w), x.log, reason) // an error: the reader is gone
}

// end forgets a search.
func (s *Server) end(w http.ResponseWriter, _ *http.Request, x *search) {
	s.forget(x, &stop{stopClosed, "stopped by its page"})
	w.WriteHeader(http.StatusNoContent)
}

// number returns a number of a request's query, 0 if it has none.
func number(r *http.Request, name string, most int) (int, error) {
	word := r.URL.Query().Get(name)
	if word == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > most {
		return 0, refused(http.StatusBadRequest, "found %s=%.40q, expected 0 to %d", name, word, most)
	}
	return n, nil
}

// complain writes a line about a failure of the server's own.
func (s *Server) complain(format string, args ...any) {
	if s.config.Errors != nil {
		fmt.Fprintf(s.config.Errors, format+"\n", args...)
	}
}
