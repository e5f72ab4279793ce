package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
)

// Solitaire battleships in the form of CSPLib's problem 14, each of which has
// exactly one answer. Every contender looks for two and so proves that.

var (
	comment    = regexp.MustCompile(`%.*`)
	puzzleTerm = regexp.MustCompile(`(?s)problem\(\s*\w+\s*,\s*\[(.*?)\]\s*,\s*\[(.*?)\]\s*,\s*\[(.*?)\]\s*,\s*\[(.*?)\]\s*\)\s*\.`)
	shipTerm   = regexp.MustCompile(`(\d+)\s*:\s*(\d+)`)
	hintTerm   = regexp.MustCompile(`([a-z])\s*@\s*\[\s*(\d+)\s*,\s*(\d+)\s*\]`)
)

// facts writes a puzzle, the parts of a puzzleTerm, for peers/battleship.lp.
func facts(parts []string) string {
	var b strings.Builder
	for i, name := range []string{"row", "col"} {
		tallies := strings.Split(parts[2+i], ",")
		fmt.Fprintf(&b, "%ss(%d).\n", name, len(tallies))
		for k, t := range tallies {
			fmt.Fprintf(&b, "%s(%d,%s).\n", name, k+1, strings.TrimSpace(t))
		}
	}
	for _, m := range shipTerm.FindAllStringSubmatch(parts[1], -1) {
		fmt.Fprintf(&b, "ships(%s,%s).\n", m[1], m[2])
	}
	for _, m := range hintTerm.FindAllStringSubmatch(parts[4], -1) {
		fmt.Fprintf(&b, "hint(%s,%s,%s).\n", m[1], m[2], m[3])
	}
	return b.String()
}

// battleships times the puzzles of a file and returns what they came to.
func (c *comparison) battleships(ctx context.Context, file, out string) (*battleshipReport, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	terms := puzzleTerm.FindAllStringSubmatch(comment.ReplaceAllString(string(text), ""), -1)
	if len(terms) == 0 {
		return nil, fmt.Errorf("%s: found no puzzle, expected terms problem(Id, Fleet, Rows, Columns, Hints)", file)
	}
	r := &battleshipReport{report: newReport([]contender{
		{name: "clew"}, {name: "clew, one process"}, {name: "clasp"},
	}, c.rounds, c.limit), puzzles: len(terms)}
	runs := make([][]command, len(r.field))
	count := func(args ...string) command {
		return command{args: append([]string{self, "-unique"}, args...), env: []string{"GOMAXPROCS=1"}, parse: parseUnique}
	}
	runs[1] = []command{count(file)}
	withClasp := found("clasp", "gringo")
	if !withClasp {
		r.field[2].missing = "clasp or gringo " + notFound
	}
	for i, t := range terms {
		name := filepath.Join(out, fmt.Sprintf("battleship-%d", i+1))
		if err := os.WriteFile(name+".pl", []byte(t[0]+"\n"), 0o644); err != nil {
			return nil, err
		}
		runs[0] = append(runs[0], count(name+".pl"))
		if !withClasp {
			continue
		}
		if err := os.WriteFile(name+".lp", []byte(facts(t)), 0o644); err != nil {
			return nil, err
		}
		ground, err := output("gringo", filepath.Join(c.dir, "peers", "battleship.lp"), name+".lp")
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(name+".aspif", ground, 0o644); err != nil {
			return nil, err
		}
		runs[2] = append(runs[2], command{args: []string{"clasp", "-n", "2", "-q", name + ".aspif"}, ok: []int{10, 20, 30}, parse: parseClasp})
	}
	o := &outcome{name: "battleships", want: "1", samples: map[string][]sample{}}
	for round := range c.rounds {
		for i := range runs {
			k := (round + i) % len(runs)
			if r.field[k].missing != "" {
				continue
			}
			s, err := inTurn(ctx, runs[k], c.limit)
			if err != nil {
				return nil, fmt.Errorf("battleships, %s: %w", r.field[k].name, err)
			}
			fmt.Fprintf(os.Stderr, "battleships, %s: round %d, %s\n", r.field[k].name, round+1, s)
			o.samples[r.field[k].name] = append(o.samples[r.field[k].name], s)
		}
	}
	r.add(o)
	return r, nil
}

// inTurn runs commands one after the other, each of which must find 1. The
// sample has the sum of their times and the largest of their sizes.
func inTurn(ctx context.Context, runs []command, limit time.Duration) (total sample, err error) {
	for _, run := range runs {
		s, err := measure(ctx, run, limit)
		if err == nil && s.over {
			err = fmt.Errorf("%s: %s", strings.Join(run.args, " "), s)
		}
		if err == nil {
			err = agree(s, "1")
		}
		if err != nil {
			return total, err
		}
		total.cpu += s.cpu
		total.memory = max(total.memory, s.memory)
	}
	return total, nil
}

// printUnique is what clew's processes do: for each puzzle of a file they print
// the number of its answers, 2 standing for more.
func printUnique(ctx context.Context, w io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	for p, err := range battleship.Read(f, file, battleship.ReadOptions{}) {
		if err != nil {
			return err
		}
		u, err := clew.Unique(ctx, p)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, len(u.Solutions))
	}
	return nil
}

// parseUnique reads the output of printUnique: the number that stands on every
// line.
func parseUnique(r io.Reader) (res result, err error) {
	err = eachLine(r, func(line string) {
		if res.answers == "" || res.answers == line {
			res.answers, res.complete = line, true
		} else {
			res.complete = false
		}
	})
	return res, err
}

// battleshipReport tells of puzzles of a file, all timed alike.
type battleshipReport struct {
	*report
	puzzles int
}

// battleshipAim is the longest time for a puzzle, where clasp takes 6 to 12 ms.
const battleshipAim = 3.0

// write prints a section.
func (r *battleshipReport) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n## Battleships: %d puzzles, one answer each, with proof\n\n", r.puzzles)
	fmt.Fprintf(b, "| contender | ms a puzzle | its time divided by clew's | peak memory, MB |\n| --- | --- | --- | --- |\n")
	o := r.outcomes[0]
	own := o.samples["clew"]
	each := func(ss []sample) float64 { return 1000 * median(ss, sample.seconds) / float64(r.puzzles) }
	for _, f := range r.field {
		ss := o.samples[f.name]
		if f.missing != "" {
			fmt.Fprintf(b, "| %s | missing: %s | | |\n", f.name, f.missing)
			continue
		}
		fmt.Fprintf(b, "| %s | %.2f | %s | %s |\n", f.name, each(ss), ratio(ss, own), megabytes(ss))
	}
	fmt.Fprintf(b, "\nclew and clasp run a process for each puzzle; clasp reads a ground program. ")
	verdict := "met"
	if each(own) > battleshipAim {
		verdict = "missed by " + strconv.FormatFloat(each(own)-battleshipAim, 'f', 2, 64) + " ms"
	}
	fmt.Fprintf(b, "Aim: at most %.0f ms a puzzle, on a machine where clasp takes 6 to 12: %s.\n", battleshipAim, verdict)
}
