package clew

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// Model is a set of integer variables and constraints between them. It is a
// Problem: its answers are the assignments of its shown variables that extend
// to solutions.
//
// Variables are declared by IntVar, IntVars, IntGrid and their kin, constraints
// by methods named after them. A mistake (a bound out of range, a variable of
// another model) is remembered and returned by Err and by every verb: building
// a model needs no error checks.
type Model struct {
	name        string
	domains     []domain
	outputs     []declared
	showOnly    []string // names given to Show, nil for all
	constraints []constraint
	phases      []phase
	objective   *Var        // to be made as small as possible; nil for none
	determined  []store.Var // helpers that may be branched on like shown ones
	consts      map[int]Var
	err         error
}

// domain is a variable as declared.
type domain struct {
	lo, hi int32
	values []int32 // ascending, if the domain has holes; else nil
}

// declared is a named array of consecutive variables.
type declared struct {
	Output
	first store.Var
}

// constraint posts a propagator made new for each run.
type constraint func() store.Propagator

// NewModel returns an empty model. The name appears in messages.
func NewModel(name string) *Model { return &Model{name: name, consts: map[int]Var{}} }

// Name returns the name given to NewModel.
func (m *Model) Name() string { return m.name }

// Err returns the first mistake made in building the model, nil if there was
// none. It Is ErrModel.
func (m *Model) Err() error { return m.err }

// Model returns m itself: a Model is a Problem.
func (m *Model) Model() (*Model, error) {
	if m.err != nil {
		return nil, m.err
	}
	return m, nil
}

func (m *Model) failf(format string, args ...any) {
	if m.err == nil {
		m.err = fmt.Errorf("%w %s: %s", ErrModel, m.name, fmt.Sprintf(format, args...))
	}
}

// IntVar declares a variable with the values lo..hi. With an empty name it is
// a helper: not shown. Names of outputs must differ.
func (m *Model) IntVar(name string, lo, hi int) Var {
	return m.declare(name, nil, lo, hi)[0]
}

// BoolVar declares a variable with the values 0 and 1.
func (m *Model) BoolVar(name string) Var { return m.IntVar(name, 0, 1) }

// IntVars declares an array of n variables with the values lo..hi. It panics
// if n is negative or absurd.
func (m *Model) IntVars(name string, n, lo, hi int) []Var {
	return m.declare(name, []int{n}, lo, hi)
}

// BoolVars declares an array of n variables with the values 0 and 1.
func (m *Model) BoolVars(name string, n int) []Var { return m.IntVars(name, n, 0, 1) }

// IntGrid declares a rows x cols array of variables with the values lo..hi.
func (m *Model) IntGrid(name string, rows, cols, lo, hi int) [][]Var {
	xs := m.declare(name, []int{rows, cols}, lo, hi)
	grid := make([][]Var, rows)
	for r := range grid {
		grid[r] = xs[r*cols : (r+1)*cols : (r+1)*cols]
	}
	return grid
}

// IntVarOf declares a variable with the given values, in any order.
func (m *Model) IntVarOf(name string, values ...int) Var {
	if len(values) == 0 {
		m.failf("variable %q has no value", name)
		return m.declare(name, nil, 0, 0)[0]
	}
	vs := slices.Clone(values)
	slices.Sort(vs)
	vs = slices.Compact(vs)
	lo, hi := vs[0], vs[len(vs)-1]
	x := m.declare(name, nil, lo, hi)[0]
	if hi-lo+1 == len(vs) || m.err != nil {
		return x
	}
	if hi-lo >= store.SetLimit {
		m.failf("variable %q: its values span %d, more than the %d allowed for a set with holes", name, hi-lo+1, store.SetLimit)
		return x
	}
	m.domains[x.w.V].set(vs)
	return x
}

// Restrict takes all values but the given ones, in any order, from x, a
// variable and not a view of one. If none is left the model has no answer,
// which is no mistake. It serves to fix or narrow variables of an array.
func (m *Model) Restrict(x Var, values ...int) {
	switch {
	case x.m != m:
		m.failf("Restrict: the variable belongs to no model or to another")
		return
	case !x.w.IsIdent():
		m.failf("Restrict: %s is a view", m.describe(x))
		return
	}
	d := &m.domains[x.w.V]
	keep := make([]int, 0, len(values))
	for _, v := range values {
		if d.has(v) {
			keep = append(keep, v)
		}
	}
	slices.Sort(keep)
	keep = slices.Compact(keep)
	switch {
	case len(keep) == 0:
		m.Or()
	case len(keep) <= keep[len(keep)-1]-keep[0] && keep[len(keep)-1]-keep[0] >= store.SetLimit:
		m.failf("Restrict: the values of %s span %d, more than the %d allowed for a set with holes",
			m.describe(x), keep[len(keep)-1]-keep[0]+1, store.SetLimit)
	default:
		d.set(keep)
	}
}

// has reports whether v is a value of d.
func (d *domain) has(v int) bool {
	if v < int(d.lo) || v > int(d.hi) {
		return false
	}
	if d.values == nil {
		return true
	}
	_, ok := slices.BinarySearch(d.values, int32(v))
	return ok
}

