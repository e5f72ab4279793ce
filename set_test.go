package clew_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"testing"

	"github.com/clewsolver/clew"
	"pgregory.net/rapid"
)

// TestSets compares random models over three sets with brute force over their
// subsets.
func TestSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := clew.NewModel("sets")
		const n = 3
		var sets []clew.SetVar
		var lows, widths []int
		for i := range n {
			lo, width := rapid.IntRange(-1, 1).Draw(t, "lo"), rapid.IntRange(0, 3).Draw(t, "width")
			lows, widths = append(lows, lo), append(widths, width)
			sets = append(sets, m.SetVar(fmt.Sprintf("s%d", i), lo, lo+width-1))
		}
		type sides = [n][]int // the elements of each set
		var rules []func(sides) bool
		pick := func() int { return rapid.IntRange(0, n-1).Draw(t, "set") }
		both := func(a, b []int, keep func(inA, inB bool) bool) []int {
			var out []int
			for v := -1; v <= 4; v++ {
				if keep(slices.Contains(a, v), slices.Contains(b, v)) {
					out = append(out, v)
				}
			}
			return out
		}
		or := func(a, b bool) bool { return a || b }
		and := func(a, b bool) bool { return a && b }
		less := func(a, b bool) bool { return a && !b }
		for range rapid.IntRange(0, 3).Draw(t, "rules") {
			x, y, z := pick(), pick(), pick()
			switch rapid.IntRange(0, 7).Draw(t, "rule") {
			case 0:
				m.Subset(sets[x], sets[y])
				rules = append(rules, func(s sides) bool { return len(both(s[x], s[y], less)) == 0 })
			case 1:
				m.SetEqual(sets[x], sets[y])
				rules = append(rules, func(s sides) bool { return slices.Equal(s[x], s[y]) })
			case 2:
				m.Disjoint(sets[x], sets[y])
				rules = append(rules, func(s sides) bool { return len(both(s[x], s[y], and)) == 0 })
			case 3:
				m.Union(sets[x], sets[y], sets[z])
				rules = append(rules, func(s sides) bool { return slices.Equal(s[z], both(s[x], s[y], or)) })
			case 4:
				m.Intersect(sets[x], sets[y], sets[z])
				rules = append(rules, func(s sides) bool { return slices.Equal(s[z], both(s[x], s[y], and)) })
			case 5:
				m.Diff(sets[x], sets[y], sets[z])
				rules = append(rules, func(s sides) bool { return slices.Equal(s[z], both(s[x], s[y], less)) })
			case 6:
				lo, hi := rapid.IntRange(0, 2).Draw(t, "least"), 2
				m.Card(sets[x], m.IntVar("", lo, hi))
				rules = append(rules, func(s sides) bool { return lo <= len(s[x]) && len(s[x]) <= hi })
			default:
				v := rapid.IntRange(-2, 4).Draw(t, "v")
				m.Or(sets[x].Contains(v), sets[y].Contains(v))
				rules = append(rules, func(s sides) bool { return slices.Contains(s[x], v) || slices.Contains(s[y], v) })
			}
		}
		var want []string
		var s sides
		var rec func(i int)
		rec = func(i int) {
			if i == n {
				for _, ok := range rules {
					if !ok(s) {
						return
					}
				}
				want = append(want, fmt.Sprint(s))
				return
			}
			for bits := range 1 << widths[i] {
				s[i] = []int{}
				for b := range widths[i] {
					if bits>>b&1 == 1 {
						s[i] = append(s[i], lows[i]+b)
					}
				}
				rec(i + 1)
			}
		}
		rec(0)
		for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
			var got []string
			for a, err := range clew.All(context.Background(), m, clew.WithMethod(method)) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprint(sides{sets[0].Elements(a), sets[1].Elements(a), sets[2].Elements(a)}))
			}
			sort.Strings(got)
			sort.Strings(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: got %q, want %q", method, got, want)
			}
		}
	})
}

func TestSetMistakes(t *testing.T) {
	other := clew.NewModel("other").SetVar("s", 0, 1)
	for name, build := range map[string]func(m *clew.Model){
		"foreign set":   func(m *clew.Model) { m.Subset(m.SetVar("s", 0, 1), other) },
		"zero set":      func(m *clew.Model) { m.Card(clew.SetVar{}, m.Const(0)) },
		"out of range":  func(m *clew.Model) { m.SetVar("s", clew.MaxValue, clew.MaxValue+2) },
		"foreign three": func(m *clew.Model) { m.Union(m.SetVar("s", 0, 1), other, m.SetVar("t", 0, 1)) },
	} {
		m := clew.NewModel("sets")
		build(m)
		if !errors.Is(m.Err(), clew.ErrModel) {
			t.Errorf("%s: error %v", name, m.Err())
		}
	}
}
