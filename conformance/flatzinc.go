package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// flatzincCase is a FlatZinc model with the output that is expected of it.
type flatzincCase struct {
	Name    string
	File    string   // the model, in Text or JSON form
	Text    string   // of the model
	Flags   []string // for the solver
	Want    string   // the output
	Compare comparison
}

// comparison says what of two outputs has to be equal.
type comparison int

const (
	sameOrder     comparison = iota // the answers and their order
	sameSet                         // the answers
	first                           // the first answer
	optimum                         // the value of the objective in the last answer, and that it is the best
	unsat                           // that there is no answer
	anyAnswer                       // one answer that satisfies the model, or that there is none
	hasAnswer                       // that there is an answer
	cannotCompare                   // nothing: the output is of another kind
)

// flatzincOutput is a solver's output, cut into answers.
type flatzincOutput struct {
	Answers []string // lines sorted, without blanks
	Status  string   // the line of equal signs, or ""
}

// plainArray recognizes arrays of one dimension, whose index set some solvers
// print and others do not.
var plainArray = regexp.MustCompile(`=array1d\([^,\[]*,(\[.*\])\);$`)

// parseFlatzinc cuts an output into answers.
func parseFlatzinc(text string) flatzincOutput {
	var o flatzincOutput
	var lines []string
	for line := range strings.Lines(text) {
		line = plainArray.ReplaceAllString(strings.Join(strings.Fields(line), ""), "=$1;")
		switch {
		case line == endOfAnswer:
			slices.Sort(lines)
			o.Answers = append(o.Answers, strings.Join(lines, "\n"))
			lines = nil
		case strings.HasPrefix(line, "====="):
			o.Status = line
		case line == "", strings.HasPrefix(line, "%"):
		default:
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 { // an answer without the line that ends it
		slices.Sort(lines)
		o.Answers = append(o.Answers, strings.Join(lines, "\n"))
	}
	return o
}

// otherNames are names by which solvers call constraints of their own that clew
// has, with the same arguments, under its own name. Models written for other
// solvers are run with their names replaced.
var otherNames = map[string]string{
	"all_different_int":          "clew_all_different",
	"fzn_all_different_int":      "clew_all_different",
	"pumpkin_all_different":      "clew_all_different",
	"huub_all_different_int":     "clew_all_different",
	"huub_array_int_maximum":     "array_int_maximum",
	"all_equal_int":              "clew_all_equal",
	"among":                      "clew_among",
	"count":                      "clew_count_eq",
	"nvalue":                     "clew_nvalue",
	"increasing_int":             "clew_increasing_int",
	"decreasing_int":             "clew_decreasing_int",
	"gecode_global_cardinality":  "clew_global_cardinality",
	"global_cardinality":         "clew_global_cardinality",
	"gecode_table_int":           "clew_table_int",
	"gecode_table_int_reif":      "clew_table_int_reif",
	"pumpkin_table_int":          "clew_table_int",
	"pumpkin_table_int_reif":     "clew_table_int_reif",
	"cumulatives":                "clew_cumulative",
	"pumpkin_cumulative":         "clew_cumulative",
	"huub_disjunctive_strict":    "clew_disjunctive_strict",
	"pumpkin_disjunctive_strict": "clew_disjunctive_strict",
	"gecode_schedule_unary":      "clew_disjunctive_strict",
	"pumpkin_bool_xor_reif":      "bool_xor",
	"pumpkin_bool_xor":           "bool_ne",
	"array_int_lt":               "clew_lex_less_int",
	"array_int_lq":               "clew_lex_lesseq_int",
	"regular":                    "clew_regular",
	"gecode_regular":             "clew_regular",
	"fzn_global_cardinality":     "clew_global_cardinality",
	"maximum_int":                "array_int_maximum",
	"minimum_int":                "array_int_minimum",
}

var (
	textConstraint = regexp.MustCompile(`\bconstraint\s+([A-Za-z_0-9]+)\s*\(`)
	jsonConstraint = regexp.MustCompile(`"id"\s*:\s*"([A-Za-z_0-9]+)"`)
)

// translate replaces the names of other solvers.
func translate(text string, isJSON bool) string {
	pattern := textConstraint
	if isJSON {
		pattern = jsonConstraint
	}
	return pattern.ReplaceAllStringFunc(text, func(match string) string {
		name := pattern.FindStringSubmatch(match)[1]
		if own := otherNames[name]; own != "" {
			return strings.Replace(match, name, own, 1)
		}
		return match
	})
}

// floatModel recognizes FlatZinc with float variables or parameters.
var floatModel = regexp.MustCompile(`(?m)^\s*(array\s*\[[^\]]*\]\s*of\s*)?(var\s+)?(float\b|-?[0-9]+\.[0-9])|float_|int2float|"type"\s*:\s*"float"`)

// setModel recognizes FlatZinc with set variables.
var setModel = regexp.MustCompile(`var\s+set\s+of`)

// runFlatzinc runs a case.
func runFlatzinc(ctx context.Context, s *session, c flatzincCase) (outcome, error) {
	o := outcome{Case: c.Name, Verdict: skipped}
	switch {
	case floatModel.MatchString(c.Text):
		o.Reason = "floats"
		return o, nil
	case setModel.MatchString(c.Text):
		o.Reason = "set variables in FlatZinc, which clew's library turns into others"
		return o, nil
	case c.Compare == cannotCompare:
		o.Reason = "tests something of the other solver"
		return o, nil
	}
	isJSON := strings.HasSuffix(c.File, ".json")
	file := filepath.Join(s.Scratch, "case.fzn")
	if isJSON {
		file += ".json"
	}
	if err := os.WriteFile(file, []byte(translate(c.Text, isJSON)), 0o644); err != nil {
		return o, err
	}
	r, err := s.fznClew().run(ctx, nil, append(slices.Clone(c.Flags), file)...)
	if err != nil {
		return o, err
	}
	o.CPU = r.CPU
	if r.Killed {
		o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", s.Limit)
		return o, nil
	}
	if r.Exit != 0 {
		if name := unknownConstraint(r.Stderr); name != "" {
			o.Reason, o.Detail = "constraint of the other solver: "+name, firstLine(r.Stderr)
			return o, nil
		}
		o.Verdict, o.Reason, o.Detail = failed, "fails", firstLine(r.Stderr)
		return o, nil
	}
	o.Detail = c.difference(parseFlatzinc(c.Want), parseFlatzinc(r.Stdout))
	if o.Detail != "" && c.Compare == anyAnswer {
		o.Detail = confirmFlatzinc(ctx, s, c, parseFlatzinc(r.Stdout), o.Detail)
	}
	if o.Detail == notPrinted {
		o.Reason = notPrinted
		return o, nil
	}
	if o.Detail != "" {
		o.Verdict, o.Reason = failed, "other output"
		return o, nil
	}
	o.Verdict = passed
	return o, nil
}

// foreign are prefixes of constraints that other solvers have for themselves.
var foreign = regexp.MustCompile(`constraint "((?:gecode|pumpkin|huub|chuffed|fzn)_[A-Za-z_0-9]*|[A-Za-z_0-9]*)"`)

// unknownConstraint returns the constraint that the solver does not know, if
// it is none of the standard's builtins.
func unknownConstraint(message string) string {
	found := foreign.FindStringSubmatch(message)
	if found == nil || !strings.Contains(message, "found the constraint") {
		return ""
	}
	if standardBuiltin.MatchString(found[1]) {
		return ""
	}
	return found[1]
}

// standardBuiltin recognizes the names of FlatZinc's builtins.
var standardBuiltin = regexp.MustCompile(`^(int|bool|set)_|^bool2int$|^array_(var_)?(int|bool|set)_|^clew_`)

// difference says how two outputs differ in what is compared, or "".
func (c flatzincCase) difference(want, got flatzincOutput) string {
	switch c.Compare {
	case sameOrder:
		if !slices.Equal(want.Answers, got.Answers) {
			return listDifference(want.Answers, got.Answers)
		}
	case sameSet:
		if d := setDifference(want.Answers, got.Answers); d != "" {
			return d
		}
	case first, anyAnswer:
		if len(got.Answers) == 0 != (len(want.Answers) == 0) || len(want.Answers) > 0 && want.Answers[0] != got.Answers[0] {
			return listDifference(want.Answers[:min(1, len(want.Answers))], got.Answers[:min(1, len(got.Answers))])
		}
	case optimum:
		return optimumDifference(c, want, got)
	case unsat:
		if got.Status != unsatisfiable {
			return fmt.Sprintf("want %s, got %d answers and %q", unsatisfiable, len(got.Answers), got.Status)
		}
		return ""
	case hasAnswer:
		if len(got.Answers) == 0 {
			return "no answer"
		}
		return ""
	case cannotCompare:
	}
	if want.Status != "" && want.Status != got.Status {
		return fmt.Sprintf("want %s at the end, got %q", want.Status, got.Status)
	}
	return ""
}

// objectiveName finds the variable of the objective.
var objectiveName = regexp.MustCompile(`(?:minimize|maximize)\s+([A-Za-z_0-9]+)\s*;|"objective"\s*:\s*"([A-Za-z_0-9]+)"`)

// notPrinted is the difference of two optima that may be equal.
const notPrinted = "the objective is not printed, and another best answer is"

// optimumDifference compares last answers by their objective.
func optimumDifference(c flatzincCase, want, got flatzincOutput) string {
	if got.Status != searchDone {
		return fmt.Sprintf("want %s at the end, got %q", searchDone, got.Status)
	}
	if len(want.Answers) == 0 || len(got.Answers) == 0 {
		return fmt.Sprintf("%d answers, want %d", len(got.Answers), len(want.Answers))
	}
	a, b := want.Answers[len(want.Answers)-1], got.Answers[len(got.Answers)-1]
	if a == b {
		return ""
	}
	found := objectiveName.FindStringSubmatch(c.Text)
	if found == nil {
		return "no objective in the model; " + diffText(a, b)
	}
	name := cmp.Or(found[1], found[2]) + "="
	x, y := lineWith(a, name), lineWith(b, name)
	if x == "" {
		return notPrinted
	}
	if x != y {
		return fmt.Sprintf("last answers differ, objective want %q, got %q", x, y)
	}
	return ""
}

// lineWith returns the line that begins with a prefix.
func lineWith(text, prefix string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, prefix) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// listDifference shows where two lists of answers part.
func listDifference(want, got []string) string {
	for i := range max(len(want), len(got)) {
		var a, b string
		if i < len(want) {
			a = want[i]
		}
		if i < len(got) {
			b = got[i]
		}
		if a != b {
			return fmt.Sprintf("answer %d of %d (got %d): want %q, got %q", i+1, len(want), len(got), shorten(a), shorten(b))
		}
	}
	return "equal"
}

// setDifference shows an answer that only one of two lists has, or one that
// comes twice.
func setDifference(want, got []string) string {
	count := map[string]int{}
	for _, a := range want {
		count[a] = 1
	}
	seen := map[string]bool{}
	for _, a := range got {
		if seen[a] {
			return fmt.Sprintf("comes twice: %q", shorten(a))
		}
		seen[a] = true
		if count[a] == 0 {
			return fmt.Sprintf("%d answers, got %d; not wanted: %q", len(count), len(got), shorten(a))
		}
	}
	for _, a := range slices.Sorted(maps.Keys(count)) {
		if !seen[a] {
			return fmt.Sprintf("%d answers, got %d; missing: %q", len(count), len(got), shorten(a))
		}
	}
	return ""
}

// confirmFlatzinc lets an answer stand that is not the one expected if Gecode
// accepts it: one of several was asked for. It returns what is wrong, or "".
func confirmFlatzinc(ctx context.Context, s *session, c flatzincCase, got flatzincOutput, difference string) string {
	if len(got.Answers) == 0 {
		return difference
	}
	g, err := newGecodeSolver()
	if err != nil {
		return difference + " (and no Gecode to confirm it: " + err.Error() + ")"
	}
	text, ok := fixAnswer(c.Text, got.Answers[len(got.Answers)-1])
	if !ok {
		return difference + " (not confirmed: its form)"
	}
	file := filepath.Join(s.Scratch, "confirm.fzn")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return err.Error()
	}
	g.CPU = s.Limit
	r, err := g.run(ctx, nil, file)
	if err != nil {
		return err.Error()
	}
	if !strings.Contains(r.Stdout, endOfAnswer) {
		return difference + "; Gecode refuses it: " + firstLine(r.Stdout+r.Stderr)
	}
	return ""
}

var (
	scalarAnswer = regexp.MustCompile(`^([A-Za-z_0-9]+)=(-?[0-9]+|true|false);$`)
	arrayAnswer  = regexp.MustCompile(`^([A-Za-z_0-9]+)=(?:array[0-9]d\(.*,)?\[([^\[\]]*)\]\)?;$`)
	solveLine    = regexp.MustCompile(`\bsolve\b`)
)

// fixAnswer adds the values of an answer to a model, as constraints before its
// solve item; the objective, if any, is dropped.
func fixAnswer(model, answer string) (text string, ok bool) {
	var add strings.Builder
	fix := func(name, value string) {
		switch value {
		case "true", "false":
			fmt.Fprintf(&add, "constraint bool_eq(%s,%s);\n", name, value)
		default:
			fmt.Fprintf(&add, "constraint int_eq(%s,%s);\n", name, value)
		}
	}
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(line)
		if m := scalarAnswer.FindStringSubmatch(line); m != nil {
			fix(m[1], m[2])
			continue
		}
		m := arrayAnswer.FindStringSubmatch(line)
		if m == nil {
			return "", false
		}
		for i, value := range strings.Split(m[2], ",") {
			if value != "" {
				fix(fmt.Sprintf("%s[%d]", m[1], i+1), value)
			}
		}
	}
	at := solveLine.FindAllStringIndex(model, -1)
	if at == nil {
		return "", false
	}
	return model[:at[len(at)-1][0]] + add.String() + "solve satisfy;\n", true
}
