package main

import (
	"strings"
	"testing"
)

// TestDifference: each comparison sees what it has to see.
func TestDifference(t *testing.T) {
	const (
		one   = "x = 1;\ny = 2;\n----------\n"
		other = "y = 2;\nx = 1;\n----------\n" // the same answer
		two   = "x = 2;\ny = 2;\n----------\n"
		done  = "==========\n"
		none  = "=====UNSATISFIABLE=====\n"
	)
	for _, c := range []struct {
		name      string
		compare   comparison
		want, got string
		equal     bool
	}{
		{"order of lines", sameOrder, one + two + done, other + two + done, true},
		{"order of answers", sameOrder, one + two + done, two + one + done, false},
		{"not complete", sameOrder, one + two + done, one + two, false},
		{"set", sameSet, one + two + done, two + one + done, true},
		{"set, twice", sameSet, one + two + done, two + one + two + done, false},
		{"set, missing", sameSet, one + two + done, two + done, false},
		{"set, too many", sameSet, one + done, one + two + done, false},
		{"first", first, one, one + two, true},
		{"first, other", first, one, two + one, false},
		{"first, none", first, one, none, false},
		{"optimum", optimum, one + done, two + "x = 1;\ny = 3;\n----------\n" + done, true},
		{"optimum, worse", optimum, one + done, two + done, false},
		{"optimum, not proved", optimum, one + done, one, false},
		{"unsat", unsat, "", none, true},
		{"unsat, answer", unsat, "", one, false},
		{"some answer", hasAnswer, one, two, true},
		{"no answer", hasAnswer, one, none, false},
	} {
		fc := flatzincCase{Text: "solve minimize x;", Compare: c.compare}
		if d := fc.difference(parseFlatzinc(c.want), parseFlatzinc(c.got)); (d == "") != c.equal {
			t.Errorf("%s: %q", c.name, d)
		}
	}
}

// TestTranslate: only names of constraints are replaced.
func TestTranslate(t *testing.T) {
	text := "predicate count(array [int] of var int: x);\nconstraint count(xs, y, count);\nconstraint int_eq(a, b);\n"
	want := strings.Replace(text, "constraint count(", "constraint clew_count_eq(", 1)
	if got := translate(text, false); got != want {
		t.Errorf("got %s", got)
	}
	if got := translate(`{ "id" : "huub_all_different_int", "args": ["count"]}`, true); got != `{ "id" : "clew_all_different", "args": ["count"]}` {
		t.Errorf("got %s", got)
	}
}

// TestFixAnswer: the values of an answer become constraints.
func TestFixAnswer(t *testing.T) {
	got, ok := fixAnswer("var 1..2: x;\nsolve maximize x;\n", "x=1;\nq=array1d(1..2,[3,true]);")
	want := "var 1..2: x;\nconstraint int_eq(x,1);\nconstraint int_eq(q[1],3);\nconstraint bool_eq(q[2],true);\nsolve satisfy;\n"
	if !ok || got != want {
		t.Errorf("%t, %s", ok, got)
	}
	if _, ok := fixAnswer("solve satisfy;", "s={1,2};"); ok {
		t.Error("a set is no constraint here")
	}
}

// TestGecodeCases: tests are found in C++ with their strings.
func TestGecodeCases(t *testing.T) {
	text := `
  (void) new FlatZincTest("one", "var 1..2: x; \
solve satisfy;\n\
", "x = 1;\n" "----------\n");
  (void) new FlatZincTest("two", std::string("var 1..2: x;") +
     "solve maximize x;", R"OUT(x = 2;
----------
==========
)OUT", true);
  (void) new FlatZincTest("three", source(3), "", false, {"-r", "1"});
`
	cases, err := gecodeCases(text)
	if err != nil || len(cases) != 3 {
		t.Fatalf("%v, %v", cases, err)
	}
	if c := cases[0]; c.Name != "one" || c.Text != "var 1..2: x; solve satisfy;\n" || c.Want != "x = 1;\n----------\n" || c.Compare != anyAnswer {
		t.Errorf("%+v", c)
	}
	if c := cases[1]; c.Text != "var 1..2: x;solve maximize x;" || c.Want != "x = 2;\n----------\n==========\n" || c.Compare != optimum || c.Flags == nil {
		t.Errorf("%+v", c)
	}
	if c := cases[2]; c.Compare != cannotCompare {
		t.Errorf("%+v", c)
	}
}

// TestReadAnswers: sets of printed answers, whatever their order.
func TestReadAnswers(t *testing.T) {
	read := func(text string) *answerSet {
		s, err := readAnswers(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	a := read("x\n----------\n% note\ny\nz\n----------\n==========\n")
	b := read("y\nz\n----------\nx\n----------\nx\n----------\n==========\n")
	c := read("x\n----------\ny\n----------\n==========\n")
	if a.Len() != 2 || b.Len() != 2 || b.Printed != 3 || !a.Complete || a.Hash() != b.Hash() {
		t.Errorf("%v %v", a, b)
	}
	if a.Hash() == c.Hash() || a.missing(c) != "y\nz\n" || a.missing(b) != "" {
		t.Errorf("%v differs from %v", a, c)
	}
	if read("x\n----------\n").Complete || !read("=====UNSATISFIABLE=====\n").Complete || read("=====ERROR=====\n").Other == "" {
		t.Error("how runs end")
	}
}

// TestReferenceLine: what is kept is read as it was.
func TestReferenceLine(t *testing.T) {
	r := reference{Model: "a.mzn", Digest: "00", Status: enumeratedBy, Answers: 3, Hash: "ff", CPU: 12e6, Limit: 3e9}
	if got, err := parseReference(r.line()); err != nil || got != r {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := parseReference("a\tb\n"); err == nil {
		t.Error("a line of two columns")
	}
}

// TestExplain: only failures are explained, and only those that are listed.
func TestExplain(t *testing.T) {
	list := parseKnown("# note\ta\tb\nhuub\tone\twhy\nhuub\tfamily_*\ttoo\n")
	for _, c := range []struct {
		suite, name string
		verdict     verdict
		want        verdict
	}{
		{"huub", "one", failed, explained},
		{"huub", "one", passed, passed},
		{"huub", "two", failed, failed},
		{"huub", "family_7", failed, explained},
		{"gecode", "one", failed, failed},
	} {
		if got := explain(list, c.suite, outcome{Case: c.name, Verdict: c.verdict}); got.Verdict != c.want {
			t.Errorf("%v: %v", c, got.Verdict)
		}
	}
	for _, k := range parseKnown(knownText) {
		if k.Reason == "" {
			t.Errorf("%s %s has no reason", k.Suite, k.Case)
		}
	}
}
