package bench_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/clewsolver/clew/bench"
)

func TestReadCases(t *testing.T) {
	got, err := bench.ReadCases(strings.NewReader(`
# words
queens 8 | queens n=8 | 92 | GNU Prolog 2, Gecode 2.5 | GNU Prolog
lo shu   | magic n=3  | 8
`), "list")
	want := []bench.Case{
		{Name: "queens 8", Answers: "92", Aims: []bench.Aim{{"GNU Prolog", 2}, {"Gecode", 2.5}}, Peers: []string{"GNU Prolog"},
			Model: "queens", Params: []bench.Param{{"n", 8}}},
		{Name: "lo shu", Answers: "8", Model: "magic", Params: []bench.Param{{"n", 3}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
	for text, want := range map[string]string{
		"queens 8 | queens n=8":                 "list:1: found 2 fields",
		"\n| queens n=8 | 92":                   "list:2: found no name",
		"a | queens n=8 | many":                 `found "many" answers`,
		"a | | 1":                               "found no model",
		"a | chess n=8 | 1":                     `found the model "chess"`,
		"a | queens n=eight | 1":                `found "n=eight"`,
		"a | queens n=0 | 1":                    "found n=0, expected at least 1",
		"a | queens rows=8 | 1":                 "found the parameters [rows] of queens, expected [n]",
		"a | queens n=8 | 92 | Gecode":          `found the aim "Gecode"`,
		"a | queens n=8 | 92 | Gecode -1":       `found the aim "Gecode -1"`,
		"a | magic n=3 | 8\na | queens n=1 | 1": `list:2: found a second case "a"`,
	} {
		if _, err := bench.ReadCases(strings.NewReader(text), "list"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestLists reads the lists that are part of the program.
func TestLists(t *testing.T) {
	if len(bench.Cases()) == 0 || len(bench.KernelCases()) == 0 {
		t.Error("a list is empty")
	}
}
