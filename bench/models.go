package bench

import (
	"fmt"
	"slices"

	"github.com/clewsolver/clew"
)

// Langford places the numbers 1..n twice each in a row of 2n so that the two
// copies of k have k numbers between them. p[k-1] is the place of the first
// copy of k, from 0. A row and its mirror image are two answers.
func Langford(n int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("langford %d", n))
	p := m.IntVars("p", n, 0, 2*n-1)
	places := make([]clew.Var, 0, 2*n)
	places = append(places, p...)
	for i, x := range p {
		second := x.Plus(i + 2)
		m.Sum([]clew.Var{second}, clew.LE, 2*n-1)
		places = append(places, second)
	}
	m.AllDifferent(places...)
	// The largest number has the fewest places: it comes first.
	order := slices.Clone(p)
	slices.Reverse(order)
	m.Branch(clew.FirstFail, clew.Ascending, order...)
	return m
}

// Magic is the n x n square of the numbers 1..n*n whose rows, columns and two
// diagonals have the same sum. Turned and mirrored squares count.
func Magic(n int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("magic %d", n))
	grid := m.IntGrid("grid", n, n, 1, n*n)
	sum := n * (n*n + 1) / 2
	var all, down, up []clew.Var
	for r, row := range grid {
		all = append(all, row...)
		m.Sum(row, clew.EQ, sum)
		down, up = append(down, row[r]), append(up, row[n-1-r])
	}
	for c := range n {
		column := make([]clew.Var, n)
		for r := range n {
			column[r] = grid[r][c]
		}
		m.Sum(column, clew.EQ, sum)
	}
	m.Sum(down, clew.EQ, sum)
	m.Sum(up, clew.EQ, sum)
	m.AllDifferent(all...)
	m.Branch(clew.FirstFail, clew.Ascending, all...)
	return m
}

// AllInterval is the row of the numbers 0..n-1, each once, whose neighbours
// have n-1 different distances.
func AllInterval(n int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("all-interval %d", n))
	x := m.IntVars("x", n, 0, n-1)
	d := m.IntVars("", n-1, 1, n-1)
	for i, y := range d {
		m.Distance(x[i+1], x[i], y)
	}
	m.AllDifferent(x...)
	m.AllDifferent(d...)
	m.Branch(clew.FirstFail, clew.Ascending, x...)
	return m
}

// Costas is the array of n dots, one in each row and column of an n x n board,
// no two pairs of which are joined by the same vector. x[c] is the row of the
// dot in column c.
func Costas(n int) *clew.Model {
	m := clew.NewModel(fmt.Sprintf("costas %d", n))
	x := m.IntVars("x", n, 0, n-1)
	m.AllDifferent(x...)
	for step := 1; step < n-1; step++ {
		d := m.IntVars("", n-step, 1-n, n-1)
		for i, y := range d {
			m.Linear([]int{1, -1, -1}, []clew.Var{x[i+step], x[i], y}, clew.EQ, 0)
		}
		m.AllDifferent(d...)
	}
	m.Branch(clew.FirstFail, clew.Ascending, x...)
	return m
}

// Graceful labels the nodes of g with different numbers out of 0..e, where e
// is the number of its edges, so that the distances along the edges are 1..e.
func Graceful(g Graph) *clew.Model {
	m := clew.NewModel("graceful " + g.Name)
	e := len(g.Edges)
	f := m.IntVars("f", g.Nodes, 0, e)
	d := m.IntVars("", e, 1, e)
	for i, edge := range g.Edges {
		m.Distance(f[edge[0]], f[edge[1]], d[i])
	}
	m.AllDifferent(f...)
	m.AllDifferent(d...)
	m.Branch(clew.FirstFail, clew.Ascending, f...)
	return m
}
