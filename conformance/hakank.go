package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// hakank runs the models of hakank's collection that need no data: the set of
// answers, as the models print them, has to be that of Gecode.
var hakank = suite{Name: "hakank", Run: runHakank}

// reference is what Gecode says of a model.
type reference struct {
	Model   string
	Digest  string // of the model's text, so that a changed one is run again
	Status  string // enumerated, open, or why the model is no case
	Answers int
	Hash    string
	CPU     time.Duration // of Gecode
	Limit   time.Duration // under which Status is open
}

// enumeratedBy is the Status of models that Gecode enumerates.
const enumeratedBy = "enumerated"

func (r reference) line() string {
	return strings.Join([]string{r.Model, r.Digest, r.Status, strconv.Itoa(r.Answers), r.Hash,
		strconv.FormatInt(r.CPU.Milliseconds(), 10), strconv.FormatInt(r.Limit.Milliseconds(), 10)}, "\t") + "\n"
}

// parseReference reads what line wrote.
func parseReference(line string) (reference, error) {
	f := strings.Split(strings.TrimRight(line, "\n"), "\t")
	if len(f) != 7 {
		return reference{}, fmt.Errorf("%d columns in %q, want 7", len(f), line)
	}
	answers, err1 := strconv.Atoi(f[3])
	cpu, err2 := strconv.Atoi(f[5])
	limit, err3 := strconv.Atoi(f[6])
	return reference{Model: f[0], Digest: f[1], Status: f[2], Answers: answers, Hash: f[4],
		CPU: time.Duration(cpu) * time.Millisecond, Limit: time.Duration(limit) * time.Millisecond}, errors.Join(err1, err2, err3)
}

// references are kept in a file, because finding them takes an hour.
type references struct {
	file  string
	known map[string]reference
}

