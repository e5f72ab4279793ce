package page

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/watch"
)

// readWithin is how long the sending of a request may take.
const readWithin = 30 * time.Second

// request is what a page asks for.
type request struct {
	Page       string            `json:"page"`
	Problem    string            `json:"problem"`
	Values     map[string]string `json:"values"`
	Method     clew.Method       `json:"method"`
	Order      string            `json:"order"`
	ValueOrder string            `json:"valueOrder"`
	Free       bool              `json:"free"`
	Seed       uint64            `json:"seed"`
}

// started is the answer to it.
type started struct {
	ID    string          `json:"id"`
	Start json.RawMessage `json:"start"`
	Board *Board          `json:"board"`
	Notes []string        `json:"notes,omitempty"`
}

// start starts the search that a request asks for.
func (s *Server) start(w http.ResponseWriter, r *http.Request) error {
	select {
	case s.asking <- struct{}{}:
		defer func() { <-s.asking }()
	default:
		return refused(http.StatusTooManyRequests, "%d problems are waiting to be read already; try again when one has been", cap(s.asking))
	}
	q, err := s.read(w, r)
	if err != nil {
		return err
	}
	opts, err := s.options(q)
	if err != nil {
		return err
	}
	inst, err := s.open(r, q)
	if err != nil {
		return err
	}
	x, err := s.begin(q.Page, inst.Problem, opts)
	if err != nil {
		return err
	}
	defer x.leave()
	late := time.NewTimer(s.limits.Time + s.limits.Time/8) // for a search whose making does not listen
	defer late.Stop()
	select {
	case <-x.begun:
	case <-late.C:
		why := s.limits.outOfTime()
		s.forget(x, why)
		return notBegun(why)
	case <-r.Context().Done():
		s.forget(x, &stop{stopClosed, "stopped: the page is gone"})
		return nil
	}
	if x.failed != nil {
		s.forget(x, &stop{stopClosed, "it never began"})
		return x.failed
	}
	e := &clew.Event{Kind: clew.EventStart, Literal: clew.Literal{Var: -1}, By: -1, Parent: -1, Start: x.log.start}
	writeJSON(w, http.StatusCreated, started{x.id, watch.AppendEvent(nil, e), inst.Board, inst.Notes})
	return nil
}

// read reads a request.
func (s *Server) read(w http.ResponseWriter, r *http.Request) (*request, error) {
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(readWithin)) // an error: w knows no deadlines
	defer control.SetReadDeadline(time.Time{})
	if r.ContentLength > s.limits.Body {
		return nil, s.limits.requestTooLarge()
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.limits.Body))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, s.limits.requestTooLarge()
	case err != nil:
		return nil, refused(http.StatusBadRequest, "the request cannot be read: %s", err)
	case !utf8.Valid(text):
		return nil, refused(http.StatusBadRequest, "the request has bytes that are no UTF-8")
	}
	q := &request{}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(q); err != nil {
		return nil, refused(http.StatusBadRequest, "the request is not the JSON object expected: %s", err)
	}
	if d.More() {
		return nil, refused(http.StatusBadRequest, "the request has something behind its JSON object")
	}
	return q, nil
}

// open opens the problem of a request.
func (s *Server) open(r *http.Request, q *request) (Instance, error) {
	i := slices.IndexFunc(s.config.Problems, func(p Problem) bool { return p.Name == q.Problem })
	if i < 0 {
		return Instance{}, unknown("problem", q.Problem, s.config.Problems, func(p Problem) string { return p.Name })
	}
	p := &s.config.Problems[i]
	if !slices.Contains(p.Methods, q.Method) {
		return Instance{}, refused(http.StatusUnprocessableEntity, "found the method %.40q, expected one of %v", q.Method, p.Methods)
	}
	values := map[string]string{}
	for _, f := range p.Fields {
		values[f.Name] = f.Default
	}
	for name, v := range q.Values {
		if _, ok := values[name]; !ok {
			return Instance{}, refused(http.StatusBadRequest, "%s has no field %.40q", p.Name, name)
		}
		values[name] = v
	}
	return s.openSoon(r.Context(), func(ctx context.Context) (Instance, error) {
		inst, err := p.Open(ctx, values)
		if err != nil {
			return inst, err
		}
		if q.Method == clew.Plain {
			_, err = inst.Problem.Space()
		}
		if err != nil {
			return inst, err
		}
		m, err := inst.Problem.Model()
		switch {
		case err == nil:
			err = s.limits.admits(m.Size())
		case q.Method == clew.Plain && errors.Is(err, clew.ErrUnsupported):
			err = nil
		}
		return inst, err
	})
}

