package propagate

import (
	"fmt"
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// Automaton is a deterministic finite automaton. A missing transition rejects.
type Automaton struct {
	States  int
	Start   int
	Accept  []bool  // by state
	Symbols []int32 // the alphabet, ascending
	Next    []int32 // Next[state*len(Symbols)+symbol index], -1 for none
}

// Validate returns an error that says what is wrong with a, or nil.
func (a *Automaton) Validate() error {
	if a.Start < 0 || a.Start >= a.States {
		return fmt.Errorf("automaton: start state %d is not in 0..%d", a.Start, a.States-1)
	}
	if len(a.Accept) != a.States {
		return fmt.Errorf("automaton: %d states, but accept has %d", a.States, len(a.Accept))
	}
	for i := 1; i < len(a.Symbols); i++ {
		if a.Symbols[i] <= a.Symbols[i-1] {
			return fmt.Errorf("automaton: symbol %d after %d: symbols must ascend", a.Symbols[i], a.Symbols[i-1])
		}
	}
	if len(a.Next) != a.States*len(a.Symbols) {
		return fmt.Errorf("automaton: %d transitions, want %d states times %d symbols", len(a.Next), a.States, len(a.Symbols))
	}
	for i, to := range a.Next {
		if to < -1 || int(to) >= a.States {
			return fmt.Errorf("automaton: state %d leads to state %d, not in 0..%d", i/len(a.Symbols), to, a.States-1)
		}
	}
	return nil
}

// regular says that an automaton accepts the sequence of its views. It is
// domain-consistent if no variable occurs twice, else once one variable is
// open; of a variable with more than store.BankLimit values only the bounds are
// narrowed.
//
// It unrolls the automaton into layers (Pesant, CP 2004) and keeps for each
// layer, reversibly, the set of states on a path from the start to acceptance.
// These sets only shrink along a branch, so that a run goes forward from the
// layers that changed, stops where a set stays as it was, and comes back in the
// same way. A changed layer costs its states times the values of its variable.
//
// Cookie: none; a value of position i goes because no state that layer i can
// reach, given the current domains before i, leads by it to a state from which
// the current domains after i can be accepted.
type regular struct {
	xs         []store.View
	a          *Automaton
	repeated   bool
	layers     []regularLayer
	width      int       // words of a set of states
	live       store.Rev // len(xs)+1 sets, one after the other
	tight      store.Rev // 1 for each layer where some state cannot take some value
	tightCount store.Rev // the number of these layers
	begun      store.Rev // 1 below the first run
	changed    []bool    // scratch, by layer: its set shrank in this run
	next       []uint64  // scratch: a set of states, being made
	ahead      []uint64  // scratch: the set of the next layer
	symbols    []int32   // scratch: indices of the symbols of a domain
	taken      []bool    // scratch, by symbol: some state takes it
	back       []uint64  // scratch of Explain: len(xs)+1 sets of states
}

// regularLayer is how a position's values are read.
type regularLayer struct {
	symbol []int32 // narrow affine: symbol of each bit, -1 for none; else nil
	wide   bool    // only bounds are narrowed
}

// NewRegular returns the constraint that a, which must be valid, accepts xs.
func NewRegular(xs []store.View, a *Automaton) store.Propagator {
	return &regular{xs: xs, a: a}
}

func (r *regular) Name() string             { return "regular" }
func (r *regular) Scope() []store.View      { return r.xs }
func (r *regular) Priority() store.Priority { return store.Costly }

func (r *regular) Post(s *store.Store, me store.ID) {
	n := len(r.xs)
	r.layers = make([]regularLayer, n)
	seen := make(map[store.Var]bool, n)
	for i, w := range r.xs {
		s.Watch(w, store.OnDomain, me, i)
		if !s.Fixed(w.V) { // a constant may repeat
			r.repeated = r.repeated || seen[w.V]
			seen[w.V] = true
		}
		r.layers[i].wide = w.Size(s) > store.BankLimit
		if base, _, narrow := s.Narrow(w.V); narrow && w.Kind == store.Affine {
			if i > 0 && r.layers[i-1].symbol != nil {
				last := r.xs[i-1]
				lastBase, _, _ := s.Narrow(last.V)
				if lastBase == base && last.A == w.A && last.C == w.C {
					r.layers[i].symbol = r.layers[i-1].symbol
					continue
				}
			}
			r.layers[i].symbol = r.symbolsOfBits(w, base)
		}
	}
	r.width = (r.a.States + 63) / 64
	r.next = make([]uint64, r.width)
	r.ahead = make([]uint64, r.width)
	r.changed = make([]bool, n+1)
	r.symbols = make([]int32, 0, len(r.a.Symbols))
	r.taken = make([]bool, len(r.a.Symbols))
	r.live = r.addLive(s, func(q int) bool { return q == r.a.Start })
	for i := 1; i <= n; i++ {
		r.addLive(s, func(q int) bool { return i < n || r.a.Accept[q] })
	}
	r.tight = s.NewRev(n, 1)
	r.tightCount = s.NewRev(1, int64(n))
	r.begun = s.NewRev(1, 0)
}

// symbolsOfBits returns the index of the symbol that each bit stands for.
func (r *regular) symbolsOfBits(w store.View, base int32) []int32 {
	symbol := make([]int32, 64)
	for bit := range symbol {
		symbol[bit] = -1
	}
	for k, value := range r.a.Symbols {
		d := int64(value) - int64(w.C)
		if d%int64(w.A) != 0 {
			continue
		}
		if bit := d/int64(w.A) - int64(base); bit >= 0 && bit < 64 {
			symbol[bit] = int32(k)
		}
	}
	return symbol
}

// addLive adds the set of one more layer and returns its first word.
func (r *regular) addLive(s *store.Store, in func(q int) bool) store.Rev {
	clear(r.next)
	for q := range r.a.States {
		if in(q) {
			r.next[q>>6] |= 1 << (q & 63)
		}
	}
	first := s.NewRev(1, int64(r.next[0]))
	for _, w := range r.next[1:] {
		s.NewRev(1, int64(w))
	}
	return first
}

func (r *regular) Propagate(s *store.Store, me store.ID) store.Status {
	n := len(r.xs)
	if n == 0 {
		if r.a.Accept[r.a.Start] {
			return store.Entailed
		}
		return store.Failed
	}
	touched := s.TakeChanged(me)
	first := s.Rev(r.begun) == 0
	if first {
		s.SetRev(r.begun, 1)
		touched = ^uint64(0)
	}
	if r.repeated {
		if v, ok := onlyOpen(s, r.xs[0], r.xs[0], r.xs); ok && s.Size(v) <= store.BankLimit {
			return r.tryEach(s, v)
		}
	}
	clear(r.changed)
	for i := range n {
		if s.Halted() {
			return r.again(s, me)
		}
		if (touched>>(uint(i)&63)&1 != 0 || r.changed[i]) && !r.forward(s, i) {
			return store.Failed
		}
	}
	for i := n - 1; i >= 0; i-- {
		if s.Halted() {
			return r.again(s, me)
		}
		if touched>>(uint(i)&63)&1 == 0 && !r.changed[i] && !r.changed[i+1] {
			continue
		}
		if !r.backward(s, i, first) {
			return store.Failed
		}
	}
	if s.Rev(r.tightCount) == 0 {
		return store.Entailed
	}
	return store.Fixpoint
}

// again ends a run early, to begin anew: a large automaton along a long list
// takes minutes.
func (r *regular) again(s *store.Store, me store.ID) store.Status {
	s.SetRev(r.begun, 0)
	s.TouchAll(me)
	return store.Again
}

// liveWord returns word at of the set of a layer.
func (r *regular) liveWord(s *store.Store, layer, at int) uint64 {
	return uint64(s.Rev(r.live + store.Rev(layer*r.width+at)))
}

// gather lists the symbols of position i.
func (r *regular) gather(s *store.Store, i int) []int32 {
	list := r.symbols[:0]
	if symbol := r.layers[i].symbol; symbol != nil {
		_, word, _ := s.Narrow(r.xs[i].V)
		for ; word != 0; word &= word - 1 {
			if k := symbol[bits.TrailingZeros64(word)]; k >= 0 {
				list = append(list, k)
			}
		}
		return list
	}
	w := r.xs[i]
	for k, value := range r.a.Symbols {
		if w.Has(s, value) {
			list = append(list, int32(k))
		}
	}
	return list
}

// replace makes r.next the set of a layer; it returns false if that is empty.
func (r *regular) replace(s *store.Store, layer int) bool {
	any := uint64(0)
	for at, w := range r.next {
		any |= w
		if w != r.liveWord(s, layer, at) {
			s.SetRev(r.live+store.Rev(layer*r.width+at), int64(w))
			r.changed[layer] = true
		}
	}
	return any != 0
}

// forward removes from layer i+1 the states that layer i does not reach.
func (r *regular) forward(s *store.Store, i int) bool {
	symbols := r.gather(s, i)
	clear(r.next)
	missing := 0 // states of layer i+1 not yet reached
	for at := range r.width {
		r.ahead[at] = r.liveWord(s, i+1, at)
		missing += bits.OnesCount64(r.ahead[at])
	}
	for at := range r.width {
		for word := r.liveWord(s, i, at); word != 0; word &= word - 1 {
			q := at*64 + bits.TrailingZeros64(word)
			row := r.a.Next[q*len(r.a.Symbols):][:len(r.a.Symbols)]
			for _, k := range symbols {
				to := row[k]
				if to < 0 {
					continue
				}
				bit := r.ahead[to>>6] & (1 << (to & 63))
				if bit&^r.next[to>>6] == 0 {
					continue
				}
				r.next[to>>6] |= bit
				if missing--; missing == 0 {
					return true // the set stays as it is
				}
			}
		}
	}
	return r.replace(s, i+1)
}

// backward removes from layer i the states that lead nowhere, and from the
// variable of position i the values that no state takes.
func (r *regular) backward(s *store.Store, i int, first bool) bool {
	symbols := r.gather(s, i)
	clear(r.next)
	clear(r.taken)
	for at := range r.width {
		r.ahead[at] = r.liveWord(s, i+1, at)
	}
	states, edges, values := 0, 0, 0
	for at := range r.width {
		for word := r.liveWord(s, i, at); word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			row := r.a.Next[(at*64+bit)*len(r.a.Symbols):][:len(r.a.Symbols)]
			before := edges
			for _, k := range symbols {
				to := row[k]
				if to < 0 || r.ahead[to>>6]>>(to&63)&1 == 0 {
					continue
				}
				edges++
				if !r.taken[k] {
					r.taken[k] = true
					values++
				}
			}
			if edges != before {
				states++
				r.next[at] |= 1 << bit
			}
		}
	}
	if !r.replace(s, i) {
		return false
	}
	if (values != len(symbols) || first || r.layers[i].wide) && !r.filter(s, i, symbols, first) {
		return false
	}
	tight := int64(1)
	if edges == states*values && int(r.xs[i].Size(s)) == values {
		tight = 0
	}
	if at := r.tight + store.Rev(i); s.Rev(at) != tight {
		s.SetRev(r.tightCount, s.Rev(r.tightCount)+tight-s.Rev(at))
		s.SetRev(at, tight)
	}
	return true
}

