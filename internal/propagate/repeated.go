package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// repeated adds to a propagator whose variables repeat what it cannot see
// argument by argument: once one variable is open, each of its values is tried
// (if there are at most enumerated), so that the constraint is
// domain-consistent then. Where the variables that repeat are constants it does
// nothing.
//
// Cookie: that of the inner propagator; triedValue for a value that was tried,
// whose reason is that all other variables are fixed.
type repeated struct {
	store.Propagator
	vars  []store.Var // of the scope, each once
	twice []store.Var // those that repeat
	idle  bool        // they were fixed from the start
	vague bool        // do changes of them need all domains as premises?
}

const triedValue = ^uint32(0)

// forwardRepeated wraps p if a variable occurs twice among ws.
func forwardRepeated(p store.Propagator, ws []store.View) store.Propagator {
	if len(ws) <= fewTerms && !anyRepeats(ws) {
		return p
	}
	seen := make(map[store.Var]bool, len(ws))
	r := &repeated{Propagator: p}
	for _, w := range ws {
		if seen[w.V] {
			r.twice = append(r.twice, w.V)
		}
		seen[w.V] = true
	}
	if r.twice == nil {
		return p
	}
	clear(seen)
	for _, w := range p.Scope() {
		if !seen[w.V] {
			seen[w.V] = true
			r.vars = append(r.vars, w.V)
		}
	}
	return r
}

// anyRepeats reports whether a variable occurs twice among ws, in time
// quadratic in their number.
func anyRepeats(ws []store.View) bool {
	for i, w := range ws {
		if slices.ContainsFunc(ws[:i], func(v store.View) bool { return v.V == w.V }) {
			return true
		}
	}
	return false
}

// countRepeated is forwardRepeated for constraints that count arguments, whose
// explanations take it that a change of a variable changes one argument. What
// they did to a variable that repeats is explained by all domains.
func countRepeated(p store.Propagator, ws []store.View) store.Propagator {
	p = forwardRepeated(p, ws)
	if r, ok := p.(*repeated); ok {
		r.vague = true
	}
	return p
}

func (r *repeated) Post(s *store.Store, me store.ID) {
	r.Propagator.Post(s, me)
	r.idle = true
	for _, v := range r.twice {
		r.idle = r.idle && s.Fixed(v)
	}
	if r.idle {
		return
	}
	for _, v := range r.vars {
		s.Watch(store.Ident(v), store.OnFix, me, 0)
	}
}

func (r *repeated) Propagate(s *store.Store, me store.ID) store.Status {
	status := r.Propagator.Propagate(s, me)
	if r.idle || status == store.Failed || status == store.Entailed {
		return status
	}
	x := s.Scratch()
	open := -1
	for i, v := range r.vars {
		if !s.Fixed(v) {
			if open >= 0 {
				return status
			}
			open = i
		}
		x[v] = s.Lo(v)
	}
	if open < 0 {
		if !r.Check(x) {
			return store.Failed
		}
		return store.Entailed
	}
	v := r.vars[open]
	if s.Size(v) > enumerated {
		return status
	}
	k := s.Lo(v)
	for ok := true; ok; k, ok = s.Next(v, k) {
		if s.Halted() {
			return store.Again
		}
		x[v] = k
		if !r.Check(x) && !s.Remove(v, k, triedValue) {
			return store.Failed
		}
	}
	return store.Entailed
}

func (r *repeated) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	tried := cookie == triedValue
	if a == store.False && !r.idle { // of a full assignment, Check is reason enough
		tried = true
		for _, v := range r.vars {
			tried = tried && p.Fixed(v)
		}
	}
	if tried {
		for _, v := range r.vars {
			_, out, _ = fixedValue(p, store.Ident(v), a, out)
		}
		return out
	}
	if r.isVague(p.Store(), a) {
		return store.ExplainFully(r.Scope(), p, out)
	}
	if inner, ok := r.Propagator.(store.Explainer); ok {
		return inner.Explain(p, a, cookie, out)
	}
	return store.ExplainFully(r.Scope(), p, out)
}

// isVague reports whether a is about a variable of which the inner propagator
// cannot tell what changed.
func (r *repeated) isVague(s *store.Store, a store.Atom) bool {
	if !r.vague || a == store.False {
		return false
	}
	v, _, _ := s.Subject(a)
	return slices.Contains(r.twice, v)
}
