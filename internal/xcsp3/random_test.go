package xcsp3

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tree is a random expression: its text, and its value by a definition of its
// own; ok is false where it has none.
type tree struct {
	text  string
	value func(v []int) (x int, ok bool)
}

// strict returns the tree of an operator that has a value if all arguments
// have.
func strict(name string, args []tree, f func(xs []int) (int, bool)) tree {
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	return tree{name + "(" + strings.Join(texts, ",") + ")", func(v []int) (int, bool) {
		xs := make([]int, len(args))
		for i, a := range args {
			var ok bool
			if xs[i], ok = a.value(v); !ok {
				return 0, false
			}
		}
		return f(xs)
	}}
}

func always(f func(xs []int) int) func(xs []int) (int, bool) {
	return func(xs []int) (int, bool) { return f(xs), true }
}

func all(xs []int, holds func(a, b int) bool) int {
	for i := range len(xs) - 1 {
		if !holds(xs[i], xs[i+1]) {
			return 0
		}
	}
	return 1
}

// several draws n to m arguments.
func several(t *rapid.T, n, m int, draw func() tree) []tree {
	args := make([]tree, rapid.IntRange(n, m).Draw(t, "arguments"))
	for i := range args {
		args[i] = draw()
	}
	return args
}

// integerTree draws an integer expression of n variables. Divisors are
// constants, so that each expression has a value.
func integerTree(t *rapid.T, n, depth int) tree {
	leaf := func() tree {
		if rapid.IntRange(0, 2).Draw(t, "constant") == 0 {
			k := rapid.IntRange(-3, 4).Draw(t, "k")
			return tree{fmt.Sprint(k), func([]int) (int, bool) { return k, true }}
		}
		i := rapid.IntRange(0, n-1).Draw(t, "x")
		return tree{fmt.Sprintf("x[%d]", i), func(v []int) (int, bool) { return v[i], true }}
	}
	if depth == 0 {
		return leaf()
	}
	sub := func() tree { return integerTree(t, n, depth-1) }
	one := func() []tree { return []tree{sub()} }
	two := func() []tree { return []tree{sub(), sub()} }
	by := func() []tree {
		k := rapid.SampledFrom([]int{-2, 1, 2, 3}).Draw(t, "divisor")
		return []tree{sub(), {fmt.Sprint(k), func([]int) (int, bool) { return k, true }}}
	}
	switch rapid.IntRange(0, 14).Draw(t, "operator") {
	case 0:
		return strict("neg", one(), always(func(xs []int) int { return -xs[0] }))
	case 1:
		return strict("abs", one(), always(func(xs []int) int { return int(math.Abs(float64(xs[0]))) }))
	case 2:
		return strict("add", several(t, 2, 3, sub), always(func(xs []int) int { return total(xs...) }))
	case 3:
		return strict("sub", two(), always(func(xs []int) int { return xs[0] - xs[1] }))
	case 4:
		return strict("mul", several(t, 2, 3, leaf), always(func(xs []int) int {
			p := 1
			for _, x := range xs {
				p *= x
			}
			return p
		}))
	case 5:
		return strict("div", by(), always(func(xs []int) int { return int(math.Trunc(float64(xs[0]) / float64(xs[1]))) }))
	case 6:
		return strict("mod", by(), always(func(xs []int) int { return int(math.Mod(float64(xs[0]), float64(xs[1]))) }))
	case 7:
		return strict("sqr", []tree{leaf()}, always(func(xs []int) int { return xs[0] * xs[0] }))
	case 8:
		k := rapid.IntRange(0, 3).Draw(t, "exponent")
		args := []tree{leaf(), {fmt.Sprint(k), func([]int) (int, bool) { return k, true }}}
		return strict("pow", args, always(func(xs []int) int { return int(math.Pow(float64(xs[0]), float64(k))) }))
	case 9:
		return strict("min", several(t, 2, 3, sub), always(func(xs []int) int { return slices.Min(xs) }))
	case 10:
		return strict("max", several(t, 2, 3, sub), always(func(xs []int) int { return slices.Max(xs) }))
	case 11:
		return strict("dist", two(), always(func(xs []int) int { return max(xs[0]-xs[1], xs[1]-xs[0]) }))
	case 12:
		return strict("if", []tree{truthTree(t, n, depth-1), sub(), sub()}, always(func(xs []int) int {
			if xs[0] == 1 {
				return xs[1]
			}
			return xs[2]
		}))
	case 13:
		return truthTree(t, n, depth-1)
	}
	return leaf()
}

