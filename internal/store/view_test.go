package store_test

import (
	"math"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// factors are the coefficients of the affine views of these tests.
var factors = []int32{1, -1, 2, -3}

// viewOf draws a view of v, whose root domain is d.
func viewOf(t *rapid.T, v store.Var, d domain) store.View {
	kind := store.Kind(rapid.IntRange(int(store.Affine), int(store.AtMost)).Draw(t, "kind"))
	if kind == store.Affine {
		return store.View{V: v, A: rapid.SampledFrom(factors).Draw(t, "factor"), C: rapid.Int32Range(-9, 9).Draw(t, "offset")}
	}
	return store.View{V: v, Kind: kind, C: near(t, d)}
}

// through returns the values that w takes over d, ascending.
func through(w store.View, d domain) domain {
	var image domain
	for _, x := range d {
		image = append(image, w.Of(x))
	}
	slices.Sort(image)
	return slices.Compact(image)
}

// viewRoot draws a root domain that leaves room for the factors.
func viewRoot(t *rapid.T) domain {
	d := anyShape(t)
	if d.lo() < -store.MaxValue/4 || d.hi() > store.MaxValue/4 {
		shift := d.lo() - rapid.SampledFrom([]int32{-store.MaxValue / 4, 0, store.MaxValue/4 - 9000}).Draw(t, "shift")
		d = slices.Clone(d)
		for i := range d {
			d[i] -= shift
		}
	}
	return d
}

// sameView compares every query of w with the values it takes over d.
func sameView(t *rapid.T, s *store.Store, w store.View, d domain, k int32) {
	t.Helper()
	image := through(w, d)
	if lo, hi, size := w.Lo(s), w.Hi(s), w.Size(s); lo != image.lo() || hi != image.hi() || int(size) != len(image) {
		t.Fatalf("%+v is %d..%d with %d values, want %d..%d with %d", w, lo, hi, size, image.lo(), image.hi(), len(image))
	}
	if got := w.Fixed(s); got != (len(image) == 1) {
		t.Fatalf("%+v: Fixed %v", w, got)
	}
	if got := w.Domain(s, []int32{7}); !slices.Equal(got[1:], image) || got[0] != 7 {
		t.Fatalf("%+v: Domain %v, want 7 and %v", w, got, image)
	}
	for _, k := range append(probesOf(image, k), -1, 0, 1, 2) {
		if got := w.Has(s, k); got != image.has(k) {
			t.Fatalf("%+v: Has(%d) = %v over %v", w, k, got, image)
		}
		next, ok := w.Next(s, k)
		if want, wantOK := image.next(k); ok != wantOK || ok && next != want {
			t.Fatalf("%+v: Next(%d) = %d, %v, want %d, %v", w, k, next, ok, want, wantOK)
		}
	}
}

func TestViewAgreesWithDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		for range 5 {
			walkView(t)
		}
	})
}

// walkView narrows a variable through views of it.
func walkView(t *rapid.T) {
	s := store.New()
	d := viewRoot(t)
	v := d.add(s)
	s.Seal()
	for range rapid.IntRange(1, 12).Draw(t, "steps") {
		w := viewOf(t, v, d)
		image := through(w, d)
		k := near(t, image)
		sameView(t, s, w, d, k)
		var ok bool
		var keep func(y int32) bool
		name := rapid.SampledFrom([]string{"Remove", "Remove", "SetLo", "SetHi", "Fix"}).Draw(t, "change")
		switch name {
		case "Remove":
			ok = w.Remove(s, k, 0)
			keep = func(y int32) bool { return y != k }
		case "SetLo":
			ok = w.SetLo(s, k, 0)
			keep = func(y int32) bool { return y >= k }
		case "SetHi":
			ok = w.SetHi(s, k, 0)
			keep = func(y int32) bool { return y <= k }
		case "Fix":
			ok = w.Fix(s, k, 0)
			keep = func(y int32) bool { return y == k }
		}
		kept := d.where(func(x int32) bool { return keep(w.Of(x)) })
		if ok != (kept != nil) {
			t.Fatalf("%+v: %s(%d) = %v on %v", w, name, k, ok, d)
		}
		if kept == nil {
			kept = d
			if s.Emptied() != v {
				t.Fatalf("%+v: %s(%d) failed, Emptied is %d", w, name, k, s.Emptied())
			}
		}
		d = kept
		sameDomain(t, s, v, d, nil)
		sameView(t, s, w, d, k)
	}
}

// TestViewExtremeBounds asks views for bounds that no int32 arithmetic on the
// view's constants survives.
func TestViewExtremeBounds(t *testing.T) {
	for _, a := range factors {
		for _, c := range []int32{-100, 0, 100} {
			s := store.New()
			w := store.View{V: s.NewVar(-10, 10), A: a, C: c}
			s.Seal()
			for _, k := range []int32{math.MinInt32, math.MaxInt32, -store.MaxValue - 1, store.MaxValue + 1} {
				if ok := w.SetLo(s, k, 0); ok != (k < 0) {
					t.Errorf("%+v: SetLo(%d) = %v", w, k, ok)
				}
				if ok := w.SetHi(s, k, 0); ok != (k > 0) {
					t.Errorf("%+v: SetHi(%d) = %v", w, k, ok)
				}
				if w.Has(s, k) || w.Fix(s, k, 0) || !w.Remove(s, k, 0) {
					t.Errorf("%+v: takes the value %d", w, k)
				}
			}
			if w.Size(s) != 21 {
				t.Errorf("%+v has %d values, want 21", w, w.Size(s))
			}
		}
	}
}

func TestViewNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := viewOf(t, 0, domain{-3, 0, 1, 5})
		x := rapid.Int32Range(-6, 8).Draw(t, "x")
		if w.Kind == store.Affine {
			x &= 1
			w.A, w.C = 1, 0
			if rapid.Bool().Draw(t, "twice") {
				w = w.Not()
			}
		}
		if got := w.Not().Of(x); got != 1-w.Of(x) {
			t.Fatalf("%+v is %d at %d, its negation %d", w, w.Of(x), x, got)
		}
		if got := w.Not().Not(); got != w {
			t.Fatalf("%+v negated twice is %+v", w, got)
		}
	})
}

func TestViewAlgebra(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := store.View{V: 2, A: rapid.SampledFrom(factors).Draw(t, "factor"), C: rapid.Int32Range(-9, 9).Draw(t, "offset")}
		x, c := rapid.Int32Range(-50, 50).Draw(t, "x"), rapid.Int32Range(-50, 50).Draw(t, "c")
		if got := w.Plus(c).Of(x); got != w.A*x+w.C+c {
			t.Fatalf("%+v plus %d is %d at %d", w, c, got, x)
		}
		if got := w.Neg().Of(x); got != -(w.A*x + w.C) {
			t.Fatalf("%+v negated is %d at %d", w, got, x)
		}
		if got := w.In([]int32{99, 98, x}); got != w.Of(x) {
			t.Fatalf("%+v in an assignment is %d, at %d it is %d", w, got, x, w.Of(x))
		}
		if got := w.IsIdent(); got != (w == store.Ident(2)) {
			t.Fatalf("%+v: IsIdent %v", w, got)
		}
	})
}
