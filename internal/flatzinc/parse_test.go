package flatzinc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// TestMistakes: each mistake is one error with its place, what was found and
// what was expected.
func TestMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `1:1: found the end of the input, expected a solve item`},
		{"solve satisfy", `1:14: found the end of the input, expected ";"`},
		{"var 1..3: x\nsolve satisfy;", `2:1: found "solve", expected ";"`},
		{"var 1..3: x;\nvar bool: x;\nsolve satisfy;", `2:11: found a second declaration of "x", expected a new name`},
		{"constraint int_le(x,1);", `1:19: found the name "x", expected one that is declared`},
		{"constraint int_lee(1,1);", `1:12: found the constraint "int_lee", expected a FlatZinc builtin or a native constraint of clew`},
		{"constraint float_le(1.0,2.0);", `1:12: found the constraint "float_le", expected constraints on integers and Booleans: clew does not solve for floats`},
		{"constraint set_card(1,2);", `1:12: found the constraint "set_card", expected constraints on integers and Booleans: compile with clew's solver library, or one that includes "nosets.mzn"`},
		{"constraint int_le(1);", `1:12: found 1 argument of int_le, expected 2: an integer or integer variable, an integer or integer variable`},
		{"constraint int_le(1,2,3);", `1:12: found more arguments of int_le, expected 2: an integer or integer variable, an integer or integer variable`},
		{"var bool: b;\nconstraint int_le(1,b);", `2:21: found the Boolean variable b, expected an integer or integer variable as argument 2 of int_le`},
		{"constraint int_lin_le([1,true],[1,2],3);", `1:23: found an array of mixed types, expected an array of integers as argument 1 of int_lin_le`},
		{"constraint set_in(1,[1,2]);", `1:21: found an array of integers, expected a set of integers as argument 2 of set_in`},
		{"constraint int_lin_le([1],[1,2],3);\nsolve satisfy;", `1:12: found 1 coefficient for 2 variables, expected one for each`},
		{"var float: x;", `1:5: found a float variable, expected integer and Boolean variables: clew does not solve for floats`},
		{"var 1.5..2.5: x;", `1:5: found a float variable, expected integer and Boolean variables: clew does not solve for floats`},
		{"var set of 1..3: x;", `1:5: found a set variable, expected integer and Boolean variables: compile with clew's solver library, or one that includes "nosets.mzn"`},
		{"array [1..1] of var set of 1..3: x = [{1}];", `1:21: found a set variable, expected integer and Boolean variables: compile with clew's solver library, or one that includes "nosets.mzn"`},
		{"array [1..2] of int: a = [1];", `1:26: found 1 element, expected 2, as the index set says`},
		{"array [2..3] of int: a = [1,2];", `1:8: found an index set that does not start at 1, expected 1..n`},
		{"array [1..1] of int: a = [true];", `1:26: found an array of Booleans, expected an array of integers`},
		{"array [1..1] of int: a = [[1]];", `1:27: found an array in an array, expected a value or a name of one`},
		{"array [1..2] of var int: a :: output_array([1..3]) = [1,2];", `1:54: found 2 elements, expected 3, as output_array says`},
		{"array [1..9999999] of var int: a;", `1:33: found an array of 9999999 variables, expected at most 4194304`},
		{"array [1..2] of int: a;", `1:23: found ";", expected "="`},
		{"int: n = true;", `1:10: found true, expected a value of the type int`},
		{"var 1..99999999999: x :: output_var;\nsolve satisfy;", `1:21: found the domain 1..99999999999 of x, expected values in -1073741823..1073741823`},
		{"var int: x;\nconstraint int_le(99999999999999999999,x);", `2:19: found the number "99999999999999999999", expected an integer of 64 bits`},
		{"var int: x;\nconstraint int_le(0x1G,x);", `2:19: found the number "0x1G", expected an integer of 64 bits`},
		{"solve maximise x;", `1:7: found "maximise", expected satisfy, minimize or maximize`},
		{"solve satisfy; var 1..2: x;", `1:16: found "var", expected the end of the input after the solve item`},
		{"var 1..3: x :: \"a;\nsolve satisfy;", `1:16: found a quote without an end, expected its end on the same line`},
		{"var 1..3: x; % ünï\n é", "2:2: found the byte 0xC3, expected FlatZinc text"},
		{"var 1..3: x :: a(\"üü\") ?", `1:24: found "?", expected FlatZinc text`},
		{"var 1..3: x :: a((", `1:19: found the end of the input, expected ")"`},
		{"x = 3;", `1:1: found "x", expected predicate, a declaration, constraint or solve`},
		{"{\n \"variables\": {\"x\": {\"type\": \"float\"}}}", `2:19: found a float variable, expected integer and Boolean variables: clew does not solve for floats`},
		{"{\n \"constraints\": [\n {\"id\": \"int_le\", \"args\": [1]}]}", `3:2: found 1 argument of int_le, expected 2: an integer or integer variable, an integer or integer variable`},
		{"{\"variables\": [", "1:13: found [, expected \"{\""},
		{"{}", "1:3: found no member solve, expected one"},
	} {
		for _, r := range []bool{false, true} {
			in := strings.NewReader(c.text)
			_, err := Read(in, "m.fzn")
			if r { // in pieces of one byte
				_, err = Read(iotest.OneByteReader(strings.NewReader(c.text)), "m.fzn")
			}
			if err == nil || err.Error() != "m.fzn:"+c.want {
				t.Errorf("%q:\ngot  %v\nwant m.fzn:%s", c.text, err, c.want)
			}
		}
	}
}

