package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/clewsolver/clew"
)

// textPrinter prints for people: blocks of text with blank lines between.
type textPrinter struct {
	console sink
	colored bool
	stats   bool

	verb       *verb
	problem    clew.Problem
	introduced bool   // something stands before the answers
	gap        bool   // a blank line is due before the next block
	speech     speech // writes the answers instead; nil if they are drawn
	broken     error  // why it cannot
	buf        []byte // the block being printed
}

func (t *textPrinter) begin(v *verb, p clew.Problem, n int) {
	t.verb, t.problem, t.introduced = v, p, false
	t.speech, t.broken = nil, nil
	if s, ok := p.(speaker); ok && v.drawings {
		if t.speech, t.broken = s.speech(v, t.console); t.broken != nil {
			t.console.Abort()
		}
		return
	}
	if n > 0 && !v.plain {
		t.block(t.heading(fmt.Sprintf("puzzle %d: %s", n, p.Name())) + "\n")
	}
}

// block prints text that ends a line, apart from the block before it.
func (t *textPrinter) block(text string) {
	if text == "" {
		return
	}
	if t.gap {
		t.buf = append(t.buf, '\n')
	}
	t.gap = !t.verb.plain
	t.buf = append(t.buf, text...)
	if text[len(text)-1] != '\n' {
		t.buf = append(t.buf, '\n')
	}
	t.console.Write(t.buf)
	t.buf = t.buf[:0]
}

func (t *textPrinter) answer(index int64, s *clew.Solution) {
	if t.spoken(s) {
		return
	}
	text := t.drawn(s) + t.listed(s)
	switch {
	case t.verb.numbered:
		text = t.heading("answer "+strconv.FormatInt(index, 10)) + "\n" + text
	case t.introduced:
		text = t.heading("answer") + "\n" + text
	}
	t.block(text)
}

// spoken writes answers in the form of the problem's language and reports
// whether there is one. If they cannot be written the run is stopped.
func (t *textPrinter) spoken(answers ...*clew.Solution) bool {
	for _, s := range answers {
		if t.speech == nil || t.broken != nil {
			break
		}
		if t.broken = t.speech.answer(s); t.broken != nil {
			t.console.Abort()
		}
	}
	return t.speech != nil || t.broken != nil
}

// drawn returns the drawing of an answer, or its values by name.
func (t *textPrinter) drawn(s *clew.Solution) string {
	if d, ok := t.problem.(clew.Drawer); ok {
		return d.Draw(s.Values())
	}
	return s.String() + "\n"
}

// listed returns the line that holds an answer, if the problem has one.
func (t *textPrinter) listed(s *clew.Solution) string {
	if l, ok := t.problem.(lister); ok {
		return l.Line(s.Values()) + "\n"
	}
	return ""
}

func (t *textPrinter) record(r record) {
	if r.heading != "" {
		r.text = t.heading(r.heading) + "\n" + r.text
	}
	t.introduced = true
	t.block(r.text)
}

func (t *textPrinter) end(r *result) error {
	if t.speech == nil && t.broken == nil {
		t.block(r.text)
	} else if err := t.hush(r); err != nil {
		return err
	} else if r.stopped != "" {
		r.note = r.text // the language has no words for it
	}
	if t.stats {
		t.console.Note("%s", statsLine(r.report))
	}
	return nil
}

// fail prints nothing: the error itself goes to stderr.
func (t *textPrinter) fail(error) {
	t.hush(nil)
}

// hush ends the answers in the form of the problem's language, if there are
// such, by the result of the run; nil stands for none.
func (t *textPrinter) hush(r *result) error {
	if t.broken != nil {
		r = nil
	}
	if t.speech != nil {
		err := t.speech.end(r)
		t.speech = nil
		if t.broken == nil {
			t.broken = err
		}
	}
	if t.console.Lost() {
		return nil // there is one to say so
	}
	return t.broken
}

// statsLine returns the counters of a run.
func statsLine(r clew.Report) string {
	method := string(r.Method)
	if r.Why != "" {
		method += " (auto: " + r.Why + ")"
	}
	return fmt.Sprintf("method %s, tries %d, placements %d, nodes %d, failures %d, propagations %d, "+
		"conflicts %d, learned %d, restarts %d, solutions %d, depth %d, %.3f s",
		method, r.Tries, r.Placements, r.Nodes, r.Failures, r.Propagations,
		r.Conflicts, r.Learned, r.Restarts, r.Solutions, r.Depth, r.Elapsed.Seconds())
}

// Colours: bold for headings, red and bold for marks.
const (
	bold  = "\x1b[1m"
	red   = "\x1b[1;31m"
	plain = "\x1b[0m"
)

func (t *textPrinter) heading(text string) string {
	if t.colored {
		return bold + text + plain
	}
	return text
}

// pair prints two answers with the values at which they differ marked: by the
// problem if it can, else in the drawings.
func (t *textPrinter) pair(a, b *clew.Solution, differ []int) {
	if t.spoken(a, b) {
		return
	}
	var drawnA, drawnB string
	if m, ok := t.problem.(marker); ok {
		drawnA, drawnB = m.DrawMarked(a.Values(), differ), m.DrawMarked(b.Values(), differ)
	} else {
		drawnA, drawnB = t.drawn(a), t.drawn(b)
		drawnA, drawnB = t.markChanges(drawnA, drawnB), t.markChanges(drawnB, drawnA)
	}
	t.block(t.heading("answer 1") + "\n" + drawnA + t.listed(a))
	t.block(t.heading("answer 2") + "\n" + drawnB + t.listed(b))
}

// markChanges returns drawing with the characters marked that are others in
// the other drawing: coloured, or with * in a line below.
func (t *textPrinter) markChanges(drawing, other string) string {
	lines, others := strings.SplitAfter(drawing, "\n"), strings.SplitAfter(other, "\n")
	if len(lines) != len(others) {
		return drawing
	}
	var b strings.Builder
	for i, line := range lines {
		from, to := []rune(line), []rune(others[i])
		changed := changes(from, to)
		if changed == nil {
			b.WriteString(line)
			continue
		}
		var below strings.Builder
		for j, r := range from {
			switch {
			case !changed[j]:
				b.WriteRune(r)
				below.WriteByte(' ')
			case t.colored:
				b.WriteString(red + string(r) + plain)
			default:
				b.WriteRune(r)
				below.WriteByte('*')
			}
		}
		if !t.colored {
			b.WriteString(strings.TrimRight(below.String(), " ") + "\n")
		}
	}
	return b.String()
}

// changes reports the positions at which two lines differ, a number as a
// whole; nil if there are none or the lines cannot be compared.
func changes(a, b []rune) []bool {
	if slices.Equal(a, b) || len(a) != len(b) {
		return nil
	}
	changed := make([]bool, len(a))
	for i := range a {
		changed[i] = a[i] != b[i]
	}
	digit := func(i int) bool { return unicode.IsDigit(a[i]) || unicode.IsDigit(b[i]) }
	for i := 1; i < len(a); i++ {
		changed[i] = changed[i] || changed[i-1] && digit(i) && digit(i-1)
	}
	for i := len(a) - 2; i >= 0; i-- {
		changed[i] = changed[i] || changed[i+1] && digit(i) && digit(i+1)
	}
	return changed
}
