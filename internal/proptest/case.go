package proptest

import (
	"fmt"
	"math/rand/v2"

	"github.com/clewsolver/clew/internal/store"
)

// Strength is the consistency that a propagator promises at its fixpoint.
type Strength int

// Strengths, weakest first. Each is checked for every view of the scope.
const (
	Decides Strength = iota // only that a fixed scope is decided
	Forward                 // domain-consistent once one variable is open
	BoundsZ                 // each bound has a support with the others anywhere between their bounds
	BoundsD                 // each bound has a support within the domains
	Domain                  // each value has a support within the domains
)

// Case is one instance of a constraint.
type Case struct {
	Domains  [][]int32            // root domain of each variable, ascending
	Views    []store.View         // arguments of the constraint, over those variables
	Post     func(s *store.Store) // adds the propagators, on Views
	Truth    func(x []int32) bool // x[i] is the value of Views[i]
	Strength Strength             // promised at every fixpoint
	Repeated Strength             // promised instead where a variable occurs in two views
	Label    string               // parameters, for failure messages
}

func (c *Case) String() string {
	return fmt.Sprintf("%s domains %v views %+v", c.Label, c.Domains, c.Views)
}

// Gen makes random arguments for cases.
type Gen struct {
	*rand.Rand
	Domains [][]int32
	crowded bool // views mostly share variables
}

// NewGen returns a generator seeded with seed.
func NewGen(seed uint64) *Gen {
	g := &Gen{Rand: rand.New(rand.NewPCG(seed, 77))}
	g.crowded = g.IntN(5) == 0
	return g
}

// shares reports, once in often calls, that a view goes over an earlier
// variable; in crowded cases every second one does.
func (g *Gen) shares(often int) bool {
	if g.crowded {
		often = 2
	}
	return len(g.Domains) > 0 && g.IntN(often) == 0
}

// Between returns a random integer in lo..hi.
func (g *Gen) Between(lo, hi int) int { return lo + g.IntN(hi-lo+1) }

// Var adds a variable with a random domain of up to size values out of lo..hi,
// often with holes.
func (g *Gen) Var(lo, hi, size int) store.Var {
	all := g.Perm(hi - lo + 1)
	n := min(g.Between(1, size), len(all))
	picked := all[:n]
	if g.IntN(3) == 0 { // an interval
		start := g.IntN(len(all) - n + 1)
		for i := range picked {
			picked[i] = start + i
		}
	}
	present := make([]bool, hi-lo+1)
	for _, i := range picked {
		present[i] = true
	}
	var d []int32
	for i, in := range present {
		if in {
			d = append(d, int32(lo+i))
		}
	}
	g.Domains = append(g.Domains, d)
	return store.Var(len(g.Domains) - 1)
}

// Int returns a view of a new variable with values in lo..hi, or now and then
// of an earlier one (so that arguments repeat) or through an affine function.
// The view's values can leave lo..hi through the function.
func (g *Gen) Int(lo, hi, size int) store.View {
	var w store.View
	if g.shares(4) {
		w = store.Ident(store.Var(g.IntN(len(g.Domains))))
	} else {
		w = store.Ident(g.Var(lo, hi, size))
	}
	switch g.IntN(6) {
	case 0:
		w.C = int32(g.Between(-2, 2))
	case 1:
		w = w.Neg()
		w.C = int32(g.Between(lo+hi-1, lo+hi+1))
	case 2:
		w.A = int32(g.Between(2, 3))
		w.C = int32(g.Between(-3, 1))
	}
	return w
}

// Ints returns n views made by Int.
func (g *Gen) Ints(n, lo, hi, size int) []store.View {
	ws := make([]store.View, n)
	for i := range ws {
		ws[i] = g.Int(lo, hi, size)
	}
	return ws
}

// Bool returns a 0/1 view: a variable, its negation, or a truth view of an
// integer variable; now and then over an earlier variable.
func (g *Gen) Bool() store.View {
	if !g.crowded && g.IntN(3) > 0 {
		w := store.Ident(g.Var(0, 1, 2))
		if g.IntN(3) == 0 {
			w = w.Not()
		}
		return w
	}
	var v store.Var
	if g.shares(2) {
		v = store.Var(g.IntN(len(g.Domains)))
	} else {
		v = g.Var(-2, 3, 4)
	}
	d := g.Domains[v]
	kind := store.Kind(g.Between(int(store.Equal), int(store.AtMost)))
	return store.View{V: v, Kind: kind, C: d[g.IntN(len(d))] + int32(g.Between(-1, 1))}
}

// Bools returns n views made by Bool.
func (g *Gen) Bools(n int) []store.View {
	ws := make([]store.View, n)
	for i := range ws {
		ws[i] = g.Bool()
	}
	return ws
}

// promised returns the strength to check: Repeated if two views share a
// variable.
func (c *Case) promised() Strength {
	seen := map[store.Var]bool{}
	for _, w := range c.Views {
		if seen[w.V] {
			return c.Repeated
		}
		seen[w.V] = true
	}
	return c.Strength
}
