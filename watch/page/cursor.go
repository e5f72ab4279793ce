package page

import (
	"encoding/binary"

	"github.com/clewsolver/clew"
)

// cursor reads the events of a log, from the end of a step on.
type cursor struct {
	log     *eventLog
	say     bool // events have their texts
	at      position
	code    []byte // what is known of the chunk at hand
	open    []int32
	newest  int32
	answers int64

	event  clew.Event
	domain clew.Domain // room for that of the event
	text   []byte
}

// newCursor returns a cursor at a keyframe.
func newCursor(l *eventLog, k *keyframe, say bool) *cursor {
	c := &cursor{log: l, say: say, at: k.at, newest: k.newest, answers: k.answers}
	for _, o := range k.open {
		c.open = append(c.open, o.node)
	}
	return c
}

// next returns the next event, valid until the one after it; nil if no more are
// published. Of a solution by the engine the values are missing.
func (c *cursor) next() *clew.Event {
	for c.at.offset >= len(c.code) {
		code, more := c.log.chunk(c.at.chunk)
		c.code = code
		switch {
		case c.at.offset < len(code):
		case more:
			c.at = position{chunk: c.at.chunk + 1}
			c.code = nil
		default:
			return nil
		}
	}
	c.at.offset += c.decode(c.code[c.at.offset:])
	c.follow()
	return &c.event
}

// nextOrEnd returns the next event; if there is none, whether none will come.
func (c *cursor) nextOrEnd() (e *clew.Event, over bool) {
	if e = c.next(); e != nil {
		return e, false
	}
	if !c.log.extent().ended {
		return nil, false
	}
	e = c.next() // what was published in between
	return e, e == nil
}

// follow moves the path along the event, and says in it where it happens.
func (c *cursor) follow() {
	e := &c.event
	switch e.Kind {
	case clew.EventPlace:
		c.newest++
		c.open = append(c.open, c.newest)
	case clew.EventBack:
		c.open = c.open[:e.Depth+1]
	}
	c.where()
}

// where says in the event where it happens: at the end of the path.
func (c *cursor) where() {
	e, last := &c.event, len(c.open)-1
	e.Node, e.Parent, e.Depth = int64(c.open[last]), -1, last
	if last > 0 {
		e.Parent = int64(c.open[last-1])
	}
}

// decode reads the event that code begins with, and returns its length. In
// the event of a back, the depth is that after it.
func (c *cursor) decode(code []byte) int {
	d := decoder{code: code, log: c.log, say: c.say}
	head := d.byte()
	values, nogood := c.event.Values[:0], c.event.Nogood[:0]
	c.event = clew.Event{Kind: eventKinds[head&15], Literal: clew.Literal{Var: -1}, By: -1}
	e := &c.event
	switch head & 15 {
	case codePlace, codeInfer:
		e.Right = head&flagRight != 0
		e.Literal = d.literal()
		e.Removed = d.domain(&c.domain)
		if head&15 == codeInfer {
			e.Cause = clew.ByNogood
		}
		if head&flagUsual == 0 {
			e.Text = d.string()
		} else if c.say {
			c.text = appendLiteral(c.text[:0], c.log.start, e.Literal)
			e.Text = string(c.text)
		}
	case codePrune:
		e.Cause = causes[head>>causeShift&7]
		if head&flagLiteral != 0 {
			e.Op = ops[d.byte()]
			e.Value = d.int()
		}
		e.Var = d.number() - 1
		if e.Cause == clew.ByConstraint {
			e.By = d.number() - 1
		}
		e.Removed = d.domain(&c.domain)
	case codeClash:
		e.Literal = d.literal()
		e.Text, e.With = d.string(), d.string()
	case codeFail:
		e.Cause = causes[head>>causeShift&7]
		e.Var = d.number() - 1
		if e.Cause == clew.ByConstraint {
			e.By = d.number() - 1
		}
	case codeBack:
		e.Depth = len(c.open) - 1 - d.number()
		e.Text = d.string()
	case codeLearn:
		for range d.number() {
			nogood = append(nogood, d.literal())
		}
		e.Nogood = nogood
		if head&flagUsual == 0 {
			e.Text = d.string()
		} else if c.say {
			c.text = appendNogood(c.text[:0], c.log.start, e.Nogood)
			e.Text = string(c.text)
		}
	case codeSolution:
		c.answers += int64(d.number64())
		e.Answer = c.answers
		for range c.log.start.Cells {
			if head&flagValues == 0 {
				break
			}
			v := clew.Unset
			if u := d.number64(); u > 0 {
				v = unzigzag(u - 1)
			}
			values = append(values, v)
		}
		e.Values = values
	case codeDone:
		e.Complete = head&flagComplete != 0
		e.Answer = int64(d.number64())
		e.Reason = d.string()
	}
	return len(code) - len(d.code)
}

// decoder takes bytes apart.
type decoder struct {
	code []byte
	log  *eventLog
	say  bool
}

func (d *decoder) byte() byte {
	b := d.code[0]
	d.code = d.code[1:]
	return b
}

func (d *decoder) number64() uint64 {
	if b := d.code[0]; b < 0x80 {
		d.code = d.code[1:]
		return uint64(b)
	}
	n, size := binary.Uvarint(d.code)
	d.code = d.code[size:]
	return n
}

func (d *decoder) number() int { return int(d.number64()) }
func (d *decoder) int() int    { return unzigzag(d.number64()) }

func (d *decoder) literal() clew.Literal {
	op := ops[d.byte()]
	v := d.number() - 1
	return clew.Literal{Var: v, Op: op, Value: d.int()}
}

// domain reads a domain, whose ranges are put into room.
func (d *decoder) domain(room *clew.Domain) clew.Domain {
	head := d.number()
	if head == 0 {
		return nil
	}
	if *room == nil {
		*room = clew.Domain{}
	}
	ranges := (*room)[:0]
	for i := range head/2 - 1 {
		var r clew.Range
		if i == 0 {
			r.Lo = d.int()
		} else {
			r.Lo = ranges[i-1].Hi + d.number()
		}
		r.Hi = r.Lo
		if head&1 == 0 {
			r.Hi += d.number()
		}
		ranges = append(ranges, r)
	}
	*room = ranges
	return ranges
}

// string reads a text; nothing is made of it if nobody wants to know.
func (d *decoder) string() string {
	switch n := d.number(); {
	case n == 0:
		length := d.number()
		text := d.code[:length]
		d.code = d.code[length:]
		if !d.say {
			return ""
		}
		return string(text)
	case n == 1 || !d.say:
		return ""
	default:
		return d.log.word(n - 2)
	}
}
