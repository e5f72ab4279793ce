package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/clewsolver/clew/internal/input"
	"github.com/clewsolver/clew/internal/minizinc"
	"github.com/spf13/cobra"
)

// minizincCommand returns the command that makes clew a solver of MiniZinc.
func minizincCommand(c *console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "minizinc install|uninstall",
		Short: "make clew a solver of MiniZinc and its IDE",
		Long: `Make clew a solver of MiniZinc and its IDE, or undo that. What MiniZinc has to
know of clew is put into the folder in which it looks for the user's solvers.

  install     put clew where MiniZinc looks for solvers
  uninstall   take away what install wrote`,
		Example: "  clew minizinc install\n  minizinc --solver clew model.mzn -a",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("minizinc: found nothing, expected install or uninstall")
			}
			known := []string{"install", "uninstall"}
			return fmt.Errorf("minizinc: found %s, expected %s%s", input.Quote(args[0]), anyOf(known), didYouMean(args[0], known, ""))
		},
	}
	var dir, executable string
	folder := func(sub *cobra.Command) *cobra.Command {
		sub.Flags().StringVar(&dir, "dir", "", "folder of solvers (default: the user's, of MiniZinc)")
		sub.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%s: found %s, expected flags only", cmd.Name(), input.Quote(args[0]))
			}
			return nil
		}
		sub.ValidArgsFunction = cobra.NoFileCompletions
		return sub
	}
	install := folder(&cobra.Command{
		Use:   "install",
		Short: "put clew where MiniZinc looks for solvers",
		Long: `Write clew.msc and the folder clew, with clew's library of constraints, where
MiniZinc looks for the user's solvers. They refer to the program fzn-clew, which
is looked for beside clew, on PATH, and where go install puts programs. To
install again renews what is there.`,
		RunE: func(*cobra.Command, []string) error { return installSolver(c, dir, executable) },
	})
	install.Flags().StringVar(&executable, "executable", "", "the fzn-clew to be run (default: looked for)")
	cmd.AddCommand(install, folder(&cobra.Command{
		Use:   "uninstall",
		Short: "take away what install wrote",
		Long:  `Remove the files that install wrote, unless they were changed since, and nothing else.`,
		RunE:  func(*cobra.Command, []string) error { return uninstallSolver(c, dir) },
	}))
	cmd.AddCommand(&cobra.Command{
		Use:                "relay",
		Short:              "what minizinc runs to write the answers of a model that clew had it compile",
		Hidden:             true,
		DisableFlagParsing: true, // they are those of a solver
		RunE:               func(_ *cobra.Command, args []string) error { return minizinc.Relay(args, os.Stdout) },
	})
	return cmd
}

// solverProgram is the command that MiniZinc runs.
const solverProgram = "fzn-clew"

func installSolver(c *console, dir, executable string) error {
	if executable == "" {
		executable = findSolver(c.getenv)
	}
	if executable == "" {
		return fmt.Errorf("minizinc install: found no %s beside clew, on PATH or in the folder of go install; "+
			"get it by: go install github.com/clewsolver/clew/cmd/%[1]s@latest, or name it by --executable", solverProgram)
	}
	executable, err := filepath.Abs(executable)
	if err != nil {
		return err
	}
	if !isProgram(executable) {
		return fmt.Errorf("--executable: found %s, expected a program", printable(executable))
	}
	dir, err = solverDir(dir)
	if err != nil {
		return err
	}
	in, err := minizinc.Install(dir, minizinc.Solver{Executable: executable, Version: version()})
	if err != nil {
		return err
	}
	verb := "installed"
	if !in.Changed {
		verb = "nothing to do, installed are"
	}
	fmt.Fprintf(c, "%s:\n  %s\n  %s (%s)\nruns %s\ntry: minizinc --solver clew model.mzn -a\n",
		verb, in.Config, in.Library, input.Plural(int64(in.Files), "file"), executable)
	if dir != mustUserDir() {
		fmt.Fprintf(c, "MiniZinc finds it if MZN_SOLVER_PATH names %s\n", dir)
	}
	if _, err := exec.LookPath(minizinc.Command); err != nil {
		c.Note("there is no minizinc on PATH yet: get it from https://www.minizinc.org")
	}
	return nil
}

func uninstallSolver(c *console, dir string) error {
	dir, err := solverDir(dir)
	if err != nil {
		return err
	}
	out, err := minizinc.Uninstall(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintf(c, "nothing to do: clew is not installed in %s\n", dir)
		return nil
	case err != nil:
		return err
	}
	fmt.Fprintf(c, "removed %s from %s\n", input.Plural(int64(out.Removed), "file"), dir)
	for _, path := range out.Kept {
		fmt.Fprintf(c, "left %s, which is not as install wrote it\n", path)
	}
	return nil
}

// solverDir returns the folder of solvers: what the user says, or the usual
// one.
func solverDir(dir string) (string, error) {
	if dir != "" {
		return filepath.Abs(dir)
	}
	return minizinc.SolverDir()
}

// mustUserDir returns the usual folder of solvers, empty if there is none.
func mustUserDir() string {
	dir, err := minizinc.SolverDir()
	if err != nil {
		return ""
	}
	return dir
}

// findSolver returns the path of fzn-clew, empty if there is none.
func findSolver(getenv func(string) string) string {
	name := solverProgram
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		if path := filepath.Join(filepath.Dir(self), name); isProgram(path) {
			return path
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	for _, dir := range goBin(getenv) {
		if path := filepath.Join(dir, name); isProgram(path) {
			return path
		}
	}
	return ""
}

// goBin returns the folders into which go install may put programs.
func goBin(getenv func(string) string) []string {
	var dirs []string
	if dir := getenv("GOBIN"); dir != "" {
		dirs = append(dirs, dir)
	}
	for _, dir := range filepath.SplitList(getenv("GOPATH")) {
		dirs = append(dirs, filepath.Join(dir, "bin"))
	}
	if home, err := os.UserHomeDir(); err == nil {
		dirs = append(dirs, filepath.Join(home, "go", "bin"))
	}
	return dirs
}

// isProgram reports whether path is a file that can be run.
func isProgram(path string) bool {
	_, err := exec.LookPath(path) // a name with a slash is not looked for
	return err == nil && strings.ContainsRune(path, filepath.Separator)
}
