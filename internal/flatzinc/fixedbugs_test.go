package flatzinc

import (
	"context"
	"strings"
	"testing"
)

// A variable without bounds that is an output or the objective made a model
// that was found to be impossible while it was read a mistake.
func TestImpossibleWithoutBounds(t *testing.T) {
	for _, goal := range []string{"satisfy", "minimize y", "maximize y"} {
		text := "var int: x :: output_var;\nvar int: y :: output_var;\nconstraint int_le(2,x);\nconstraint int_le(x,1);\nsolve " + goal + ";\n"
		var out strings.Builder
		if err := Run(context.Background(), strings.NewReader(text), "model.fzn", &out, Request{All: true}); err != nil {
			t.Errorf("%s: %v", goal, err)
		} else if out.String() != lineUnsatisfiable {
			t.Errorf("%s: %q", goal, out.String())
		}
	}
}

// A power without bounds got made-up ones, and answers beyond them were missing
// from what was called all answers.
func TestPowerWithoutBounds(t *testing.T) {
	for _, call := range []string{"int_pow(x,25,z)", "int_pow_fixed(x,25,z)", "int_pow(x,y,z)", "int_pow(x,100,z)"} {
		text := "var 1..3: x :: output_var;\nvar 0..25: y;\nvar int: z;\nconstraint " + call + ";\nsolve satisfy;\n"
		if _, err := solved(text); err == nil || !strings.Contains(err.Error(), "model.fzn:3:10: found the domain") {
			t.Errorf("%s: %v", call, err)
		}
	}
	// Where the power fits, or other constraints make it fit, all is well.
	for text, want := range map[string]int{
		"var -3..3: x :: output_var;\nvar int: z;\nconstraint int_pow(x,7,z);\nsolve satisfy;\n":                                                     7,
		"var -3..3: x :: output_var;\nvar int: z;\nconstraint int_pow(x,25,z);\nconstraint int_le(z,0);\nconstraint int_le(-5,z);\nsolve satisfy;\n": 2,
	} {
		if got, err := solved(text); err != nil || len(got) != want {
			t.Errorf("%d answers, %v; want %d\n%s", len(got), err, want, text)
		}
	}
}

// Elements of two dimensions and tables said nothing about variables without
// bounds: answers beyond the made-up ones were missing.
func TestElementWithoutBounds(t *testing.T) {
	for _, call := range []string{
		"clew_element2d_int(x,1,1,1,1,[1050000000,2,3],z)",
		"clew_element2d_int(1,x,1,1,3,[1050000000,2,3],z)",
		"clew_table_int([x,z],[1,1050000000,2,2,3,3])",
	} {
		text := "var 1..3: x :: output_var;\nvar int: z;\nconstraint " + call + ";\nsolve satisfy;\n"
		if got, err := solved(text); err != nil || len(got) != 3 {
			t.Errorf("%s: %d answers, %v; want 3", call, len(got), err)
		}
		text = strings.ReplaceAll(text, "1050000000", "5000000000")
		if strings.Contains(call, "table") { // of a table, such rows are left out where others bound the variable
			text = strings.Replace(text, "solve", "constraint int_le(z,9);\nsolve", 1)
			if got, err := solved(text); err != nil || len(got) != 2 {
				t.Errorf("%s: %d answers, %v; want 2", call, len(got), err)
			}
			continue
		}
		if _, err := solved(text); err == nil || !strings.Contains(err.Error(), "found the domain") {
			t.Errorf("%s: %v", call, err)
		}
	}
}
