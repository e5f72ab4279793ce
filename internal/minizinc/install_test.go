package minizinc

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree returns the files below dir with their content.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestInstall checks the way to and fro: install, once more, a newer version,
// uninstall.
func TestInstall(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "solvers")
	s := Solver{Executable: "/opt/bin/fzn-clew", Version: "v1.2.3"}
	in, err := Install(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	files := tree(t, dir)
	if !in.Changed || in.Files < 50 || len(files) != in.Files+2 {
		t.Errorf("%+v, but %d files", in, len(files))
	}
	var config map[string]any
	if err := json.Unmarshal([]byte(files["clew.msc"]), &config); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"id": ID, "executable": "/opt/bin/fzn-clew", "mznlib": "clew", "version": "1.2.3"} {
		if config[name] != want {
			t.Errorf("%s is %v, want %v", name, config[name], want)
		}
	}
	if in, err = Install(dir, s); err != nil || in.Changed {
		t.Errorf("the second time: %+v, %v", in, err)
	}

	// An earlier version wrote a file more.
	write(t, filepath.Join(dir, "clew", "fzn_old.mzn"), "old")
	m, err := readManifest(filepath.Join(dir, "clew"))
	if err != nil {
		t.Fatal(err)
	}
	m["clew/fzn_old.mzn"] = hash([]byte("old"))
	if err := m.write(filepath.Join(dir, "clew")); err != nil {
		t.Fatal(err)
	}
	s.Version = "v1.3.0"
	if in, err = Install(dir, s); err != nil || !in.Changed {
		t.Errorf("a newer version: %+v, %v", in, err)
	}
	if now := tree(t, dir); len(now) != len(files) || !strings.Contains(now["clew.msc"], `"1.3.0"`) {
		t.Errorf("%d files after a newer version, want %d; clew.msc is\n%s", len(now), len(files), now["clew.msc"])
	}

	out, err := Uninstall(dir)
	if err != nil || out.Removed != in.Files+1 || out.Kept != nil {
		t.Errorf("uninstalled: %+v, %v", out, err)
	}
	if left := tree(t, dir); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	if _, err := Uninstall(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the second time: %v", err)
	}
}

// TestUninstallKeeps checks that only what Install wrote is removed.
func TestUninstallKeeps(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "other.msc"), "{}")
	if _, err := Install(dir, Solver{Executable: "x"}); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "clew", "mine.mzn"), "mine")
	write(t, filepath.Join(dir, "clew", "fzn_nvalue.mzn"), "changed")
	out, err := Uninstall(dir)
	if err != nil {
		t.Fatal(err)
	}
	kept := []string{filepath.Join(dir, "clew", "fzn_nvalue.mzn"), filepath.Join(dir, "clew", "mine.mzn")}
	if !slices.Equal(out.Kept, kept) {
		t.Errorf("kept %v, want %v", out.Kept, kept)
	}
	left := tree(t, dir)
	if len(left) != 3 || left["other.msc"] != "{}" || left["clew/mine.mzn"] != "mine" || left["clew/fzn_nvalue.mzn"] != "changed" {
		t.Errorf("left: %v", left)
	}
}

// TestInstallRefuses checks that a description of someone else stays.
func TestInstallRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "clew.msc"), "{}")
	if _, err := Install(dir, Solver{}); err == nil || !strings.Contains(err.Error(), "clew.msc: is there already") {
		t.Errorf("error %v", err)
	}
	if left := tree(t, dir); len(left) != 1 || left["clew.msc"] != "{}" {
		t.Errorf("left: %v", left)
	}
}

// TestManifestStaysInside checks that a manifest cannot name files outside of
// the library.
func TestManifestStaysInside(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "precious"), "x")
	if err := os.Mkdir(filepath.Join(dir, "clew"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"precious", "clew/../precious", "/etc/passwd", "clew/"} {
		write(t, filepath.Join(dir, "clew", "INSTALLED"), hash([]byte("x"))+"  "+name+"\n")
		if _, err := Uninstall(dir); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "precious")); err != nil {
		t.Error(err)
	}
}

func TestPlainVersion(t *testing.T) {
	for v, want := range map[string]string{
		"v1.2.3": "1.2.3", "v0.4.0-rc.1": "0.4.0", "(devel) 3f5df74 go1.26.8": "0.0.0", "": "0.0.0",
		"v0.0.0-20260101000000-abcdef123456": "0.0.0",
	} {
		if got := plainVersion(v); got != want {
			t.Errorf("%q: %q, want %q", v, got, want)
		}
	}
}
