package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// sudokuFolders are the folders that hold what is not part of this repository;
// each may be empty.
type sudokuFolders struct {
	lists                        string // of grids
	tdoku, skbforce2, rustSudoku string // checkouts of solvers
}

// solver is a contender with what it runs on a file of grids.
type solver struct {
	contender
	run func(file string) command
}

// sudokuField returns clew's kernel, its command, and the solvers of others,
// which are built first.
func sudokuField(self, sources, out string, dirs sudokuFolders) ([]solver, error) {
	binary := filepath.Join(out, "clew")
	if _, err := output("go", "build", "-o", binary, "./cmd/clew"); err != nil {
		return nil, err
	}
	field := []solver{{
		contender{name: "clew", version: checkout() + ", the kernel"},
		func(file string) command {
			return command{args: []string{self, "-grids", file}, env: []string{"GOMAXPROCS=1"}, parse: parseNumber}
		},
	}, {
		contender{name: "clew command", version: "clew count sudoku FILE --limit 2 --jobs 1, reading and printing included"},
		func(file string) command {
			return command{args: []string{binary, "count", "sudoku", file, "--limit", "2", "--jobs", "1"},
				env: []string{"GOMAXPROCS=1"}, ok: []int{1, 3}, parse: parseCounts}
		},
	}}
	for _, p := range sudokuPeers(dirs) {
		s, err := p.solver(sources, out)
		if err != nil {
			return nil, err
		}
		field = append(field, s)
	}
	return field, nil
}

// sudokuPeer is a solver of others, which is built from a checkout with a driver
// of ours.
type sudokuPeer struct {
	name, flag, source string // source says who has it
	dir                string // the checkout, empty if none is given
	// toolchain returns the program that builds it, empty if none is found, and
	// what to call it if it is missing.
	toolchain func() (program, kind string)
	// build makes the program from the driver in the folder sources and says how.
	build func(tool, dir, sources, program string) (how string, err error)
}

func sudokuPeers(dirs sudokuFolders) []sudokuPeer {
	return []sudokuPeer{
		{"tdoku", "tdoku", "github.com/t-dillon/tdoku", dirs.tdoku, cppCompiler,
			func(tool, dir, sources, program string) (string, error) {
				return buildCpp(tool, program, []string{"-fno-exceptions", "-fno-rtti"}, filepath.Join(dir, "include"),
					filepath.Join(sources, "tdoku.cc"),
					filepath.Join(dir, "src", "solver_dpll_triad_simd.cc"), filepath.Join(dir, "src", "util.cc"))
			}},
		{"sk_bforce2", "skbforce2", "github.com/GPenet/SK_BFORCE2", dirs.skbforce2, cppCompiler,
			func(tool, dir, sources, program string) (string, error) {
				return buildCpp(tool, program, nil, dir, filepath.Join(sources, "skbforce2.cc"),
					filepath.Join(dir, "sk_t.cpp"), filepath.Join(dir, "sk_bitfields.cpp"))
			}},
		{"rust_sudoku", "rustsudoku", "github.com/Emerentius/sudoku", dirs.rustSudoku,
			func() (string, string) { return firstFound("cargo"), "cargo" }, buildRust},
	}
}

// solver builds the peer, if there is what it takes.
func (p sudokuPeer) solver(sources, out string) (solver, error) {
	s := solver{contender: contender{name: p.name}}
	if p.dir == "" {
		s.missing = fmt.Sprintf("no folder given by -%s; %s has it", p.flag, p.source)
		return s, nil
	}
	tool, kind := p.toolchain()
	if tool == "" {
		s.missing = fmt.Sprintf("no %s on PATH", kind)
		return s, nil
	}
	program := filepath.Join(out, p.name)
	how, err := p.build(tool, p.dir, sources, program)
	if err != nil {
		return s, fmt.Errorf("%s: %w", p.name, err)
	}
	s.version = commitOf(p.dir) + ", by " + how
	s.run = func(file string) command { return command{args: []string{program, file}, parse: parseNumber} }
	return s, nil
}

func cppCompiler() (program, kind string) { return firstFound("clang++", "c++"), "C++ compiler" }

func firstFound(programs ...string) string {
	for _, p := range programs {
		if found(p) {
			return p
		}
	}
	return ""
}

// buildCpp compiles files of C++ into a program for this machine's processor.
func buildCpp(compiler, program string, flags []string, include string, files ...string) (how string, err error) {
	args := append([]string{compiler, "-std=c++14", "-O3", "-march=native", "-w"}, flags...)
	args = append(args, "-I", include, "-o", program)
	_, err = output(append(args, files...)...)
	return fmt.Sprintf("%s -O3 -march=native, version %s", compiler,
		version(`(?m)(?:version |\) )(\d+\.\d+\S*)`, compiler, "--version")), err
}

// rustManifest is Cargo's description of the driver: the path of the driver, and
// that of the crate. Everything that makes it faster is asked for, the crate's
// own way of leaving out bounds checks too.
const rustManifest = `[package]
name = "rust_sudoku"
version = "0.0.0"
edition = "2021"

[workspace]

[[bin]]
name = "rust_sudoku"
path = %q

[dependencies]
sudoku = { path = %q, features = ["unchecked_indexing"] }

[profile.release]
lto = "fat"
codegen-units = 1
panic = "abort"
`

// buildRust builds the driver of the crate in dir. Cargo gets the crates that
// one depends on from where it always does.
func buildRust(cargo, dir, sources, program string) (how string, err error) {
	driver, err := filepath.Abs(filepath.Join(sources, "rust_sudoku.rs"))
	if err != nil {
		return "", err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return "", err
	}
	project := program + "-cargo"
	if err := os.MkdirAll(project, 0o755); err != nil {
		return "", err
	}
	manifest := filepath.Join(project, "Cargo.toml")
	if err := os.WriteFile(manifest, fmt.Appendf(nil, rustManifest, driver, dir), 0o644); err != nil {
		return "", err
	}
	target := filepath.Join(project, "target")
	if _, err := output(cargo, "build", "--quiet", "--release", "--manifest-path", manifest, "--target-dir", target,
		"--config", `build.rustflags=["-C","target-cpu=native"]`); err != nil {
		return "", err
	}
	if err := os.Rename(filepath.Join(target, "release", filepath.Base(program)), program); err != nil {
		return "", err
	}
	return fmt.Sprintf("cargo build --release, target-cpu=native, lto, unchecked_indexing, rustc %s",
		version(`rustc (\S+)`, "rustc", "--version")), nil
}

// commitOf names the commit of another checkout.
func commitOf(dir string) string {
	text, err := exec.Command("git", "-C", dir, "rev-parse", "--short", "HEAD").Output()
	if err != nil {
		return "of unknown version"
	}
	return "commit " + strings.TrimSpace(string(text))
}
