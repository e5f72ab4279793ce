package main

import (
	"bytes"
	"encoding/json"
	"math/big"

	"github.com/clewsolver/clew"
)

// object is a JSON object whose members keep their order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON returns the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(&b, m.name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encode(&b, m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode appends a value as JSON, with < and > as they are: nothing here goes
// into a web page.
func encode(b *bytes.Buffer, value any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	b.Truncate(b.Len() - 1) // the end of the line
	return nil
}

// jsonPrinter prints one object a line. docs/command.md lists the members.
type jsonPrinter struct {
	console sink
	verb    *verb
	problem clew.Problem
}

func (j *jsonPrinter) begin(v *verb, p clew.Problem, _ int) { j.verb, j.problem = v, p }

func (j *jsonPrinter) answer(index int64, s *clew.Solution) {
	var values any = s
	if p, ok := j.problem.(parted); ok {
		values = json.RawMessage(p.outputJSON(s))
	}
	j.print(object{{"type", "solution"}, {"index", index}, {"values", values}})
}

func (j *jsonPrinter) pair(a, b *clew.Solution, _ []int) {
	j.answer(1, a)
	j.answer(2, b)
}

func (j *jsonPrinter) record(r record) {
	if r.object != nil {
		j.print(r.object)
	}
}

func (j *jsonPrinter) end(r *result) error {
	o := object{{"type", "result"}, {"verb", j.verb.name}, {"problem", j.problem.Name()}}
	o = append(o, r.members...)
	o = append(o, member{"complete", r.stopped == ""})
	if r.stopped != "" {
		o = append(o, member{"stopped", r.stopped})
	}
	j.print(append(o, member{"exit", r.code()}, member{"stats", statsObject(r.report)}))
	return nil
}

func (j *jsonPrinter) fail(err error) {
	j.print(object{{"type", "error"}, {"message", err.Error()}, {"exit", exitBad}})
}

// print writes o and the end of the line. What it prints is made here and
// always marshals.
func (j *jsonPrinter) print(o object) {
	line, err := o.MarshalJSON()
	if err != nil {
		panic(err)
	}
	j.console.Write(append(line, '\n'))
}

// statsObject returns the counters of a run.
func statsObject(r clew.Report) object {
	o := object{{"method", r.Method}}
	if r.Why != "" {
		o = append(o, member{"why", r.Why})
	}
	return append(o, object{
		{"tries", r.Tries},
		{"placements", r.Placements},
		{"nodes", r.Nodes},
		{"failures", r.Failures},
		{"propagations", r.Propagations},
		{"conflicts", r.Conflicts},
		{"learned", r.Learned},
		{"restarts", r.Restarts},
		{"solutions", r.Solutions},
		{"depth", r.Depth},
		{"share", r.Share},
		{"seconds", r.Elapsed.Seconds()},
	}...)
}

// countMember returns a count as JSON has it: a decimal string, since it may
// be larger than the numbers that readers of JSON can hold.
func countMember(n *big.Int) member { return member{"count", n.String()} }
