package clew

import "fmt"

// Replay is a traced search run again: it has the domains that the search had,
// after each of its events, and goes backwards as well. The zero value waits for
// a start.
type Replay struct {
	track
	history []undo
}

// undo is what takes one event back.
type undo struct {
	start  bool     // of a start
	before track    // of a start: what there was before
	change bool     // of an event that changed a domain: the newest of the trail
	opened bool     // of a place
	saved  []saved  // of a back: the domains that it put back, in the order of the changes
	nodes  []opened // of a back: the nodes that it closed
}

// Apply goes on by one event. An error says that it does not fit what came
// before; nothing is changed then.
func (r *Replay) Apply(e *Event) error {
	if err := r.fits(e); err != nil {
		return err
	}
	u := undo{}
	if e.Kind == EventStart {
		u.start, u.before = true, r.track
		r.track = track{}
	}
	trail := len(r.trail)
	u.saved, u.nodes = r.apply(e)
	u.opened = e.Kind == EventPlace
	u.change = len(r.trail) > trail
	r.history = append(r.history, u)
	return nil
}

// Undo takes back the last event that was applied, and reports whether there
// was one.
func (r *Replay) Undo() bool {
	if len(r.history) == 0 {
		return false
	}
	last := len(r.history) - 1
	u := r.history[last]
	r.history[last] = undo{}
	r.history = r.history[:last]
	if u.change {
		r.revert(len(r.trail) - 1)
	}
	if u.opened {
		r.open = r.open[:len(r.open)-1]
	}
	if u.nodes != nil {
		r.open = append(r.open, u.nodes...)
		for _, c := range u.saved {
			r.set(c.v, c.domain)
		}
	}
	if u.start {
		r.track = u.before
	}
	return true
}

// Forget drops what it takes to go back before the present moment: a replay that
// only goes forwards needs no memory of its own for each event.
func (r *Replay) Forget() {
	clear(r.history)
	r.history = r.history[:0]
}

// Len returns the number of events that Undo can take back.
func (r *Replay) Len() int { return len(r.history) }

// Start returns what the search is about, nil before its start.
func (r *Replay) Start() *TraceStart { return r.start }

// Domain returns the values that a variable has now; nil if they are not known.
// It must not be changed.
func (r *Replay) Domain(v int) Domain { return r.domains[v] }

// Node returns the node where the search stands, and its depth.
func (r *Replay) Node() (node int64, depth int) {
	if len(r.open) == 0 {
		return 0, 0
	}
	return r.open[len(r.open)-1].node, len(r.open) - 1
}

// Values writes the values of the outputs to dst, whose length is that of the
// cells: Unset where a variable has not just one value.
func (r *Replay) Values(dst []int) { r.values(dst) }

// track is the domains of a search under way, as its events tell them.
type track struct {
	start   *TraceStart
	domains []Domain // never changed in place
	trail   []saved
	open    []opened // the nodes from the root to here
}

// saved is a domain that was replaced.
type saved struct {
	v      int
	domain Domain
}

// opened is an open node, with the length of the trail when it was opened.
type opened struct {
	node  int64
	trail int
}

