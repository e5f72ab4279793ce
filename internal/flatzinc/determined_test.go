package flatzinc

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// TestDigits branches on the digits of a shown number before it, which shows in
// the order of the answers; where digits could be told apart by another number
// only, the number comes first.
func TestDigits(t *testing.T) {
	for _, c := range []struct{ coefs, digits, want string }{
		{"10,1", "0..1", "0 10 1 11"},
		{"-10,-1", "0..1", "0 -10 -1 -11"},
		{"2,1", "0..1", "0 2 1 3"},
		{"2,1", "0..2", "0 1 2 3 4 5 6"}, // 2*0+2 = 2*1+0
	} {
		m, err := Read(strings.NewReader(fmt.Sprintf(`var -99..99: n :: output_var; var %s: a; var %[1]s: b;
constraint int_lin_eq([%s,-1],[a,b,n],0); solve :: int_search([b,a,n],input_order,indomain_min,complete) satisfy;`,
			c.digits, c.coefs)), "m.fzn")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for s, err := range clew.All(t.Context(), m.Model) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprint(s.Values()[0]))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s of %s: %s, want %s", c.coefs, c.digits, got, c.want)
		}
	}
}

// TestDeterminedBySums lists the answers of random sums by branching on all
// variables in a random order: each answer comes once, and they are those that
// trying all assignments finds.
func TestDeterminedBySums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	weights := []int64{1, -1, 2, 3, -4, 6, 9, 10, -12}
	for range 400 {
		n := 3 + r.IntN(3)
		names, shown, width := make([]string, n), make([]bool, n), make([]int64, n)
		var text strings.Builder
		for i := range n {
			names[i], shown[i], width[i] = fmt.Sprintf("x%d", i), r.IntN(2) == 0, int64(1+r.IntN(3))
			fmt.Fprintf(&text, "var 0..%d: x%d%s;\n", width[i], i, map[bool]string{true: " :: output_var"}[shown[i]])
		}
		var sums [2][]int64
		rhs := [2]int64{}
		for k := range sums {
			for i := range n {
				c := weights[r.IntN(len(weights))]
				if r.IntN(4) == 0 {
					c = 0
				}
				sums[k] = append(sums[k], c)
				rhs[k] += c * r.Int64N(width[i]+1)
			}
			fmt.Fprintf(&text, "constraint int_lin_eq(%s,[%s],%d);\n", strings.ReplaceAll(fmt.Sprint(sums[k]), " ", ","), strings.Join(names, ","), rhs[k])
			if r.IntN(2) == 0 {
				break
			}
		}
		want := map[string]bool{}
		values := make([]int64, n)
		var try func(i int)
		try = func(i int) {
			if i < n {
				for values[i] = 0; values[i] <= width[i]; values[i]++ {
					try(i + 1)
				}
				return
			}
			for k, coefs := range sums {
				sum := int64(0)
				for i, c := range coefs {
					sum += c * values[i]
				}
				if coefs != nil && sum != rhs[k] {
					return
				}
			}
			answer := ""
			for i, v := range values {
				if shown[i] {
					answer += fmt.Sprintf("x%d = %d;\n", i, v)
				}
			}
			want[answer] = true
		}
		try(0)
		r.Shuffle(n, func(i, j int) { names[i], names[j] = names[j], names[i] })
		fmt.Fprintf(&text, "solve :: int_search([%s],input_order,indomain_min,complete) satisfy;\n", strings.Join(names, ","))
		got, err := solved(text.String())
		if err != nil {
			t.Fatalf("%s\n%v", text.String(), err)
		}
		once := map[string]bool{}
		for _, answer := range got {
			if once[answer] || !want[answer] {
				t.Fatalf("%s\nanswer %q comes twice or is none", text.String(), answer)
			}
			once[answer] = true
		}
		if len(once) != len(want) {
			t.Fatalf("%s\n%d answers, want %d", text.String(), len(once), len(want))
		}
	}
}
