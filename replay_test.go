package clew_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew"
	"pgregory.net/rapid"
)

// clone returns an event that stays as it is.
func clone(e *clew.Event) clew.Event {
	c := *e
	c.Removed = slices.Clone(e.Removed)
	c.Values = slices.Clone(e.Values)
	c.Nogood = slices.Clone(e.Nogood)
	return c
}

// snapshot is all that a replay says.
func snapshot(r *clew.Replay) string {
	if r.Start() == nil {
		return "nothing"
	}
	node, depth := r.Node()
	values := make([]int, len(r.Start().Cells))
	r.Values(values)
	words := fmt.Sprint(node, depth, values)
	for v := range r.Start().Variables {
		words += r.Domain(v).String()
	}
	return words
}

// bothWays applies the events, takes them back one by one, and applies them
// again: at each moment the replay is what it was there before.
func bothWays(events []clew.Event) error {
	r := &clew.Replay{}
	was := []string{snapshot(r)}
	apply := func(i int) error {
		if err := r.Apply(&events[i]); err != nil {
			return fmt.Errorf("event %d, %+v: %w", i, events[i], err)
		}
		return nil
	}
	for i := range events {
		if err := apply(i); err != nil {
			return err
		}
		was = append(was, snapshot(r))
	}
	for i := len(events) - 1; i >= 0; i-- {
		if !r.Undo() || snapshot(r) != was[i] || r.Len() != i {
			return fmt.Errorf("back before event %d: %s, was %s", i, snapshot(r), was[i])
		}
		// Some steps forwards again in the middle.
		for j := i; j < min(i+3, len(events)); j++ {
			if err := apply(j); err != nil {
				return err
			}
			if got := snapshot(r); got != was[j+1] {
				return fmt.Errorf("forwards again after event %d: %s, was %s", j, got, was[j+1])
			}
		}
		for r.Len() > i {
			r.Undo()
		}
	}
	if r.Undo() {
		return fmt.Errorf("went back before the first event")
	}
	return nil
}

// engineRuns are options of runs of the engine that differ in their steps.
func engineRuns() map[string][]clew.Option {
	return map[string][]clew.Option{
		"propagate":        {clew.WithMethod(clew.Propagate)},
		"propagate, split": {clew.WithMethod(clew.Propagate), clew.WithValues(clew.Split), clew.WithOrder(clew.FirstFail)},
		"learn":            {clew.WithMethod(clew.Learn)},
		"learn, free":      {clew.WithMethod(clew.Learn), clew.WithFree(), clew.WithSeed(3)},
	}
}

// recording is a replay that follows a run, with all events so far and the first
// thing that is wrong.
type recording struct {
	clew.Replay
	events []clew.Event
	err    error
}

func (r *recording) add(e *clew.Event) {
	r.events = append(r.events, clone(e))
	if err := r.Apply(e); err != nil {
		r.note("%w", err)
	}
}

// note notes what is wrong after the newest event.
func (r *recording) note(format string, args ...any) {
	if r.err == nil {
		last := len(r.events) - 1
		r.err = fmt.Errorf("event %d, %+v: %w", last, r.events[last], fmt.Errorf(format, args...))
	}
}

// followed runs p and compares the domains that its events tell with those of the
// store, at each node and after each step back. It returns the events.
func followed(p clew.Problem, opts []clew.Option) ([]clew.Event, error) {
	r := &recording{}
	nodes := 0
	check := func(domain func(v int) clew.Domain) {
		nodes++
		for v, x := range r.Start().Variables {
			if want := domain(v); !slices.Equal(r.Domain(v), want) {
				r.note("%s is %s, in the store %s", x.Name, r.Domain(v), want)
			}
		}
	}
	answers, runErr := clew.EachNode(context.Background(), p, check, append(opts, clew.WithTrace(r.add))...)
	if runErr != nil {
		return nil, runErr
	}
	last := &r.events[len(r.events)-1]
	if last.Kind != clew.EventDone || !last.Complete || last.Answer != answers {
		r.note("it should be the end, after %d answers", answers)
	}
	if nodes == 0 {
		r.note("no node was compared")
	}
	return r.events, r.err
}

