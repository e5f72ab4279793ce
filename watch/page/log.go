package page

import (
	"sync"
	"unsafe"

	"github.com/clewsolver/clew"
)

// eventLog keeps the events of one search. One goroutine adds to it while others
// read what is published: whole events, up to the end of a step.
type eventLog struct {
	start *clew.TraceStart

	// The writer's own.
	encoder  encoder
	grouping clew.Grouping
	open     []opened // the path from the root, which is open[0]
	effects  []byte   // what happened on the path and is still in force, as in the log
	newest   int32    // node
	answers  int64
	since    int // bytes since the last keyframe
	every    int // least distance of keyframes, in bytes

	mu        sync.RWMutex
	chunks    [][]byte // an event lies in one chunk
	published position
	steps     int // whose events are published
	solutions int64
	keyframes []keyframe
	words     []string // the texts that events refer to
	size      int64    // bytes held
	ended     bool     // nothing will be added
}

// opened is a node on the path.
type opened struct {
	node    int32
	step    int32 // that opened it; 0 for the root
	effects int   // length of the effects before that
}

// position is a place between two events of a log.
type position struct{ chunk, offset int }

// keyframe is what a reader must know to go on after a step.
type keyframe struct {
	step    int
	at      position
	newest  int32
	answers int64
	open    []opened
	effects []byte
}

// Sizes of chunks, which double, and the usual least distance of keyframes, in
// bytes.
const (
	firstChunk   = 4 << 10
	largestChunk = 256 << 10
	frameEvery   = 32 << 10
)

// newLog returns the log of a search.
func newLog(start *clew.TraceStart) *eventLog {
	l := &eventLog{start: start, encoder: encoder{start: start}, open: []opened{{}}, every: frameEvery}
	l.grouping.Add(&clew.Event{Kind: clew.EventStart, Start: start})
	l.keyframes = []keyframe{{open: []opened{{}}}}
	l.size = startSize(start)
	return l
}

// startSize returns about how many bytes a start takes.
func startSize(s *clew.TraceStart) int64 {
	n := int64(len(s.Cells)) * int64(unsafe.Sizeof(clew.Cell{}))
	for i := range s.Variables {
		n += int64(unsafe.Sizeof(s.Variables[i])) + int64(len(s.Variables[i].Name)) + int64(len(s.Variables[i].Domain))*int64(unsafe.Sizeof(clew.Range{}))
	}
	for i := range s.Constraints {
		n += int64(unsafe.Sizeof(s.Constraints[i])) + int64(len(s.Constraints[i].Text)+8*len(s.Constraints[i].Scope))
	}
	return n
}

// add adds an event, which is not a start.
func (l *eventLog) add(e *clew.Event) {
	code, words := l.encoder.encode(e, l.answers)
	before, with := l.grouping.Add(e)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range words {
		l.words = append(l.words, w)
		l.size += int64(len(w)) + wordCost
	}
	at := l.reserve(len(code))
	if before != "" {
		l.steps++
		l.frame(at)
	}
	chunk := &l.chunks[at.chunk]
	*chunk = append(*chunk, code...)
	l.since += len(code)
	l.follow(e, code)
	at.offset += len(code)
	if with != "" {
		l.steps++
		l.frame(at)
	}
	if before != "" || with != "" || l.steps == 0 && isGiven(e) {
		l.publish(at)
	}
}

// wordCost is what a text takes beside its bytes: in the list and in the map of
// the encoder.
const wordCost = 64

// reserve returns the position of the next event, of n bytes.
func (l *eventLog) reserve(n int) position {
	last := len(l.chunks) - 1
	if last < 0 || len(l.chunks[last])+n > cap(l.chunks[last]) {
		size := firstChunk
		if last >= 0 {
			size = min(2*cap(l.chunks[last]), largestChunk)
		}
		size = max(size, n)
		l.chunks = append(l.chunks, make([]byte, 0, size))
		l.size += int64(size)
		last++
	}
	return position{last, len(l.chunks[last])}
}

// follow moves the path along an event.
func (l *eventLog) follow(e *clew.Event, code []byte) {
	switch e.Kind {
	case clew.EventPlace:
		l.newest++
		l.open = append(l.open, opened{l.newest, int32(l.steps + 1), len(l.effects)})
		l.effects = append(l.effects, code...)
	case clew.EventInfer, clew.EventPrune:
		l.effects = append(l.effects, code...)
	case clew.EventBack:
		if e.Depth+1 < len(l.open) {
			l.effects = l.effects[:l.open[e.Depth+1].effects]
			l.open = l.open[:e.Depth+1]
		}
	case clew.EventSolution:
		l.answers = e.Answer
		l.solutions = e.Answer
	}
}

// frame makes a keyframe of the end of the newest step, if there was none for
// long: all of them together take less than the events.
func (l *eventLog) frame(at position) {
	size := len(l.effects) + len(l.open)*int(unsafe.Sizeof(opened{}))
	if l.since < max(l.every, 4*size) {
		return
	}
	l.since = 0
	l.keyframes = append(l.keyframes, keyframe{
		step: l.steps, at: at, newest: l.newest, answers: l.answers,
		open: append([]opened(nil), l.open...), effects: append([]byte(nil), l.effects...),
	})
	l.size += int64(size) + int64(unsafe.Sizeof(keyframe{}))
}

// publish lets readers go up to a position.
func (l *eventLog) publish(at position) { l.published = at }

// end publishes all there is: nothing will be added.
func (l *eventLog) end() {
	ended := l.grouping.End()
	l.mu.Lock()
	defer l.mu.Unlock()
	if ended != "" {
		l.steps++
	}
	if last := len(l.chunks) - 1; last >= 0 {
		l.publish(position{last, len(l.chunks[last])})
	}
	l.ended = true
	l.encoder, l.effects, l.open = encoder{}, nil, nil
}

// extent is how far readers may go.
type extent struct {
	steps   int
	answers int64
	size    int64
	ended   bool
}

// extent returns how much is published.
func (l *eventLog) extent() extent {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return extent{l.steps, l.solutions, l.size, l.ended}
}

// chunk returns what is published of chunk i, and whether more chunks follow.
func (l *eventLog) chunk(i int) (code []byte, more bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	switch {
	case i >= len(l.chunks) || i > l.published.chunk:
		return nil, false
	case i == l.published.chunk:
		return l.chunks[i][:l.published.offset], false
	}
	return l.chunks[i], true
}

// keyframeBefore returns the last keyframe that is not behind a step.
func (l *eventLog) keyframeBefore(step int) *keyframe {
	l.mu.RLock()
	defer l.mu.RUnlock()
	lo, hi := 0, len(l.keyframes)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; l.keyframes[mid].step <= step {
			lo = mid
		} else {
			hi = mid
		}
	}
	k := l.keyframes[lo]
	return &k
}

// word returns text number i.
func (l *eventLog) word(i int) string {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.words[i]
}
