package clew

// Grouping finds the steps in the events of a search, one event after the
// other: it is how Steps puts them together, for readers who make something else
// of them. The zero value waits for a start.
//
// Events belong to the step that ends after them, a clash to the step that it
// leads to. Those behind the last step, of a run that was cut short, belong to
// none.
type Grouping struct {
	plain bool
	kind  StepKind // of the step under way; empty between steps, and while one has no kind yet
}

// Add goes on by one event. It returns the kind of the step that ended before e,
// and of the one that ends with e, empty for none.
func (g *Grouping) Add(e *Event) (before, with StepKind) {
	switch e.Kind {
	case EventStart:
		before = g.End()
		if g.plain = e.Start.Method == Plain; !g.plain {
			g.kind = StepRoot
		}
	case EventPlace:
		before = g.begin(StepPlace)
	case EventInfer:
		before = g.begin(StepInfer)
	case EventClash, EventRestart:
		before = g.End()
	case EventFail:
		if g.plain { // the step back tells it
			return g.End(), ""
		}
		g.kind = StepFail
		return "", g.End()
	case EventBack:
		before = g.begin(StepBack)
		return before, g.End()
	case EventSolution:
		switch {
		case !g.plain:
			before = g.begin(StepPlace)
		case g.kind == "":
			g.kind = StepRoot // there was nothing to place
		}
		return before, g.End()
	case EventDone:
		if before = g.End(); e.Complete {
			g.kind = StepDone
		}
	}
	return before, ""
}

// End ends the events, and returns the kind of the step that ends with them,
// empty for none.
func (g *Grouping) End() StepKind {
	ended := g.kind
	g.kind = ""
	return ended
}

// begin begins a step, and returns the kind of the one that ends.
func (g *Grouping) begin(kind StepKind) (ended StepKind) {
	ended = g.End()
	g.kind = kind
	return ended
}
