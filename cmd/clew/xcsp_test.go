package main

import (
	"bufio"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// aceSuite returns the folder of ACE's instances, which skips the test where
// there is none.
func aceSuite(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("CLEW_SHARED"), "suites", "ace")
	if os.Getenv("CLEW_SHARED") == "" {
		t.Skip("CLEW_SHARED names no folder of outside cases")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip(err)
	}
	return dir
}

// figure is what is published of an instance.
type figure struct {
	name  string
	value int
}

// figures reads lines of a name and a number.
func figures(t *testing.T, file string) []figure {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []figure
	for sc := bufio.NewScanner(f); sc.Scan(); {
		name, value, _ := strings.Cut(sc.Text(), "\t")
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil {
			t.Fatalf("%s: %q", file, sc.Text())
		}
		list = append(list, figure{name, n})
	}
	return list
}

// openACE reads an instance of the suite.
func openACE(t *testing.T, dir, name string) *xcspProblem {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, name+".xml.lzma"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, err := readXCSP(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// slowACE are the instances with an objective that take longer than two seconds
// or so. The long tests try them.
var slowACE = map[string]bool{
	"Bacp-m1-d-Bacp_10":                true,
	"BinPacking-BinPacking_example":    true,
	"BinPacking-BinPacking_n1c1w4a":    true,
	"PizzaVoucher-PizzaVoucher_pizza6": true,
	"QueenAttacking-6":                 true,
	"Rack-Rack_r2":                     true,
	"Sonet-Sonet_sonet3-4":             true,
	"StillLife-7-7":                    true,
}

// TestConformanceACE counts the answers of the instances of ACE's tests for
// which the number is published, and finds the published optima.
func TestConformanceACE(t *testing.T) {
	dir := aceSuite(t)
	for _, f := range figures(t, filepath.Join(dir, "counts.tsv")) {
		t.Run("count/"+f.name, func(t *testing.T) {
			t.Parallel()
			n, err := clew.Count(context.Background(), openACE(t, dir, f.name))
			if err != nil || !n.IsInt64() || n.Int64() != int64(f.value) {
				t.Errorf("%v answers, %v; want %d", n, err, f.value)
			}
		})
	}
	for _, f := range figures(t, filepath.Join(dir, "optima.tsv")) {
		if slowACE[f.name] {
			continue
		}
		t.Run("optimum/"+f.name, func(t *testing.T) {
			t.Parallel()
			p := openACE(t, dir, f.name)
			s, err := clew.Solve(context.Background(), p)
			if err != nil || s == nil || p.Cost(s.Values()) != f.value {
				t.Errorf("%v, %v; want an answer of the value %d", s, err, f.value)
			}
		})
	}
}

// TestConformanceACERead reads every instance of the suite, also those without
// a figure.
func TestConformanceACERead(t *testing.T) {
	dir := aceSuite(t)
	n := 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
		name, ok := strings.CutSuffix(path, ".xml.lzma")
		if err != nil || !ok {
			return err
		}
		n++
		openACE(t, dir, name)
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("%d instances, %v", n, err)
	}
}
