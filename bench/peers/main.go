// Command peers times clew against other solvers on the cases of package
// bench: each counts all answers of the same model, on one core. It is run
// from the top of the repository, as by
//
//	make bench-peers
//
// The contenders take turns, so that whatever else the machine does meets all
// of them alike; the clock is processor time, user and system, of the whole
// process. Models for the others are translated beforehand (MiniZinc to
// FlatZinc, ASP programs to ground ones), and that time does not count: what
// is timed reads a translated model, while clew builds its own.
//
// clew must find the known number of answers, else nothing is written and the
// exit status is 1. A peer that finds another one is not timed, and what it
// found is told. Solvers that are not installed are named as missing; -install
// installs them first, by apt-get.
//
// The cases are those of bench/work/count.txt, or of the file named by -work.
// -battleships names a file of puzzles, which is not part of this repository;
// they are timed as well.
//
// With -learning the cases are those on which learning is measured: each finds
// the best answer and proves it, or one answer where all are equal, and must
// find the known objective. Those models are written as FlatZinc by this
// command, the same constraints in the same order as in clew's models.
//
// With -kernels the cases are those of the kernels, each beside a C program made
// for the same problem, which this command compiles.
//
// With -sudoku lists of grids are solved, beside solvers made for nothing else:
// -lists names the folder of the lists, -tdoku, -skbforce2 and -rustsudoku those
// of the solvers, none of which is part of this repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

