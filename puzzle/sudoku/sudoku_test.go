package sudoku_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

const (
	lesson   = "425008367060004120080002000040005912000000000019400675030000080006000090194000050"
	lessonIs = "425198367963754128781362549348675912657219834219483675532946781876521493194837256"
)

// shapes are boxes of all kinds: square, wide, high, strips.
var shapes = [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 2}, {1, 7}, {2, 4}, {3, 3}, {2, 5}, {3, 4}, {3, 5}, {4, 4}, {5, 4}, {5, 5}, {6, 6}}

// fullGrid returns a solved grid, shuffled by r.
func fullGrid(r *rand.Rand, boxRows, boxCols int) []int {
	n := boxRows * boxCols
	value := r.Perm(n)
	// Rows within a band and bands, columns within a stack and stacks.
	shuffled := func(size int) []int {
		var out []int
		for _, b := range r.Perm(n / size) {
			for _, k := range r.Perm(size) {
				out = append(out, b*size+k)
			}
		}
		return out
	}
	rows, cols := shuffled(boxRows), shuffled(boxCols)
	grid := make([]int, n*n)
	for i, row := range rows {
		for j, col := range cols {
			grid[i*n+j] = value[(row%boxRows*boxCols+row/boxRows+col)%n] + 1
		}
	}
	return grid
}

// bruteForce counts the answers up to limit, cell after cell, comparing each
// value with the whole grid.
func bruteForce(boxRows, boxCols int, grid []int, limit int) int {
	n := boxRows * boxCols
	same := func(i, j int) bool {
		return i/n == j/n || i%n == j%n || i/n/boxRows == j/n/boxRows && i%n/boxCols == j%n/boxCols
	}
	fits := func(i int) bool {
		for j, v := range grid {
			if j != i && v == grid[i] && same(i, j) {
				return false
			}
		}
		return true
	}
	var blanks []int
	for i, v := range grid {
		if v == 0 {
			blanks = append(blanks, i)
		} else if !fits(i) {
			return 0
		}
	}
	count := 0
	var fill func(k int)
	fill = func(k int) {
		if k == len(blanks) {
			count++
			return
		}
		for v := 1; v <= n && count < limit; v++ {
			if grid[blanks[k]] = v; fits(blanks[k]) {
				fill(k + 1)
			}
		}
		grid[blanks[k]] = 0
	}
	fill(0)
	return count
}

// TestAgainstBruteForce compares both methods on random grids with holes, some
// of them with a wrong clue.
func TestAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[int]int{}
	for round := range 300 {
		shape := shapes[round%10] // up to 3 x 3
		n := shape[0] * shape[1]
		clues := fullGrid(r, shape[0], shape[1])
		holes := r.IntN(min(n*n, 45) + 1)
		for _, i := range r.Perm(n * n)[:holes] {
			clues[i] = 0
		}
		if round%3 == 0 {
			clues[r.IntN(n*n)] = r.IntN(n) + 1
		}
		const limit = 50
		want := bruteForce(shape[0], shape[1], slices.Clone(clues), limit)
		kinds[min(want, 2)]++
		p, err := sudoku.New(shape[0], shape[1], clues)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			got, _ := clew.Count(ctx, p, clew.WithMethod(m), clew.Limit(limit))
			if got.Int64() != int64(want) {
				t.Fatalf("%s by %s, boxes %v: %s answers, want %d", p.Line(clues), m, shape, got, want)
			}
		}
	}
	if kinds[0] < 20 || kinds[1] < 20 || kinds[2] < 20 {
		t.Errorf("one-sided test: puzzles with 0, 1, more answers: %v", kinds)
	}
}

// TestSameAnswers compares the sets of answers of both methods.
func TestSameAnswers(t *testing.T) {
	p := parse(t, "1... ..2. .3.. ....")
	var sets [2][]string
	for i, m := range []clew.Method{clew.Plain, clew.Propagate} {
		for sol, err := range clew.All(context.Background(), p, clew.WithMethod(m)) {
			if err != nil {
				t.Fatal(err)
			}
			sets[i] = append(sets[i], p.Line(sol.Values()))
		}
		slices.Sort(sets[i])
	}
	if diff := cmp.Diff(sets[0], sets[1]); diff != "" || len(sets[0]) < 2 {
		t.Errorf("%d answers; plain against propagate:\n%s", len(sets[0]), diff)
	}
}

// TestLesson checks the answer and the counters of the textbook walk.
func TestLesson(t *testing.T) {
	p := parse(t, lesson)
	var report clew.Report
	var found []string
	for sol, err := range clew.All(context.Background(), p, clew.WithMethod(clew.Plain), clew.WithReport(&report)) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, p.Line(sol.Values()))
	}
	if diff := cmp.Diff([]string{lessonIs}, found); diff != "" {
		t.Error(diff)
	}
	if report.Tries != 102672 || report.Placements != 11408 || !report.Complete {
		t.Errorf("tries %d, placements %d, complete %v", report.Tries, report.Placements, report.Complete)
	}
}

