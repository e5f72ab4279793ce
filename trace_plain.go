package clew

import "github.com/clewsolver/clew/internal/plain"

// tracedBook is the plain method telling its events.
type tracedBook struct {
	textbook
	trace  *tracer
	say    func(placed []int, value int) (try, clash string)
	places []int // the variable of each place; nil if the cells of the answers stand for the places together
	cells  []int // values of the cells as last told, if places is nil
}

// tracePlain returns the walk of r as one that tells its events.
//
// A model's space has the variables of the model. Of another one the cells of
// the answers are the variables, and one more for each place that no answer
// shows, unless the answers are made otherwise of the values placed.
func (r *run) tracePlain(book textbook) *tracedBook {
	t := &tracedBook{textbook: book}
	t.say = func(placed []int, value int) (try, clash string) { return itoa(value), "" }
	if n, ok := t.space.(Narrator); ok {
		t.say = n.Say
	}
	start := &TraceStart{}
	_, answers := t.space.(Answerer)
	if s, ok := t.space.(*modelSpace); ok {
		names := s.m.names()
		for v := range s.m.domains {
			start.Variables = append(start.Variables, TraceVariable{names[v], s.m.domains[v].trace()})
		}
		for _, w := range s.outputs {
			start.Cells = append(start.Cells, cellOf(w))
		}
		for _, v := range s.vars {
			t.places = append(t.places, int(v))
		}
		if s.impossible {
			t.places = append(t.places, -1)
		}
	} else {
		for _, o := range r.outputs {
			for i := range o.Len() {
				start.Cells = append(start.Cells, Cell{len(start.Variables), 1, 0})
				start.Variables = append(start.Variables, TraceVariable{Name: o.Name + indices(i, o.Dims)})
			}
		}
		if answers {
			t.cells = make([]int, len(start.Cells))
			for i := range t.cells {
				t.cells[i] = Unset
			}
		} else {
			r.knownDomains(start.Variables)
			for i := range t.space.Places() {
				if i >= len(start.Cells) {
					start.Variables = append(start.Variables, TraceVariable{Name: "place " + itoa(i)})
				}
				t.places = append(t.places, i)
			}
		}
	}
	t.trace = r.newTracer(start)
	r.trace = t.trace
	if t.cells != nil {
		t.tellCells()
	}
	return t
}

// knownDomains fills in the domains of the cells of a space without answers of
// its own, if the problem has a model as well.
func (r *run) knownDomains(cells []TraceVariable) {
	m, err := r.problem.Model()
	if err != nil {
		return
	}
	views := m.shownViews()
	if len(views) != len(cells) {
		return
	}
	for i, w := range views {
		lo, hi := m.bounds(Var{m, w})
		d := Domain{{int(lo), int(hi)}}
		if w.IsIdent() {
			d = m.domains[w.V].trace()
		}
		if d.Len() > 1 { // a cell that is not filled yet must not look as if it were
			cells[i].Domain = d
		}
	}
}

// trace returns d for a trace.
func (d *domain) trace() Domain {
	if d.values == nil {
		return Domain{{int(d.lo), int(d.hi)}}
	}
	ranges := make([]Range, len(d.values))
	for i, v := range d.values {
		ranges[i] = Range{int(v), int(v)}
	}
	return union(ranges)
}

// next walks like plain.Walk.Next.
func (t *tracedBook) next(poll func() bool) bool {
	if t.space.Places() == 0 {
		return t.textbook.next(poll)
	}
	for poll() {
		deadEnds := t.DeadEnds
		s := t.Step()
		placed := t.Placed()
		switch s.Kind {
		case plain.Clashed:
			e := t.trace.begin(EventClash)
			e.Text, e.With = t.say(placed, s.Value)
			e.Literal = Literal{t.variable(s.Place), "=", s.Value}
			t.trace.send()
		case plain.Placed:
			text, _ := t.say(placed[:s.Place], s.Value)
			t.trace.place(Literal{t.variable(s.Place), "=", s.Value}, false, text)
			t.tellCells()
			if t.Full() {
				return true
			}
		case plain.Back:
			if t.DeadEnds > deadEnds {
				t.fail(s.Place)
			}
			text, _ := t.say(placed, s.Value)
			t.trace.back(len(placed), text)
			t.restoreCells()
		case plain.Done:
			if t.DeadEnds > deadEnds {
				t.fail(0)
			}
			return false
		}
	}
	return false
}

// fail tells that no value can stand at a place.
func (t *tracedBook) fail(place int) {
	e := t.trace.begin(EventFail)
	e.Cause, e.Var = ByExhaustion, t.variable(place)
	t.trace.send()
}

// variable returns the variable of a place, -1 for none.
func (t *tracedBook) variable(place int) int {
	if t.places == nil {
		return -1
	}
	return t.places[place]
}

// tellCells tells which cells the last placement filled.
func (t *tracedBook) tellCells() {
	if t.cells == nil {
		return
	}
	values := t.space.(Answerer).Answer(t.Placed())
	for i, v := range values {
		if v == t.cells[i] || v == Unset {
			continue
		}
		e := t.trace.begin(EventPrune)
		e.Cause = ByPlacement
		t.trace.become(Literal{i, "=", v})
	}
	copy(t.cells, values)
}

// restoreCells takes note of the cells after a step back.
func (t *tracedBook) restoreCells() {
	if t.cells != nil {
		copy(t.cells, t.space.(Answerer).Answer(t.Placed()))
	}
}
