package search

import "github.com/clewsolver/clew/internal/store"

// Order chooses the variable to branch on.
type Order uint8

// Variable orders. Ties go to the variable that comes first in its phase.
const (
	InputOrder      Order = iota // the first open variable
	FirstFail                    // fewest values (Haralick and Elliott 1980)
	DomWdeg                      // fewest values per failure weight (Boussemart et al., ECAI 2004)
	AntiFirstFail                // most values
	Smallest                     // smallest lower bound
	Largest                      // largest upper bound
	Occurrence                   // most constraints
	MostConstrained              // fewest values, of those the most constraints
	MaxRegret                    // largest difference between the two smallest values
)

// Values chooses the decision on it.
type Values uint8

// Value orders. Each is a decision by one atom. On a domain without numbers for
// its values (more than store.BankLimit of them) Middle, Median and RandomValue
// decide x <= that value, then x > it.
const (
	Ascending    Values = iota // x = smallest, then x > smallest
	Descending                 // x = largest, then x < largest
	Split                      // x <= middle, then x > middle
	Middle                     // x = the value nearest the middle of the bounds, then x != it
	ReverseSplit               // x > middle, then x <= middle
	Median                     // x = the median, the smaller of two, then x != it
	Interval                   // x in its lowest run of values, then above; Split if there is one run
	RandomValue                // x = a value drawn by the seed, then x != it

	falling Values = 1 << 7 // the order is that of a view that falls as its variable grows
)

// Phase is a list of variables with the orders to branch on them. Phases are
// taken one after the other.
type Phase struct {
	Vars   []store.Var
	Views  []store.View // affine views of Vars, in which the orders are meant; nil if Vars themselves
	Order  Order
	Values Values
}

// view returns variable i as the orders see it.
func (p *Phase) view(i int) store.View {
	if p.Views == nil {
		return store.Ident(p.Vars[i])
	}
	return p.Views[i]
}

// values returns the value order of variable i itself.
func (p *Phase) values(i int) Values {
	if p.Views == nil || p.Views[i].A > 0 {
		return p.Values
	}
	switch p.Values {
	case Ascending:
		return Descending
	case Descending:
		return Ascending
	}
	return p.Values | falling
}

// pick returns the variable to branch on and its value order, or ok false if
// every variable is fixed. It starts at x.at, before which all variables are
// fixed, and moves it on.
func (x *Search) pick() (v store.Var, values Values, ok bool) {
	for ; x.at.phase < len(x.phases); x.at = (cursor{x.at.phase + 1, 0}) {
		p := &x.phases[x.at.phase]
		for x.at.index < len(p.Vars) && x.s.Fixed(p.Vars[x.at.index]) {
			x.at.index++
		}
		if x.at.index < len(p.Vars) {
			i := x.best(p, x.at.index)
			return p.Vars[i], p.values(i), true
		}
	}
	return 0, 0, false
}

// best returns the index of the variable of p to branch on. The one at from is
// the first that is open.
func (x *Search) best(p *Phase, from int) int {
	switch p.Order {
	case FirstFail:
		return from + x.firstFail(p.Vars[from:])
	case DomWdeg:
		return from + x.domWdeg(p.Vars[from:])
	case InputOrder:
		return from
	}
	best, most := from, x.merit(p, from)
	for i := from + 1; i < len(p.Vars); i++ {
		if x.s.Fixed(p.Vars[i]) {
			continue
		}
		if k := x.merit(p, i); k > most {
			best, most = i, k
		}
	}
	return best
}

// merit returns what the order of p wants to be largest.
func (x *Search) merit(p *Phase, i int) int64 {
	w := p.view(i)
	switch p.Order {
	case AntiFirstFail:
		return int64(x.s.Size(w.V))
	case Smallest:
		return -int64(w.Lo(x.s))
	case Largest:
		return int64(w.Hi(x.s))
	case Occurrence:
		return int64(x.degree[w.V])
	case MostConstrained:
		return int64(x.degree[w.V]) - int64(x.s.Size(w.V))<<32
	case MaxRegret:
		lo := w.Lo(x.s)
		second, _ := w.Next(x.s, lo)
		return int64(second) - int64(lo)
	}
	return 0
}

