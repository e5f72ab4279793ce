package clew

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// modelSpace lets the plain method walk a model: its places are the variables
// with more than one value, the shown ones first, in order of declaration. A
// constraint is checked at the place that completes its scope; one that can
// tell earlier (a PartialChecker) is checked at every place of it.
type modelSpace struct {
	m          *Model
	vars       []store.Var  // of each place
	outputs    []store.View // the values of an answer
	shown      int          // places of shown variables
	place      []int        // of each variable; -1 if it has one value
	assignment []int32      // of each variable, as far as placed
	complete   [][]store.Propagator
	partial    [][]earlyChecker
	impossible bool // a constraint without open variables is false
	now        int  // the place being checked
	isAssigned func(store.Var) bool
}

// earlyChecker is a propagator that can refuse a partial assignment.
type earlyChecker interface {
	store.Propagator
	propagate.PartialChecker
}

// Space returns the search space of m for the plain method. The error Is
// ErrUnsupported if m has an objective.
func (m *Model) Space() (Space, error) {
	if m.err != nil {
		return nil, m.err
	}
	if m.objective != nil {
		return nil, fmt.Errorf("%w: %s has an objective, which the plain method does not know", ErrUnsupported, m.name)
	}
	s := &modelSpace{m: m, place: make([]int, len(m.domains)), assignment: make([]int32, len(m.domains))}
	for v := range s.place {
		s.place[v] = -1
		s.assignment[v] = m.domains[v].lo
	}
	s.outputs = m.shownViews()
	for _, w := range s.outputs {
		s.addPlace(w.V)
	}
	s.shown = len(s.vars)
	for v := range m.domains {
		s.addPlace(store.Var(v))
	}
	s.complete = make([][]store.Propagator, len(s.vars))
	s.partial = make([][]earlyChecker, len(s.vars))
	for _, c := range m.constraints {
		s.addConstraint(c())
	}
	s.isAssigned = func(v store.Var) bool { return s.place[v] <= s.now }
	return s, nil
}

func (s *modelSpace) addPlace(v store.Var) {
	if d := s.m.domains[v]; d.lo < d.hi && s.place[v] < 0 {
		s.place[v] = len(s.vars)
		s.vars = append(s.vars, v)
	}
}

func (s *modelSpace) addConstraint(p store.Propagator) {
	last := -1
	for _, w := range p.Scope() {
		last = max(last, s.place[w.V])
	}
	if last < 0 {
		s.impossible = s.impossible || !p.Check(s.assignment)
		return
	}
	s.complete[last] = append(s.complete[last], p)
	early, ok := p.(earlyChecker)
	if !ok {
		return
	}
	seen := map[int]bool{-1: true, last: true}
	for _, w := range p.Scope() {
		if at := s.place[w.V]; !seen[at] {
			seen[at] = true
			s.partial[at] = append(s.partial[at], early)
		}
	}
}

// Places returns the number of open variables. An impossible model has a place
// without values, so that it has no answer.
func (s *modelSpace) Places() int {
	if s.impossible {
		return len(s.vars) + 1
	}
	return len(s.vars)
}

func (s *modelSpace) Shown() int { return s.shown }

func (s *modelSpace) Next(placed []int, after int) (value int, ok bool) {
	if s.impossible {
		return 0, false
	}
	d := &s.m.domains[s.vars[len(placed)]]
	if d.values == nil {
		value = max(int(d.lo), after+1)
		return value, value <= int(d.hi)
	}
	i, found := slices.BinarySearch(d.values, int32(max(after, -MaxValue-1)))
	if found {
		i++
	}
	if i == len(d.values) {
		return 0, false
	}
	return int(d.values[i]), true
}

// Check relies on the walk's order: the last value checked at an earlier place
// is the one placed there.
func (s *modelSpace) Check(placed []int, value int) bool {
	at := len(placed)
	s.now = at
	s.assignment[s.vars[at]] = int32(value)
	for _, p := range s.partial[at] {
		if !p.CheckPartial(s.assignment, s.isAssigned) {
			return false
		}
	}
	for _, p := range s.complete[at] {
		if !p.Check(s.assignment) {
			return false
		}
	}
	return true
}

// Answer returns the values of the shown variables.
func (s *modelSpace) Answer(placed []int) []int {
	values := make([]int, 0, len(s.outputs))
	for _, w := range s.outputs {
		switch at := s.place[w.V]; {
		case at < 0:
			values = append(values, int(w.Of(s.m.domains[w.V].lo)))
		case at < len(placed):
			values = append(values, int(w.Of(int32(placed[at]))))
		default:
			values = append(values, Unset)
		}
	}
	return values
}

// Say names the variable and the constraint that refuses the value.
func (s *modelSpace) Say(placed []int, value int) (try, clash string) {
	at := len(placed)
	v := s.vars[at]
	try = s.m.nameOf(v) + " = " + itoa(value)
	if s.Check(placed, value) {
		return try, ""
	}
	for _, p := range s.partial[at] {
		if !p.CheckPartial(s.assignment, s.isAssigned) {
			return try, p.Name()
		}
	}
	for _, p := range s.complete[at] {
		if !p.Check(s.assignment) {
			return try, p.Name()
		}
	}
	return try, ""
}