// TestReadError: an input that breaks off is an error and no shorter model.
func TestReadError(t *testing.T) {
	_, err := Read(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("solve satisfy;"))), "m.fzn")
	if err == nil || !strings.Contains(err.Error(), "read error") {
		t.Errorf("error %v", err)
	}
}

// TestLiterals: every form of number, set, string and comment that the grammar
// has.
func TestLiterals(t *testing.T) {
	text := `% a comment
predicate my_pred(var int: x, array [int] of var bool: ys);
array [1..4] of int: ns = [ -3, 0x1F, 0o17, +2 ]; % more
array [1..2] of set of int: ss = [1..2,{}];
array [1..0] of int: none = [];
float: pi = 3.14; set of int: s = {5,1,3}; bool: yes = true; int: seven = 7;
array [1..2] of float: fs = [1.0e-3,2E5];
set of 1..3: t = 1..3;
var {4,-2,9}: x :: output_var :: mzn_path("a;b\"c|d") :: f(g(1,[2,{3}]),"é");
var bool: 'my b'::output_var;
array[1..2]of var int:xs::output_array([-1..0])=[x,ns[2]];
var int: y :: is_defined_var :: output_var = seven;
constraint set_in(x,s) :: domain;constraint bool_eq('my b',yes);
constraint int_le(x,-0x0);
solve :: int_search(xs,first_fail,indomain_min,complete) :: restart_luby(100) satisfy ;
`
	for _, text := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), "\ufeff" + text} {
		got, err := solved(strings.Replace(text, "set_in(x,s)", "set_in(y,{7})", 1))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"x = -2;\n'my b' = true;\nxs = array1d(-1..0,[-2,31]);\ny = 7;\n"}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, err := solved(text); err != nil || len(got) != 0 {
		t.Errorf("got %q, %v, want no answer", got, err)
	}
}

// TestNotes: what has no effect is noted, with its place.
func TestNotes(t *testing.T) {
	m, err := Read(strings.NewReader("var 1..3: x;\nsolve :: restart_luby(10)\n :: int_search([x],most_wanted,indomain,complete) satisfy;\n"), "m.fzn")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"m.fzn:2:10: the annotation restart_luby has no effect",
		`m.fzn:3:5: unknown choice "most_wanted" in int_search, input_order is used`,
	}
	if !slices.Equal(m.Notes, want) {
		t.Errorf("got %q, want %q", m.Notes, want)
	}
}

