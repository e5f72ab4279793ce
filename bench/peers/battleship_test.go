package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clewsolver/clew/bench"
)

// small is a puzzle of CSPLib's form with one answer: the ship lies in the upper
// row, its left end in the corner.
const small = `problem(7,
	[2:1],
	[2,0,0],
	[1,1,0],
	[l@[1,1],w@[3,3]]).
`

func TestFacts(t *testing.T) {
	parts := puzzleTerm.FindStringSubmatch(small)
	if parts == nil {
		t.Fatal("no puzzle found")
	}
	want := `rows(3).
row(1,2).
row(2,0).
row(3,0).
cols(3).
col(1,1).
col(2,1).
col(3,0).
ships(2,1).
hint(l,1,1).
hint(w,3,3).
`
	if got := facts(parts); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPrintUnique reads clew's own output back.
func TestPrintUnique(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.pl")
	if err := os.WriteFile(file, []byte(small+small), 0o644); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := printUnique(context.Background(), &b, file); err != nil {
		t.Fatal(err)
	}
	got, err := parseUnique(strings.NewReader(b.String()))
	if err != nil || agree(sample{result: got}, "1") != nil {
		t.Errorf("%q reads as %+v, %v", b.String(), got, err)
	}
	if got, _ := parseUnique(strings.NewReader("1\n2\n")); got.complete {
		t.Error("different numbers read as one")
	}
}

// TestAsked: a peer stands for all of its settings.
func TestAsked(t *testing.T) {
	c := bench.Case{Peers: []string{"Gecode"}}
	for name, want := range map[string]bool{"Gecode value": true, "Gecode domain": true, "fzn-gecode value": false, "clasp": false} {
		if asked(c, name) != want {
			t.Errorf("asked(%s) is %v", name, !want)
		}
	}
	if !asked(bench.Case{}, "clasp") {
		t.Error("a case that names no peer is not for all")
	}
}

// TestListOf: other lists are files.
func TestListOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(file, []byte("six | queens n=6 | 4\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	cases, err := listOf(file)
	if err != nil || len(cases) != 1 || cases[0].Name != "six" {
		t.Fatalf("got %+v, %v", cases, err)
	}
	var b strings.Builder
	if err := printCount(context.Background(), &b, cases, "six", bench.Options()...); err != nil || b.String() != "4\n" {
		t.Errorf("got %q, %v", b.String(), err)
	}
	if _, err := listOf(file + "gone"); err == nil {
		t.Error("a missing list is no error")
	}
}