// walked is followed for the plain method, whose domains are what is placed: a
// variable has the value of its place, or all that it had at the start.
func walked(m *clew.Model) ([]clew.Event, error) {
	r := &recording{}
	_, runErr := clew.EachStep(context.Background(), m, func(placed, variables []int) {
		for v, x := range r.Start().Variables {
			want := x.Domain
			if at := slices.Index(variables, v); at >= 0 {
				want = clew.Domain{{Lo: placed[at], Hi: placed[at]}}
			}
			if !slices.Equal(r.Domain(v), want) {
				r.note("%s is %s, the walk has %s", x.Name, r.Domain(v), want)
			}
		}
		if _, depth := r.Node(); depth != len(placed) {
			r.note("depth %d, the walk has placed %d", depth, len(placed))
		}
	}, clew.WithTrace(r.add))
	if runErr != nil {
		return nil, runErr
	}
	return r.events, r.err
}

// TestEventsAgain: an iterator over events can be used again, and tells the same.
func TestEventsAgain(t *testing.T) {
	m := clew.NewModel("pair")
	m.Compare(m.IntVar("x", 1, 3), clew.LT, m.IntVar("y", 1, 3), 0)
	events := clew.Events(t.Context(), m)
	var told [2][]clew.EventKind
	for i := range told {
		for e, err := range events {
			if err != nil {
				t.Fatal(err)
			}
			told[i] = append(told[i], e.Kind)
		}
	}
	if len(told[0]) < 5 || !slices.Equal(told[0], told[1]) {
		t.Errorf("told %v, then %v", told[0], told[1])
	}
}

// TestReplayEqualsRun: the events of random models tell the domains of the store
// exactly, and going back restores them.
func TestReplayEqualsRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, _, _, _, _ := randomModel(t)
		if m.Err() != nil {
			t.Skip(m.Err())
		}
		for name, opts := range engineRuns() {
			events, err := followed(m, opts)
			if err == nil {
				err = bothWays(events)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		events, err := walked(m)
		if err == nil {
			err = bothWays(events)
		}
		if err != nil {
			t.Fatalf("plain: %v", err)
		}
	})
}

// hard returns models with many failures, nogoods and restarts, wide domains,
// holes, an objective.
func hard() map[string]*clew.Model {
	pigeons := clew.NewModel("pigeons")
	x := pigeons.IntVars("x", 7, 0, 5)
	for i := range x {
		for j := range i {
			pigeons.Linear([]int{1, -1}, []clew.Var{x[i], x[j]}, clew.NE, 0)
		}
	}
	wide := clew.NewModel("wide")
	w := wide.IntVar("w", -50_000_000, 50_000_000)
	d := wide.IntVarOf("d", 1, 5, 90, 400, 401, 402, 3000)
	e := wide.IntVars("e", 4, 0, 9)
	wide.AllDifferent(e...)
	wide.Linear([]int{1, -1000, -17}, []clew.Var{w, e[0], d}, clew.EQ, 3)
	wide.Linear([]int{1, 2, 3, 1}, e, clew.EQ, 21)
	wide.Linear([]int{1, -1}, []clew.Var{w, d}, clew.NE, 0)
	best := clew.NewModel("best")
	b := best.IntVars("b", 5, 0, 6)
	best.AllDifferent(b...)
	sum := best.IntVar("sum", -50, 50)
	best.Linear([]int{3, -2, 1, 4, -1, -1}, append(slices.Clone(b), sum), clew.EQ, 0)
	best.Minimize(sum)
	return map[string]*clew.Model{"pigeons": pigeons, "wide": wide, "best": best}
}

