package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// battleship runs the solitaire battleship puzzles of CSPLib, in files of the
// form of its problem 014. Each puzzle has exactly one solution.
var battleship = suite{Name: "battleship", Run: runBattleship}

// battleshipPuzzle finds the number of a puzzle.
var battleshipPuzzle = regexp.MustCompile(`(?m)^problem\(\s*([0-9]+)`)

func runBattleship(ctx context.Context, s *session, folder string, report func(outcome)) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.pl"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		puzzles := battleshipPuzzle.FindAllStringSubmatch(string(text), -1)
		r, err := s.clew().run(ctx, nil, "count", "battleship", file)
		if err != nil {
			return err
		}
		counts := strings.Fields(r.Stdout)
		for i, p := range puzzles {
			o := outcome{Case: p[1], Verdict: failed}
			if i == 0 {
				o.CPU = r.CPU // of all of them, which are solved by one command
			}
			switch {
			case i >= len(counts) && r.Killed:
				o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", s.Limit)
			case i >= len(counts) || len(counts) > len(puzzles):
				o.Reason, o.Detail = "fails", fmt.Sprintf("%d counts of %d puzzles: %s", len(counts), len(puzzles), firstLine(r.Stderr))
			case counts[i] != "1":
				o.Reason, o.Detail = "other count", "want 1, got "+counts[i]
			default:
				o.Verdict = passed
			}
			report(o)
		}
	}
	return nil
}
