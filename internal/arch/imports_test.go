// Package arch_test holds the shape of the house: which package may import
// which, and what may come from outside.
package arch_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/clewsolver/clew"
	root   = "../.." // its folder
)

// rooms says which packages of the module each package may import, by the path
// below the module; "" is the root. A rule for "a/..." holds for all packages
// below a that have no rule of their own. docs/architecture.md has the picture.
var rooms = map[string][]string{
	"":                    {"internal/plain", "internal/search", "internal/cube", "internal/count", "internal/propagate", "internal/store"},
	"internal/store":      {},
	"internal/input":      {},
	"internal/plain":      {},
	"internal/kernel/...": {},
	"internal/propagate":  {"internal/store"},
	"internal/search":     {"internal/propagate", "internal/store"},
	"internal/count":      {"internal/search", "internal/propagate", "internal/store"},
	"internal/cube":       {"internal/search", "internal/propagate", "internal/store"},
	"internal/proptest":   {"internal/store"},
	"internal/arch":       {},
	"internal/mutation":   {},
	"internal/flatzinc":   {"", "internal/input"},
	"internal/xcsp3":      {"", "internal/input"},
	"internal/minizinc":   {},
	"internal/profiler":   {""},
	"puzzle/...":          {"", "internal/input", "internal/kernel/..."},
	"watch":               {"", "internal/input"},
	"watch/page":          {"", "watch", "internal/input"},
	"cluster":             {""},
	"conformance":         {}, // it knows the commands, not the code
	"bench":               {"", "puzzle/..."},
	"bench/...":           {"", "bench", "puzzle/...", "internal/kernel/..."},
	"cmd/...":             {"", "cmd/...", "internal/flatzinc", "internal/minizinc", "internal/profiler", "internal/xcsp3", "internal/input", "puzzle/...", "watch", "watch/page", "cluster"},
}

// commandModules are the modules that only commands use; testModules serve
// tests.
var (
	commandModules = []string{"github.com/spf13/cobra", "github.com/spf13/pflag", "golang.org/x/term", "github.com/ulikunitz/xz"}
	testModules    = []string{"github.com/google/go-cmp", "pgregory.net/rapid", "github.com/rogpeppe/go-internal"}
)

// listed is what go list says of a package.
type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// goList runs go list -json, a stream of objects. Packages that are compiled by the
// profile of a command would be listed a second time, with its name in their path.
func goList[T any](t *testing.T, args ...string) []T {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json", "-pgo=off"}, args...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v: %s", err, stderr.String())
	}
	var all []T
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var x T
		if err := dec.Decode(&x); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
}

// inside returns the path below the module, and whether path is in it.
func inside(path string) (below string, ok bool) {
	if path == module {
		return "", true
	}
	return strings.CutPrefix(path, module+"/")
}

// matches reports whether a package is meant by a pattern of rooms.
func matches(pattern, below string) bool {
	above, tree := strings.CutSuffix(pattern, "/...")
	if !tree {
		return pattern == below
	}
	return strings.HasPrefix(below, above+"/")
}

// rule returns the packages that a package may import.
func rule(below string) (may []string, ok bool) {
	if may, ok = rooms[below]; ok {
		return may, true
	}
	for pattern, may := range rooms {
		if matches(pattern, below) {
			return may, true
		}
	}
	return nil, false
}

