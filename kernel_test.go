package clew_test

import (
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
)

// tally is a Counter of steps answers, told one by one, times scale.
type tally struct {
	clew.Problem
	steps int
	scale *big.Int
	err   error
}

func (p tally) Kernel() (string, error) { return "told", p.err }

func (p tally) CountAll(goOn func(*big.Int, float64) bool) (*big.Int, bool) {
	n := new(big.Int)
	for i := range p.steps {
		if !goOn(n, float64(i)/float64(p.steps)) {
			return n, false
		}
		n.Add(n, p.scale)
	}
	return n, true
}

func counting(steps int, scale *big.Int) tally {
	m := clew.NewModel("tally")
	m.IntVar("x", 1, 7)
	return tally{Problem: m, steps: steps, scale: scale}
}

// TestKernel: Auto counts by a kernel where it can, and says so; who asks for
// something else gets it.
func TestKernel(t *testing.T) {
	p := counting(3, big.NewInt(100)) // not what the model has, to tell them apart
	beyond := p
	beyond.err = clew.ErrUnsupported
	for _, c := range []struct {
		name string
		p    clew.Problem
		opts []clew.Option
		want int64
		by   clew.Method
		err  error
	}{
		{"auto", p, nil, 300, clew.Kernel, nil},
		{"asked for", p, []clew.Option{clew.WithMethod(clew.Kernel)}, 300, clew.Kernel, nil},
		{"asked for, with an order of others", p, []clew.Option{clew.WithMethod(clew.Kernel), clew.WithOrder(clew.FirstFail)}, 300, clew.Kernel, nil},
		{"engine", p, []clew.Option{clew.WithMethod(clew.Propagate)}, 7, clew.Propagate, nil},
		{"order", p, []clew.Option{clew.WithOrder(clew.InputOrder)}, 7, clew.Propagate, nil},
		{"values", p, []clew.Option{clew.WithValues(clew.Descending)}, 7, clew.Propagate, nil},
		{"free", p, []clew.Option{clew.WithFree()}, 7, clew.Propagate, nil},
		{"limit", p, []clew.Option{clew.Limit(5)}, 5, clew.Propagate, clew.ErrLimit},
		{"asked for, with a limit", p, []clew.Option{clew.WithMethod(clew.Kernel), clew.Limit(5)}, 0, "", clew.ErrUnsupported},
		{"beyond it", beyond, nil, 7, clew.Propagate, nil},
		{"beyond it, asked for", beyond, []clew.Option{clew.WithMethod(clew.Kernel)}, 0, "", clew.ErrUnsupported},
		{"none", p.Problem, []clew.Option{clew.WithMethod(clew.Kernel)}, 0, "", clew.ErrUnsupported},
	} {
		var r clew.Report
		n, err := clew.Count(context.Background(), c.p, append(c.opts, clew.WithReport(&r))...)
		if !errors.Is(err, c.err) || n != nil && n.Int64() != c.want || n == nil && c.by != "" || r.Method != c.by {
			t.Errorf("%s: %v by %q, %v; want %d by %q, %v", c.name, n, r.Method, err, c.want, c.by, c.err)
		}
		if err == nil && (!r.Complete || r.Share != 1 || r.Solutions != c.want) {
			t.Errorf("%s: %+v", c.name, r)
		}
		if asked := c.name != "auto"; c.by == clew.Kernel && strings.Contains(r.Why, "told") == asked {
			t.Errorf("%s: why %q", c.name, r.Why)
		}
	}
}

// TestKernelOnlyCounts: the other verbs go without, and say so when asked.
func TestKernelOnlyCounts(t *testing.T) {
	p, kernel := counting(3, big.NewInt(100)), clew.WithMethod(clew.Kernel)
	if s, err := clew.Solve(context.Background(), p); err != nil || s == nil {
		t.Errorf("solve: %v, %v", s, err)
	}
	if _, err := clew.Solve(context.Background(), p, kernel); !errors.Is(err, clew.ErrUnsupported) {
		t.Errorf("solve by the kernel: %v", err)
	}
	if _, err := clew.Unique(context.Background(), p, kernel); !errors.Is(err, clew.ErrUnsupported) {
		t.Errorf("unique by the kernel: %v", err)
	}
	for _, err := range clew.All(context.Background(), p, kernel) {
		if !errors.Is(err, clew.ErrUnsupported) {
			t.Errorf("all by the kernel: %v", err)
		}
	}
	for _, err := range clew.Watch(context.Background(), p, kernel) {
		if !errors.Is(err, clew.ErrUnsupported) {
			t.Errorf("watch by the kernel: %v", err)
		}
	}
	// What counts wrong is found out.
	if cs, err := clew.Compare(context.Background(), p, []clew.Method{clew.Propagate, clew.Kernel}); err != nil || clew.Agree(cs) {
		t.Errorf("compare: %+v, %v", cs, err)
	}
}

// TestKernelStopped: a cancelled count says what it had, and that it is not all.
func TestKernelStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var r clew.Report
	last := -1.0
	n, err := clew.Count(ctx, counting(10, big.NewInt(5)), clew.WithReport(&r), clew.WithProgress(0, func(r clew.Report) {
		if r.Share <= last || r.Complete || r.Method != clew.Kernel {
			t.Errorf("after a share of %v: %+v", last, r)
		}
		if last = r.Share; r.Solutions >= 20 {
			cancel()
		}
	}))
	if !errors.Is(err, clew.ErrIncomplete) || !errors.Is(err, context.Canceled) || n.Int64() != 25 || r.Complete || r.Solutions != 25 {
		t.Errorf("%v, %v, %+v", n, err, r)
	}
	// A real one, in the middle of its work.
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if n, err := clew.Count(ctx, mustQueens(t, 20)); !errors.Is(err, context.DeadlineExceeded) || n.Sign() < 0 {
		t.Errorf("%v, %v", n, err)
	}
}

// TestKernelLarge: the number is exact, whatever its size; the report says as
// much as it can hold.
func TestKernelLarge(t *testing.T) {
	var r clew.Report
	n, err := clew.Count(context.Background(), counting(3, new(big.Int).Lsh(big.NewInt(1), 100)), clew.WithReport(&r))
	if err != nil || n.String() != "3802951800684688204490109616128" || r.Solutions != math.MaxInt64 {
		t.Errorf("%v, %v, %d", n, err, r.Solutions)
	}
}
