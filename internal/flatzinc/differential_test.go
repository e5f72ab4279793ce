package flatzinc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
)

// randomModel writes a FlatZinc model at random and knows what it means.
type randomModel struct {
	r      *rand.Rand
	vars   []randomVar
	arrays []string // declarations
	calls  []randomCall
}

type randomVar struct {
	name    string
	domain  []int64
	boolean bool
}

// randomCall is a constraint; its arguments are read off an assignment.
type randomCall struct {
	name string
	text string
	args []func(values []int64) value
}

func (m *randomModel) declareVars() {
	for i := range 2 + m.r.IntN(3) {
		v := randomVar{name: fmt.Sprintf("x%d", i)}
		lo := int64(m.r.IntN(5) - 2)
		for k := range int64(2 + m.r.IntN(3)) {
			if m.r.IntN(5) > 0 || k == 0 {
				v.domain = append(v.domain, lo+k)
			}
		}
		m.vars = append(m.vars, v)
	}
	for i := range 2 + m.r.IntN(2) {
		m.vars = append(m.vars, randomVar{fmt.Sprintf("b%d", i), []int64{0, 1}, true})
	}
}

// scalar returns a variable or a constant.
func (m *randomModel) scalar(boolean, constant bool) (string, func([]int64) value) {
	if constant || m.r.IntN(6) == 0 {
		n := int64(m.r.IntN(6) - 2)
		if boolean {
			n = int64(m.r.IntN(2))
		}
		return literalText(n, boolean), func([]int64) value { return value{n: n} }
	}
	for {
		if i := m.r.IntN(len(m.vars)); m.vars[i].boolean == boolean {
			return m.vars[i].name, func(values []int64) value { return value{n: values[i]} }
		}
	}
}

func literalText(n int64, boolean bool) string {
	if boolean {
		return [...]string{"false", "true"}[n]
	}
	return fmt.Sprint(n)
}

// list returns an array of n elements, perhaps declared by name.
func (m *randomModel) list(n int, boolean, constant bool) (string, func([]int64) value) {
	texts, gets := make([]string, n), make([]func([]int64) value, n)
	for i := range n {
		texts[i], gets[i] = m.scalar(boolean, constant)
	}
	text := "[" + strings.Join(texts, ",") + "]"
	if m.r.IntN(3) == 0 {
		name, t := fmt.Sprintf("a%d", len(m.arrays)), "int"
		if boolean {
			t = "bool"
		}
		if !constant {
			t = "var " + t
		}
		m.arrays = append(m.arrays, fmt.Sprintf("array [1..%d] of %s: %s = %s;\n", n, t, name, text))
		text = name
	}
	return text, func(values []int64) value {
		v := value{list: make([]int64, n)}
		for i, get := range gets {
			v.list[i] = get(values).n
		}
		return v
	}
}

// fixedList returns an array of the given constants.
func fixedList(list ...int64) (string, func([]int64) value) {
	return strings.ReplaceAll(fmt.Sprint(list), " ", ","), func([]int64) value { return value{list: list} }
}

func fixedInt(n int64) (string, func([]int64) value) {
	return fmt.Sprint(n), func([]int64) value { return value{n: n} }
}

func (m *randomModel) set() (string, []int64) {
	lo, n := int64(m.r.IntN(6)-3), int64(m.r.IntN(4))
	var set []int64
	if m.r.IntN(2) == 0 {
		for v := lo; v < lo+n; v++ {
			set = append(set, v)
		}
		return fmt.Sprintf("%d..%d", lo, lo+n-1), set
	}
	for range n {
		set = append(set, lo+int64(m.r.IntN(6)))
	}
	return "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(set), " ", ","), "[]") + "}", set
}

// randomArg writes an argument of type t; n is the length of arrays.
func (m *randomModel) randomArg(t argType, n int) (string, func([]int64) value) {
	switch t {
	case parInt:
		return m.scalar(false, true)
	case parBool:
		return m.scalar(true, true)
	case varInt:
		return m.scalar(false, false)
	case varBool:
		return m.scalar(true, false)
	case parInts:
		return m.list(n, false, true)
	case parBools:
		return m.list(n, true, true)
	case varInts:
		return m.list(n, false, false)
	case varBools:
		return m.list(n, true, false)
	case parSet:
		text, set := m.set()
		return text, func([]int64) value { return value{set: set} }
	}
	var texts []string
	var sets [][]int64
	for range n {
		text, set := m.set()
		texts, sets = append(texts, text), append(sets, set)
	}
	return "[" + strings.Join(texts, ",") + "]", func([]int64) value { return value{sets: sets} }
}

