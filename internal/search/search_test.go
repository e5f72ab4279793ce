package search_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/propagate"
	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// permutations returns a sealed store with n different variables 0..n-1.
func permutations(n int) (*store.Store, []store.Var) {
	s := store.New()
	var vs []store.Var
	var ws []store.View
	for range n {
		v := s.NewVar(0, int32(n-1))
		vs, ws = append(vs, v), append(ws, store.Ident(v))
	}
	s.Add(propagate.NewAllDifferent(ws, propagate.ByValue))
	s.Seal()
	return s, vs
}

func always() bool { return true }

func values(s *store.Store, vs []store.Var) string {
	var out []int32
	for _, v := range vs {
		out = append(out, s.Lo(v))
	}
	return fmt.Sprint(out)
}

// TestOrders checks the sequence of answers of the value orders.
func TestOrders(t *testing.T) {
	for _, c := range []struct {
		values search.Values
		want   []string
	}{
		{search.Ascending, []string{"[0 1 2]", "[0 2 1]", "[1 0 2]", "[1 2 0]", "[2 0 1]", "[2 1 0]"}},
		{search.Descending, []string{"[2 1 0]", "[2 0 1]", "[1 2 0]", "[1 0 2]", "[0 2 1]", "[0 1 2]"}},
		{search.Split, []string{"[0 1 2]", "[0 2 1]", "[1 0 2]", "[1 2 0]", "[2 0 1]", "[2 1 0]"}},
		{search.Middle, []string{"[1 0 2]", "[1 2 0]", "[0 1 2]", "[0 2 1]", "[2 0 1]", "[2 1 0]"}},
	} {
		s, vs := permutations(3)
		x := search.New(s, []search.Phase{{Vars: vs, Order: search.InputOrder, Values: c.values}}, nil)
		var got []string
		for x.Next(always) {
			got = append(got, values(s, vs))
		}
		if !slices.Equal(got, c.want) || !x.Exhausted() || x.Solutions != 6 {
			t.Errorf("order %d: got %v, want %v", c.values, got, c.want)
		}
	}
}

// TestPath checks that the path of each answer is a cube that leads to it: the
// atoms alone, asserted on a fresh store, give that answer and no other path
// does.
func TestPath(t *testing.T) {
	s, vs := permutations(5)
	x := search.New(s, []search.Phase{{Vars: vs, Order: search.FirstFail, Values: search.Middle}}, nil)
	seen := map[string]bool{}
	for x.Next(always) {
		fresh, _ := permutations(5)
		for _, a := range x.Path() {
			if !fresh.Assert(a, 0) {
				t.Fatalf("path %v contradicts itself", x.Path())
			}
		}
		if !fresh.Propagate() || values(fresh, vs) != values(s, vs) {
			t.Fatalf("path %v leads to %s, not %s", x.Path(), values(fresh, vs), values(s, vs))
		}
		key := fmt.Sprint(x.Path())
		if seen[key] {
			t.Fatalf("path %s twice", key)
		}
		seen[key] = true
	}
	if len(seen) != 120 {
		t.Errorf("%d answers", len(seen))
	}
}

// TestStopAndGoOn checks that a stopped search goes on where it was.
func TestStopAndGoOn(t *testing.T) {
	s, vs := permutations(6)
	x := search.New(s, []search.Phase{{Vars: vs}}, nil)
	n, polls := 0, 0
	for !x.Exhausted() {
		if x.Next(func() bool { polls++; return polls%2 == 0 }) {
			n++
		}
	}
	if n != 720 {
		t.Errorf("%d answers, want 720", n)
	}
}

// TestProjection checks that each assignment of the shown variables comes
// once, though the hidden ones have many.
func TestProjection(t *testing.T) {
	s, vs := permutations(6)
	x := search.New(s, []search.Phase{{Vars: vs[:2]}}, []search.Phase{{Vars: vs[2:]}})
	seen := map[string]bool{}
	for x.Next(always) {
		key := values(s, vs[:2])
		if seen[key] {
			t.Fatalf("%s twice", key)
		}
		seen[key] = true
	}
	if len(seen) != 30 {
		t.Errorf("%d answers, want 6*5", len(seen))
	}
}

// TestNothingShown checks that with nothing shown there is one answer if there
// is any.
func TestNothingShown(t *testing.T) {
	s, vs := permutations(3)
	x := search.New(s, nil, []search.Phase{{Vars: vs}})
	if !x.Next(always) || x.Next(always) || !x.Exhausted() {
		t.Error("want exactly one answer")
	}
}

// recorder notes the depth by counting decisions and steps back.
type recorder struct {
	open, most, failures        int
	learned, inferred, restarts int
	t                           *testing.T
}

func (r *recorder) Decided(_ store.Atom, flipped bool) {
	if !flipped {
		r.open++
		r.most = max(r.most, r.open)
	}
}

func (r *recorder) Propagated(consistent bool) {
	if !consistent {
		r.failures++
	}
}

func (r *recorder) Back(depth int) {
	r.open--
	if depth != r.open {
		r.t.Errorf("depth %d after going back, want %d", depth, r.open)
	}
}

func (r *recorder) Bounded(bool)         {}
func (r *recorder) Learned([]store.Atom) { r.learned++ }
func (r *recorder) Inferred(store.Atom)  { r.inferred++ }
func (r *recorder) Restarted()           { r.restarts++ }

// TestWatcher checks that a watcher hears of every decision and failure.
func TestWatcher(t *testing.T) {
	s, vs := permutations(5)
	x := search.New(s, []search.Phase{{Vars: vs}}, nil)
	r := &recorder{t: t}
	x.Watch(r)
	for x.Next(always) {
	}
	if r.open != 0 || r.most != x.Depth || int64(r.failures) != x.Failures {
		t.Errorf("open %d, most %d (search says %d), failures %d (search says %d)", r.open, r.most, x.Depth, r.failures, x.Failures)
	}
	if r.learned+r.inferred+r.restarts > 0 {
		t.Errorf("a search without learning learned: %+v", r)
	}
}