// degrees returns the number of constraints of each variable.
func degrees(s *store.Store) []int32 {
	degree := make([]int32, s.Vars())
	last := make([]store.ID, s.Vars())
	for i := range last {
		last[i] = store.NoProp
	}
	for id := range store.ID(s.Propagators()) {
		for _, w := range s.Propagator(id).Scope() {
			if last[w.V] != id {
				last[w.V] = id
				degree[w.V]++
			}
		}
	}
	return degree
}

func (x *Search) firstFail(open []store.Var) int {
	best, size := 0, x.s.Size(open[0])
	for i, v := range open[1:] {
		if size == 2 {
			break
		}
		if n := x.s.Size(v); n < size && n > 1 {
			best, size = i+1, n
		}
	}
	return best
}

func (x *Search) domWdeg(open []store.Var) int {
	best, score := 0, float64(x.s.Size(open[0]))/x.weight[open[0]]
	for i, v := range open[1:] {
		if n := x.s.Size(v); n > 1 {
			if q := float64(n) / x.weight[v]; q < score {
				best, score = i+1, q
			}
		}
	}
	return best
}

// decide returns the atom to try first on v, and the part of v's values that
// it keeps.
func (x *Search) decide(v store.Var, values Values) (a store.Atom, share float64) {
	lo, hi, size := x.s.Lo(v), x.s.Hi(v), x.s.Size(v)
	falls := values&falling != 0
	switch values &^ falling {
	case Descending:
		return store.LoAtom(v, hi), 1 / float64(size)
	case Split:
		return x.half(v, !falls, falls), 0.5
	case ReverseSplit:
		return x.half(v, falls, falls), 0.5
	case Middle:
		return x.only(v, x.nearMiddle(v, lo, hi, falls))
	case Median:
		i := (size - 1) / 2
		if falls {
			i = size / 2
		}
		return x.only(v, x.s.Nth(v, i))
	case Interval:
		if int64(hi)-int64(lo)+1 == int64(size) {
			return x.half(v, !falls, falls), 0.5
		}
		return x.run(v, falls)
	case RandomValue:
		return x.only(v, x.s.Nth(v, x.random.Int32N(size)))
	}
	return store.HiAtom(v, lo), 1 / float64(size)
}

// half returns the decision for the lower or the upper half of the range of v.
// The middle value itself belongs to the half that comes first in the order of
// the view: to the upper one if that falls.
func (x *Search) half(v store.Var, lower, falls bool) store.Atom {
	lo, hi := x.s.Lo(v), x.s.Hi(v)
	below := lo + (hi-lo)/2 // largest value of the lower half
	if falls {
		below = lo + (hi-lo-1)/2
	}
	if lower {
		return store.HiAtom(v, below)
	}
	return store.LoAtom(v, below+1)
}

// only returns the decision v = k, or v <= k where values have no atoms.
func (x *Search) only(v store.Var, k int32) (a store.Atom, share float64) {
	if a, ok := x.s.EqAtom(v, k); ok {
		return a, 1 / float64(x.s.Size(v))
	}
	return store.HiAtom(v, min(k, x.s.Hi(v)-1)), 0.5
}

// run returns the decision for the lowest run of values of v, or the highest.
// Pre: v has holes.
func (x *Search) run(v store.Var, highest bool) (a store.Atom, share float64) {
	if highest {
		end := x.s.Hi(v)
		for x.s.Has(v, end-1) {
			end--
		}
		return store.LoAtom(v, end), float64(x.s.Hi(v)-end+1) / float64(x.s.Size(v))
	}
	end := x.s.Lo(v)
	for x.s.Has(v, end+1) {
		end++
	}
	return store.HiAtom(v, end), float64(end-x.s.Lo(v)+1) / float64(x.s.Size(v))
}

// nearMiddle returns the value of v nearest the middle of its bounds: of two
// the smaller, or the larger if larger is set.
func (x *Search) nearMiddle(v store.Var, lo, hi int32, larger bool) int32 {
	twice := int64(lo) + int64(hi)
	below := int32(store.FloorDiv(twice, 2))
	if !x.s.Has(v, below) {
		below, _ = x.s.Prev(v, below)
	}
	if 2*int64(below) == twice {
		return below
	}
	above, _ := x.s.Next(v, below)
	switch far := 2*int64(above) - twice - (twice - 2*int64(below)); {
	case far < 0 || far == 0 && larger:
		return above
	default:
		return below
	}
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
