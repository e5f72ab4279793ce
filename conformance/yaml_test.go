package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestReadYAML: each form that headers use gives its value.
func TestReadYAML(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", ""},
		{"comment only", "# nothing\n\n", ""},
		{"plain", "a b", "a b"},
		{"mapping", "a: 1\nb: x y # why\n", "{a: 1, b: x y}"},
		{"nested", "a:\n  b: 1\n  c:\n    d: 2\ne: 3\n", "{a: {b: 1, c: {d: 2}}, e: 3}"},
		{"list under its key's column", "a:\n- 1\n- 2\nb: 3\n", "{a: [1 2], b: 3}"},
		{"indented list", "a:\n  - 1\n  - - 2\n    - 3\n", "{a: [1 [2 3]]}"},
		{"compact mapping in a list", "- a: 1\n  b: 2\n- c: 3\n", "[{a: 1, b: 2} {c: 3}]"},
		{"document tag", "--- !Test\ntype: solve\n", "!Test {type: solve}"},
		{"tag on its own line", "!Test\nx: !Foo\n  y: 1\n", "!Test {x: !Foo {y: 1}}"},
		{"tagged list items", "expected:\n- !Result\n  solution: !Solution\n    x: 1\n  status: OK\n- !Error\n",
			"{expected: [!Result {solution: !Solution {x: 1}, status: OK} !Error ]}"},
		{"tagged list under its key", "s: !SolutionSet\n- !Solution {x: 1}\n- !Solution\n  x: 2\n", "{s: !SolutionSet [!Solution {x: 1} !Solution {x: 2}]}"},
		{"flow", "[1, [2,3], {a: 4, b: [ ] }, -5]", "[1 [2 3] {a: 4, b: []} -5]"},
		{"flow over lines", "x: [[1,\n  2],\n [3]]\ny: 0\n", "{x: [[1 2] [3]], y: 0}"},
		{"set and range", "[!!set {1,2}, !!set {}, !Range 1..10]", "[!!set {1: , 2: } !!set {} !Range 1..10]"},
		{"quotes", `{a: "x\n\"y\"", 'it''s': 'b\n'}`, `{a: "x\n\"y\"", "it's": "b\\n"}`},
		{"quoted key", "\"a b\": 1\n'c': 2\n", `{"a b": 1, "c": 2}`},
		{"quotes over lines", "a: \"b\n  c\n\n  d\"\n", `{a: "b c\nd"}`},
		{"literal", "a: |\n  x\n   y\n\n  z\nb: !Trim |-\n  q\n", `{a: "x\n y\n\nz\n", b: !Trim "q"}`},
		{"folded", "a: >\n  x\n  y\n\n  z\n   w\n  v\nb: 1\n", `{a: "x y\nz\n w\nv\n", b: 1}`},
		{"flag keys", "options:\n  -D: x = 2..3; y = 2\n  -O2: true\n", "{options: {-D: x = 2..3; y = 2, -O2: true}}"},
		{"plain over lines", "a: b\n  c\nd: 1\n", "{a: b c, d: 1}"},
		{"explicit keys", "s: !!set\n  ? 1\n  ? 2\nt: 0\n", "{s: !!set {1: , 2: }, t: 0}"},
		{"empty value", "a:\nb: 1\n", "{a: , b: 1}"},
		{"windows line ends", "a: 1\r\nb:\r\n- 2\r\n", "{a: 1, b: [2]}"},
	} {
		got, err := readYAML(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if text := strings.Trim(fmt.Sprint(got), "[]"); text != strings.Trim(c.want, "[]") {
			t.Errorf("%s:\n got %s\nwant %s", c.name, text, c.want)
		}
	}
}

// TestReadYAMLDocuments: a text may have several documents.
func TestReadYAMLDocuments(t *testing.T) {
	got, err := readYAML("--- !A\nx: 1\n--- !B\ny: 2\n...\n")
	if err != nil || len(got) != 2 || got[0].get("x").text() != "1" || got[1].Tag != "!B" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestReadYAMLErrors: what is not known is refused.
func TestReadYAMLErrors(t *testing.T) {
	for _, text := range []string{"[1, 2", "{a: 1", `"x`, "a: 1\nb\n", "a: &x 1", `"\q"`, "[1 2: 3]", "a\x00#"} {
		if got, err := readYAML(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}

func FuzzReadYAML(f *testing.F) {
	f.Add("--- !Test\nexpected:\n- !Result\n  solution: !Solution {x: [1, !!set {2}], y: \"a\\n\"}\n")
	f.Add("a: |\n  b\n? c\n: d\n")
	f.Fuzz(func(t *testing.T, text string) {
		if n, err := readYAML(text); err == nil {
			_ = fmt.Sprint(n)
		}
	})
}
