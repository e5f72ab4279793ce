package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mznspec runs the specification tests of MiniZinc: models whose first comment
// says, in YAML, what has to come out. Those that expect a result, and that
// every solver or Gecode or Chuffed is meant to pass, are driven by minizinc
// with clew as the solver.
var mznspec = suite{Name: "mznspec", Run: runMznspec}

// specTest is one test of a header.
type specTest struct {
	Name     string // file and, where there are several, number
	File     string
	Group    string // all, int or set
	AnyOrder bool   // there is no search annotation
	Solvers  []string
	Extra    []string
	Options  []string // for the command line
	All      bool     // every answer is asked for
	Expected []*node
}

// specHeader finds the header of a model.
var specHeader = regexp.MustCompile(`(?s)/\*\*\*(.*?)\*\*\*/`)

// setVariables recognizes models with variables that are sets.
var setVariables = regexp.MustCompile(`var\s+set\s+of|var\s+opt\s+set`)

// searchAnnotation recognizes models that say in which order answers come.
var searchAnnotation = regexp.MustCompile(`(int|bool|set|seq)_search`)

// readSpecTests reads the tests of a model that belong to the suite.
func readSpecTests(folder, file string) (tests []specTest, others int, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, 0, err
	}
	header := specHeader.FindSubmatch(text)
	if header == nil {
		return nil, 0, nil
	}
	documents, err := readYAML(string(header[1]))
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	rel, err := filepath.Rel(folder, file)
	if err != nil {
		return nil, 0, err
	}
	for i, d := range documents {
		t, ok := newSpecTest(d, file)
		if !ok {
			others++
			continue
		}
		t.Name = filepath.ToSlash(rel)
		if len(documents) > 1 {
			t.Name += fmt.Sprintf("#%d", i+1)
		}
		t.AnyOrder = !searchAnnotation.Match(text)
		switch {
		case setVariables.Match(text):
			t.Group = "set"
		case t.All:
			t.Group = "all"
		default:
			t.Group = "int"
		}
		tests = append(tests, t)
	}
	return tests, others, nil
}

// newSpecTest reads a document; ok is false where it is not of the suite: of
// another type, for other solvers, or expecting only errors.
func newSpecTest(d *node, file string) (t specTest, ok bool) {
	if d.Tag != "!Test" {
		return t, false
	}
	if kind := d.get("type"); kind != nil && kind.text() != "solve" {
		return t, false
	}
	t.File = file
	if s := d.get("solvers"); s != nil {
		for _, n := range s.Items {
			t.Solvers = append(t.Solvers, n.text())
		}
		if !slices.Contains(t.Solvers, "gecode") && !slices.Contains(t.Solvers, "chuffed") {
			return t, false
		}
	}
	if e := d.get("extra_files"); e != nil {
		for _, n := range e.Items {
			t.Extra = append(t.Extra, n.text())
		}
	}
	if e := d.get("expected"); e != nil {
		t.Expected = []*node{e}
		if e.Kind == list && e.Tag == "" {
			t.Expected = e.Items
		}
	}
	if !slices.ContainsFunc(t.Expected, func(n *node) bool { return n.Tag == "!Result" }) {
		return t, false
	}
	t.readOptions(d.get("options"))
	return t, true
}

// readOptions turns options into arguments, as the tests' own runner does.
func (t *specTest) readOptions(options *node) {
	if options == nil {
		return
	}
	for i, k := range options.Keys {
		name, value := k.text(), options.Items[i]
		switch name {
		case "all_solutions":
			t.All = value.text() == "true"
			if t.All {
				t.Options = append(t.Options, "-a")
			}
			continue
		case "timeout":
			continue // the limit of this program is another
		case "nr_solutions":
			t.Options = append(t.Options, "-n", value.text())
			continue
		}
		if !strings.HasPrefix(name, "-") {
			name = "--" + name
		}
		switch value.text() {
		case "true":
			t.Options = append(t.Options, name)
		case "false":
		default:
			t.Options = append(t.Options, name, value.text())
		}
	}
}

// obtained is what a run printed.
type obtained struct {
	Status    string
	Solutions []map[string]any
	AnyOrder  bool // the model asks for no order of its answers
}

