package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// model is a small random model whose solutions are known by brute force.
type model struct {
	domains [][]int32
	copies  []affine // variables beyond the domains: functions of one of those
	post    []func(s *store.Store)
	labels  []string
	shown   []Phase
	hidden  []Phase

	solutions [][]int32 // full assignments
}

// affine is a variable that is a*x + c, in a domain of its own.
type affine struct {
	of     store.Var
	a, c   int32
	lo, hi int32
}

func (m *model) String() string {
	return fmt.Sprintf("domains %v copies %+v\nshown %+v hidden %+v\n%s", m.domains, m.copies, m.shown, m.hidden, strings.Join(m.labels, "\n"))
}

// store returns a sealed store of the model.
func (m *model) store() *store.Store {
	s := store.New()
	for _, d := range m.domains {
		if int(d[len(d)-1]-d[0])+1 == len(d) {
			s.NewVar(d[0], d[len(d)-1])
		} else {
			s.NewSetVar(d)
		}
	}
	for _, y := range m.copies {
		s.NewVar(y.lo, y.hi)
	}
	for _, post := range m.post {
		post(s)
	}
	s.Seal()
	return s
}

// Kinds of models that begin with constraints of one kind, of which propagation
// sees little.
const (
	forbiddenPairs = iota
	parities
	cliques // of disequalities
	kinds   // and those that do not
)

// maker makes the parts of a model at random.
type maker struct {
	*rand.Rand
	m       *model
	samples [][]int32 // assignments by which constraints are judged
	expect  float64   // about how many solutions are left
	checks  []check
	patient bool // most constraints wait until one variable is open
}

// check is a constraint in the eyes of the brute force.
type check struct {
	last  store.Var // of its scope
	holds func(x []int32) bool
}

func (g *maker) between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

// randomModel returns a model of 5 to 8 variables with up to 5 values, or of
// more variables with fewer values, and perhaps a wide one that depends on
// them, under so many constraints that few solutions are left.
func randomModel(seed uint64) *model {
	g := &maker{Rand: rand.New(rand.NewPCG(seed, 1))}
	for {
		g.m, g.checks, g.expect, g.samples = &model{}, nil, 1, nil
		kind := g.IntN(kinds + 1)
		g.patient = g.IntN(4) > 0
		g.variables(kind)
		g.constraints(kind)
		g.phases(len(g.m.domains) + len(g.m.copies))
		if g.solve() && (len(g.m.solutions) > 0 || g.IntN(4) == 0) {
			return g.m
		}
	}
}

func (g *maker) variables(kind int) {
	n, most := g.between(5, 8), 5
	if kind == parities {
		n, most = g.between(10, 14), 2
	} else if g.IntN(2) == 0 {
		n, most = g.between(8, 11), 3
	}
	for range n {
		var d []int32
		for _, k := range g.Perm(6)[:g.between((most+2)/2, most)] {
			d = append(d, int32(k-1))
		}
		if g.IntN(8) == 0 {
			for i := range d {
				d[i] *= 40 // more than a word wide
			}
		}
		slices.Sort(d)
		g.expect *= float64(len(d))
		g.m.domains = append(g.m.domains, d)
	}
	if g.IntN(4) == 0 {
		y := affine{of: store.Var(g.IntN(n)), a: int32(g.between(1, 3000)), c: int32(g.between(-5, 5)), lo: -700_000, hi: 700_000}
		g.m.copies = append(g.m.copies, y)
		g.post("wide", func(s *store.Store) {
			s.Add(propagate.NewLinear([]int64{int64(y.a), -1}, []store.View{store.Ident(y.of), store.Ident(store.Var(n))}, propagate.Eq, -int64(y.c)))
		})
	}
	for range 200 {
		x := make([]int32, n+len(g.m.copies))
		for i, d := range g.m.domains {
			x[i] = d[g.IntN(len(d))]
		}
		g.m.copy(x)
		g.samples = append(g.samples, x)
	}
}

// copy sets the variables that depend on others.
func (m *model) copy(x []int32) {
	for j, y := range m.copies {
		x[len(m.domains)+j] = y.a*x[y.of] + y.c
	}
}

func (g *maker) constraints(kind int) {
	n := len(g.m.domains)
	switch kind {
	case forbiddenPairs:
		for range 2 * n {
			g.table(g.smalls(2))
		}
	case parities:
		for range n / 2 {
			lits, parity := g.truths(3), g.IntN(2) == 0
			g.add(func() store.Propagator { return propagate.NewXor(lits, parity) })
		}
	case cliques:
		for range 3 {
			ws := g.smalls(4)
			for i := range ws {
				for j := range i {
					g.add(func() store.Propagator { return propagate.NewCompare(ws[i], propagate.Ne, ws[j], 0) })
				}
			}
		}
	}
	most := float64(g.between(1, 30))
	for tries := 0; g.expect > most && tries < 200; tries++ {
		g.constraint()
	}
}

