package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// confirmed reports whether an answer that is none of those expected is right
// all the same, for tests with several answers: Gecode is asked whether it
// satisfies the model, and, if there is an objective, for its optimum. solve
// runs a compiler with Gecode on the model, and on another file if one is named.
// Values do not confirm printed text, of an output item or a solution checker.
func (t specTest) confirmed(got obtained, solve func(check string) (output string, ok bool)) bool {
	if t.All || len(got.Solutions) != 1 || t.expects("_output_item") || t.expects("_checker") {
		return false
	}
	statusFits := slices.ContainsFunc(t.Expected, func(n *node) bool {
		s := n.get("status")
		return n.Tag == "!Result" && (s == nil || s.text() == got.Status)
	})
	check, ok := fixSolution(got.Solutions[0])
	if !statusFits || !ok {
		return false
	}
	output, ok := solve(check)
	if !ok || !strings.Contains(output, endOfAnswer) {
		return false
	}
	objective, optimises := got.Solutions[0]["_objective"]
	if !optimises {
		return true
	}
	if output, ok = solve(""); !ok {
		return false
	}
	best, err := parseJSONAnswers(output, false, true)
	return err == nil && len(best.Solutions) == 1 && best.Status == "OPTIMAL_SOLUTION" &&
		fmt.Sprint(best.Solutions[0]["_objective"]) == fmt.Sprint(objective)
}

// expects reports whether an expected solution names a variable.
func (t specTest) expects(name string) bool {
	return slices.ContainsFunc(t.Expected, func(n *node) bool { return n.get("solution").get(name) != nil })
}

// fixSolution writes constraints that give variables their values in an answer.
func fixSolution(solution map[string]any) (text string, ok bool) {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(solution)) {
		if strings.HasPrefix(name, "_") {
			continue
		}
		value := solution[name]
		v, ok := literal(value)
		if !ok {
			return "", false
		}
		if _, isList := value.([]any); isList {
			name = "array1d(" + name + ")"
		}
		if v == "<>" {
			fmt.Fprintf(&out, "constraint absent(%s);\n", name)
			continue
		}
		fmt.Fprintf(&out, "constraint %s = %s;\n", name, v)
	}
	return out.String(), true
}

// byGecode solves a test with the installed compiler and Gecode.
func (r *specRun) byGecode(ctx context.Context, t specTest) func(check string) (string, bool) {
	return func(check string) (string, bool) {
		driver := r.mzn.tool
		driver.Dir = filepath.Dir(t.File)
		args := append(append([]string{"--solver", r.gecode.Config}, specFlags...), t.arguments()...)
		if check != "" {
			file := filepath.Join(r.Scratch, "check.mzn")
			if err := os.WriteFile(file, []byte(check), 0o644); err != nil {
				return "", false
			}
			args = append(args, file)
		}
		ran, err := driver.run(ctx, nil, args...)
		return ran.Stdout, err == nil && ran.Exit == 0
	}
}

// byNewerGecode solves a test with the newer compiler and the Gecode in it.
func (r *specRun) byNewerGecode(ctx context.Context, dir string, args []string) func(check string) (string, bool) {
	return func(check string) (string, bool) {
		files := map[string]string{}
		if err := readFiles(files, dir, "work", true); err != nil {
			return "", false
		}
		all := []string{"--solver", "org.minizinc.gecode_presolver"}
		for _, a := range args {
			if _, ok := files["work/"+a]; ok {
				a = "work/" + a
			}
			all = append(all, a)
		}
		if check != "" {
			files["check.mzn"] = check
			all = append(all, "check.mzn")
		}
		answer, err := r.newer.ask(ctx, request{Args: all, Files: files})
		return answer.Stdout, err == nil && answer.Code == 0
	}
}
