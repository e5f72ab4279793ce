package propagate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

var allOps = []propagate.Op{propagate.Eq, propagate.Ne, propagate.Lt, propagate.Le, propagate.Gt, propagate.Ge}

func TestOp(t *testing.T) {
	for _, op := range allOps {
		for a := int64(-1); a <= 1; a++ {
			for b := int64(-1); b <= 1; b++ {
				want := map[string]bool{"=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op.String()]
				if op.Holds(a, b) != want || op.Negate().Holds(a, b) == want || op.Flip().Holds(b, a) != want {
					t.Errorf("%d %v %d", a, op, b)
				}
			}
		}
	}
}

// sum is a random linear constraint.
type sum struct {
	coefs []int64
	xs    []store.View
	op    propagate.Op
	rhs   int64
}

// newSum makes a sum of up to most terms; the coefficients are 1 and -1 if
// unit. About half of the right sides have a solution by construction.
func newSum(g *proptest.Gen, most, size int, unit, truths bool) sum {
	var l sum
	at := int64(0)
	for range g.IntN(most + 1) {
		w := g.Int(-4, 5, size)
		if truths && g.IntN(3) == 0 {
			w = g.Bool()
		}
		c := int64(1 - 2*g.IntN(2))
		if !unit && g.IntN(2) == 0 {
			c = int64(g.Between(-6, 6))
		}
		d := g.Domains[w.V]
		at += c * int64(w.Of(d[g.IntN(len(d))]))
		l.coefs, l.xs = append(l.coefs, c), append(l.xs, w)
	}
	l.op = allOps[g.IntN(len(allOps))]
	l.rhs = at + int64(max(0, g.Between(-6, 3)))
	return l
}

func (l sum) String() string { return fmt.Sprintf("%v %v %d", l.coefs, l.op, l.rhs) }

func (l sum) truth(x []int32) bool {
	at := int64(0)
	for i, k := range x {
		at += l.coefs[i] * int64(k)
	}
	return l.op.Holds(at, l.rhs)
}

// clean reports whether no truth view shares a variable with another view.
func clean(ws []store.View) bool {
	kind := map[store.Var]bool{}
	for _, w := range ws {
		truth := w.Kind != store.Affine
		if old, seen := kind[w.V]; seen && (old || truth) {
			return false
		}
		kind[w.V] = truth
	}
	return true
}

// plain reports whether every view is an affine view with factor 1 or -1 and
// no variable repeats.
func plain(ws []store.View) bool {
	seen := map[store.Var]bool{}
	for _, w := range ws {
		if w.Kind != store.Affine || w.A*w.A != 1 || seen[w.V] {
			return false
		}
		seen[w.V] = true
	}
	return true
}

// variables counts the variables of ws.
func variables(ws []store.View) int {
	seen := map[store.Var]bool{}
	for _, w := range ws {
		seen[w.V] = true
	}
	return len(seen)
}

// affine reports whether there is no truth view among ws.
func affine(ws []store.View) bool {
	return !slices.ContainsFunc(ws, func(w store.View) bool { return w.Kind != store.Affine })
}

// strength is what NewLinear promises for l.
func (l sum) strength(unit bool) proptest.Strength {
	switch {
	case !clean(l.xs):
		return proptest.Forward
	case l.op != propagate.Eq:
		return proptest.Domain
	case variables(l.xs) <= 2 && affine(l.xs), unit && len(l.xs) == 3 && plain(l.xs):
		return proptest.Domain
	case unit && plain(l.xs):
		return proptest.BoundsZ
	}
	return proptest.Forward
}

func (l sum) asCase(strength proptest.Strength) proptest.Case {
	return proptest.Case{
		Views:    l.xs,
		Post:     func(s *store.Store) { s.Add(propagate.NewLinear(l.coefs, l.xs, l.op, l.rhs)) },
		Truth:    l.truth,
		Strength: strength,
		Repeated: strength,
		Label:    l.String(),
	}
}

func TestLinear(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		l := newSum(g, 4, 5, false, true)
		return l.asCase(l.strength(false))
	})
}

func TestLinearUnit(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		l := newSum(g, 4, 5, true, false)
		return l.asCase(l.strength(true))
	})
}

func TestLinearTwoOrThree(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		l := newSum(g, 3, 8, true, false)
		l.op = propagate.Eq
		return l.asCase(l.strength(true))
	})
}

// TestLinearEight has the lengths of which the last two open terms are images of
// each other, and one more.
func TestLinearEight(t *testing.T) {
	proptest.Run(t, 1, 300, func(g *proptest.Gen) proptest.Case {
		l := newSum(g, 9, 3, true, false)
		l.op = propagate.Eq
		return l.asCase(l.strength(true))
	})
}