func (g *maker) post(label string, f func(s *store.Store)) {
	g.m.labels = append(g.m.labels, label)
	g.m.post = append(g.m.post, f)
}

// add posts a propagator that mk makes anew for each store. One that excludes
// almost nothing is dropped, and mostly one that excludes much: many loose
// constraints conflict more than a few tight ones.
func (g *maker) add(mk func() store.Propagator) {
	p := mk()
	kept := 0
	for _, x := range g.samples {
		if p.Check(x) {
			kept++
		}
	}
	if kept > 195 || kept < 60 && g.IntN(20) > 0 {
		return
	}
	g.expect *= float64(kept) / 200
	c := check{holds: p.Check}
	for _, w := range p.Scope() {
		c.last = max(c.last, w.V)
	}
	g.checks = append(g.checks, c)
	if g.patient && g.IntN(4) > 0 {
		g.post(fmt.Sprintf("patient %s %+v", p.Name(), p.Scope()), func(s *store.Store) { s.Add(&patient{Propagator: mk()}) })
		return
	}
	g.post(fmt.Sprintf("%s %+v", p.Name(), p.Scope()), func(s *store.Store) { s.Add(mk()) })
}

// patient is a constraint that waits until one of its variables is open, and then
// tries the values of that one: models of good propagators alone are too small
// to have many conflicts.
type patient struct {
	store.Propagator
	vars []store.Var
	x    []int32
}

func (p *patient) Post(s *store.Store, me store.ID) {
	for _, w := range p.Scope() {
		p.vars = append(p.vars, w.V)
	}
	slices.Sort(p.vars)
	p.vars = slices.Compact(p.vars)
	p.x = make([]int32, s.Vars())
	for _, v := range p.vars {
		s.Watch(store.Ident(v), store.OnFix, me, 0)
	}
}

