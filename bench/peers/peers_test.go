package main

import (
	"context"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		parse func(io.Reader) (result, error)
		in    string
		want  result
	}{
		{parseNumber, "92\n", result{"92", true, ""}},
		{parseNumber, "", result{}},
		{parseGecode, "q = [1];\n----------\n==========\n%%%mzn-stat: solutions=92\n", result{"92", true, ""}},
		{parseGecode, "q = [1];\n----------\n%%%mzn-stat: solutions=1\n", result{"1", false, ""}},
		{parseClasp, "SATISFIABLE\n\nModels       : 92\nTime         : 0.0s\n", result{"92", true, ""}},
		{parseClasp, "SATISFIABLE\n\nModels       : 10+\n", result{"10+", false, ""}},
		// An improving answer is not the best one until that is proved.
		{parseSolved, "% bound\nend = 60;\n----------\nend = 55;\n----------\n==========\n%%%mzn-stat: failures=7\n", result{"55", true, "7"}},
		{parseSolved, "end = 60;\n----------\n", result{"60", false, ""}},
		{parseSolved, "%%%mzn-stat: failures=7\n\n----------\n%%%mzn-stat: failures=9\n", result{bench.Satisfiable, true, "9"}},
		{parseSolved, "=====UNSATISFIABLE=====\n", result{}},
		{parseSolved, "==========\n", result{}},
	} {
		got, err := c.parse(strings.NewReader(c.in))
		if got != c.want || err != nil {
			t.Errorf("%q: %+v, %v; want %+v", c.in, got, err, c.want)
		}
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		s    sample
		want string
	}{
		{sample{result: result{answers: "92", complete: true}}, ""},
		{sample{result: result{answers: "91", complete: true}}, "found 91, expected 92"},
		{sample{result: result{answers: "92"}}, `did not finish: found "92"`},
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
		if got := ratio(c.own, c.peer); got != c.want {
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
	r.add(&outcome{name: "queens 8", want: "92", aims: []bench.Aim{{Peer: "fast", Factor: 2}, {Peer: "fast", Factor: 2.5}, {Peer: "gone", Factor: 2}}, samples: map[string][]sample{
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
		"\n| case | fast |\n| --- | --- |\n| queens 8 | 2.00 |\n",
		"\n| queens 8 | fast | 2 | 2.00 | met |\n| queens 8 | fast | 2.5 | 2.00 | missed: clew would have to take 20 % less |\n| queens 8 | gone | 2 | | not measured |\n",
		"\nBattleships: missing",
		"\n| case | clew | fast |\n| --- | --- | --- |\n| queens 8 | 5 | 7 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestLearningReport reads the tables that the other report has not.
func TestLearningReport(t *testing.T) {
	r := newReport([]contender{{name: "clew auto"}, {name: "clew learn"}, {name: "fast"}, {name: "gone", missing: "not found"}}, 2, time.Minute)
	at := func(seconds int, conflicts string) sample {
		return sample{cpu: time.Duration(seconds) * time.Second, result: result{conflicts: conflicts}}
	}
	r.add(&outcome{name: "golomb 4", want: "6", samples: map[string][]sample{
		"clew auto":  {at(2, "90"), at(4, "90")},
		"clew learn": {{cpu: time.Minute, over: true}},
		"fast":       {at(1, "60"), at(2, "60")},
	}})
	var b strings.Builder
	if err := r.writeLearning(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n| case | objective | clew auto | clew learn | fast |\n| --- | --- | --- | --- | --- |\n| golomb 4 | 6 | 3.000 | > 60 | 1.500 |\n",
		"clew auto divided by the peer's, median of the rounds\n\n| case | fast |\n| --- | --- |\n| golomb 4 | 2.00 |\n",
		"clew learn divided by the peer's, median of the rounds\n\n| case | fast |\n| --- | --- |\n| golomb 4 | > 40.00 |\n",
		"\n| golomb 4 | 90 | not known | 60 |\n",
		"\n| golomb 4 | 30 | not known | 40 |\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestFlatZinc counts the parts of each case's text, and compares a small one
// word for word.
func TestFlatZinc(t *testing.T) {
	for i, want := range []map[string]int{
		{"int_lin_eq(": 36, "int_ne(": 36 * 35 / 2, "int_lt(": 9, "minimize m8;": 1},
		{"int_lin_le(": 36, "int_lin_le_reif(": 6 * 15 * 2, "bool_clause(": 6 * 15, "minimize end;": 1},
		{"int_lin_le(": 50, "int_lin_le_reif(": 5 * 45 * 2, "bool_clause(": 5 * 45, "minimize end;": 1},
		{"int_lin_le(": 16, "int_lin_le_reif(": 8 * 6 * 2, "bool_clause(": 8 * 6, "minimize end;": 1},
		{"int_lin_le(": 16, "int_lin_le_reif(": 8 * 6 * 2, "bool_clause(": 8 * 6, "minimize end;": 1},
		{"int_ne(": 2 * 30 * 435, "var 0..29:": 380, "satisfy;": 1},
	} {
		c := bench.LearningCases()[i]
		text, err := flatZinc(c)
		if err != nil {
			t.Fatal(err)
		}
		for part, n := range want {
			if got := strings.Count(text, part); got != n {
				t.Errorf("%s: %d times %s, want %d", c.Name, got, part, n)
			}
		}
	}
	if _, err := flatZinc(bench.LearningCase{Model: "unheard of"}); err == nil {
		t.Error("an unknown model is no error")
	}
	got, err := flatZinc(bench.LearningCase{Model: "jobshop", Jobs: [][][2]int{{{0, 3}, {1, 2}}, {{0, 4}}}})
	want := `var 0..9: end :: output_var;
var 0..9: s0_0;
var 0..9: s0_1;
var 0..9: s1_0;
var bool: b1;
var bool: b2;
constraint int_lin_le([1,-1],[s0_0,s0_1],-3);
constraint int_lin_le([1,-1],[s0_1,end],-2);
constraint int_lin_le([1,-1],[s1_0,end],-4);
constraint int_lin_le_reif([1,-1],[s1_0,s0_0],-4,b1);
constraint int_lin_le_reif([1,-1],[s0_0,s1_0],-3,b2);
constraint bool_clause([b1,b2],[]);
solve minimize end;
`
	if got != want || err != nil {
		t.Errorf("got\n%s%v, want\n%s", got, err, want)
	}
}

// TestPrintSolution reads clew's own output back.
func TestPrintSolution(t *testing.T) {
	var b strings.Builder
	if err := printSolution(context.Background(), &b, "job shop ft06", clew.Learn); err != nil {
		t.Fatal(err)
	}
	got, err := parseSolved(strings.NewReader(b.String()))
	if err != nil || agree(sample{result: got}, "55") != nil || got.conflicts == "" {
		t.Errorf("%q reads as %+v, %v", b.String(), got, err)
	}
	if err := printSolution(context.Background(), &b, "nothing", clew.Learn); err == nil {
		t.Error("an unknown case is no error")
	}
}

// TestWrongCount: a peer that finds another number is not timed, and told of;
// clew itself must find the right one.
func TestWrongCount(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh to run")
	}
	prints := func(n string) job { return counting([]string{"sh", "-c", "echo " + n}) }
	c := comparison{rounds: 1, limit: time.Minute}
	o, err := c.runCase(context.Background(), "queens 8", "92", []entry{{"clew", prints("92")}, {"peer", prints("91")}})
	if err != nil || len(o.samples["clew"]) != 1 || o.samples["peer"] != nil || o.wrong["peer"] != "91" {
		t.Fatalf("got %+v, %v", o, err)
	}
	r := newReport([]contender{{name: "clew"}, {name: "peer"}}, 1, time.Minute)
	r.add(o)
	var b strings.Builder
	if err := r.write(&b); err != nil || !strings.Contains(b.String(), "\n| queens 8 | wrong: 91 |\n") {
		t.Errorf("%v, report\n%s", err, b.String())
	}
	if _, err := c.runCase(context.Background(), "queens 8", "92", []entry{{"clew", prints("91")}}); err == nil {
		t.Error("a wrong number of clew's is no error")
	}
}