// TestBounds: variables without bounds get those that the constraints imply, and
// what is made up is said where it can matter.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		items   string
		assumed string // names of the variables
		answers int    // -1: not counted
	}{
		{"var 0..9: y; var int: x :: output_var; constraint int_lin_eq([2,-1],[y,x],7);", "", 10},
		{"var 0..9: y; var int: x :: output_var; constraint int_times(y,y,x);", "", 10},
		{"var -3..9: y; var int: x :: output_var; constraint int_abs(x,y);", "", 19},
		{"var int: x :: output_var; constraint int_le(x,5);constraint int_le(3,x);", "", 3},
		{"var -5000000000..5: x :: output_var; constraint int_le(3,x);", "", 3},
		{"var int: x :: output_var; var int: z :: output_var; constraint int_max(x,z,3); constraint int_le(1,x); constraint int_le(1,z);", "", 5},
		{"var int: x :: output_var;", "x", -1},
		{"var int: x :: output_var; var int: y; constraint int_lt(x,y);", "x y", -1},
		{"var int: x; var 1..2: y :: output_var;", "", 2},
		{"var int: x; var int: y :: output_var; constraint int_lin_eq([1,-1],[x,y],200000000);constraint int_le(x,5);constraint int_le(3,x);", "", 3},
		{"var int: x; var int: y :: output_var; constraint int_lin_eq([1,-1],[x,y],200000000);", "x y", -1},
	} {
		m, err := Read(strings.NewReader(c.items+"\nsolve satisfy;"), "m.fzn")
		if err != nil {
			t.Errorf("%s: %v", c.items, err)
			continue
		}
		if got := strings.Join(m.Assumed, " "); got != c.assumed {
			t.Errorf("%s: assumed %q, want %q", c.items, got, c.assumed)
		}
		if c.answers >= 0 {
			if got, err := solved(c.items + "\nsolve satisfy;"); err != nil || len(got) != c.answers {
				t.Errorf("%s: %d answers, %v, want %d", c.items, len(got), err, c.answers)
			}
		}
	}
}