// truthTree draws a statement about n variables.
func truthTree(t *rapid.T, n, depth int) tree {
	sub := func() tree { return truthTree(t, n, depth-1) }
	number := func() tree { return integerTree(t, n, max(depth-1, 0)) }
	two := func() []tree { return []tree{number(), number()} }
	most := 13
	if depth == 0 {
		most = 6 // comparisons only
	}
	trues := func(xs []int) int { return occurs(xs, 1) }
	switch rapid.IntRange(0, most).Draw(t, "statement") {
	case 0:
		return strict("lt", two(), always(func(xs []int) int { return all(xs, func(a, b int) bool { return a < b }) }))
	case 1:
		return strict("le", several(t, 2, 3, number), always(func(xs []int) int { return all(xs, func(a, b int) bool { return a <= b }) }))
	case 2:
		return strict("ge", two(), always(func(xs []int) int { return all(xs, func(a, b int) bool { return a >= b }) }))
	case 3:
		return strict("gt", two(), always(func(xs []int) int { return all(xs, func(a, b int) bool { return a > b }) }))
	case 4:
		return strict("ne", two(), always(func(xs []int) int { return truthOf(xs[0] != xs[1]) }))
	case 5:
		return strict("eq", several(t, 2, 3, number), always(func(xs []int) int { return truthOf(kindsOf(xs...) == 1) }))
	case 6:
		name, x := rapid.SampledFrom([]string{"in", "notin"}).Draw(t, "in"), number()
		set := rapid.SliceOfN(rapid.IntRange(-2, 5), 0, 3).Draw(t, "set")
		text := "set(" + strings.ReplaceAll(strings.Trim(fmt.Sprint(set), "[]"), " ", ",") + ")"
		return tree{fmt.Sprintf("%s(%s,%s)", name, x.text, text), func(v []int) (int, bool) {
			k, ok := x.value(v)
			return truthOf(slices.Contains(set, k) == (name == "in")), ok
		}}
	case 7:
		return strict("not", []tree{sub()}, always(func(xs []int) int { return 1 - xs[0] }))
	case 8:
		return strict("and", several(t, 0, 3, sub), always(func(xs []int) int { return truthOf(trues(xs) == len(xs)) }))
	case 9:
		return strict("or", several(t, 1, 3, sub), always(func(xs []int) int { return truthOf(trues(xs) > 0) }))
	case 10:
		return strict("xor", several(t, 2, 3, sub), always(func(xs []int) int { return trues(xs) % 2 }))
	case 11:
		return strict("iff", several(t, 2, 3, sub), always(func(xs []int) int { return truthOf(kindsOf(xs...) == 1) }))
	case 12:
		return strict("imp", []tree{sub(), sub()}, always(func(xs []int) int { return truthOf(xs[0] == 0 || xs[1] == 1) }))
	}
	return strict("if", []tree{sub(), sub(), sub()}, always(func(xs []int) int {
		if xs[0] == 1 {
			return xs[1]
		}
		return xs[2]
	}))
}

// drawDomains draws the domains of n variables, of up to most values.
func drawDomains(t *rapid.T, n, most int) [][]int {
	domains := make([][]int, n)
	for i := range domains {
		domains[i] = rapid.SliceOfNDistinct(rapid.IntRange(-2, 4), 1, most, rapid.ID).Draw(t, "domain")
		slices.Sort(domains[i])
	}
	return domains
}

// TestRandomExpressions compares random statements with an evaluation of their
// own: over few variables, where they become tables, and over more, where they
// are taken apart.
func TestRandomExpressions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "variables")
		domains := drawDomains(t, n, 3)
		var statements []tree
		var text strings.Builder
		for range rapid.IntRange(1, 2).Draw(t, "statements") {
			s := truthTree(t, n, rapid.IntRange(0, 3).Draw(t, "depth"))
			statements = append(statements, s)
			fmt.Fprintf(&text, "<intension> %s </intension>\n", s.text)
		}
		same(t, domains, text.String(), func(v []int) bool {
			for _, s := range statements {
				if x, ok := s.value(v); !ok || x != 1 {
					return false
				}
			}
			return true
		})
	})
}