func (p *patient) Propagate(s *store.Store, _ store.ID) store.Status {
	open := -1
	for i, v := range p.vars {
		p.x[v] = s.Lo(v)
		if s.Fixed(v) {
			continue
		}
		if open >= 0 || s.Size(v) > 64 {
			return store.Fixpoint
		}
		open = i
	}
	if open < 0 {
		if p.Check(p.x) {
			return store.Entailed
		}
		return store.Failed
	}
	v := p.vars[open]
	for _, k := range s.Domain(v, nil) {
		if p.x[v] = k; !p.Check(p.x) && !s.Remove(v, k, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}

func (p *patient) Explain(at store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	of := store.Var(len(p.x)) // no variable
	if a != store.False {
		of, _, _ = at.Store().Subject(a)
	}
	for _, v := range p.vars {
		if v != of {
			out = append(out, at.Store().IsAtom(v, at.Lo(v)))
		}
	}
	return out
}

// small is a variable of the narrow domains, seldom seen through a function.
func (g *maker) small() store.View {
	w := store.Ident(store.Var(g.IntN(len(g.m.domains))))
	if g.IntN(6) == 0 {
		w = w.Neg().Plus(int32(g.between(2, 5)))
	}
	return w
}

// smalls returns n views, often of different variables.
func (g *maker) smalls(n int) []store.View {
	ws := make([]store.View, n)
	order := g.Perm(len(g.m.domains))
	for i := range ws {
		ws[i] = store.Ident(store.Var(order[i%len(order)]))
		if g.IntN(8) == 0 {
			ws[i] = g.small()
		}
	}
	return ws
}

// truth is a truth view of a variable, the wide one too.
func (g *maker) truth() store.View {
	v := g.IntN(len(g.m.domains) + len(g.m.copies))
	kind := store.Kind(g.between(int(store.Equal), int(store.AtMost)))
	w := store.View{V: store.Var(v), Kind: kind}
	if v < len(g.m.domains) {
		d := g.m.domains[v]
		w.C = d[g.IntN(len(d))]
	} else {
		y := g.m.copies[v-len(g.m.domains)]
		d := g.m.domains[y.of]
		w.C = y.a*d[g.IntN(len(d))] + y.c
	}
	return w
}

func (g *maker) truths(n int) []store.View {
	ws := make([]store.View, n)
	for i := range ws {
		ws[i] = g.truth()
	}
	return ws
}

func (g *maker) values(n int) []int32 {
	var out []int32
	for _, k := range g.Perm(6)[:n] {
		out = append(out, int32(k-1))
	}
	return out
}

// constraint adds one of the constraints of package propagate. Most are loose
// enough to leave some solutions, and tight enough to cause failures.
func (g *maker) constraint() {
	n := g.between(2, 4)
	coefs := make([]int64, n)
	for i := range coefs {
		coefs[i] = int64(g.between(1, 3) * (1 - 2*g.IntN(2)))
	}
	rhs := int64(g.between(-3, 6))
	xs, op := g.smalls(n), propagate.Op(g.IntN(6))
	w, v, b := g.small(), g.small(), g.truth()
	switch g.IntN(28) {
	case 0, 1:
		at := propagate.Strength(g.IntN(3))
		g.add(func() store.Propagator { return propagate.NewAllDifferent(xs, at) })
	case 2, 3, 4, 5, 20, 21:
		g.add(func() store.Propagator { return propagate.NewLinear(coefs, xs, op, rhs) })
	case 6, 26:
		g.add(func() store.Propagator { return propagate.NewLinearIff(b, coefs, xs, op, rhs) })
	case 7:
		g.add(func() store.Propagator { return propagate.NewLinearIf(b, coefs, xs, op, rhs) })
	case 8, 9, 22, 23, 24, 25:
		lits := g.truths(n)
		g.add(func() store.Propagator { return propagate.NewClause(lits) })
	case 10:
		g.add(func() store.Propagator { return propagate.NewElement(w, xs, v, -1) })
	case 11:
		g.add(func() store.Propagator { return propagate.NewCount(xs, w, v) })
	case 12:
		values := g.values(2)
		g.add(func() store.Propagator {
			return propagate.NewCardinality(xs, values, []store.View{w, v}, false)
		})
	case 13:
		g.add(func() store.Propagator { return propagate.NewMax(w, xs) })
	case 14:
		k := n / 2
		g.add(func() store.Propagator { return propagate.NewLex(xs[:k], xs[n-k:], true) })
	case 15:
		set := g.values(3)
		g.add(func() store.Propagator { return propagate.NewSumIn(xs, set) })
	case 16:
		g.add(func() store.Propagator { return propagate.NewTimes(xs[0], xs[1], w) })
	case 17:
		g.add(func() store.Propagator { return propagate.NewNValue(w, xs) })
	case 18, 27:
		g.table(xs[:2])
	default:
		durations := g.truths(n)
		g.add(func() store.Propagator { return propagate.NewDisjunctive(xs, durations) })
	}
}

// table allows, or forbids, some tuples of values at random.
func (g *maker) table(xs []store.View) {
	tuples := make([][]int32, g.between(3, 12))
	for i := range tuples {
		tuples[i] = []int32{int32(g.between(-1, 4)), int32(g.between(-1, 4))}
	}
	if g.IntN(3) == 0 {
		g.add(func() store.Propagator { return propagate.NewTable(xs, tuples) })
	} else {
		g.add(func() store.Propagator { return propagate.NewNotTable(xs, tuples) })
	}
}

// phases deals the variables to shown and hidden phases.
func (g *maker) phases(n int) {
	order := g.Perm(n)
	split := n
	if g.IntN(2) == 0 {
		split = g.IntN(n + 1)
	}
	deal := func(vs []int) (out []Phase) {
		for len(vs) > 0 {
			k := g.between(1, len(vs))
			p := Phase{Order: Order(g.IntN(3)), Values: Values(g.IntN(4))}
			for _, v := range vs[:k] {
				p.Vars = append(p.Vars, store.Var(v))
			}
			out, vs = append(out, p), vs[k:]
		}
		return out
	}
	g.m.shown, g.m.hidden = deal(order[:split]), deal(order[split:])
}

// solve fills the solutions by brute force: it tries every value of one
// variable after the other and checks each constraint when its last variable has
// a value. It gives up on models that take it long.
func (g *maker) solve() bool {
	m, n := g.m, len(g.m.domains)
	by := make([][]check, n+len(m.copies))
	for _, c := range g.checks {
		by[c.last] = append(by[c.last], c)
	}
	holds := func(i int, x []int32) bool {
		return !slices.ContainsFunc(by[i], func(c check) bool { return !c.holds(x) })
	}
	x := make([]int32, n+len(m.copies))
	nodes := 0
	var rec func(i int)
	rec = func(i int) {
		if nodes++; nodes > mostNodes {
			return
		}
		if i == n {
			m.copy(x)
			for j := range m.copies {
				if !holds(n+j, x) {
					return
				}
			}
			m.solutions = append(m.solutions, slices.Clone(x))
			return
		}
		for _, k := range m.domains[i] {
			if x[i] = k; holds(i, x) {
				rec(i + 1)
			}
		}
	}
	rec(0)
	return nodes <= mostNodes && len(m.solutions) <= mostSolutions
}

// mostNodes bounds the brute force, mostSolutions the models that are used.
const (
	mostNodes     = 30_000
	mostSolutions = 100
)

// show returns the part of an assignment that the answers are told apart by.
func (m *model) show(value func(v store.Var) int32) string {
	out := make([]int32, len(m.domains)+len(m.copies))
	for i := range out {
		out[i] = -99
	}
	for _, p := range m.shown {
		for _, v := range p.Vars {
			out[v] = value(v)
		}
	}
	return fmt.Sprint(out)
}

// answers returns the sorted answers, each once.
func (m *model) answers() []string {
	var out []string
	for _, x := range m.solutions {
		out = append(out, m.show(func(v store.Var) int32 { return x[v] }))
	}
	slices.Sort(out)
	return slices.Compact(out)
}
