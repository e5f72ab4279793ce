package main

import (
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
	"github.com/spf13/pflag"
)

// modelFormats is the registry of the languages that models are written in. A
// new one is a file of its own and a line here; every verb then takes its
// files.
var modelFormats = []func() *modelFormat{minizincFormat, flatzincFormat, xcspFormat}

// modelFormat is a language of models, known by the ending of its files.
type modelFormat struct {
	endings []string // as ".fzn", in small letters; the first is the usual one
	short   string
	// outputs are the forms in which its answers can be written, the usual one
	// first.
	outputs []string
	// flags declares flags of its own; nil if there are none.
	flags func(fs *pflag.FlagSet)
	// open reads the model in the file args[0]; what the others are is up to the
	// language. The answers are to be written in the form output. A problem that
	// holds something is an io.Closer.
	open func(in *inputs, args []string, output string) (clew.Problem, error)
}

// formatOf returns the format of a model file, by the end of its name; nil if
// it is none.
func formatOf(formats []*modelFormat, name string) *modelFormat {
	name = strings.ToLower(filepath.Base(name))
	for _, f := range formats {
		for _, ending := range f.endings {
			if len(name) > len(ending) && strings.HasSuffix(name, ending) {
				return f
			}
		}
	}
	return nil
}

// allFormats makes the formats of the registry.
func allFormats() []*modelFormat {
	var formats []*modelFormat
	for _, f := range modelFormats {
		formats = append(formats, f())
	}
	return formats
}

// modelWord is the name of the kind of problem that is read from a model file.
// It can be left out before the name of the file.
const modelWord = "model"

// spelledOut returns the words of the command line with modelWord put in where
// a verb is followed by a model file: clew count x.fzn is clew count model
// x.fzn.
func spelledOut(args []string) []string {
	if len(args) == 0 || !slices.ContainsFunc(verbs, func(v func() *verb) bool { return v().name == args[0] }) {
		return args
	}
	formats := allFormats()
	for _, word := range args[1:] {
		switch {
		case slices.ContainsFunc(problems, func(k func() *kind) bool { return k().name == word }):
			return args
		case formatOf(formats, word) != nil && !strings.HasPrefix(word, "-"):
			return slices.Insert(slices.Clone(args), 1, modelWord)
		}
	}
	return args
}

// endingsOf lists the usual ending of each format.
func endingsOf(formats []*modelFormat) []string {
	var endings []string
	for _, f := range formats {
		endings = append(endings, f.endings[0])
	}
	return endings
}

func modelKind() *kind {
	formats := allFormats()
	var about strings.Builder
	var outputs []string
	for _, f := range formats {
		fmt.Fprintf(&about, "\n  %-17s %s", strings.Join(f.endings, ", "), f.short)
		for _, o := range f.outputs {
			if !slices.Contains(outputs, o) {
				outputs = append(outputs, o)
			}
		}
	}
	output := &choice{allowed: outputs}
	owners := map[string]*modelFormat{} // of flags that one language has
	return &kind{
		name:     modelWord,
		args:     "FILE [DATA...]",
		expected: "a FILE that ends in " + anyOf(endingsOf(formats)) + ", or - for FlatZinc on standard input",
		short:    "a model file: MiniZinc, FlatZinc, XCSP3 (the word model may be left out)",
		long: `A model in a file. Its language is known by the end of the file's name:
` + about.String() + `

The word model may be left out before the file: clew count queens.mzn n8.dzn`,
		files: true,
		examples: []example{
			{stdin: `var 1..3: x :: output_var;\nconstraint int_ne(x, 2);\nsolve satisfy;\n`, args: "-"},
		},
		flags: func(fs *pflag.FlagSet) {
			fs.Var(output, "format", "how answers are written (default: as the model's language does)")
			for _, f := range formats {
				if f.flags == nil {
					continue
				}
				own := pflag.NewFlagSet("", pflag.ContinueOnError)
				f.flags(own)
				own.VisitAll(func(flag *pflag.Flag) { owners[flag.Name] = f })
				fs.AddFlagSet(own)
			}
		},
		open: func(in *inputs, args []string) iter.Seq2[clew.Problem, error] {
			return one(openModel(in, formats, owners, args, output.value))
		},
	}
}

// openModel reads the model that the arguments name. owners has the flags that
// only one of the formats knows.
func openModel(in *inputs, formats []*modelFormat, owners map[string]*modelFormat, args []string, output string) (clew.Problem, error) {
	expected := "expected a FILE that ends in " + anyOf(endingsOf(formats))
	if len(args) == 0 {
		return nil, fmt.Errorf("%s: found no argument, %s", modelWord, expected)
	}
	name := args[0]
	if name == "-" {
		name = ".fzn" // what comes without a name is FlatZinc
	}
	f := formatOf(formats, "x"+filepath.Base(name))
	if f == nil {
		return nil, fmt.Errorf("%s: found %s, %s", modelWord, input.Quote(name), expected)
	}
	for _, flag := range slices.Sorted(maps.Keys(owners)) {
		if owner := owners[flag]; owner != f && in.changed(flag) {
			return nil, fmt.Errorf("--%s has no effect on a file that ends in %s, only on one that ends in %s",
				flag, f.endings[0], owner.endings[0])
		}
	}
	switch {
	case output == "":
		output = f.outputs[0]
	case !slices.Contains(f.outputs, output):
		return nil, fmt.Errorf("--format: found %q, expected %s for a file that ends in %s", output, anyOf(f.outputs), f.endings[0])
	}
	return f.open(in, args, output)
}