// TestArrayWithoutValue: old FlatZinc declares variables as arrays.
func TestArrayWithoutValue(t *testing.T) {
	got, err := solved(`array [1..2] of var 1..3: q :: output_array([1..2]); array [1..1] of var bool: b :: output_array([0..0]);
constraint int_lt(q[1],q[2]); constraint int_ne(q[1],1); constraint bool_eq(b[1],true); solve satisfy;`)
	if want := []string{"q = array1d(1..2,[2,3]);\nb = array1d(0..0,[true]);\n"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestStandardNames: natives are known by the names of the standard library too.
func TestStandardNames(t *testing.T) {
	for name, native := range standardNames {
		if builtins[native] == nil {
			t.Errorf("%s stands for %s, which does not exist", name, native)
		}
	}
	got, err := solved(`var 1..2: x :: output_var; var 1..2: y; var bool: b;
constraint fzn_count_leq([x,1,1],1,3); constraint fzn_all_different_int_reif([x,y],b); constraint bool_eq(b,true); solve satisfy;`)
	if err != nil || !slices.Equal(got, []string{"x = 1;\n"}) {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestArity: bool_xor has a form with two arguments too.
func TestArity(t *testing.T) {
	for _, text := range []string{
		"var bool: a :: output_var; var bool: b; constraint bool_xor(a,b); constraint bool_eq(b,true); solve satisfy;",
		`{"variables":{"a":{"type":"bool"}},"constraints":[{"id":"bool_xor","args":["a",true]}],"output":["a"],"solve":{"method":"satisfy"}}`,
	} {
		if got, err := solved(text); err != nil || !slices.Equal(got, []string{"a = false;\n"}) {
			t.Errorf("got %q, %v", got, err)
		}
	}
}

// TestOutputs: arrays are written with the index sets of their annotation.
func TestOutputs(t *testing.T) {
	got, err := solved(`array [1..6] of var int: a :: output_array([0..1,-1..1]) = [1,2,3,4,5,6];
array [1..0] of var int: e :: output_array([1..0]) = [];
array [1..0] of var set of int: f :: output_array([1..0]) = [];
array [1..2] of var bool: b :: output_array([5..6]) = [true,false];
var 2..2: x :: output_var; var bool: c :: output_var = true;
solve satisfy;`)
	want := []string{"a = array2d(0..1,-1..1,[1,2,3,4,5,6]);\ne = array1d(1..0,[]);\nf = array1d(1..0,[]);\nb = array1d(5..6,[true,false]);\nx = 2;\nc = true;\n"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

// TestJSON: a model means the same as text and as JSON.
func TestJSON(t *testing.T) {
	for _, c := range []struct{ json, text string }{
		{
			`{"variables": {
			  "x": {"type": "int", "domain": [[1, 3], [7, 8]]},
			  "y": {"type": "int", "rhs": "x"},
			  "b": {"type": "bool", "defined": true}},
			 "arrays": {"a": {"a": ["x", 5, "y"]}, "c": {"a": [2, -1]}},
			 "constraints": [
			  {"id": "int_lin_ne", "args": ["c", ["x", "y"], 2], "ann": ["domain"]},
			  {"id": "set_in_reif", "args": ["x", {"set": [[2, 3], [8, 8]]}, "b"], "defines": "b"}],
			 "output": ["a", "b"],
			 "solve": {"method": "satisfy", "ann": [{"id": "seq_search", "args": [[
			  {"id": "int_search", "args": [["x"], "input_order", "indomain_max"]}, {"id": "warm_start", "args": [{"string": "s"}]}]]}]},
			 "version": "1.0"}`,
			`var {1,2,3,7,8}: x; var int: y = x; var bool: b :: output_var;
			array [1..3] of var int: a :: output_array([1..3]) = [x,5,y]; array [1..2] of int: c = [2,-1];
			constraint int_lin_ne(c,[x,y],2); constraint set_in_reif(x,{2,3,8},b);
			solve satisfy;`,
		},
		{`{"variables": {"x": {"type": "int", "domain": []}}, "output": ["x"], "solve": {"method": "satisfy"}}`, `var 1..0: x :: output_var; solve satisfy;`},
	} {
		got, err := solved(c.json)
		want, err2 := solved(c.text)
		for i := range want { // outputs in one order
			lines := strings.SplitAfter(strings.TrimSuffix(want[i], "\n"), "\n")
			slices.Sort(lines)
			want[i] = fmt.Sprint(lines)
		}
		for i := range got {
			lines := strings.SplitAfter(strings.TrimSuffix(got[i], "\n"), "\n")
			slices.Sort(lines)
			got[i] = fmt.Sprint(lines)
		}
		if err != nil || err2 != nil || len(got) != len(want) {
			t.Errorf("got %q, %v, want %q, %v", got, err, want, err2)
		}
	}
}

// FuzzRead: no input makes the reader panic, and what it accepts it builds.
func FuzzRead(f *testing.F) {
	f.Add("var 1..3: x :: output_var;\narray [1..2] of var int: a :: output_array([1..2]) = [x,2];\nconstraint int_lin_eq([1,2],[x,x],6) :: domain;\nsolve :: int_search(a,first_fail,indomain_min,complete) minimize x;\n")
	f.Add("predicate p(var int: x);\nbool: b = true;set of int: s = {1,3};\nvar bool: c;\nconstraint bool_clause([c],[b]);\nconstraint set_in(2,s);solve satisfy;")
	f.Add(`{"variables":{"x":{"type":"int","domain":[[1,3]]}},"arrays":{"a":{"a":["x",1]}},"constraints":[{"id":"int_le","args":["x",2]}],"output":["x","a"],"solve":{"method":"maximize","objective":"x"}}`)
	f.Add("var int: x;var int: y;constraint int_times(x,x,y);constraint int_eq_reif(x,3,true);constraint clew_regular([x,y],2,2,[1,2,2,0],1,{2});solve satisfy;")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		if p, err := read(strings.NewReader(text), "m.fzn"); err == nil && len(p.vars) < 100 {
			b := newBuilder(p)
			if err := b.build(); err != nil && !strings.HasPrefix(err.Error(), "m.fzn") && !strings.Contains(err.Error(), "bad model") {
				t.Errorf("error without a place: %v", err)
			}
		}
	})
}
