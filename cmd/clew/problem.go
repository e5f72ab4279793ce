package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/spf13/pflag"
)

// problems is the registry of what can be filled. A new problem is a file of
// its own and a line here; every verb then works on it.
var problems = []func() *kind{queensKind, sudokuKind, primesumKind, battleshipKind, modelKind}

// kind is a kind of problem as the command line knows it.
type kind struct {
	name     string
	args     string // its arguments, for the usage line
	expected string // the same, for errors
	short    string
	long     string
	files    bool // an argument can name a file
	examples []example
	// flags declares the kind's own flags.
	flags func(fs *pflag.FlagSet)
	// open returns the problems that the arguments name, one after the other.
	// An error takes the place of a problem that cannot be read.
	open func(in *inputs, args []string) iter.Seq2[clew.Problem, error]
}

// example is a run that ends within a moment.
type example struct {
	stdin string // as printf takes it; empty if nothing is read
	args  string
}

// line returns the example as a line for the shell, put to a verb.
func (e example) line(v *verb, k *kind) string {
	line := strings.Join(strings.Fields("clew "+v.name+" "+k.name+" "+e.args+" "+v.example), " ")
	if e.stdin != "" {
		line = "printf '" + e.stdin + "' | " + line
	}
	return line
}

// one returns a sequence of one problem.
func one(p clew.Problem, err error) iter.Seq2[clew.Problem, error] {
	return func(yield func(clew.Problem, error) bool) { yield(p, err) }
}

// What a problem can have beyond clew.Problem. Each is optional.
type (
	// introducer has something to show before its answers.
	introducer interface {
		// introduce returns blocks of text, and the same for JSON. Without
		// drawings only what was asked for by a flag is to be shown. What takes
		// too long for ctx is left out.
		introduce(ctx context.Context, drawings bool) []record
	}

	// objector knows at a glance why it has no answer.
	objector interface {
		// objections returns the reasons, as "r1c1 and r1c5 are both 7".
		objections() []string
	}

	// lister has a line of text that holds a whole answer.
	lister interface {
		Line(values []int) string
	}

	// namer has names of its own for the values of its answers.
	namer interface {
		CellName(i int) string
	}

	// valueNamer has names of its own for the values themselves.
	valueNamer interface {
		valueName(v int) string
	}

	// parted has outputs of its own, made of the values of its answers.
	parted interface {
		// outputJSON returns an answer as a JSON object.
		outputJSON(s *clew.Solution) []byte
		// parts returns the values of an answer by name, the same names for
		// each.
		parts(s *clew.Solution) []part
	}

	// marker can draw an answer with some of its values marked.
	marker interface {
		DrawMarked(values, marks []int) string
	}

	// speaker comes from a language whose tools expect answers, and the end of
	// them, in a form of their own, in place of drawings and headings.
	speaker interface {
		// speech returns what writes the answers that a verb finds to w.
		speech(v *verb, w io.Writer) (speech, error)
	}
)

// speech is answers in the form of a language.
type speech interface {
	answer(s *clew.Solution) error
	// end writes what comes after the answers, and waits until all is written.
	// It comes once, after a nil result if the run failed.
	end(r *result) error
}

// part is a value of an answer in the words of its problem.
type part struct{ name, value string }

// record is something found, as text and as the members of a JSON object.
type record struct {
	heading string // above the text; may be empty
	text    string
	object  object // nil if it is for people only
}

// nameOf returns the name of value i of p's answers.
func nameOf(p clew.Problem, i int) string {
	if n, ok := p.(namer); ok {
		return n.CellName(i)
	}
	for _, o := range p.Outputs() {
		if n := o.Len(); i >= n {
			i -= n
			continue
		}
		return o.Name + indices(i, o.Dims)
	}
	return ""
}

// valueName returns the name of value v in p's answers.
func valueName(p clew.Problem, v int) string {
	if n, ok := p.(valueNamer); ok {
		return n.valueName(v)
	}
	return strconv.Itoa(v)
}

// indices returns the indices of element i of a row-major array, as [1][2].
func indices(i int, dims []int) string {
	if len(dims) == 0 {
		return ""
	}
	last := len(dims) - 1
	return indices(i/dims[last], dims[:last]) + fmt.Sprintf("[%d]", i%dims[last])
}
