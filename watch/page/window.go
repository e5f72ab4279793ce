package page

import (
	"bufio"
	"io"
	"slices"
	"strconv"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/watch"
)

// player follows a log with the domains of all variables.
type player struct {
	cursor   *cursor
	grouping clew.Grouping
	replay   clew.Replay
	steps    int
	path     []opened    // effects is not used
	next     *clew.Event // read to see that the step before had ended
	ends     bool        // next ends a step itself
	trail    []change    // what happened at the nodes of the path, if keep is set
	keep     bool
}

// change is a domain that changed at a node of the path.
type change struct {
	depth    int
	variable int
	before   clew.Domain
}

// newPlayer returns a player after a step, which must be published.
func newPlayer(l *eventLog, step int) *player {
	k := l.keyframeBefore(step)
	p := &player{grouping: groupingAt(l, k), steps: k.step, path: append([]opened(nil), k.open...), keep: true}
	p.apply(&clew.Event{Kind: clew.EventStart, Literal: clew.Literal{Var: -1}, By: -1, Parent: -1, Start: l.start})

	// What is in force at the keyframe, by the nodes at which it happened.
	c := newCursor(l, &keyframe{open: k.open[:1]}, false)
	for at := 0; at < len(k.effects); {
		at += c.decode(k.effects[at:])
		if c.event.Kind == clew.EventPlace {
			c.open = append(c.open, k.open[len(c.open)].node)
		}
		c.where()
		p.note(&c.event)
		p.apply(&c.event)
	}

	p.cursor = newCursor(l, k, true)
	for p.steps < step && p.step(nil) {
	}
	return p
}

// apply goes on by one event.
func (p *player) apply(e *clew.Event) {
	if err := p.replay.Apply(e); err != nil {
		panic("page: the log does not fit itself: " + err.Error()) // it ends the request
	}
	p.replay.Forget()
}

// step goes on by one step, and calls f for each event of it, if f is not nil.
// It reports whether there was one; if not, f may have had events that belong to
// no step.
func (p *player) step(f func(*clew.Event)) bool {
	tell := func(e *clew.Event) {
		p.take(e)
		if f != nil {
			f(e)
		}
	}
	if e := p.next; e != nil {
		p.next = nil
		tell(e)
		if p.ends {
			p.steps++
			return true
		}
	}
	for {
		e, over := p.cursor.nextOrEnd()
		if e == nil {
			if over && p.grouping.End() != "" {
				p.steps++
				return true
			}
			return false
		}
		if e.Kind == clew.EventSolution && len(e.Values) == 0 {
			e.Values = make([]int, len(p.cursor.log.start.Cells))
			p.replay.Values(e.Values)
		}
		before, with := p.grouping.Add(e)
		if before != "" {
			p.steps++
			p.next, p.ends = e, with != ""
			return true
		}
		tell(e)
		if with != "" {
			p.steps++
			return true
		}
	}
}

// take moves domains and path along an event.
func (p *player) take(e *clew.Event) {
	p.note(e)
	p.apply(e)
	switch e.Kind {
	case clew.EventPlace:
		p.path = append(p.path, opened{node: int32(e.Node), step: int32(p.steps + 1)})
	case clew.EventBack:
		p.path = p.path[:e.Depth+1]
		n := len(p.trail)
		for n > 0 && p.trail[n-1].depth > e.Depth {
			n--
		}
		p.trail = p.trail[:n]
	}
}

// note keeps the domain that an event below the root is about to change.
func (p *player) note(e *clew.Event) {
	if p.keep && e.Depth > 0 && e.Var >= 0 && (e.Kind == clew.EventPlace || e.Kind == clew.EventInfer || e.Kind == clew.EventPrune) {
		p.trail = append(p.trail, change{e.Depth, e.Var, p.replay.Domain(e.Var)})
	}
}

// forget drops what note kept, and keeps no more.
func (p *player) forget() { p.trail, p.keep = nil, false }

// appendUndo appends the variables that changed at the node of the path at a
// depth, each once, with the domains before its place. told has the depth at
// which a variable was last told.
func (p *player) appendUndo(dst []byte, depth int, told []int) []byte {
	dst = append(dst, '[')
	from, _ := slices.BinarySearchFunc(p.trail, depth, func(c change, depth int) int { return c.depth - depth })
	for _, c := range p.trail[from:] {
		if c.depth > depth {
			break
		}
		if told[c.variable] == depth {
			continue
		}
		told[c.variable] = depth
		if dst[len(dst)-1] != '[' {
			dst = append(dst, ',')
		}
		dst = strconv.AppendInt(append(dst, '['), int64(c.variable), 10)
		dst = append(watch.AppendDomain(append(dst, ','), c.before), ']')
	}
	return append(dst, ']')
}

