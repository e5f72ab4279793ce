package input_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/clewsolver/clew/internal/input"
)

func TestLines(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"a", "a|"},
		{"a\n", "a|"},
		{"a\r\nb\rc\n\nd", "a|b|c||d|"},
		{"\ufeffa\r", "a|"},
		{"\n\n", "||"},
	} {
		for name, r := range map[string]io.Reader{
			"whole":  strings.NewReader(c.in),
			"by one": iotest.OneByteReader(strings.NewReader(c.in)),
		} {
			got := ""
			for line, err := range input.Lines(r, "f") {
				if err != nil {
					t.Fatal(err)
				}
				got += line.Text + "|"
			}
			if got != c.want {
				t.Errorf("%q %s: got %q, want %q", c.in, name, got, c.want)
			}
		}
	}
}

func TestLinesErrors(t *testing.T) {
	endless := io.MultiReader(strings.NewReader("ok\n"), zeros{'x'})
	for _, c := range []struct {
		r    io.Reader
		want string
	}{
		{endless, "f:2: found a line longer than 1048576 bytes, expected shorter lines"},
		{zeros{'\n'}, "f:1048577: found more than 1048576 blank lines in a row, expected text"},
		{strings.NewReader(strings.Repeat(strings.Repeat(" \n", input.MaxBlank)+"x\n", 2) + "\x00"), "f:2097155:1: found a zero byte (a binary file?), expected text"},
		{strings.NewReader("ok\nab\x00"), "f:2:3: found a zero byte (a binary file?), expected text"},
		{iotest.ErrReader(errors.New("disk on fire")), "f:1: found a read error: disk on fire, expected a readable file"},
	} {
		var last error
		for _, err := range input.Lines(c.r, "f") {
			last = err
		}
		if last == nil || last.Error() != c.want {
			t.Errorf("got %v, want %s", last, c.want)
		}
	}
}

// zeros is an endless line of one byte.
type zeros struct{ c byte }

func (z zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = z.c
	}
	return len(p), nil
}

func TestQuote(t *testing.T) {
	if got := input.Quote("a\x01é"); got != `"a\x01é"` {
		t.Error(got)
	}
	if got := input.Quote(strings.Repeat("é", 1000)); got != `"`+strings.Repeat("é", 40)+`..."` {
		t.Error(got)
	}
}

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		n    int64
		noun string
		want string
	}{{0, "row", "0 rows"}, {1, "row", "1 row"}, {2, "row", "2 rows"}, {1, "tally", "1 tally"}, {2, "tally", "2 tallies"}, {-1, "queen", "-1 queens"}} {
		if got := input.Plural(c.n, c.noun); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