// parseJSONAnswers reads answers printed as JSON objects, with the lines that
// end answers and runs.
func parseJSONAnswers(output string, all, optimises bool) (obtained, error) {
	var o obtained
	var block strings.Builder
	inside := false
	for line := range strings.Lines(output) {
		trimmed := strings.TrimRight(line, "\r\n")
		switch {
		case trimmed == endOfAnswer:
			dec := json.NewDecoder(strings.NewReader(block.String()))
			dec.UseNumber()
			var m map[string]any
			if err := dec.Decode(&m); err != nil {
				return o, fmt.Errorf("an answer is not JSON: %w: %s", err, shorten(block.String()))
			}
			o.Solutions = append(o.Solutions, m)
			block.Reset()
			inside = false
			o.Status = "SATISFIED"
		case trimmed == searchDone:
			o.Status = "ALL_SOLUTIONS"
			if optimises {
				o.Status = "OPTIMAL_SOLUTION"
			}
		case trimmed == unsatisfiable:
			o.Status = "UNSATISFIABLE"
		case strings.HasPrefix(trimmed, "====="):
			o.Status = strings.Trim(trimmed, "=")
		case strings.HasPrefix(trimmed, "%"):
		default:
			inside = inside || strings.HasPrefix(trimmed, "{")
			if inside {
				block.WriteString(line)
			}
		}
	}
	if !all && len(o.Solutions) > 1 {
		o.Solutions = o.Solutions[len(o.Solutions)-1:]
	}
	return o, nil
}

// satisfies reports whether an expected result is met, as the tests' own runner
// decides it.
func (o obtained) satisfies(want *node, all bool) bool {
	if want.Tag != "!Result" {
		return false
	}
	if s := want.get("status"); s != nil && s.text() != o.Status {
		return false
	}
	solution := want.get("solution")
	switch {
	case solution.isNull():
		return true
	case solution.Tag == "!SolutionSet", solution.Kind == list && o.AnyOrder:
		if !all {
			return len(solution.Items) == 1 && len(o.Solutions) == 1 && solutionMatches(solution.Items[0], o.Solutions[0])
		}
		return len(solution.Items) == len(o.Solutions) && !slices.ContainsFunc(o.Solutions, func(s map[string]any) bool {
			return !slices.ContainsFunc(solution.Items, func(n *node) bool { return solutionMatches(n, s) })
		})
	case solution.Kind == list:
		if len(solution.Items) != len(o.Solutions) {
			return false
		}
		for i, n := range solution.Items {
			if !solutionMatches(n, o.Solutions[i]) {
				return false
			}
		}
		return true
	}
	return len(o.Solutions) == 1 && solutionMatches(solution, o.Solutions[0])
}

// solutionMatches reports whether the members that are named have these values.
func solutionMatches(want *node, got map[string]any) bool {
	for i, k := range want.Keys {
		name := k.text()
		switch name {
		case "_output_item":
			name = "_output"
		case "objective":
			name = "_objective"
		}
		value, ok := got[name]
		if !ok {
			value, ok = got[k.text()]
		}
		if text, isText := value.(string); isText && name == "_output" && !strings.HasSuffix(text, "\n") &&
			equal(want.Items[i], text+"\n") {
			continue // minizinc ends an answer's last line when it prints it
		}
		if !ok || !equal(want.Items[i], value) {
			return false
		}
	}
	return true
}

// specFlags make minizinc print what expected results speak of.
var specFlags = []string{"--output-mode", "json", "--output-objective", "--output-output-item"}

// specRun is what is needed to run tests.
type specRun struct {
	*session
	mzn    *minizinc
	gecode *gecode
	newer  *newer
	config string
}

