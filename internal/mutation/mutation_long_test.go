//go:build long

package mutation_test

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// mutation replaces a text, which occurs once in a file, and names the tests
// that must notice.
type mutation struct {
	name     string
	file     string // below internal
	old, new string
	run      string // tests of the file's package
}

const (
	learning = "^TestLearn"
	takeOver = "^TestLearnTakesOver|^TestResume"
)

var mutations = []mutation{
	// The floor of the enumeration.
	{name: "jump below the floor", file: "search/learner.go", old: "to := max(unit, x.floor)", new: "to := unit", run: learning},
	{name: "no floor at an answer", file: "search/learner.go", old: "	x.floor = len(x.frames)\n	return x.flipFloor()",
		new: "	return x.flipFloor()", run: learning},
	{name: "restart below the floor", file: "search/learner.go", old: "		x.watcher.Restarted()\n	}\n	x.backTo(x.floor)",
		new: "		x.watcher.Restarted()\n	}\n	x.backTo(0)", run: learning},
	{name: "all answers of a witness", file: "search/learner.go", old: "		x.backTo(x.witness)\n", new: "", run: learning},
	{name: "a flip on top of the one before", file: "search/learner.go", old: "			x.dropImplied(other)\n", new: "", run: learning},

	// Going on from a path.
	{name: "resumed into a decided step", file: "search/resume.go",
		old: "		if x.s.Holds(st.Atom) {\n			continue\n		}\n", new: "", run: takeOver},
	{name: "resumed without a witness", file: "search/resume.go", old: "			x.witness = len(x.frames)\n", new: "", run: takeOver},
	{name: "resumed without a floor", file: "search/resume.go", old: "		x.floor = len(x.flipped)\n", new: "", run: takeOver},

	// Analysis and the database of nogoods.
	{name: "every literal redundant", file: "search/analyze.go", old: "!n.redundant(m.atom, m.key, 0) {",
		new: "n.redundant(m.atom, m.key, 0) {", run: learning},
	{name: "a weaker threshold kept", file: "search/analyze.go", old: "		if h.need >= a.K {\n			return",
		new: "		if h.need <= a.K {\n			return", run: learning},
	{name: "reasons not moved with the arena", file: "search/reduce.go", old: "			g.s.Recookie(i, old[e.Why.Cookie+2])\n",
		new: "			g.s.Recookie(i, e.Why.Cookie)\n", run: learning},
	{name: "reasons thrown away", file: "search/reduce.go", old: "			g.arena[e.Why.Cookie+1] |= flagLocked\n", new: "", run: learning},

	// The undoing of changes.
	{name: "domains not undone", file: "store/trail.go", old: "s.vars[s.trail[i].v] = s.trail[i].r", new: "_ = i", run: "."},
	{name: "words not undone", file: "store/trail.go", old: "s.words[s.wordTrail[i].at] = s.wordTrail[i].old", new: "_ = i", run: "."},
	{name: "integers not undone", file: "store/trail.go", old: "s.revs[s.revTrail[i].at] = s.revTrail[i].old", new: "_ = i", run: "."},
	{name: "holes not undone", file: "store/trail.go", old: "	s.holes = s.holes[:m.holes]\n", new: "", run: "."},
	{name: "the log not undone", file: "store/trail.go", old: "		s.unlog(int(m.log))\n", new: "", run: "."},
	{name: "entailment not undone", file: "store/trail.go", old: "		s.props[p].state &^= entailed\n", new: "", run: "."},

	// Premises of reasons.
	{name: "linear without lower bounds", file: "propagate/linear_explain.go", old: "			out = ge(p, b.w, b.k-by, out)\n",
		new: "", run: "^TestLinear"},
	{name: "linear lifted too far", file: "propagate/linear_explain.go", old: "surplus := -sign*l.rhs - 1", new: "surplus := -sign * l.rhs",
		run: "^TestLinear"},
	{name: "last two of a sum without the others", file: "propagate/linear_explain.go",
		old: "			out = le(p, t.w, int64(k), ge(p, t.w, int64(k), out))\n", new: "", run: "^TestLinear"},
	{name: "all_different without the value", file: "propagate/alldifferent_explain.go",
		old: "	return eq(p, d.xs[cookie], out)", new: "	return out", run: "^TestAllDifferentValue"},
	{name: "all_different without a view of the hall", file: "propagate/alldifferent_explain.go",
		old: "int(j) != i && it.lo >= from && count > 0", new: "int(j) != i && it.lo >= from && count > 1", run: "^TestAllDifferentBounds"},
	{name: "clause without literals", file: "propagate/boolean.go", old: "			out = le(p, w, 0, out)\n", new: "", run: "^TestClause"},
	{name: "element without the index", file: "propagate/element.go", old: "	out = eq(p, e.index, out)\n", new: "", run: "^TestElement"},
	{name: "count without its bound", file: "propagate/count_explain.go",
		old: "set, true, int64(most), le(p, c, most, out))", new: "set, true, int64(most), out)", run: "^TestAmong"},
	{name: "repeated counts explained one by one", file: "propagate/repeated.go",
		old: "r.vague = true", new: "r.vague = false", run: "^TestCount$|^TestCardinality$"},
	{name: "a bound asked too weakly", file: "propagate/premise.go", old: "return rel, k - spare", new: "return rel, k - spare - 1",
		run: "^TestIncreasing|^TestAllDifferentBounds"},
}

// TestMutations takes minutes.
func TestMutations(t *testing.T) {
	root := t.TempDir()
	copyModule(t, root)
	passed := map[string]bool{}
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			pkg := path.Dir(m.file)
			if key := pkg + " " + m.run; !passed[key] {
				if out, err := runTests(root, pkg, m.run); err != nil {
					t.Fatalf("the tests fail without a mutation: %s", out)
				}
				passed[key] = true
			}
			at := filepath.Join(root, "internal", filepath.FromSlash(m.file))
			whole, err := os.ReadFile(at)
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(whole), m.old); n != 1 {
				t.Fatalf("%s has %d times %q, want it once", m.file, n, m.old)
			}
			write(t, at, bytes.Replace(whole, []byte(m.old), []byte(m.new), 1))
			defer write(t, at, whole)
			out, err := runTests(root, pkg, m.run)
			switch {
			case err == nil:
				t.Errorf("no test of %s (%s) fails", pkg, m.run)
			case !strings.Contains(out, "--- FAIL") && !strings.Contains(out, "panic:"):
				t.Errorf("the mutation does not build: %s", out)
			}
		})
	}
}

// runTests runs tests of a package below internal.
func runTests(root, pkg, run string) (output string, err error) {
	c := exec.Command("go", "test", "-count=1", "-failfast", "-vet=off", "-timeout=10m", "-run", run, "./internal/"+pkg)
	c.Dir = root
	out, err := c.CombinedOutput()
	return string(out), err
}

// copyModule copies what the tests of internal need.
func copyModule(t *testing.T, root string) {
	t.Helper()
	from := filepath.Join("..", "..")
	for _, name := range []string{"go.mod", "go.sum"} {
		b, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, name), b)
	}
	if err := os.CopyFS(filepath.Join(root, "internal"), os.DirFS(filepath.Join(from, "internal"))); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
}
