package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// Explain looks for values whose absence cuts every accepted sequence that
// denies a (Gange, Stuckey, Szymanek, Constraints 16, 2011, for decision
// diagrams). It goes backward once, with the domains as they were, to the
// states that lead to acceptance, and then forward with the domains of the root:
// a value is a premise only if it leads from a state still reached to one of
// these, and what it leads to besides is not reached any more.
//
// Where a variable repeats, the reason is the domains.
func (r *regular) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	if r.repeated {
		return store.ExplainFully(r.xs, p, out)
	}
	n, at := len(r.xs), -1
	if a != store.False {
		v, _, _ := p.Store().Subject(a)
		for at = 0; r.xs[at].V != v; at++ {
		}
	}
	if r.back == nil {
		r.back = make([]uint64, (n+1)*r.width)
	}
	clear(r.back)
	for q, accepted := range r.a.Accept {
		if accepted {
			r.back[n*r.width+q>>6] |= 1 << (q & 63)
		}
	}
	for i := n - 1; i >= 0; i-- {
		r.leading(p, a, i, i == at)
	}
	clear(r.next)
	r.next[r.a.Start>>6] |= 1 << (r.a.Start & 63)
	for i := range n {
		out = r.cut(p, a, i, i == at, out)
	}
	return out
}

// deniedValue reports whether a view's value k is one that a denies.
func deniedValue(p store.Past, w store.View, a store.Atom, k int32) bool {
	rel, bound := asked(p, w, a)
	return rel == store.Ne && k == bound || rel == store.Ge && k < bound || rel == store.Le && k > bound
}

// leading computes the set of layer i in back from that of layer i+1. At the
// position that a speaks of only the values that it denies count.
func (r *regular) leading(p store.Past, a store.Atom, i int, own bool) {
	set, ahead := r.back[i*r.width:][:r.width], r.back[(i+1)*r.width:][:r.width]
	symbols := len(r.a.Symbols)
	for k, value := range r.a.Symbols {
		if !r.xs[i].HasAt(p, value) || own && !deniedValue(p, r.xs[i], a, value) {
			continue
		}
		for q := range r.a.States {
			if to := r.a.Next[q*symbols+k]; to >= 0 && ahead[to>>6]>>(to&63)&1 != 0 {
				set[q>>6] |= 1 << (q & 63)
			}
		}
	}
}

// cut appends the values of position i that must be missing, given the states
// reached in r.next, and replaces these by those of layer i+1.
func (r *regular) cut(p store.Past, a store.Atom, i int, own bool, out []store.Atom) []store.Atom {
	w, symbols := r.xs[i], len(r.a.Symbols)
	bad := r.back[(i+1)*r.width:][:r.width]
	clear(r.ahead)
	gone := newAbsence(p, w, out)
	for k, value := range r.a.Symbols {
		if !w.HasAt(p.Root(), value) || own && !deniedValue(p, w, a, value) {
			continue
		}
		if r.reaches(k, bad) {
			out = gone.add(value, out)
			continue
		}
		for at, word := range r.next {
			for ; word != 0; word &= word - 1 {
				if to := r.a.Next[(at*64+bits.TrailingZeros64(word))*symbols+k]; to >= 0 {
					r.ahead[to>>6] |= 1 << (to & 63)
				}
			}
		}
	}
	r.next, r.ahead = r.ahead, r.next
	return gone.close(out)
}

// reaches reports whether symbol k leads from a state in r.next into the set.
func (r *regular) reaches(k int, set []uint64) bool {
	for at, word := range r.next {
		for ; word != 0; word &= word - 1 {
			to := r.a.Next[(at*64+bits.TrailingZeros64(word))*len(r.a.Symbols)+k]
			if to >= 0 && set[to>>6]>>(to&63)&1 != 0 {
				return true
			}
		}
	}
	return false
}
