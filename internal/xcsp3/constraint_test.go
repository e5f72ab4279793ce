package xcsp3

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// answers reads an instance and returns its answers, each as the text of its
// values, sorted.
func answers(t *testing.T, text string, method clew.Method) []string {
	t.Helper()
	inst, err := Read(strings.NewReader(text), "test.xml")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return listed(t, inst, clew.WithMethod(method))
}

// listed returns the answers of an instance, sorted.
func listed(t interface{ Fatal(args ...any) }, inst *Instance, options ...clew.Option) []string {
	var out []string
	for s, err := range clew.All(context.Background(), inst, options...) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprint(s.Values()))
	}
	slices.Sort(out)
	return out
}

// brute returns what answers should return: the combinations of values for
// which the definition of the constraints holds.
func brute(domains [][]int, holds func(v []int) bool) []string {
	var out []string
	v := make([]int, len(domains))
	var walk func(i int)
	walk = func(i int) {
		if i == len(v) {
			if holds(v) {
				out = append(out, fmt.Sprint(v))
			}
			return
		}
		for _, v[i] = range domains[i] {
			walk(i + 1)
		}
	}
	walk(0)
	slices.Sort(out)
	return out
}

// instance returns the text of an instance with the array x, one variable a
// domain, and the constraints. Another constraint without effect uses all
// variables, so that each is part of the answers.
func instance(domains [][]int, constraints string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n<array id=\"x\" size=\"[%d]\">\n", len(domains))
	for i, d := range domains {
		fmt.Fprintf(&b, "<domain for=\"x[%d]\">%s</domain>\n", i, strings.Trim(fmt.Sprint(d), "[]"))
	}
	fmt.Fprintf(&b, "</array>\n</variables>\n<constraints>\n%s\n<sum><list> x[] </list><condition>(ge,-100000)</condition></sum>\n</constraints>\n</instance>\n", constraints)
	return b.String()
}

// compare checks the answers of an instance by both methods of the engine.
func compare(t *testing.T, domains [][]int, constraints string, holds func(v []int) bool) {
	t.Helper()
	want := brute(domains, holds)
	for _, m := range []clew.Method{clew.Propagate, clew.Learn} {
		got := answers(t, instance(domains, constraints), m)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %d answers, want %d\n%v\n%v\n%v\n%s", m, len(got), len(want), domains, got, want, constraints)
		}
	}
}

func upTo(n, lo, hi int) [][]int {
	domains := make([][]int, n)
	for i := range domains {
		for v := lo; v <= hi; v++ {
			domains[i] = append(domains[i], v)
		}
	}
	return domains
}

func different(v ...int) bool {
	for i := range v {
		if slices.Contains(v[:i], v[i]) {
			return false
		}
	}
	return true
}

func total(v ...int) int {
	n := 0
	for _, x := range v {
		n += x
	}
	return n
}

func occurs(v []int, values ...int) int {
	n := 0
	for _, x := range v {
		if slices.Contains(values, x) {
			n++
		}
	}
	return n
}

func kindsOf(v ...int) int {
	s := slices.Sorted(slices.Values(v))
	return len(slices.Compact(s))
}

// word reports whether the automaton a*b+ over 0 and 1, then 2, accepts v.
func aStarBPlus(v []int) bool {
	i := 0
	for i < len(v) && v[i] == 0 {
		i++
	}
	n := 0
	for i < len(v) && v[i] == 1 {
		i, n = i+1, n+1
	}
	return n > 0 && i == len(v)
}

func indexOf(v []int, x int) int { return slices.Index(v, x) }

// precedes reports whether each value that occurs comes first after the one
// before it in values has occurred.
func precedes(v []int, values ...int) bool {
	for i := range len(values) - 1 {
		a, b := indexOf(v, values[i]), indexOf(v, values[i+1])
		if b >= 0 && (a < 0 || a > b) {
			return false
		}
	}
	return true
}

func lexLess(a, b []int) bool { return slices.Compare(a, b) < 0 }

// onCircuit returns the number of nodes on the one circuit of succ, 0 if there
// is not exactly one, or there is none.
func onCircuit(succ []int) int {
	n := len(succ)
	if kindsOf(succ...) != n || slices.Min(succ) < 0 || slices.Max(succ) >= n {
		return 0
	}
	start, moving := -1, 0
	for i, j := range succ {
		if i != j {
			start, moving = i, moving+1
		}
	}
	if start < 0 {
		return 0
	}
	length := 1
	for i := succ[start]; i != start; i = succ[i] {
		length++
	}
	if length != moving {
		return 0
	}
	return length
}

