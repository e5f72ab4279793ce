package propagate_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/store"
)

// episode posts constraints on variables 0..max, makes decisions at level 1 and
// propagates.
type episode struct {
	n    int
	max  int32
	post func(s *store.Store, xs []store.View)
	do   func(s *store.Store)
}

func (e episode) run(t testing.TB, want bool) *store.Store {
	t.Helper()
	s := store.New()
	xs := make([]store.View, e.n)
	for i := range xs {
		xs[i] = store.Ident(s.NewVar(0, e.max))
	}
	e.post(s, xs)
	s.Seal()
	s.Log()
	if !s.Propagate() {
		t.Fatal("the root fails")
	}
	s.Settle()
	s.Push()
	e.do(s)
	if got := s.Propagate(); got != want {
		t.Fatalf("Propagate() = %v", got)
	}
	return s
}

// spell writes premises in order, without those of the root.
func spell(s *store.Store, atoms []store.Atom) string {
	var words []string
	for _, a := range atoms {
		v, k, isValue := s.Subject(a)
		op := "="
		switch {
		case !isValue && a.H&1 == 0:
			op, k = ">=", a.K
		case !isValue:
			op, k = "<=", -a.K
		case a.H&1 == 1:
			op = "!="
		}
		if !s.AtRoot(a) {
			words = append(words, fmt.Sprintf("x%d%s%d", v, op, k))
		}
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// because returns the premises of a, which holds now.
func because(s *store.Store, a store.Atom) string { return spell(s, s.Explain(s.Since(a), a, nil)) }

func isNot(s *store.Store, v store.Var, k int32) store.Atom { return s.IsAtom(v, k).Not() }

func expect(t *testing.T, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("because of %q, want %q", got, want)
	}
}

func postDistinct(at propagate.Strength) func(*store.Store, []store.View) {
	return func(s *store.Store, xs []store.View) { s.Add(propagate.NewAllDifferent(xs, at)) }
}

// hi makes upper bounds.
func hi(bounds ...int32) func(*store.Store) {
	return func(s *store.Store) {
		for v, k := range bounds {
			s.SetHi(store.Var(v), k, 0)
		}
	}
}

func TestWhyDifferentValue(t *testing.T) {
	for at := propagate.ByValue; at <= propagate.ByDomain; at++ {
		s := episode{4, 5, postDistinct(at), func(s *store.Store) { s.Fix(2, 3, 0) }}.run(t, true)
		expect(t, because(s, isNot(s, 0, 3)), "x2=3")
	}
	s := episode{4, 3, postDistinct(propagate.ByValue), func(s *store.Store) {
		s.SetHi(0, 2, 0)
		s.Remove(1, 3, 0)
		s.Fix(2, 1, 0)
	}}.run(t, true)
	expect(t, because(s, store.LoAtom(3, 3)), "x0!=3 x1!=3 x2!=3")
	expect(t, because(s, store.LoAtom(3, 2)), "x0!=3 x1!=3 x2!=3")

	s = episode{4, 3, postDistinct(propagate.ByValue), hi(2, 2, 2, 2)}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0!=3 x1!=3 x2!=3 x3!=3")
	s = episode{4, 3, postDistinct(propagate.ByValue), hi(1, 1, 1)}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0!=2 x0!=3 x1!=2 x1!=3 x2!=2 x2!=3")
}

func TestWhyDifferentBounds(t *testing.T) {
	s := episode{5, 9, postDistinct(propagate.ByBounds), hi(1, 3, 1, 3)}.run(t, true)
	expect(t, because(s, store.LoAtom(4, 4)), "x0<=3 x1<=3 x2<=3 x3<=3")
	expect(t, because(s, store.LoAtom(4, 2)), "x0<=1 x2<=1") // weaker, for less
	s = episode{5, 9, postDistinct(propagate.ByBounds), func(s *store.Store) {
		for _, v := range []store.Var{0, 1, 2} {
			s.SetLo(v, 4, 0)
			s.SetHi(v, 6, 0)
		}
		s.SetHi(3, 6, 0)
	}}.run(t, true)
	expect(t, because(s, store.HiAtom(3, 3)), "x0<=6 x0>=4 x1<=6 x1>=4 x2<=6 x2>=4 x3<=6")
	s = episode{5, 9, postDistinct(propagate.ByBounds), hi(2, 2, 2, 1, 1)}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0<=2 x1<=2 x3<=2 x4<=2")
}

func TestWhyDifferentDomain(t *testing.T) {
	// Two pairs of views in two values each: one pair is enough of a reason.
	s := episode{6, 7, postDistinct(propagate.ByDomain), func(s *store.Store) {
		for _, v := range []store.Var{0, 1} {
			s.SetLo(v, 1, 0)
			s.SetHi(v, 3, 0)
			s.Remove(v, 2, 0)
		}
		for _, v := range []store.Var{2, 3} {
			s.SetLo(v, 5, 0)
			s.SetHi(v, 6, 0)
		}
	}}.run(t, true)
	expect(t, because(s, isNot(s, 5, 3)), "x0!=2 x0<=3 x0>=1 x1!=2 x1<=3 x1>=1")
	expect(t, because(s, isNot(s, 4, 6)), "x2<=6 x2>=5 x3<=6 x3>=5")

	s = episode{4, 7, postDistinct(propagate.ByDomain), hi(1, 7, 1, 1)}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0<=1 x2<=1 x3<=1")
}

func TestWhyInverse(t *testing.T) {
	post := func(s *store.Store, xs []store.View) { s.Add(propagate.NewInverse(xs[:4], xs[4:], 0, 0)) }
	s := episode{8, 3, post, func(s *store.Store) { s.Remove(1, 2, 0) }}.run(t, true)
	expect(t, because(s, isNot(s, 6, 1)), "x1!=2")
	s = episode{8, 3, post, func(s *store.Store) { s.Fix(1, 2, 0) }}.run(t, true)
	expect(t, because(s, store.LoAtom(6, 1)), "x1=2")
	expect(t, because(s, store.HiAtom(6, 2)), "x1=2")
	expect(t, because(s, isNot(s, 5, 1)), "x1!=1")
	expect(t, because(s, isNot(s, 3, 2)), "x6!=3")
}

func TestWhyLex(t *testing.T) {
	post := func(s *store.Store, xs []store.View) { s.Add(propagate.NewLex(xs[:3], xs[3:], false)) }
	s := episode{6, 9, post, hi(9, 9, 9, 6)}.run(t, true)
	expect(t, because(s, store.HiAtom(0, 6)), "x3<=6")
	expect(t, because(s, store.HiAtom(0, 8)), "x3<=8")

	// x <= y at the second position follows from the first; x < y needs the
	// third as well.
	s = episode{6, 9, post, func(s *store.Store) {
		s.SetLo(0, 6, 0)
		s.SetHi(3, 6, 0)
		s.SetHi(4, 5, 0)
		s.SetLo(2, 4, 0)
		s.SetHi(5, 2, 0)
	}}.run(t, true)
	expect(t, because(s, store.HiAtom(1, 4)), "x0>=6 x2>=4 x3<=6 x4<=5 x5<=3")
	expect(t, because(s, store.HiAtom(1, 5)), "x0>=6 x3<=6 x4<=5")
	expect(t, because(s, store.HiAtom(1, 7)), "x0>=6 x3<=6 x4<=7")

	s = episode{6, 9, post, func(s *store.Store) {
		s.SetLo(0, 6, 0)
		s.SetHi(3, 5, 0)
		s.SetHi(4, 5, 0)
	}}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0>=6 x3<=5")
}

func TestWhySumIn(t *testing.T) {
	post := func(set ...int32) func(*store.Store, []store.View) {
		return func(s *store.Store, xs []store.View) { s.Add(propagate.NewSumIn(xs, set)) }
	}
	s := episode{2, 9, post(4, 9), func(s *store.Store) { s.Remove(0, 2, 0); s.Remove(0, 7, 0) }}.run(t, true)
	expect(t, because(s, isNot(s, 1, 2)), "x0!=2 x0!=7")
	s = episode{2, 9, post(2, 3, 5, 7, 11, 13, 17), func(s *store.Store) { s.Fix(0, 6, 0) }}.run(t, true)
	expect(t, because(s, isNot(s, 1, 3)), "x0=6")

	// 20 is far away: the bounds of two need not be as strict as they are.
	s = episode{3, 9, post(3, 20), func(s *store.Store) { hi(9, 5, 4)(s); s.SetLo(0, 5, 0) }}.run(t, false)
	expect(t, spell(s, s.ExplainFailure(nil)), "x0>=4 x1<=6 x2<=4")
}

// TestExplainAllocatesNothing covers the propagators with scratch space.
func TestExplainAllocatesNothing(t *testing.T) {
	for at := propagate.ByValue; at <= propagate.ByDomain; at++ {
		s := episode{9, 8, postDistinct(at), func(s *store.Store) {
			hi(3, 3, 3, 3)(s)
			s.Fix(8, 6, 0)
		}}.run(t, true)
		out := make([]store.Atom, 0, 1000)
		if n := testing.AllocsPerRun(10, func() { explainAll(s, out) }); n > 0 {
			t.Errorf("strength %d: %v allocations", at, n)
		}
	}
}

// TestWhyDifferentLarge asks for the reasons of long walks over scopes of more
// than 64 views and checks that the premises were true; brute force checks that
// they are enough only on small scopes.
func TestWhyDifferentLarge(t *testing.T) {
	const n = 70
	r := rand.New(rand.NewPCG(3, 4))
	for at := propagate.ByValue; at <= propagate.ByDomain; at++ {
		s := episode{n, n - 1, postDistinct(at), func(*store.Store) {}}.run(t, true)
		for range 400 {
			v := store.Var(r.IntN(n))
			if s.Fixed(v) {
				continue
			}
			from := len(s.Entries())
			s.Push()
			// Values of the lower half are scarce: intervals fill.
			k := (s.Lo(v) + s.Hi(v)) / 2
			if r.IntN(5) == 0 {
				s.Fix(v, s.Lo(v), 0)
			} else {
				s.SetHi(v, k, 0)
			}
			ok := s.Propagate()
			for i := from; i < len(s.Entries()); i++ {
				e, p := s.Entries()[i], s.Before(i)
				if e.Why.Prop == store.NoProp {
					continue
				}
				for _, a := range s.Explain(i, e.Atom, nil) {
					if !p.Holds(a) {
						t.Fatalf("strength %d: %s was not true", at, spell(s, []store.Atom{a}))
					}
				}
			}
			if ok {
				continue
			}
			for _, a := range s.ExplainFailure(nil) {
				if !s.Holds(a) {
					t.Fatalf("strength %d: %s is not true", at, spell(s, []store.Atom{a}))
				}
			}
			s.Pop()
			if r.IntN(3) == 0 {
				s.PopTo(1 + r.IntN(s.Level()))
			}
		}
	}
}

// explainAll asks for the reason of each entry.
func explainAll(s *store.Store, out []store.Atom) (reasons int) {
	for i, e := range s.Entries() {
		if e.Why.Prop != store.NoProp {
			s.Explain(i, e.Atom, out)
			reasons++
		}
	}
	return reasons
}

func BenchmarkExplainAllDifferent(b *testing.B) {
	for at := propagate.ByValue; at <= propagate.ByDomain; at++ {
		b.Run(fmt.Sprint(at), func(b *testing.B) {
			s := episode{9, 8, postDistinct(at), func(s *store.Store) {
				hi(3, 3, 3, 3)(s)
				s.Fix(8, 6, 0)
			}}.run(b, true)
			out := make([]store.Atom, 0, 1000)
			n := 0
			for b.Loop() {
				n = explainAll(s, out)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/reason")
		})
	}
}
