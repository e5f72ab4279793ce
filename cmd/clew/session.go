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
	trace    *traceFile // nil if nobody wants the events
}

// run asks for each problem and returns the exit code: the worst of all.
func (s *session) run(ctx context.Context, problems iter.Seq2[clew.Problem, error]) int {
	next, stop := iter.Pull2(problems)
	defer stop()
	p, err, ok := next()
	if !ok && ctx.Err() == nil {
		err, ok = errors.New("found no puzzle, expected at least one"), true
	}
	if !ok {
		return exitIncomplete
	}
	first := item{1, p, err}
	// Another one makes it a batch.
	p, err, ok = next()
	if ok {
		b := &batch{session: s, next: next}
		return b.run(ctx, first, item{2, p, err})
	}
	if ctx.Err() != nil {
		return exitIncomplete
	}
	first.number = 0
	exit := s.newVoice(s.console).answer(ctx, first)
	if ctx.Err() != nil {
		exit = worse(exit, exitIncomplete)
	}
	return exit
}

// item is a problem of an input, or the error in its place, with its number; 0
// if it is the only one.
type item struct {
	number  int
	problem clew.Problem
	err     error
}

// voice puts the verb to one problem after the other and prints what is found.
type voice struct {
	*session
	to  sink
	out printer
}

// newVoice returns a voice that speaks to a sink.
func (s *session) newVoice(to sink) *voice {
	v := &voice{session: s, to: to}
	switch {
	case s.settings.json:
		v.out = &jsonPrinter{console: to}
	case s.settings.lines:
		v.out = &linesPrinter{console: to, stats: s.settings.stats}
	default:
		v.out = &textPrinter{console: to, colored: s.settings.colored(s.console), stats: s.settings.stats}
	}
	return v
}

// answer deals with an item and returns the exit code.
func (v *voice) answer(ctx context.Context, it item) int {
	if it.err != nil {
		v.fail(it.err)
		return exitBad
	}
	defer release(it.problem)
	return v.ask(ctx, it.problem, it.number)
}

// release gives back what a problem holds.
func release(p clew.Problem) {
	if c, ok := p.(io.Closer); ok {
		c.Close()
	}
}

// ask puts the verb to one problem and returns the exit code.
func (v *voice) ask(ctx context.Context, p clew.Problem, number int) int {
	v.out.begin(v.verb, p, number)
	if in, ok := p.(introducer); ok {
		ctx, cancel := v.settings.timed(ctx)
		for _, r := range in.introduce(ctx, v.verb.drawings) {
			v.out.record(r)
		}
		cancel()
	}
	q := &question{problem: p, settings: v.settings, out: v.out, trace: v.trace, screen: v.console.screen}
	if v.console.errTTY && !v.settings.quiet {
		q.progress = clew.WithProgress(statusEvery, func(r clew.Report) {
			if r.Elapsed >= statusAfter {
				v.to.Status(statusLine(r))
			}
		})
	}
	r, err := v.verb.ask(ctx, q)
	v.to.Status("")
	if err != nil {
		v.fail(err)
		return exitBad
	}
	if o, ok := p.(objector); ok && r.stopped == "" && r.exit == exitNo {
		v.object(r, o.objections())
	}
	if err := v.out.end(r); err != nil {
		v.fail(err)
		return exitBad
	}
	v.note(r.note)
	return r.code()
}

// maxObjections is how many reasons against a problem are shown to people.
const maxObjections = 20

// object adds to a result what the problem itself knows against an answer.
func (v *voice) object(r *result, objections []string) {
	if len(objections) == 0 {
		return
	}
	r.members = append(r.members, member{"why", objections})
	if n := len(objections) - maxObjections; n > 0 {
		objections = append(objections[:maxObjections:maxObjections], fmt.Sprintf("and %d more", n))
	}
	if v.verb.drawings {
		for _, o := range objections {
			r.text += "\n" + o
		}
		return
	}
	r.note = strings.Join(objections, "\n")
}

// note prints a remark for people on stderr.
func (v *voice) note(text string) {
	if text != "" && !v.settings.quiet && !v.settings.json && !v.console.Lost() {
		v.to.Note("%s", text)
	}
}

// fail reports an error that belongs to one problem of the input.
func (v *voice) fail(err error) {
	v.out.fail(err)
	v.to.Note("clew: %s", err)
}
