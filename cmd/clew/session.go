package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/clewsolver/clew"
)

// session puts one verb to every problem of an input.
type session struct {
	console  *console
	verb     *verb
	settings *settings
	out      printer
	trace    *traceFile // nil if nobody wants the events
}

// run asks for each problem in turn and returns the exit code: the worst of
// all.
func (s *session) run(ctx context.Context, problems iter.Seq2[clew.Problem, error]) int {
	next, stop := iter.Pull2(problems)
	defer stop()
	exit, batch := exitYes, false
	p, err, ok := next()
	if !ok && ctx.Err() == nil {
		err, ok = errors.New("found no puzzle, expected at least one"), true
	}
	for n := 1; ok && ctx.Err() == nil; n++ {
		// One is read ahead, to know whether this is a batch.
		nextP, nextErr, more := next()
		batch = batch || more
		switch {
		case ctx.Err() != nil:
		case err != nil:
			s.fail(err)
			exit = worse(exit, exitBad)
		default:
			number := 0
			if batch {
				number = n
			}
			exit = worse(exit, s.ask(ctx, p, number))
		}
		release(p)
		p, err, ok = nextP, nextErr, more
	}
	release(p)
	if ctx.Err() != nil {
		exit = worse(exit, exitIncomplete)
	}
	return exit
}

// release gives back what a problem holds.
func release(p clew.Problem) {
	if c, ok := p.(io.Closer); ok {
		c.Close()
	}
}

// ask puts the verb to one problem and returns the exit code.
func (s *session) ask(ctx context.Context, p clew.Problem, number int) int {
	s.out.begin(s.verb, p, number)
	if in, ok := p.(introducer); ok {
		for _, r := range in.introduce(s.verb.drawings) {
			s.out.record(r)
		}
	}
	q := &question{problem: p, settings: s.settings, out: s.out, trace: s.trace, screen: s.console.screen}
	if s.console.errTTY && !s.settings.quiet {
		q.progress = clew.WithProgress(statusEvery, func(r clew.Report) {
			if r.Elapsed >= statusAfter {
				s.console.Status(statusLine(r))
			}
		})
	}
	r, err := s.verb.ask(ctx, q)
	s.console.Status("")
	if err != nil {
		s.fail(err)
		return exitBad
	}
	if o, ok := p.(objector); ok && r.stopped == "" && r.exit == exitNo {
		s.object(r, o.objections())
	}
	if err := s.out.end(r); err != nil {
		s.fail(err)
		return exitBad
	}
	s.note(r.note)
	return r.code()
}

// maxObjections is how many reasons against a problem are shown to people.
const maxObjections = 20

// object adds to a result what the problem itself knows against an answer.
func (s *session) object(r *result, objections []string) {
	if len(objections) == 0 {
		return
	}
	r.members = append(r.members, member{"why", objections})
	if n := len(objections) - maxObjections; n > 0 {
		objections = append(objections[:maxObjections:maxObjections], fmt.Sprintf("and %d more", n))
	}
	if s.verb.drawings {
		for _, o := range objections {
			r.text += "\n" + o
		}
		return
	}
	r.note = strings.Join(objections, "\n")
}

// note prints a remark for people on stderr.
func (s *session) note(text string) {
	if text != "" && !s.settings.quiet && !s.settings.json && !s.console.Lost() {
		s.console.Note("%s", text)
	}
}

// fail reports an error that belongs to one problem of the input.
func (s *session) fail(err error) {
	s.out.fail(err)
	s.console.Note("clew: %s", err)
}
