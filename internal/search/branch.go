package search

import "github.com/clewsolver/clew/internal/store"

// Order chooses the variable to branch on.
type Order uint8

// Variable orders. Ties go to the variable that comes first.
const (
	InputOrder Order = iota // the first open variable
	FirstFail               // fewest values (Haralick and Elliott 1980)
	DomWdeg                 // fewest values per failure weight (Boussemart et al., ECAI 2004)
)

// Values chooses the decision on it.
type Values uint8

// Value orders. Each is a decision by one atom.
const (
	Ascending  Values = iota // x = smallest, then x > smallest
	Descending               // x = largest, then x < largest
	Split                    // x <= middle, then x > middle
	Middle                   // x = the value nearest the middle of the bounds, then x != it
)

// Phase is a list of variables with the orders to branch on them. Phases are
// taken one after the other.
type Phase struct {
	Vars   []store.Var
	Order  Order
	Values Values
}

// pick returns the variable to branch on and its phase, or ok false if every
// variable is fixed. It starts at x.at, before which all variables are fixed,
// and moves it on.
func (x *Search) pick() (v store.Var, p *Phase, ok bool) {
	for ; x.at.phase < len(x.phases); x.at = (cursor{x.at.phase + 1, 0}) {
		p = &x.phases[x.at.phase]
		for x.at.index < len(p.Vars) && x.s.Fixed(p.Vars[x.at.index]) {
			x.at.index++
		}
		if x.at.index == len(p.Vars) {
			continue
		}
		switch open := p.Vars[x.at.index:]; p.Order {
		case FirstFail:
			return x.firstFail(open), p, true
		case DomWdeg:
			return x.domWdeg(open), p, true
		default:
			return open[0], p, true
		}
	}
	return 0, nil, false
}

func (x *Search) firstFail(open []store.Var) store.Var {
	best, size := open[0], x.s.Size(open[0])
	for _, v := range open[1:] {
		if size == 2 {
			break
		}
		if n := x.s.Size(v); n < size && n > 1 {
			best, size = v, n
		}
	}
	return best
}

func (x *Search) domWdeg(open []store.Var) store.Var {
	best, score := open[0], float64(x.s.Size(open[0]))/x.weight[open[0]]
	for _, v := range open[1:] {
		if n := x.s.Size(v); n > 1 {
			if q := float64(n) / x.weight[v]; q < score {
				best, score = v, q
			}
		}
	}
	return best
}

// decide returns the atom to try first on v, and the part of v's values that
// it keeps.
func (x *Search) decide(v store.Var, values Values) (a store.Atom, share float64) {
	lo, hi, size := x.s.Lo(v), x.s.Hi(v), float64(x.s.Size(v))
	switch values {
	case Descending:
		return store.LoAtom(v, hi), 1 / size
	case Split:
		return store.HiAtom(v, lo+(hi-lo)/2), 0.5
	case Middle:
		if a, ok := x.s.EqAtom(v, x.nearMiddle(v, lo, hi)); ok {
			return a, 1 / size
		}
		return store.HiAtom(v, lo+(hi-lo)/2), 0.5 // a wide domain has no value atoms
	}
	return store.HiAtom(v, lo), 1 / size
}

// nearMiddle returns the value of v nearest the middle of its bounds, the
// smaller of two.
func (x *Search) nearMiddle(v store.Var, lo, hi int32) int32 {
	mid := lo + (hi-lo)/2
	if x.s.Has(v, mid) {
		return mid
	}
	below, _ := x.s.Prev(v, mid)
	above, _ := x.s.Next(v, mid)
	if above-mid < mid-below {
		return above
	}
	return below
}

// punish adds to the weight of every variable of the constraint that failed.
// Weights are halved together long before they lose precision.
func (x *Search) punish(p store.ID) {
	if int(p) >= x.s.Propagators() { // a nogood: no one constraint is to blame
		return
	}
	for _, w := range x.s.Propagator(p).Scope() {
		x.weight[w.V] += x.bump
	}
	x.bump *= 1.02
	if x.bump > 1e100 {
		for i := range x.weight {
			x.weight[i] = max(x.weight[i]*1e-100, 1e-100)
		}
		x.bump *= 1e-100
	}
}
