package store_test

import (
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// history knows by naive means what each moment of a log was like.
type history struct {
	s      *store.Store
	roots  []domain
	levels []int            // of each entry
	known  map[int][]domain // the model's domains at some positions
}

// at returns the bounds and the values that v had before entry pos, by going
// through the log from its root. A bound can lie on a missing value until the
// entry that moves it on.
func (h *history) at(v store.Var, pos int) (lo, hi int32, values domain) {
	lo, hi = h.roots[v].lo(), h.roots[v].hi()
	gone := map[int32]bool{}
	for _, e := range h.s.Entries()[:pos] {
		gv, k, isValue := h.s.Subject(e.Atom)
		switch {
		case gv != v:
		case isValue:
			gone[k] = true
		case e.Atom.H&1 == 0:
			lo = e.Atom.K
		default:
			hi = -e.Atom.K
		}
	}
	return lo, hi, h.roots[v].where(func(k int32) bool { return lo <= k && k <= hi && !gone[k] })
}

// holds reports whether a was true before entry pos.
func (h *history) holds(a statement, pos int) bool {
	lo, hi, values := h.at(a.v, pos)
	switch {
	case a.isValue && a.atom.H&1 == 0 && a.atom.K == 1: // v = k: both bounds are there
		return lo == a.k && hi == a.k
	case a.isValue:
		return len(values.where(a.says)) == len(values)
	case a.atom.H&1 == 0:
		return lo >= a.atom.K
	}
	return -hi >= a.atom.K
}

// checkMoment compares one past state of v with the naive one.
func (h *history) checkMoment(t *rapid.T, v store.Var, pos int) {
	t.Helper()
	p := h.s.Before(pos)
	lo, hi, values := h.at(v, pos)
	if p.Lo(v) != lo || p.Hi(v) != hi || p.Fixed(v) != (lo == hi) {
		t.Fatalf("before entry %d variable %d had %d..%d, want %d..%d", pos, v, p.Lo(v), p.Hi(v), lo, hi)
	}
	if d, ok := h.known[pos]; ok && !slices.Equal(values, d[v]) {
		t.Fatalf("the log says %v of variable %d before entry %d, it had %v", values, v, pos, d[v])
	}
	for _, k := range append(probesOf(h.roots[v], near(t, h.roots[v])), lo, hi) {
		if got := p.Has(v, k); got != values.has(k) {
			t.Fatalf("before entry %d variable %d had %d: %v", pos, v, k, got)
		}
	}
	if d := h.roots[v]; len(d) <= 300 {
		for _, k := range d {
			if got := p.Has(v, k); got != values.has(k) {
				t.Fatalf("before entry %d variable %d had %d: %v", pos, v, k, got)
			}
		}
	}
	for range 3 {
		a := anyStatement(t, h.s, v, h.roots[v])
		if got, want := p.Holds(a.atom), h.holds(a, pos); got != want {
			t.Fatalf("before entry %d: Holds(%v) = %v on %v", pos, a.atom, got, values)
		}
	}
	for range 3 {
		w := anyView(t, v, h.roots[v])
		h.checkView(t, w, pos, lo, hi, values)
	}
}

// checkView compares what a view of v had with its naive values. Where a bound
// lies on a missing value the view's values are not all that its bounds say.
func (h *history) checkView(t *rapid.T, w store.View, pos int, lo, hi int32, values domain) {
	t.Helper()
	p := h.s.Before(pos)
	if !values.has(lo) || !values.has(hi) {
		return
	}
	var image domain
	for _, k := range values {
		image = append(image, w.Of(k))
	}
	slices.Sort(image)
	image = slices.Compact(image)
	if w.LoAt(p) != image.lo() || w.HiAt(p) != image.hi() || w.FixedAt(p) != (len(image) == 1) {
		t.Fatalf("before entry %d view %+v had %d..%d, want %v", pos, w, w.LoAt(p), w.HiAt(p), image)
	}
	for _, k := range probesOf(image, near(t, image)) {
		if got := w.HasAt(p, k); got != image.has(k) {
			t.Fatalf("before entry %d view %+v of %v had %d: %v", pos, w, values, k, got)
		}
	}
}

// anyView draws a view of v, whose root domain is d.
func anyView(t *rapid.T, v store.Var, d domain) store.View {
	kind := store.Kind(rapid.IntRange(0, int(store.AtMost)).Draw(t, "kind"))
	if kind != store.Affine {
		return store.View{V: v, Kind: kind, C: near(t, d)}
	}
	if max(d.hi(), -d.lo()) > store.MaxValue/4 {
		return store.Ident(v)
	}
	a := rapid.SampledFrom([]int32{1, -1, 2, -3}).Draw(t, "a")
	return store.View{V: v, A: a, C: rapid.Int32Range(-5, 5).Draw(t, "c")}
}

// TestPast makes random changes and asks for every earlier moment of the
// branch.
func TestPast(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { walkPast(t, []domain{shape(t), shape(t)}) })
		})
	}
}

