package clew

import (
	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// Order chooses the variable to branch on; ties go to the one that comes first
// in the call of Branch.
type Order = search.Order

// Variable orders.
const (
	InputOrder      = search.InputOrder      // the first open variable
	FirstFail       = search.FirstFail       // the one with the fewest values
	DomWdeg         = search.DomWdeg         // the fewest values per weight of its constraints' failures
	AntiFirstFail   = search.AntiFirstFail   // the most values
	Smallest        = search.Smallest        // the smallest lower bound
	Largest         = search.Largest         // the largest upper bound
	Occurrence      = search.Occurrence      // in the most constraints
	MostConstrained = search.MostConstrained // the fewest values, of those in the most constraints
	MaxRegret       = search.MaxRegret       // the largest difference between its two smallest values
)

// ValueOrder chooses the values to try first. On domains of more than 4096
// values, Middle, Median and RandomValue try all values up to the one named.
type ValueOrder = search.Values

// Value orders.
const (
	Ascending    = search.Ascending    // smallest first
	Descending   = search.Descending   // largest first
	Split        = search.Split        // lower half of the range first
	ReverseSplit = search.ReverseSplit // upper half of the range first
	Middle       = search.Middle       // nearest the middle of the bounds first
	Median       = search.Median       // the median first, the smaller of two
	Interval     = search.Interval     // the lowest run of values without a hole first; Split if there is one run
	RandomValue  = search.RandomValue  // a value drawn by WithSeed first
)

// phase is a Branch call.
type phase struct {
	vars   []Var
	order  Order
	values ValueOrder
}

// Branch asks the engine to branch on xs, with the given orders, after those
// of earlier calls. Orders are those of the views where xs has some. Shown
// variables that no call names follow with DomWdeg and Ascending, then the
// helpers; in models of more than 20000 variables in the order of their
// declaration, since DomWdeg looks at each of them at every node.
//
// Solve and Improve follow the calls as they are. The verbs that list and count
// branch on hidden variables after the shown ones, whatever the calls say,
// since an answer speaks of shown variables only; Determined lifts this.
func (m *Model) Branch(order Order, values ValueOrder, xs ...Var) {
	p := phase{make([]Var, len(xs)), order, values}
	for i, x := range xs {
		if x.m != m {
			m.failf("branch: a variable belongs to no model or to another")
			return
		}
		p.vars[i] = m.affine(x)
	}
	m.phases = append(m.phases, p)
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

// manyVars is the number of variables up to which DomWdeg is the usual order.
const manyVars = 20_000

// searchPhases returns the phases of a run, split into shown and hidden ones
// unless the run looks for one answer: then all count as shown. Orders given as
// options replace those of the model.
func (m *Model) searchPhases(o *options) (shown, hidden []search.Phase) {
	vars := m.shownVars()
	isShown := make([]bool, len(m.domains))
	for _, v := range vars {
		isShown[v] = true
	}
	for _, v := range m.determined {
		isShown[v] = true
	}
	// A truth value is determined by its variable.
	for w, b := range m.truths {
		isShown[b.w.V] = isShown[b.w.V] || isShown[w.V]
	}
	one := o.improving && (m.objective != nil || !o.listing)
	taken := make([]bool, len(m.domains))
	add := func(ws []store.View, order Order, values ValueOrder) {
		first := search.Phase{Order: order, Values: values}
		second := first
		for _, w := range ws {
			if taken[w.V] {
				continue
			}
			taken[w.V] = true
			if one || isShown[w.V] {
				first.Views = append(first.Views, w)
			} else {
				second.Views = append(second.Views, w)
			}
		}
		if first.Views != nil {
			shown = append(shown, resolved(first))
		}
		if second.Views != nil {
			hidden = append(hidden, resolved(second))
		}
	}
	for _, p := range m.phases {
		add(views(p.vars), o.orderOr(p.order), o.valuesOr(p.values))
	}
	usual := DomWdeg
	if len(m.domains) > manyVars {
		usual = InputOrder
	}
	add(idents(vars), o.orderOr(usual), o.valuesOr(Ascending))
	all := make([]store.Var, len(m.domains))
	for i := range all {
		all[i] = store.Var(i)
	}
	add(idents(all), o.orderOr(usual), o.valuesOr(Ascending))
	return shown, hidden
}

func idents(vs []store.Var) []store.View {
	ws := make([]store.View, len(vs))
	for i, v := range vs {
		ws[i] = store.Ident(v)
	}
	return ws
}

// resolved sets the variables of p, which has views, and drops the views where
// they are nothing but the variables.
func resolved(p search.Phase) search.Phase {
	p.Vars = make([]store.Var, len(p.Views))
	plain := true
	for i, w := range p.Views {
		p.Vars[i] = w.V
		plain = plain && w.IsIdent()
	}
	if plain {
		p.Views = nil
	}
	return p
}
