package minizinc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/flatzinc"
)

var update = flag.Bool("update", false, "compile the models of testdata/globals anew (needs minizinc)")

// sumsFile holds a sum of the library by which the compiled models were made.
const sumsFile = "testdata/globals/LIBRARY"

// global is a model of testdata/globals: a constraint on arrays that begin at
// several indices. Its first line says how many answers it has, and, where the
// standard library cannot say it, why not.
type global struct {
	file   string
	count  int64
	reason string // why the standard library is no oracle; empty if it is
}

var globalHeader = regexp.MustCompile(`^% (\d+) answers?(?:; not by the standard library: (.*))?\n`)

// globals reads the list of models.
func globals(t *testing.T) []global {
	t.Helper()
	files, err := filepath.Glob("testdata/globals/*.mzn")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d models, %v", len(files), err)
	}
	var list []global
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		h := globalHeader.FindStringSubmatch(string(text))
		if h == nil {
			t.Fatalf("%s: the first line does not say how many answers there are", file)
		}
		n, err := strconv.ParseInt(h[1], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, global{file, n, h[2]})
	}
	return list
}

// compiled is the name of the model compiled by clew's library.
func (g global) compiled() string { return strings.TrimSuffix(g.file, ".mzn") + ".fzn" }

// readModel reads a FlatZinc file.
func readModel(t *testing.T, file string) *flatzinc.Model {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := flatzinc.Read(f, file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGlobals counts the answers of each compiled model, by two methods. The
// counts were found by Gecode on the standard library's decompositions, or by
// brute force where that has none.
func TestGlobals(t *testing.T) {
	for _, g := range globals(t) {
		t.Run(filepath.Base(g.file), func(t *testing.T) {
			t.Parallel()
			m := readModel(t, g.compiled())
			for _, method := range []clew.Method{clew.Propagate, clew.Learn} {
				n, err := clew.Count(context.Background(), m.Model, clew.WithMethod(method))
				if err != nil || n.Int64() != g.count {
					t.Errorf("%s counts %v answers, %v; want %d", method, n, err, g.count)
				}
			}
		})
	}
}

// TestCompiledModels checks that the compiled models are those of the library
// as it is.
func TestCompiledModels(t *testing.T) {
	h := sha256.New()
	err := eachFile(func(name string, content []byte) error {
		_, err := fmt.Fprintf(h, "%s %d\n%s", name, len(content), content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range globals(t) {
		text, err := os.ReadFile(g.file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%s %d\n%s", g.file, len(text), text)
	}
	sum := hex.EncodeToString(h.Sum(nil)) + "\n"
	if *update {
		for _, g := range globals(t) {
			compileOnly(t, "mznlib", g.file, g.compiled())
		}
		write(t, sumsFile, sum)
	}
	if was, err := os.ReadFile(sumsFile); err != nil || string(was) != sum {
		t.Errorf("the library or a model has changed (%v): go test ./internal/minizinc -run TestCompiledModels -update", err)
	}
}

// compileOnly has minizinc compile a model with the library in a folder.
func compileOnly(t *testing.T, library, model, fzn string) {
	t.Helper()
	library, err := filepath.Abs(library)
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "clew.msc")
	write(t, config, string(Solver{Executable: "none", Library: library}.Config()))
	if out, err := exec.Command(Command, "--solver", config, "-c", "--fzn", fzn, "--no-output-ozn", model).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestDocumented checks that docs/minizinc.md lists each native constraint, and
// those with a truth value as such.
func TestDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/minizinc.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]*) \\| (R?) *\\|").FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([a-z_0-9]+)`").FindAllStringSubmatch(row[1], -1) {
			rows[name[1]] = row[2]
		}
	}
	types := regexp.MustCompile(`^fzn_(.*?)(?:_int|_bool)?(_par)?(_reif)?\.mzn$`)
	err = eachFile(func(name string, _ []byte) error {
		f := types.FindStringSubmatch(name)
		if f == nil {
			return nil // redefinitions
		}
		r, ok := rows[f[1]]
		if !ok {
			t.Errorf("%s: %s is not in the table", name, f[1])
		}
		if f[3] != "" && r != "R" && f[1] != "sliding_sum" {
			t.Errorf("%s: the table does not say that %s may have a truth value", name, f[1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
