package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/minizinc"
	"github.com/spf13/pflag"
)

func minizincFormat() *modelFormat {
	var definitions, includes []string
	return &modelFormat{
		endings: []string{".mzn"},
		short:   "MiniZinc, which the minizinc command compiles; data files follow, or -D n=8",
		outputs: []string{formatItem, formatDzn},
		flags: func(fs *pflag.FlagSet) {
			fs.StringArrayVarP(&definitions, "cmdline-data", "D", nil, "data of a .mzn model, as `n=8`")
			fs.StringArrayVarP(&includes, "include", "I", nil, "`folder` in which a .mzn model's included files are looked for")
		},
		open: func(in *inputs, args []string, output string) (clew.Problem, error) {
			return openMiniZinc(in, minizinc.Request{
				Model: args[0], Data: args[1:], Definitions: definitions, Includes: includes,
			}, output)
		},
	}
}

// openMiniZinc has a model compiled and reads what came of it.
func openMiniZinc(in *inputs, r minizinc.Request, output string) (clew.Problem, error) {
	for _, name := range append([]string{r.Model}, r.Data...) {
		f, err := open(name) // minizinc's own words for that name no reason
		if err != nil {
			return nil, err
		}
		f.Close()
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	r.Relay = []string{self, "minizinc", "relay"}
	compiled, err := minizinc.Compile(in.ctx, r)
	if err != nil {
		return nil, err
	}
	p, err := readCompiled(in.ctx, compiled, filepath.Base(r.Model))
	if err != nil {
		return nil, errors.Join(err, compiled.Close())
	}
	if compiled.Warnings != "" {
		in.warn(compiled.Warnings)
	}
	p.name = filepath.Base(r.Model)
	p.warn(in)
	return &minizincProblem{flatzincProblem: p, compiled: compiled, items: output == formatItem}, nil
}

// readCompiled reads what a model was compiled to.
func readCompiled(ctx context.Context, c *minizinc.Compiled, model string) (*flatzincProblem, error) {
	f, err := open(c.FlatZinc)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readFlatZinc(ctx, f, model+" as FlatZinc")
}

// minizincProblem is a compiled MiniZinc model. It holds temporary files and a
// minizinc that waits to write answers.
type minizincProblem struct {
	*flatzincProblem
	compiled *minizinc.Compiled
	items    bool // answers are written as the output items say
	speaks   bool // they were asked for
}

func (p *minizincProblem) Close() error { return p.compiled.Close() }

// Model begins a run: a minizinc that is to write no answers is not needed any
// more.
func (p *minizincProblem) Model() (*clew.Model, error) {
	if !p.speaks {
		p.Close()
	}
	return p.flatzincProblem.Model()
}

func (p *minizincProblem) speech(v *verb, w io.Writer) (speech, error) {
	if !p.items {
		return p.flatzincProblem.speech(v, w)
	}
	p.speaks = true
	f := p.compiled.Formatter(w)
	s, err := p.flatzincProblem.speech(v, f)
	return &minizincSpeech{s, f}, err
}

// minizincSpeech is answers that go through minizinc.
type minizincSpeech struct {
	speech
	formatter *minizinc.Formatter
}

func (s *minizincSpeech) end(r *result) error {
	return errors.Join(s.speech.end(r), s.formatter.Close())
}