// same is compare for random instances.
func same(t *rapid.T, domains [][]int, constraints string, holds func(v []int) bool) {
	want := brute(domains, holds)
	inst, err := Read(strings.NewReader(instance(domains, constraints)), "test.xml")
	if err != nil {
		t.Fatalf("%v\n%s", err, constraints)
	}
	got := listed(t, inst)
	if !slices.Equal(got, want) {
		t.Fatalf("%d answers, want %d\n%v\n%v\n%v\n%s", len(got), len(want), domains, got, want, constraints)
	}
}

// TestRandomConstraints compares random instances of the kinds of constraints
// that have parameters, several at once, with their definitions.
func TestRandomConstraints(t *testing.T) {
	type drawn struct {
		text  string
		holds func(v []int) bool
	}
	ops := []string{"lt", "le", "eq", "ne", "ge", "gt"}
	compareBy := func(op string, a, b int) bool {
		return map[string]bool{"lt": a < b, "le": a <= b, "eq": a == b, "ne": a != b, "ge": a >= b, "gt": a > b}[op]
	}
	// condition draws a condition, on a variable or a number.
	condition := func(t *rapid.T, n int) (string, func(x int, v []int) bool) {
		op := rapid.SampledFrom(ops).Draw(t, "op")
		if rapid.Bool().Draw(t, "variable") {
			i := rapid.IntRange(0, n-1).Draw(t, "operand")
			return fmt.Sprintf("<condition> (%s,x[%d]) </condition>", op, i), func(x int, v []int) bool { return compareBy(op, x, v[i]) }
		}
		k := rapid.IntRange(-3, 5).Draw(t, "operand")
		return fmt.Sprintf("<condition> (%s,%d) </condition>", op, k), func(x int, v []int) bool { return compareBy(op, x, k) }
	}
	numbers := func(ks []int) string { return strings.Trim(fmt.Sprint(ks), "[]") }
	kinds := []func(t *rapid.T, n int) drawn{
		func(t *rapid.T, n int) drawn { // sum
			ks := rapid.SliceOfN(rapid.IntRange(-3, 3), n, n).Draw(t, "coeffs")
			cond, holds := condition(t, n)
			return drawn{"<sum><list>x[]</list><coeffs>" + numbers(ks) + "</coeffs>" + cond + "</sum>", func(v []int) bool {
				s := 0
				for i, k := range ks {
					s += k * v[i]
				}
				return holds(s, v)
			}}
		},
		func(t *rapid.T, n int) drawn { // count
			ks := rapid.SliceOfNDistinct(rapid.IntRange(-2, 4), 1, 3, rapid.ID).Draw(t, "values")
			cond, holds := condition(t, n)
			return drawn{"<count><list>x[]</list><values>" + numbers(ks) + "</values>" + cond + "</count>",
				func(v []int) bool { return holds(occurs(v, ks...), v) }}
		},
		func(t *rapid.T, n int) drawn { // nValues
			cond, holds := condition(t, n)
			return drawn{"<nValues><list>x[]</list>" + cond + "</nValues>", func(v []int) bool { return holds(kindsOf(v...), v) }}
		},
		func(t *rapid.T, n int) drawn { // maximum, minimum
			name := rapid.SampledFrom([]string{"maximum", "minimum"}).Draw(t, "extremum")
			cond, holds := condition(t, n)
			return drawn{"<" + name + "><list>x[]</list>" + cond + "</" + name + ">", func(v []int) bool {
				if name == "maximum" {
					return holds(slices.Max(v), v)
				}
				return holds(slices.Min(v), v)
			}}
		},
		func(t *rapid.T, n int) drawn { // element
			i := rapid.IntRange(0, n-1).Draw(t, "index")
			first := rapid.IntRange(-1, 1).Draw(t, "startIndex")
			cond, holds := condition(t, n)
			return drawn{fmt.Sprintf("<element><list startIndex=\"%d\">x[]</list><index>x[%d]</index>%s</element>", first, i, cond), func(v []int) bool {
				at := v[i] - first
				return at >= 0 && at < n && holds(v[at], v)
			}}
		},
		func(t *rapid.T, n int) drawn { // element of constants
			i := rapid.IntRange(0, n-1).Draw(t, "index")
			ks := rapid.SliceOfN(rapid.IntRange(-2, 4), 1, 5).Draw(t, "list")
			cond, holds := condition(t, n)
			return drawn{fmt.Sprintf("<element><list>%s</list><index>x[%d]</index>%s</element>", numbers(ks), i, cond),
				func(v []int) bool { return v[i] >= 0 && v[i] < len(ks) && holds(ks[v[i]], v) }}
		},
		func(t *rapid.T, n int) drawn { // extension with *
			rows := rapid.SliceOfN(rapid.SliceOfN(rapid.IntRange(-3, 3), n, n), 1, 6).Draw(t, "tuples")
			positive := rapid.Bool().Draw(t, "supports")
			var text strings.Builder
			for _, row := range rows {
				for i, k := range row {
					text.WriteString(map[bool]string{true: "(", false: ","}[i == 0])
					if k == -3 {
						text.WriteByte('*')
					} else {
						fmt.Fprint(&text, k)
					}
				}
				text.WriteByte(')')
			}
			name := map[bool]string{true: "supports", false: "conflicts"}[positive]
			return drawn{fmt.Sprintf("<extension><list>x[]</list><%s>%s</%[1]s></extension>", name, text.String()), func(v []int) bool {
				return positive == slices.ContainsFunc(rows, func(row []int) bool {
					for i, k := range row {
						if k != -3 && k != v[i] {
							return false
						}
					}
					return true
				})
			}}
		},
		func(t *rapid.T, n int) drawn { // cumulative
			lengths := rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "lengths")
			heights := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "heights")
			k := rapid.IntRange(0, 4).Draw(t, "capacity")
			return drawn{fmt.Sprintf("<cumulative><origins>x[]</origins><lengths>%s</lengths><heights>%s</heights><condition>(le,%d)</condition></cumulative>", numbers(lengths), numbers(heights), k),
				func(v []int) bool { return fits(v, lengths, heights, k) }}
		},
		func(t *rapid.T, n int) drawn { // lex
			op := rapid.SampledFrom([]string{"lt", "le", "ge", "gt"}).Draw(t, "op")
			k := rapid.SliceOfN(rapid.IntRange(-2, 4), n, n).Draw(t, "limit")
			return drawn{"<lex><list>x[]</list><list>" + numbers(k) + "</list><operator>" + op + "</operator></lex>",
				func(v []int) bool { return compareBy(op, slices.Compare(v, k), 0) }}
		},
		func(t *rapid.T, n int) drawn { // binPacking
			sizes := rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "sizes")
			op, k := rapid.SampledFrom(ops).Draw(t, "op"), rapid.IntRange(0, 5).Draw(t, "capacity")
			return drawn{fmt.Sprintf("<binPacking><list>x[]</list><sizes>%s</sizes><condition>(%s,%d)</condition></binPacking>", numbers(sizes), op, k), func(v []int) bool {
				load := map[int]int{}
				for i, b := range v {
					load[b] += sizes[i]
				}
				for _, l := range load {
					if !compareBy(op, l, k) {
						return false
					}
				}
				return true
			}}
		},
		func(t *rapid.T, n int) drawn { // allDifferent
			except := rapid.SliceOfNDistinct(rapid.IntRange(-2, 4), 0, 2, rapid.ID).Draw(t, "except")
			text := ""
			if len(except) > 0 {
				text = "<except>" + numbers(except) + "</except>"
			}
			return drawn{"<allDifferent><list>x[]</list>" + text + "</allDifferent>", func(v []int) bool {
				return different(slices.DeleteFunc(slices.Clone(v), func(x int) bool { return slices.Contains(except, x) })...)
			}}
		},
	}
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "variables")
		domains := drawDomains(t, n, 5)
		var text strings.Builder
		var all []drawn
		for range rapid.IntRange(1, 3).Draw(t, "constraints") {
			d := rapid.SampledFrom(kinds).Draw(t, "kind")(t, n)
			all = append(all, d)
			text.WriteString(d.text + "\n")
		}
		same(t, domains, text.String(), func(v []int) bool {
			return !slices.ContainsFunc(all, func(d drawn) bool { return !d.holds(v) })
		})
	})
}