// set makes vs, which are ascending, distinct, in range and at least one, the
// values of d.
func (d *domain) set(vs []int) {
	*d = domain{lo: int32(vs[0]), hi: int32(vs[len(vs)-1])}
	if int(d.hi-d.lo)+1 == len(vs) {
		return
	}
	d.values = make([]int32, len(vs))
	for i, v := range vs {
		d.values[i] = int32(v)
	}
}

// maxVars bounds the number of variables of a model, so that an absurd size
// is an error and not an exhausted machine.
const maxVars = 1 << 24

// declare adds the variables of one output.
func (m *Model) declare(name string, dims []int, lo, hi int) []Var {
	n := 1
	for _, d := range dims {
		if d < 0 || d > maxVars || n*d > maxVars {
			panic(fmt.Sprintf("clew: dimensions %v of %q: a model can have %d variables", dims, name, maxVars))
		}
		n *= d
	}
	switch {
	case len(m.domains)+n > maxVars:
		m.failf("more than %d variables at %q", maxVars, name)
	case !inRange(int64(lo)) || !inRange(int64(hi)):
		m.failf("variable %q: bounds %d..%d leave the range of values, -%d..%[4]d", name, lo, hi, MaxValue)
		lo, hi = 0, 0
	case lo > hi && n == 0:
		lo, hi = 0, 0
	case lo > hi:
		m.failf("variable %q: empty domain %d..%d", name, lo, hi)
		hi = lo
	}
	first := store.Var(len(m.domains))
	xs := make([]Var, n)
	for i := range xs {
		xs[i] = Var{m, store.Ident(first + store.Var(i))}
		m.domains = append(m.domains, domain{lo: int32(lo), hi: int32(hi)})
	}
	if name != "" {
		if slices.ContainsFunc(m.outputs, func(o declared) bool { return o.Name == name }) {
			m.failf("two outputs are called %q", name)
		}
		m.outputs = append(m.outputs, declared{Output{name, dims}, first})
	}
	return xs
}

// Const returns a helper variable fixed to v, the same for each v.
func (m *Model) Const(v int) Var {
	if x, ok := m.consts[v]; ok {
		return x
	}
	x := m.IntVar("", v, v)
	m.consts[v] = x
	return x
}

func (m *Model) truthConst(truth bool) Var {
	if truth {
		return m.Const(1)
	}
	return m.Const(0)
}

// Show makes the outputs with the given names, in this order, the shown ones.
// Without a call all named variables are shown, in order of declaration.
func (m *Model) Show(names ...string) {
	m.showOnly = append([]string{}, names...) // not nil: Show() shows nothing
	for i, name := range names {
		if !slices.ContainsFunc(m.outputs, func(o declared) bool { return o.Name == name }) {
			m.failf("Show: no output is called %q", name)
		}
		if slices.Contains(names[:i], name) {
			m.failf("Show: %q is given twice", name)
		}
	}
}

// shownOutputs returns the declared arrays that are shown, in order.
func (m *Model) shownOutputs() []declared {
	if m.showOnly == nil {
		return m.outputs
	}
	var shown []declared
	for _, name := range m.showOnly {
		for _, o := range m.outputs {
			if o.Name == name {
				shown = append(shown, o)
			}
		}
	}
	return shown
}

// Outputs lists the shown variables.
func (m *Model) Outputs() []Output {
	var out []Output
	for _, o := range m.shownOutputs() {
		out = append(out, o.Output)
	}
	return out
}

// shownVars returns the store's variables of the outputs, in order.
func (m *Model) shownVars() []store.Var {
	var vs []store.Var
	for _, o := range m.shownOutputs() {
		for i := range o.Len() {
			vs = append(vs, o.first+store.Var(i))
		}
	}
	return vs
}

// shownAt returns the place of the variable of x in a solution, -1 if it is
// not shown.
func (m *Model) shownAt(x Var) int {
	at := 0
	for _, o := range m.shownOutputs() {
		if n := o.Len(); x.w.V < o.first || x.w.V >= o.first+store.Var(n) {
			at += n
			continue
		}
		return at + int(x.w.V-o.first)
	}
	return -1
}

// maxBits bounds the values of all domains that are kept as bits, so that an
// absurd model is an error and not an exhausted machine.
const maxBits = 1 << 30

// check returns the first mistake made in building the model, or that its
// domains are too large together. It leaves the model as it is: several verbs
// may run on it.
func (m *Model) check() error {
	bits := int64(0)
	for i := range m.domains {
		d := &m.domains[i]
		if width := int64(d.hi) - int64(d.lo) + 1; d.values != nil || width <= store.BankLimit {
			bits += max(width, 64)
		}
	}
	if m.err == nil && bits > maxBits {
		return fmt.Errorf("%w %s: its domains span %d values, more than the %d that are kept", ErrModel, m.name, bits, maxBits)
	}
	return m.err
}

// build returns a sealed store with the variables and propagators of m.
func (m *Model) build() *store.Store {
	s := store.New()
	for i := range m.domains {
		if d := &m.domains[i]; d.values != nil {
			s.NewSetVar(d.values)
		} else {
			s.NewVar(d.lo, d.hi)
		}
	}
	for _, c := range m.constraints {
		s.Add(c())
	}
	s.Seal()
	return s
}
