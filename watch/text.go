package watch

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
)

// maxClashes is the number of clashes of one step that are told one by one.
// The largest usual puzzle, a 25x25 Sudoku, stays within it.
const maxClashes = 25

// Text puts the steps of one search into words and boards.
type Text struct {
	Why bool // name each variable that loses values, and what took them

	draw    func(values []int) string
	answers int64
}

// NewText returns a Text for the steps of a search of p. A problem that cannot
// draw its answers is shown as name=value.
func NewText(p clew.Problem) *Text {
	if d, ok := p.(clew.Drawer); ok {
		return &Text{draw: d.Draw}
	}
	outputs := p.Outputs()
	return &Text{draw: func(values []int) string { return list(outputs, values) }}
}

// Answers returns the number of steps so far that completed an answer.
func (t *Text) Answers() int64 { return t.answers }

// Step returns s as text: its number with a line of words for each thing that
// happened, the placed values in brackets where the plain method placed them,
// and the board. Steps must be given in the order of the search.
func (t *Text) Step(s *clew.Step) string {
	if s.Solution {
		t.answers++
	}
	var b strings.Builder
	prefix := strconv.Itoa(s.Number) + ". "
	for _, line := range t.words(s) {
		b.WriteString(prefix + line + "\n")
		prefix = strings.Repeat(" ", len(prefix))
	}
	if s.Kind == clew.StepDone {
		return b.String()
	}
	if s.Placed != nil {
		fmt.Fprintln(&b, s.Placed)
	}
	b.WriteString(t.draw(s.Values))
	return b.String()
}

// words returns what happened in s, a line for each try that clashed, one for
// a nogood learned, one for the step itself, and with Why one for each variable
// that lost values.
func (t *Text) words(s *clew.Step) []string {
	var lines []string
	for i, c := range s.Clashes {
		if i == maxClashes {
			lines = append(lines, fmt.Sprintf("%d more tries clash", len(s.Clashes)-i))
			break
		}
		line := c.Try + ": clashes"
		if c.With != "" {
			line += " with " + c.With
		}
		lines = append(lines, line)
	}
	if s.Learned != "" {
		lines = append(lines, "learned: never "+s.Learned)
	}
	lines = append(lines, t.verdict(s))
	if t.Why {
		for _, p := range s.Prunings {
			lines = append(lines, fmt.Sprintf("%s loses %s: %s", p.Variable, p.Removed, p.By))
		}
	}
	return lines
}

// verdict says how s ended.
func (t *Text) verdict(s *clew.Step) string {
	switch s.Kind {
	case clew.StepRoot:
		return "start: what the constraints alone leave"
	case clew.StepFail:
		line := "no answer this way"
		switch {
		case s.Try == "" && s.Depth == 0 && s.Reason != string(clew.ByObjective):
			line = "start: the constraints alone cannot hold"
		case s.Try != "":
			line = s.Try + ": " + line
		}
		switch {
		case s.Reason != "" && s.Emptied != "":
			line += " (" + s.Reason + " leaves nothing for " + s.Emptied + ")"
		case s.Reason != "":
			line += " (" + s.Reason + ")"
		}
		return line
	case clew.StepBack:
		line := "stepped back to depth " + strconv.Itoa(s.Depth)
		if s.Try != "" {
			line = "stepped back: " + s.Try + " taken away"
		}
		if s.Reason != "" {
			line += " (" + s.Reason + ")"
		}
		return line
	case clew.StepDone:
		return "end: the whole tree has been walked, " + plural(t.answers, "answer")
	}
	var parts []string
	if s.Placed != nil {
		parts = append(parts, s.Try+": placed")
	} else if s.Kind == clew.StepInfer {
		parts = append(parts, s.Try+": follows from what was learned")
	} else if s.Try != "" {
		parts = append(parts, s.Try+": decided")
	}
	if s.Pruned > 0 {
		parts = append(parts, plural(int64(s.Pruned), "value")+" removed")
	}
	if s.Solution {
		parts = append(parts, "answer "+strconv.FormatInt(t.answers, 10)+" is complete")
	}
	return strings.Join(parts, ", ")
}

func plural(n int64, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// list returns the outputs as lines name=value, with . for open values.
func list(outputs []clew.Output, values []int) string {
	var b strings.Builder
	at := 0
	for _, o := range outputs {
		n := o.Len()
		words := make([]string, n)
		for i, v := range values[at : at+n] {
			words[i] = "."
			if v != clew.Unset {
				words[i] = strconv.Itoa(v)
			}
		}
		text := strings.Join(words, " ")
		if len(o.Dims) > 0 {
			text = "[" + text + "]"
		}
		fmt.Fprintf(&b, "%s=%s\n", o.Name, text)
		at += n
	}
	return b.String()
}
