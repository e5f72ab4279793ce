package clew

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

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
	StepInfer StepKind = "infer" // Learn: a nogood decided something, after a jump back
	StepFail  StepKind = "fail"  // engine: propagation found that there is no answer here
	StepBack  StepKind = "back"  // stepped back: the last placement was taken away
	StepDone  StepKind = "done"  // the whole tree has been walked
)

// Step is one step of a watched search. It is valid until the next one.
type Step struct {
	Kind     StepKind
	Number   int    // from 1
	Depth    int    // placements or open decisions after the step
	Try      string // what was placed, inferred or taken back, in the problem's words
	Clashes  []Clash
	Pruned   int    // engine: values removed by propagation in this step
	Reason   string // StepFail: the constraint that failed; StepBack: "restart" where one begins
	Learned  string // StepBack: the nogood learned from the failure before, what cannot hold together
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
// error, as of All, comes as the last pair. Learn jumps back over several
// decisions in as many steps, the first of which tells the nogood. Auto shows
// Propagate where the problem has a model, unless an Adviser says otherwise.
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
			w.engine(t, t.Next)
		case *learner:
			w.engine(&t.engine, t.l.Next)
		case *auto:
			// Trying Learn beside the walk is nothing to be watched.
			r.walker = &t.engine
			w.engine(&t.engine, t.Next)
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

// engine walks by propagation, next being the walk to the next answer. A step
// is a decision with all that propagation made of it.
func (w *watched) engine(e *engine, next func(poll func() bool) bool) {
	m, err := w.problem.Model()
	if err != nil {
		return // newRun has built it already
	}
	e.Watch(&engineWatcher{watched: w, e: e, m: m})
	goOn := func() bool { return !w.stopped && w.poll() }
	for !w.stopped && next(goOn) {
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
	kind StepKind // of the step if it is consistent
}

func (g *engineWatcher) Decided(a store.Atom, flipped bool) {
	g.begin(StepPlace, a)
}

// Inferred begins a step like Decided; nothing was tried in it.
func (g *engineWatcher) Inferred(a store.Atom) { g.begin(StepInfer, a) }

func (g *engineWatcher) begin(kind StepKind, a store.Atom) {
	g.kind, g.size = kind, g.domainSizes()
	g.try = g.m.atomWords(g.e.Store(), a)
}

// Learned keeps the nogood for the first step back, which always follows.
func (g *engineWatcher) Learned(nogood []store.Atom) {
	words := make([]string, len(nogood))
	for i, a := range nogood {
		words[i] = g.m.atomWords(g.e.Store(), a)
	}
	g.step.Learned = strings.Join(words, " and ")
}

// Restarted keeps the reason for the first step back.
func (g *engineWatcher) Restarted() { g.step.Reason = "restart" }

func (g *engineWatcher) Propagated(consistent bool) {
	s := g.e.Store()
	g.step.Try, g.step.Depth = g.try, len(g.e.Path())
	g.board()
	switch {
	case !consistent:
		g.step.Kind = StepFail
		switch p := s.FailedBy(); p {
		case store.NoProp:
		case store.Nogood:
			g.step.Reason = "nogood"
		default:
			g.step.Reason = s.Propagator(p).Name()
		}
	case g.try == "":
		g.step.Kind = StepRoot
	default:
		g.step.Kind = g.kind
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
	for i, w := range g.e.shown {
		g.step.Values[i] = Unset
		if s.Fixed(w.V) {
			g.step.Values[i] = int(w.Of(s.Lo(w.V)))
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
