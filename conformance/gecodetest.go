package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// gecodeTests runs the FlatZinc tests of Gecode, which are strings in C++
// files: a model, the expected output, whether all solutions are wanted, and
// flags.
var gecodeTests = suite{Name: "gecode", Run: runGecodeTests}

func runGecodeTests(ctx context.Context, s *session, folder string, report func(outcome)) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.cpp"))
	if err != nil {
		return err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		cases, err := gecodeCases(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, c := range cases {
			if err := runAndReport(ctx, s, c, report); err != nil {
				return err
			}
		}
	}
	return nil
}

// gecodeCases finds the tests in a C++ text.
func gecodeCases(text string) ([]flatzincCase, error) {
	var cases []flatzincCase
	for {
		_, rest, found := strings.Cut(text, "new FlatZincTest(")
		if !found {
			return cases, nil
		}
		arguments, after, err := cppArguments(rest)
		if err != nil {
			return nil, err
		}
		text = after
		if len(arguments) < 3 {
			return nil, fmt.Errorf("a test of %d arguments", len(arguments))
		}
		cases = append(cases, gecodeCase(arguments))
	}
}

// gecodeCase makes a case of a test's arguments.
func gecodeCase(arguments []cppArgument) flatzincCase {
	c := flatzincCase{Name: arguments[0].Text, File: "case.fzn", Text: arguments[1].Text, Want: arguments[2].Text}
	all := len(arguments) > 3 && strings.TrimSpace(arguments[3].Code) == "true"
	special := len(arguments) > 4 && strings.TrimSpace(arguments[4].Code) != "" || len(arguments) > 5
	optimises := objectiveName.MatchString(c.Text) || strings.Contains(c.Text, "minimize") || strings.Contains(c.Text, "maximize")
	if all {
		c.Flags = []string{"-a"}
	}
	want := parseFlatzinc(c.Want)
	switch {
	case special, len(arguments[1].Others) > 0, len(arguments[2].Others) > 0:
		c.Compare = cannotCompare // flags of Gecode, or text that is computed
	case want.Status == unsatisfiable:
		c.Compare = unsat
	case optimises && all:
		c.Compare = optimum
	case optimises:
		c.Compare = optimum
	case all:
		c.Compare = sameSet
	default:
		c.Compare = anyAnswer
	}
	return c
}

// cppArgument is an argument of a call: the text of its string literals, and
// the code beside them.
type cppArgument struct {
	Text   string
	Code   string
	Others []string // identifiers in Code other than std and string
}

// cppArguments reads arguments up to the closing parenthesis of a call.
func cppArguments(text string) (arguments []cppArgument, rest string, err error) {
	var value, code strings.Builder
	end := func() {
		a := cppArgument{Text: value.String(), Code: code.String()}
		for _, word := range strings.FieldsFunc(a.Code, func(r rune) bool {
			return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
		}) {
			if !slices.Contains([]string{"std", "string", "true", "false"}, word) {
				a.Others = append(a.Others, word)
			}
		}
		arguments = append(arguments, a)
		value.Reset()
		code.Reset()
	}
	depth := 1
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], `R"`):
			delimiter, body, ok := strings.Cut(text[i+2:], "(")
			if !ok {
				return nil, "", errors.New("a raw string without a parenthesis")
			}
			literal, _, ok := strings.Cut(body, ")"+delimiter+`"`)
			if !ok {
				return nil, "", errors.New("a raw string is not closed")
			}
			value.WriteString(literal)
			i += 2 + len(delimiter) + 1 + len(literal) + 1 + len(delimiter) + 1
		case c == '"':
			literal, n, err := cppString(text[i:])
			if err != nil {
				return nil, "", err
			}
			value.WriteString(literal)
			i += n
		case c == '(' || c == '{' || c == '[':
			depth++
			code.WriteByte(c)
			i++
		case c == ')' || c == '}' || c == ']':
			if depth--; depth == 0 {
				end()
				return arguments, text[i+1:], nil
			}
			code.WriteByte(c)
			i++
		case c == ',' && depth == 1:
			end()
			i++
		default:
			code.WriteByte(c)
			i++
		}
	}
	return nil, "", errors.New("a call is not closed")
}

// cppString reads a string literal and returns its length in the text.
func cppString(text string) (value string, length int, err error) {
	var out strings.Builder
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return out.String(), i + 1, nil
		case '\\':
			i++
			if i == len(text) {
				break
			}
			switch text[i] {
			case 'n':
				out.WriteByte('\n')
			case 't':
				out.WriteByte('\t')
			case '\n':
			case '\\', '"', '\'':
				out.WriteByte(text[i])
			default:
				return "", 0, fmt.Errorf("escape %q", text[i])
			}
		default:
			out.WriteByte(text[i])
		}
	}
	return "", 0, errors.New("a string is not closed")
}
