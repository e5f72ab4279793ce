package page

import (
	"bufio"
	"io"
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
}

// newPlayer returns a player after a step, which must be published.
func newPlayer(l *eventLog, step int) *player {
	k := l.keyframeBefore(step)
	p := &player{grouping: groupingAt(l, k), steps: k.step, path: append([]opened(nil), k.open...)}
	p.apply(&clew.Event{Kind: clew.EventStart, Literal: clew.Literal{Var: -1}, By: -1, Parent: -1, Start: l.start})

	// What is in force at the keyframe, by the nodes at which it happened.
	c := newCursor(l, &keyframe{open: k.open[:1]}, false)
	for at := 0; at < len(k.effects); {
		at += c.decode(k.effects[at:])
		if c.event.Kind == clew.EventPlace {
			c.open = append(c.open, k.open[len(c.open)].node)
		}
		c.where()
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
	p.apply(e)
	switch e.Kind {
	case clew.EventPlace:
		p.path = append(p.path, opened{node: int32(e.Node), step: int32(p.steps + 1)})
	case clew.EventBack:
		p.path = p.path[:e.Depth+1]
	}
}

// largestWindow is after how many bytes a window holds no more steps.
const largestWindow = 8 << 20

// writeWindow writes the state after a step, which must be published, and the
// events of up to count steps after it, as JSON.
func writeWindow(w io.Writer, l *eventLog, from, count int) error {
	p := newPlayer(l, from)
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
		buf = watch.AppendDomain(buf, p.replay.Domain(v))
		flush()
	}
	buf = append(buf, `],"path":[`...)
	for i, o := range p.path {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = strconv.AppendInt(append(buf, '['), int64(o.step), 10)
		buf = append(strconv.AppendInt(append(buf, ','), int64(o.node), 10), ']')
		flush()
	}
	buf = append(buf, `],"steps":[`...)
	flush()
	last := l.extent().steps
	for i := 0; i < count && p.steps < last && written < largestWindow; i++ {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = append(buf, '[')
		n := 0
		p.step(func(e *clew.Event) {
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
