package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestEqual: a value of a header equals what MiniZinc prints for it, and nothing
// else.
func TestEqual(t *testing.T) {
	for _, c := range []struct {
		want, got string
		equal     bool
	}{
		{"1", "1", true},
		{"1", "2", false},
		{"1", "1.0", true},
		{"1", `"1"`, false},
		{"'1'", "1", false},
		{"-3.5", "-3.5", true},
		{"123456789012345678901", "123456789012345678901", true},
		{"123456789012345678901", "123456789012345678902", false},
		{"true", "true", true},
		{"true", "false", false},
		{"1.0", "true", true},
		{"0", "true", false},
		{"true", "1", false},
		{"null", "null", true},
		{"null", "0", false},
		{"0", "null", false},
		{"A", `{"e":"A"}`, true},
		{"A", `{"e":"B"}`, false},
		{"abc", `"abc"`, true},
		{"[1, [2, 3]]", "[1,[2,3]]", true},
		{"[1, [2, 3]]", "[1,[3,2]]", false},
		{"[1]", "[1,1]", false},
		{"[]", "[]", true},
		{"!!set {1, 3}", `{"set":[3,1]}`, true},
		{"!!set {1, 2, 3}", `{"set":[[1,3]]}`, true},
		{"!!set {1, 2}", `{"set":[[1,3]]}`, false},
		{"!!set {}", `{"set":[]}`, true},
		{"!!set {}", "[]", false},
		{"!!set {A}", `{"set":[{"e":"A"}]}`, true},
		{"!Range 1..3", `{"set":[1,2,3]}`, true},
		{"!Range 1..3", `{"set":[1,2]}`, false},
		{"!Unordered [1, 1, 2]", "[1,2,1]", true},
		{"!Unordered [1, 2, 2]", "[1,2,1]", false},
		{"!Approx 1.5", "1.5000001", true},
		{"!Approx 1.5", "1.51", false},
		{"!Trim ' x '", `"x\n"`, true},
		{"!AnonEnum {enumName: F, value: 2}", `{"e":"F","i":2}`, true},
		{"!AnonEnum {enumName: F, value: 2}", `{"e":"F","i":1}`, false},
		{"!ConstrEnum {constructor: F, argument: A}", `{"c":"F","e":{"e":"A"}}`, true},
		{"!ConstrEnum {constructor: F, argument: A}", `{"c":"F","e":{"e":"B"}}`, false},
		{"{a: 1, b: [2]}", `{"a":1,"b":[2]}`, true},
		{"{a: 1}", `{"a":1,"b":2}`, false},
	} {
		docs, err := readYAML(c.want)
		if err != nil || len(docs) != 1 {
			t.Fatalf("%s: %v", c.want, err)
		}
		dec := json.NewDecoder(strings.NewReader(c.got))
		dec.UseNumber()
		var got any
		if err := dec.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if equal(docs[0], got) != c.equal {
			t.Errorf("equal(%s, %s) is %t", c.want, c.got, !c.equal)
		}
	}
}

// TestLiteral: values become expressions of the language.
func TestLiteral(t *testing.T) {
	for _, c := range []struct {
		value, want string
		ok          bool
	}{
		{"1", "1", true},
		{"null", "<>", true},
		{`{"e":"A"}`, "A", true},
		{`{"set":[[1,3],7]}`, "{1,2,3,7}", true},
		{`[[1,2],[true,null]]`, "[1,2,true,<>]", true},
		{`{"c":"F","e":{"e":"A"}}`, "F(A)", true},
		{`"text"`, "", false},
		{`{"a":1}`, "", false},
	} {
		dec := json.NewDecoder(strings.NewReader(c.value))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if text, ok := literal(v); text != c.want || ok != c.ok {
			t.Errorf("literal(%s) = %q, %t", c.value, text, ok)
		}
	}
}
