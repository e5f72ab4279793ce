package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/xcsp3"
	"github.com/ulikunitz/xz/lzma"
)

// The forms in which answers of XCSP3 are written.
const (
	formatText = "text" // for people: a line for each variable and array
	formatXCSP = "xcsp" // as the XCSP3 competition has it: s, v and o lines
)

func xcspFormat() *modelFormat {
	return &modelFormat{
		endings: []string{".xml", ".xml.lzma"},
		short:   "XCSP3, also compressed",
		outputs: []string{formatText, formatXCSP},
		open: func(in *inputs, args []string, output string) (clew.Problem, error) {
			t, err := in.text(modelWord, args)
			if err != nil {
				return nil, err
			}
			defer t.Close()
			p, err := readXCSP(in.ctx, t, t.name)
			switch {
			case err != nil && output == formatXCSP && !in.changed("json") && xcsp3.IsUnsupported(err):
				in.console.Write([]byte("s UNSUPPORTED\n"))
				return nil, err
			case err != nil:
				return nil, err
			case output == formatXCSP:
				return &spokenXCSP{p}, nil
			}
			return p, nil
		},
	}
}

// readXCSP reads an instance, unless ctx ends; name is that of its file, whose end says whether
// it is compressed.
func readXCSP(ctx context.Context, r io.Reader, name string) (*xcspProblem, error) {
	if strings.HasSuffix(strings.ToLower(name), ".lzma") {
		plain, err := lzma.NewReader(r)
		if err != nil {
			return nil, fmt.Errorf("%s: found no LZMA data (%v), expected a compressed file", name, err)
		}
		r = &lzmaText{plain}
	}
	inst, err := xcsp3.ReadContext(ctx, r, name)
	if err != nil {
		return nil, err
	}
	return &xcspProblem{inst, filepath.Base(name)}, nil
}

// lzmaText is the text in LZMA data. Its errors say that these are wrong: the
// package's own words are about their format.
type lzmaText struct{ io.Reader }

func (t *lzmaText) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = fmt.Errorf("the LZMA data are damaged or cut off: %w", err)
	}
	return n, err
}

// xcspProblem is an instance of XCSP3.
type xcspProblem struct {
	*xcsp3.Instance
	name string
}

func (p *xcspProblem) Name() string { return p.name }

func (p *xcspProblem) outputJSON(s *clew.Solution) []byte { return p.AppendJSON(nil, s.Values()) }

func (p *xcspProblem) parts(s *clew.Solution) []part {
	var parts []part
	for _, v := range p.Parts(s.Values()) {
		parts = append(parts, part{v.Name, v.Text})
	}
	return parts
}

// spokenXCSP is an instance whose answers are written as the competition has
// it.
type spokenXCSP struct{ *xcspProblem }

func (p *spokenXCSP) speech(v *verb, w io.Writer) (speech, error) {
	return &xcspSpeech{problem: p.xcspProblem, verb: v.name, w: w}, nil
}

// xcspSpeech is answers as solvers in the XCSP3 competition write them: o and
// the value of the objective for each better answer, s and what is known at
// the end, v and the answer. Verbs that list answers write each at once.
type xcspSpeech struct {
	problem *xcspProblem
	verb    string
	w       io.Writer
	found   int
	last    string // the last answer found
}

func (s *xcspSpeech) answer(a *clew.Solution) error {
	s.found++
	text := ""
	if s.problem.Goal() != 0 {
		text = fmt.Sprintf("o %d\n", s.problem.Cost(a.Values()))
	}
	s.last = "v " + s.problem.Instantiation(a.Values()) + "\n"
	if s.verb != "solve" {
		text += s.last
		s.last = ""
	}
	_, err := io.WriteString(s.w, text)
	return err
}

func (s *xcspSpeech) end(r *result) error {
	if r == nil {
		return nil
	}
	status := "SATISFIABLE"
	switch {
	case s.found == 0 && r.stopped != "":
		status = "UNKNOWN"
	case s.found == 0:
		status = "UNSATISFIABLE"
	case s.problem.Goal() != 0 && r.stopped == "":
		status = "OPTIMUM FOUND"
	}
	text := "s " + status + "\n" + s.last
	if s.verb == "unique" { // the answer to the question, as a comment
		text = "c " + strings.ReplaceAll(strings.TrimSpace(r.text), "\n", "\nc ") + "\n" + text
	}
	_, err := io.WriteString(s.w, text)
	return err
}
