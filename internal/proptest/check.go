package proptest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
)

// maxAssignments bounds the brute force of one case; larger cases are an error
// of the test that made them.
const maxAssignments = 200_000

// Run checks n random cases (scale times as many in the long tests), made by
// gen from successive seeds. On a failure
// it names the seed: Run(t, seed, 1, gen) repeats that case alone.
func Run(t *testing.T, seed uint64, n int, gen func(g *Gen) Case) {
	t.Helper()
	if n > 1 {
		n *= scale
	}
	for i := range uint64(n) {
		g := NewGen(seed + i)
		c := gen(g)
		c.Domains = g.Domains
		if err := Check(g, &c); err != nil {
			t.Fatalf("seed %d: %v\ncase: %v", seed+i, err, &c)
		}
	}
}

// Check runs every oracle of the package comment on one case.
func Check(g *Gen, c *Case) error {
	size := 1
	for _, d := range c.Domains {
		if size *= len(d); size > maxAssignments {
			return fmt.Errorf("proptest: more than %d assignments", maxAssignments)
		}
	}
	if err := checkTruth(c); err != nil {
		return err
	}
	if err := checkScope(c); err != nil {
		return err
	}
	for range 3 {
		if err := walk(g, c); err != nil {
			return err
		}
	}
	return nil
}

// build posts the case on a fresh store whose domains are given.
func build(c *Case, domains [][]int32) *store.Store {
	s := store.New()
	for _, d := range domains {
		if int(d[len(d)-1]-d[0])+1 == len(d) {
			s.NewVar(d[0], d[len(d)-1])
		} else {
			s.NewSetVar(d)
		}
	}
	c.Post(s)
	s.Seal()
	return s
}

// each calls f with every assignment of the domains that makes the case true.
// It stops when f returns false.
func (c *Case) each(domains [][]int32, f func(x []int32) bool) {
	x := make([]int32, len(domains))
	vals := make([]int32, len(c.Views))
	var rec func(i int) bool
	rec = func(i int) bool {
		if i == len(domains) {
			for j, w := range c.Views {
				vals[j] = w.In(x)
			}
			return !c.Truth(vals) || f(x)
		}
		for _, k := range domains[i] {
			x[i] = k
			if !rec(i + 1) {
				return false
			}
		}
		return true
	}
	rec(0)
}

// checkTruth compares Check with the truth function on every assignment.
func checkTruth(c *Case) error {
	s := build(c, c.Domains)
	isTrue := map[string]bool{}
	c.each(c.Domains, func(x []int32) bool { isTrue[fmt.Sprint(x)] = true; return true })
	all := *c
	all.Truth = func([]int32) bool { return true }
	var err error
	all.each(c.Domains, func(x []int32) bool {
		ok := true
		for p := range s.Propagators() {
			ok = ok && s.Propagator(store.ID(p)).Check(x)
		}
		if ok != isTrue[fmt.Sprint(x)] {
			err = fmt.Errorf("Check(%v) = %v, truth is %v", x, ok, !ok)
		}
		return err == nil
	})
	return err
}

