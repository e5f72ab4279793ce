package clew

// SetVar is a set of integers out of lo..hi that the solver chooses: an array
// of 0/1 variables, one for each integer that can be an element. It is a
// notation and no kind of variable of its own: everything said of sets becomes
// clauses and sums over the array, and a solution shows the array.
type SetVar struct {
	m  *Model
	lo int
	in []Var // in[i] is 1 if lo+i is an element
}

// SetVar declares a set of integers out of lo..hi. Its output is the array of
// the 0/1 variables of lo, lo+1, ..., hi. With an empty name it is a helper; if
// lo exceeds hi it is the empty set. It panics if the range is absurd.
func (m *Model) SetVar(name string, lo, hi int) SetVar {
	if !inRange(int64(lo)) || !inRange(int64(hi)) {
		m.failf("set %q: bounds %d..%d leave the range of values, -%d..%[4]d", name, lo, hi, MaxValue)
		lo, hi = 0, -1
	}
	return SetVar{m, lo, m.BoolVars(name, max(hi-lo+1, 0))}
}

// Contains returns the 0/1 variable that is 1 if v is an element of x; outside
// of the range of x it is the constant 0.
func (x SetVar) Contains(v int) Var {
	if i := v - x.lo; i >= 0 && i < len(x.in) {
		return x.in[i]
	}
	return x.m.Const(0)
}

// Elements returns the elements that x, which must be shown, has in s,
// ascending.
func (x SetVar) Elements(s *Solution) []int {
	var elements []int
	for i, b := range x.in {
		if s.Value(b) == 1 {
			elements = append(elements, x.lo+i)
		}
	}
	return elements
}

// Card says that x has n elements.
func (m *Model) Card(x SetVar, n Var) {
	if !m.owns("card", x) {
		return
	}
	coefs := make([]int, len(x.in)+1)
	for i := range x.in {
		coefs[i] = 1
	}
	coefs[len(x.in)] = -1
	m.Linear(coefs, joined(x.in, n), EQ, 0)
}

// Subset says that every element of x is one of y.
func (m *Model) Subset(x, y SetVar) {
	m.eachElement("subset", func(v int) {
		m.imply(x.has(v), y.has(v))
	}, x, y)
}

// SetEqual says that x and y have the same elements.
func (m *Model) SetEqual(x, y SetVar) {
	m.eachElement("set_equal", func(v int) {
		m.imply(x.has(v), y.has(v))
		m.imply(y.has(v), x.has(v))
	}, x, y)
}

// Disjoint says that no integer is an element of two of the sets.
func (m *Model) Disjoint(xs ...SetVar) {
	m.eachElement("disjoint", func(v int) {
		for i, x := range xs {
			for _, y := range xs[:i] {
				m.imply(x.has(v), y.has(v).not())
			}
		}
	}, xs...)
}

// Union says that the elements of z are those of x and those of y.
func (m *Model) Union(x, y, z SetVar) {
	m.eachElement("union", func(v int) {
		m.imply(x.has(v), z.has(v))
		m.imply(y.has(v), z.has(v))
		m.imply(z.has(v), x.has(v), y.has(v))
	}, x, y, z)
}

// Intersect says that the elements of z are those that x and y both have.
func (m *Model) Intersect(x, y, z SetVar) {
	m.eachElement("intersect", func(v int) {
		m.imply(z.has(v), x.has(v))
		m.imply(z.has(v), y.has(v))
		m.imply(x.has(v), y.has(v).not(), z.has(v))
	}, x, y, z)
}

// Diff says that the elements of z are those of x that y does not have.
func (m *Model) Diff(x, y, z SetVar) {
	m.eachElement("diff", func(v int) {
		m.imply(z.has(v), x.has(v))
		m.imply(z.has(v), y.has(v).not())
		m.imply(x.has(v), y.has(v), z.has(v))
	}, x, y, z)
}

// literal is a 0/1 variable, or false where it has none, or the negation of
// either.
type literal struct {
	x       Var
	known   bool // a constant; x is not used
	value   bool // of the constant
	negated bool
}

// has returns the literal that v is an element of x.
func (x SetVar) has(v int) literal {
	if i := v - x.lo; i >= 0 && i < len(x.in) {
		return literal{x: x.in[i]}
	}
	return literal{known: true}
}

func (a literal) not() literal {
	a.value, a.negated = !a.value, !a.negated
	return a
}

// imply posts that if holds, one of then does. Constants cost nothing.
func (m *Model) imply(holds literal, then ...literal) {
	var lits []Var
	for _, a := range append([]literal{holds.not()}, then...) {
		switch {
		case a.known && a.value:
			return
		case a.known:
		case a.negated:
			lits = append(lits, a.x.Not())
		default:
			lits = append(lits, a.x)
		}
	}
	m.Or(lits...)
}

// owns checks that sets belong to m.
func (m *Model) owns(name string, xs ...SetVar) bool {
	for _, x := range xs {
		if x.m != m {
			m.failf("%s: a set belongs to no model or to another", name)
			return false
		}
	}
	return true
}

// eachElement calls f with each integer in the range of one of the sets, once,
// if they belong to m.
func (m *Model) eachElement(name string, f func(v int), xs ...SetVar) {
	if !m.owns(name, xs...) {
		return
	}
	for i, x := range xs {
		for v := x.lo; v < x.lo+len(x.in); v++ {
			if !inEarlier(xs[:i], v) {
				f(v)
			}
		}
	}
}

func inEarlier(xs []SetVar, v int) bool {
	for _, x := range xs {
		if v >= x.lo && v < x.lo+len(x.in) {
			return true
		}
	}
	return false
}
