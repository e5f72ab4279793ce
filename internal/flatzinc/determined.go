package flatzinc

import (
	"cmp"
	"slices"

	"github.com/clewsolver/clew"
)

// dependency says that outs are functions of ins; if rest, that each of outs,
// which are some of ins, is a function of the other ins.
//
// With weights, one for each of ins, a sum of products of ins and weights is
// fixed, and rest holds. Then ins are in ascending order of their weights, which
// are positive.
type dependency struct {
	ins, outs []int32
	rest      bool
	weights   []int64
}

// maxWeight bounds the weights of a dependency: a product with the width of a
// domain fits.
const maxWeight = 1 << 31

// maxPlaces is more than the number of variables that one sum can determine:
// each weight is at least twice the one before.
const maxPlaces = 32

// distinctRoots returns the roots of refs, each once.
func distinctRoots(refs []ref) []int32 {
	var xs []int32
	for _, r := range refs {
		if r.form != konst {
			xs = append(xs, r.root)
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// determines notes that outs are functions of ins. Only an out that tells its
// root's value counts.
func (b *builder) determines(outs, ins []ref) {
	var invertible []ref
	for _, r := range outs {
		if r.form == affine {
			invertible = append(invertible, r)
		}
	}
	if len(invertible) > 0 {
		b.dependencies = append(b.dependencies, dependency{ins: distinctRoots(ins), outs: distinctRoots(invertible)})
	}
}

// determinedByRest notes that each of refs, which have different roots, is a
// function of the others. Where a root occurs in several, it is none.
func (b *builder) determinedByRest(refs []ref) {
	times := map[int32]int{}
	for _, r := range refs {
		times[r.root]++
	}
	var invertible []ref
	for _, r := range refs {
		if r.form == affine && times[r.root] == 1 {
			invertible = append(invertible, r)
		}
	}
	if len(invertible) > 0 {
		b.dependencies = append(b.dependencies, dependency{ins: distinctRoots(refs), outs: distinctRoots(invertible), rest: true})
	}
}

// determinedBySum notes that each variable in rel, a sum that is fixed, is a
// function of the others, and that several are where they are like the digits of
// a number.
func (b *builder) determinedBySum(rel relation) {
	d := dependency{rest: true}
	terms := slices.Clone(rel.terms)
	weight := func(t term) int64 {
		w := max(t.coef, -t.coef)
		if w >= 0 && w <= maxWeight && t.ref.form == affine {
			w *= max(t.ref.a, -t.ref.a)
		}
		if w < 0 || w > maxWeight {
			return maxWeight + 1
		}
		return w
	}
	slices.SortStableFunc(terms, func(s, t term) int { return cmp.Compare(weight(s), weight(t)) })
	for _, t := range terms {
		if t.ref.form == konst {
			continue
		}
		d.ins, d.weights = append(d.ins, t.ref.root), append(d.weights, weight(t))
		if t.ref.form == affine {
			d.outs = append(d.outs, t.ref.root)
		}
	}
	roots := distinctRoots(rel.refs())
	if len(roots) < len(d.ins) || len(d.ins) > 0 && d.weights[len(d.weights)-1] > maxWeight {
		b.determinedByRest(rel.refs())
		return
	}
	if len(d.outs) > 0 {
		b.dependencies = append(b.dependencies, d)
	}
}

// places reports whether the variables of d that are not known are like the
// digits of a number: each weight is larger than all that those of less weight
// can make a difference of. Then their sum tells each of them.
func (b *builder) places(d *dependency, known []bool) bool {
	less := int64(0)
	for i, x := range d.ins {
		if known[x] {
			continue
		}
		if d.weights[i] <= less {
			return false
		}
		less += d.weights[i] * (b.at[x].domain.hi - b.at[x].domain.lo)
	}
	return true
}

// closure returns, by root, which variables the known ones determine.
func (b *builder) closure(known []bool) []bool {
	users := make([][]int32, len(b.at))
	open := make([]int, len(b.dependencies)) // ins that are not known
	var queue []int32
	for i, d := range b.dependencies {
		for _, x := range d.ins {
			users[x] = append(users[x], int32(i))
			open[i]++
		}
	}
	settle := func(x int32) {
		if !known[x] {
			known[x] = true
			queue = append(queue, x)
		}
	}
	fire := func(i int32) {
		d := &b.dependencies[i]
		if open[i] == 0 || d.rest && open[i] == 1 || d.weights != nil && open[i] < maxPlaces && b.places(d, known) {
			for _, x := range d.outs {
				settle(x)
			}
		}
	}
	for x, k := range known {
		if k {
			queue = append(queue, int32(x))
		}
	}
	for i := range b.dependencies {
		fire(int32(i))
	}
	for len(queue) > 0 {
		x := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, i := range users[x] {
			open[i]--
			fire(i)
		}
	}
	return known
}

// stateDetermined tells the model which of the variables that are branched on
// early are determined by the shown ones.
func (b *builder) stateDetermined(branched []int32) {
	known := make([]bool, len(b.at))
	for x := range b.at {
		known[x] = b.at[x].shown && !b.at[x].defined
	}
	hidden := false
	for _, x := range branched {
		hidden = hidden || !known[x]
	}
	if !hidden {
		return
	}
	known = b.closure(known)
	var xs []clew.Var
	for _, x := range branched {
		if known[x] && !b.at[x].shown {
			xs = append(xs, b.vars[x])
		}
	}
	b.m.Determined(xs...)
}