func main() {
	rounds := flag.Int("rounds", 5, "timed runs of each contender")
	limit := flag.Duration("limit", time.Minute, "longest time of one run, by the wall clock")
	only := flag.String("only", "", "run only the cases whose name starts with this")
	dir := flag.String("dir", "bench", "folder that holds peers/ and gets out/")
	results := flag.String("results", "", "file to write the results to, as Markdown")
	learning := flag.Bool("learning", false, "run the learning cases instead of those that count")
	kernels := flag.Bool("kernels", false, "run the cases of the kernels instead, beside programs made for one problem")
	kernel := flag.String("kernel", "", "count the answers of this kernel case with clew, print their number, and end")
	onSudoku := flag.Bool("sudoku", false, "solve lists of Sudoku grids instead")
	var dirs sudokuFolders
	flag.StringVar(&dirs.lists, "lists", "", "folder of the lists for -sudoku, named as by tdoku's benchmark")
	flag.StringVar(&dirs.tdoku, "tdoku", "", "checkout of tdoku for -sudoku")
	flag.StringVar(&dirs.skbforce2, "skbforce2", "", "checkout of SK_BFORCE2 for -sudoku")
	flag.StringVar(&dirs.rustSudoku, "rustsudoku", "", "checkout of the crate sudoku for -sudoku")
	grids := flag.String("grids", "", "solve the grids of this file with clew, print how many have no answer, one, more, and end")
	solve := flag.String("solve", "", "solve this learning case with clew, print what was found, and end")
	method := flag.String("method", string(clew.Auto), "method of -solve")
	work := flag.String("work", "", "file of the cases to count, instead of bench/work/count.txt")
	ships := flag.String("battleships", "", "file of battleship puzzles in the form of CSPLib's problem 14, timed too")
	unique := flag.String("unique", "", "look for two answers of the battleship puzzles of this file with clew, print how many each has, and end")
	get := flag.Bool("install", false, "install the peers first, by apt-get")
	count := flag.String("count", "", "count the answers of this case with clew, print their number, and end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := error(nil)
	switch {
	case *count != "":
		var cases []bench.Case
		if cases, err = listOf(*work); err == nil {
			err = printCount(ctx, os.Stdout, cases, *count, bench.Options()...)
		}
	case *unique != "":
		err = printUnique(ctx, os.Stdout, *unique)
	case *kernel != "":
		err = printKernelCount(ctx, os.Stdout, *kernel)
	case *grids != "":
		var text string
		if text, err = countGrids(*grids); err == nil {
			fmt.Println(text)
		}
	case *solve != "":
		err = printSolution(ctx, os.Stdout, *solve, clew.Method(*method))
	case flag.NArg() > 0 || *rounds < 1 || *limit <= 0 || *learning && *kernels || *onSudoku && (*learning || *kernels),
		(*learning || *kernels || *onSudoku) && (*work != "" || *ships != "" || *get):
		err = fmt.Errorf("usage: peers [-work FILE] [-battleships FILE] [-install]|-learning|-kernels|-sudoku [-lists DIR] [-tdoku DIR] [-skbforce2 DIR] [-rustsudoku DIR] [-rounds N] [-limit D] [-only CASE] [-results FILE]")
	default:
		run := comparison{dir: *dir, only: *only, results: *results, rounds: *rounds, limit: *limit}
		switch {
		case *learning:
			err = run.learning(ctx)
		case *onSudoku:
			err = run.sudoku(ctx, dirs)
		case *kernels:
			err = run.kernels(ctx)
		default:
			if *get {
				err = install()
			}
			if err == nil {
				err = run.counting(ctx, *work, *ships)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		stop()
		os.Exit(1)
	}
}

// printCount is what clew's processes do.
func printCount(ctx context.Context, w io.Writer, cases []bench.Case, name string, opts ...clew.Option) error {
	for _, c := range cases {
		if c.Name != name {
			continue
		}
		p, err := c.Problem()
		if err != nil {
			return err
		}
		var n *big.Int
		if n, err = clew.Count(ctx, p, opts...); err == nil {
			fmt.Fprintln(w, n)
		}
		return err
	}
	return fmt.Errorf("no case is called %q", name)
}

// listOf returns the cases of a file, or those that are part of this program.
func listOf(file string) ([]bench.Case, error) {
	if file == "" {
		return bench.Cases(), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bench.ReadCases(f, file)
}

// comparison is what the command is asked to do.
type comparison struct {
	dir, only, results string
	rounds             int
	limit              time.Duration
}

// out returns the folder for what is made on the way, and makes it.
func (c *comparison) out() (string, error) {
	out := filepath.Join(c.dir, "out")
	return out, os.MkdirAll(out, 0o755)
}

// counting runs the cases that count and reports them.
func (c *comparison) counting(ctx context.Context, work, ships string) error {
	cases, err := listOf(work)
	if err != nil {
		return err
	}
	if ships != "" {
		if _, err := os.Stat(ships); err != nil {
			return err // now, not after all cases
		}
	}
	out, err := c.out()
	if err != nil {
		return err
	}
	field, err := contenders(work, filepath.Join(c.dir, "peers"), out)
	if err != nil {
		return err
	}
	rep := newReport(field, c.rounds, c.limit)
	if err := c.counts(ctx, rep, cases); err != nil {
		return err
	}
	if ships != "" && strings.HasPrefix("battleships", c.only) {
		if rep.ships, err = c.battleships(ctx, ships, out); err != nil {
			return err
		}
	}
	return c.publish(rep, rep.write)
}

// kernels runs the cases of the kernels and reports them.
func (c *comparison) kernels(ctx context.Context) error {
	out, err := c.out()
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	rep := newReport(kernelField(self, filepath.Join(c.dir, "peers", "kernels"), out), c.rounds, c.limit)
	if err := c.counts(ctx, rep, bench.KernelCases()); err != nil {
		return err
	}
	return c.publish(rep, rep.writeKernels)
}

// counts lets the field of a report count the answers of cases.
func (c *comparison) counts(ctx context.Context, rep *report, cases []bench.Case) error {
	tellMissing(rep.field)
	for _, b := range cases {
		if !strings.HasPrefix(b.Name, c.only) {
			continue
		}
		var running []entry
		for _, f := range rep.field {
			if f.missing != "" || len(running) > 0 && !asked(b, f.name) {
				continue
			}
			j, err := f.prepare(b)
			if errors.Is(err, fs.ErrNotExist) {
				fmt.Fprintf(os.Stderr, "%s, %s: no model\n", b.Name, f.name)
				continue
			}
			if err != nil {
				return fmt.Errorf("%s, %s: %w", b.Name, f.name, err)
			}
			running = append(running, entry{f.name, j})
		}
		o, err := c.runCase(ctx, b.Name, b.Answers, running)
		if err != nil {
			return err
		}
		o.aims = b.Aims
		rep.add(o)
	}
	return nil
}

// asked reports whether a case is for the peer of that name: "Gecode" stands for
// both of its settings.
func asked(c bench.Case, name string) bool {
	return c.Peers == nil || slices.ContainsFunc(c.Peers, func(p string) bool { return isOf(name, p) })
}

// isOf reports whether a contender is a peer or one of its settings.
func isOf(contender, peer string) bool {
	return contender == peer || strings.HasPrefix(contender, peer+" ")
}

// learning runs the learning cases and reports them.
func (c *comparison) learning(ctx context.Context) error {
	out, err := c.out()
	if err != nil {
		return err
	}
	field, err := learners()
	if err != nil {
		return err
	}
	tellMissing(field)
	rep := newReport(field, c.rounds, c.limit)
	for _, b := range bench.LearningCases() {
		if !strings.HasPrefix(b.Name, c.only) {
			continue
		}
		text, err := flatZinc(b)
		if err != nil {
			return err
		}
		model := filepath.Join(out, fileName(b.Name, "fzn"))
		if err := os.WriteFile(model, []byte(text), 0o644); err != nil {
			return err
		}
		var running []entry
		for _, f := range field {
			if f.missing == "" {
				run := f.solve(b, model)
				running = append(running, entry{f.name, job{run, run}})
			}
		}
		o, err := c.runCase(ctx, b.Name, b.Want, running)
		if err != nil {
			return err
		}
		rep.add(o)
	}
	return c.publish(rep, rep.writeLearning)
}

func tellMissing(field []contender) {
	for _, c := range field {
		if c.missing != "" {
			fmt.Fprintf(os.Stderr, "missing: %s: %s\n", c.name, c.missing)
		}
	}
}

// publish writes the report to the standard output and to the file of results,
// if there is to be one.
func (c *comparison) publish(rep *report, write func(io.Writer) error) error {
	if len(rep.outcomes) == 0 && rep.ships == nil {
		return fmt.Errorf("no case is called %q", c.only)
	}
	if err := write(os.Stdout); err != nil || c.results == "" {
		return err
	}
	f, err := os.Create(c.results)
	if err != nil {
		return err
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// outcome is what a case came to: the samples of each contender in order of
// the rounds. A contender that reached the limit has one sample, with over set.
type outcome struct {
	name, want string
	samples    map[string][]sample
	wrong      map[string]string // what a peer found that did not agree
	aims       []bench.Aim
}

// entry is a contender with its job.
type entry struct {
	name string
	job
}

// runCase lets the contenders take turns on a case. A first round, untimed,
// checks what they find. A peer that finds something else is not timed; if the
// first contender does, which is clew, that is an error.
func (c *comparison) runCase(ctx context.Context, name, want string, all []entry) (*outcome, error) {
	o := &outcome{name: name, want: want, samples: map[string][]sample{}, wrong: map[string]string{}}
	var running []entry
	for i, e := range all {
		s, err := steady(ctx, e.check, c.limit)
		if err == nil && !s.over {
			err = agree(s, want)
			if err != nil && i > 0 && s.complete {
				o.wrong[e.name] = s.answers
				fmt.Fprintf(os.Stderr, "%s, %s: %v; it is not timed\n", name, e.name, err)
				continue
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", name, e.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s, %s: check, %s\n", name, e.name, s)
		if s.over {
			o.samples[e.name] = []sample{s}
			continue
		}
		running = append(running, e)
	}
	for round := range c.rounds {
		for i := range running {
			e := running[(round+i)%len(running)]
			s, err := steady(ctx, e.timed, c.limit)
			switch {
			case err != nil:
			case s.over:
				err = fmt.Errorf("%s, though the check was not: is the machine too busy?", s)
			case e.timed.parse != nil:
				err = agree(s, want)
			}
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", name, e.name, err)
			}
			fmt.Fprintf(os.Stderr, "%s, %s: round %d, %s\n", name, e.name, round+1, s)
			o.samples[e.name] = append(o.samples[e.name], s)
		}
	}
	return o, nil
}

// agree compares a run with what is known.
func agree(s sample, want string) error {
	switch {
	case !s.complete:
		return fmt.Errorf("did not finish: found %q", s.answers)
	case s.answers != want:
		return fmt.Errorf("found %s, expected %s", s.answers, want)
	}
	return nil
}
