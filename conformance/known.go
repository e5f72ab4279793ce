package main

import (
	_ "embed"
	"strings"
)

// knownText lists cases whose output differs from the expected one for a reason
// that is known and is no wrong answer, a line each: suite, case, reason, between
// tabs. An asterisk at the end of a case stands for anything.
//
//go:embed known.tsv
var knownText string

// known is a line of knownText.
type known struct{ Suite, Case, Reason string }

// parseKnown reads such lines; those that begin with # are comments.
func parseKnown(text string) []known {
	var out []known
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(f) == 3 && !strings.HasPrefix(line, "#") {
			out = append(out, known{f[0], f[1], f[2]})
		}
	}
	return out
}

// explain turns a failure with a known reason into one that is explained.
func explain(list []known, suite string, o outcome) outcome {
	if o.Verdict != failed {
		return o
	}
	for _, k := range list {
		prefix, any := strings.CutSuffix(k.Case, "*")
		if k.Suite == suite && (k.Case == o.Case || any && strings.HasPrefix(o.Case, prefix)) {
			o.Verdict, o.Reason = explained, k.Reason
			return o
		}
	}
	return o
}
