package main

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestRunLimits: a command that uses up its CPU time is killed and known to be;
// one that ends by itself, with whatever exit status, is not.
func TestRunLimits(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	limited := tool{Path: sh, limits: limits{CPU: time.Second, Output: 1000}}
	for _, c := range []struct {
		name, script string
		exit         int
		killed, cut  bool
		stdout       string
	}{
		{"ends", "echo out; echo err >&2; exit 3", 3, false, false, "out\n"},
		{"loops", "while :; do :; done", -1, true, false, ""},
		{"kills itself", "kill -9 $$", -1, false, false, ""},
		{"reads", "cat", 0, false, false, "in"},
	} {
		r, err := limited.run(t.Context(), strings.NewReader("in"), "-c", c.script)
		if err != nil || r.Exit != c.exit || r.Killed != c.killed || r.Stdout != c.stdout {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
	if r, err := limited.run(t.Context(), nil, "-c", "printf %2000d 0"); err == nil && !r.Cut {
		t.Errorf("an output that is too long: %+v", r)
	}
}

// TestTimesSummary: ratios are of models that take some time, and stopped runs
// are told.
func TestTimesSummary(t *testing.T) {
	x := newTimes("")
	ms := time.Millisecond
	x.add("short", reference{CPU: 10 * ms}, 500*ms, true)
	x.add("half", reference{CPU: 200 * ms}, 100*ms, true)
	x.add("twice", reference{CPU: 200 * ms}, 400*ms, false)
	n, unfinished, mean, worst, model := x.summary()
	if n != 2 || unfinished != 1 || mean < 0.999 || mean > 1.001 || worst != 2 || model != "twice" {
		t.Errorf("%d %d %v %v %s", n, unfinished, mean, worst, model)
	}
}