func walkPast(t *rapid.T, roots []domain) {
	s := store.New()
	for _, d := range roots {
		d.add(s)
	}
	s.Seal()
	s.Log()
	m := model{domains: slices.Clone(roots)}
	h := &history{s: s, roots: slices.Clone(roots), known: map[int][]domain{0: slices.Clone(roots)}}
	for range rapid.IntRange(1, 12).Draw(t, "steps") {
		switch step := rapid.IntRange(0, 9).Draw(t, "step"); {
		case step == 0 && s.Level() == 0:
			s.Settle()
			h.roots, h.levels, h.known = slices.Clone(m.domains), nil, map[int][]domain{}
		case step < 3:
			s.Push()
			m.push()
		case step == 3 && s.Level() > 0:
			level := rapid.IntRange(0, s.Level()-1).Draw(t, "level")
			s.PopTo(level)
			m.popTo(level)
			h.levels = h.levels[:len(s.Entries())]
			for pos := range h.known {
				if pos > len(h.levels) {
					delete(h.known, pos)
				}
			}
		default:
			v := rapid.IntRange(0, len(roots)-1).Draw(t, "v")
			c := anyChange(t, s, store.Var(v), m.domains[v])
			if c.do(s, store.Var(v), 0) {
				m.domains[v] = m.domains[v].where(c.keep)
			}
			for len(h.levels) < len(s.Entries()) {
				h.levels = append(h.levels, s.Level())
			}
		}
		h.known[len(s.Entries())] = slices.Clone(m.domains)
	}
	for pos, level := range h.levels {
		if got := s.EntryLevel(pos); got != level {
			t.Fatalf("entry %d is of level %d, want %d", pos, got, level)
		}
	}
	for level := 1; level <= s.Level(); level++ {
		n := len(slices.DeleteFunc(slices.Clone(h.levels), func(l int) bool { return l >= level }))
		if got := s.LevelStart(level); got != n {
			t.Fatalf("level %d starts at %d, want %d", level, got, n)
		}
	}
	for v := range roots {
		v := store.Var(v)
		for pos := range len(s.Entries()) + 1 {
			h.checkMoment(t, v, pos)
		}
		for range 10 {
			h.checkSince(t, anyStatement(t, s, v, h.roots[v]))
		}
	}
}

// checkSince compares Since and AtRoot with the first moment at which a was
// true.
func (h *history) checkSince(t *rapid.T, a statement) {
	t.Helper()
	if got, want := h.s.AtRoot(a.atom), h.holds(a, 0); got != want {
		t.Fatalf("AtRoot(%v) = %v", a.atom, got)
	}
	if h.isTrivial(a) || !h.s.Holds(a.atom) {
		return
	}
	want := -1
	for !h.holds(a, want+1) {
		want++
	}
	if got := h.s.Since(a.atom); got != want {
		t.Fatalf("%v is true since entry %d, want %d", a.atom, got, want)
	}
}

