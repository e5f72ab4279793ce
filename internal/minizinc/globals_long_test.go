//go:build long

package minizinc

import (
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// TestGlobalsAgree compiles each model twice, by clew's library and by the
// standard one's decompositions, and compares the sets of answers; where there is Gecode, with
// its answers too.
func TestGlobalsAgree(t *testing.T) {
	if _, err := exec.LookPath(Command); err != nil {
		t.Skip(err)
	}
	gecode, err := exec.LookPath("fzn-gecode")
	if err != nil {
		t.Logf("not compared with Gecode: %v", err)
	}
	// The standard library, but for set variables, which clew does not have.
	std := t.TempDir()
	write(t, filepath.Join(std, "redefinitions.mzn"), "include \"nosets.mzn\";\n")
	for _, g := range globals(t) {
		t.Run(filepath.Base(g.file), func(t *testing.T) {
			t.Parallel()
			fzn := filepath.Join(t.TempDir(), "clew.fzn")
			compileOnly(t, "mznlib", g.file, fzn)
			ours := answers(t, fzn)
			if int64(len(ours)) != g.count {
				t.Errorf("%d answers, want %d", len(ours), g.count)
			}
			if g.reason != "" {
				t.Skipf("the standard library is no oracle: %s", g.reason)
			}
			fzn = filepath.Join(t.TempDir(), "std.fzn")
			compileOnly(t, std, g.file, fzn)
			same(t, ours, answers(t, fzn))
			if gecode == "" {
				return
			}
			out, err := exec.Command(gecode, "-a", fzn).Output()
			if err != nil {
				t.Fatal(err)
			}
			theirs := map[string]int{}
			for _, a := range strings.SplitAfter(string(out), "----------\n") {
				if a, ok := strings.CutSuffix(a, "----------\n"); ok {
					theirs[spaced(a)]++
				}
			}
			same(t, ours, theirs)
		})
	}
}

// answers returns the answers of a FlatZinc model as text, each with how often
// it came.
func answers(t *testing.T, file string) map[string]int {
	t.Helper()
	found := map[string]int{}
	m := readModel(t, file)
	for s, err := range clew.All(t.Context(), m.Model) {
		if err != nil {
			t.Fatal(err)
		}
		a := spaced(string(m.AppendAnswer(nil, s.Values())))
		if found[a]++; found[a] > 1 {
			t.Errorf("twice: %s", a)
		}
	}
	return found
}

// spaced returns an answer with its lines sorted and without blanks: solvers
// differ in both.
func spaced(answer string) string {
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(answer, " ", "")), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// same reports answers that only one of two sets has.
func same(t *testing.T, ours, theirs map[string]int) {
	t.Helper()
	for _, a := range slices.Sorted(maps.Keys(ours)) {
		if theirs[a] == 0 {
			t.Errorf("only by clew's library: %s", a)
			return
		}
	}
	for _, a := range slices.Sorted(maps.Keys(theirs)) {
		if ours[a] == 0 {
			t.Errorf("only by the standard library: %s", a)
			return
		}
	}
}
