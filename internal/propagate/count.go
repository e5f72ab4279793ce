package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// NewAmong returns the constraint that c is the number of xs with a value in
// set. Strength: domain-consistent (an x with more than 4096 values is not
// confined to the set but by its bounds); Forward where a variable repeats.
func NewAmong(xs []store.View, set []int32, c store.View) store.Propagator {
	set = slices.Clone(set)
	slices.Sort(set)
	scope := append(slices.Clone(xs), c)
	return countRepeated(&among{scope: scope, set: slices.Compact(set), c: c}, scope)
}

// among counts how many of xs are in a set: those that must and those that can
// bound c, and where c is at one of these bounds all open xs are decided.
// Time: linear in the undecided xs (a word operation each where they are
// narrow).
//
// Cookie: 0; the reason of a bound of c is the xs that are inside (lower) or
// outside (upper), that of a change of an x is the bound of c and the decided
// xs.
type among struct {
	scope []store.View // xs, c
	items []item       // the decided ones first, in any order
	set   []int32      // ascending
	c     store.View
	state store.Rev // number of decided xs; of those inside
}

// item is one of the xs. mask has the bits of a narrow variable's word whose
// values are in the set.
type item struct {
	w      store.View
	mask   uint64
	narrow bool
}

func (p *among) Name() string             { return "among" }
func (p *among) Scope() []store.View      { return p.scope }
func (p *among) Priority() store.Priority { return store.Linear }

func (p *among) Post(s *store.Store, me store.ID) {
	p.state = s.NewRev(2, 0)
	n := len(p.scope) - 1
	p.items = make([]item, n)
	for i, w := range p.scope[:n] {
		it := item{w: w}
		base, word, narrow := s.Narrow(w.V)
		if it.narrow = narrow; narrow {
			for j := range int32(64) {
				if word>>j&1 != 0 && p.inSet(w.Of(base+j)) {
					it.mask |= 1 << j
				}
			}
		}
		p.items[i] = it
		s.Watch(w, store.OnDomain, me, i)
	}
	s.Watch(p.c, store.OnBounds, me, n)
}

func (p *among) inSet(k int32) bool {
	_, in := slices.BinarySearch(p.set, k)
	return in
}

// inside returns whether the item can be in the set, and whether it must.
func (p *among) inside(s *store.Store, it *item) (can, must bool) {
	if it.narrow {
		_, word, _ := s.Narrow(it.w.V)
		return word&it.mask != 0, word&^it.mask == 0
	}
	n := int32(0)
	for _, k := range p.set {
		if it.w.Has(s, k) {
			n++
		}
	}
	return n > 0, n == it.w.Size(s)
}

func (p *among) Propagate(s *store.Store, me store.ID) store.Status {
	before := int(s.Rev(p.state))
	decided, inside := before, int(s.Rev(p.state+1))
	for i := before; i < len(p.items); i++ {
		can, must := p.inside(s, &p.items[i])
		if can && !must {
			continue
		}
		if must {
			inside++
		}
		p.items[i], p.items[decided] = p.items[decided], p.items[i]
		decided++
	}
	if decided != before {
		s.SetRev(p.state, int64(decided))
		s.SetRev(p.state+1, int64(inside))
	}
	open := p.items[decided:]
	if !p.c.SetLo(s, int32(inside), 0) || !p.c.SetHi(s, int32(inside+len(open)), 0) {
		return store.Failed
	}
	status := store.Entailed
	switch {
	case len(open) == 0:
	case p.c.Hi(s) == int32(inside):
		for i := range open {
			if !p.leave(s, &open[i]) {
				return store.Failed
			}
		}
	case p.c.Lo(s) == int32(inside+len(open)):
		for i := range open {
			ok, all := p.enter(s, &open[i])
			if !ok {
				return store.Failed
			}
			if !all {
				status = store.Fixpoint
			}
		}
	default:
		status = store.Fixpoint
	}
	return status
}

