package watch

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/clewsolver/clew"
)

// Version is that of the JSON form of events, which docs/watch.md describes.
const Version = 1

// AppendEvent appends e as a JSON object, without the end of the line.
func AppendEvent(dst []byte, e *clew.Event) []byte {
	dst = appendString(append(dst, `{"event":`...), string(e.Kind))
	dst = strconv.AppendInt(append(dst, `,"node":`...), e.Node, 10)
	dst = strconv.AppendInt(append(dst, `,"parent":`...), e.Parent, 10)
	dst = appendInt(append(dst, `,"depth":`...), e.Depth)
	if e.Start != nil {
		dst = appendStart(dst, e.Start)
	}
	if e.Var >= 0 {
		dst = appendInt(append(dst, `,"var":`...), e.Var)
	}
	if e.Op != "" {
		dst = appendString(append(dst, `,"op":`...), e.Op)
		dst = appendInt(append(dst, `,"value":`...), e.Value)
	}
	if e.Removed != nil {
		dst = AppendDomain(append(dst, `,"removed":`...), e.Removed)
	}
	if e.Right {
		dst = append(dst, `,"right":true`...)
	}
	if e.Cause != "" {
		dst = appendString(append(dst, `,"cause":`...), string(e.Cause))
	}
	if e.By >= 0 {
		dst = appendInt(append(dst, `,"by":`...), e.By)
	}
	if e.With != "" {
		dst = appendString(append(dst, `,"with":`...), e.With)
	}
	if e.Text != "" {
		dst = appendString(append(dst, `,"text":`...), e.Text)
	}
	if e.Kind == clew.EventLearn {
		dst = appendList(append(dst, `,"nogood":`...), e.Nogood, func(dst []byte, l clew.Literal) []byte {
			dst = appendInt(append(dst, '['), l.Var)
			dst = appendString(append(dst, ','), l.Op)
			return append(appendInt(append(dst, ','), l.Value), ']')
		})
	}
	if e.Kind == clew.EventSolution || e.Kind == clew.EventDone {
		dst = strconv.AppendInt(append(dst, `,"answer":`...), e.Answer, 10)
	}
	if e.Kind == clew.EventSolution {
		dst = appendList(append(dst, `,"values":`...), e.Values, func(dst []byte, v int) []byte {
			if v == clew.Unset {
				return append(dst, "null"...)
			}
			return appendInt(dst, v)
		})
	}
	if e.Kind == clew.EventDone {
		dst = strconv.AppendBool(append(dst, `,"complete":`...), e.Complete)
		if e.Reason != "" {
			dst = appendString(append(dst, `,"reason":`...), e.Reason)
		}
	}
	return append(dst, '}')
}

func appendStart(dst []byte, s *clew.TraceStart) []byte {
	dst = appendInt(append(dst, `,"version":`...), Version)
	dst = appendString(append(dst, `,"problem":`...), s.Problem)
	dst = appendString(append(dst, `,"method":`...), string(s.Method))
	dst = appendList(append(dst, `,"outputs":`...), s.Outputs, func(dst []byte, o clew.Output) []byte {
		dst = appendString(append(dst, `{"name":`...), o.Name)
		if len(o.Dims) > 0 {
			dst = appendList(append(dst, `,"dims":`...), o.Dims, appendInt)
		}
		return append(dst, '}')
	})
	dst = appendList(append(dst, `,"cells":`...), s.Cells, appendCell)
	dst = appendList(append(dst, `,"variables":`...), s.Variables, func(dst []byte, v clew.TraceVariable) []byte {
		dst = appendString(append(dst, `{"name":`...), v.Name)
		return append(AppendDomain(append(dst, `,"domain":`...), v.Domain), '}')
	})
	dst = appendList(append(dst, `,"constraints":`...), s.Constraints, func(dst []byte, c clew.TraceConstraint) []byte {
		dst = appendString(append(dst, `{"kind":`...), c.Kind)
		dst = appendString(append(dst, `,"text":`...), c.Text)
		return append(appendList(append(dst, `,"vars":`...), c.Scope, appendInt), '}')
	})
	if s.Objective != nil {
		dst = appendCell(append(dst, `,"objective":`...), *s.Objective)
	}
	return dst
}

func appendInt(dst []byte, v int) []byte { return strconv.AppendInt(dst, int64(v), 10) }

func appendCell(dst []byte, c clew.Cell) []byte {
	return appendList(dst, []int{c.Var, c.Factor, c.Offset}, appendInt)
}

// AppendDomain appends d as JSON: a list of pairs, or null if it is not known.
func AppendDomain(dst []byte, d clew.Domain) []byte {
	if d == nil {
		return append(dst, "null"...)
	}
	return appendList(dst, d, func(dst []byte, r clew.Range) []byte {
		return appendList(dst, []int{r.Lo, r.Hi}, appendInt)
	})
}

// appendList appends xs as a list.
func appendList[T any](dst []byte, xs []T, one func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, x := range xs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = one(dst, x)
	}
	return append(dst, ']')
}

// appendString appends text, with < and > as they are.
func appendString(dst []byte, text string) []byte {
	plain := true
	for i := range len(text) {
		plain = plain && ' ' <= text[i] && text[i] < 0x7f && text[i] != '"' && text[i] != '\\'
	}
	if plain {
		return append(append(append(dst, '"'), text...), '"')
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(text) != nil { // no string fails
		return append(dst, `""`...)
	}
	return append(dst, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
