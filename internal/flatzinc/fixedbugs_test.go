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
