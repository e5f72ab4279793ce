package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestReadSpecTests: which tests of a header belong to the suite, and with which
// arguments they are run.
func TestReadSpecTests(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "m.mzn")
	text := `/***
!Test
solvers: [chuffed]
extra_files: [d.dzn]
options:
  all_solutions: true
  -D: n = 3
  -O2: true
  debug: false
expected: !Result
  solution: !SolutionSet
  - !Solution {x: 1}
  - !Solution {x: 2}
--- !Test
solvers: [cbc]
expected: !Result
--- !Test
type: compile
expected: !FlatZinc m.fzn
--- !Test
expected: !Error
  regex: .*
***/
var 1..2: x;
`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	tests, others, err := readSpecTests(folder, file)
	if err != nil || len(tests) != 1 || others != 3 {
		t.Fatalf("%d tests, %d others, %v", len(tests), others, err)
	}
	got := tests[0]
	want := []string{"-a", "-D", "n = 3", "-O2", file, filepath.Join(folder, "d.dzn")}
	if got.Name != "m.mzn#1" || got.Group != "all" || !slices.Equal(got.arguments(), want) {
		t.Errorf("%+v, arguments %q", got, got.arguments())
	}
}

// TestSatisfies: which outputs meet an expected result.
func TestSatisfies(t *testing.T) {
	const (
		one  = "{\"x\": 1, \"y\": 5}\n----------\n"
		two  = "{\"x\": 2, \"y\": 5}\n----------\n"
		done = "==========\n"
	)
	for _, c := range []struct {
		name, want, output string
		all, met           bool
	}{
		{"named members are enough", "!Result {solution: !Solution {x: 1}}", one, false, true},
		{"another value", "!Result {solution: !Solution {x: 3}}", one, false, false},
		{"a member that is not there", "!Result {solution: !Solution {z: 1}}", one, false, false},
		{"the last answer counts", "!Result {solution: !Solution {x: 2}}", one + two, false, true},
		{"a status", "!Result {status: ALL_SOLUTIONS}", one + done, true, true},
		{"another status", "!Result {status: ALL_SOLUTIONS}", one, true, false},
		{"no answer", "!Result {status: UNSATISFIABLE}", unsatisfiable + "\n", false, true},
		{"a set in any order", "!Result {solution: !SolutionSet [!Solution {x: 2}, !Solution {x: 1}]}", one + two + done, true, true},
		{"a set with one missing", "!Result {solution: !SolutionSet [!Solution {x: 2}, !Solution {x: 1}]}", one + done, true, false},
		{"a list in its order", "!Result {solution: [!Solution {x: 1}, !Solution {x: 2}]}", one + two + done, true, true},
		{"a list in another order", "!Result {solution: [!Solution {x: 2}, !Solution {x: 1}]}", one + two + done, true, false},
	} {
		docs, err := readYAML(c.want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseJSONAnswers("% comment\n"+c.output, c.all, false)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got.satisfies(docs[0], c.all) != c.met {
			t.Errorf("%s: satisfies is %t", c.name, !c.met)
		}
	}
	if got, err := parseJSONAnswers(one+done, false, true); err != nil || got.Status != "OPTIMAL_SOLUTION" {
		t.Errorf("status of an optimum: %v, %v", got, err)
	}
}
