package sudoku_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/sudoku"
)

// TestKernelAgrees compares the answers of the kernel, one by one, with those of
// the engine, on grids with no answer, one, and many.
func TestKernelAgrees(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	tally := map[bool]int{}
	for range 150 {
		clues := fullGrid(r, 3, 3)
		for _, i := range r.Perm(81)[:35+r.IntN(20)] {
			clues[i] = 0
		}
		if r.IntN(3) == 0 {
			clues[r.IntN(81)] = 1 + r.IntN(9)
		}
		p, err := sudoku.New(3, 3, clues)
		if err != nil {
			t.Fatal(err)
		}
		n, err := clew.Count(ctx, p, clew.Limit(2000))
		if err != nil {
			continue // too many to keep
		}
		answers := func(m clew.Method) (list []string) {
			var report clew.Report
			for s, err := range clew.All(ctx, p, clew.WithMethod(m), clew.WithReport(&report)) {
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, p.Line(s.Values()))
			}
			if report.Method != m || !report.Complete || report.Solutions != int64(len(list)) {
				t.Errorf("report %+v", report)
			}
			return list
		}
		want, got := answers(clew.Propagate), answers(clew.Kernel)
		if !slices.Equal(got, answers(clew.Kernel)) {
			t.Error("the order of the answers changes from run to run")
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || n.Int64() != int64(len(want)) {
			t.Errorf("%s: %d answers, %d counted, want %d", p.Line(clues), len(got), n, len(want))
		}
		u, err := clew.Unique(ctx, p)
		if err != nil || u.Unique() != (len(want) == 1) || len(u.Solutions) != min(len(want), 2) {
			t.Errorf("%s: unique %+v, %v", p.Line(clues), u, err)
		}
		tally[len(want) > 0]++
	}
	if tally[true] < 20 || tally[false] < 20 {
		t.Errorf("only %d grids with answers and %d without", tally[true], tally[false])
	}
}

