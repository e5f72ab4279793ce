// Package profiler draws a search in a profiler that speaks the protocol of
// cp-profiler, version 3, as that of the MiniZinc IDE does: a client that sends
// the search tree while it grows.
//
// A message is its length, 4 bytes little-endian, a byte that says what it is,
// and its content. A node is its own id and its parent's, of three numbers each
// (node, restart, thread), which alternative of the parent it is, how many
// alternatives it has itself, and its status; numbers are 4 bytes big-endian.
// Optional fields follow, each after a byte that names it.
package profiler

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/clewsolver/clew"
)

// Messages.
const (
	msgNode byte = iota
	msgDone
	msgStart
)

// status is what a node turned out to be.
type status byte

const (
	solved status = iota
	failed
	branch
	skipped // the other side of a decision, which the search jumped over
)

// Optional fields.
const (
	fieldLabel byte = iota
	fieldNogood
	fieldInfo
	fieldVersion
)

const version = 3

// Profile sends the tree of one search. Its nodes have two alternatives each: a
// decision and its negation. Where a learning search goes on at a node, after a
// jump back or a restart, the second alternative is what it knows there now.
//
// The search may go on while somebody asks for the error.
type Profile struct {
	mu      sync.Mutex
	w       *bufio.Writer
	flushed time.Time
	err     error // the first one; nothing is sent after it
	name    string
	id      int // of the execution, as the profiler gave it
	nodes   int32
	levels  []level // the open nodes from the root to where the search stands
	failure *level  // a failed node that waits for its nogood
	nogood  string
}

// level is an open node.
type level struct {
	id, parent, alt int32
	label           string
	sent            bool
	used            int32 // alternatives so far
}

// flushEvery is how late a node may reach the profiler while the search goes on.
const flushEvery = 100 * time.Millisecond

// patience is how long a write may take before the profiler is given up.
const patience = 10 * time.Second

// Dial connects to the profiler that arg names, as the MiniZinc IDE writes it:
// the id of the execution and the port of the profiler on this machine, with a
// comma between them. The profile gets the given name.
func Dial(arg, name string) (*Profile, io.Closer, error) {
	first, second, ok := strings.Cut(arg, ",")
	id, err := strconv.Atoi(first)
	port, err2 := strconv.ParseUint(second, 10, 16)
	if !ok || err != nil || err2 != nil {
		return nil, nil, fmt.Errorf("found %q, expected the id of an execution and a port, as 1,6565", arg)
	}
	conn, err := net.DialTimeout("tcp", net.JoinHostPort("localhost", strconv.FormatUint(port, 10)), patience)
	if err != nil {
		return nil, nil, err
	}
	return New(patient{conn}, name, id), conn, nil
}

// patient is a connection whose writes end.
type patient struct{ net.Conn }

func (p patient) Write(b []byte) (int, error) {
	if err := p.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return 0, err
	}
	return p.Conn.Write(b)
}

// New returns a profile that writes to w.
func New(w io.Writer, name string, id int) *Profile {
	return &Profile{w: bufio.NewWriterSize(w, 1<<16), name: name, id: id}
}

// Err returns why the profiler could not be told all, nil if it was.
func (p *Profile) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Event takes the next event of a search of the engine.
func (p *Profile) Event(e *clew.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return
	}
	if e.Kind == clew.EventLearn {
		p.nogood = e.Text
		return
	}
	if e.Kind != clew.EventStart {
		p.sendFailure()
	}
	switch e.Kind {
	case clew.EventStart:
		p.start()
	case clew.EventPlace:
		p.place(e)
	case clew.EventInfer:
		if p.top().used > 0 {
			p.goOn(e.Text)
		}
	case clew.EventFail:
		n := p.top()
		if n.sent { // its other side, refuted by the bound that the first side set
			n = &level{id: p.newID(), parent: n.id, alt: n.used}
			p.top().used++
		}
		n.sent = true
		copied := *n
		p.failure = &copied
	case clew.EventSolution:
		if n := p.top(); !n.sent {
			p.send(n, solved, 0, "")
		}
	case clew.EventBack:
		p.leave(e.Depth + 1)
	case clew.EventDone:
		if e.Complete {
			p.leave(0)
		}
		p.message([]byte{msgDone})
	}
	if now := time.Now(); e.Kind == clew.EventDone || now.Sub(p.flushed) >= flushEvery {
		p.flushed = now
		if err := p.w.Flush(); p.err == nil {
			p.err = err
		}
	}
}

func (p *Profile) top() *level { return &p.levels[len(p.levels)-1] }

func (p *Profile) newID() int32 {
	p.nodes++
	return p.nodes - 1
}

// start begins the tree.
func (p *Profile) start() {
	p.flushed = time.Now()
	info, err := json.Marshal(map[string]any{"name": p.name, "has_restarts": false, "execution_id": p.id})
	if err != nil {
		p.err = err
		return
	}
	m := binary.BigEndian.AppendUint32([]byte{msgStart, fieldVersion}, version)
	p.message(field(m, fieldInfo, string(info)))
	p.nodes = 0
	p.levels = append(p.levels[:0], level{id: p.newID(), parent: -1, alt: -1})
}

// place opens a node.
func (p *Profile) place(e *clew.Event) {
	n := p.top()
	if n.used > 0 && !e.Right {
		p.goOn("")
		n = p.top()
	}
	if p.nodes == math.MaxInt32-1 {
		p.err = fmt.Errorf("more nodes than the profiler can number")
		return
	}
	if !n.sent {
		p.send(n, branch, 2, "")
	}
	next := level{id: p.newID(), parent: n.id, alt: n.used, label: e.Text}
	n.used++
	p.levels = append(p.levels, next)
}

// goOn makes the second alternative of the top the new top, which is no decision.
func (p *Profile) goOn(label string) {
	n := p.top()
	*n = level{id: p.newID(), parent: n.id, alt: n.used, label: label}
}

// leave closes the levels from number n on.
func (p *Profile) leave(n int) {
	for len(p.levels) > n {
		switch t := p.top(); {
		case !t.sent:
			p.send(t, skipped, 0, "")
		case t.used == 1:
			p.send(&level{id: p.newID(), parent: t.id, alt: 1}, skipped, 0, "")
		}
		p.levels = p.levels[:len(p.levels)-1]
	}
}

// sendFailure sends the failed node that waits.
func (p *Profile) sendFailure() {
	if p.failure != nil {
		p.send(p.failure, failed, 0, p.nogood)
		p.failure, p.nogood = nil, ""
	}
}

// send sends a node.
func (p *Profile) send(n *level, as status, kids int32, nogood string) {
	n.sent = true
	m := []byte{msgNode}
	for _, x := range []int32{n.id, -1, 0, n.parent, -1, 0, n.alt, kids} {
		m = binary.BigEndian.AppendUint32(m, uint32(x))
	}
	m = append(m, byte(as))
	if n.label != "" {
		m = field(m, fieldLabel, n.label)
	}
	if nogood != "" {
		m = field(m, fieldNogood, nogood)
	}
	p.message(m)
}

// field appends an optional field.
func field(m []byte, name byte, text string) []byte {
	m = binary.BigEndian.AppendUint32(append(m, name), uint32(len(text)))
	return append(m, text...)
}

// message sends a message.
func (p *Profile) message(m []byte) {
	if p.err != nil {
		return
	}
	if _, p.err = p.w.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(m)))); p.err == nil {
		_, p.err = p.w.Write(m)
	}
}
