package watch

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// ErrCut: a trace ends before its search did, as when the run was killed.
var ErrCut = errors.New("the trace is cut: it has no done")

// maxLine is the longest line of a trace, in bytes: the start of a large model.
const maxLine = 1 << 28

// Read returns an iterator over the events of a trace; file names it in errors.
// Each event is valid until the next, and fits what came before it. An error, the
// last pair, is an *input.Error with the line, or Is ErrCut.
func Read(r io.Reader, file string) iter.Seq2[*clew.Event, error] {
	return func(yield func(*clew.Event, error) bool) {
		sc := bufio.NewScanner(r)
		sc.Buffer(make([]byte, 0, 1<<16), maxLine)
		ended := true // whether the scanner's last line had its end
		sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
			if i := bytes.IndexByte(data, '\n'); i >= 0 {
				return i + 1, data[:i], nil
			}
			if !atEOF || len(data) == 0 {
				return 0, nil, nil
			}
			ended = false
			return len(data), data, nil
		})
		replay, open, n := &clew.Replay{}, false, 0 // n lines
		for sc.Scan() {
			n++
			line := bytes.TrimSpace(sc.Bytes())
			if len(line) == 0 {
				continue
			}
			e, err := decode(line)
			if err == nil {
				err = replay.Apply(e)
				replay.Forget()
			}
			switch {
			case err == nil && e.Kind == clew.EventStart && open:
				err = &wrong{"a start in the middle of a search", "a done before it"}
			case err == nil:
			case !ended && !json.Valid(line) && open:
				yield(nil, fmt.Errorf("%s:%d: %w", file, n, ErrCut))
				return
			}
			if err != nil {
				yield(nil, at(err, file, n))
				return
			}
			open = e.Kind != clew.EventDone
			if !yield(e, nil) {
				return
			}
		}
		switch err := sc.Err(); {
		case errors.Is(err, bufio.ErrTooLong):
			yield(nil, &input.Error{File: file, Line: n + 1, Found: fmt.Sprintf("a line longer than %d bytes", maxLine), Expected: "shorter lines"})
		case err != nil:
			yield(nil, err)
		case replay.Start() == nil:
			yield(nil, &input.Error{File: file, Line: 1, Found: "nothing", Expected: "the start of a trace"})
		case open:
			yield(nil, fmt.Errorf("%s:%d: %w", file, n, ErrCut))
		}
	}
}

// wrong is a mistake in a line.
type wrong struct{ found, expected string }

func (w *wrong) Error() string { return "found " + w.found + ", expected " + w.expected }

// at puts a mistake in its place.
func at(err error, file string, line int) error {
	var w *wrong
	if errors.As(err, &w) {
		return &input.Error{File: file, Line: line, Found: w.found, Expected: w.expected}
	}
	return fmt.Errorf("%s:%d: %w", file, line, err)
}

// form is an event as JSON has it.
type form struct {
	Event    string
	Node     *int64
	Parent   *int64
	Depth    *int
	Version  int
	Var      *int
	Op       string
	Value    *int
	Removed  ranges
	Right    bool
	Cause    string
	By       *int
	With     string
	Text     string
	Nogood   []literal
	Answer   int64
	Values   []*int
	Complete bool
	Reason   string

	Problem     string
	Method      string
	Outputs     []clew.Output
	Cells       [][3]int
	Variables   []variable
	Constraints []struct {
		Kind, Text string
		Vars       []int
	}
	Objective *[3]int
}

type variable struct {
	Name   string
	Domain ranges
}

// ranges is a domain as JSON has it.
type ranges [][2]int

// domain returns r as a domain.
func (r ranges) domain() (clew.Domain, error) {
	if r == nil {
		return nil, nil
	}
	d := clew.Domain{}
	for i, p := range r {
		if p[0] > p[1] || i > 0 && p[0] <= r[i-1][1]+1 {
			return nil, &wrong{fmt.Sprintf("the ranges %v", [][2]int(r)), "ranges in ascending order that do not touch"}
		}
		d = append(d, clew.Range{Lo: p[0], Hi: p[1]})
	}
	return d, nil
}

// literal is a statement as JSON has it.
type literal clew.Literal

// UnmarshalJSON reads [variable, op, value].
func (l *literal) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != 3 {
		return &wrong{input.Quote(string(data)), "[variable, op, value]"}
	}
	return errors.Join(json.Unmarshal(parts[0], &l.Var), json.Unmarshal(parts[1], &l.Op), json.Unmarshal(parts[2], &l.Value))
}

