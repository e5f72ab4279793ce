package flatzinc

import (
	"fmt"
	"slices"
	"testing"
)

// TestOneOf: a disjunction of x = 1, x = 4 and x = 9 says whether x is one of
// these, where its truth is open and where it is given.
func TestOneOf(t *testing.T) {
	for _, c := range []struct {
		truth string // of the disjunction
		want  func(square bool) bool
	}{
		{"b", func(bool) bool { return true }},
		{"true", func(square bool) bool { return square }},
		{"false", func(square bool) bool { return !square }},
	} {
		got, err := solved(`var 0..9: x :: output_var; var bool: b :: output_var; array [1..3] of var bool: is;
constraint int_eq_reif(x,1,is[1]); constraint int_eq_reif(x,4,is[2]); constraint int_eq_reif(9,x,is[3]);
constraint array_bool_or(is,b); constraint bool_eq(b,` + c.truth + `); solve satisfy;`)
		var want []string
		for x := range 10 {
			if square := x == 1 || x == 4 || x == 9; c.want(square) {
				want = append(want, fmt.Sprintf("x = %d;\nb = %t;\n", x, square))
			}
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("truth %s: got %q, %v, want %q", c.truth, got, err, want)
		}
	}
}
