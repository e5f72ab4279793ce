package flatzinc

import (
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// TestValues checks names, indices and nesting of outputs.
func TestValues(t *testing.T) {
	m, err := Read(strings.NewReader(`
var 3..3: x :: output_var;
var bool: b :: output_var;
var 5..5: y;
array [1..4] of var int: q :: output_array([0..1, -1..0]) = [x, y, 7, x];
array [1..2] of var bool: p :: output_array([1..2]) = [b, true];
array [1..0] of var int: none :: output_array([1..0, 1..2]) = [];
constraint bool_eq(b, false);
solve satisfy;
`), "test.fzn")
	if err != nil {
		t.Fatal(err)
	}
	s, err := clew.Solve(t.Context(), m.Model)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(m.AppendJSON(nil, s.Values())), `{"x":3,"b":false,"q":[[3,5],[7,3]],"p":[false,true],"none":[]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want := []Value{
		{"x", "3"}, {"b", "false"}, {"q[0,-1]", "3"}, {"q[0,0]", "5"}, {"q[1,-1]", "7"}, {"q[1,0]", "3"},
		{"p[1]", "false"}, {"p[2]", "true"},
	}
	if got := m.Values(s.Values()); !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}