var (
	kinds = []clew.EventKind{
		clew.EventStart, clew.EventPlace, clew.EventInfer, clew.EventPrune, clew.EventClash, clew.EventFail,
		clew.EventBack, clew.EventLearn, clew.EventRestart, clew.EventSolution, clew.EventDone,
	}
	ops = []string{"", "=", "!=", ">=", "<="}
)

// decode reads an event.
func decode(line []byte) (*clew.Event, error) {
	var f form
	var syntax *json.SyntaxError
	var typed *json.UnmarshalTypeError
	switch err := json.Unmarshal(line, &f); {
	case errors.As(err, &syntax):
		return nil, &wrong{input.Quote(string(line)), "a JSON object (" + err.Error() + ")"}
	case errors.As(err, &typed):
		return nil, &wrong{fmt.Sprintf("%s in the member %q", typed.Value, typed.Field), "a " + typed.Type.String()}
	case err != nil:
		return nil, err
	}
	e := &clew.Event{
		Kind: clew.EventKind(f.Event), Literal: clew.Literal{Var: -1, Op: f.Op}, By: -1, Right: f.Right, Cause: clew.Cause(f.Cause),
		With: f.With, Text: f.Text, Answer: f.Answer, Complete: f.Complete, Reason: f.Reason,
	}
	if !slices.Contains(kinds, e.Kind) {
		return nil, &wrong{fmt.Sprintf("the event %q", f.Event), fmt.Sprintf("one of %v", kinds)}
	}
	if f.Node == nil || f.Parent == nil || f.Depth == nil {
		return nil, &wrong{"a " + f.Event + " without node, parent or depth", "all of them"}
	}
	e.Node, e.Parent, e.Depth = *f.Node, *f.Parent, *f.Depth
	if f.Var != nil {
		e.Var = *f.Var
	}
	if f.By != nil {
		e.By = *f.By
	}
	if !slices.Contains(ops, f.Op) || (f.Op != "") != (f.Value != nil) {
		return nil, &wrong{fmt.Sprintf("the op %q", f.Op), "=, !=, >= or <= with a value"}
	}
	if f.Value != nil {
		e.Value = *f.Value
	}
	var err error
	if e.Removed, err = f.Removed.domain(); err != nil {
		return nil, err
	}
	for _, l := range f.Nogood {
		e.Nogood = append(e.Nogood, clew.Literal(l))
	}
	for _, v := range f.Values {
		if v == nil {
			e.Values = append(e.Values, clew.Unset)
		} else {
			e.Values = append(e.Values, *v)
		}
	}
	if e.Kind == clew.EventStart {
		e.Start, err = f.start()
	}
	return e, err
}

// start returns what a start says.
func (f *form) start() (*clew.TraceStart, error) {
	if f.Version != Version {
		return nil, &wrong{fmt.Sprintf("a trace of version %d", f.Version), fmt.Sprintf("version %d", Version)}
	}
	s := &clew.TraceStart{Problem: f.Problem, Method: clew.Method(f.Method), Outputs: f.Outputs}
	cells := 0
	for _, o := range f.Outputs {
		n := 1
		for _, d := range o.Dims {
			if n *= d; n < 0 || n > len(f.Cells) {
				return nil, &wrong{fmt.Sprintf("the dimensions %v of %q", o.Dims, o.Name), "those of its cells"}
			}
		}
		cells += n
	}
	if cells != len(f.Cells) {
		return nil, &wrong{input.Plural(len(f.Cells), "cell"), "as many as the outputs have values"}
	}
	for _, v := range f.Variables {
		d, err := v.Domain.domain()
		if err != nil {
			return nil, err
		}
		s.Variables = append(s.Variables, clew.TraceVariable{Name: v.Name, Domain: d})
	}
	known := func(v int) error {
		if v < 0 || v >= len(s.Variables) {
			return &wrong{fmt.Sprintf("the variable %d", v), fmt.Sprintf("one of the %d", len(s.Variables))}
		}
		return nil
	}
	for _, c := range f.Cells {
		if err := known(c[0]); err != nil {
			return nil, err
		}
		s.Cells = append(s.Cells, clew.Cell{Var: c[0], Factor: c[1], Offset: c[2]})
	}
	for _, c := range f.Constraints {
		for _, v := range c.Vars {
			if err := known(v); err != nil {
				return nil, err
			}
		}
		s.Constraints = append(s.Constraints, clew.TraceConstraint{Kind: c.Kind, Text: c.Text, Scope: c.Vars})
	}
	if o := f.Objective; o != nil {
		if err := known(o[0]); err != nil {
			return nil, err
		}
		s.Objective = &clew.Cell{Var: o[0], Factor: o[1], Offset: o[2]}
	}
	return s, nil
}