// isTrivial reports whether a says nothing, whatever the domain.
func (h *history) isTrivial(a statement) bool {
	return a.isValue && a.atom.K <= store.Atom{H: a.atom.H}.K-int32(a.atom.H&1)
}

// TestViewAtoms compares the atoms of views, and what atoms say of views, with
// their meaning.
func TestViewAtoms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyShape(t)
		s := store.New()
		v := d.add(s)
		s.Seal()
		s.Log()
		w := anyView(t, v, d)
		means := func(name string, a store.Atom, says func(k int32) bool) {
			t.Helper()
			for _, x := range d {
				if says(w.Of(x)) != truthOf(s, a, x) {
					t.Fatalf("%s: %v of view %+v is wrong at %d", name, a, w, x)
				}
			}
		}
		k := int32(rapid.IntRange(0, 1).Draw(t, "truth"))
		if w.Kind == store.Affine {
			k = w.Of(near(t, d))
			off := k + rapid.Int32Range(-3, 3).Draw(t, "off")
			means("GeAtom", w.GeAtom(s, off), func(x int32) bool { return x >= off })
			means("LeAtom", w.LeAtom(s, off), func(x int32) bool { return x <= off })
		} else {
			means("GeAtom", w.GeAtom(s, 1), func(x int32) bool { return x >= 1 })
			means("LeAtom", w.LeAtom(s, 0), func(x int32) bool { return x <= 0 })
		}
		means("EqAtom", w.EqAtom(s, k), func(x int32) bool { return x == k })
		means("NeAtom", w.NeAtom(s, k), func(x int32) bool { return x != k })

		// What the entries of a change of the view say of it.
		name := rapid.SampledFrom([]string{"Fix", "Remove", "SetLo", "SetHi"}).Draw(t, "change")
		change := map[string]func(*store.Store, int32, uint32) bool{
			"Fix": w.Fix, "Remove": w.Remove, "SetLo": w.SetLo, "SetHi": w.SetHi}[name]
		if !change(s, k, 0) {
			return
		}
		for _, e := range s.Entries() {
			rel, at := w.Read(s, e.Atom)
			if w.Kind != store.Affine {
				isOne := k == 1 && name != "Remove" || k == 0 && name == "Remove"
				if e.Why.Prop != store.HoleChain && (rel == store.Ge && at == 1) != isOne ||
					rel == store.Ne || rel == store.Le && at != 0 {
					t.Fatalf("%s %d of view %+v: %v reads %d %d", name, k, w, e.Atom, rel, at)
				}
				continue
			}
			means("Read", e.Atom, func(x int32) bool {
				return rel == store.Ge && x >= at || rel == store.Le && x <= at || rel == store.Ne && x != at
			})
		}
	})
}

// truthOf reports whether a is true where its variable is x.
func truthOf(s *store.Store, a store.Atom, x int32) bool {
	_, k, isValue := s.Subject(a)
	switch {
	case !isValue && a.H&1 == 0:
		return x >= a.K
	case !isValue:
		return -x >= a.K
	case a.H&1 == 0:
		return x == k
	}
	return x != k
}

// asker is a propagator that fails in a given way and notes what it is asked.
type asker struct {
	recorder
	asked   []store.Atom
	cookies []uint32
}

func (p *asker) Explain(_ store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	p.asked, p.cookies = append(p.asked, a), append(p.cookies, cookie)
	return out
}