// isGiven reports whether a first event tells what is given, and no step.
func isGiven(e *clew.Event) bool {
	return e.Kind == clew.EventPrune && e.Cause == clew.ByPlacement && e.Depth == 0
}

// givens returns the variables that become known before the first step, as the
// given cells of a puzzle do by the plain method, in the order in which its
// first events tell them.
func givens(l *eventLog) []clew.Literal {
	var known []clew.Literal
	for c := newCursor(l, l.keyframeBefore(0), false); ; {
		e := c.next()
		if e == nil || !isGiven(e) {
			return known
		}
		known = append(known, e.Literal)
	}
}

// largestWindow is after how many bytes a window holds no more steps.
const largestWindow = 8 << 20

// writeWindow writes the state after a step, which must be published, and the
// events of up to count steps after it, as JSON. What is given before the first
// step belongs to the start. Each node of the path has what it takes to step back
// over it.
func writeWindow(w io.Writer, l *eventLog, from, count int) error {
	p := newPlayer(l, from)
	given := givens(l)
	known := map[int]clew.Domain{} // beside what p has
	if from == 0 {
		for _, g := range given {
			known[g.Var] = clew.Domain{{Lo: g.Value, Hi: g.Value}}
		}
	}
	b := bufio.NewWriterSize(w, 64<<10)
	buf := append(strconv.AppendInt([]byte(`{"from":`), int64(from), 10), `,"domains":[`...)
	written := 0
	flush := func() {
		written += len(buf)
		b.Write(buf) // an error stays in b
		buf = buf[:0]
	}
	for v := range l.start.Variables {
		if v > 0 {
			buf = append(buf, ',')
		}
		d, ok := known[v]
		if !ok {
			d = p.replay.Domain(v)
		}
		buf = watch.AppendDomain(buf, d)
		flush()
	}
	buf = append(buf, `],"path":[`...)
	told := make([]int, len(l.start.Variables))
	for i, o := range p.path {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(append(buf, '['), int64(o.step), 10)
		buf = append(strconv.AppendInt(append(buf, ','), int64(o.node), 10), ',')
		buf = append(p.appendUndo(buf, i, told), ']')
		flush()
	}
	p.forget()
	buf = append(buf, `],"steps":[`...)
	flush()
	last := l.extent().steps
	for i := 0; i < count && p.steps < last && written < largestWindow; i++ {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, '[')
		n, skip := 0, 0
		if p.steps == 0 {
			skip = len(given)
		}
		p.step(func(e *clew.Event) {
			if skip > 0 {
				skip--
				return
			}
			if n++; n > 1 {
				buf = append(buf, ',')
			}
			buf = watch.AppendEvent(buf, e)
			if len(buf) > 32<<10 {
				flush()
			}
		})
		buf = append(buf, ']')
		flush()
	}
	buf = append(buf, "]}\n"...)
	flush()
	return b.Flush()
}

// writeTrace writes the events that are kept as a trace file. reason is why the
// search is not over, for a trace that has no end yet.
func writeTrace(w io.Writer, l *eventLog, reason string) error {
	b := bufio.NewWriterSize(w, 64<<10)
	p := newPlayer(l, 0)
	p.forget()
	start := clew.Event{Kind: clew.EventStart, Literal: clew.Literal{Var: -1}, By: -1, Parent: -1, Start: l.start}
	buf := append(watch.AppendEvent(nil, &start), '\n')
	ended := false
	var failed error
	for more := true; more && failed == nil; {
		more = p.step(func(e *clew.Event) {
			buf = append(watch.AppendEvent(buf, e), '\n')
			ended = e.Kind == clew.EventDone
		})
		_, failed = b.Write(buf)
		buf = buf[:0]
	}
	if failed != nil {
		return failed
	}
	if !ended {
		p.cursor.event = clew.Event{Kind: clew.EventDone, Literal: clew.Literal{Var: -1}, By: -1, Answer: p.cursor.answers, Reason: reason}
		p.cursor.where()
		if _, err := b.Write(append(watch.AppendEvent(nil, &p.cursor.event), '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}
