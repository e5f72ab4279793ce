package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// learners returns the contenders of the learning cases: clew first, with its
// methods, then the peers.
func learners() ([]contender, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var field []contender
	for _, method := range []clew.Method{clew.Auto, clew.Learn, clew.Propagate} {
		field = append(field, contender{
			name: ownName(method), version: checkout(),
			solve: func(c bench.LearningCase, _ string) command {
				return command{
					args:  []string{self, "-solve", c.Name, "-method", string(method)},
					env:   []string{"GOMAXPROCS=1"},
					parse: parseSolved,
				}
			},
		})
	}
	peer := func(name, program, missing string, args ...string) {
		c := contender{name: name, solve: func(_ bench.LearningCase, model string) command {
			return command{args: append(append([]string{program}, args...), model), parse: parseSolved}
		}}
		switch {
		case !found(program):
			c.missing = missing
		case program == "fzn-gecode":
			c.version = version(`Version: (\S+)`, program, "-help")
		default:
			c.version = "whichever version is on PATH; it tells none"
		}
		field = append(field, c)
	}
	// Chuffed takes its seed from the clock unless it is given one.
	peer("Chuffed", "fzn-chuffed", "fzn-chuffed not found; README.md says how to build it", "-s", "--rnd-seed", "1")
	peer("Chuffed free", "fzn-chuffed", "fzn-chuffed not found; README.md says how to build it", "-s", "--rnd-seed", "1", "-f")
	peer("Gecode", "fzn-gecode", "fzn-gecode "+notFound, "-s")
	return field, nil
}

func ownName(m clew.Method) string { return "clew " + string(m) }

// printSolution is what clew's processes do. It prints as the peers do: the
// objective, marks of an answer and of the proof, and the number of dead ends.
func printSolution(ctx context.Context, w io.Writer, name string, method clew.Method) error {
	for _, c := range bench.LearningCases() {
		if c.Name != name {
			continue
		}
		var r clew.Report
		// Learn is run as clew solve --method learn --free runs it.
		s, err := clew.Solve(ctx, c.Problem(), clew.WithMethod(method), clew.WithFree(), clew.WithReport(&r))
		if err != nil {
			return err
		}
		var b strings.Builder
		if worth := c.Found(s); worth != bench.Satisfiable {
			fmt.Fprintf(&b, "objective = %s;\n", worth)
		}
		fmt.Fprintf(&b, "----------\n")
		if r.Complete {
			fmt.Fprintf(&b, "==========\n")
		}
		fmt.Fprintf(&b, "%%%%%%mzn-stat: failures=%d\n", r.Failures)
		_, err = io.WriteString(w, b.String())
		return err
	}
	return fmt.Errorf("no learning case is called %q", name)
}

// parseSolved reads the answers of a FlatZinc solver whose only output is the
// objective, if there is one, and its number of failures. With an objective
// the search is complete when that is proved to be the best, without when
// there is an answer.
func parseSolved(r io.Reader) (res result, err error) {
	answer, proved := false, false
	err = eachLine(r, func(line string) {
		if n, ok := strings.CutPrefix(line, "%%%mzn-stat: failures="); ok {
			res.conflicts = n
		}
		if _, value, ok := strings.Cut(strings.TrimSuffix(line, ";"), " = "); ok && !strings.HasPrefix(line, "%") {
			res.answers = value
		}
		answer = answer || line == "----------"
		proved = proved || line == "=========="
	})
	switch {
	case !answer:
		res.answers = ""
	case res.answers == "":
		res.answers, res.complete = bench.Satisfiable, true
	default:
		res.complete = proved
	}
	return res, err
}