// TestExplainFailure makes a propagator fail by a random change of a view. The
// atoms that it is asked for, together with the store's own premises, must
// contradict the root domain, and the premises must hold.
func TestExplainFailure(t *testing.T) {
	changes := map[string]func(t *rapid.T, s *store.Store, w store.View, k int32, why uint32) bool{
		"Fix":    func(_ *rapid.T, s *store.Store, w store.View, k int32, why uint32) bool { return w.Fix(s, k, why) },
		"Remove": func(_ *rapid.T, s *store.Store, w store.View, k int32, why uint32) bool { return w.Remove(s, k, why) },
		"SetLo": func(t *rapid.T, s *store.Store, w store.View, k int32, why uint32) bool {
			if w.Kind == store.Affine {
				k = w.Hi(s) + rapid.Int32Range(0, 3).Draw(t, "beyond")
			}
			return w.SetLo(s, k, why)
		},
		"SetHi": func(t *rapid.T, s *store.Store, w store.View, k int32, why uint32) bool {
			if w.Kind == store.Affine {
				k = w.Lo(s) - rapid.Int32Range(0, 3).Draw(t, "beyond")
			}
			return w.SetHi(s, k, why)
		},
		"Keep": func(_ *rapid.T, s *store.Store, w store.View, _ int32, why uint32) bool {
			_, word, ok := s.Narrow(w.V)
			return !ok || s.Keep(w.V, ^word, why)
		},
	}
	for name, change := range changes {
		failures, gaps := 0, 0
		rapid.Check(t, func(t *rapid.T) {
			failed, gap := failOnce(t, change)
			if failed {
				failures++
			}
			if gap {
				gaps++
			}
		})
		if failures == 0 || name == "Fix" && gaps == 0 {
			t.Errorf("%s: %d failures, %d of them gaps", name, failures, gaps)
		}
	}
}

// failOnce tries a change on a narrowed domain and checks the explanation if it
// fails; gap: no value of the variable could have satisfied the change.
func failOnce(t *rapid.T, change func(*rapid.T, *store.Store, store.View, int32, uint32) bool) (failed, gap bool) {
	root := anyShape(t)
	s := store.New()
	v := root.add(s)
	w := anyView(t, v, root)
	narrowed := root
	cookie := rapid.Uint32().Draw(t, "cookie")
	k := int32(rapid.IntRange(0, 1).Draw(t, "truth"))
	if w.Kind == store.Affine {
		k = w.Of(near(t, root)) + rapid.Int32Range(-1, 1).Draw(t, "off")
	}
	p := &asker{}
	p.do = func(s *store.Store, _ store.ID) store.Status {
		if !change(t, s, w, k, cookie) {
			return store.Failed
		}
		return store.Fixpoint
	}
	s.Add(p)
	s.Seal()
	s.Log()
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		c := anyChange(t, s, v, narrowed)
		if c.do(s, v, 0) {
			narrowed = narrowed.where(c.keep)
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "one") == 0 {
		one := narrowed[rapid.IntRange(0, len(narrowed)-1).Draw(t, "at")]
		s.Fix(v, one, 0)
		narrowed = domain{one}
	}
	if s.Propagate() {
		return false, false
	}
	premises := s.ExplainFailure(nil)
	for i, a := range p.asked {
		if p.cookies[i] != cookie {
			t.Fatalf("asked for %v with the cookie %d, want %d", a, p.cookies[i], cookie)
		}
	}
	for _, a := range premises {
		if !s.Holds(a) {
			t.Fatalf("%v is not true on %v", a, narrowed)
		}
	}
	if len(p.asked) == 0 {
		return true, true
	}
	for _, x := range root {
		all := true
		for _, a := range append(slices.Clone(premises), p.asked...) {
			all = all && truthOf(s, a, x)
		}
		if all {
			t.Fatalf("on %v, root %v: %d satisfies %v and %v", narrowed, root, x, premises, p.asked)
		}
	}
	return true, false
}

// TestExplainFailureWithoutChange: a propagator that failed by itself is asked
// for False, now and with no change of an earlier run.
func TestExplainFailureWithoutChange(t *testing.T) {
	s := store.New()
	v := s.NewVar(0, 9)
	fails := &asker{}
	fails.do = func(s *store.Store, _ store.ID) store.Status { s.SetLo(v, 3, 7); return store.Failed }
	s.Add(fails)
	s.Seal()
	s.Log()
	if s.Propagate() {
		t.Fatal("no failure")
	}
	if out := s.ExplainFailure(nil); len(out) != 0 || !slices.Equal(fails.asked, []store.Atom{store.False}) {
		t.Errorf("asked for %v, premises %v", fails.asked, out)
	}
}
