package clew_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/clewsolver/clew"
)

// sendMoreMoney is the puzzle SEND + MORE = MONEY: each letter a digit of its
// own, no number beginning with 0.
func sendMoreMoney() (m *clew.Model, letters []clew.Var) {
	m = clew.NewModel("send more money")
	x := m.IntVars("letters", 8, 0, 9)
	s, e, n, d, o, r, y := x[0], x[1], x[2], x[3], x[5], x[6], x[7]
	mm := x[4]
	m.AllDifferent(x...)
	m.Linear(
		[]int{1000, 91, -90, 1, -9000, -900, 10, -1},
		[]clew.Var{s, e, n, d, mm, o, r, y}, clew.EQ, 0)
	m.Linear([]int{1}, []clew.Var{s}, clew.GE, 1)
	m.Linear([]int{1}, []clew.Var{mm}, clew.GE, 1)
	return m, x
}

func ExampleSolve() {
	m, x := sendMoreMoney()
	s, err := clew.Solve(context.Background(), m)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, letter := range "SENDMORY" {
		fmt.Printf("%c=%d ", letter, s.Value(x[i]))
	}
	// Output: S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2
}

func ExampleAll() {
	m := clew.NewModel("sums")
	x := m.IntVars("x", 3, 1, 4)
	m.Sum(x, clew.EQ, 6)
	m.AllDifferent(x...)
	for s, err := range clew.All(context.Background(), m) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s)
	}
	// Output:
	// x=[1 2 3]
	// x=[1 3 2]
	// x=[2 1 3]
	// x=[2 3 1]
	// x=[3 1 2]
	// x=[3 2 1]
}

func ExampleCount() {
	// Two dice show 7 or 11.
	m := clew.NewModel("dice")
	m.SumIn(m.IntVars("die", 2, 1, 6), []int{7, 11})
	n, err := clew.Count(context.Background(), m)
	fmt.Println(n, err)
	// Output: 8 <nil>
}

func ExampleUnique() {
	m, _ := sendMoreMoney()
	u, err := clew.Unique(context.Background(), m)
	fmt.Println(u.Unique(), err)
	// Output: true <nil>
}

func ExampleLimit() {
	m := clew.NewModel("many")
	m.IntVars("x", 20, 0, 9)
	n, err := clew.Count(context.Background(), m, clew.Limit(1000))
	fmt.Println(n, errors.Is(err, clew.ErrIncomplete))
	// Output: 1000 true
}

// coins is the space of ways to pay an amount with coins of given values, the
// largest first: place i holds how many coins of values[i] are used.
type coins struct {
	amount int
	values []int
}

func (c coins) Places() int { return len(c.values) }

func (c coins) Next(placed []int, after int) (int, bool) {
	n := max(after+1, 0)
	return n, n*c.values[len(placed)] <= c.amount
}

func (c coins) Check(placed []int, n int) bool {
	rest := c.amount - n*c.values[len(placed)]
	for i, k := range placed {
		rest -= k * c.values[i]
	}
	if len(placed) == len(c.values)-1 {
		return rest == 0
	}
	return rest >= 0
}

// A search space of one's own gets every verb.
func ExampleFromSpace() {
	p := clew.FromSpace("coins", func() clew.Space { return coins{100, []int{50, 20, 10, 5, 2, 1}} })
	var r clew.Report
	n, err := clew.Count(context.Background(), p, clew.WithReport(&r))
	fmt.Println(n, err, r.Method, r.Tries > r.Placements)
	// Output: 4562 <nil> plain true
}

func ExampleCompare() {
	m, _ := sendMoreMoney()
	cs, err := clew.Compare(context.Background(), m, []clew.Method{clew.Propagate})
	fmt.Println(cs[0].Method, cs[0].Solutions, cs[0].Complete, err)
	// Output: propagate 1 true <nil>
}

func ExampleWatch() {
	p := clew.FromSpace("pair", func() clew.Space { return pairs{} })
	for s, err := range clew.Watch(context.Background(), p) {
		if err != nil || s.Number > 4 {
			break
		}
		fmt.Println(s.Number, s.Kind, s.Placed, len(s.Clashes), s.Solution)
	}
	// Output:
	// 1 place [0] 0 false
	// 2 place [0 1] 1 true
	// 3 back [0] 0 false
	// 4 place [0 2] 0 true
}
