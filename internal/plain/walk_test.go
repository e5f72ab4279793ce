package plain_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/plain"
)

// increasing is the space of increasing sequences of n values below max.
type increasing struct{ n, max int }

func (s increasing) Places() int { return s.n }
func (s increasing) Next(_ []int, after int) (int, bool) {
	v := max(after+1, 0)
	return v, v < s.max
}
func (s increasing) Check(placed []int, v int) bool {
	return len(placed) == 0 || placed[len(placed)-1] < v
}

func always() bool { return true }

func TestNextListsEachAnswerOnce(t *testing.T) {
	w := plain.New(increasing{2, 3}, 2)
	var got []string
	for w.Next(always) {
		got = append(got, fmt.Sprint(w.Placed()))
	}
	if want := []string{"[0 1]", "[0 2]", "[1 2]"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !w.Exhausted() || w.Next(always) {
		t.Error("not exhausted")
	}
	// Place 0 is tried with 3 values, place 1 three times with 3 values.
	if w.Tries != 12 || w.Placements != 6 || w.Deepest != 2 {
		t.Errorf("tries %d, placements %d, deepest %d", w.Tries, w.Placements, w.Deepest)
	}
}

// TestDeadEnds: a dead end is a node none of whose values can be placed: counted here by
// recursion. Nodes whose children failed later, and answers, are none.
func TestDeadEnds(t *testing.T) {
	for _, s := range []increasing{{1, 3}, {2, 4}, {3, 4}, {3, 2}} {
		var count func(placed []int) int64
		count = func(placed []int) int64 {
			if len(placed) == s.n {
				return 0
			}
			ends, children := int64(0), 0
			for v, ok := s.Next(placed, plain.Start); ok; v, ok = s.Next(placed, v) {
				if s.Check(placed, v) {
					children++
					ends += count(append(placed[:len(placed):len(placed)], v))
				}
			}
			if children == 0 {
				return 1
			}
			return ends
		}
		w := plain.New(s, s.n)
		for w.Next(always) {
		}
		if want := count(nil); w.DeadEnds != want {
			t.Errorf("%+v: %d dead ends, want %d", s, w.DeadEnds, want)
		}
	}
}

// TestShown checks that answers which agree on the shown places count once.
func TestShown(t *testing.T) {
	w := plain.New(increasing{3, 5}, 1)
	var got []int
	for w.Next(always) {
		got = append(got, w.Placed()[0])
	}
	if want := []int{0, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	hidden := plain.New(increasing{2, 3}, 0)
	if !hidden.Next(always) || hidden.Next(always) || !hidden.Exhausted() {
		t.Error("with nothing shown there is one answer")
	}
}

func TestSteps(t *testing.T) {
	w := plain.New(increasing{2, 2}, 2)
	var got []plain.Step
	for s := w.Step(); ; s = w.Step() {
		got = append(got, s)
		if s.Kind == plain.Done {
			break
		}
	}
	want := []plain.Step{
		{plain.Placed, 0, 0}, {plain.Clashed, 1, 0}, {plain.Placed, 1, 1}, {plain.Back, 2, 1}, {plain.Back, 1, 0},
		{plain.Placed, 0, 1}, {plain.Clashed, 1, 0}, {plain.Clashed, 1, 1}, {plain.Back, 1, 1}, {plain.Done, 0, 0},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestStopAndGoOn checks that a stopped walk goes on where it was.
func TestStopAndGoOn(t *testing.T) {
	w := plain.New(increasing{3, 8}, 3)
	n, polls := 0, 0
	for !w.Exhausted() {
		if w.Next(func() bool { polls++; return polls%2 == 0 }) {
			n++
		}
	}
	if n != 56 {
		t.Errorf("%d answers, want 8 choose 3 = 56", n)
	}
}

func TestNoPlaces(t *testing.T) {
	w := plain.New(increasing{0, 0}, 0)
	if !w.Next(always) || w.Next(always) || !w.Exhausted() {
		t.Error("the empty answer must come exactly once")
	}
}
