package main

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew/bench"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		parse    func(io.Reader) (string, bool, error)
		in       string
		answers  string
		complete bool
	}{
		{parseNumber, "92\n", "92", true},
		{parseNumber, "", "", false},
		{parseGecode, "q = [1];\n----------\n==========\n%%%mzn-stat: solutions=92\n", "92", true},
		{parseGecode, "q = [1];\n----------\n%%%mzn-stat: solutions=1\n", "1", false},
		{parseClasp, "SATISFIABLE\n\nModels       : 92\nTime         : 0.0s\n", "92", true},
		{parseClasp, "SATISFIABLE\n\nModels       : 10+\n", "10+", false},
	} {
		answers, complete, err := c.parse(strings.NewReader(c.in))
		if answers != c.answers || complete != c.complete || err != nil {
			t.Errorf("%q: %q, %v, %v; want %q, %v", c.in, answers, complete, err, c.answers, c.complete)
		}
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		s    sample
		want string
	}{
		{sample{answers: "92", complete: true}, ""},
		{sample{answers: "91", complete: true}, "found 91 answers, expected 92"},
		{sample{answers: "92"}, `did not finish: found "92" answers`},
	} {
		got := ""
		if err := agree(c.s, "92"); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%+v: %q, want %q", c.s, got, c.want)
		}
	}
}

// TestRatio: the median of the rounds, or a bound where a run was stopped.
func TestRatio(t *testing.T) {
	seconds := func(xs ...int) (ss []sample) {
		for _, x := range xs {
			ss = append(ss, sample{cpu: time.Duration(x) * time.Second})
		}
		return ss
	}
	over := []sample{{cpu: 100 * time.Second, over: true}}
	for _, c := range []struct {
		own, peer []sample
		want      string
	}{
		{seconds(1, 9, 1), seconds(2, 3, 4), "0.50"},
		{seconds(1, 1), seconds(1, 2), "0.75"},
		{seconds(1, 3), over, "< 0.020"},
		{over, seconds(4, 6), "> 20.00"},
		{over, over, "?"},
	} {
		o := &outcome{samples: map[string][]sample{"clew": c.own}}
		if got := (&report{}).ratio(o, c.peer); got != c.want {
			t.Errorf("%v and %v: %s, want %s", c.own, c.peer, got, c.want)
		}
	}
}

func TestMeasure(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run")
	}
	sh := func(script string) command {
		return command{args: []string{"sh", "-c", script}, parse: parseNumber, ok: []int{30}}
	}
	s, err := measure(context.Background(), sh("echo 92; exit 30"), time.Minute)
	if err != nil || s.answers != "92" || s.over || s.cpu <= 0 {
		t.Errorf("a good run: %+v, %v", s, err)
	}
	if _, err := measure(context.Background(), sh("echo 92; echo trouble >&2; exit 1"), time.Minute); err == nil ||
		!strings.HasSuffix(err.Error(), "trouble") {
		t.Errorf("a failed run: %v", err)
	}
	s, err = measure(context.Background(), sh("exec sleep 60"), 50*time.Millisecond)
	if err != nil || !s.over {
		t.Errorf("a run over the limit: %+v, %v", s, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measure(ctx, sh("echo 92"), time.Minute); err == nil {
		t.Error("a cancelled run is no error")
	}
}

// TestReport reads the whole text of a small comparison.
func TestReport(t *testing.T) {
	r := newReport([]contender{
		{name: "clew", version: "commit 1"},
		{name: "fast", version: "2"},
		{name: "gone", missing: "not found"},
	}, 1, time.Minute)
	r.date = time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC)
	r.add(&outcome{bench.Case{Name: "queens 8", Answers: "92"}, map[string][]sample{
		"clew": {{cpu: time.Second, memory: 5e6}},
		"fast": {{cpu: 2 * time.Second, memory: 7e6}},
	}})
	var b strings.Builder
	if err := r.write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"on 2020-01-02: all answers counted, one core, 1 rounds",
		"\ngone: missing (not found).\n",
		"\n| case | answers | clew | fast |\n| --- | --- | --- | --- |\n| queens 8 | 92 | 1.000 | 2.000 |\n",
		"\n| case | fast |\n| --- | --- |\n| queens 8 | 0.50 |\n",
		"\n| case | clew | fast |\n| --- | --- | --- |\n| queens 8 | 5 | 7 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
