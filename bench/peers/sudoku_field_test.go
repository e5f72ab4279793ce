package main

import (
	"strings"
	"testing"
)

// TestSudokuPeersMissing: a solver without a folder is named as missing, with the
// flag that gives it and where it is had; so is one whose compiler is not there.
func TestSudokuPeersMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	flags := map[string]string{"tdoku": "-tdoku", "sk_bforce2": "-skbforce2", "rust_sudoku": "-rustsudoku"}
	peers := sudokuPeers(sudokuFolders{})
	if len(peers) != len(flags) {
		t.Fatalf("%d peers, expected %d", len(peers), len(flags))
	}
	for _, p := range peers {
		s, err := p.solver("sources", "out")
		if want := "no folder given by " + flags[p.name] + "; " + p.source + " has it"; err != nil || s.missing != want {
			t.Errorf("%s: missing %q, %v; want %q", p.name, s.missing, err, want)
		}
		p.dir = "elsewhere"
		s, err = p.solver("sources", "out")
		if err != nil || !strings.HasPrefix(s.missing, "no ") || !strings.HasSuffix(s.missing, " on PATH") {
			t.Errorf("%s, without a compiler: missing %q, %v", p.name, s.missing, err)
		}
	}
}
