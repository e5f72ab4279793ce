package clew

import (
	"slices"

	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// Order chooses the variable to branch on; ties go to the one declared first.
type Order = search.Order

// Variable orders.
const (
	InputOrder = search.InputOrder // the first open variable
	FirstFail  = search.FirstFail  // the one with the fewest values
	DomWdeg    = search.DomWdeg    // the fewest values per weight of its constraints' failures
)

// ValueOrder chooses the value to try first.
type ValueOrder = search.Values

// Value orders.
const (
	Ascending  = search.Ascending  // smallest first
	Descending = search.Descending // largest first
	Split      = search.Split      // lower half of the range first
	Middle     = search.Middle     // nearest the middle first
)

// phase is a Branch call.
type phase struct {
	vars   []Var
	order  Order
	values ValueOrder
}

// Branch asks the engine to branch on xs, with the given orders, after those
// of earlier calls. Shown variables that no call names follow with DomWdeg
// and Ascending, then the helpers. Hidden variables always come after the
// shown ones, whatever the calls say, since an answer speaks of shown variables
// only; Determined lifts this.
func (m *Model) Branch(order Order, values ValueOrder, xs ...Var) {
	for _, x := range xs {
		if x.m != m {
			m.failf("branch: a variable belongs to no model or to another")
			return
		}
	}
	m.phases = append(m.phases, phase{slices.Clone(xs), order, values})
}

// Determined states that the shown variables determine the helpers xs: no two
// solutions agree on the former and differ in the latter. Branch may then put
// xs before shown variables. Where the statement is false, answers come more
// than once.
func (m *Model) Determined(xs ...Var) {
	for _, x := range xs {
		if x.m != m {
			m.failf("determined: a variable belongs to no model or to another")
			return
		}
		m.determined = append(m.determined, x.w.V)
	}
}

// searchPhases returns the phases of a run, split into shown and hidden ones.
// Orders given as options replace those of the model.
func (m *Model) searchPhases(o *options) (shown, hidden []search.Phase) {
	isShown := make([]bool, len(m.domains))
	for _, v := range m.shownVars() {
		isShown[v] = true
	}
	for _, v := range m.determined {
		isShown[v] = true
	}
	taken := make([]bool, len(m.domains))
	add := func(vs []store.Var, order Order, values ValueOrder) {
		for _, want := range []bool{true, false} {
			var part []store.Var
			for _, v := range vs {
				if !taken[v] && isShown[v] == want {
					taken[v] = true
					part = append(part, v)
				}
			}
			p := search.Phase{Vars: part, Order: order, Values: values}
			switch {
			case len(part) == 0:
			case want:
				shown = append(shown, p)
			default:
				hidden = append(hidden, p)
			}
		}
	}
	for _, p := range m.phases {
		// A view that falls as its variable grows turns the order around.
		for _, run := range runsBySign(p) {
			add(run.vars, o.orderOr(p.order), o.valuesOr(run.values))
		}
	}
	all := make([]store.Var, len(m.domains))
	for i := range all {
		all[i] = store.Var(i)
	}
	add(m.shownVars(), o.orderOr(DomWdeg), o.valuesOr(Ascending))
	add(all, o.orderOr(DomWdeg), o.valuesOr(Ascending))
	return shown, hidden
}

// signRun is a part of a phase whose views all rise, or all fall, with their
// variables.
type signRun struct {
	vars   []store.Var
	values ValueOrder
}

// runsBySign resolves the views of a phase. Phases of one direction, the usual
// case, give one run.
func runsBySign(p phase) []signRun {
	var runs []signRun
	for i, x := range p.vars {
		values := p.values
		if falls := x.w.Kind == store.Affine && x.w.A < 0; falls {
			switch values {
			case Ascending:
				values = Descending
			case Descending:
				values = Ascending
			}
		}
		if i == 0 || values != runs[len(runs)-1].values {
			runs = append(runs, signRun{values: values})
		}
		last := &runs[len(runs)-1]
		last.vars = append(last.vars, x.w.V)
	}
	return runs
}