// special writes the arguments of constraints whose parameters depend on each
// other; ok is false for the others.
func (m *randomModel) special(name string, arg func(string, func([]int64) value)) bool {
	n := m.r.IntN(4)
	number := func(lo, hi int) int64 { return int64(lo + m.r.IntN(hi-lo+1)) }
	numbers := func(n, lo, hi int) []int64 {
		list := make([]int64, n)
		for i := range list {
			list[i] = number(lo, hi)
		}
		return list
	}
	sets := func(n, lo, hi int) (string, func([]int64) value) {
		texts, all := make([]string, n), make([][]int64, n)
		for i := range n {
			all[i] = numbers(m.r.IntN(3), lo, hi)
			texts[i] = "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(all[i]), " ", ","), "[]") + "}"
		}
		return "[" + strings.Join(texts, ",") + "]", func([]int64) value { return value{sets: all} }
	}
	base := strings.TrimSuffix(strings.TrimSuffix(name, "_reif"), "_imp")
	switch base {
	case "clew_table_int":
		n = max(n, 1)
		arg(m.list(n, false, false))
		arg(fixedList(numbers(n*m.r.IntN(8), -2, 3)...))
	case "clew_table_bool":
		n = max(n, 1)
		arg(m.list(n, true, false))
		arg(m.list(n*m.r.IntN(4), true, true))
	case "clew_regular", "clew_regular_nfa":
		q, s := 1+m.r.IntN(3), 1+m.r.IntN(3)
		arg(m.list(n, false, false))
		arg(fixedInt(int64(q)))
		arg(fixedInt(int64(s)))
		if base == "clew_regular" {
			arg(fixedList(numbers(q*s, 0, q)...))
		} else {
			arg(sets(q*s, 1, q))
		}
		arg(fixedInt(number(1, q)))
		final := numbers(1+m.r.IntN(q), 1, q)
		arg("{"+strings.Trim(strings.ReplaceAll(fmt.Sprint(final), " ", ","), "[]")+"}", func([]int64) value { return value{set: final} })
	case "clew_mdd":
		// Nodes 1; 2, 3; 4, 5; ... in levels, edges from each level to the next.
		n = max(n, 1)
		nodes, levels := []int64{1}, [][]int64{{1}}
		for l := 1; l < n; l++ {
			a := int64(len(nodes) + 1)
			nodes = append(nodes, int64(l+1), int64(l+1))
			levels = append(levels, []int64{a, a + 1})
		}
		var from, to []int64
		for l, level := range levels {
			for _, node := range level {
				for range m.r.IntN(4) {
					from = append(from, node)
					if l+1 == n {
						to = append(to, 0)
					} else {
						to = append(to, levels[l+1][m.r.IntN(2)])
					}
				}
			}
		}
		arg(m.list(n, false, false))
		arg(fixedInt(int64(len(nodes))))
		arg(fixedList(nodes...))
		arg(fixedInt(int64(len(from))))
		arg(fixedList(from...))
		arg(sets(len(from), -2, 3))
		arg(fixedList(to...))
	case "clew_element2d_int", "clew_element2d_bool":
		boolean := strings.HasSuffix(base, "bool")
		rows, columns := 1+m.r.IntN(3), 1+m.r.IntN(3)
		arg(m.scalar(false, false))
		arg(m.scalar(false, false))
		arg(fixedInt(number(-1, 1)))
		arg(fixedInt(number(-1, 1)))
		arg(fixedInt(int64(columns)))
		arg(m.list(rows*columns, boolean, false))
		arg(m.scalar(boolean, false))
	case "clew_bin_packing", "clew_bin_packing_capa", "clew_bin_packing_load":
		switch base {
		case "clew_bin_packing":
			arg(fixedInt(number(-1, 5)))
		case "clew_bin_packing_capa":
			arg(fixedList(numbers(1+m.r.IntN(3), -1, 5)...))
		default:
			arg(m.list(1+m.r.IntN(3), false, false))
		}
		arg(m.list(n, false, false))
		arg(fixedList(numbers(n, 0, 3)...))
		if base != "clew_bin_packing" {
			arg(fixedInt(number(-2, 1)))
		}
	case "clew_sliding_sum":
		arg(fixedInt(number(-3, 2)))
		arg(fixedInt(number(-1, 4)))
		arg(fixedInt(number(0, 3)))
		arg(m.list(n, false, false))
	case "clew_knapsack":
		arg(fixedList(numbers(n, 0, 3)...))
		arg(fixedList(numbers(n, 0, 3)...))
		arg(m.list(n, false, false))
		arg(m.scalar(false, false))
		arg(m.scalar(false, false))
	case "clew_inverse":
		k := n
		if m.r.IntN(5) == 0 {
			k = m.r.IntN(4)
		}
		arg(m.list(n, false, false))
		arg(fixedInt(number(-1, 1)))
		arg(m.list(k, false, false))
		arg(fixedInt(number(-1, 1)))
	case "int_pow":
		arg(m.scalar(false, false))
		arg(m.scalar(false, false))
		arg(m.scalar(false, false))
	default:
		return false
	}
	if base != name {
		arg(m.scalar(true, false))
	}
	return true
}

