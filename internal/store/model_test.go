package store_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// domain is the naive model of a domain: its values, ascending. It is never
// changed in place, so that keeping an old one is copying the slice header.
type domain []int32

// String keeps failure messages short.
func (d domain) String() string {
	if len(d) > 40 {
		return fmt.Sprintf("%d..%d (%d values)", d.lo(), d.hi(), len(d))
	}
	return fmt.Sprint([]int32(d))
}

func (d domain) GoString() string { return d.String() }

// where returns the values that f accepts.
func (d domain) where(f func(k int32) bool) domain {
	var kept domain
	for _, k := range d {
		if f(k) {
			kept = append(kept, k)
		}
	}
	return kept
}

func (d domain) lo() int32 { return d[0] }
func (d domain) hi() int32 { return d[len(d)-1] }

func (d domain) has(k int32) bool { _, ok := slices.BinarySearch(d, k); return ok }

// next returns the smallest value above k.
func (d domain) next(k int32) (int32, bool) {
	for _, x := range d {
		if x > k {
			return x, true
		}
	}
	return 0, false
}

// prev returns the largest value below k.
func (d domain) prev(k int32) (int32, bool) {
	for i := len(d) - 1; i >= 0; i-- {
		if d[i] < k {
			return d[i], true
		}
	}
	return 0, false
}

// add makes a variable of s with this root domain.
func (d domain) add(s *store.Store) store.Var {
	if int64(d.hi())-int64(d.lo())+1 == int64(len(d)) {
		return s.NewVar(d.lo(), d.hi())
	}
	return s.NewSetVar(d)
}

// interval returns lo..lo+width-1.
func interval(lo int32, width int) domain {
	d := make(domain, width)
	for i := range d {
		d[i] = lo + int32(i)
	}
	return d
}

// shapes are the kinds of root domain, by the form that the store gives them
// and by the edges of those forms.
var shapes = map[string]func(t *rapid.T) domain{
	"narrow": func(t *rapid.T) domain {
		width := rapid.OneOf(rapid.IntRange(1, 64), rapid.SampledFrom([]int{1, 2, 63, 64})).Draw(t, "width")
		return interval(base(t, width), width)
	},
	"narrow set": func(t *rapid.T) domain { return sparse(t, rapid.IntRange(1, 64).Draw(t, "range"), 2) },
	"banked": func(t *rapid.T) domain {
		width := rapid.OneOf(rapid.IntRange(65, 300),
			rapid.SampledFrom([]int{65, 127, 128, 129, 191, 192, 4095, 4096})).Draw(t, "width")
		return interval(base(t, width), width)
	},
	"banked set": func(t *rapid.T) domain { return sparse(t, rapid.IntRange(65, 400).Draw(t, "range"), 2) },
	"scattered":  func(t *rapid.T) domain { return sparse(t, rapid.IntRange(300, 9000).Draw(t, "range"), 150) },
	"wide": func(t *rapid.T) domain {
		width := rapid.SampledFrom([]int{4097, 4098, 5000}).Draw(t, "width")
		return interval(base(t, width), width)
	},
}

// base draws the smallest value of a range that is width wide.
func base(t *rapid.T, width int) int32 {
	return rapid.OneOf(rapid.Int32Range(-200, 200),
		rapid.SampledFrom([]int32{-store.MaxValue, -int32(width), 0, store.MaxValue - int32(width) + 1})).Draw(t, "base")
}

// sparse returns about one in rate of the values of a range, at least one.
func sparse(t *rapid.T, width, rate int) domain {
	lo := base(t, width)
	seed := rapid.Uint32().Draw(t, "holes")
	d := interval(lo, width).where(func(int32) bool {
		seed = seed*1664525 + 1013904223
		return int(seed>>8)%rate == 0
	})
	if d == nil {
		return domain{lo}
	}
	return d
}

// anyShape draws a root domain.
func anyShape(t *rapid.T) domain {
	return shapes[rapid.SampledFrom(slices.Sorted(maps.Keys(shapes))).Draw(t, "shape")](t)
}

// near draws a value in or about d, now and then far away.
func near(t *rapid.T, d domain) int32 {
	if rapid.IntRange(0, 15).Draw(t, "far") == 0 {
		return rapid.SampledFrom([]int32{-store.MaxValue - 1, store.MaxValue + 1, d.lo() - 1, d.hi() + 1}).Draw(t, "k")
	}
	return d[rapid.IntRange(0, len(d)-1).Draw(t, "at")] + rapid.Int32Range(-1, 1).Draw(t, "off")
}

// change is one narrowing of a variable, on the store and on the model.
type change struct {
	name string
	do   func(s *store.Store, v store.Var, why uint32) bool
	keep func(k int32) bool
}

