package clew

import (
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

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
	arrays      []declared     // the named ones, in order of declaration
	named       map[string]int // index in arrays
	labels      []string       // of variables without a name, as far as any has one; see Label
	shows       []shown        // given to Show and ShowArray; see showing
	shownNames  map[string]bool
	showing     bool // only shows are shown
	truths      map[store.View]Var
	constraints []constraint
	terms       int // arguments of all constraints
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

// shown is an output: affine views of variables.
type shown struct {
	Output
	views []store.View
}

// constraint posts a propagator made new for each run.
type constraint func() store.Propagator

// NewModel returns an empty model. The name appears in messages.
func NewModel(name string) *Model {
	return &Model{name: name, named: map[string]int{}, consts: map[int]Var{}, truths: map[store.View]Var{}}
}

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
		if _, twice := m.named[name]; twice {
			m.failf("two outputs are called %q", name)
		}
		m.named[name] = len(m.arrays)
		m.arrays = append(m.arrays, declared{Output{name, dims}, first})
	}
	return xs
}

// Label gives x, a variable declared without a name, a name for messages and
// traces. It does not become an output by that.
func (m *Model) Label(x Var, name string) {
	if x.m != m || !x.w.IsIdent() {
		m.failf("Label %q: not a variable of this model", name)
		return
	}
	if n := int(x.w.V) + 1 - len(m.labels); n > 0 {
		m.labels = append(m.labels, make([]string, n)...)
	}
	m.labels[x.w.V] = name
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

// Show makes the variables declared with the given names shown, in this order,
// after the outputs of earlier calls of Show and ShowArray. Without any such
// call all named variables are shown, in order of declaration.
func (m *Model) Show(names ...string) {
	m.showing = true
	for _, name := range names {
		i, ok := m.named[name]
		if !ok {
			m.failf("Show: no output is called %q", name)
			continue
		}
		m.show("Show", m.arrays[i].shown())
	}
}

// ShowArray makes xs, in this order, a shown output called name: an array of
// the given dimensions in row-major order, or a single value if dims is empty.
// Any variables and views will do, also repeated ones and constants. As with
// Show, nothing else is shown but what these calls name; a variable and an
// output of ShowArray may have the same name.
func (m *Model) ShowArray(name string, dims []int, xs ...Var) {
	m.showing = true
	n := 1
	for _, d := range dims {
		if d < 0 || d > maxVars || n*d > maxVars {
			m.failf("ShowArray: dimensions %v of %q", dims, name)
			return
		}
		n *= d
	}
	if n != len(xs) {
		m.failf("ShowArray: %q has %d variables for dimensions %v", name, len(xs), dims)
		return
	}
	o := shown{Output{name, slices.Clone(dims)}, make([]store.View, n)}
	for i, x := range xs {
		if x.m != m {
			m.failf("ShowArray: a variable of %q belongs to no model or to another", name)
			return
		}
		o.views[i] = m.affine(x).w
	}
	m.show("ShowArray", o)
}

// show adds an output.
func (m *Model) show(caller string, o shown) {
	if m.shownNames == nil {
		m.shownNames = map[string]bool{}
	}
	if m.shownNames[o.Name] {
		m.failf("%s: %q is given twice", caller, o.Name)
		return
	}
	m.shownNames[o.Name] = true
	m.shows = append(m.shows, o)
}

// shown returns the variables of d as an output.
func (d *declared) shown() shown {
	o := shown{d.Output, make([]store.View, d.Len())}
	for i := range o.views {
		o.views[i] = store.Ident(d.first + store.Var(i))
	}
	return o
}

// Outputs lists the shown variables.
func (m *Model) Outputs() []Output {
	var out []Output
	if !m.showing {
		for _, d := range m.arrays {
			out = append(out, d.Output)
		}
		return out
	}
	for _, o := range m.shows {
		out = append(out, o.Output)
	}
	return out
}

// shownViews returns the values of the outputs, in order.
func (m *Model) shownViews() []store.View {
	var ws []store.View
	if !m.showing {
		for i := range m.arrays {
			ws = append(ws, m.arrays[i].shown().views...)
		}
		return ws
	}
	for _, o := range m.shows {
		ws = append(ws, o.views...)
	}
	return ws
}

// shownVars returns the variables of the outputs, each once, in the order of
// their first appearance.
func (m *Model) shownVars() []store.Var {
	seen := make([]bool, len(m.domains))
	var vs []store.Var
	for _, w := range m.shownViews() {
		if !seen[w.V] {
			seen[w.V] = true
			vs = append(vs, w.V)
		}
	}
	return vs
}

// Bounds of the values whose absence can be noted one by one, over all
// variables: a bit each, and some bytes each where Learn runs.
const (
	maxBits    = 1 << 28 // of domains given with holes: beyond, an absurd model is an error and not an exhausted machine
	bankBudget = 1 << 26 // of ranges
	fewValues  = 1 << 22 // of ranges, if some are wider than store.BankLimit
	bankMost   = 1 << 16 // widest range
)

// Size tells how large a model is.
type Size struct {
	Variables   int // helpers too
	Constraints int
	Terms       int // arguments of all constraints that are variables
}

// Size returns how large m is so far.
func (m *Model) Size() Size { return Size{len(m.domains), len(m.constraints), m.terms} }

// check returns the first mistake made in building the model, or that its
// domains with holes are too large together. It leaves the model as it is:
// several verbs may run on it.
func (m *Model) check() error {
	total := int64(0)
	for i := range m.domains {
		if d := &m.domains[i]; d.values != nil {
			total += int64(d.hi) - int64(d.lo) + 1
		}
	}
	if m.err == nil && total > maxBits {
		return fmt.Errorf("%w %s: its domains with holes span %d values, more than the %d that are kept", ErrModel, m.name, total, maxBits)
	}
	return m.err
}

// bankLimit returns the widest range of values whose holes are kept as bits:
// the larger the domains are together, the fewer of them.
func bankLimit(domains []domain) int64 {
	var total [17]int64 // by the logarithm of the width, rounded up
	for i := range domains {
		if d := &domains[i]; d.values == nil {
			if width := int64(d.hi) - int64(d.lo) + 1; width <= bankMost {
				total[bits.Len64(uint64(width-1))] += width
			}
		}
	}
	sum, limit := int64(0), int64(1)
	for i, n := range total {
		sum += n
		if sum > bankBudget || sum > fewValues && 1<<i > store.BankLimit {
			break
		}
		limit = 1 << i
	}
	return limit
}

// build returns a sealed store with the variables and propagators of m.
//
// Where a wide domain becomes small by propagation alone, as those of model
// files without bounds often do, the store is built once more with the bounds
// found: the values of small domains are kept one by one.
func (m *Model) build(poll func() bool, halt *atomic.Bool) *store.Store {
	s := m.store(m.domains, halt)
	isWide := func(v int) bool { return s.IsWide(store.Var(v)) }
	wide := false
	for v := range m.domains {
		wide = wide || isWide(v)
	}
	if !wide {
		return s
	}
	s.Poll(poll) // such domains can take long
	consistent := s.Propagate()
	domains := slices.Clone(m.domains)
	narrowed := !consistent // the failure is left for the search to find
	for v := range domains {
		if lo, hi := s.Lo(store.Var(v)), s.Hi(store.Var(v)); consistent && isWide(v) && int64(hi)-int64(lo) < store.BankLimit {
			domains[v].lo, domains[v].hi = lo, hi
			narrowed = true
		}
	}
	if narrowed && !s.Interrupted() {
		s = m.store(domains, halt)
	}
	return s
}

// store returns a sealed store with the given domains. If halt is set before all
// constraints are posted, it is of no use but to be halted.
func (m *Model) store(domains []domain, halt *atomic.Bool) *store.Store {
	s := store.New()
	s.HaltBy(halt)
	s.BankUpTo(bankLimit(domains))
	for i := range domains {
		if d := &domains[i]; d.values != nil {
			s.NewSetVar(d.values)
		} else {
			s.NewVar(d.lo, d.hi)
		}
	}
	for _, c := range m.constraints {
		if s.Halted() {
			break
		}
		s.Add(c())
	}
	s.Seal()
	return s
}