// TestKernelReport: auto takes the kernel for 9 x 9 grids and says so; orders
// are the engine's, and other sizes and steps are not for it.
func TestKernelReport(t *testing.T) {
	ctx := context.Background()
	nine, four := parse(t, lesson), parse(t, "1... ..2. .3.. ...4")
	method := func(p clew.Problem, opts ...clew.Option) string {
		var r clew.Report
		_, err := clew.Solve(ctx, p, append(opts, clew.WithReport(&r))...)
		return fmt.Sprint(r.Method, " ", r.Why, " ", err)
	}
	const unsupported = "  unsupported: the kernel searches grids of 9 x 9 cells in boxes of 3 x 3, not of 4 x 4 in 2 x 2"
	for _, c := range []struct{ got, want string }{
		{method(nine), "kernel the problem has one: nine digits in bands of 27 cells <nil>"},
		{method(nine, clew.WithMethod(clew.Kernel)), "kernel  <nil>"},
		{method(nine, clew.WithOrder(clew.FirstFail)), "propagate too few failures to try learning <nil>"},
		{method(nine, clew.WithMethod(clew.Learn)), "learn  <nil>"},
		{method(four), "propagate too few failures to try learning <nil>"},
		{method(four, clew.WithMethod(clew.Kernel)), unsupported},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
	for _, err := range clew.Watch(ctx, nine, clew.WithMethod(clew.Kernel)) {
		if !errors.Is(err, clew.ErrUnsupported) || !strings.Contains(err.Error(), "shows no steps") {
			t.Errorf("watch: %v", err)
		}
	}
	cs, err := clew.Compare(ctx, nine, nil)
	if err != nil || len(cs) != 4 || cs[3].Method != clew.Kernel || !clew.Agree(cs) {
		t.Errorf("compare: %+v, %v", cs, err)
	}
}

// TestKernelStopped: limits and a cancelled context leave a run incomplete, with
// what was found.
func TestKernelStopped(t *testing.T) {
	empty, err := sudoku.New(3, 3, make([]int, 81))
	if err != nil {
		t.Fatal(err)
	}
	n, err := clew.Count(context.Background(), empty, clew.Limit(5000))
	if n.Int64() != 5000 || !errors.Is(err, clew.ErrLimit) {
		t.Errorf("%v, %v", n, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	found := 0
	var last error
	for _, err := range clew.All(ctx, empty) {
		if last = err; err == nil {
			found++
		}
		if found == 10000 {
			cancel()
		}
	}
	if !errors.Is(last, clew.ErrIncomplete) || !errors.Is(last, context.Canceled) || found < 10000 {
		t.Errorf("%d answers, %v", found, last)
	}
	if _, err := clew.Solve(ctx, empty); !errors.Is(err, clew.ErrIncomplete) {
		t.Errorf("solve after the end: %v", err)
	}
	if _, err := empty.TrueCandidates(ctx); !errors.Is(err, clew.ErrIncomplete) {
		t.Errorf("candidates after the end: %v", err)
	}
}

// TestKernelCountLimit: a count with a limit says by the kernel what it says by
// the engine, which goes from answer to answer: the number, whether that is all,
// and why not.
func TestKernelCountLimit(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 6))
	tally := map[string]int{}
	for range 60 {
		clues := fullGrid(r, 3, 3)
		for _, i := range r.Perm(81)[:40+r.IntN(16)] {
			clues[i] = 0
		}
		if r.IntN(4) == 0 {
			clues[r.IntN(81)] = 1 + r.IntN(9)
		}
		p, err := sudoku.New(3, 3, clues)
		if err != nil {
			t.Fatal(err)
		}
		all, err := clew.Count(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		n := all.Int64()
		for _, limit := range []int64{1, 2, 3, n - 1, n, n + 1, 1000, 1500} {
			if limit <= 0 || limit > 3000 {
				continue
			}
			count := func(m clew.Method) string {
				var report clew.Report
				got, err := clew.Count(ctx, p, clew.Limit(limit), clew.WithMethod(m), clew.WithReport(&report))
				if report.Method != m || report.Solutions != got.Int64() || report.Complete != (err == nil) {
					t.Errorf("counted %d, %v: report %+v", got, err, report)
				}
				return fmt.Sprint(got, " ", errors.Is(err, clew.ErrLimit), " ", err)
			}
			if got, want := count(clew.Kernel), count(clew.Propagate); got != want {
				t.Errorf("%s, limit %d of %d: got %s, want %s", p.Line(clues), limit, n, got, want)
			}
			switch {
			case n == 0:
				tally["none"]++
			case n < limit:
				tally["below"]++
			case n == limit:
				tally["just"]++
			default:
				tally["above"]++
			}
		}
	}
	for _, k := range []string{"none", "below", "just", "above"} {
		if tally[k] < 20 {
			t.Errorf("only %d limits of the kind %q", tally[k], k)
		}
	}
}

// TestKernelCountLimitStopped: such a count shows progress and heeds its context,
// and what it has counted by then is no more than there is.
func TestKernelCountLimitStopped(t *testing.T) {
	empty, err := sudoku.New(3, 3, make([]int, 81))
	if err != nil {
		t.Fatal(err)
	}
	const limit = 1 << 40
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	shown := int64(0)
	n, err := clew.Count(ctx, empty, clew.Limit(limit), clew.WithProgress(time.Nanosecond, func(r clew.Report) {
		if r.Solutions < shown || r.Share < 0 || r.Share > 1 {
			t.Errorf("progress %+v after %d answers", r, shown)
		}
		if shown = r.Solutions; shown > 10_000 {
			cancel()
		}
	}))
	if n.Int64() < shown || n.Int64() >= limit || shown <= 10_000 || !errors.Is(err, context.Canceled) || !errors.Is(err, clew.ErrIncomplete) {
		t.Errorf("%v after %d, %v", n, shown, err)
	}
	if n, err := clew.Count(ctx, empty, clew.Limit(limit)); n.Sign() != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v, %v", n, err)
	}
}

// TestTrueCandidates compares with the values of all answers.
func TestTrueCandidates(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 60 {
		shape := [][2]int{{3, 3}, {2, 2}, {2, 3}}[round%3]
		n := shape[0] * shape[1]
		clues := fullGrid(r, shape[0], shape[1])
		for _, i := range r.Perm(n * n)[:n*n*(3+r.IntN(4))/10] {
			clues[i] = 0
		}
		if r.IntN(4) == 0 {
			clues[0] = 1 + clues[0]%n
		}
		p, err := sudoku.New(shape[0], shape[1], clues)
		if err != nil {
			t.Fatal(err)
		}
		want := make([][]int, n*n)
		for s, err := range clew.All(ctx, p, clew.WithMethod(clew.Propagate)) {
			if err != nil {
				t.Fatal(err)
			}
			for i, v := range s.Values() {
				if !slices.Contains(want[i], v) {
					want[i] = append(want[i], v)
				}
			}
		}
		for i := range want {
			slices.Sort(want[i])
			want[i] = append([]int{}, want[i]...)
		}
		got, err := p.TrueCandidates(ctx)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Fatalf("%s: %v\n%s", p.Line(clues), err, diff)
		}
	}
	empty, _ := sudoku.New(3, 3, make([]int, 81))
	got, err := empty.TrueCandidates(ctx)
	if err != nil || len(slices.Concat(got...)) != 729 {
		t.Errorf("the empty grid: %v, %v", got, err)
	}
}
