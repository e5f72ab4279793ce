package flatzinc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// largeModel writes a model of n variables and 2n constraints.
func largeModel(n int) string {
	r := rand.New(rand.NewPCG(1, 1))
	var b strings.Builder
	b.WriteString("array [1..2] of int: coefs = [1,-1];\n")
	for i := range n {
		fmt.Fprintf(&b, "var 1..50: X_INTRODUCED_%d_ :: var_is_introduced :: is_defined_var;\n", i)
	}
	fmt.Fprintf(&b, "array [1..%d] of var int: q :: output_array([1..%[1]d]) = [X_INTRODUCED_0_", n)
	for i := range n - 1 {
		fmt.Fprintf(&b, ",X_INTRODUCED_%d_", i+1)
	}
	b.WriteString("];\n")
	for range 2 * n {
		x, y := r.IntN(n), r.IntN(n)
		fmt.Fprintf(&b, "constraint int_lin_le(coefs,[X_INTRODUCED_%d_,X_INTRODUCED_%d_],%d) :: domain;\n", min(x, y), max(x, y), r.IntN(20))
	}
	b.WriteString("solve satisfy;\n")
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := largeModel(20000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parse(strings.NewReader(text), "large.fzn"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	text := largeModel(20000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(strings.NewReader(text), "large.fzn"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnswer writes an answer of 8 variables.
func BenchmarkAnswer(b *testing.B) {
	m, err := Read(strings.NewReader("array [1..8] of var int: q :: output_array([1..8]) = [1,2,3,4,5,6,7,8];\nsolve satisfy;\n"), "q.fzn")
	if err != nil {
		b.Fatal(err)
	}
	values := []int{1, 2, 3, 4, 5, 6, 7, 8}
	var text []byte
	b.ReportAllocs()
	for b.Loop() {
		text = m.AppendAnswer(text[:0], values)
	}
}