func runMznspec(ctx context.Context, s *session, folder string, report func(outcome)) error {
	m, err := s.minizinc(ctx)
	if err != nil {
		return err
	}
	r := &specRun{session: s, mzn: m}
	if r.config, err = s.clewConfig(ctx); err != nil {
		return err
	}
	if r.gecode, err = newGecode(m, s.Scratch); err != nil {
		return err
	}
	if s.WASM != "" {
		if r.newer, err = newNewer(s.WASM, s.Scratch); err != nil {
			return err
		}
	}
	defer r.newer.close()
	var files []string
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(name, ".mzn") {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, file := range files {
		tests, _, err := readSpecTests(folder, file)
		if err != nil {
			return err
		}
		for _, t := range tests {
			if !s.wanted(t.Name) {
				continue
			}
			o, err := r.run(ctx, folder, t)
			if err != nil {
				return fmt.Errorf("%s: %w", t.Name, err)
			}
			o.Case, o.Group = t.Name, t.Group
			report(o)
		}
	}
	return nil
}

// arguments are the files and options of a test, for the command line.
func (t specTest) arguments() []string {
	args := append(slices.Clone(t.Options), t.File)
	for _, e := range t.Extra {
		args = append(args, filepath.Join(filepath.Dir(t.File), e))
	}
	return args
}

// run runs one test.
func (r *specRun) run(ctx context.Context, folder string, t specTest) (outcome, error) {
	driver := r.mzn.tool
	driver.CPU = r.Limit
	driver.Dir = filepath.Dir(t.File)
	args := append([]string{"--solver", r.config}, specFlags...)
	ran, err := driver.run(ctx, nil, append(args, t.arguments()...)...)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{Verdict: failed, CPU: ran.CPU}
	if ran.Killed || ran.CPU >= r.Limit*9/10 { // the solver has the limit too, and is killed first
		if r.compilerLoops(ctx, t) {
			return r.runNewer(ctx, folder, t, o)
		}
		o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", r.Limit)
		return o, nil
	}
	got, err := parseJSONAnswers(ran.Stdout, t.All, strings.Contains(ran.Stdout, `"_objective"`))
	if err == nil && ran.Exit == 0 && t.passes(got) {
		o.Verdict = passed
		return o, nil
	}
	if err == nil && ran.Exit == 0 {
		o.Reason = "other result"
		o.Detail = t.describe(got) + firstLines(ran.Stderr, 2)
		if t.confirmed(got, r.byGecode(ctx, t)) {
			o.Verdict, o.Reason = passed, ""
			return o, nil
		}
		if r.compilersMatter(ctx, t) {
			return r.runNewer(ctx, folder, t, o)
		}
		return o, nil
	}
	o.Reason, o.Detail = "fails", errorLine(ran.Stderr+ran.Stdout)
	if err != nil {
		o.Detail = err.Error() + "\n" + o.Detail
	}
	return r.classify(ctx, folder, t, o)
}

// passes reports whether any of the expected results is met.
func (t specTest) passes(got obtained) bool {
	got.AnyOrder = t.AnyOrder
	return slices.ContainsFunc(t.Expected, func(n *node) bool { return got.satisfies(n, t.All) })
}

// compilersMatter reports whether the installed compiler makes Gecode miss what
// is expected too: then its version is older than what is tested.
func (r *specRun) compilersMatter(ctx context.Context, t specTest) bool {
	driver := r.mzn.tool
	driver.CPU = r.Limit
	driver.Dir = filepath.Dir(t.File)
	args := append(append([]string{"--solver", r.gecode.Config}, specFlags...), t.arguments()...)
	ran, err := driver.run(ctx, nil, args...)
	if err != nil || ran.Killed {
		return false
	}
	got, err := parseJSONAnswers(ran.Stdout, t.All, strings.Contains(ran.Stdout, `"_objective"`))
	return err != nil || ran.Exit != 0 || !t.passes(got)
}

// compilerLoops reports whether the installed compiler needs too long for Gecode
// too.
func (r *specRun) compilerLoops(ctx context.Context, t specTest) bool {
	_, err := r.mzn.compile(ctx, r.gecode.Config, r.Scratch, t.compileArguments()...)
	var bad *compileError
	return errors.As(err, &bad) && bad.Killed
}

// describe shows what was expected and what came.
func (t specTest) describe(got obtained) string {
	text, err := json.Marshal(got)
	if err != nil {
		text = []byte(err.Error())
	}
	var want []string
	for _, n := range t.Expected {
		want = append(want, n.String())
	}
	return fmt.Sprintf("want %s\ngot  %s\n", shorten(strings.Join(want, " or ")), shorten(string(text)))
}

// noFloats is what clew's library says of models with float variables.
const noFloats = "clew has no float variables"

// classify says why a test could not be run at all: the compiler may be older
// than what it tests, or the model has floats.
func (r *specRun) classify(ctx context.Context, folder string, t specTest, o outcome) (outcome, error) {
	f, err := r.mzn.compile(ctx, r.gecode.Config, r.Scratch, t.compileArguments()...)
	var bad *compileError
	switch {
	case err != nil && !errors.As(err, &bad):
		return o, err
	case strings.Contains(o.Detail, noFloats), err == nil && f.hasFloats():
		o.Verdict, o.Reason = skipped, "float variables"
	case err != nil, r.compilersMatter(ctx, t):
		return r.runNewer(ctx, folder, t, o)
	}
	return o, nil
}

// compileArguments leaves out the options that are for solving.
func (t specTest) compileArguments() []string {
	return slices.DeleteFunc(t.arguments(), func(a string) bool { return a == "-a" })
}

// runNewer runs a test that the installed compiler refuses for every solver by
// the newer compiler.
func (r *specRun) runNewer(ctx context.Context, folder string, t specTest, o outcome) (outcome, error) {
	if r.newer == nil {
		o.Verdict = skipped
		o.Reason = "needs a newer compiler than minizinc " + r.mzn.Version + ": Gecode misses it too"
		return o, nil
	}
	if t.expects("_checker") {
		o.Verdict, o.Reason = skipped, "solution checkers are run by the driver, and the compiler in node drives no solver"
		return o, nil
	}
	dir := filepath.Dir(t.File)
	args := append(slices.Clone(specFlags), slices.DeleteFunc(slices.Clone(t.Options), func(a string) bool { return a == "-a" })...)
	args = append(append(args, filepath.Base(t.File)), t.Extra...)
	f, err := r.newer.compile(ctx, r.config, dir, r.Scratch, args...)
	var bad *compileError
	if errors.As(err, &bad) {
		return r.classifyNewer(ctx, dir, args, bad, t, o)
	}
	if err != nil {
		return o, err
	}
	var flags []string
	if t.All {
		flags = []string{"-a"}
	}
	ran, err := r.fznClew().run(ctx, nil, append(flags, f.FZN)...)
	if err != nil {
		return o, err
	}
	o.CPU = ran.CPU
	switch {
	case ran.Killed:
		o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", r.Limit)
		return o, nil
	case f.hasFloats():
		o.Verdict, o.Reason = skipped, "float variables"
		return o, nil
	case ran.Exit != 0:
		o.Reason, o.Detail = "fails (newer compiler)", firstLine(ran.Stderr)
		return o, nil
	}
	text, err := r.newer.print(ctx, f, ran.Stdout)
	if err != nil {
		o.Verdict, o.Reason, o.Detail = skipped, "the compiler in node does not read its own output specification", err.Error()
		return o, nil
	}
	got, err := parseJSONAnswers(text, t.All, f.goal() != "satisfy")
	switch {
	case err != nil:
		o.Reason, o.Detail = "fails (newer compiler)", err.Error()
	case t.passes(got), t.confirmed(got, r.byNewerGecode(ctx, dir, args)):
		o.Verdict, o.Reason, o.Detail = passed, "", ""
	default:
		o.Reason, o.Detail = "other result (newer compiler)", t.describe(got)
	}
	return o, nil
}

// classifyNewer tells whether clew's library is to blame that the newer
// compiler refuses a model.
func (r *specRun) classifyNewer(ctx context.Context, dir string, args []string, bad *compileError, t specTest, o outcome) (outcome, error) {
	f, err := r.newer.compile(ctx, "org.minizinc.gecode_presolver", dir, r.Scratch, args...)
	var theirs *compileError
	switch {
	case errors.As(err, &theirs):
		o.Verdict, o.Reason, o.Detail = skipped, "the compiler in node refuses it for Gecode too", theirs.Error()
	case err != nil:
		return o, err
	case f.hasFloats():
		o.Verdict, o.Reason = skipped, "float variables"
	case strings.Contains(bad.Error(), noFloats):
		o.Verdict, o.Reason = skipped, "float variables"
	default:
		o.Reason, o.Detail = "does not compile with clew's library (newer compiler)", bad.Error()
	}
	return o, nil
}

// firstLines returns at most n lines of a text.
func firstLines(text string, n int) string {
	lines := strings.SplitAfterN(text, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], "")
}
