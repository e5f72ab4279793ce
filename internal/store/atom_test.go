package store_test

import (
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// statement is an atom with its naive meaning.
type statement struct {
	atom    store.Atom
	v       store.Var
	k       int32 // of a value atom
	isValue bool
	says    func(x int32) bool
}

func (a statement) not() statement {
	says := a.says
	a.atom = a.atom.Not()
	a.says = func(x int32) bool { return !says(x) }
	return a
}

// anyStatement draws an atom about v, whose domain is d.
func anyStatement(t *rapid.T, s *store.Store, v store.Var, d domain) statement {
	k := near(t, d)
	a := statement{v: v}
	switch rapid.IntRange(0, 3).Draw(t, "atom") {
	case 0:
		a.atom = store.LoAtom(v, k)
		a.says = func(x int32) bool { return x >= k }
	case 1:
		a.atom = store.HiAtom(v, k)
		a.says = func(x int32) bool { return x <= k }
	default:
		a.atom, a.k, a.isValue = s.IsAtom(v, k), k, true
		// The half of a value atom is a 0/1 variable; thresholds other than 1
		// are legal, if trivial.
		if rapid.IntRange(0, 3).Draw(t, "trivial") == 0 {
			a.atom.K = rapid.Int32Range(-2, 3).Draw(t, "threshold")
		}
		threshold := a.atom.K
		a.says = func(x int32) bool {
			if x == k {
				return 1 >= threshold
			}
			return 0 >= threshold
		}
	}
	if rapid.Bool().Draw(t, "not") {
		return a.not()
	}
	return a
}

func TestAtomsAgreeWithMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.New()
		domains := rapid.SliceOfN(rapid.Custom(anyShape), 1, 4).Draw(t, "domains")
		for _, d := range domains {
			d.add(s)
		}
		s.Seal()
		for range 30 {
			v := store.Var(rapid.IntRange(0, len(domains)-1).Draw(t, "v"))
			d := domains[v]
			a := anyStatement(t, s, v, d)
			if got := a.atom.Not().Not(); got != a.atom {
				t.Fatalf("%v negated twice is %v", a.atom, got)
			}
			if gv, gk, isValue := s.Subject(a.atom); gv != v || gk != a.k || isValue != a.isValue {
				t.Fatalf("Subject(%v) = %d, %d, %v, want %d, %d, %v", a.atom, gv, gk, isValue, v, a.k, a.isValue)
			}
			sameTruth(t, s, a, d)
			kept := d.where(a.says)
			if ok := s.Assert(a.atom, 0); ok != (kept != nil) {
				t.Fatalf("Assert(%v) = %v on %v", a.atom, ok, d)
			}
			if kept == nil {
				kept = d
				if s.Emptied() != v {
					t.Fatalf("Assert(%v) failed, Emptied is %d, want %d", a.atom, s.Emptied(), v)
				}
			}
			domains[v] = kept
			sameDomain(t, s, v, kept, nil)
			sameTruth(t, s, a, kept)
		}
	})
}

// sameTruth checks that a holds exactly if it is true of every value in d, and
// the same of its negation.
func sameTruth(t *rapid.T, s *store.Store, a statement, d domain) {
	t.Helper()
	for _, a := range []statement{a, a.not()} {
		if got, want := s.Holds(a.atom), len(d.where(a.says)) == len(d); got != want {
			t.Fatalf("Holds(%v) = %v on %v", a.atom, got, d)
		}
	}
	yes, no := s.Holds(a.atom), s.Holds(a.atom.Not())
	if yes && no {
		t.Fatalf("%v and its negation both hold on %v", a.atom, d)
	}
	if len(d) == 1 && yes == no {
		t.Fatalf("neither %v nor its negation holds on %v", a.atom, d)
	}
}

// TestValueAtomsAreDistinct numbers every value of several variables.
func TestValueAtomsAreDistinct(t *testing.T) {
	s := store.New()
	roots := []domain{interval(-5, 64), {-3, 9}, interval(0, 65), interval(7, 5000), {0, 8000}, interval(3, 1)}
	for _, d := range roots {
		d.add(s)
	}
	s.Seal()
	seen := map[store.Atom]bool{}
	for v, d := range roots {
		for _, k := range d {
			a, ok := s.EqAtom(store.Var(v), k)
			if isWide := v == 3; ok == isWide {
				t.Fatalf("variable %d: EqAtom(%d) is there: %v", v, k, ok)
			}
			if !ok {
				continue
			}
			if seen[a] || seen[a.Not()] {
				t.Fatalf("variable %d: the atom %v of value %d is taken", v, a, k)
			}
			seen[a] = true
			if gv, gk, _ := s.Subject(a); gv != store.Var(v) || gk != k {
				t.Fatalf("atom of %d = %d speaks of %d = %d", v, k, gv, gk)
			}
			if gv, gk, _ := s.Subject(a.Not()); gv != store.Var(v) || gk != k {
				t.Fatalf("atom of %d != %d speaks of %d = %d", v, k, gv, gk)
			}
		}
		for _, k := range []int32{d.lo() - 1, d.lo() + 9000, -store.MaxValue - 1, store.MaxValue + 1} {
			if a, ok := s.EqAtom(store.Var(v), k); ok {
				t.Errorf("variable %d: the value %d outside its range has the atom %v", v, k, a)
			}
		}
	}
}
