package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/clewsolver/clew/internal/input"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// anyOf lists words as "a, b or c".
func anyOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// didYouMean returns a suggestion for a mistyped word, empty if none of the
// known ones is near.
func didYouMean(word string, known []string, prefix string) string {
	best, at := max(2, len(word)/3)+1, ""
	for _, k := range known {
		if d := distance(word, k); d < best {
			best, at = d, k
		}
	}
	if at == "" || best >= len(at) {
		return ""
	}
	return fmt.Sprintf("; did you mean %s%s?", prefix, at)
}

// distance is the least number of letters to insert, delete or replace that
// turns a into b (Levenshtein).
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a) // nobody's typing error
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}

// flagError puts an error of the flag parser into the words of the command.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var syntax *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		if short := unknown.GetSpecifiedShortnames(); short != "" {
			return shortFlagError(cmd, "-"+short)
		}
		return unknownFlag(cmd, unknown.GetSpecifiedName())
	case errors.As(err, &syntax):
		return fmt.Errorf("unknown flag %s%s", input.Quote(syntax.GetSpecifiedFlag()), dashHint)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s: found nothing, expected %s", missing.GetSpecifiedName(), missing.GetFlag().Value.Type())
	case errors.As(err, &invalid):
		expected := invalid.Unwrap().Error()
		if invalid.GetFlag().Value.Type() == "bool" {
			expected = "true or false"
		}
		return fmt.Errorf("--%s: found %s, expected %s", invalid.GetFlag().Name, input.Quote(invalid.GetValue()), expected)
	}
	return fmt.Errorf("%s", err)
}

// shortFlagError is the error for an argument with one dash. There are no
// short flags but -h, so that it was meant as a negative number, a grid with
// dashes for blanks, or a long flag.
func shortFlagError(cmd *cobra.Command, arg string) error {
	expected := cmd.Annotations[expectedNote]
	if _, err := strconv.ParseFloat(arg, 64); err == nil && expected != "" && len(arg) < 16 {
		return fmt.Errorf("%s: found %s, expected %s", cmd.Name(), input.Quote(arg), expected)
	}
	hint := didYouMean(strings.TrimPrefix(arg, "-"), flagNames(cmd), "--")
	if hint == "" {
		hint = dashHint
	}
	return fmt.Errorf("unknown flag %s%s", input.Quote(arg), hint)
}

// dashHint is for an argument that was meant as a grid with dashes for blanks.
const dashHint = "; put -- before an argument that begins with a dash"

func unknownFlag(cmd *cobra.Command, name string) error {
	if cmd.Root() == cmd && hasFlag(cmd, name) {
		return fmt.Errorf("--%s stands before the verb; flags come after it", name)
	}
	hint := didYouMean(name, flagNames(cmd), "--")
	if hint == "" && !strings.ContainsFunc(name, unicode.IsLetter) {
		hint = dashHint
	}
	return fmt.Errorf("unknown flag %s%s", input.Quote("--"+name), hint)
}

// flagNames returns the names of the flags that cmd takes.
func flagNames(cmd *cobra.Command) []string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	cmd.InheritedFlags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	return names
}

// hasFlag reports whether some command below cmd has the flag.
func hasFlag(cmd *cobra.Command, name string) bool {
	if cmd.Flags().Lookup(name) != nil || cmd.PersistentFlags().Lookup(name) != nil {
		return true
	}
	for _, sub := range cmd.Commands() {
		if hasFlag(sub, name) {
			return true
		}
	}
	return false
}
