package page

import (
	"encoding/binary"

	"github.com/clewsolver/clew"
)

// A record says in eight numbers of 32 bits what a step did: kind and flags, then
// where the search stands after it (node, parent, depth), the decision or inference
// (var, value; the op is among the flags), and the numbers of clashes and of values
// removed beside the decision.
const recordSize = 8 * 4

// Flags of a record, beside its kind in the lowest byte.
const (
	recordOpShift  = 8 // the op of the decision in three bits, by its place in ops
	recordRight    = 1 << 11
	recordSolution = 1 << 12
	recordRestart  = 1 << 13
	recordLearned  = 1 << 14
	recordOpens    = 1 << 15 // a node was opened in the step
	recordFailure  = 1 << 16
)

var recordKinds = map[clew.StepKind]int32{
	clew.StepRoot: 0, clew.StepPlace: 1, clew.StepInfer: 2, clew.StepFail: 3, clew.StepBack: 4, clew.StepDone: 5,
}

// recorder makes records of the steps of a log, from one on.
type recorder struct {
	cursor   *cursor
	grouping clew.Grouping
	skip     int // steps before the first that is wanted

	flags               int32
	node, parent, depth int64
	variable, value     int
	clashes, pruned     int
}

// newRecorder returns a recorder of the steps after a number of them.
func newRecorder(l *eventLog, after int) *recorder {
	k := l.keyframeBefore(after)
	r := &recorder{cursor: newCursor(l, k, false), skip: after - k.step, grouping: groupingAt(l, k)}
	r.cursor.where()
	r.stand(&r.cursor.event)
	r.begin()
	return r
}

// groupingAt returns the state of the grouping of steps at a keyframe.
func groupingAt(l *eventLog, k *keyframe) clew.Grouping {
	var g clew.Grouping
	g.Add(&clew.Event{Kind: clew.EventStart, Start: l.start})
	if k.step > 0 {
		g.End()
	}
	return g
}

func (r *recorder) begin() {
	r.flags, r.variable, r.value, r.clashes, r.pruned = 0, -1, 0, 0, 0
}

func (r *recorder) stand(e *clew.Event) { r.node, r.parent, r.depth = e.Node, e.Parent, int64(e.Depth) }

// appendTo appends records to dst, at most so many of them, as far as steps are
// published.
func (r *recorder) appendTo(dst []byte, most int) []byte {
	for most = len(dst) + most*recordSize; len(dst) < most; {
		e, over := r.cursor.nextOrEnd()
		if e == nil {
			if over {
				dst = r.finish(dst, r.grouping.End())
			}
			return dst
		}
		before, with := r.grouping.Add(e)
		dst = r.finish(dst, before)
		r.note(e)
		dst = r.finish(dst, with)
	}
	return dst
}

// finish ends a step, if it has a kind.
func (r *recorder) finish(dst []byte, kind clew.StepKind) []byte {
	if kind == "" {
		return dst
	}
	if r.skip > 0 {
		r.skip--
	} else {
		for _, n := range [...]int64{
			int64(r.flags | recordKinds[kind]), r.node, r.parent, r.depth,
			int64(r.variable), int64(r.value), int64(r.clashes), int64(r.pruned),
		} {
			dst = binary.LittleEndian.AppendUint32(dst, uint32(int32(n)))
		}
	}
	r.begin()
	return dst
}

// note takes note of an event of the step.
func (r *recorder) note(e *clew.Event) {
	r.stand(e)
	switch e.Kind {
	case clew.EventPlace:
		r.flags |= recordOpens
		r.decided(e)
	case clew.EventInfer:
		r.decided(e)
	case clew.EventPrune:
		r.pruned += e.Removed.Len()
	case clew.EventClash:
		r.clashes++
	case clew.EventFail:
		r.flags |= recordFailure
	case clew.EventLearn:
		r.flags |= recordLearned
	case clew.EventRestart:
		r.flags |= recordRestart
	case clew.EventSolution:
		r.flags |= recordSolution
	}
}

// decided takes note of a decision or inference.
func (r *recorder) decided(e *clew.Event) {
	r.variable, r.value = e.Var, e.Value
	r.flags |= int32(opCode(e.Op)) << recordOpShift
	if e.Right {
		r.flags |= recordRight
	}
}
