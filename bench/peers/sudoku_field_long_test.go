//go:build long

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRustDriver: the driver and the manifest that is written for it fit each
// other, as seen with a crate of a few lines in place of the real one.
func TestRustDriver(t *testing.T) {
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		t.Skip("no cargo on PATH")
	}
	crate, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"Cargo.toml": "[package]\nname = \"sudoku\"\nversion = \"0.8.0\"\nedition = \"2021\"\n[features]\nunchecked_indexing = []\n",
		"src/lib.rs": `pub struct Sudoku(usize);
impl Sudoku {
    pub fn from_str_line(s: &str) -> Result<Sudoku, String> { s.parse().map(Sudoku).map_err(|_| "no number".into()) }
    pub fn solutions_count_up_to(self, limit: usize) -> usize { self.0.min(limit) }
}
`,
	} {
		file := filepath.Join(crate, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(out, "rust_sudoku")
	if _, err := buildRust(cargo, crate, "sudoku", program); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(out, "numbers")
	if err := os.WriteFile(file, []byte("0\n1\n1\n5\n2\n7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := output(program, file)
	if want := "1 none, 2 one, 3 more\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if err := os.WriteFile(file, []byte("1\nx\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := output(program, file); err == nil || !strings.Contains(err.Error(), "rust_sudoku: x: no number") {
		t.Errorf("%q, %v; want the line and its fault", got, err)
	}
}
