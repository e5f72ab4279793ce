package sudoku

import (
	"bytes"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// read returns the grid of a line of 81 characters, a dot for a blank.
func read(tb testing.TB, line string) *Grid {
	tb.Helper()
	g := new(Grid)
	if len(line) != len(g) {
		tb.Fatalf("%d cells", len(line))
	}
	for i := range g {
		if line[i] != '.' {
			g[i] = line[i] - '0'
		}
	}
	return g
}

// known are grids with their number of answers, on which unrelated solvers
// agree.
var known = []struct {
	name, grid string
	answers    uint64
}{
	{"singles", "425..8367.6...412..8...2....4...5912..........194..675.3.....8...6....9.194....5.", 1},
	{"slow row by row", "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9", 1},
	{"17 clues", "..............1..2.34....5......6.......7..8.1.......9....623....7....4.9..1.....", 1},
	{"among the hardest", "98.7..6..5..9..7......8....6..4..5....3..2.......6..1.2....9..5.6.2....7..9.4.2..", 1},
	{"full", "425198367963754128781362549348675912657219834219483675532946781876521493194837256", 1},
	{"two", "349618572782359...651742389273895...195476238864231957527164893918523764436987125", 2},
	{"hundreds", "1....6.8..5.1..2....9...1...9..1......45.....6....2..8.4.....6.7....18.....3...7.", 787},
	{"16 clues", ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.....", 7309},
	{"three equal boxes", "123......456......789.........123......456......789.........123......456......789", 283576},
	{"clues clash", ".99..5.1.85.4....2432......1...69.83.9.....6.62.71...9......1945....4.37.4.3..6..", 0},
	{"none, by conclusions", "2.3.15..44..2...9..6.....3....6.9.....79.24.....5.3....2.....4..4...8..99..34.7.1", 0},
	{"full and wrong", "425198367963754128781362549348675912657219834219483675532946781876521493194837255", 0},
}

func TestKnown(t *testing.T) {
	v := new(Solver)
	for _, k := range known {
		g := read(t, k.grid)
		if n := v.Count(g, math.MaxUint64); n != k.answers {
			t.Errorf("%s: %d answers, want %d", k.name, n, k.answers)
		}
		if !v.Exhausted() || math.Abs(v.Share()-1) > 1e-9 {
			t.Errorf("%s: exhausted %t, share %v at the end", k.name, v.Exhausted(), v.Share())
		}
		var answer Grid
		if ok := v.Solve(g, &answer); ok != (k.answers > 0) {
			t.Errorf("%s: solved %t", k.name, ok)
		} else if ok {
			checkAnswer(t, g, &answer)
		}
	}
	for _, limit := range []uint64{0, 1, 1000} {
		if n := v.Count(new(Grid), limit); n != limit {
			t.Errorf("the empty grid has %d answers up to %d", n, limit)
		}
	}
}

// checkAnswer checks that an answer has the clues and keeps the rules.
func checkAnswer(tb testing.TB, g, answer *Grid) {
	tb.Helper()
	for i, v := range g {
		if v != 0 && v != answer[i] {
			tb.Fatalf("clue %d of cell %d became %d", v, i, answer[i])
		}
	}
	if n, _ := backtrack(answer, 1, func(*Grid) {}); n != 1 || slices.Contains(answer[:], 0) {
		tb.Fatalf("no answer: %v", answer)
	}
}

// backtrack counts the answers of g up to limit, and passes them to found, by
// trying the values of a blank cell with the fewest. It is the oracle: nothing
// but the rules. It gives up, known false, on grids that are too much for it.
func backtrack(g *Grid, limit uint64, found func(*Grid)) (n uint64, known bool) {
	var used [27]uint16 // values of each row, column and box
	for i, v := range g {
		for _, h := range [3]int{i / 9, 9 + i%9, 18 + i/27*3 + i%9/3} {
			if v != 0 && used[h]>>v&1 == 1 {
				return 0, true
			}
			used[h] |= 1 << v
		}
	}
	full, tries := *g, 0
	var walk func(limit uint64) uint64
	walk = func(limit uint64) uint64 {
		best, fewest, open := -1, 10, uint16(0)
		for i, v := range full {
			if v != 0 {
				continue
			}
			values := 0x3fe &^ (used[i/9] | used[9+i%9] | used[18+i/27*3+i%9/3])
			if n := bits.OnesCount16(values); n < fewest {
				best, fewest, open = i, n, values
			}
		}
		if best < 0 {
			found(&full)
			return 1
		}
		n := uint64(0)
		for ; open != 0 && n < limit && tries < 1_000_000; open &= open - 1 {
			tries++
			bit := open & -open
			for _, h := range [3]int{best / 9, 9 + best%9, 18 + best/27*3 + best%9/3} {
				used[h] ^= bit
			}
			full[best] = uint8(bits.TrailingZeros16(bit))
			n += walk(limit - n)
			full[best] = 0
			for _, h := range [3]int{best / 9, 9 + best%9, 18 + best/27*3 + best%9/3} {
				used[h] ^= bit
			}
		}
		return n
	}
	n = walk(limit)
	return n, n == limit || tries < 1_000_000
}

// solved returns a random full grid: the first answer of a grid with few random
// clues, as there are some.
func solved(r *rand.Rand, v *Solver) *Grid {
	for {
		g, answer := new(Grid), new(Grid)
		for _, i := range r.Perm(81)[:11] {
			g[i] = uint8(1 + r.IntN(9))
		}
		if v.Solve(g, answer) {
			return answer
		}
	}
}

// puzzle returns a grid with clues of a random answer, about so many, some of
// which may be changed.
func puzzle(r *rand.Rand, v *Solver, clues, changed int) *Grid {
	g := solved(r, v)
	at := r.Perm(81)
	for _, i := range at[clues:] {
		g[i] = 0
	}
	for _, i := range at[:min(changed, clues)] {
		g[i] = uint8(1 + r.IntN(9))
	}
	return g
}

// compareWithOracle compares all that the solver says of g with the answers that
// backtracking finds, up to limit.
func compareWithOracle(tb testing.TB, v *Solver, g *Grid, limit uint64) {
	tb.Helper()
	want := map[Grid]bool{}
	n, known := backtrack(g, limit, func(a *Grid) { want[*a] = true })
	if !known {
		return
	}
	if got := v.Count(g, limit); got != n {
		tb.Fatalf("%d answers, want %d: %v", got, n, g)
	}
	complete := n < limit
	if complete {
		if got := v.Count(g, math.MaxUint64); got != n {
			tb.Fatalf("%d answers without a limit, want %d: %v", got, n, g)
		}
	}
	var first Grid
	if ok := v.Solve(g, &first); ok != (n > 0) {
		tb.Fatalf("solved: %t, but there are %d answers: %v", ok, n, g)
	}
	var union [81]uint16
	found := 0
	v.Start(g)
	for complete && v.Next(nil) {
		var a Grid
		if v.Answer(&a); found == 0 && a != first {
			tb.Fatalf("the first answer is another one: %v", g)
		}
		if !want[a] {
			tb.Fatalf("wrong or repeated answer %v of %v", a, g)
		}
		delete(want, a)
		found++
		for i, w := range a {
			union[i] |= 1 << w
		}
	}
	if complete {
		if got, done := v.Candidates(g, nil); !done || got != union {
			tb.Fatalf("candidates %v, want %v: %v", got, union, g)
		}
	}
}

// TestRandom compares with backtracking on grids with any number of clues, some
// of which are wrong, and on grids whose clues are few enough for many answers.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v := new(Solver)
	tally := map[string]int{}
	for range 3000 {
		g := puzzle(r, v, 20+r.IntN(62), max(0, r.IntN(5)-2))
		compareWithOracle(t, v, g, 300)
		switch n := v.Count(g, 300); n {
		case 0:
			tally["none"]++
		case 1:
			tally["one"]++
		case 300:
			tally["too many"]++
		default:
			tally["several"]++
		}
	}
	for _, kind := range []string{"none", "one", "several", "too many"} {
		if tally[kind] < 100 {
			t.Errorf("only %d grids with %s answers: the test has become weak", tally[kind], kind)
		}
	}
	t.Log(tally)
}

// TestStop: a search that is stopped says so, and goes on where it was.
func TestStop(t *testing.T) {
	g := read(t, known[8].grid)
	v := new(Solver)
	v.Start(g)
	n, stops := uint64(0), 0
	for !v.Exhausted() {
		asked := 0
		for v.Next(func() bool { asked++; return asked < 3 }) {
			n++
		}
		stops++
	}
	if n != known[8].answers || stops < 10 {
		t.Errorf("%d answers in %d parts", n, stops)
	}
	if _, complete := v.Candidates(g, func() bool { return false }); complete {
		t.Error("candidates that were stopped are complete")
	}
}

// TestCountStop: a count that is stopped says so, and counted no more than there
// is, and never less than before.
func TestCountStop(t *testing.T) {
	g := read(t, known[8].grid)
	v := new(Solver)
	for stop := range 12 {
		asked, last := 0, uint64(0)
		n, complete := v.CountUpTo(g, math.MaxUint64, func(counted uint64, share float64) bool {
			if counted < last || counted > known[8].answers || share < 0 || share > 1 {
				t.Errorf("counted %d after %d, share %v", counted, last, share)
			}
			last = counted
			asked++
			return asked <= stop
		})
		if stopped := asked > stop; complete == stopped || v.Exhausted() == stopped || n < last || n > known[8].answers {
			t.Errorf("stopped %t at question %d: complete %t, exhausted %t, %d answers after %d",
				stopped, asked, complete, v.Exhausted(), n, last)
		}
	}
}

// TestMemory: a count with a memory finds what the walk from answer to answer
// finds, for every limit, with fewer guesses.
func TestMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	v := new(Solver)
	walked, counted := int64(0), int64(0)
	for range 60 {
		g := puzzle(r, v, 20+r.IntN(4), 0)
		v.Start(g)
		n := uint64(0)
		for n < 20_000 && v.Next(nil) {
			n++
		}
		if n == 20_000 {
			continue
		}
		walked += v.Guesses
		for _, limit := range []uint64{math.MaxUint64, n + 1, n, n / 2, 1} {
			v.Start(g)
			c := counter{Solver: v, limit: limit, fewOpen: fewOpenLong, memory: make(memory, memorySize)}
			if c.count(0); c.n != min(n, limit) || c.stopped {
				t.Fatalf("%d answers up to %d, want %d: %v", c.n, limit, n, g)
			}
			if limit > n {
				counted += v.Guesses
				if math.Abs(v.Share()-1) > 1e-9 {
					t.Errorf("share %v at the end", v.Share())
				}
			}
		}
	}
	if counted /= 2; counted == 0 || 3*counted > 2*walked {
		t.Errorf("%d guesses to count, %d to walk: the memory is of little use", counted, walked)
	}
}

