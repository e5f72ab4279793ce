package main

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

// gecodeLibrary holds the redefinitions that Debian's library for Gecode 6.2
// lacks: its gecode_presolver declares fzn_nvalue, fzn_regular and others
// without a body, but fzn-gecode knows these constraints as gecode_nvalue,
// gecode_regular and so on, and fails on the names that it is given. With these
// files every global constraint that Gecode has natively reaches it.
//
//go:embed gecode/*.mzn
var gecodeLibrary embed.FS

// gecode is the peer that gives reference answers.
type gecode struct {
	tool
	Config string // its solver configuration
}

// newGecodeSolver finds the solver, for FlatZinc that is there already.
func newGecodeSolver() (tool, error) {
	bin, err := exec.LookPath("fzn-gecode")
	if err != nil {
		return tool{}, errors.New("fzn-gecode is not installed")
	}
	return tool{Path: bin, limits: limits{Memory: 6 << 30, Output: 1 << 28}}, nil
}

// newGecode writes a solver configuration of the installed Gecode, with a
// library that uses all its global constraints, into a folder.
func newGecode(m *minizinc, into string) (*gecode, error) {
	lib := filepath.Join(into, "gecode-library")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		return nil, err
	}
	err := copyFolder(lib, filepath.Join(m.Share, "gecode_presolver"))
	if errors.Is(err, fs.ErrNotExist) { // newer versions have one library, under this name
		err = copyFolder(lib, filepath.Join(m.Share, "gecode"))
	}
	if err != nil {
		return nil, fmt.Errorf("no library for Gecode beside minizinc: %w", err)
	}
	err = fs.WalkDir(gecodeLibrary, "gecode", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := gecodeLibrary.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(lib, path.Base(name)), text, 0o644)
	})
	if err != nil {
		return nil, err
	}
	return configureGecode(lib, filepath.Join(into, "gecode-reference.msc"))
}

// plainGecode is Gecode without any constraint of its own beyond FlatZinc's, and
// without set variables: what the standard library says of a constraint holds.
func plainGecode(into string) (*gecode, error) {
	lib := filepath.Join(into, "gecode-plain")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(lib, "redefinitions.mzn"), []byte("include \"nosets.mzn\";\n"), 0o644); err != nil {
		return nil, err
	}
	return configureGecode(lib, filepath.Join(into, "gecode-plain.msc"))
}

// configureGecode writes the configuration of Gecode with a library.
func configureGecode(library, config string) (*gecode, error) {
	solver, err := newGecodeSolver()
	if err != nil {
		return nil, err
	}
	text := fmt.Sprintf(`{"id":"reference.gecode","name":"Gecode for reference","version":"6.2.0","mznlib":%q,"executable":%q,
"tags":["cp","int","float","set"],"stdFlags":["-a","-f","-n","-p","-r","-s","-t"],"supportsFzn":true}
`, library, solver.Path)
	return &gecode{tool: solver, Config: config}, os.WriteFile(config, []byte(text), 0o644)
}