func (m *randomModel) call(name string) {
	c := randomCall{name: name}
	var texts []string
	arg := func(text string, get func([]int64) value) {
		texts, c.args = append(texts, text), append(c.args, get)
	}
	if !m.special(name, arg) {
		n := m.r.IntN(4)
		for _, t := range builtins[name].args {
			k := n
			if strings.Contains(name, "lex") || strings.Contains(name, "clause") || strings.Contains(name, "chain") || name == "clew_among" {
				k = m.r.IntN(4)
			}
			if strings.Contains(name, "cardinality") && len(c.args) > 0 {
				k = 1 + n/2 // of values that are covered
			}
			arg(m.randomArg(t, k))
		}
	}
	c.text = "constraint " + name + "(" + strings.Join(texts, ",") + ");\n"
	m.calls = append(m.calls, c)
}

// text returns the model with the given variables as outputs.
func (m *randomModel) text(shown []int, solve string) string {
	var b strings.Builder
	for i, v := range m.vars {
		t := "bool"
		if !v.boolean {
			t = "{" + strings.Trim(strings.ReplaceAll(fmt.Sprint(v.domain), " ", ","), "[]") + "}"
		}
		mark := ""
		if slices.Contains(shown, i) {
			mark = " :: output_var"
		}
		fmt.Fprintf(&b, "var %s: %s%s;\n", t, v.name, mark)
	}
	for _, a := range m.arrays {
		b.WriteString(a)
	}
	for _, c := range m.calls {
		b.WriteString(c.text)
	}
	return b.String() + solve
}

// answers returns the text of each answer by going through all assignments.
func (m *randomModel) answers(shown []int) []string {
	set := map[string]bool{}
	values := make([]int64, len(m.vars))
	var walk func(i int)
	walk = func(i int) {
		if i < len(values) {
			for _, values[i] = range m.vars[i].domain {
				walk(i + 1)
			}
			return
		}
		for _, c := range m.calls {
			args := make([]value, len(c.args))
			for k, get := range c.args {
				args[k] = get(values)
			}
			if !truthOfCall(c.name, args) {
				return
			}
		}
		text := ""
		for _, i := range shown {
			text += m.vars[i].name + " = " + literalText(values[i], m.vars[i].boolean) + ";\n"
		}
		set[text] = true
	}
	walk(0)
	var all []string
	for text := range set {
		all = append(all, text)
	}
	sort.Strings(all)
	return all
}

// solved returns the text of each answer as the reader and the engine find it.
func solved(text string, opts ...clew.Option) ([]string, error) {
	m, err := Read(strings.NewReader(text), "model.fzn")
	if err != nil {
		return nil, err
	}
	var all []string
	for s, err := range clew.All(context.Background(), m.Model, opts...) {
		if err != nil {
			return nil, err
		}
		all = append(all, string(m.AppendAnswer(nil, s.Values())))
	}
	sort.Strings(all)
	return all, nil
}

func compareAnswers(t *testing.T, m *randomModel, shown []int, solve string, opts ...clew.Option) {
	t.Helper()
	text := m.text(shown, solve)
	want := m.answers(shown)
	got, err := solved(text, opts...)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%d answers, want %d\n%s\ngot %q\nwant %q", len(got), len(want), text, got, want)
	}
}