// checkScope checks that each propagator's Check depends on the variables of
// its scope alone: whoever counts answers takes all others to be free.
func checkScope(c *Case) error {
	s := build(c, c.Domains)
	all := *c
	all.Truth = func([]int32) bool { return true }
	for p := range s.Propagators() {
		p := s.Propagator(store.ID(p))
		inside := make([]bool, len(c.Domains))
		for _, w := range p.Scope() {
			inside[w.V] = true
		}
		if !slices.Contains(inside, false) {
			continue
		}
		// An assignment and the one with every variable outside at its first
		// value must agree.
		var err error
		all.each(c.Domains, func(x []int32) bool {
			y := slices.Clone(x)
			for v, in := range inside {
				if !in {
					y[v] = c.Domains[v][0]
				}
			}
			if p.Check(x) != p.Check(y) {
				err = fmt.Errorf("%s: Check differs on %v and %v, which differ only outside its scope", p.Name(), x, y)
			}
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// domains returns the current domains of the case's variables.
func domains(s *store.Store, n int) [][]int32 {
	ds := make([][]int32, n)
	for v := range ds {
		ds[v] = s.Domain(store.Var(v), nil)
	}
	return ds
}

// walk makes random decisions and undos and checks the state after each.
func walk(g *Gen, c *Case) error {
	s := build(c, c.Domains)
	explained := g.IntN(2) == 0
	if explained {
		s.Log()
	}
	trail := [][][]int32{} // domains at each Push
	before := c.Domains
	alive := true
	for step := range 25 {
		at := fmt.Sprintf("step %d level %d", step, s.Level())
		if alive {
			from := len(s.Entries())
			ok := s.Propagate()
			if err := checkState(c, s, before, ok); err != nil {
				return fmt.Errorf("%s: %w", at, err)
			}
			if explained {
				if err := checkReasons(c, s, from, ok); err != nil {
					return fmt.Errorf("%s: %w", at, err)
				}
			}
			if !ok {
				alive = false
			}
		}
		if len(trail) > 0 && (!alive || g.IntN(4) == 0) {
			n := 1 + g.IntN(len(trail))
			for range n {
				s.Pop()
				want := trail[len(trail)-1]
				trail = trail[:len(trail)-1]
				if got := domains(s, len(want)); !equal(got, want) {
					return fmt.Errorf("%s: Pop gave %v, want %v", at, got, want)
				}
			}
			alive = true
			before = domains(s, len(c.Domains))
			continue
		}
		if !alive {
			return nil
		}
		trail = append(trail, domains(s, len(c.Domains)))
		s.Push()
		if len(c.Domains) == 0 {
			continue
		}
		for range 1 + g.IntN(2) {
			if alive {
				alive = decide(g, s, len(c.Domains))
			}
		}
		before = domains(s, len(c.Domains))
	}
	return nil
}

// decide narrows one random domain, never to nothing.
func decide(g *Gen, s *store.Store, n int) bool {
	v := store.Var(g.IntN(n))
	d := s.Domain(v, nil)
	k := d[g.IntN(len(d))]
	switch g.IntN(4) {
	case 0:
		return s.Fix(v, k, 0)
	case 1:
		return s.SetLo(v, k, 0)
	case 2:
		return s.SetHi(v, k, 0)
	}
	if len(d) > 1 {
		return s.Remove(v, k, 0)
	}
	return true
}

// checkState checks the state that a propagation left, given the domains that
// it began with.
func checkState(c *Case, s *store.Store, before [][]int32, ok bool) error {
	supported := supports(c, before)
	if !ok {
		if supported != nil {
			return fmt.Errorf("failed on %v, which has a solution", before)
		}
		return nil
	}
	now := domains(s, len(c.Domains))
	for v, values := range supported {
		for k := range values {
			if !slices.Contains(now[v], k) {
				return fmt.Errorf("from %v: lost supported value %d of variable %d", before, k, v)
			}
		}
	}
	if supported == nil && allFixed(now) {
		return fmt.Errorf("from %v: false assignment %v not failed", before, now)
	}
	if err := checkStrength(c, s, now); err != nil {
		return fmt.Errorf("from %v: %w", before, err)
	}
	if err := checkEntailed(c, s, now); err != nil {
		return err
	}
	fresh := build(c, now)
	if !fresh.Propagate() {
		return fmt.Errorf("state %v is no fixpoint: a fresh start fails", now)
	}
	if got := domains(fresh, len(now)); !equal(got, now) {
		return fmt.Errorf("state %v differs from a fresh start, which gives %v", now, got)
	}
	return nil
}

// supports returns for each variable the set of values that occur in a
// solution within the domains, nil if there is no solution.
func supports(c *Case, ds [][]int32) []map[int32]bool {
	var sets []map[int32]bool
	c.each(ds, func(x []int32) bool {
		if sets == nil {
			sets = make([]map[int32]bool, len(ds))
			for v := range sets {
				sets[v] = map[int32]bool{}
			}
		}
		for v, k := range x {
			sets[v][k] = true
		}
		return true
	})
	return sets
}

func checkStrength(c *Case, s *store.Store, now [][]int32) error {
	strength := c.promised()
	if strength == Forward {
		open := 0
		for _, d := range now {
			if len(d) > 1 {
				open++
			}
		}
		if open > 1 {
			return nil
		}
		strength = Domain
	}
	if strength == Decides {
		return nil
	}
	space := now
	if strength == BoundsZ {
		space = make([][]int32, len(now))
		for v, d := range now {
			for k := d[0]; k <= d[len(d)-1]; k++ {
				space[v] = append(space[v], k)
			}
		}
	}
	supported := supports(c, space)
	scope := make([]bool, len(now))
	for _, w := range c.Views {
		scope[w.V] = true
	}
	for v, d := range now {
		if !scope[v] {
			continue
		}
		if strength != Domain {
			d = []int32{d[0], d[len(d)-1]}
		}
		for _, k := range d {
			if supported == nil || !supported[v][k] {
				return fmt.Errorf("value %d of variable %d in %v has no support", k, v, now)
			}
		}
	}
	return nil
}

// checkEntailed checks a claim of entailment, made by all propagators of the
// case together, against every assignment that is left.
func checkEntailed(c *Case, s *store.Store, now [][]int32) error {
	for p := range s.Propagators() {
		if !s.IsEntailed(store.ID(p)) {
			continue
		}
		all := *c
		all.Truth = func([]int32) bool { return true }
		var err error
		all.each(now, func(x []int32) bool {
			if !s.Propagator(store.ID(p)).Check(x) {
				err = fmt.Errorf("says entailed on %v, but %v is false", now, x)
			}
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func allFixed(ds [][]int32) bool {
	return !slices.ContainsFunc(ds, func(d []int32) bool { return len(d) > 1 })
}

func equal(a, b [][]int32) bool {
	return slices.EqualFunc(a, b, func(x, y []int32) bool { return slices.Equal(x, y) })
}
