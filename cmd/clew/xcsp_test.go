package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/clewsolver/clew"
	"github.com/ulikunitz/xz/lzma"
)

// TestDamagedLZMA: compressed data that end too early, at any byte, or that are
// wrong, are an error that says so.
func TestDamagedLZMA(t *testing.T) {
	var whole bytes.Buffer
	w, err := lzma.NewWriter(&whole)
	if err != nil {
		t.Fatal(err)
	}
	const text = `<instance format="XCSP3" type="CSP"><variables><var id="x"> 1..3 </var></variables></instance>`
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := readXCSP(t.Context(), bytes.NewReader(whole.Bytes()), "x.xml.lzma"); err != nil {
		t.Fatal(err)
	}
	for cut := range whole.Len() - 6 { // the last bytes are an end mark: the text is whole without
		_, err := readXCSP(t.Context(), bytes.NewReader(whole.Bytes()[:cut]), "x.xml.lzma")
		if err == nil || !strings.Contains(err.Error(), "no LZMA data") && !strings.Contains(err.Error(), "found the end of the input") {
			t.Errorf("cut to %d bytes: %v", cut, err)
		}
	}
	_, err = io.ReadAll(&lzmaText{iotest.ErrReader(errors.New("distance out of range"))})
	if want := "the LZMA data are damaged or cut off: distance out of range"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

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
	p, err := readXCSP(t.Context(), f, f.Name())
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