// filter keeps the values of position i whose symbols are taken; symbols are
// those of the domain.
func (r *regular) filter(s *store.Store, i int, symbols []int32, first bool) bool {
	w := r.xs[i]
	switch {
	case r.layers[i].symbol != nil:
		symbol := r.layers[i].symbol
		_, word, _ := s.Narrow(w.V)
		keep := uint64(0)
		for ; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			if k := symbol[bit]; k >= 0 && r.taken[k] {
				keep |= 1 << bit
			}
		}
		return s.Keep(w.V, keep, 0)
	case r.layers[i].wide:
		ends := symbols // ascending
		for !r.taken[ends[0]] {
			ends = ends[1:]
		}
		for !r.taken[ends[len(ends)-1]] {
			ends = ends[:len(ends)-1]
		}
		lo, hi := r.a.Symbols[ends[0]], r.a.Symbols[ends[len(ends)-1]]
		return w.SetLo(s, lo, 0) && w.SetHi(s, hi, 0)
	case first:
		k := w.Lo(s)
		at := 0
		for ok := true; ok; k, ok = w.Next(s, k) {
			for at < len(r.a.Symbols) && r.a.Symbols[at] < k {
				at++
			}
			known := at < len(r.a.Symbols) && r.a.Symbols[at] == k && r.taken[at]
			if !known && !w.Remove(s, k, 0) {
				return false
			}
		}
		return true
	}
	for _, k := range symbols {
		if !r.taken[k] && !w.Remove(s, r.a.Symbols[k], 0) {
			return false
		}
	}
	return true
}

// tryEach tests every value of the only open variable.
func (r *regular) tryEach(s *store.Store, v store.Var) store.Status {
	x := s.Lo(v)
	for more := true; more; x, more = s.Next(v, x) {
		if s.Halted() {
			return store.Again
		}
		q := int32(r.a.Start)
		for _, w := range r.xs {
			if q = r.a.step(q, valueWith(s, w, v, x)); q < 0 {
				break
			}
		}
		if (q < 0 || !r.a.Accept[q]) && !s.Remove(v, x, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}

// step returns the state after q on a value, -1 for none.
func (a *Automaton) step(q, value int32) int32 {
	lo, hi := 0, len(a.Symbols)
	for lo < hi {
		if mid := (lo + hi) / 2; a.Symbols[mid] < value {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(a.Symbols) || a.Symbols[lo] != value {
		return -1
	}
	return a.Next[int(q)*len(a.Symbols)+lo]
}

func (r *regular) Check(a []int32) bool {
	q := int32(r.a.Start)
	for _, w := range r.xs {
		if q = r.a.step(q, w.In(a)); q < 0 {
			return false
		}
	}
	return r.a.Accept[q]
}