// TestSizes solves grids of every size with few holes, by both methods.
func TestSizes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, shape := range shapes {
		full := fullGrid(r, shape[0], shape[1])
		n := shape[0] * shape[1]
		clues := slices.Clone(full)
		for _, i := range r.Perm(n * n)[:n] {
			clues[i] = 0
		}
		p, err := sudoku.New(shape[0], shape[1], clues)
		if err != nil {
			t.Fatal(err)
		}
		if p.Size() != n || p.BoxRows() != shape[0] || p.BoxCols() != shape[1] {
			t.Errorf("%v: %d %d %d", shape, p.Size(), p.BoxRows(), p.BoxCols())
		}
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			found := false
			for sol, err := range clew.All(context.Background(), p, clew.WithMethod(m)) {
				if err != nil {
					t.Fatal(err)
				}
				found = found || slices.Equal(sol.Values(), full)
			}
			if !found {
				t.Errorf("boxes %v by %s: the grid it was made of is no answer", shape, m)
			}
		}
	}
}

func TestNewErrors(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		clues      []int
		want       string
	}{
		{0, 3, nil, "found boxes of 0 x 3 cells"},
		{-1, -4, nil, "found boxes of -1 x -4 cells"},
		{6, 7, nil, "found boxes of 6 x 7 cells, expected 1 to 36 cells"},
		{1 << 62, 4, nil, "found boxes of"},
		{2, 2, make([]int, 15), "found 15 cells, expected 16 for a 4 x 4 grid"},
		{1, 2, []int{0, 1, 3, 0}, "found the value 3 in r2c1, expected 0 (blank) to 2"},
		{1, 2, []int{0, -1, 0, 0}, "found the value -1 in r1c2"},
	} {
		if _, err := sudoku.New(c.rows, c.cols, c.clues); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d x %d: %v, want %s", c.rows, c.cols, err, c.want)
		}
	}
}

func TestConflicts(t *testing.T) {
	for _, c := range []struct{ grid, want string }{
		{lesson, "[]"},
		{lessonIs[:80] + "5", "[r6c9 and r9c9 are both 5 in column 9 r9c8 and r9c9 are both 5 in row 9]"},
		{"11.. .... .... ....", "[r1c1 and r1c2 are both 1 in row 1]"},
		{"1... .... 1... ....", "[r1c1 and r3c1 are both 1 in column 1]"},
		{"1... .1.. .... ....", "[r1c1 and r2c2 are both 1 in box 1]"},
		{".... .... ...D ..D.", "[r3c4 and r4c3 are both D in box 4]"},
		{"1.1. 1... .... ....", "[r1c1 and r1c3 are both 1 in row 1 r1c1 and r2c1 are both 1 in column 1]"},
	} {
		p := parse(t, c.grid)
		if got := fmt.Sprint(p.Conflicts()); got != c.want {
			t.Errorf("%s: %s, want %s", c.grid, got, c.want)
		}
	}
}

// TestClash: clues that clash leave no answer, by either method and at once.
func TestClash(t *testing.T) {
	for _, grid := range []string{
		"11" + strings.Repeat(".", 14),
		"99" + strings.Repeat(".", 79),
		lessonIs[:80] + "5",
		"123.|..4." + strings.Repeat(".", 8), // r1c4 has no candidate
	} {
		p := parse(t, grid)
		for _, m := range []clew.Method{clew.Plain, clew.Propagate} {
			if sol, err := clew.Solve(context.Background(), p, clew.WithMethod(m)); sol != nil || err != nil {
				t.Errorf("%s by %s: %v, %v", grid, m, sol, err)
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	p := parse(t, "1... ..2. .3.. ...4")
	want := "[[1] [2 4] [3 4] [3] [3 4] [4] [2] [1 3] [2 4] [3] [1] [1 2] [2] [1 2] [1 3] [4]]"
	if got := fmt.Sprint(p.Candidates()); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestWatch checks the words of the textbook walk.
func TestWatch(t *testing.T) {
	p := parse(t, "1... ..2. .3.. ...4")
	var got []string
	for step, err := range clew.Watch(context.Background(), p, clew.WithMethod(clew.Plain)) {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range step.Clashes {
			got = append(got, c.Try+" clashes with "+c.With)
		}
		got = append(got, fmt.Sprintf("%s %s %s", step.Kind, step.Try, p.Line(step.Values)))
		if len(got) > 6 {
			break
		}
	}
	want := []string{
		"r1c2 = 1 clashes with r1c1 in row 1",
		"place r1c2 = 2 12....2..3.....4",
		"r1c3 = 1 clashes with r1c1 in row 1",
		"r1c3 = 2 clashes with r1c2 in row 1",
		"place r1c3 = 3 123...2..3.....4",
		"r1c4 = 1 clashes with r1c1 in row 1",
		"r1c4 = 2 clashes with r1c2 in row 1",
		"r1c4 = 3 clashes with r1c3 in row 1",
		"r1c4 = 4 clashes with r4c4 in column 4",
		"back r1c3 = 3 12....2..3.....4",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkLesson(b *testing.B) { benchmarkUnique(b, []string{lesson}) }

// BenchmarkMinimal solves puzzles from which no clue can go,
// made by taking clues from full grids while one answer is left.
func BenchmarkMinimal(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	var lines []string
	for range 50 {
		clues := fullGrid(r, 3, 3)
		var p *sudoku.Puzzle
		for _, i := range r.Perm(81) {
			v := clues[i]
			clues[i] = 0
			p, _ = sudoku.New(3, 3, clues)
			if u, err := clew.Unique(context.Background(), p); err != nil || !u.Unique() {
				clues[i] = v
			}
		}
		lines = append(lines, p.Line(clues))
	}
	benchmarkUnique(b, lines)
}