// fits reports whether at no time the heights of the running tasks exceed the
// capacity.
func fits(starts, lengths, heights []int, capacity int) bool {
	for at := -10; at < 30; at++ {
		h := 0
		for i, s := range starts {
			if s <= at && at < s+lengths[i] {
				h += heights[i]
			}
		}
		if h > capacity {
			return false
		}
	}
	return capacity >= 0
}

// TestConstraints compares each constraint, in each of its forms, with its
// definition.
func TestConstraints(t *testing.T) {
	for _, c := range []struct {
		name    string
		domains [][]int
		text    string
		holds   func(v []int) bool
	}{
		{"extension supports", upTo(3, 0, 2), `<extension><list>x[]</list><supports>(0,1,2)(2,2,2)(1,0,1)(7,0,0)</supports></extension>`,
			func(v []int) bool {
				return slices.Contains([]string{"[0 1 2]", "[2 2 2]", "[1 0 1]"}, fmt.Sprint(v))
			}},
		{"extension conflicts", upTo(3, 0, 2), `<extension><list> x[0..2] </list><conflicts> (0,1,2) (2,2,2) </conflicts></extension>`,
			func(v []int) bool { return !slices.Contains([]string{"[0 1 2]", "[2 2 2]"}, fmt.Sprint(v)) }},
		{"extension short", upTo(3, 0, 2), `<extension><list>x[]</list><supports>(0,*,2)(*,*,1)(1,1,*)</supports></extension>`,
			func(v []int) bool { return v[0] == 0 && v[2] == 2 || v[2] == 1 || v[0] == 1 && v[1] == 1 }},
		{"extension short conflicts", upTo(3, 0, 2), `<extension><list>x[]</list><conflicts>(0,*,2)(*,*,1)</conflicts></extension>`,
			func(v []int) bool { return (v[0] != 0 || v[2] != 2) && v[2] != 1 }},
		{"extension unary", upTo(2, 0, 9), `<extension><list>x[0]</list><supports>1 3..5 20</supports></extension><extension><list>x[1]</list><conflicts>0..7</conflicts></extension>`,
			func(v []int) bool { return (v[0] == 1 || v[0] >= 3 && v[0] <= 5) && v[1] > 7 }},
		{"extension none", upTo(2, 0, 1), `<extension><list>x[]</list><supports></supports></extension>`, func([]int) bool { return false }},
		{"extension no conflict", upTo(2, 0, 1), `<extension><list>x[]</list><conflicts></conflicts></extension>`, func([]int) bool { return true }},
		{"extension repeated variable", upTo(2, 0, 2), `<extension><list>x[0] x[1] x[0]</list><supports>(0,1,0)(1,2,0)(2,2,2)</supports></extension>`,
			func(v []int) bool { return v[0] == 0 && v[1] == 1 || v[0] == 2 && v[1] == 2 }},
		{"regular", upTo(4, 0, 2), `<regular><list>x[]</list><transitions>(a,0,a)(a,1,b)(b,1,b)</transitions><start>a</start><final>b</final></regular>`, aStarBPlus},
		{"regular nondeterministic", upTo(4, 0, 1), `<regular><list>x[]</list><transitions>(a,0,a)(a,1,a)(a,1,b)(b,0,c)</transitions><start>a</start><final> c b </final></regular>`,
			func(v []int) bool { return v[3] == 1 || v[2] == 1 && v[3] == 0 }},
		{"mdd", upTo(3, 0, 2), `<mdd><list>x[]</list><transitions>(r,0,n1)(r,1,n2)(r,2,n2)(n1,2,n3)(n2,2,n3)(n2,0,n4)(n3,0,t)(n4,1,t)(n4,2,t)</transitions></mdd>`,
			func(v []int) bool {
				return v[0] == 0 && v[1] == 2 && v[2] == 0 || v[0] > 0 && (v[1] == 2 && v[2] == 0 || v[1] == 0 && v[2] > 0)
			}},
		{"allDifferent", upTo(3, 0, 3), `<allDifferent> x[] </allDifferent>`, func(v []int) bool { return different(v...) }},
		{"allDifferent of too few values", upTo(4, 0, 2), `<allDifferent> x[] </allDifferent>`, func(v []int) bool { return false }},
		{"allDifferent of expressions", upTo(3, 0, 3), `<allDifferent><list> add(x[0],0) add(x[1],1) dist(x[2],x[0]) </list></allDifferent>`,
			func(v []int) bool { return different(v[0], v[1]+1, abs(v[2]-v[0])) }},
		{"allDifferent except", upTo(4, 0, 2), `<allDifferent><list>x[]</list><except>0 2</except></allDifferent>`, func(v []int) bool { return occurs(v, 1) <= 1 }},
		{"allDifferent matrix", upTo(4, 0, 2), `<allDifferent><matrix>(x[0],x[1])(x[2],x[3])</matrix></allDifferent>`,
			func(v []int) bool { return v[0] != v[1] && v[2] != v[3] && v[0] != v[2] && v[1] != v[3] }},
		{"allDifferent lists", upTo(4, 0, 2), `<allDifferent><list>x[0..1]</list><list>x[2..3]</list></allDifferent>`,
			func(v []int) bool { return v[0] != v[2] || v[1] != v[3] }},
		{"allDifferent lists except", upTo(4, 0, 2), `<allDifferent><list>x[0..1]</list><list>x[2..3]</list><except>(0,0)(2,1)</except></allDifferent>`,
			func(v []int) bool {
				return v[0] != v[2] || v[1] != v[3] || v[0] == 0 && v[1] == 0 || v[0] == 2 && v[1] == 1
			}},
		{"allEqual", upTo(3, 0, 3), `<allEqual> x[] </allEqual>`, func(v []int) bool { return kindsOf(v...) == 1 }},
		{"ordered lt", upTo(3, 0, 3), `<ordered><list>x[]</list><operator> lt </operator></ordered>`, func(v []int) bool { return v[0] < v[1] && v[1] < v[2] }},
		{"ordered le", upTo(3, 0, 3), `<ordered><list>x[]</list><operator> le </operator></ordered>`, func(v []int) bool { return v[0] <= v[1] && v[1] <= v[2] }},
		{"ordered ge", upTo(3, 0, 3), `<ordered><list>x[]</list><operator> ge </operator></ordered>`, func(v []int) bool { return v[0] >= v[1] && v[1] >= v[2] }},
		{"ordered gt", upTo(3, 0, 3), `<ordered><list>x[]</list><operator> gt </operator></ordered>`, func(v []int) bool { return v[0] > v[1] && v[1] > v[2] }},
		{"ordered lengths", upTo(3, 0, 5), `<ordered><list>x[]</list><lengths>2 1</lengths><operator>le</operator></ordered>`,
			func(v []int) bool { return v[0]+2 <= v[1] && v[1]+1 <= v[2] }},
		{"ordered variable lengths", upTo(4, 0, 2), `<ordered><list>x[0..2]</list><lengths>x[3] x[3]</lengths><operator>lt</operator></ordered>`,
			func(v []int) bool { return v[0]+v[3] < v[1] && v[1]+v[3] < v[2] }},
		{"lex", upTo(6, 0, 1), `<lex><list>x[0..1]</list><list>x[2..3]</list><list>x[4..5]</list><operator>le</operator></lex>`,
			func(v []int) bool { return !lexLess(v[2:4], v[:2]) && !lexLess(v[4:6], v[2:4]) }},
		{"lex gt constants", upTo(2, 0, 2), `<lex><list>x[0..1]</list><list>1 1</list><operator>gt</operator></lex>`, func(v []int) bool { return lexLess([]int{1, 1}, v) }},
		{"lex matrix", upTo(4, 0, 2), `<lex><matrix>(x[0],x[1])(x[2],x[3])</matrix><operator>lt</operator></lex>`,
			func(v []int) bool { return lexLess(v[:2], v[2:]) && lexLess([]int{v[0], v[2]}, []int{v[1], v[3]}) }},
		{"precedence", upTo(4, 0, 2), `<precedence><list>x[]</list><values>2 0 1</values></precedence>`, func(v []int) bool { return precedes(v, 2, 0, 1) }},
		{"precedence of all values", upTo(3, 1, 3), `<precedence>x[]</precedence>`, func(v []int) bool { return precedes(v, 1, 2, 3) }},
		{"precedence covered", upTo(4, 0, 2), `<precedence><list>x[]</list><values covered="true">0 1</values></precedence>`,
			func(v []int) bool { return precedes(v, 0, 1) && indexOf(v, 1) >= 0 }},
		{"sum", upTo(3, -1, 2), `<sum><list>x[]</list><coeffs>2 -1 3</coeffs><condition>(le,4)</condition></sum>`, func(v []int) bool { return 2*v[0]-v[1]+3*v[2] <= 4 }},
		{"sum repeated coefficients", upTo(3, 0, 2), `<sum><list>x[]</list><coeffs>2x3</coeffs><condition>(eq,6)</condition></sum>`, func(v []int) bool { return total(v...) == 3 }},
		{"sum variable", upTo(3, 0, 3), `<sum><list>x[0..1]</list><condition>(ne,x[2])</condition></sum>`, func(v []int) bool { return v[0]+v[1] != v[2] }},
		{"sum interval", upTo(3, 0, 3), `<sum><list>x[]</list><condition>(in,3..5)</condition></sum>`, func(v []int) bool { return total(v...) >= 3 && total(v...) <= 5 }},
		{"sum set", upTo(3, 0, 3), `<sum><list>x[]</list><condition>(notin,{1,4,9})</condition></sum>`, func(v []int) bool { return !slices.Contains([]int{1, 4, 9}, total(v...)) }},
		{"sum variable coefficients", upTo(4, -1, 2), `<sum><list>x[0..1]</list><coeffs>x[2..3]</coeffs><condition>(gt,1)</condition></sum>`,
			func(v []int) bool { return v[0]*v[2]+v[1]*v[3] > 1 }},
		{"sum of expressions", upTo(3, 0, 3), `<sum><list>eq(x[0],x[1]) mul(x[2],x[1]) or(gt(x[0],2),lt(x[2],1))</list><coeffs>3 1 2</coeffs><condition>(lt,6)</condition></sum>`,
			func(v []int) bool {
				return 3*truthOf(v[0] == v[1])+v[2]*v[1]+2*truthOf(v[0] > 2 || v[2] < 1) < 6
			}},
		{"count", upTo(4, 0, 2), `<count><list>x[]</list><values>0 2</values><condition>(eq,3)</condition></count>`, func(v []int) bool { return occurs(v, 0, 2) == 3 }},
		{"count at least one", upTo(4, 0, 2), `<count><list>x[]</list><values>0</values><condition>(ge,1)</condition></count>`, func(v []int) bool { return occurs(v, 0) >= 1 }},
		{"count not all", upTo(3, 0, 2), `<count><list>x[]</list><values>0</values><condition>(lt,3)</condition></count>`, func(v []int) bool { return occurs(v, 0) < 3 }},
		{"count variable", upTo(4, 0, 3), `<count><list>x[0..2]</list><values>1</values><condition>(gt,x[3])</condition></count>`, func(v []int) bool { return occurs(v[:3], 1) > v[3] }},
		{"count in", upTo(4, 0, 2), `<count><list>x[]</list><values>1</values><condition>(in,{0,2})</condition></count>`, func(v []int) bool { return occurs(v, 1) == 0 || occurs(v, 1) == 2 }},
		{"count of a variable", upTo(4, 0, 2), `<count><list>x[0..2]</list><values>x[3]</values><condition>(eq,2)</condition></count>`, func(v []int) bool { return occurs(v[:3], v[3]) == 2 }},
		{"count of variables", upTo(5, 0, 2), `<count><list>x[0..2]</list><values>x[3..4]</values><condition>(eq,2)</condition></count>`, func(v []int) bool { return occurs(v[:3], v[3:]...) == 2 }},
		{"count of expressions", upTo(3, 0, 2), `<count><list>add(x[0],x[1]) x[2] sub(x[1],x[2])</list><values>1 2</values><condition>(ge,2)</condition></count>`,
			func(v []int) bool { return occurs([]int{v[0] + v[1], v[2], v[1] - v[2]}, 1, 2) >= 2 }},
		{"nValues", upTo(4, 0, 2), `<nValues><list>x[]</list><condition>(eq,2)</condition></nValues>`, func(v []int) bool { return kindsOf(v...) == 2 }},
		{"nValues not all equal", upTo(3, 0, 2), `<nValues><list>x[]</list><condition>(gt,1)</condition></nValues>`, func(v []int) bool { return kindsOf(v...) > 1 }},
		{"nValues one", upTo(3, 0, 2), `<nValues><list>x[]</list><condition>(lt,2)</condition></nValues>`, func(v []int) bool { return kindsOf(v...) == 1 }},
		{"nValues all", upTo(3, 0, 3), `<nValues><list>x[]</list><condition>(ge,3)</condition></nValues>`, func(v []int) bool { return kindsOf(v...) == 3 }},
		{"nValues variable", upTo(4, 0, 3), `<nValues><list>x[0..2]</list><condition>(le,x[3])</condition></nValues>`, func(v []int) bool { return kindsOf(v[:3]...) <= v[3] }},
		{"nValues except", upTo(4, 0, 2), `<nValues><list>x[]</list><except>0</except><condition>(eq,1)</condition></nValues>`,
			func(v []int) bool { return kindsOf(v...)-truthOf(indexOf(v, 0) >= 0) == 1 }},
		{"cardinality", upTo(4, 0, 3), `<cardinality><list>x[]</list><values>0 1 2</values><occurs>1 0..1 2</occurs></cardinality>`,
			func(v []int) bool { return occurs(v, 0) == 1 && occurs(v, 1) <= 1 && occurs(v, 2) == 2 }},
		{"cardinality closed", upTo(3, 0, 3), `<cardinality><list>x[]</list><values closed="true">0 1</values><occurs>1..3 0..2</occurs></cardinality>`,
			func(v []int) bool { return occurs(v, 0) >= 1 && occurs(v, 0, 1) == 3 && occurs(v, 1) <= 2 }},
		{"cardinality variables", upTo(5, 0, 2), `<cardinality><list>x[0..2]</list><values>0 1</values><occurs>x[3..4]</occurs></cardinality>`,
			func(v []int) bool { return occurs(v[:3], 0) == v[3] && occurs(v[:3], 1) == v[4] }},
		{"cardinality of variables closed", upTo(5, 0, 2), `<cardinality><list>x[0..2]</list><values closed="true">x[3..4]</values><occurs>2 1..2</occurs></cardinality>`,
			func(v []int) bool {
				return occurs(v[:3], v[3]) == 2 && occurs(v[:3], v[4]) >= 1 && occurs(v[:3], v[4]) <= 2 && occurs(v[:3], v[3], v[4]) == 3
			}},
		{"maximum", upTo(4, 0, 2), `<maximum><list>x[0..2]</list><condition>(eq,x[3])</condition></maximum>`, func(v []int) bool { return slices.Max(v[:3]) == v[3] }},
		{"maximum le", upTo(3, 0, 3), `<maximum><list>x[]</list><condition>(le,1)</condition></maximum>`, func(v []int) bool { return slices.Max(v) <= 1 }},
		{"maximum ge", upTo(3, 0, 3), `<maximum><list>x[]</list><condition>(ge,2)</condition></maximum>`, func(v []int) bool { return slices.Max(v) >= 2 }},
		{"maximum of expressions", upTo(3, 0, 2), `<maximum><list>add(x[0],x[1]) mul(x[1],x[2])</list><condition>(in,{1,3})</condition></maximum>`,
			func(v []int) bool { return slices.Contains([]int{1, 3}, max(v[0]+v[1], v[1]*v[2])) }},
		{"maximum index", upTo(4, 0, 3), `<maximum><list startIndex="1">x[0..2]</list><index>x[3]</index><condition>(gt,1)</condition></maximum>`,
			func(v []int) bool {
				m := slices.Max(v[:3])
				return m > 1 && v[3] >= 1 && v[v[3]-1] == m
			}},
		{"maximum first index", upTo(4, 0, 2), `<maximum><list>x[0..2]</list><index rank="first">x[3]</index></maximum>`,
			func(v []int) bool { return v[3] == indexOf(v[:3], slices.Max(v[:3])) }},
		{"minimum", upTo(4, 0, 2), `<minimum><list>x[0..2]</list><condition>(ne,x[3])</condition></minimum>`, func(v []int) bool { return slices.Min(v[:3]) != v[3] }},
		{"minimum ge", upTo(3, 0, 3), `<minimum><list>x[]</list><condition>(ge,1)</condition></minimum>`, func(v []int) bool { return slices.Min(v) >= 1 }},
		{"minimum last index", upTo(4, 0, 2), `<minimum><list>x[0..2]</list><index rank="last">x[3]</index></minimum>`,
			func(v []int) bool {
				m, last := slices.Min(v[:3]), 0
				for i, x := range v[:3] {
					if x == m {
						last = i
					}
				}
				return v[3] == last
			}},
		{"minimumArg first", upTo(4, 0, 2), `<minimumArg rank="first"><list>x[0..2]</list><condition>(eq,x[3])</condition></minimumArg>`,
			func(v []int) bool { return v[3] == indexOf(v[:3], slices.Min(v[:3])) }},
		{"maximumArg any", upTo(4, 0, 2), `<maximumArg><list>x[0..2]</list><condition>(eq,x[3])</condition></maximumArg>`,
			func(v []int) bool { return v[3] < 3 && v[v[3]] == slices.Max(v[:3]) }},
		{"maximumArg last", upTo(3, 0, 2), `<maximumArg rank="last"><list>x[]</list><condition>(in,{0,2})</condition></maximumArg>`,
			func(v []int) bool {
				last := 0
				for i, x := range v {
					if x == slices.Max(v) {
						last = i
					}
				}
				return last != 1
			}},
		{"element", upTo(5, 0, 2), `<element><list>x[0..2]</list><index>x[3]</index><value>x[4]</value></element>`, func(v []int) bool { return v[v[3]] == v[4] }},
		{"element from 1", upTo(5, 0, 3), `<element><list startIndex="1">x[0..2]</list><index>x[3]</index><condition>(gt,x[4])</condition></element>`,
			func(v []int) bool { return v[3] >= 1 && v[v[3]-1] > v[4] }},
		{"element of constants", upTo(2, 0, 4), `<element><list>2 0 2 4</list><index>x[0]</index><value>x[1]</value></element>`,
			func(v []int) bool { return v[0] < 4 && []int{2, 0, 2, 4}[v[0]] == v[1] }},
		{"element of constants, in a set", upTo(1, 0, 4), `<element><list>2 0 2 4</list><index>x[0]</index><condition>(in,{0,4})</condition></element>`,
			func(v []int) bool { return v[0] == 1 || v[0] == 3 }},
		{"element somewhere", upTo(4, 0, 2), `<element><list>x[0..2]</list><value>x[3]</value></element>`, func(v []int) bool { return indexOf(v[:3], v[3]) >= 0 }},
		{"element matrix", upTo(7, 0, 1), `<element><matrix>(x[0],x[1])(x[2],x[3])</matrix><index>x[4] x[5]</index><value>x[6]</value></element>`,
			func(v []int) bool { return v[2*v[4]+v[5]] == v[6] }},
		{"element matrix of constants", upTo(3, 0, 5), `<element><matrix startRowIndex="1" startColIndex="2">(0,1,2)(5,4,3)</matrix><index>x[0] x[1]</index><value>x[2]</value></element>`,
			func(v []int) bool {
				r, k := v[0]-1, v[1]-2
				return r >= 0 && r < 2 && k >= 0 && k < 3 && [][]int{{0, 1, 2}, {5, 4, 3}}[r][k] == v[2]
			}},
		{"element matrix from 1", upTo(6, 1, 2), `<element><matrix startRowIndex="1" startColIndex="1">(x[0],x[1])(x[2],x[3])</matrix><index>x[4] x[5]</index><condition>(ge,2)</condition></element>`,
			func(v []int) bool { return v[2*(v[4]-1)+v[5]-1] >= 2 }},
		{"channel", upTo(3, 0, 2), `<channel>x[]</channel>`, func(v []int) bool { return v[v[0]] == 0 && v[v[1]] == 1 && v[v[2]] == 2 }},
		{"channel from 1", upTo(3, 0, 3), `<channel><list startIndex="1">x[]</list></channel>`,
			func(v []int) bool {
				for i, x := range v {
					if x < 1 || v[x-1] != i+1 {
						return false
					}
				}
				return true
			}},
		{"channel two", upTo(6, 0, 3), `<channel><list>x[0..2]</list><list startIndex="1">x[3..5]</list></channel>`,
			func(v []int) bool {
				for i, x := range v[:3] {
					if x < 1 || v[3+x-1] != i {
						return false
					}
				}
				return true
			}},
		{"channel into a longer list", upTo(5, 0, 2), `<channel><list>x[0..1]</list><list>x[2..4]</list></channel>`,
			func(v []int) bool { return v[2+v[0]] == 0 && v[2+v[1]] == 1 }},
		{"channel value", upTo(4, 0, 2), `<channel><list>x[0..2]</list><value>x[3]</value></channel>`, func(v []int) bool { return occurs(v[:3], 1) == 1 && v[v[3]] == 1 }},
		{"noOverlap", upTo(3, 0, 4), `<noOverlap><origins>x[]</origins><lengths>2 0 1</lengths></noOverlap>`, func(v []int) bool { return v[0]+2 <= v[2] || v[2]+1 <= v[0] }},
		{"noOverlap with zeros", upTo(3, 0, 4), `<noOverlap zeroIgnored="false"><origins>x[]</origins><lengths>2 0 1</lengths></noOverlap>`,
			func(v []int) bool {
				apart := func(a, la, b, lb int) bool { return a+la <= b || b+lb <= a }
				return apart(v[0], 2, v[1], 0) && apart(v[0], 2, v[2], 1) && apart(v[1], 0, v[2], 1)
			}},
		{"noOverlap variable lengths", upTo(4, 0, 3), `<noOverlap><origins>x[0..1]</origins><lengths>x[2..3]</lengths></noOverlap>`,
			func(v []int) bool { return v[2] == 0 || v[3] == 0 || v[0]+v[2] <= v[1] || v[1]+v[3] <= v[0] }},
		{"noOverlap boxes", upTo(4, 0, 3), `<noOverlap><origins>(x[0],x[1])(x[2],x[3])</origins><lengths>(2,1)(1,3)</lengths></noOverlap>`,
			func(v []int) bool { return v[0]+2 <= v[2] || v[2]+1 <= v[0] || v[1]+1 <= v[3] || v[3]+3 <= v[1] }},
		{"noOverlap boxes with zeros", upTo(4, 0, 3), `<noOverlap zeroIgnored="false"><origins>(x[0],x[1])(x[2],x[3])</origins><lengths>(2,0)(1,3)</lengths></noOverlap>`,
			func(v []int) bool { return v[0]+2 <= v[2] || v[2]+1 <= v[0] || v[1] <= v[3] || v[3]+3 <= v[1] }},
		{"noOverlap solids", upTo(6, 0, 1), `<noOverlap><origins>(x[0],x[1],x[2])(x[3],x[4],x[5])</origins><lengths>(1,1,1)(1,1,1)</lengths></noOverlap>`,
			func(v []int) bool { return !slices.Equal(v[:3], v[3:]) }},
		{"cumulative", upTo(3, 0, 4), `<cumulative><origins>x[]</origins><lengths>2 3 1</lengths><heights>1 2 2</heights><condition>(le,3)</condition></cumulative>`,
			func(v []int) bool { return fits(v, []int{2, 3, 1}, []int{1, 2, 2}, 3) }},
		{"cumulative lt variable", upTo(4, 0, 3), `<cumulative><origins>x[0..2]</origins><lengths>2 2 1</lengths><heights>1 1 1</heights><condition>(lt,x[3])</condition></cumulative>`,
			func(v []int) bool { return fits(v[:3], []int{2, 2, 1}, []int{1, 1, 1}, v[3]-1) }},
		{"cumulative variables and ends", upTo(6, 0, 2), `<cumulative><origins>x[0..1]</origins><lengths>x[2] 1</lengths><ends>x[3..4]</ends><heights>1 x[5]</heights><condition>(le,2)</condition></cumulative>`,
			func(v []int) bool {
				return v[0]+v[2] == v[3] && v[1]+1 == v[4] && fits(v[:2], []int{v[2], 1}, []int{1, v[5]}, 2)
			}},
		{"binPacking", upTo(3, 0, 2), `<binPacking><list>x[]</list><sizes>2 3 2</sizes><condition>(le,4)</condition></binPacking>`,
			func(v []int) bool { return v[0] != v[1] && v[1] != v[2] }},
		{"binPacking eq", upTo(3, 0, 2), `<binPacking><list>x[]</list><sizes>2 3 1</sizes><condition>(eq,3)</condition></binPacking>`,
			func(v []int) bool { return v[0] == v[2] && v[0] != v[1] }},
		{"binPacking limits", upTo(3, 0, 1), `<binPacking><list>x[]</list><sizes>2 3 1</sizes><limits>2 4</limits></binPacking>`,
			func(v []int) bool {
				var load [2]int
				for i, b := range v {
					load[b] += []int{2, 3, 1}[i]
				}
				return load[0] <= 2 && load[1] <= 4
			}},
		{"binPacking loads", upTo(5, 0, 4), `<binPacking><list>x[0..2]</list><sizes>2 1 1</sizes><loads>x[3..4]</loads></binPacking>`,
			func(v []int) bool {
				var load [5]int
				for i, b := range v[:3] {
					load[b] += []int{2, 1, 1}[i]
				}
				return load[0] == v[3] && load[1] == v[4]
			}},
		{"binPacking conditions", upTo(3, 0, 2), `<binPacking><list>x[]</list><sizes>2 1 1</sizes><conditions startIndex="1">(ge,2)(in,0..1)</conditions></binPacking>`,
			func(v []int) bool {
				var load [3]int
				for i, b := range v {
					load[b] += []int{2, 1, 1}[i]
				}
				return load[1] >= 2 && load[2] <= 1
			}},
		{"knapsack", upTo(3, 0, 2), `<knapsack><list>x[]</list><weights>2 3 1</weights><condition>(le,6)</condition><profits>1 4 1</profits><condition>(ge,5)</condition></knapsack>`,
			func(v []int) bool { return 2*v[0]+3*v[1]+v[2] <= 6 && v[0]+4*v[1]+v[2] >= 5 }},
		{"flow", upTo(3, 0, 3), `<flow><list>x[]</list><balance>2 0 -2</balance><arcs>(0,1)(1,2)(0,2)</arcs><weights>1 2 4</weights><condition>(le,6)</condition></flow>`,
			func(v []int) bool { return v[0]+v[2] == 2 && v[1] == v[0] && v[0]+2*v[1]+4*v[2] <= 6 }},
		{"circuit", upTo(4, 0, 3), `<circuit>x[]</circuit>`, func(v []int) bool { return onCircuit(v) > 0 }},
		{"circuit of all", [][]int{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}, `<circuit><list>x[]</list></circuit>`, func(v []int) bool { return onCircuit(v) == 4 }},
		{"circuit of size", upTo(4, 1, 4), `<circuit><list startIndex="1">x[]</list><size>3</size></circuit>`,
			func(v []int) bool { return onCircuit([]int{v[0] - 1, v[1] - 1, v[2] - 1, v[3] - 1}) == 3 }},
		{"circuit of variable size", upTo(4, 0, 3), `<circuit><list>x[0..2]</list><size>x[3]</size></circuit>`,
			func(v []int) bool { return onCircuit(v[:3]) > 0 && onCircuit(v[:3]) == v[3] }},
		{"instantiation", upTo(3, 0, 2), `<instantiation><list>x[0] x[2]</list><values>1 2</values></instantiation>`, func(v []int) bool { return v[0] == 1 && v[2] == 2 }},
		{"instantiation repeated", upTo(3, 0, 2), `<instantiation><list>x[]</list><values>1x3</values></instantiation>`, func(v []int) bool { return total(v...) == 3 && kindsOf(v...) == 1 }},
		{"clause", upTo(3, 0, 1), `<clause> x[0] not(x[1]) x[2] </clause>`, func(v []int) bool { return v[0] == 1 || v[1] == 0 || v[2] == 1 }},
		{"group", upTo(3, 0, 2), `<group><intension> lt(%0,%1) </intension><args> x[0] x[1] </args><args> x[1..2] </args></group>`, func(v []int) bool { return v[0] < v[1] && v[1] < v[2] }},
		{"group of the rest", upTo(4, 0, 2), `<group><sum><list>%...</list><condition>(eq,%0)</condition></sum><args>3 x[0..2]</args><args>2 x[3] x[0]</args></group>`,
			func(v []int) bool { return v[0]+v[1]+v[2] == 3 && v[3]+v[0] == 2 }},
		{"group of sets", upTo(2, 0, 4), `<group><element><list>3 1 4 1 5</list><index>%0</index><condition>(in,%1)</condition></element><args>x[0] {1,5}</args><args>x[1] 3..4</args></group>`,
			func(v []int) bool { return slices.Contains([]int{1, 3, 4}, v[0]) && (v[1] == 0 || v[1] == 2) }},
		{"block", upTo(2, 0, 2), `<block class="c"><block><intension>ne(x[0],x[1])</intension></block><group><intension>gt(%0,0)</intension><args>x[0]</args></group></block>`,
			func(v []int) bool { return v[0] != v[1] && v[0] > 0 }},
		{"slide", upTo(4, 0, 2), `<slide><list>x[]</list><intension> le(add(%0,%1),2) </intension></slide>`,
			func(v []int) bool { return v[0]+v[1] <= 2 && v[1]+v[2] <= 2 && v[2]+v[3] <= 2 }},
		{"slide circular", upTo(3, 0, 2), `<slide circular="true"><list>x[]</list><intension> ne(%0,%1) </intension></slide>`,
			func(v []int) bool { return v[0] != v[1] && v[1] != v[2] && v[2] != v[0] }},
		{"slide offset", upTo(5, 0, 1), `<slide><list offset="2">x[]</list><intension> eq(%0,%2) </intension></slide>`, func(v []int) bool { return v[0] == v[2] && v[2] == v[4] }},
		{"slide lists", upTo(5, 0, 2), `<slide><list collect="2">x[0..2]</list><list>x[3..4]</list><intension> eq(add(%0,%1),%2) </intension></slide>`,
			func(v []int) bool { return v[0]+v[1] == v[3] && v[1]+v[2] == v[4] }},
		{"slide extension", upTo(4, 0, 2), `<slide><list>x[]</list><extension><list>%0 %1</list><supports>(0,1)(1,2)(2,0)(0,0)</supports></extension></slide>`,
			func(v []int) bool {
				for i := range 3 {
					if !slices.Contains([]string{"[0 1]", "[1 2]", "[2 0]", "[0 0]"}, fmt.Sprint(v[i:i+2])) {
						return false
					}
				}
				return true
			}},
	} {
		t.Run(c.name, func(t *testing.T) { compare(t, c.domains, c.text, c.holds) })
	}
}
