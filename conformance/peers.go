package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// pumpkin runs the FlatZinc tests of Pumpkin: a model for each builtin, search
// annotation and kind of objective, each with the expected output beside it.
var pumpkin = suite{Name: "pumpkin", Run: runPumpkin}

// huub runs the corpus of Huub, FlatZinc in JSON with expected outputs beside;
// which of them are compared in order is read from its own tests.
var huub = suite{Name: "huub", Run: runHuub}

// testMacro finds the names of cases in the Rust tests of both.
var testMacro = regexp.MustCompile(`(?m)^\s*([a-z_]+)!\(\s*([a-z_0-9A-Z]+)`)

// testMacros returns the macro by which each case is tested.
func testMacros(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, m := range testMacro.FindAllStringSubmatch(string(text), -1) {
		out[m[2]] = m[1]
	}
	return out, nil
}

func runPumpkin(ctx context.Context, s *session, folder string, report func(outcome)) error {
	ordered, err := testMacros(filepath.Join(folder, "mzn_search_test.rs"))
	if err != nil {
		return err
	}
	for _, group := range []string{"mzn_constraints", "mzn_search", "mzn_optimization", "mzn_infeasible"} {
		names, err := modelsIn(filepath.Join(folder, group))
		if err != nil {
			return err
		}
		for _, file := range names {
			c := flatzincCase{Name: group + "/" + strings.TrimSuffix(filepath.Base(file), ".fzn"), File: file, Flags: []string{"-a"}}
			switch {
			case group == "mzn_infeasible":
				c.Compare = unsat
			case group == "mzn_optimization":
				c.Compare = optimum
			case ordered[filepath.Base(c.Name)] == "mzn_search_ordered":
				c.Compare = sameOrder
			default:
				c.Compare = sameSet
			}
			if c.Compare == sameOrder && strings.Contains(c.Name, "warm_start") {
				c.Compare = optimum // its intermediate answers depend on what a warm start does beyond the first
			}
			if err := c.read(strings.TrimSuffix(file, filepath.Ext(file)) + ".expected"); err != nil {
				return err
			}
			if err := runAndReport(ctx, s, c, report); err != nil {
				return err
			}
		}
	}
	return nil
}

// modelsIn lists the FlatZinc files of a folder.
func modelsIn(folder string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.fzn"))
	slices.Sort(names)
	return names, err
}

// read reads the model and what is expected of it, if there is such a file.
func (c *flatzincCase) read(expected string) error {
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	c.Text = string(text)
	want, err := os.ReadFile(expected)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	c.Want = string(want)
	return nil
}

// runAndReport runs a case that is wanted.
func runAndReport(ctx context.Context, s *session, c flatzincCase, report func(outcome)) error {
	if !s.wanted(c.Name) {
		return nil
	}
	o, err := runFlatzinc(ctx, s, c)
	if err == nil {
		report(o)
	}
	return err
}

func runHuub(ctx context.Context, s *session, folder string, report func(outcome)) error {
	macros, err := testMacros(filepath.Join(folder, "tests", "flatzinc_tests.rs"))
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "corpus", "*.fzn.json"))
	if err != nil {
		return err
	}
	for _, file := range files {
		c := flatzincCase{Name: strings.TrimSuffix(filepath.Base(file), ".fzn.json"), File: file}
		if err := c.read(strings.TrimSuffix(file, ".fzn.json") + ".sol"); err != nil {
			return err
		}
		switch macros[c.Name] {
		case "assert_all_solutions":
			c.Compare, c.Flags = sameSet, []string{"-a"}
		case "assert_search_order":
			c.Compare, c.Flags = sameOrder, []string{"-a"}
		case "assert_first_solution":
			c.Compare = first
		case "assert_unsat":
			c.Compare = unsat
		case "assert_all_optimal": // -a lists improving answers here
			c.Compare = cannotCompare
		default: // benchmarks with their optimum, or with an answer
			c.Compare = optimum
			if strings.Contains(c.Text, `"satisfy"`) {
				c.Compare = anyOfModel(c.Want)
			}
		}
		if err := runAndReport(ctx, s, c, report); err != nil {
			return err
		}
	}
	return nil
}

// anyOfModel says how a satisfaction problem with one expected answer is
// compared: by whether there is one.
func anyOfModel(want string) comparison {
	if strings.Contains(want, unsatisfiable) {
		return unsat
	}
	return hasAnswer
}
