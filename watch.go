package clew

import (
	"context"
	"fmt"
	"iter"
	"strconv"

	"github.com/clewsolver/clew/internal/plain"
	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// StepKind says what a Step of a watched search did.
type StepKind string

// Kinds of steps.
const (
	StepRoot  StepKind = "root"  // engine: the constraints alone were propagated
	StepPlace StepKind = "place" // a value was placed, or a decision made
	StepFail  StepKind = "fail"  // engine: propagation found that there is no answer here
	StepBack  StepKind = "back"  // stepped back: the last placement was taken away
	StepDone  StepKind = "done"  // the whole tree has been walked
)

// Step is one step of a watched search. It is valid until the next one.
type Step struct {
	Kind     StepKind
	Number   int    // from 1
	Depth    int    // placements or open decisions after the step
	Try      string // what was placed or taken back, in the problem's words
	Clashes  []Clash
	Pruned   int    // engine: values removed by propagation in this step
	Reason   string // StepFail: the constraint that failed
	Solution bool   // the step completed an answer
	Values   []int  // the partial answer after the step: Outputs in order, Unset where open
	Placed   []int  // plain method: the values placed, in order of the places
}

// Clash is a value that was tried and refused on the way to a step.
type Clash struct {
	Value int
	Try   string // the try in the problem's words
	With  string // what it clashes with
}

// Watch returns an iterator over the steps of the search for all answers. An
// error, as of All, comes as the last pair.
func Watch(ctx context.Context, p Problem, opts ...Option) iter.Seq2[*Step, error] {
	return func(yield func(*Step, error) bool) {
		r, err := newRun(ctx, p, opts)
		if err != nil {
			yield(nil, err)
			return
		}
		w := &watched{run: r, yield: yield, step: Step{Values: r.solution().values}}
		switch t := r.walker.(type) {
		case *textbook:
			w.plain(t)
		case *engine:
			w.engine(t)
		}
		r.end(r.exhausted())
		if !w.stopped && !r.exhausted() {
			yield(nil, r.interrupted())
		}
	}
}

// watched passes the steps of a run on.
type watched struct {
	*run
	yield   func(*Step, error) bool
	step    Step
	stopped bool
}

// send yields the step under construction and begins the next.
func (w *watched) send() {
	w.step.Number++
	if !w.stopped && !w.yield(&w.step, nil) {
		w.stopped = true
	}
	w.step = Step{Number: w.step.Number, Values: w.step.Values, Clashes: w.step.Clashes[:0]}
}

// plain walks by the plain method. The clashes of a place belong to the step
// that ends them.
func (w *watched) plain(t *textbook) {
	say := func(placed []int, value int) (try, clash string) { return itoa(value), "" }
	if n, ok := t.space.(Narrator); ok {
		say = n.Say
	}
	if t.space.Places() == 0 {
		// The walk has no step to take: the empty answer is there at once.
		w.found++
		w.step.Kind, w.step.Solution = StepRoot, true
		w.send()
	}
	for !w.stopped && w.poll() {
		s := t.Step()
		placed := t.Placed()
		switch s.Kind {
		case plain.Clashed:
			try, with := say(placed, s.Value)
			w.step.Clashes = append(w.step.Clashes, Clash{s.Value, try, with})
			continue
		case plain.Placed:
			w.step.Kind = StepPlace
			w.step.Try, _ = say(placed[:len(placed)-1], s.Value)
			w.step.Solution = t.Full()
			if t.Full() {
				w.found++
			}
		case plain.Back:
			w.step.Kind = StepBack
			w.step.Try, _ = say(placed, s.Value)
		case plain.Done:
			w.step.Kind = StepDone
		}
		w.step.Depth, w.step.Placed = len(placed), placed
		if a, ok := t.space.(Answerer); ok {
			copy(w.step.Values, a.Answer(placed))
		} else {
			n := copy(w.step.Values, placed)
			for i := n; i < len(w.step.Values); i++ {
				w.step.Values[i] = Unset
			}
		}
		w.send()
		if s.Kind == plain.Done {
			return
		}
	}
}

// engine walks by propagation. A step is a decision with all that propagation
// made of it.
func (w *watched) engine(e *engine) {
	m, err := w.problem.Model()
	if err != nil {
		return // newRun has built it already
	}
	e.Watch(&engineWatcher{w, e, m, 0, ""})
	goOn := func() bool { return !w.stopped && w.poll() }
	for !w.stopped && e.Next(goOn) {
		w.found++
		w.step.Kind, w.step.Solution, w.step.Depth = StepPlace, true, len(e.Path())
		e.values(w.step.Values)
		w.send()
	}
	if e.exhausted() {
		w.step.Kind = StepDone
		w.send()
	}
}

// engineWatcher turns the callbacks of a search into steps.
type engineWatcher struct {
	*watched
	e    *engine
	m    *Model
	size int // values in all domains before the last decision
	try  string
}

func (g *engineWatcher) Decided(a store.Atom, flipped bool) {
	g.size = g.domainSizes()
	g.try = g.m.atomWords(g.e.Store(), a)
}

func (g *engineWatcher) Propagated(consistent bool) {
	s := g.e.Store()
	g.step.Try, g.step.Depth = g.try, len(g.e.Path())
	g.board()
	switch {
	case !consistent:
		g.step.Kind = StepFail
		if p := s.FailedBy(); p != store.NoProp {
			g.step.Reason = s.Propagator(p).Name()
		}
	case g.try == "":
		g.step.Kind = StepRoot
	default:
		g.step.Kind = StepPlace
	}
	if consistent && g.size > 0 {
		g.step.Pruned = g.size - g.domainSizes()
	}
	g.send()
}

func (g *engineWatcher) Back(depth int) {
	g.board()
	g.step.Kind, g.step.Depth = StepBack, depth
	g.send()
}

// board writes the values that are known now to the step.
func (g *engineWatcher) board() {
	s := g.e.Store()
	for i, v := range g.e.shown {
		g.step.Values[i] = Unset
		if s.Fixed(v) {
			g.step.Values[i] = int(s.Lo(v))
		}
	}
}

// domainSizes returns the number of values left in all domains together.
func (g *engineWatcher) domainSizes() int {
	s, n := g.e.Store(), 0
	for v := range s.Vars() {
		n += int(s.Size(store.Var(v)))
	}
	return n
}

// atomWords returns a decision as "x >= 3".
func (m *Model) atomWords(s *store.Store, a store.Atom) string {
	v, k, isValue := s.Subject(a)
	name := m.nameOf(v)
	switch {
	case isValue && a.H&1 == 0:
		return fmt.Sprintf("%s = %d", name, k)
	case isValue:
		return fmt.Sprintf("%s != %d", name, k)
	case a.H&1 == 0:
		return fmt.Sprintf("%s >= %d", name, a.K)
	}
	return fmt.Sprintf("%s <= %d", name, -a.K)
}

func itoa(v int) string { return strconv.Itoa(v) }

var _ search.Watcher = (*engineWatcher)(nil)