// anyChange draws a change of v, whose domain is d.
func anyChange(t *rapid.T, s *store.Store, v store.Var, d domain) change {
	k := near(t, d)
	kind := rapid.SampledFrom([]string{"Remove", "Remove", "SetLo", "SetHi", "Fix", "Keep"}).Draw(t, "change")
	base, _, isNarrow := s.Narrow(v)
	if kind == "Keep" && !isNarrow {
		kind = "Remove"
	}
	switch kind {
	case "SetLo":
		return change{fmt.Sprint("SetLo ", k), func(s *store.Store, v store.Var, why uint32) bool { return s.SetLo(v, k, why) },
			func(x int32) bool { return x >= k }}
	case "SetHi":
		return change{fmt.Sprint("SetHi ", k), func(s *store.Store, v store.Var, why uint32) bool { return s.SetHi(v, k, why) },
			func(x int32) bool { return x <= k }}
	case "Fix":
		return change{fmt.Sprint("Fix ", k), func(s *store.Store, v store.Var, why uint32) bool { return s.Fix(v, k, why) },
			func(x int32) bool { return x == k }}
	case "Keep":
		mask := rapid.Uint64().Draw(t, "mask")
		mask |= rapid.Uint64().Draw(t, "more")
		return change{fmt.Sprintf("Keep %b", mask), func(s *store.Store, v store.Var, why uint32) bool { return s.Keep(v, mask, why) },
			func(x int32) bool { return mask>>uint(x-base)&1 != 0 }}
	}
	return change{fmt.Sprint("Remove ", k), func(s *store.Store, v store.Var, why uint32) bool { return s.Remove(v, k, why) },
		func(x int32) bool { return x != k }}
}

// fataler is what *testing.T and *rapid.T share.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sameDomain compares every query of v with the model; probes are the values
// to ask about.
func sameDomain(t fataler, s *store.Store, v store.Var, d domain, probes []int32) {
	t.Helper()
	if lo, hi, size := s.Lo(v), s.Hi(v), s.Size(v); lo != d.lo() || hi != d.hi() || int(size) != len(d) {
		t.Fatalf("variable %d is %d..%d with %d values, want %d..%d with %d", v, lo, hi, size, d.lo(), d.hi(), len(d))
	}
	if got := s.Fixed(v); got != (len(d) == 1) {
		t.Fatalf("variable %d: Fixed %v, want %v", v, got, !got)
	}
	if got := s.Domain(v, nil); !slices.Equal(got, d) {
		t.Fatalf("variable %d: Domain %v, want %v", v, got, d)
	}
	if base, word, ok := s.Narrow(v); ok {
		var got domain
		for i := range int32(64) {
			if word>>uint(i)&1 != 0 {
				got = append(got, base+i)
			}
		}
		if !slices.Equal(got, d) {
			t.Fatalf("variable %d: Narrow %v, want %v", v, got, d)
		}
	}
	for _, k := range probes {
		if got := s.Has(v, k); got != d.has(k) {
			t.Fatalf("variable %d: Has(%d) = %v", v, k, got)
		}
		next, ok := s.Next(v, k)
		if want, wantOK := d.next(k); ok != wantOK || ok && next != want {
			t.Fatalf("variable %d: Next(%d) = %d, %v, want %d, %v", v, k, next, ok, want, wantOK)
		}
		prev, ok := s.Prev(v, k)
		if want, wantOK := d.prev(k); ok != wantOK || ok && prev != want {
			t.Fatalf("variable %d: Prev(%d) = %d, %v, want %d, %v", v, k, prev, ok, want, wantOK)
		}
	}
}

// probesOf returns values about the ends of d, about k and far away.
func probesOf(d domain, k int32) []int32 {
	return []int32{math.MinInt32, -store.MaxValue - 1, d.lo() - 1, d.lo(), d.lo() + 1, k - 1, k, k + 1,
		d.hi() - 1, d.hi(), d.hi() + 1, store.MaxValue + 1, math.MaxInt32}
}

// model is the naive state of a store: domains and reversible integers, and
// those of every open level.
type model struct {
	domains []domain
	revs    []int64
	levels  []model
}

func (m *model) push() {
	m.levels = append(m.levels, model{domains: slices.Clone(m.domains), revs: slices.Clone(m.revs)})
}

func (m *model) popTo(level int) {
	saved := m.levels[level]
	m.domains, m.revs, m.levels = saved.domains, saved.revs, m.levels[:level]
}

func TestStoreAgreesWithModel(t *testing.T) {
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { walkModel(t, []domain{shape(t), shape(t)}) })
		})
	}
	t.Run("mixed", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			walkModel(t, rapid.SliceOfN(rapid.Custom(anyShape), 1, 5).Draw(t, "domains"))
		})
	})
}