// TestNoAllocation: the solver works in the memory that it has.
func TestNoAllocation(t *testing.T) {
	v := new(Solver)
	var answer Grid
	for _, k := range known {
		g := read(t, k.grid)
		if n := testing.AllocsPerRun(10, func() {
			v.Solve(g, &answer)
			v.Count(g, 100)
			v.Candidates(g, nil)
		}); n != 0 {
			t.Errorf("%s: %v allocations", k.name, n)
		}
	}
}

// TestTables checks what the tables are to mean, on all sets.
func TestTables(t *testing.T) {
	total, ways := 0, [512]int{}
	for x := range 512 {
		union, n := uint32(0), 0
		for _, p := range permutations {
			if p&x == p {
				union |= tab.cellsOf[p]
				n++
			}
		}
		ways[x] = n
		if tab.possible[x] != union || tab.freedom[x] != openness[n] {
			t.Errorf("set %o: possible %o with openness %d, want %o with %d", x, tab.possible[x], tab.freedom[x], union, openness[n])
		}
		total += n
	}
	for x, n := range ways {
		if n < 2 {
			continue
		}
		first, others := tab.firstWay[x], tab.otherWays[x]
		if ways[first]+ways[others] != ways[x] || ways[first] == 0 || ways[others] == 0 {
			t.Errorf("set %o with %d ways was split into %d and %d", x, n, ways[first], ways[others])
		}
	}
	if total != 6*64 {
		t.Errorf("%d permutations in all sets", total)
	}
}

// FuzzSolver compares with backtracking on clues made of the bytes.
func FuzzSolver(f *testing.F) {
	for _, k := range known {
		g := read(f, k.grid)
		f.Add(g[:])
	}
	v := new(Solver)
	f.Fuzz(func(t *testing.T, data []byte) {
		g, clues := new(Grid), 0
		for i, b := range data[:min(len(data), 81)] {
			if g[i] = b % 10; g[i] != 0 {
				clues++
			}
		}
		if clues < 17 {
			return // backtracking may take too long
		}
		compareWithOracle(t, v, g, 50)
	})
}

// TestGenerated: propagate.go is what generate.go writes.
func TestGenerated(t *testing.T) {
	program, err := filepath.Abs("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", program)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(filepath.Join(cmd.Dir, "propagate.go"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile("propagate.go"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("propagate.go is another one (%v): go generate ./internal/kernel/sudoku", err)
	}
}
