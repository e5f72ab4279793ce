package battleship_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// TestSay checks on random walks that what is said of a try agrees with what
// Check finds, and that Undo takes back what Place does.
func TestSay(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	clashes := map[string]int{}
	for range 400 {
		c := randomConfig(rng)
		p := mustNew(t, c)
		s, err := p.Space()
		if err != nil {
			t.Fatal(err)
		}
		tracker, narrator := s.(clew.Tracker), s.(clew.Narrator)
		var placed []int
		after := clew.Start
		for range 200 {
			value, ok := 0, false
			if len(placed) < s.Places() {
				value, ok = s.Next(placed, after)
			}
			if !ok {
				if len(placed) == 0 {
					break
				}
				after = placed[len(placed)-1]
				placed = placed[:len(placed)-1]
				tracker.Undo(placed, after)
				continue
			}
			fine := s.Check(placed, value)
			try, clash := narrator.Say(placed, value)
			if fine != (clash == "") || !strings.HasPrefix(try, "ship of ") {
				t.Fatalf("%+v placed %v: Check(%d) is %v, but %q clashes with %q", c, placed, value, fine, try, clash)
			}
			if !fine {
				kind, _, _ := strings.Cut(clash, " at ")
				for _, word := range []string{"overlap", "touch", "covers"} {
					if strings.Contains(clash, word) {
						kind = word
					}
				}
				clashes[strings.TrimRight(kind, "0123456789 ")]++
				after = value
				continue
			}
			tracker.Place(placed, value)
			placed = append(placed, value)
			after = clew.Start
		}
	}
	for _, kind := range []string{"overlap", "touch", "covers", "the given ~", "the given x", "the given #"} {
		if clashes[kind] == 0 {
			t.Errorf("no clash of the kind %q; found %v", kind, clashes)
		}
	}
}

// TestWatch checks the words and boards of a short search.
func TestWatch(t *testing.T) {
	p := mustNew(t, battleship.Config{Rows: 2, Cols: 3, Fleet: []int{1, 2}, RowTally: []int{battleship.Unknown, 1}})
	got := ""
	for s, err := range clew.Watch(context.Background(), p, clew.WithMethod(clew.Plain)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Clashes {
			got += fmt.Sprintf("%s: %s\n", c.Try, c.With)
		}
		got += fmt.Sprintf("%s %s %v\n%s", s.Kind, s.Try, s.Solution, p.Draw(s.Values))
		if s.Number == 4 {
			break
		}
	}
	want := `place ship of 2 at r1c1 across false
< > . ?
. . . 1
ship of 1 at r1c1: the ship of 2 at r1c1 across (overlap)
ship of 1 at r1c2: the ship of 2 at r1c1 across (overlap)
ship of 1 at r1c3: the ship of 2 at r1c1 across (touch)
ship of 1 at r2c1: the ship of 2 at r1c1 across (touch)
ship of 1 at r2c2: the ship of 2 at r1c1 across (touch)
ship of 1 at r2c3: the ship of 2 at r1c1 across (touch)
back ship of 2 at r1c1 across false
. . . ?
. . . 1
place ship of 2 at r1c1 down false
^ . . ?
v . . 1
ship of 1 at r1c1: the ship of 2 at r1c1 down (overlap)
ship of 1 at r1c2: the ship of 2 at r1c1 down (touch)
place ship of 1 at r1c3 true
^ ~ o ?
v ~ ~ 1
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
