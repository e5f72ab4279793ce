package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/flatzinc"
)

// The forms in which answers of MiniZinc's languages are written.
const (
	formatItem = "item" // as the model's output items say
	formatDzn  = "dzn"  // name = value; of each output
)

func flatzincFormat() *modelFormat {
	return &modelFormat{
		endings: []string{".fzn", ".fzn.json"},
		short:   "FlatZinc, what MiniZinc compiles models to",
		outputs: []string{formatDzn},
		open: func(in *inputs, args []string, _ string) (clew.Problem, error) {
			t, err := in.text(modelWord, args)
			if err != nil {
				return nil, err
			}
			defer t.Close()
			p, err := readFlatZinc(in.ctx, t, t.name)
			if err != nil {
				return nil, err
			}
			p.warn(in)
			return p, nil
		},
	}
}

// readFlatZinc reads a model, unless ctx ends; name is that of its file.
func readFlatZinc(ctx context.Context, r io.Reader, name string) (*flatzincProblem, error) {
	m, err := flatzinc.ReadContext(ctx, r, name)
	if err != nil {
		return nil, err
	}
	return &flatzincProblem{flatzinc: m, name: filepath.Base(name)}, nil
}

// flatzincProblem is a model read from FlatZinc. Only the engine walks it.
type flatzincProblem struct {
	flatzinc *flatzinc.Model
	name     string
}

func (p *flatzincProblem) Name() string                { return p.name }
func (p *flatzincProblem) Outputs() []clew.Output      { return p.flatzinc.Model.Outputs() }
func (p *flatzincProblem) Model() (*clew.Model, error) { return p.flatzinc.Model.Model() }
func (p *flatzincProblem) Space() (clew.Space, error)  { return p.flatzinc.Model.Space() }

// warn says on what answers may depend that the model does not say.
func (p *flatzincProblem) warn(in *inputs) {
	for _, w := range p.flatzinc.Warnings() {
		in.warn(p.name + ": " + w)
	}
}

func (p *flatzincProblem) outputJSON(s *clew.Solution) []byte {
	return p.flatzinc.AppendJSON(nil, s.Values())
}

func (p *flatzincProblem) parts(s *clew.Solution) []part {
	var parts []part
	for _, v := range p.flatzinc.Values(s.Values()) {
		parts = append(parts, part{v.Name, v.Text})
	}
	return parts
}

func (p *flatzincProblem) speech(v *verb, w io.Writer) (speech, error) {
	return &flatzincSpeech{model: p.flatzinc, verb: v.name, w: w}, nil
}

// flatzincSpeech is answers as FlatZinc solvers write them.
type flatzincSpeech struct {
	model *flatzinc.Model
	verb  string
	w     io.Writer
	found int
	buf   []byte
}

func (s *flatzincSpeech) answer(a *clew.Solution) error {
	s.found++
	s.buf = append(s.model.AppendAnswer(s.buf[:0], a.Values()), "----------\n"...)
	_, err := s.w.Write(s.buf)
	return err
}

func (s *flatzincSpeech) end(r *result) error {
	if r == nil {
		return nil
	}
	text := s.last(r)
	if s.verb == "unique" { // the answer to the question, as a comment
		text += "% " + strings.ReplaceAll(strings.TrimSpace(r.text), "\n", "\n% ") + "\n"
	}
	_, err := io.WriteString(s.w, text)
	return err
}

// last returns the line that tells what is known when the run ends: whether
// there are more answers than those written. It is empty if there may be.
func (s *flatzincSpeech) last(r *result) string {
	switch {
	case r.stopped != "" && s.found == 0:
		return "=====UNKNOWN=====\n"
	case r.stopped != "":
		return ""
	case s.found == 0:
		return "=====UNSATISFIABLE=====\n"
	case s.verb == "solve" && !s.model.Optimize, s.found > 1 && s.verb == "unique":
		return ""
	}
	return "==========\n"
}
