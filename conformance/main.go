// The command conformance runs outside suites, which nobody of this project
// wrote, against the commands clew and fzn-clew, and prints a table of how many
// cases pass. It shares nothing with the solver but these commands.
//
//	go run ./conformance -suites DIR
//
// Every folder of DIR whose name is that of a suite is run; docs/conformance.md
// says where they come from and what their cases are. The exit code is 1 when a
// case failed, 2 when the suites could not be run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// suites in the order in which they are run: short ones first.
var suites = []suite{battleship, ace, pumpkin, huub, gecodeTests, mznspec, hakank}

// session is what all suites need.
type session struct {
	Bin            string // folder with the commands
	Cache          string // folder for what is kept between runs
	Scratch        string // folder for this run
	Limit          time.Duration
	ReferenceLimit time.Duration
	ReferencesOnly bool
	WASM           string // folder dist of the npm package minizinc
	Match          *regexp.Regexp
	mzn            *minizinc
	config         string
}

// wanted reports whether a case was asked for.
func (s *session) wanted(name string) bool { return s.Match == nil || s.Match.MatchString(name) }

// clew is the command with the limits of the session.
func (s *session) clew() tool { return s.command("clew") }

// fznClew is the FlatZinc solver with the limits of the session.
func (s *session) fznClew() tool { return s.command("fzn-clew") }

func (s *session) command(name string) tool {
	return tool{Path: filepath.Join(s.Bin, name), limits: limits{CPU: s.Limit, Memory: 12 << 30, Output: 1 << 30}}
}

// minizinc finds the compiler, once.
func (s *session) minizinc(ctx context.Context) (*minizinc, error) {
	var err error
	if s.mzn == nil {
		s.mzn, err = findMinizinc(ctx)
	}
	return s.mzn, err
}

// clewConfig has clew write its solver configuration and library into a home of
// its own, and returns the configuration file.
func (s *session) clewConfig(ctx context.Context) (string, error) {
	if s.config != "" {
		return s.config, nil
	}
	home := filepath.Join(s.Scratch, "home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return "", err
	}
	install := s.clew()
	install.Env = []string{"HOME=" + home, "PATH=" + s.Bin + string(os.PathListSeparator) + os.Getenv("PATH")}
	r, err := install.run(ctx, nil, "minizinc", "install")
	if err != nil {
		return "", err
	}
	if r.Exit != 0 {
		return "", errors.New("clew minizinc install: " + firstLine(r.Stderr))
	}
	found, err := filepath.Glob(filepath.Join(home, ".minizinc", "solvers", "*.msc"))
	if err != nil || len(found) != 1 {
		return "", fmt.Errorf("clew minizinc install: %d configurations in the solver folder, want one", len(found))
	}
	s.config = found[0]
	return s.config, nil
}

// build compiles the commands of the checkout.
func build(ctx context.Context, into string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", into+string(filepath.Separator), "./cmd/...")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}

func main() {
	folder := flag.String("suites", "../shared/suites", "folder of suites")
	only := flag.String("only", "", "names of suites, separated by commas; all unless given")
	match := flag.String("run", "", "cases whose name this regular expression matches")
	bin := flag.String("bin", "", "folder with built commands; they are built unless given")
	cache := flag.String("cache", "", "folder for answers of other solvers; .cache in the folder of suites unless given")
	verbose := flag.Bool("v", false, "print every case as it ends")
	s := &session{}
	flag.StringVar(&s.WASM, "wasm", "", "folder dist of the npm package minizinc, a newer compiler")
	flag.DurationVar(&s.Limit, "limit", time.Minute, "CPU time for each case")
	flag.DurationVar(&s.ReferenceLimit, "reference-limit", 3*time.Second, "CPU time of Gecode for each reference")
	flag.BoolVar(&s.ReferencesOnly, "references", false, "only find the answers of other solvers that are compared with")
	flag.Parse()
	code, err := run(s, *folder, *only, *match, *bin, *cache, *verbose)
	if err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		code = 2
	}
	os.Exit(code)
}

// run runs the suites and returns the exit code.
func run(s *session, folder, only, match, bin, cache string, verbose bool) (int, error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if folder, err = filepath.Abs(folder); err != nil {
		return 2, err
	}
	if match != "" {
		if s.Match, err = regexp.Compile(match); err != nil {
			return 2, err
		}
	}
	if s.Scratch, err = os.MkdirTemp("", "clew-conformance-"); err != nil {
		return 2, err
	}
	defer os.RemoveAll(s.Scratch) // nothing there is missed
	s.Cache = cache
	if s.Cache == "" {
		s.Cache = filepath.Join(folder, ".cache")
	}
	if s.Bin, err = filepath.Abs(bin); err != nil {
		return 2, err
	}
	if bin == "" && !s.ReferencesOnly {
		s.Bin = filepath.Join(s.Scratch, "bin")
		if err := os.Mkdir(s.Bin, 0o755); err != nil {
			return 2, err
		}
		if err := build(ctx, s.Bin); err != nil {
			return 2, fmt.Errorf("go build ./cmd/...: %w", err)
		}
	}
	names := strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	var rows []tally
	for _, suite := range suites {
		dir := filepath.Join(folder, suite.Name)
		if _, err := os.Stat(dir); err != nil {
			continue
		}
		if len(names) > 0 && !slices.Contains(names, suite.Name) {
			continue
		}
		rows = append(rows, runSuite(ctx, s, suite, dir, verbose)...)
	}
	if len(rows) == 0 {
		return 2, fmt.Errorf("no suite found in %s", folder)
	}
	printFailures(os.Stdout, rows)
	printTable(os.Stdout, rows)
	for _, t := range rows {
		if t.Counts[failed] > 0 {
			return 1, nil
		}
	}
	return 0, ctx.Err()
}

// runSuite runs one suite and collects its rows, one for each group of cases.
func runSuite(ctx context.Context, s *session, suite suite, dir string, verbose bool) []tally {
	groups := map[string]*tally{}
	reasons := parseKnown(knownText)
	err := suite.Run(ctx, s, dir, func(o outcome) {
		o = explain(reasons, suite.Name, o)
		row := groups[o.Group]
		if row == nil {
			row = &tally{Suite: strings.TrimSuffix(suite.Name+"/"+o.Group, "/")}
			groups[o.Group] = row
		}
		row.add(o)
		if verbose {
			fmt.Printf("%s %s %s %s %s\n", row.Suite, o.Verdict, o.Case, seconds(o.CPU), o.Reason)
			if o.Verdict == failed {
				printIndented(os.Stdout, o.Detail)
			}
		}
	})
	var rows []tally
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		rows = append(rows, *groups[name])
	}
	if err != nil {
		rows = append(rows, tally{Suite: suite.Name, Note: err.Error()})
	}
	return rows
}
