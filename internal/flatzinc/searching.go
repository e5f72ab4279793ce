package flatzinc

import (
	"github.com/clewsolver/clew"
)

// keepSearched marks the variables that search annotations name, so that they
// stay variables to be branched on.
func (b *builder) keepSearched() {
	for i := range b.p.goal.annotations {
		b.eachSearch(&b.p.goal.annotations[i], func(a *annotation) {
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

// eachSearch calls f with the basic searches in a, in order.
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
	case "int_search", "bool_search":
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
	"input_order": clew.InputOrder,
	"first_fail":  clew.FirstFail,
	"dom_w_deg":   clew.DomWdeg,
}

var valueOrders = map[string]clew.ValueOrder{
	"indomain_min":    clew.Ascending,
	"indomain":        clew.Ascending,
	"indomain_max":    clew.Descending,
	"indomain_split":  clew.Split,
	"indomain_middle": clew.Middle,
	"indomain_median": clew.Middle,
}

// search turns the search annotations into phases of the model.
func (b *builder) search() {
	var branched []int32
	for i := range b.p.goal.annotations {
		a := &b.p.goal.annotations[i]
		b.eachSearch(a, func(a *annotation) {
			var xs []clew.Var
			for _, r := range b.searched(a) {
				if r.form == konst {
					continue
				}
				branched = append(branched, r.root)
				xs = append(xs, b.view(&call{item: item{at: a.at}}, r))
			}
			order, values := clew.InputOrder, clew.Ascending
			if len(a.args) > 1 {
				order = b.choice(a.args[1], variableOrders)
			}
			if len(a.args) > 2 {
				values = clew.ValueOrder(0)
				values = valueOrders[a.args[2].name]
			}
			b.m.Branch(order, values, xs...)
		})
	}
	b.stateDetermined(branched)
}

func (b *builder) choice(arg annotationArg, orders map[string]clew.Order) clew.Order {
	return orders[arg.name]
}