// fits reports what is wrong with e after the events so far.
func (t *track) fits(e *Event) error {
	if e.Kind == EventStart {
		if e.Start == nil {
			return fmt.Errorf("a start without variables")
		}
		return nil
	}
	if t.start == nil {
		return fmt.Errorf("found %s, expected %s", e.Kind, EventStart)
	}
	if e.Var < -1 || e.Var >= len(t.domains) {
		return fmt.Errorf("%s of variable %d, expected 0..%d", e.Kind, e.Var, len(t.domains)-1)
	}
	if e.By < -1 || e.By >= len(t.start.Constraints) {
		return fmt.Errorf("%s by constraint %d, expected 0..%d", e.Kind, e.By, len(t.start.Constraints)-1)
	}
	for _, l := range e.Nogood {
		if l.Var < 0 || l.Var >= len(t.domains) {
			return fmt.Errorf("%s of variable %d, expected 0..%d", e.Kind, l.Var, len(t.domains)-1)
		}
	}
	if e.Removed != nil || e.Kind == EventPrune {
		if e.Var < 0 {
			return fmt.Errorf("%s takes values from no variable", e.Kind)
		}
		if d := t.domains[e.Var]; e.Removed != nil && (d == nil || d.And(e.Removed).Len() != e.Removed.Len()) {
			return fmt.Errorf("%s takes %s from %s, which has %s", e.Kind, e.Removed, t.start.Variables[e.Var].Name, d)
		}
	}
	if e.Kind == EventSolution && len(e.Values) != len(t.start.Cells) {
		return fmt.Errorf("solution of %d values, expected %d", len(e.Values), len(t.start.Cells))
	}
	depth, node := len(t.open)-1, t.open[len(t.open)-1].node
	switch e.Kind {
	case EventPlace:
		if e.Parent != node || e.Depth != depth+1 {
			return fmt.Errorf("place at depth %d below node %d, expected depth %d below node %d", e.Depth, e.Parent, depth+1, node)
		}
	case EventBack:
		if e.Depth < 0 || e.Depth > depth || t.open[e.Depth].node != e.Node {
			return fmt.Errorf("back to node %d at depth %d, which is not above node %d at depth %d", e.Node, e.Depth, node, depth)
		}
	default:
		if e.Node != node || e.Depth != depth {
			return fmt.Errorf("%s at node %d at depth %d, expected node %d at depth %d", e.Kind, e.Node, e.Depth, node, depth)
		}
	}
	return nil
}

// apply goes on by one event that fits. Of a back it returns the domains that
// were put back, as they were, and the nodes closed, not nil.
func (t *track) apply(e *Event) (back []saved, closed []opened) {
	switch e.Kind {
	case EventStart:
		t.start = e.Start
		t.domains = make([]Domain, len(e.Start.Variables))
		for v := range t.domains {
			t.domains[v] = e.Start.Variables[v].Domain
		}
		t.open = append(t.open, opened{})
	case EventPlace:
		t.open = append(t.open, opened{e.Node, len(t.trail)})
		t.change(e)
	case EventInfer, EventPrune:
		t.change(e)
	case EventBack:
		return t.close(e.Depth)
	}
	return nil, nil
}

// change applies what e says of its variable.
func (t *track) change(e *Event) {
	switch {
	case e.Var < 0:
	case t.start.Variables[e.Var].Domain == nil:
		if e.Op == "=" {
			t.set(e.Var, Domain{{e.Value, e.Value}})
		}
	case len(e.Removed) > 0:
		t.set(e.Var, t.domains[e.Var].Minus(e.Removed))
	}
}

// set gives v another domain.
func (t *track) set(v int, d Domain) {
	t.trail = append(t.trail, saved{v, t.domains[v]})
	t.domains[v] = d
}

// revert undoes the changes from number n on.
func (t *track) revert(n int) {
	for i := len(t.trail) - 1; i >= n; i-- {
		t.domains[t.trail[i].v] = t.trail[i].domain
	}
	t.trail = t.trail[:n]
}

// close closes the nodes below depth.
func (t *track) close(depth int) (back []saved, closed []opened) {
	closed = append([]opened{}, t.open[depth+1:]...)
	if len(closed) == 0 {
		return nil, closed
	}
	n := closed[0].trail
	back = make([]saved, len(t.trail)-n)
	for i := len(t.trail) - 1; i >= n; i-- {
		c := t.trail[i]
		back[i-n] = saved{c.v, t.domains[c.v]}
		t.domains[c.v] = c.domain
	}
	t.trail = t.trail[:n]
	t.open = t.open[:depth+1]
	return back, closed
}

// values writes the values of the outputs to dst.
func (t *track) values(dst []int) {
	for i, c := range t.start.Cells {
		dst[i] = Unset
		if v, ok := t.domains[c.Var].Value(); ok {
			dst[i] = c.Factor*v + c.Offset
		}
	}
}