// walkModel makes random steps on a store and on its model.
func walkModel(t *rapid.T, roots []domain) {
	s, m := store.New(), model{domains: roots}
	for _, d := range roots {
		d.add(s)
	}
	for i := range 3 {
		s.NewRev(1, int64(i))
		m.revs = append(m.revs, int64(i))
	}
	s.Seal()
	if rapid.Bool().Draw(t, "log") {
		s.Log()
	}
	for range rapid.IntRange(0, 60).Draw(t, "steps") {
		switch step := rapid.IntRange(0, 11).Draw(t, "step"); {
		case step < 2:
			s.Push()
			m.push()
		case step == 2 && s.Level() > 0:
			level := s.Level() - 1
			if rapid.Bool().Draw(t, "one") {
				s.Pop()
			} else {
				level = rapid.IntRange(0, level).Draw(t, "level")
				s.PopTo(level)
			}
			m.popTo(level)
			for v, d := range m.domains {
				sameDomain(t, s, store.Var(v), d, probesOf(d, d[len(d)/2]))
			}
		case step == 3:
			at := rapid.IntRange(0, len(m.revs)-1).Draw(t, "rev")
			x := rapid.Int64().Draw(t, "x")
			s.SetRev(store.Rev(at), x)
			m.revs[at] = x
		default:
			v := rapid.IntRange(0, len(roots)-1).Draw(t, "v")
			d := m.domains[v]
			c := anyChange(t, s, store.Var(v), d)
			kept := d.where(c.keep)
			if ok := c.do(s, store.Var(v), 0); ok != (kept != nil) {
				t.Fatalf("%s on %v: %v", c.name, d, ok)
			}
			if kept == nil {
				kept = d
				if s.Emptied() != store.Var(v) {
					t.Fatalf("%s failed on variable %d, Emptied is %d", c.name, v, s.Emptied())
				}
			}
			m.domains[v] = kept
			sameDomain(t, s, store.Var(v), kept, probesOf(kept, near(t, d)))
		}
		for at, x := range m.revs {
			if got := s.Rev(store.Rev(at)); got != x {
				t.Fatalf("reversible integer %d is %d, want %d", at, got, x)
			}
		}
		if s.Level() != len(m.levels) {
			t.Fatalf("Level %d, want %d", s.Level(), len(m.levels))
		}
		for v, d := range m.domains {
			if s.Lo(store.Var(v)) != d.lo() || s.Hi(store.Var(v)) != d.hi() || int(s.Size(store.Var(v))) != len(d) {
				t.Fatalf("variable %d is %d..%d, want %v", v, s.Lo(store.Var(v)), s.Hi(store.Var(v)), d)
			}
		}
	}
}

// TestWidestDomain uses the whole range of values, which has more values than
// an int32 can count, on a model of bounds and holes.
func TestWidestDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const far = store.MaxValue
		s := store.New()
		v := s.NewVar(-far, far)
		s.Seal()
		lo, hi, gone := int32(-far), int32(far), map[int32]bool{}
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			k := rapid.OneOf(rapid.Int32Range(-far-1, far+1), rapid.Int32Range(lo-1, min(lo+3, hi)),
				rapid.Int32Range(max(hi-3, lo), hi+1)).Draw(t, "k")
			switch rapid.IntRange(0, 9).Draw(t, "change") {
			case 0:
				if ok := s.SetLo(v, k, 0); ok != (k <= hi) {
					t.Fatalf("SetLo(%d) = %v on %d..%d", k, ok, lo, hi)
				}
				if k <= hi {
					lo = max(lo, k)
				}
			case 1:
				if ok := s.SetHi(v, k, 0); ok != (k >= lo) {
					t.Fatalf("SetHi(%d) = %v on %d..%d", k, ok, lo, hi)
				}
				if k >= lo {
					hi = min(hi, k)
				}
			default:
				if ok := s.Remove(v, k, 0); ok != (k != lo || k != hi) {
					t.Fatalf("Remove(%d) = %v on %d..%d", k, ok, lo, hi)
				}
				if k != lo || k != hi {
					gone[k] = true
				}
			}
			for gone[lo] {
				lo++
			}
			for gone[hi] {
				hi--
			}
			size := int64(hi) - int64(lo) + 1
			for k := range gone {
				if lo <= k && k <= hi {
					size--
				}
			}
			if s.Lo(v) != lo || s.Hi(v) != hi || int64(s.Size(v)) != min(size, math.MaxInt32) {
				t.Fatalf("%d..%d with %d values, want %d..%d with %d", s.Lo(v), s.Hi(v), s.Size(v), lo, hi, size)
			}
			if w := store.Ident(v); w.Size(s) != s.Size(v) {
				t.Fatalf("the view has %d values, its variable %d", w.Size(s), s.Size(v))
			}
			for _, k := range []int32{k - 1, k, k + 1} {
				if got := s.Has(v, k); got != (lo <= k && k <= hi && !gone[k]) {
					t.Fatalf("Has(%d) = %v", k, got)
				}
			}
		}
	})
}
