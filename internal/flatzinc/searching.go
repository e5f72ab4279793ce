package flatzinc

import (
	"fmt"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// keepSearched marks the variables that search annotations name, so that they
// stay variables to be branched on.
func (b *builder) keepSearched() {
	for i := range b.p.goal.annotations {
		b.eachSearch(&b.p.goal.annotations[i], func(a *annotation) {
			if a.name != "int_search" && a.name != "bool_search" {
				return
			}
			for _, r := range b.searched(a) {
				if r.form != konst {
					b.at[r.root].kept = true
				}
			}
		})
	}
	if e := b.p.goal.objective; e.kind == kindVar {
		b.at[e.n].kept = true
	}
}

// eachSearch calls f with the basic searches in a, in order, and with other
// annotations than searches.
func (b *builder) eachSearch(a *annotation, f func(a *annotation)) {
	switch a.name {
	case "seq_search":
		for _, arg := range a.args {
			for _, part := range arg.list {
				if part.call != nil {
					b.eachSearch(part.call, f)
				}
			}
		}
	default:
		f(a)
	}
}

// searched returns the variables of a basic search, in order.
func (b *builder) searched(a *annotation) []ref {
	if len(a.args) == 0 {
		return nil
	}
	var refs []ref
	switch xs := a.args[0]; {
	case xs.is.kind == kindArray:
		refs = b.refs(xs.is)
	case xs.list != nil:
		for _, x := range xs.list {
			if x.is.kind == kindVar || x.is.kind == kindInt || x.is.kind == kindBool {
				refs = append(refs, b.ref(x.is))
			}
		}
	case xs.is.kind == kindVar:
		refs = []ref{b.ref(xs.is)}
	}
	return refs
}

var variableOrders = map[string]clew.Order{
	"input_order":      clew.InputOrder,
	"first_fail":       clew.FirstFail,
	"anti_first_fail":  clew.AntiFirstFail,
	"smallest":         clew.Smallest,
	"largest":          clew.Largest,
	"occurrence":       clew.Occurrence,
	"most_constrained": clew.MostConstrained,
	"max_regret":       clew.MaxRegret,
	"dom_w_deg":        clew.DomWdeg,
}

var valueOrders = map[string]clew.ValueOrder{
	"indomain":               clew.Ascending,
	"indomain_min":           clew.Ascending,
	"indomain_max":           clew.Descending,
	"indomain_median":        clew.Median,
	"indomain_middle":        clew.Middle,
	"indomain_split":         clew.Split,
	"indomain_reverse_split": clew.ReverseSplit,
	"indomain_interval":      clew.Interval,
	"indomain_random":        clew.RandomValue,
}

// choose returns what an argument of a search annotation names, and notes if
// that is unknown.
func choose[T any](b *builder, a *annotation, i int, from map[string]T, otherwise string) T {
	name := otherwise
	if i < len(a.args) {
		name = a.args[i].name
		if call := a.args[i].call; call != nil {
			name = call.name
		}
	}
	choice, ok := from[name]
	if !ok {
		b.note(a.at, "unknown choice "+input.Quote(name)+" in "+a.name+", "+otherwise+" is used")
		choice = from[otherwise]
	}
	return choice
}

// note keeps a remark on what has no effect.
func (b *builder) note(at place, text string) {
	b.p.notes = append(b.p.notes, fmt.Sprintf("%s:%d:%d: %s", b.p.file, at.line, at.col, text))
}

// search turns the search annotations into phases of the model.
func (b *builder) search() {
	var branched []int32
	for i := range b.p.goal.annotations {
		b.eachSearch(&b.p.goal.annotations[i], func(a *annotation) {
			if a.name != "int_search" && a.name != "bool_search" {
				b.note(a.at, "the annotation "+a.name+" has no effect")
				return
			}
			var xs []clew.Var
			for _, r := range b.searched(a) {
				if r.form != konst {
					branched = append(branched, r.root)
					xs = append(xs, b.view(&call{item: item{at: a.at}}, r))
				}
			}
			order := choose(b, a, 1, variableOrders, "input_order")
			b.m.Branch(order, choose(b, a, 2, valueOrders, "indomain_min"), xs...)
		})
	}
	b.stateDetermined(branched)
}
