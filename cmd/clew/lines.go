package main

import (
	"strings"

	"github.com/clewsolver/clew"
)

// linesPrinter prints each answer on a line, and nothing that answers say
// themselves: what --lines asks for.
type linesPrinter struct {
	console  sink
	verb     *verb
	problem  clew.Problem
	stats    bool
	answered bool
	buf      []byte
}

func (l *linesPrinter) begin(v *verb, p clew.Problem, _ int) {
	l.verb, l.problem, l.answered = v, p, false
}

func (l *linesPrinter) answer(_ int64, s *clew.Solution) {
	l.answered = true
	if p, ok := l.problem.(lister); ok {
		l.line(p.Line(s.Values()))
		return
	}
	l.line(s.String())
}

// pair prints nothing: neither of two answers is the answer.
func (l *linesPrinter) pair(*clew.Solution, *clew.Solution, []int) {}

func (l *linesPrinter) record(record) {}

// end prints the result, as far as it is one line, where answers do not say it.
func (l *linesPrinter) end(r *result) error {
	if !l.answered || l.verb.numbered || r.stopped != "" {
		text, _, _ := strings.Cut(r.text, ";")
		text, _, _ = strings.Cut(text, "\n") // reasons
		l.line(text)
	}
	if l.stats {
		l.console.Note("%s", statsLine(r.report))
	}
	return nil
}

func (l *linesPrinter) fail(error) {}

func (l *linesPrinter) line(text string) {
	l.buf = append(append(l.buf[:0], text...), '\n')
	l.console.Write(l.buf)
}
