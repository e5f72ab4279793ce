package page

import (
	"encoding/binary"
	"slices"
	"strconv"

	"github.com/clewsolver/clew"
)

// An event begins with a byte: its kind in the lower half, flags in the upper.
// Numbers follow as varints, those that are -1 for "none" one higher. Where an
// event happens is not kept: it follows from the places and backs before it.
//
//	place     op var value removed [text]
//	infer     op var value removed [text]
//	prune     [op value] var [by] removed
//	clash     op var value text with
//	fail      var [by]
//	back      levels text
//	learn     literals [text]
//	solution  answers [values]
//	done      answer reason
//
// A domain is 2*(number of ranges+1), plus 1 if all are single values, then for
// each its distance from the last and, unless single, its length; 0 is none.
// A text is 0 and the text itself, 1 for the empty one, or 2 + its number.
const (
	codePlace byte = iota + 1
	codeInfer
	codePrune
	codeClash
	codeFail
	codeBack
	codeLearn
	codeRestart
	codeSolution
	codeDone
)

// Flags of the first byte.
const (
	flagUsual    = 1 << 4 // place, infer, learn: the text is that of usualText
	flagRight    = 1 << 5 // place
	flagValues   = 1 << 4 // solution: values follow; without, they are those of the domains
	flagComplete = 1 << 4 // done
	flagLiteral  = 1 << 7 // prune: op and value follow
	causeShift   = 4      // prune, fail: the cause in three bits
)

var (
	eventKinds = [...]clew.EventKind{
		codePlace: clew.EventPlace, codeInfer: clew.EventInfer, codePrune: clew.EventPrune, codeClash: clew.EventClash,
		codeFail: clew.EventFail, codeBack: clew.EventBack, codeLearn: clew.EventLearn, codeRestart: clew.EventRestart,
		codeSolution: clew.EventSolution, codeDone: clew.EventDone,
	}
	ops    = [...]string{"", "=", "!=", ">=", "<="}
	causes = [...]clew.Cause{"", clew.ByConstraint, clew.ByNogood, clew.ByObjective, clew.ByPlacement, clew.ByExhaustion}
)

// Texts of more than so many, or so many bytes together, are not numbered but
// written where they occur.
const (
	mostWords     = 1 << 17
	mostWordBytes = 8 << 20
)

// encoder puts events into bytes.
type encoder struct {
	start     *clew.TraceStart
	depth     int
	buf       []byte
	text      []byte
	numbers   map[string]int // of texts
	wordBytes int
	words     []string // that got a number in this event
}

// encode returns the bytes of e, valid until the next call, and the texts that
// got the next numbers. answers is the number of answers before e.
func (c *encoder) encode(e *clew.Event, answers int64) (code []byte, words []string) {
	c.buf, c.words = c.buf[:0], c.words[:0]
	switch e.Kind {
	case clew.EventPlace, clew.EventInfer:
		head := codePlace
		if e.Kind == clew.EventInfer {
			head = codeInfer
		} else {
			c.depth = e.Depth
		}
		if e.Right {
			head |= flagRight
		}
		c.text = appendLiteral(c.text[:0], c.start, e.Literal)
		usual := string(c.text) == e.Text
		if usual {
			head |= flagUsual
		}
		c.byte(head)
		c.literal(e.Literal)
		c.domain(e.Removed)
		if !usual {
			c.string(e.Text)
		}
	case clew.EventPrune:
		head := codePrune | c.cause(e.Cause)
		if e.Op != "" {
			head |= flagLiteral
		}
		c.byte(head)
		if e.Op != "" {
			c.byte(opCode(e.Op))
			c.int(e.Value)
		}
		c.number(e.Var + 1)
		if e.Cause == clew.ByConstraint {
			c.number(e.By + 1)
		}
		c.domain(e.Removed)
	case clew.EventClash:
		c.byte(codeClash)
		c.literal(e.Literal)
		c.string(e.Text)
		c.string(e.With)
	case clew.EventFail:
		c.byte(codeFail | c.cause(e.Cause))
		c.number(e.Var + 1)
		if e.Cause == clew.ByConstraint {
			c.number(e.By + 1)
		}
	case clew.EventBack:
		c.byte(codeBack)
		c.number(c.depth - e.Depth)
		c.depth = e.Depth
		c.string(e.Text)
	case clew.EventLearn:
		head := codeLearn
		c.text = appendNogood(c.text[:0], c.start, e.Nogood)
		usual := string(c.text) == e.Text
		if usual {
			head |= flagUsual
		}
		c.byte(head)
		c.number(len(e.Nogood))
		for _, l := range e.Nogood {
			c.literal(l)
		}
		if !usual {
			c.string(e.Text)
		}
	case clew.EventRestart:
		c.byte(codeRestart)
	case clew.EventSolution:
		head := codeSolution
		if c.start.Method == clew.Plain { // the engine's are those of its domains
			head |= flagValues
		}
		c.byte(head)
		c.number64(uint64(e.Answer - answers))
		if c.start.Method == clew.Plain {
			for _, v := range e.Values {
				if v == clew.Unset {
					c.number(0)
				} else {
					c.number64(zigzag(v) + 1)
				}
			}
		}
	case clew.EventDone:
		head := codeDone
		if e.Complete {
			head |= flagComplete
		}
		c.byte(head)
		c.number64(uint64(e.Answer))
		c.string(e.Reason)
	}
	return c.buf, c.words
}

