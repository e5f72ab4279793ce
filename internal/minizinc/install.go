package minizinc

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// What Install writes into a folder of solvers.
const (
	configName   = "clew.msc"
	libraryName  = "clew"      // the folder of the library
	manifestName = "INSTALLED" // in that folder: what was written
)

// SolverDir returns the folder in which MiniZinc looks for the user's solvers.
func SolverDir() (string, error) {
	if runtime.GOOS == "windows" {
		config, err := os.UserConfigDir()
		if err != nil {
			return "", err
		}
		return filepath.Join(config, "MiniZinc", "solvers"), nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(home, ".minizinc", "solvers"), nil
}

// Installed says what Install did.
type Installed struct {
	Config  string // the path of the description
	Library string // the folder of the library
	Files   int    // files in it
	Changed bool   // false if everything was there already
}

// Install writes the description of a solver and its library into dir, which it
// makes if need be. s.Library is not used: it follows from dir. Each file
// appears at once, as a whole, and the description last; files of an earlier
// version that are not needed any more are removed. A clew.msc that Install did
// not write is left alone, with an error.
func Install(dir string, s Solver) (*Installed, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	in := &Installed{Config: filepath.Join(dir, configName), Library: filepath.Join(dir, libraryName)}
	before, err := readManifest(in.Library)
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(in.Config); err == nil && before[configName] == "" {
		return nil, fmt.Errorf("%s: is there already, and not written by this command: move it away first", in.Config)
	}
	if err := os.MkdirAll(in.Library, 0o755); err != nil {
		return nil, err
	}
	s.Library = libraryName // relative to the description
	type file struct {
		name    string
		content []byte
	}
	var files []file
	err = eachFile(func(name string, content []byte) error {
		files = append(files, file{libraryName + "/" + name, content})
		return nil
	})
	if err != nil {
		return nil, err
	}
	in.Files = len(files)
	files = append(files, file{configName, s.Config()})
	now := manifest{}
	for _, f := range files {
		now[f.name] = hash(f.content)
	}
	// Whatever happens from here on, Uninstall knows the files.
	both := maps.Clone(before)
	maps.Copy(both, now)
	if err := both.write(in.Library); err != nil {
		return nil, err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, f.content) {
			continue
		}
		in.Changed = true
		if err := replace(path, f.content); err != nil {
			return nil, err
		}
	}
	for name, sum := range before {
		if _, still := now[name]; !still && removeUnchanged(dir, name, sum) == nil {
			in.Changed = true
		}
	}
	return in, now.write(in.Library)
}

// Uninstalled says what Uninstall did.
type Uninstalled struct {
	Removed int      // files
	Kept    []string // paths of what it left in the place of the library: changed since, or not written by Install
}

// Uninstall removes from dir what Install wrote there, unless it was changed
// since. The error Is fs.ErrNotExist if nothing is installed.
func Uninstall(dir string) (*Uninstalled, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	library := filepath.Join(dir, libraryName)
	files, err := readManifest(library)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, configName), fs.ErrNotExist)
	}
	out := &Uninstalled{}
	// The description goes first: a solver without a library is worse than none.
	names := slices.SortedFunc(maps.Keys(files), func(a, b string) int {
		return strings.Count(a, "/") - strings.Count(b, "/")
	})
	for _, name := range names {
		switch err := removeUnchanged(dir, name, files[name]); {
		case err == nil:
			out.Removed++
		case errors.Is(err, errChanged):
			out.Kept = append(out.Kept, filepath.Join(dir, filepath.FromSlash(name)))
		case !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	if err := os.Remove(filepath.Join(library, manifestName)); err != nil {
		return nil, err
	}
	left, err := os.ReadDir(library)
	if err != nil {
		return nil, err
	}
	for _, e := range left {
		if path := filepath.Join(library, e.Name()); !slices.Contains(out.Kept, path) {
			out.Kept = append(out.Kept, path)
		}
	}
	slices.Sort(out.Kept)
	if len(left) == 0 {
		return out, os.Remove(library)
	}
	return out, nil
}

// manifest holds the sums of the files that Install wrote, by their names below
// the folder of solvers, with slashes.
type manifest map[string]string

// readManifest returns the manifest in a library, empty if there is none.
func readManifest(library string) (manifest, error) {
	m := manifest{}
	path := filepath.Join(library, manifestName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	} else if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		sum, name, ok := strings.Cut(lines.Text(), "  ")
		if !ok || name != configName && (!fs.ValidPath(name) || !strings.HasPrefix(name, libraryName+"/")) {
			return nil, fmt.Errorf("%s: found %q, expected a sum and a file of the library", path, lines.Text())
		}
		m[name] = sum
	}
	return m, nil
}

func (m manifest) write(library string) error {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%s  %s\n", m[name], name)
	}
	path := filepath.Join(library, manifestName)
	if old, err := os.ReadFile(path); err == nil && string(old) == b.String() {
		return nil
	}
	return replace(path, []byte(b.String()))
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// errChanged is the error for a file that is not as Install wrote it.
var errChanged = errors.New("changed since it was installed")

// removeUnchanged removes a file that still has the given sum.
func removeUnchanged(dir, name, sum string) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if hash(content) != sum {
		return errChanged
	}
	return os.Remove(path)
}

// replace writes a file under another name and then gives it its own, so that
// nobody ever sees a part of it.
func replace(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".clew-*")
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
