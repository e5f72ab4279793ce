package clew

import (
	"context"
	"iter"
	"strconv"
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
	Pruned   int // engine: values removed in this step
	Prunings []Pruning
	Reason   string // StepFail: the constraint that failed; StepBack: "restart" where one begins
	Emptied  string // StepFail: the variable that has no value left, if it is known
	Learned  string // StepBack: the nogood learned from the failure before, what cannot hold together
	Solution bool   // the step completed an answer
	Values   []int  // the partial answer after the step: Outputs in order, Unset where open
	Placed   []int  // plain method: the values placed, in order of the places
}

// Pruning is what a step removed from one variable beside the decision.
type Pruning struct {
	Variable string
	Removed  Domain
	By       string // the constraint, or what else did it
}

// Clash is a value that was tried and refused on the way to a step.
type Clash struct {
	Value int
	Try   string // the try in the problem's words
	With  string // what it clashes with
}

// Watch returns an iterator over the steps of the search for all answers, or for
// ever better ones if p has an objective: the Steps of its Events.
func Watch(ctx context.Context, p Problem, opts ...Option) iter.Seq2[*Step, error] {
	return Steps(Events(ctx, p, opts...))
}

// Steps puts the events of a search together to steps, for people: a decision
// with all that propagation made of it is one step. Learn jumps back over several
// decisions in as many steps, the first of which tells the nogood. Errors are
// passed on.
func Steps(events iter.Seq2[*Event, error]) iter.Seq2[*Step, error] {
	return func(yield func(*Step, error) bool) {
		s := &stepper{yield: yield}
		for e, err := range events {
			if err != nil {
				s.flush(s.grouping.End())
				if !s.stopped {
					yield(nil, err)
				}
				return
			}
			s.event(e)
			if s.stopped {
				return
			}
		}
		s.flush(s.grouping.End())
	}
}

// stepper makes steps of events.
type stepper struct {
	track    track
	grouping Grouping
	plain    bool
	yield    func(*Step, error) bool
	stopped  bool
	step     Step // under construction
}

// flush yields the step under construction, which ends as one of a kind, and
// begins the next; without a kind it goes on. The domains must be as they were at
// its end.
func (s *stepper) flush(kind StepKind) {
	if kind == "" || s.stopped {
		return
	}
	s.step.Kind = kind
	s.step.Number++
	s.track.values(s.step.Values)
	s.stopped = !s.yield(&s.step, nil)
	s.step = Step{
		Number: s.step.Number, Values: s.step.Values, Placed: s.step.Placed,
		Clashes: s.step.Clashes[:0], Prunings: s.step.Prunings[:0],
	}
}

// event goes on by one event.
func (s *stepper) event(e *Event) {
	before, with := s.grouping.Add(e)
	s.flush(before)
	switch e.Kind {
	case EventStart:
		s.track, s.plain = track{}, e.Start.Method == Plain
		s.step = Step{Values: make([]int, len(e.Start.Cells))}
		if s.plain {
			s.step.Placed = []int{}
		}
	case EventPlace:
		s.step.Depth, s.step.Try = e.Depth, e.Text
		if s.plain {
			s.step.Placed = append(s.step.Placed, e.Value)
		} else {
			s.step.Pruned += e.Removed.Len()
		}
	case EventInfer:
		s.step.Depth, s.step.Try = e.Depth, e.Text
		s.step.Pruned += e.Removed.Len()
	case EventPrune:
		if !s.plain {
			s.step.Pruned += e.Removed.Len()
			name := s.track.start.Variables[e.Var].Name
			s.step.Prunings = append(s.step.Prunings, Pruning{name, e.Removed, s.maker(e)})
		}
	case EventClash:
		s.step.Clashes = append(s.step.Clashes, Clash{e.Value, e.Text, e.With})
	case EventFail:
		s.fail(e)
	case EventLearn:
		s.step.Learned = e.Text
	case EventRestart:
		s.step.Reason = "restart"
	case EventBack:
		s.step.Depth, s.step.Try = e.Depth, e.Text
		if s.plain {
			s.step.Placed = s.step.Placed[:e.Depth]
		}
	case EventSolution:
		s.step.Depth, s.step.Solution = e.Depth, true
	}
	s.track.apply(e)
	s.flush(with)
}

// fail tells why the step under construction fails. In the plain method that is
// a step back, which says enough.
func (s *stepper) fail(e *Event) {
	if s.plain {
		return
	}
	s.step.Depth, s.step.Reason = e.Depth, s.maker(e)
	if e.Var >= 0 {
		s.step.Emptied = s.track.start.Variables[e.Var].Name
	}
}

// maker says who is behind e.
func (s *stepper) maker(e *Event) string {
	if e.By >= 0 {
		return s.track.start.Constraints[e.By].Text
	}
	return string(e.Cause)
}

func itoa(v int) string { return strconv.Itoa(v) }