func loadReferences(file string) (*references, error) {
	rs := &references{file: file, known: map[string]reference{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return rs, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		r, err := parseReference(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rs.known[r.Model] = r
	}
	return rs, nil
}

// add appends to the file.
func (rs *references) add(r reference) error {
	rs.known[r.Model] = r
	f, err := os.OpenFile(rs.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteString(r.line())
	return errors.Join(err, f.Close())
}

// of returns the reference of a model, and finds it where it is not known, or
// was left open under a lower limit.
func (rs *references) of(ctx context.Context, m *minizinc, g *gecode, model string, limit time.Duration, scratch string) (reference, error) {
	text, err := os.ReadFile(model)
	if err != nil {
		return reference{}, err
	}
	sum := sha256.Sum256(text)
	name, digest := filepath.Base(model), hex.EncodeToString(sum[:8])
	if r, ok := rs.known[name]; ok && r.Digest == digest && (r.Status != "open" || r.Limit >= limit) {
		return r, nil
	}
	r := reference{Model: name, Digest: digest, Limit: limit, Hash: "-"}
	r.Status, err = g.reference(ctx, m, model, scratch, &r)
	if err != nil {
		return r, err
	}
	return r, rs.add(r)
}

// reference enumerates a model with Gecode.
func (g *gecode) reference(ctx context.Context, m *minizinc, model, scratch string, r *reference) (status string, err error) {
	f, err := m.compile(ctx, g.Config, scratch, model)
	var bad *compileError
	switch {
	case errors.As(err, &bad):
		return "does not compile: " + oneCell(bad.Error()), nil
	case err != nil:
		return "", err
	case f.goal() != "satisfy":
		return "optimises", nil
	case f.hasFloats():
		return "float variables", nil
	}
	solver := g.tool
	solver.CPU = r.Limit
	e, err := m.enumerate(ctx, solver, f, "-a")
	if err != nil {
		return "", err
	}
	r.CPU = e.Solver.CPU
	switch {
	case e.Solver.Killed, e.Printer.Killed:
		return "open", nil
	case e.trouble() != "":
		return "Gecode fails: " + oneCell(e.trouble()), nil
	}
	r.Answers, r.Hash = e.Len(), e.Hash()
	return enumeratedBy, nil
}

// oneCell makes a text fit into a table of tabs.
func oneCell(text string) string { return strings.Join(strings.Fields(text), " ") }

// runHakank compares the answers of each model.
func runHakank(ctx context.Context, s *session, folder string, report func(outcome)) error {
	m, err := s.minizinc(ctx)
	if err != nil {
		return err
	}
	g, err := newGecode(m, s.Scratch)
	if err != nil {
		return err
	}
	models, err := filepath.Glob(filepath.Join(folder, "*.mzn"))
	if err != nil {
		return err
	}
	known, err := loadReferences(filepath.Join(s.Cache, "hakank-gecode.tsv"))
	if err != nil {
		return err
	}
	var config string
	if !s.ReferencesOnly {
		if config, err = s.clewConfig(ctx); err != nil {
			return err
		}
	}
	times := newTimes(filepath.Join(s.Cache, "hakank-times.tsv"))
	for _, model := range models {
		name := strings.TrimSuffix(filepath.Base(model), ".mzn")
		if !s.wanted(name) {
			continue
		}
		r, err := known.of(ctx, m, g, model, s.ReferenceLimit, s.Scratch)
		if err != nil {
			return fmt.Errorf("%s: %w", model, err)
		}
		o := outcome{Case: name, Verdict: skipped}
		switch {
		case strings.HasPrefix(r.Status, "does not compile"):
			o.Reason = "not compiled by minizinc " + m.Version + " for Gecode (data missing, or the model's error)"
		case strings.HasPrefix(r.Status, "Gecode fails"):
			o.Reason = "no reference: Gecode fails"
		case r.Status == "open":
			o.Reason = fmt.Sprintf("no reference: Gecode does not end in %v", r.Limit)
		case r.Status != enumeratedBy:
			o.Reason = r.Status
		case s.ReferencesOnly:
			o.Reason = "only references were asked for"
		default:
			if o, err = compareHakank(ctx, s, m, g, config, model, r, times); err != nil {
				return fmt.Errorf("%s: %w", model, err)
			}
		}
		report(o)
	}
	return times.write()
}

// compareHakank enumerates one model with clew and compares.
func compareHakank(ctx context.Context, s *session, m *minizinc, g *gecode, config, model string, r reference, times *times) (outcome, error) {
	o := outcome{Case: strings.TrimSuffix(filepath.Base(model), ".mzn"), Verdict: failed}
	f, err := m.compile(ctx, config, s.Scratch, model)
	var bad *compileError
	if errors.As(err, &bad) {
		o.Reason, o.Detail = "does not compile with clew's library", bad.Error()
		return o, nil
	}
	if err != nil {
		return o, err
	}
	e, err := m.enumerate(ctx, s.fznClew(), f, "-a")
	if err != nil {
		return o, err
	}
	o.CPU = e.Solver.CPU
	if e.Solver.Killed || e.Printer.Killed {
		o.Verdict, o.Reason = open, fmt.Sprintf("not done in %v", s.Limit)
		o.Detail = fmt.Sprintf("Gecode: %d answers in %v; here %d so far", r.Answers, r.CPU, e.Len())
		times.add(o.Case, r, e.Solver.CPU, false)
		return o, nil
	}
	if t := e.trouble(); t != "" {
		o.Reason, o.Detail = "clew fails", t
		return o, nil
	}
	times.add(o.Case, r, e.Solver.CPU, true)
	if e.Len() == r.Answers && e.Hash() == r.Hash {
		o.Verdict = passed
		return o, nil
	}
	if confirmedByDefinition(ctx, s, m, model, e) {
		o.Verdict = explained
		o.Reason = "Gecode's own globals differ from the standard library's definitions, by which Gecode gives clew's answers"
		return o, nil
	}
	o.Reason = "other answers"
	o.Detail = fmt.Sprintf("Gecode %d answers, clew %d (%d printed)\n", r.Answers, e.Len(), e.Printed)
	o.Detail += explainDifference(ctx, s, m, g, model, e)
	return o, nil
}

// confirmedByDefinition reports whether Gecode, with all global constraints and
// sets as the standard library defines them, gives the answers of e.
func confirmedByDefinition(ctx context.Context, s *session, m *minizinc, model string, e *enumerated) bool {
	plain, err := plainGecode(s.Scratch)
	if err != nil {
		return false
	}
	f, err := m.compile(ctx, plain.Config, s.Scratch, model)
	if err != nil {
		return false
	}
	solver := plain.tool
	solver.CPU = 10 * s.ReferenceLimit
	theirs, err := m.enumerate(ctx, solver, f, "-a")
	return err == nil && theirs.trouble() == "" && theirs.Complete && theirs.Hash() == e.Hash()
}

// explainDifference runs Gecode once more and shows an answer that only one of
// the two has.
func explainDifference(ctx context.Context, s *session, m *minizinc, g *gecode, model string, e *enumerated) string {
	f, err := m.compile(ctx, g.Config, s.Scratch, model)
	if err != nil {
		return err.Error()
	}
	solver := g.tool
	solver.CPU = 4 * s.ReferenceLimit
	theirs, err := m.enumerate(ctx, solver, f, "-a")
	if err != nil {
		return err.Error()
	}
	var text strings.Builder
	if a := theirs.missing(e.answerSet); a != "" {
		fmt.Fprintf(&text, "only Gecode: %q\n", shorten(a))
	}
	if a := e.missing(theirs.answerSet); a != "" {
		fmt.Fprintf(&text, "only clew: %q\n", shorten(a))
	}
	return text.String()
}

// shorten cuts a text for a report.
func shorten(text string) string {
	if len(text) > 400 {
		return text[:400] + "..."
	}
	return text
}
