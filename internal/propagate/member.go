package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// run is a set of consecutive values.
type run struct{ lo, hi int32 }

// runsOf returns the values as runs, ascending.
func runsOf(values []int32) []run {
	vs := slices.Clone(values)
	slices.Sort(vs)
	var runs []run
	for _, k := range vs {
		if n := len(runs); n > 0 && k <= runs[n-1].hi+1 {
			runs[n-1].hi = k
		} else {
			runs = append(runs, run{k, k})
		}
	}
	return runs
}

// gapsOf returns the values that are in no run, as runs.
func gapsOf(runs []run) []run {
	var gaps []run
	from := int32(-everywhere)
	for _, r := range runs {
		if from < r.lo {
			gaps = append(gaps, run{from, r.lo - 1})
		}
		from = r.hi + 1
	}
	return append(gaps, run{from, everywhere})
}

// memberIff says that a 0/1 view tells whether a view has a value of a set. It
// is domain-consistent; of a variable with more than 4096 values only the bounds
// are narrowed, and b is exact. A run costs at most the number of values of x or
// of runs in the set; while the two values last seen inside and outside the set
// are there, nothing.
//
// Cookie: none; a value of x goes because of b, and b because x lacks all
// values of the set or all others.
type memberIff struct {
	b, x       store.View
	in, out    []run // the set and the rest of the integers
	kept, left int32 // values last seen in each, not trusted
	bounds     bool  // only the bounds of x are narrowed
}

// NewMemberIff returns the constraint b <=> x in set, where b is a 0/1 view.
func NewMemberIff(b, x store.View, set []int32) store.Propagator {
	in := runsOf(set)
	return forwardRepeated(&memberIff{b: b, x: x, in: in, out: gapsOf(in)}, []store.View{b, x})
}

func (m *memberIff) Name() string             { return "member" }
func (m *memberIff) Scope() []store.View      { return []store.View{m.b, m.x} }
func (m *memberIff) Priority() store.Priority { return store.Linear }

func (m *memberIff) Post(s *store.Store, me store.ID) {
	m.bounds = m.x.Size(s) > enumerated
	m.kept, m.left = m.x.Lo(s), m.x.Lo(s)
	s.Watch(m.b, store.OnFix, me, 0)
	s.Watch(m.x, store.OnDomain, me, 1)
}

func (m *memberIff) Propagate(s *store.Store, me store.ID) store.Status {
	switch b := m.b; {
	case b.Lo(s) == 1:
		return m.without(s, m.out)
	case b.Hi(s) == 0:
		return m.without(s, m.in)
	}
	if !m.some(s, m.in, &m.kept) {
		if !m.b.Fix(s, 0, 0) {
			return store.Failed
		}
		return store.Entailed
	}
	if !m.some(s, m.out, &m.left) {
		if !m.b.Fix(s, 1, 0) {
			return store.Failed
		}
		return store.Entailed
	}
	return store.Fixpoint
}

// reach returns the runs that overlap lo..hi.
func reach(runs []run, lo, hi int32) []run {
	from, _ := slices.BinarySearchFunc(runs, lo, func(r run, k int32) int { return int(r.hi) - int(k) })
	to := from
	for to < len(runs) && runs[to].lo <= hi {
		to++
	}
	return runs[from:to]
}

// holds reports whether k lies in a run.
func holdsValue(runs []run, k int32) bool { return len(reach(runs, k, k)) > 0 }

// some reports whether x has a value in the runs; seen is the one last found.
func (m *memberIff) some(s *store.Store, runs []run, seen *int32) bool {
	if m.x.Has(s, *seen) && holdsValue(runs, *seen) {
		return true
	}
	for _, r := range reach(runs, m.x.Lo(s), m.x.Hi(s)) {
		if k, ok := nextFrom(s, m.x, r.lo); ok && k <= r.hi {
			*seen = k
			return true
		}
	}
	return false
}

// nextFrom returns the smallest value of w that is at least k.
func nextFrom(s *store.Store, w store.View, k int32) (int32, bool) {
	if w.Has(s, k) {
		return k, true
	}
	return w.Next(s, k)
}

// without removes the runs from x.
func (m *memberIff) without(s *store.Store, runs []run) store.Status {
	for {
		lo, hi := m.x.Lo(s), m.x.Hi(s)
		inner := reach(runs, lo, hi)
		if len(inner) == 0 {
			return store.Entailed
		}
		if r := inner[0]; r.lo <= lo {
			if !m.x.SetLo(s, r.hi+1, 0) {
				return store.Failed
			}
			continue
		}
		if r := inner[len(inner)-1]; r.hi >= hi {
			if !m.x.SetHi(s, r.lo-1, 0) {
				return store.Failed
			}
			continue
		}
		if m.bounds {
			return store.Fixpoint
		}
		for _, r := range inner {
			for k, ok := nextFrom(s, m.x, r.lo); ok && k <= r.hi; k, ok = m.x.Next(s, k) {
				if !m.x.Remove(s, k, 0) {
					return store.Failed
				}
			}
		}
		return store.Entailed
	}
}

// Explain: where a is false, b is 1 and x has no value of the set, or b is 0
// and x has no other value.
func (m *memberIff) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	b, free := spanAt(p, m.b, a), denied(p.Store(), m.b, a)
	if b.lo == 1 && m.lacks(p, a, m.in) {
		if free.lo < 1 {
			out = ge(p, m.b, 1, out)
		}
		return m.explainLack(p, a, m.in, out)
	}
	if free.hi > 0 {
		out = le(p, m.b, 0, out)
	}
	return m.explainLack(p, a, m.out, out)
}

// values returns the bounds of x where a is false, whatever the domains.
func (m *memberIff) values(p store.Past, a store.Atom) (lo, hi int32) {
	d := denied(p.Store(), m.x, a)
	return int32(max(d.lo, -everywhere)), int32(min(d.hi, everywhere))
}

// lacks reports whether x had no value in the runs that a denies.
func (m *memberIff) lacks(p store.Past, a store.Atom, runs []run) bool {
	lo, hi := m.values(p, a)
	lo, hi = max(lo, m.x.LoAt(p)), min(hi, m.x.HiAt(p))
	if lo > hi {
		return true
	}
	for _, r := range reach(runs, lo, hi) {
		for k := max(r.lo, lo); k <= min(r.hi, hi); k++ {
			if m.x.HasAt(p, k) {
				return false
			}
		}
	}
	return true
}

// explainLack appends why x lacks the values of the runs that a denies.
func (m *memberIff) explainLack(p store.Past, a store.Atom, runs []run, out []store.Atom) []store.Atom {
	from, to := m.values(p, a)
	lo, hi := m.x.LoAt(p), m.x.HiAt(p)
	start, above, below := len(out), int32(-everywhere), int32(everywhere)
	for _, r := range reach(runs, from, to) {
		first, last := max(r.lo, from), min(r.hi, to)
		if first < lo {
			above = max(above, min(last, lo-1)+1) // x >= above
		}
		if last > hi {
			below = min(below, max(first, hi+1)-1) // x <= below
		}
		for k := max(first, lo); k <= min(last, hi); k++ {
			out = ne(p, m.x, k, out)
		}
	}
	if lo == hi && (len(out) > start+1 || above > -everywhere && below < everywhere) {
		return eq(p, m.x, out[:start])
	}
	if above > -everywhere {
		out = ge(p, m.x, above, out)
	}
	if below < everywhere {
		out = le(p, m.x, below, out)
	}
	return out
}

func (m *memberIff) Check(a []int32) bool { return holdsValue(m.in, m.x.In(a)) == (m.b.In(a) == 1) }