// TestReplayHard does the same for a few larger models.
func TestReplayHard(t *testing.T) {
	seen := map[clew.EventKind]bool{}
	for model, m := range hard() {
		for name, opts := range engineRuns() {
			events, err := followed(m, opts)
			if err != nil {
				t.Errorf("%s by %s: %v", model, name, err)
				continue
			}
			for i := range events {
				seen[events[i].Kind] = true
			}
			if len(events) < 5000 {
				if err := bothWays(events); err != nil {
					t.Errorf("%s by %s: %v", model, name, err)
				}
			}
		}
	}
	for _, kind := range []clew.EventKind{clew.EventInfer, clew.EventLearn, clew.EventRestart, clew.EventFail} {
		if !seen[kind] {
			t.Errorf("no %s was seen", kind)
		}
	}
}

// TestReplayImproves follows branch and bound, whose bound prunes too.
func TestReplayImproves(t *testing.T) {
	for name, opts := range engineRuns() {
		var events []clew.Event
		bounds := 0
		best, err := clew.Solve(context.Background(), hard()["best"], append(opts, clew.WithTrace(func(e *clew.Event) {
			events = append(events, clone(e))
			if e.Cause == clew.ByObjective {
				bounds++
			}
		}))...)
		if err != nil {
			t.Fatal(err)
		}
		if err := bothWays(events); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		last := slices.IndexFunc(events, func(e clew.Event) bool { return e.Kind == clew.EventDone })
		if bounds == 0 || last != len(events)-1 || !events[last].Complete {
			t.Errorf("%s: %d prunings by the bound; %+v", name, bounds, events[len(events)-1])
		}
		for i := len(events) - 1; i >= 0; i-- {
			if events[i].Kind == clew.EventSolution {
				if !slices.Equal(events[i].Values, best.Values()) {
					t.Errorf("%s: the last solution is %v, the best is %v", name, events[i].Values, best.Values())
				}
				break
			}
		}
	}
}

// TestReplayRefuses: what does not fit what came before is an error.
func TestReplayRefuses(t *testing.T) {
	start := &clew.TraceStart{
		Variables:   []clew.TraceVariable{{Name: "x", Domain: clew.Domain{{1, 3}}}},
		Cells:       []clew.Cell{{0, 1, 0}},
		Constraints: []clew.TraceConstraint{{Kind: "k"}},
	}
	no := clew.Literal{Var: -1}
	x := clew.Literal{}
	begin := clew.Event{Kind: clew.EventStart, Start: start, Literal: no, By: -1}
	for name, e := range map[string]clew.Event{
		"no start":      {Kind: clew.EventStart, Literal: no, By: -1},
		"variable":      {Kind: clew.EventPrune, Literal: clew.Literal{Var: 1}, By: 0},
		"constraint":    {Kind: clew.EventPrune, Literal: x, By: 1},
		"no variable":   {Kind: clew.EventPrune, Literal: no, By: 0, Removed: clew.Domain{{1, 1}}},
		"missing value": {Kind: clew.EventPrune, Literal: x, By: 0, Removed: clew.Domain{{3, 4}}},
		"node":          {Kind: clew.EventPrune, Node: 1, Literal: x, By: 0},
		"parent":        {Kind: clew.EventPlace, Node: 2, Parent: 1, Depth: 1, Literal: x, By: -1},
		"depth":         {Kind: clew.EventPlace, Node: 1, Parent: 0, Depth: 2, Literal: x, By: -1},
		"back":          {Kind: clew.EventBack, Node: 3, Depth: 1, Literal: no, By: -1},
		"values":        {Kind: clew.EventSolution, Literal: no, By: -1},
	} {
		r := &clew.Replay{}
		if err := r.Apply(&e); name != "no start" && err == nil {
			t.Errorf("%s: no error before a start", name)
		}
		if err := r.Apply(&begin); err != nil {
			t.Fatal(err)
		}
		if err := r.Apply(&e); err == nil {
			t.Errorf("%s: no error", name)
		}
		if r.Len() != 1 || r.Domain(0).String() != "{1..3}" {
			t.Errorf("%s: %d events, domain %s", name, r.Len(), r.Domain(0))
		}
	}
}
