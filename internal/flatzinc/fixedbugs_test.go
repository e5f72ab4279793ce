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