// TestLinearLastTwo fixes all terms but two, one after the other, and wants each
// value left of the two to have a partner, and each that has one to be left,
// with the log and without.
func TestLinearLastTwo(t *testing.T) {
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 5))
		s := store.New()
		n := 4 + r.IntN(5)
		coefs, xs, answer := make([]int64, n), make([]store.View, n), make([]int32, n)
		rhs := int64(0)
		for i := range n {
			base := int32(r.IntN(100) - 50)
			var d []int32
			for _, k := range r.Perm(64)[:2+r.IntN(20)] {
				d = append(d, base+int32(k))
			}
			answer[i] = d[0]
			slices.Sort(d)
			xs[i], coefs[i] = store.Ident(s.NewSetVar(d)), int64(1-2*r.IntN(2))
			rhs += coefs[i] * int64(answer[i])
		}
		s.Add(propagate.NewLinear(coefs, xs, propagate.Eq, rhs))
		s.Seal()
		if seed%2 == 1 {
			s.Log()
		}
		ok := s.Propagate()
		order := r.Perm(n)
		a, b := order[0], order[1]
		for _, i := range order[2:] {
			s.Push()
			ok = ok && s.Assert(s.IsAtom(xs[i].V, answer[i]), 0) && s.Propagate()
		}
		if !ok {
			t.Fatalf("seed %d: %v %v = %d failed on %v", seed, coefs, xs, rhs, answer)
		}
		rest := coefs[a]*int64(answer[a]) + coefs[b]*int64(answer[b])
		for _, p := range [][2]int{{a, b}, {b, a}} {
			x, y := p[0], p[1]
			if !s.Has(xs[x].V, answer[x]) {
				t.Errorf("seed %d: lost the value %d", seed, answer[x])
			}
			for _, k := range s.Domain(xs[x].V, nil) {
				if partner := coefs[y] * (rest - coefs[x]*int64(k)); !s.Has(xs[y].V, int32(partner)) {
					t.Errorf("seed %d: %d of term %d has no partner %d in term %d", seed, k, x, partner, y)
				}
			}
		}
	}
}

// TestLinearWide has domains that do not fit a word.
func TestLinearWide(t *testing.T) {
	for _, hi := range []int{200, 9000} {
		proptest.Run(t, 1, 300, func(g *proptest.Gen) proptest.Case {
			var l sum
			for range g.Between(1, 2) {
				l.xs = append(l.xs, store.Ident(g.Var(0, hi, 7)))
			}
			l.coefs = []int64{int64(g.Between(1, 3)), int64(1 - 2*g.IntN(2))}[:len(l.xs)]
			l.op = allOps[g.IntN(len(allOps))]
			for i, w := range l.xs {
				l.rhs += l.coefs[i] * int64(g.Domains[w.V][0])
			}
			return l.asCase(l.strength(false))
		})
	}
}

// TestLinearBits has 0/1 terms only.
func TestLinearBits(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		l := sum{xs: g.Bools(g.IntN(8)), op: allOps[g.IntN(len(allOps))], rhs: int64(g.Between(-2, 5))}
		for range l.xs {
			l.coefs = append(l.coefs, int64(1-2*(g.IntN(4)/3)))
		}
		strength := proptest.Domain
		if variables(l.xs) < len(l.xs) {
			strength = proptest.Forward
		}
		return l.asCase(strength)
	})
}

// TestLinearManyBits has more 0/1 terms than a word has bits.
func TestLinearManyBits(t *testing.T) {
	proptest.Run(t, 1, 20, func(g *proptest.Gen) proptest.Case {
		l := sum{op: allOps[g.IntN(len(allOps))], rhs: int64(g.Between(70, 80))}
		for i := range 150 {
			v := g.Var(0, 1, 1)
			if i%25 == 7 {
				g.Domains[v] = []int32{0, 1}
			}
			l.xs, l.coefs = append(l.xs, store.Ident(v)), append(l.coefs, 1)
		}
		return l.asCase(proptest.Domain)
	})
}

func TestLinearReified(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		l := newSum(g, 3, 5, g.IntN(2) == 0, g.IntN(2) == 0)
		b := g.Bool()
		half := g.IntN(2) == 0
		post := func(s *store.Store) { s.Add(propagate.NewLinearIff(b, l.coefs, l.xs, l.op, l.rhs)) }
		if half {
			post = func(s *store.Store) { s.Add(propagate.NewLinearIf(b, l.coefs, l.xs, l.op, l.rhs)) }
		}
		strength := proptest.Domain
		inequality := l.op != propagate.Eq && l.op != propagate.Ne
		if slices.ContainsFunc(l.xs, func(w store.View) bool { return w.V == b.V }) || !clean(l.xs) ||
			!inequality && (variables(l.xs) > 2 || !affine(l.xs)) {
			strength = proptest.Forward
		}
		return proptest.Case{
			Views: append([]store.View{b}, l.xs...),
			Post:  post,
			Truth: func(x []int32) bool {
				if half {
					return x[0] == 0 || l.truth(x[1:])
				}
				return (x[0] == 1) == l.truth(x[1:])
			},
			Strength: strength,
			Repeated: strength,
			Label:    fmt.Sprintf("%v half %v", l, half),
		}
	})
}

func TestCompare(t *testing.T) {
	proptest.Run(t, 1, 1500, func(g *proptest.Gen) proptest.Case {
		x, y := g.Int(-5, 6, 8), g.Int(-5, 6, 8)
		if g.IntN(5) == 0 {
			x = g.Bool()
		}
		op, c := allOps[g.IntN(len(allOps))], int32(g.Between(-4, 4))
		ws := []store.View{x, y}
		strength := proptest.Domain
		if !clean(ws) {
			strength = proptest.Forward
		}
		return proptest.Case{
			Views:    ws,
			Post:     func(s *store.Store) { s.Add(propagate.NewCompare(x, op, y, c)) },
			Truth:    func(k []int32) bool { return op.Holds(int64(k[0]), int64(k[1])+int64(c)) },
			Strength: strength,
			Repeated: strength,
			Label:    fmt.Sprintf("%v %d", op, c),
		}
	})
}
