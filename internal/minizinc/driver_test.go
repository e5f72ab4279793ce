package minizinc

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// driver is minizinc with clew installed as a solver.
type driver struct{ dir string }

// newDriver builds fzn-clew and installs it into a folder of the test.
func newDriver(t *testing.T) driver {
	t.Helper()
	if _, err := exec.LookPath(Command); err != nil {
		t.Skip("minizinc is not installed: it is not tested that it runs clew")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "fzn-clew")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/fzn-clew").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := Install(filepath.Join(dir, "solvers"), Solver{Executable: program}); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"queens.mzn": `include "alldifferent.mzn";
int: n;
array [0..n - 1] of var 1..n: q;
constraint alldifferent(q);
constraint alldifferent([q[i] + i | i in 0..n - 1]);
constraint alldifferent([q[i] - i | i in 0..n - 1]);
solve :: int_search(q, first_fail, indomain_min) satisfy;
output ["\(q)\n"];
`,
		"best.mzn": `var 0..3: x;
var 0..3: y;
constraint x + y <= 4;
solve :: int_search([x, y], input_order, indomain_min) maximize 2 * x + y;
output ["\(x) \(y)\n"];
`,
		"hidden.mzn": `var 1..5: x;
var 1..5: y;
constraint x < y;
solve :: int_search([y, x], input_order, indomain_max) satisfy;
output ["x is \(x)\n"];
`,
		"none.mzn": `array [1..3] of var 1..2: x;
constraint forall (i, j in 1..3 where i < j) (x[i] != x[j]);
solve satisfy;
`,
		"many.mzn": `array [1..70] of var 0..1: x;
solve satisfy;
`,
		// MiniZinc 2.6.4 compiles this to nothing where a library declares
		// bool_clause_reif without a body.
		"nested.mzn": `var bool: c;
var bool: d;
constraint not (not (true xor c) -> ((d -> c) xor false));
solve satisfy;
`,
		"float.mzn": `var 0.0..1.0: x;
constraint x * x < 0.5;
solve satisfy;
`,
		"large.mzn": `var 0..1000000000: x;
var 0..1000000000: y;
var 0..1000000000: z;
constraint x = 2 * y + z;
solve satisfy;
output ["\(x) \(y) \(z)\n"];
`,
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return driver{dir}
}

// run runs minizinc with clew.
func (d driver) run(t *testing.T, args ...string) (stdout, stderr string, exit int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), Command, append([]string{"--solver", "clew"}, args...)...)
	cmd.Dir = d.dir
	cmd.Env = append(os.Environ(), "MZN_SOLVER_PATH="+filepath.Join(d.dir, "solvers"), "HOME="+d.dir)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	var code *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &code) {
		t.Fatal(err)
	}
	return out.String(), err.String(), cmd.ProcessState.ExitCode()
}

// TestDriver has minizinc run clew with the options that people use.
func TestDriver(t *testing.T) {
	d := newDriver(t)
	const four = `(?:\[\d, \d, \d, \d\]\n-{10}\n)`
	for _, c := range []struct {
		args string
		want string // of stdout, the whole
	}{
		{"queens.mzn -D n=4", four},
		{"queens.mzn -D n=4 -a", `\[2, 4, 1, 3\]\n-{10}\n\[3, 1, 4, 2\]\n-{10}\n={10}\n`},
		{"queens.mzn -D n=4 -n 1", four},
		{"queens.mzn -D n=4 -n 5", four + `{2}={10}\n`},
		{"queens.mzn -D n=8 -n 3", `(?:\[.*\]\n-{10}\n){3}`},
		{"queens.mzn -D n=8 -a", `(?:\[.*\]\n-{10}\n){92}={10}\n`},
		{"queens.mzn -D n=8 -a -f -p 2 -r 7", `(?:\[.*\]\n-{10}\n){92}={10}\n`},
		{"queens.mzn -D n=8 -a --non-unique", `(?:\[.*\]\n-{10}\n){92}={10}\n`},
		{"queens.mzn -D n=3 -a", `={5}UNSATISFIABLE={5}\n`},
		{"none.mzn", `={5}UNSATISFIABLE={5}\n`},
		{"nested.mzn", `={5}UNSATISFIABLE={5}\n`},
		{"hidden.mzn -a --non-unique", `x is 4\n-{10}\nx is 3\n-{10}\nx is 2\n-{10}\nx is 1\n-{10}\n={10}\n`},
		{"best.mzn", `3 1\n-{10}\n={10}\n`},
		{"best.mzn -a", `0 0\n-{10}\n(?:\d \d\n-{10}\n)*3 1\n-{10}\n={10}\n`},
		{"best.mzn -i", `0 0\n-{10}\n(?:\d \d\n-{10}\n)*3 1\n-{10}\n={10}\n`},
		{"queens.mzn -D n=8 -a -s --count", `(?s:.*)%%%mzn-stat: solutions=92\n(?s:.*)`},
		{"queens.mzn -D n=8 --count", `(?s:.*)={10}\n(?s:.*)%%%mzn-stat: solutionsExact="92"\n(?s:.*)`},
		{"queens.mzn -D n=8 -s", `(?s:.*)%%%mzn-stat: nodes=[1-9]\d*\n(?s:.*)%%%mzn-stat: nSolutions=1\n(?s:.*)`},
	} {
		out, stderr, exit := d.run(t, strings.Fields(c.args)...)
		if exit != 0 || !regexp.MustCompile(`^(?:`+c.want+`)$`).MatchString(out) {
			t.Errorf("%s: exit code %d, stdout\n%s\nwant a match of %s\nstderr %s", c.args, exit, out, c.want, stderr)
		}
	}
	if out, _, _ := d.run(t, "queens.mzn", "-D", "n=8", "--count"); strings.Contains(out, "-----") {
		t.Errorf("--count prints answers:\n%s", out)
	}
	if _, stderr, exit := d.run(t, "float.mzn"); exit != 1 || !strings.Contains(stderr, "clew has no float variables") {
		t.Errorf("a float model: exit code %d, stderr %s", exit, stderr)
	}
}

// TestDriverTimeLimit checks that a run ends when its time is over, says so by
// what it does not say, and keeps its answers.
func TestDriverTimeLimit(t *testing.T) {
	d := newDriver(t)
	for _, args := range []string{"many.mzn -a --non-unique --time-limit 3000", "many.mzn -a --non-unique --solver-time-limit 500"} {
		began := time.Now()
		out, stderr, exit := d.run(t, strings.Fields(args)...)
		if took := time.Since(began); exit != 0 || took > 30*time.Second ||
			!strings.Contains(out, "\n----------\n") || strings.Contains(out, "==========") {
			t.Errorf("%s: %v, exit code %d, %d bytes, stderr %s", args, took, exit, len(out), stderr)
		}
	}
	out, _, exit := d.run(t, "queens.mzn", "-D", "n=20", "--count", "--solver-time-limit", "500")
	if exit != 0 || strings.Contains(out, "==========") || !strings.Contains(out, "%%%mzn-stat: complete=\"false\"") {
		t.Errorf("a count that was cut short: exit code %d, stdout\n%s", exit, out)
	}
}

// TestDriverJSON checks the stream of objects that the driver makes of clew's
// output.
func TestDriverJSON(t *testing.T) {
	d := newDriver(t)
	types := func(args ...string) map[string]int {
		out, stderr, exit := d.run(t, append(args, "--json-stream")...)
		if exit != 0 {
			t.Errorf("%v: exit code %d, stderr %s", args, exit, stderr)
		}
		found := map[string]int{}
		for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
			var o struct{ Type, Status string }
			if err := json.Unmarshal([]byte(line), &o); err != nil {
				t.Fatalf("%v: %s: %v", args, line, err)
			}
			found[strings.TrimSpace(o.Type+" "+o.Status)]++
		}
		return found
	}
	if got := types("queens.mzn", "-D", "n=6", "-a", "-s"); got["solution"] != 4 || got["status ALL_SOLUTIONS"] != 1 || got["statistics"] == 0 || got["error"] > 0 {
		t.Errorf("queens: %v", got)
	}
	if got := types("best.mzn"); got["status OPTIMAL_SOLUTION"] != 1 || got["error"] > 0 {
		t.Errorf("best: %v", got)
	}
	if got := types("queens.mzn", "-D", "n=6", "--count"); got["solution"] != 0 || got["status ALL_SOLUTIONS"] != 1 || got["error"] > 0 {
		t.Errorf("count: %v", got)
	}
}
