package watch_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
	"github.com/clewsolver/clew/watch"
	"github.com/google/go-cmp/cmp"
)

// walk returns the first k steps of a search of p as text.
func walk(t *testing.T, p clew.Problem, k int, method clew.Method) string {
	t.Helper()
	var b strings.Builder
	text := watch.NewText(p)
	for s, err := range clew.Watch(context.Background(), p, clew.WithMethod(method)) {
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(text.Step(s))
		if s.Number == k {
			break
		}
	}
	return b.String()
}

func queensProblem(t *testing.T, n int) clew.Problem {
	t.Helper()
	p, err := queens.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLesson checks the walk of the eight queens as the lesson tells it: the
// placements, the first step back, and the move on.
func TestLesson(t *testing.T) {
	var got []string
	for _, line := range strings.Split(walk(t, queensProblem(t, 8), 7, clew.Plain), "\n") {
		if strings.HasPrefix(line, "[") {
			got = append(got, line)
		}
	}
	want := []string{"[0]", "[0 2]", "[0 2 4]", "[0 2 4 1]", "[0 2 4 1 3]", "[0 2 4 1]", "[0 2 4 1 7]"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPlain checks every word of a walk that has a clash, a step back, an
// answer and an end: the 2 x 2 board has no answer, the 1 x 1 board one.
func TestPlain(t *testing.T) {
	want := `1. queen in column 0, row 0: placed
[0]
Q.
..
2. queen in column 1, row 0: clashes with the queen in column 0 (row)
   queen in column 1, row 1: clashes with the queen in column 0 (diagonal)
   stepped back: queen in column 0, row 0 taken away
[]
..
..
3. queen in column 0, row 1: placed
[1]
..
Q.
4. queen in column 1, row 0: clashes with the queen in column 0 (diagonal)
   queen in column 1, row 1: clashes with the queen in column 0 (row)
   stepped back: queen in column 0, row 1 taken away
[]
..
..
5. end: the whole tree has been walked, 0 answers
`
	if diff := cmp.Diff(want, walk(t, queensProblem(t, 2), 100, clew.Plain)); diff != "" {
		t.Error(diff)
	}
	want = `1. queen in column 0, row 0: placed, answer 1 is complete
[0]
Q
2. stepped back: queen in column 0, row 0 taken away
[]
.
3. end: the whole tree has been walked, 1 answer
`
	if diff := cmp.Diff(want, walk(t, queensProblem(t, 1), 100, clew.Plain)); diff != "" {
		t.Error(diff)
	}
}

// TestPropagate checks the words for the engine's steps on a model without a
// drawing.
func TestPropagate(t *testing.T) {
	m := clew.NewModel("pigeons")
	m.IntVar("k", 5, 5)
	x := m.IntVars("x", 3, 0, 2)
	m.AllDifferent(x[0], x[1])
	m.AllDifferent(x[1], x[2])
	m.AllDifferent(x[0], x[2])
	m.Linear([]int{1, 1}, x[:2], clew.LE, 1)
	got := walk(t, m, 1000, clew.Propagate)
	for _, want := range []string{
		"1. start: what the constraints alone leave\nk=5\nx=[",
		": decided, ",
		" removed",
		"answer 1 is complete\nk=5\nx=[0 1 2]\n",
		"answer 2 is complete\nk=5\nx=[1 0 2]\n",
		"stepped back to depth 0\n",
		"end: the whole tree has been walked, 2 answers\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
}

// TestPropagateFails checks the words for a model that fails at the root, and
// for a decision that fails.
func TestPropagateFails(t *testing.T) {
	got := walk(t, queensProblem(t, 3), 1000, clew.Propagate)
	if want := ": no answer this way ("; !strings.Contains(got, want) {
		t.Errorf("%q is missing in\n%s", want, got)
	}
	m := clew.NewModel("impossible")
	x := m.IntVars("x", 2, 0, 0)
	m.AllDifferent(x...)
	got = walk(t, m, 1000, clew.Propagate)
	if want := "1. start: the constraints alone cannot hold ("; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant the prefix %q", got, want)
	}
}

// crowd is a space whose only place clashes with most of its values, without
// words for them.
type crowd struct{}

func (crowd) Places() int                         { return 1 }
func (crowd) Next(_ []int, after int) (int, bool) { v := max(after+1, 0); return v, v < 60 }
func (crowd) Check(_ []int, value int) bool       { return value == 50 }

// TestManyClashes checks that a step with many clashes stays short, and that
// nothing is invented for a problem without words.
func TestManyClashes(t *testing.T) {
	got := walk(t, clew.FromSpace("crowd", func() clew.Space { return crowd{} }), 1, clew.Plain)
	var want strings.Builder
	prefix := "1. "
	for v := range 25 {
		fmt.Fprintf(&want, "%s%d: clashes\n", prefix, v)
		prefix = "   "
	}
	want.WriteString("   25 more tries clash\n   50: placed, answer 1 is complete\n[50]\ncrowd=[50]\n")
	if diff := cmp.Diff(want.String(), got); diff != "" {
		t.Error(diff)
	}
}
