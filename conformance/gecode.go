package main

import (
	"context"
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
func newGecode(ctx context.Context, m *minizinc, into string) (*gecode, error) {
	solver, err := newGecodeSolver()
	if err != nil {
		return nil, err
	}
	lib := filepath.Join(into, "gecode-library")
	if err := os.MkdirAll(lib, 0o755); err != nil {
		return nil, err
	}
	for _, name := range []string{"gecode_presolver", "gecode"} {
		if err = copyFolder(lib, filepath.Join(m.Share, name)); err == nil {
			break
		}
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
	config := filepath.Join(into, "gecode-reference.msc")
	text := fmt.Sprintf(`{"id":"reference.gecode","name":"Gecode for reference","version":"6.2.0","mznlib":%q,"executable":%q,
"tags":["cp","int","float","set"],"stdFlags":["-a","-f","-n","-p","-r","-s","-t"],"supportsFzn":true}
`, lib, solver.Path)
	return &gecode{tool: solver, Config: config}, os.WriteFile(config, []byte(text), 0o644)
}