func (c *encoder) byte(b byte)       { c.buf = append(c.buf, b) }
func (c *encoder) number(n int)      { c.buf = binary.AppendUvarint(c.buf, uint64(n)) }
func (c *encoder) number64(n uint64) { c.buf = binary.AppendUvarint(c.buf, n) }
func (c *encoder) int(v int)         { c.buf = binary.AppendUvarint(c.buf, zigzag(v)) }

func (c *encoder) literal(l clew.Literal) {
	c.byte(opCode(l.Op))
	c.number(l.Var + 1)
	c.int(l.Value)
}

func (c *encoder) cause(cause clew.Cause) byte {
	return byte(slices.Index(causes[:], cause)) << causeShift
}

// domain adds a domain.
func (c *encoder) domain(d clew.Domain) {
	if d == nil {
		c.number(0)
		return
	}
	single := 1
	for _, r := range d {
		if r.Lo != r.Hi {
			single = 0
			break
		}
	}
	c.number(2*(len(d)+1) + single)
	for i, r := range d {
		if i == 0 {
			c.int(r.Lo)
		} else {
			c.number(r.Lo - d[i-1].Hi)
		}
		if single == 0 {
			c.number(r.Hi - r.Lo)
		}
	}
}

// string adds a text.
func (c *encoder) string(s string) {
	if s == "" {
		c.number(1)
		return
	}
	if n, ok := c.numbers[s]; ok {
		c.number(n + 2)
		return
	}
	if len(c.numbers) >= mostWords || c.wordBytes+len(s) > mostWordBytes {
		c.number(0)
		c.number(len(s))
		c.buf = append(c.buf, s...)
		return
	}
	if c.numbers == nil {
		c.numbers = map[string]int{}
	}
	n := len(c.numbers)
	c.numbers[s] = n
	c.wordBytes += len(s)
	c.words = append(c.words, s)
	c.number(n + 2)
}

func opCode(op string) byte { return byte(slices.Index(ops[:], op)) }

func zigzag(v int) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(u uint64) int { return int(u>>1) ^ -int(u&1) }

// appendLiteral appends a statement in the words that the engine has for it.
func appendLiteral(dst []byte, start *clew.TraceStart, l clew.Literal) []byte {
	if l.Var < 0 {
		return dst
	}
	dst = append(append(dst, start.Variables[l.Var].Name...), ' ')
	dst = append(append(dst, l.Op...), ' ')
	return strconv.AppendInt(dst, int64(l.Value), 10)
}

// appendNogood appends a nogood in the words that the engine has for it.
func appendNogood(dst []byte, start *clew.TraceStart, nogood []clew.Literal) []byte {
	for i, l := range nogood {
		if i > 0 {
			dst = append(dst, " and "...)
		}
		dst = appendLiteral(dst, start, l)
	}
	return dst
}
