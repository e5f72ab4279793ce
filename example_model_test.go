package clew_test

import (
	"context"
	"fmt"

	"github.com/clewsolver/clew"
)

// Three painters share two ladders; each needs one, for the times given.
func ExampleModel_Cumulative() {
	m := clew.NewModel("ladders")
	starts := m.IntVars("start", 3, 0, 5)
	durations := []clew.Var{m.Const(3), m.Const(2), m.Const(3)}
	ladders := []clew.Var{m.Const(1), m.Const(1), m.Const(1)}
	m.Cumulative(starts, durations, ladders, m.Const(2))

	end := m.IntVar("end", 0, 8)
	for i, s := range starts {
		m.Linear([]int{1, 1, -1}, []clew.Var{s, durations[i], end}, clew.LE, 0)
	}
	m.Minimize(end)
	s, err := clew.Solve(context.Background(), m)
	fmt.Println(s.Value(end), err)
	// Output: 5 <nil>
}

// Two lectures share a room that is free from 0 to 5.
func ExampleModel_Disjunctive() {
	m := clew.NewModel("room")
	a, b := m.IntVar("a", 0, 3), m.IntVar("b", 0, 2)
	m.Disjunctive([]clew.Var{a, b}, []clew.Var{m.Const(2), m.Const(3)})
	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	// Output:
	// a=3 b=0
	// a=0 b=2
}

// The round trips through four towns of which 0 and 2 have no direct road.
func ExampleModel_Circuit() {
	m := clew.NewModel("round trips")
	next := m.IntVars("next", 4, 0, 3)
	m.Restrict(next[0], 1, 3)
	m.Restrict(next[2], 1, 3)
	m.Circuit(next...)
	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	// Output:
	// next=[1 2 3 0]
	// next=[3 0 1 2]
}

// Two teams of two out of five people; together they are 1, 2, 4 and 5.
func ExampleModel_SetVar() {
	m := clew.NewModel("teams")
	red, blue, all := m.SetVar("red", 1, 5), m.SetVar("blue", 1, 5), m.SetVar("", 1, 5)
	m.Card(red, m.Const(2))
	m.Card(blue, m.Const(2))
	m.Disjoint(red, blue)
	m.Union(red, blue, all)
	m.Or(all.Contains(3).Not())
	m.Or(red.Contains(1)) // which team is the red one does not matter
	n := 0
	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if n++; n == 1 {
			fmt.Println(red.Elements(s), blue.Elements(s))
		}
	}
	fmt.Println(n)
	// Output:
	// [1 5] [2 4]
	// 3
}

// The best answer, every best answer, and how many there are.
func ExampleModel_Maximize() {
	m := clew.NewModel("rectangle")
	x, y, area := m.IntVar("x", 1, 6), m.IntVar("y", 1, 6), m.IntVar("area", 1, 36)
	m.Sum([]clew.Var{x, y}, clew.EQ, 7)
	m.Times(x, y, area)
	m.Maximize(area)

	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	n, err := clew.Count(context.Background(), m)
	fmt.Println(n, err)
	// Output:
	// x=3 y=4 area=12
	// x=4 y=3 area=12
	// 2 <nil>
}