// names returns the names of all constraints, sorted.
func names() []string {
	var all []string
	for name := range builtins {
		all = append(all, name)
	}
	sort.Strings(all)
	return all
}

// TestEachBuiltin compares the answers of small random models of one constraint
// with those found by going through all assignments.
func TestEachBuiltin(t *testing.T) {
	for _, name := range names() {
		t.Run(name, func(t *testing.T) {
			if base := strings.TrimSuffix(strings.TrimSuffix(name, "_reif"), "_imp"); truths[name] == nil && truths[base] == nil {
				t.Fatalf("no truth function is known of %s", name)
			}
			for seed := range uint64(rounds(25)) {
				m := &randomModel{r: rand.New(rand.NewPCG(seed, 1))}
				m.declareVars()
				m.call(name)
				var shown []int
				for i := range m.vars {
					shown = append(shown, i)
				}
				compareAnswers(t, m, shown, "solve satisfy;\n")
			}
		})
	}
}

// rounds is the number of random models, by default n.
func rounds(n int) int {
	if os.Getenv("CLEW_ROUNDS") != "" {
		fmt.Sscan(os.Getenv("CLEW_ROUNDS"), &n)
	}
	return n
}

// aliasing are constraints by which variables come to others, or to views.
var aliasing = []string{
	"bool2int", "int_eq", "bool_eq", "bool_not", "int_plus", "int_lin_eq", "int_eq_reif", "int_le_reif", "int_ne_reif",
	"int_lt_reif", "int_lin_le_reif", "set_in", "set_in_reif", "bool_xor", "bool_eq_reif", "int_times", "int_le", "array_bool_and",
}

// TestSeveralBuiltins compares models of several constraints, of which some
// variables are shown and which are searched in some order.
func TestSeveralBuiltins(t *testing.T) {
	all := names()
	for seed := range uint64(rounds(2000)) {
		m := &randomModel{r: rand.New(rand.NewPCG(seed, 2))}
		m.declareVars()
		for range 1 + m.r.IntN(6) {
			if m.r.IntN(2) == 0 {
				m.call(aliasing[m.r.IntN(len(aliasing))])
				continue
			}
			m.call(all[m.r.IntN(len(all))])
		}
		var shown []int
		var searched []string
		for i, v := range m.vars {
			if m.r.IntN(2) == 0 {
				shown = append(shown, i)
			}
			if m.r.IntN(2) == 0 && !v.boolean {
				searched = append(searched, v.name)
			}
		}
		solve := "solve satisfy;\n"
		if m.r.IntN(2) == 0 {
			solve = "solve :: int_search([" + strings.Join(searched, ",") + "],first_fail,indomain_max,complete) satisfy;\n"
		}
		method := []clew.Method{clew.Auto, clew.Learn, clew.Propagate}[seed%3]
		compareAnswers(t, m, shown, solve, clew.WithMethod(method), clew.WithFree(), clew.WithSeed(seed))
	}
}

// TestObjective compares the best values of small random models.
func TestObjective(t *testing.T) {
	all := names()
	for seed := range uint64(rounds(300)) {
		m := &randomModel{r: rand.New(rand.NewPCG(seed, 3))}
		m.declareVars()
		for range 1 + m.r.IntN(3) {
			m.call(all[m.r.IntN(len(all))])
		}
		objective := 0
		want := m.answers([]int{objective})
		for _, goal := range []string{"minimize", "maximize"} {
			text := m.text([]int{0, 1}, "solve :: int_search([x1],first_fail,indomain_min,complete) "+goal+" x0;\n")
			f, err := Read(strings.NewReader(text), "model.fzn")
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			s, err := clew.Solve(context.Background(), f.Model)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			best := bestOf(want, goal == "maximize")
			switch {
			case s == nil && best == nil:
			case s == nil || best == nil:
				t.Fatalf("answer %v, want the best value %v\n%s", s, best, text)
			case s.Get("x0")[0] != *best:
				t.Fatalf("best value %d, want %d\n%s", s.Get("x0")[0], *best, text)
			}
		}
	}
}

// bestOf returns the best value in texts like "x0 = 3;", nil if there is none.
func bestOf(texts []string, most bool) *int {
	var best *int
	for _, text := range texts {
		var v int
		fmt.Sscanf(text, "x0 = %d;", &v)
		if best == nil || most && v > *best || !most && v < *best {
			best = &v
		}
	}
	return best
}
