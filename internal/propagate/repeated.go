package propagate

import "github.com/clewsolver/clew/internal/store"

// repeated adds to a propagator whose variables repeat what it cannot see
// argument by argument: once one variable is open, each of its values is tried
// (if there are at most enumerated), so that the constraint is
// domain-consistent then.
//
// Cookie: that of the inner propagator; 0 for a value that was tried, whose
// reason is that all other variables are fixed.
type repeated struct {
	store.Propagator
	vars []store.Var // of the scope, each once
	x    []int32     // scratch: an assignment
}

// forwardRepeated wraps p if a variable occurs twice among ws.
func forwardRepeated(p store.Propagator, ws []store.View) store.Propagator {
	seen := make(map[store.Var]bool, len(ws))
	r := &repeated{Propagator: p}
	twice, last := false, store.Var(0)
	for _, w := range ws {
		twice = twice || seen[w.V]
		seen[w.V] = true
	}
	if !twice {
		return p
	}
	clear(seen)
	for _, w := range p.Scope() {
		if !seen[w.V] {
			seen[w.V] = true
			r.vars = append(r.vars, w.V)
			last = max(last, w.V)
		}
	}
	r.x = make([]int32, last+1)
	return r
}

func (r *repeated) Post(s *store.Store, me store.ID) {
	r.Propagator.Post(s, me)
	for _, v := range r.vars {
		s.Watch(store.Ident(v), store.OnFix, me, 0)
	}
}

func (r *repeated) Propagate(s *store.Store, me store.ID) store.Status {
	status := r.Propagator.Propagate(s, me)
	if status == store.Failed || status == store.Entailed {
		return status
	}
	open := -1
	for i, v := range r.vars {
		if !s.Fixed(v) {
			if open >= 0 {
				return status
			}
			open = i
		}
		r.x[v] = s.Lo(v)
	}
	if open < 0 {
		if !r.Check(r.x) {
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
		r.x[v] = k
		if !r.Check(r.x) && !s.Remove(v, k, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}