// wrong returns what a package imports and may not, a line each.
func wrong(p listed) []string {
	below, _ := inside(p.ImportPath)
	may, ok := rule(below)
	if !ok {
		return []string{fmt.Sprintf("%s: no rule says what it may import: give it one in internal/arch", p.ImportPath)}
	}
	isCommand := matches("cmd/...", below)
	var out []string
	report := func(path, why string) {
		out = append(out, fmt.Sprintf("%s imports %s: %s", p.ImportPath, path, why))
	}
	of := func(modules []string, path string) bool {
		return slices.ContainsFunc(modules, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") })
	}
	for _, path := range p.Imports {
		to, own := inside(path)
		first, _, _ := strings.Cut(path, "/")
		switch {
		case own && !slices.ContainsFunc(may, func(pattern string) bool { return matches(pattern, to) }):
			report(path, "arrows point the other way")
		case own || !strings.Contains(first, "."): // the standard library's paths have no dot there
		case !isCommand:
			report(path, "only commands import more than the standard library")
		case !of(commandModules, path):
			report(path, "not a module that commands use")
		}
	}
	for _, path := range append(p.TestImports, p.XTestImports...) {
		first, _, _ := strings.Cut(path, "/")
		if _, own := inside(path); own || !strings.Contains(first, ".") || of(testModules, path) || isCommand && of(commandModules, path) {
			continue
		}
		report(path, "not a module that tests use")
	}
	return out
}

// TestImports holds the direction of imports.
func TestImports(t *testing.T) {
	packages := goList[listed](t, "./...")
	if len(packages) < 5 {
		t.Fatalf("go list found %d packages", len(packages))
	}
	for _, p := range packages {
		for _, line := range wrong(p) {
			t.Error(line)
		}
	}
}

// TestImportRules: the rules refuse what they are there to refuse.
func TestImportRules(t *testing.T) {
	for _, c := range []struct {
		from, to string
		ok       bool
	}{
		{"", "internal/search", true},
		{"", "puzzle/queens", false},
		{"", "internal/input", false},
		{"", "internal/proptest", false},
		{"internal/search", "internal/store", true},
		{"internal/search", "", false},
		{"internal/store", "internal/propagate", false},
		{"internal/propagate", "internal/search", false},
		{"puzzle/queens", "", true},
		{"puzzle/queens", "internal/input", true},
		{"puzzle/queens", "puzzle/sudoku", false},
		{"puzzle/queens", "internal/store", false},
		{"cmd/clew", "puzzle/queens", true},
		{"cmd/clew", "internal/search", false},
		{"watch", "cmd/clew", false},
		{"conformance", "", false},
		{"attic", "", false},
	} {
		p := listed{ImportPath: strings.TrimSuffix(module+"/"+c.from, "/"), Imports: []string{strings.TrimSuffix(module+"/"+c.to, "/")}}
		if got := wrong(p); (got == nil) != c.ok {
			t.Errorf("%q imports %q: %v", c.from, c.to, got)
		}
	}
	for _, c := range []struct {
		p  listed
		ok bool
	}{
		{listed{ImportPath: module + "/cmd/clew", Imports: []string{"os", "github.com/spf13/cobra"}}, true},
		{listed{ImportPath: module + "/cmd/clew", Imports: []string{"github.com/spf13/viper"}}, false},
		{listed{ImportPath: module + "/puzzle/queens", Imports: []string{"golang.org/x/term"}}, false},
		{listed{ImportPath: module, Imports: []string{"github.com/google/go-cmp/cmp"}}, false},
		{listed{ImportPath: module, TestImports: []string{"github.com/google/go-cmp/cmp"}}, true},
		{listed{ImportPath: module, XTestImports: []string{"github.com/spf13/cobra"}}, false},
		{listed{ImportPath: module, XTestImports: []string{module + "/internal/proptest"}}, true},
	} {
		if got := wrong(c.p); (got == nil) != c.ok {
			t.Errorf("%+v: %v", c.p, got)
		}
	}
}

// TestNoReplace: a replaced module would not reach those who import this one.
func TestNoReplace(t *testing.T) {
	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var mod struct {
		Module  struct{ Path string }
		Replace []any
	}
	if err := json.Unmarshal(out, &mod); err != nil {
		t.Fatal(err)
	}
	if mod.Module.Path != module || len(mod.Replace) > 0 {
		t.Errorf("go.mod is that of %s and replaces %v", mod.Module.Path, mod.Replace)
	}
}
