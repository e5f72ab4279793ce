package bench

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/clewsolver/clew/puzzle/queens"
)

// Case is a problem that is timed: all its answers are counted.
type Case struct {
	Name    string
	Answers string // their number, in decimal
	Aims    []Aim
	Peers   []string // who is timed beside clew; nil stands for all

	// The model, and its parameters. Other solvers have it in peers/, under the
	// same name.
	Model  string
	Params []Param
}

// Param is a number that a model is given.
type Param struct {
	Name  string
	Value int
}

// Aim says that clew is to be Factor times faster than Peer.
type Aim struct {
	Peer   string
	Factor float64
}

// Options are what clew counts a case with: the branching of the peers.
func Options() []clew.Option {
	return []clew.Option{clew.WithMethod(clew.Propagate), clew.WithOrder(clew.FirstFail), clew.WithValues(clew.Ascending)}
}

//go:embed work/*.txt
var work embed.FS

// Cases lists what is timed: work/count.txt. The numbers of answers are those of
// OEIS A000170 (queens), A014552 doubled (Langford), A006052 times 8 (magic
// squares), A006967 (all-interval series) and A008404 (Costas arrays); those of
// prime grids and of the Petersen graph were found by independent programs that
// agree.
func Cases() []Case { return embedded("work/count.txt") }

// KernelCases lists what the kernels are timed on, each beside a program made
// for the same problem alone: work/kernels.txt, and peers/kernels for the
// sources. The numbers are those of OEIS A000170.
func KernelCases() []Case { return embedded("work/kernels.txt") }

func embedded(name string) []Case {
	f, err := work.Open(name)
	if err != nil {
		panic(err) // it is part of the program
	}
	defer f.Close()
	cases, err := ReadCases(f, name)
	if err != nil {
		panic(err) // a test reads it
	}
	return cases
}

// ReadCases reads a list of cases; work/count.txt says how one is written. file
// names the list in errors.
func ReadCases(r io.Reader, file string) ([]Case, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var cases []Case
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		c, err := parseCase(line)
		if err == nil && slices.ContainsFunc(cases, func(d Case) bool { return d.Name == c.Name }) {
			err = fmt.Errorf("found a second case %q, expected different names", c.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		cases = append(cases, c)
	}
	return cases, nil
}

func parseCase(line string) (c Case, err error) {
	fields := strings.Split(line, "|")
	if len(fields) < 3 || len(fields) > 5 {
		return c, fmt.Errorf("found %d fields, expected name | model | answers | aims | peers, without the last two or not", len(fields))
	}
	for i, f := range fields {
		fields[i] = strings.TrimSpace(f)
	}
	c.Name, c.Answers = fields[0], fields[2]
	if c.Name == "" {
		return c, fmt.Errorf("found no name before the first |, expected one")
	}
	if c.Answers == "" || strings.Trim(c.Answers, "0123456789") != "" {
		return c, fmt.Errorf("found %q answers, expected a number", c.Answers)
	}
	words := strings.Fields(fields[1])
	if len(words) == 0 {
		return c, fmt.Errorf("found no model, expected one")
	}
	c.Model = words[0]
	for _, w := range words[1:] {
		key, value, _ := strings.Cut(w, "=")
		n, err := strconv.Atoi(value)
		if err != nil {
			return c, fmt.Errorf("found %q, expected a parameter and its number, as n=12", w)
		}
		c.Params = append(c.Params, Param{key, n})
	}
	if _, err := c.Problem(); err != nil {
		return c, err
	}
	if len(fields) > 3 {
		for _, text := range listed(fields[3]) {
			at := strings.LastIndex(text, " ")
			factor, err := strconv.ParseFloat(text[at+1:], 64)
			if at < 0 || err != nil || !(factor > 0) {
				return c, fmt.Errorf("found the aim %q, expected a peer and a factor above 0, as Gecode 2", text)
			}
			c.Aims = append(c.Aims, Aim{strings.TrimSpace(text[:at]), factor})
		}
	}
	if len(fields) > 4 {
		c.Peers = listed(fields[4])
	}
	return c, nil
}

// listed returns the parts of a list between commas, none of an empty text.
func listed(text string) []string {
	if text == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts
}

// models makes the problem of each model out of its parameters, given in the
// order of params.
var models = map[string]struct {
	params  []string
	problem func(p []int) (clew.Problem, error)
}{
	"queens":      {[]string{"n"}, func(p []int) (clew.Problem, error) { return queens.New(p[0]) }},
	"primesum":    {[]string{"rows", "cols", "most"}, func(p []int) (clew.Problem, error) { return primesum.New(p[0], p[1], p[2]) }},
	"langford":    {[]string{"n"}, ofSize(Langford)},
	"magic":       {[]string{"n"}, ofSize(Magic)},
	"allinterval": {[]string{"n"}, ofSize(AllInterval)},
	"costas":      {[]string{"n"}, ofSize(Costas)},
	"petersen":    {nil, func([]int) (clew.Problem, error) { return Graceful(Petersen()), nil }},
}

func ofSize(build func(int) *clew.Model) func([]int) (clew.Problem, error) {
	return func(p []int) (clew.Problem, error) { m := build(p[0]); return m, m.Err() }
}

// Problem builds the model of the case.
func (c Case) Problem() (clew.Problem, error) {
	m, ok := models[c.Model]
	if !ok {
		return nil, fmt.Errorf("found the model %q, expected one of those in bench/cases.go", c.Model)
	}
	var names []string
	var values []int
	for _, p := range c.Params {
		if p.Value < 1 {
			return nil, fmt.Errorf("found %s=%d, expected at least 1", p.Name, p.Value)
		}
		names, values = append(names, p.Name), append(values, p.Value)
	}
	if !slices.Equal(names, m.params) {
		return nil, fmt.Errorf("found the parameters %v of %s, expected %v", names, c.Model, m.params)
	}
	return m.problem(values)
}