// openSoon calls open within the limits of time and memory. The page is told in
// time even if open does not listen to its context; until that has ended no other
// problem is opened, since reading a model takes many times the memory of its text.
func (s *Server) openSoon(ctx context.Context, open func(context.Context) (Instance, error)) (Instance, error) {
	turn := time.NewTimer(s.limits.Open)
	defer turn.Stop()
	select {
	case s.opening <- struct{}{}:
	case <-turn.C:
		return Instance{}, refused(http.StatusServiceUnavailable, "another problem is being read; try again when that has ended")
	case <-s.closing:
		return Instance{}, errEnding
	case <-ctx.Done():
		return Instance{}, ctx.Err()
	}
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	ctx, cancel := context.WithTimeoutCause(ctx, s.limits.Open, s.limits.openTooLong())
	defer cancel()
	type outcome struct {
		inst Instance
		err  error
	}
	result := make(chan outcome, 1)
	if !s.registry.launch(func() {
		s.giveUp.Store(&giveUp)
		var o outcome
		defer func() {
			if x := recover(); x != nil {
				s.complain("the reading of a problem failed: %v\n%s", x, debug.Stack())
				o.err = refused(http.StatusInternalServerError, "reading the problem failed, which is a mistake in clew: %.200v", x)
			}
			s.giveUp.Store(nil)
			<-s.opening
			result <- o
		}()
		o.inst, o.err = open(ctx)
	}) {
		<-s.opening
		return Instance{}, errEnding
	}
	select {
	case o := <-result:
		return o.inst, o.err
	case <-s.closing:
		return Instance{}, errEnding
	case <-ctx.Done():
		return Instance{}, context.Cause(ctx)
	}
}

// options returns the options of a request.
func (s *Server) options(q *request) ([]clew.Option, error) {
	opts := []clew.Option{clew.WithMethod(q.Method)}
	if (q.Order != "" || q.ValueOrder != "") && q.Method == clew.Plain {
		return nil, refused(http.StatusUnprocessableEntity, "the order of the method plain is fixed")
	}
	if q.Order != "" {
		order, err := choose("order", q.Order, s.config.Orders)
		if err != nil {
			return nil, err
		}
		opts = append(opts, clew.WithOrder(order))
	}
	if q.ValueOrder != "" {
		order, err := choose("value order", q.ValueOrder, s.config.Values)
		if err != nil {
			return nil, err
		}
		opts = append(opts, clew.WithValues(order))
	}
	if q.Free {
		if q.Method != clew.Learn {
			return nil, refused(http.StatusUnprocessableEntity, "free search is for the method learn only")
		}
		opts = append(opts, clew.WithFree())
	}
	return append(opts, clew.WithSeed(q.Seed)), nil
}

// choose returns the value of a name.
func choose[T any](what, name string, choices []Choice[T]) (value T, err error) {
	for _, c := range choices {
		if c.Name == name {
			return c.Value, nil
		}
	}
	return value, unknown(what, name, choices, func(c Choice[T]) string { return c.Name })
}

// unknown is the error for a name that is none of those known.
func unknown[T any](what, name string, known []T, nameOf func(T) string) error {
	var names []string
	for _, k := range known {
		names = append(names, nameOf(k))
	}
	return refused(http.StatusBadRequest, "found the %s %s, expected one of %s", what, input.Quote(name), fmt.Sprint(names))
}