// leave removes the set from an item.
func (p *among) leave(s *store.Store, it *item) bool {
	if it.narrow {
		return s.Keep(it.w.V, ^it.mask, 0)
	}
	for _, k := range p.set {
		if !it.w.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

// enter removes everything but the set from an item, or only what lies beyond
// the set's ends if the domain is too large; all says which.
func (p *among) enter(s *store.Store, it *item) (ok, all bool) {
	if it.narrow {
		return s.Keep(it.w.V, it.mask, 0), true
	}
	w := it.w
	if !w.SetLo(s, p.set[0], 0) || !w.SetHi(s, p.set[len(p.set)-1], 0) {
		return false, true
	}
	if w.Size(s) > enumerated {
		return true, false
	}
	k := w.Lo(s)
	for more := true; more; k, more = w.Next(s, k) {
		if !p.inSet(k) && !w.Remove(s, k, 0) {
			return false, true
		}
	}
	return true, true
}

func (p *among) Explain(past store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	return explainNumber(past, p.scope[:len(p.scope)-1], p.set, p.c, a, out)
}

func (p *among) Check(a []int32) bool {
	n := int32(0)
	for _, w := range p.scope[:len(p.scope)-1] {
		if p.inSet(w.In(a)) {
			n++
		}
	}
	return n == p.c.In(a)
}

// NewCount returns the constraint that c is the number of xs equal to v.
// Strength: domain-consistent if v is fixed from the start (it is then among),
// else Forward (where v has at most 4096 values); Forward where a variable
// repeats.
func NewCount(xs []store.View, v, c store.View) store.Propagator {
	scope := append(slices.Clone(xs), v, c)
	return countRepeated(&count{scope: scope, xs: scope[:len(xs)], v: v, c: c}, scope)
}

// countWork bounds the comparisons that count spends to filter an open v
// before all xs are fixed.
const countWork = 4096

// count is c = number of xs equal to v. While v is open, each of its values is
// asked how many xs must and can have it: c lies between the extremes, and a
// value whose numbers c readOf is removed. Time: the product of the sizes of
// v and xs.
//
// Cookie: 0; the reason is that of among for one value, or for all values of
// v. A value of v goes because c is below the number that must have it or above
// the number that can.
type count struct {
	scope  []store.View // xs, v, c
	xs     []store.View
	v, c   store.View
	value  *among   // set where v is fixed from the start
	single [1]int32 // scratch of Explain: a set of one value
}

func (p *count) Name() string             { return "count" }
func (p *count) Scope() []store.View      { return p.scope }
func (p *count) Priority() store.Priority { return store.Linear }

func (p *count) Post(s *store.Store, me store.ID) {
	if p.v.Fixed(s) {
		p.value = &among{
			scope: append(slices.Clone(p.xs), p.c),
			set:   []int32{p.v.Lo(s)},
			c:     p.c,
		}
		p.value.Post(s, me)
		return
	}
	for i, w := range p.scope[:len(p.scope)-1] {
		s.Watch(w, store.OnDomain, me, i)
	}
	s.Watch(p.c, store.OnBounds, me, len(p.scope)-1)
}

func (p *count) Propagate(s *store.Store, me store.ID) store.Status {
	if p.value != nil {
		return p.value.Propagate(s, me)
	}
	if p.v.Fixed(s) {
		return p.one(s)
	}
	n := len(p.xs)
	if !p.c.SetLo(s, 0, 0) || !p.c.SetHi(s, int32(n), 0) {
		return store.Failed
	}
	size := p.v.Size(s)
	if size > enumerated || int(size)*n > countWork && !p.allFixed(s) {
		return store.Fixpoint
	}
	lo, hi := int32(n), int32(0)
	cLo, cHi := p.c.Lo(s), p.c.Hi(s)
	k := p.v.Lo(s)
	for ok := true; ok; k, ok = p.v.Next(s, k) {
		must, may := p.numbers(s, k)
		if must, may = max(must, cLo), min(may, cHi); must <= may {
			lo, hi = min(lo, must), max(hi, may)
		} else if !p.v.Remove(s, k, 0) {
			return store.Failed
		}
	}
	if !p.c.SetLo(s, lo, 0) || !p.c.SetHi(s, hi, 0) {
		return store.Failed
	}
	if p.v.Size(s) != size || p.c.Lo(s) != cLo || p.c.Hi(s) != cHi {
		return store.Again
	}
	return store.Fixpoint
}

func (p *count) allFixed(s *store.Store) bool {
	for _, w := range p.xs {
		if !w.Fixed(s) {
			return false
		}
	}
	return true
}

// numbers returns how many of xs must and can have the value k.
func (p *count) numbers(s *store.Store, k int32) (must, may int32) {
	for _, w := range p.xs {
		if w.Has(s, k) {
			may++
			if w.Fixed(s) {
				must++
			}
		}
	}
	return must, may
}

// one is Propagate where v is fixed.
func (p *count) one(s *store.Store) store.Status {
	k := p.v.Lo(s)
	must, may := p.numbers(s, k)
	if !p.c.SetLo(s, must, 0) || !p.c.SetHi(s, may, 0) {
		return store.Failed
	}
	leave, enter := p.c.Hi(s) == must, p.c.Lo(s) == may
	if !leave && !enter {
		return store.Fixpoint
	}
	for _, w := range p.xs {
		if !w.Has(s, k) || w.Fixed(s) {
			continue
		}
		if leave && !w.Remove(s, k, 0) || !leave && !w.Fix(s, k, 0) {
			return store.Failed
		}
	}
	// A variable that repeats can have been fixed against the numbers.
	if now, _ := p.numbers(s, k); now != p.c.Lo(s) {
		return store.Failed
	}
	return store.Entailed
}

func (p *count) Explain(past store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if p.value != nil {
		return p.value.Explain(past, a, cookie, out)
	}
	if a == store.False {
		return store.ExplainFully(p.scope, past, out)
	}
	s := past.Store()
	set := p.single[:]
	switch v, _, _ := s.Subject(a); {
	case v == p.v.V:
		_, set[0] = asked(past, p.v, a)
		return p.explainValue(past, set, out)
	case v == p.c.V && !p.v.FixedAt(past):
		return p.explainOpen(past, a, out)
	}
	set[0] = p.v.LoAt(past)
	return explainNumber(past, p.xs, set, p.c, a, eq(past, p.v, out))
}

// explainValue: v is not the value in set, since c is too low for the xs that
// must have it or too high for those that can.
func (p *count) explainValue(past store.Past, set []int32, out []store.Atom) []store.Atom {
	from := len(out)
	most := p.c.HiAt(past)
	out, ok := members(past, p.xs, nobody, set, true, int64(most)+1, le(past, p.c, most, out))
	if !ok {
		least := p.c.LoAt(past)
		out, _ = members(past, p.xs, nobody, set, false, int64(len(p.xs))-int64(least)+1,
			ge(past, p.c, least, out[:from]))
	}
	return out
}

// explainOpen explains a bound of c while v is open: enough xs must have, or
// cannot have, each value of v.
func (p *count) explainOpen(past store.Past, a store.Atom, out []store.Atom) []store.Atom {
	inside, n := askedBound(past, p.c, a)
	if !inside {
		n = int64(len(p.xs)) - n
	}
	if n <= 0 {
		return out
	}
	set := p.single[:]
	lo, hi := p.v.LoAt(past), p.v.HiAt(past)
	out = le(past, p.v, hi, ge(past, p.v, lo, out))
	for j := lo; j <= hi; j++ {
		if p.v.HasAt(past, j) {
			set[0] = j
			out, _ = members(past, p.xs, nobody, set, inside, n, out)
		} else {
			out = ne(past, p.v, j, out)
		}
	}
	return out
}

func (p *count) Check(a []int32) bool {
	n, k := int32(0), p.v.In(a)
	for _, w := range p.xs {
		if w.In(a) == k {
			n++
		}
	}
	return n == p.c.In(a)
}
