package flatzinc

import (
	"slices"
	"strings"
)

// value is an argument of a constraint under an assignment: a number, an array
// of them, a set or an array of sets.
type value struct {
	n    int64
	list []int64
	set  []int64
	sets [][]int64
}

// truths say, for each constraint without a reified form of another name, when
// it holds. They are written from the definitions, not from the code.
var truths = map[string]func(a []value) bool{
	"bool2int":  func(a []value) bool { return a[0].n == a[1].n },
	"int_abs":   func(a []value) bool { return a[1].n == max(a[0].n, -a[0].n) },
	"int_times": func(a []value) bool { return a[0].n*a[1].n == a[2].n },
	"int_div":   func(a []value) bool { return a[1].n != 0 && a[0].n/a[1].n == a[2].n },
	"int_mod":   func(a []value) bool { return a[1].n != 0 && a[0].n%a[1].n == a[2].n },
	"int_max":   func(a []value) bool { return max(a[0].n, a[1].n) == a[2].n },
	"int_min":   func(a []value) bool { return min(a[0].n, a[1].n) == a[2].n },
	"int_pow":   truthPow, "int_pow_fixed": truthPow,
	"int_plus":      func(a []value) bool { return a[0].n+a[1].n == a[2].n },
	"int_minus":     func(a []value) bool { return a[0].n-a[1].n == a[2].n },
	"int_negate":    func(a []value) bool { return -a[0].n == a[1].n },
	"bool_not":      func(a []value) bool { return a[0].n != a[1].n },
	"bool_and":      func(a []value) bool { return a[2].n == a[0].n*a[1].n },
	"bool_or":       func(a []value) bool { return a[2].n == max(a[0].n, a[1].n) },
	"bool_xor":      func(a []value) bool { return (a[0].n != a[1].n) == (a[2].n == 1) },
	"bool_xor_reif": func(a []value) bool { return (a[0].n != a[1].n) == (a[2].n == 1) },
	"array_bool_and": func(a []value) bool {
		return (a[1].n == 1) == !slices.Contains(a[0].list, 0)
	},
	"array_bool_or":    func(a []value) bool { return (a[1].n == 1) == slices.Contains(a[0].list, 1) },
	"array_bool_xor":   func(a []value) bool { return total(a[0].list)%2 == 1 },
	"bool_clause":      truthClause,
	"bool_clause_reif": func(a []value) bool { return truthClause(a) == (a[2].n == 1) },
	"bool_clause_imp":  func(a []value) bool { return truthClause(a) || a[2].n == 0 },
	"bool_and_imp":     func(a []value) bool { return a[2].n == 0 || a[0].n == 1 && a[1].n == 1 },
	"bool_or_imp":      func(a []value) bool { return a[2].n == 0 || a[0].n == 1 || a[1].n == 1 },
	"bool_xor_imp":     func(a []value) bool { return a[2].n == 0 || a[0].n != a[1].n },
	"array_bool_and_imp": func(a []value) bool {
		return a[1].n == 0 || !slices.Contains(a[0].list, 0)
	},
	"array_bool_or_imp": func(a []value) bool { return a[1].n == 0 || slices.Contains(a[0].list, 1) },
	"set_in":            func(a []value) bool { return slices.Contains(a[1].set, a[0].n) },

	"array_int_element":      truthElement,
	"array_var_int_element":  truthElement,
	"array_bool_element":     truthElement,
	"array_var_bool_element": truthElement,
	"array_int_maximum":      func(a []value) bool { return len(a[1].list) > 0 && a[0].n == slices.Max(a[1].list) },
	"array_int_minimum":      func(a []value) bool { return len(a[1].list) > 0 && a[0].n == slices.Min(a[1].list) },

	"clew_element_int":    truthElementFrom,
	"clew_element_bool":   truthElementFrom,
	"clew_element2d_int":  truthElement2d,
	"clew_element2d_bool": truthElement2d,

	"clew_all_different": func(a []value) bool { return distinct(a[0].list) == len(a[0].list) },
	"clew_all_different_except": func(a []value) bool {
		rest := slices.DeleteFunc(slices.Clone(a[0].list), func(v int64) bool { return slices.Contains(a[1].set, v) })
		return distinct(rest) == len(rest)
	},
	"clew_all_equal":                 func(a []value) bool { return distinct(a[0].list) <= 1 },
	"clew_among":                     func(a []value) bool { return a[0].n == countIn(a[1].list, a[2].set) },
	"clew_nvalue":                    func(a []value) bool { return a[0].n == int64(distinct(a[1].list)) },
	"clew_global_cardinality":        truthCardinality,
	"clew_global_cardinality_closed": func(a []value) bool { return truthCardinality(a) && allIn(a[0].list, a[1].list) },
	"clew_global_cardinality_low_up": func(a []value) bool { return truthCounts(a[0].list, a[1].list, a[2].list, a[3].list) },
	"clew_global_cardinality_low_up_closed": func(a []value) bool {
		n := int64(len(a[0].list))
		return truthCounts(a[0].list, a[1].list, a[2].list, a[3].list) && allIn(a[0].list, a[1].list) &&
			total(a[2].list) <= n && n <= total(a[3].list)
	},
	"clew_member_int":  func(a []value) bool { return slices.Contains(a[0].list, a[1].n) },
	"clew_member_bool": func(a []value) bool { return slices.Contains(a[0].list, a[1].n) },

	"clew_table_int":  truthTable,
	"clew_table_bool": truthTable,
	"clew_regular": func(a []value) bool {
		q := a[4].n
		for _, v := range a[0].list {
			if v < 1 || v > a[2].n {
				return false
			}
			if q = a[3].list[(q-1)*a[2].n+v-1]; q == 0 {
				return false
			}
		}
		return slices.Contains(a[5].set, q)
	},
	"clew_regular_nfa": func(a []value) bool {
		now := []int64{a[4].n}
		for _, v := range a[0].list {
			var next []int64
			for _, q := range now {
				if v >= 1 && v <= a[2].n {
					next = append(next, a[3].sets[(q-1)*a[2].n+v-1]...)
				}
			}
			now = next
		}
		return slices.ContainsFunc(now, func(q int64) bool { return slices.Contains(a[5].set, q) })
	},
	"clew_mdd": func(a []value) bool {
		now := []int64{1}
		for _, v := range a[0].list {
			var next []int64
			for _, node := range now {
				for e, from := range a[4].list {
					if from == node && slices.Contains(a[5].sets[e], v) {
						next = append(next, a[6].list[e])
					}
				}
			}
			now = next
		}
		return slices.Contains(now, 0)
	},

	"clew_inverse": func(a []value) bool {
		return truthInverse(a[0].list, a[1].n, a[2].list, a[3].n) && truthInverse(a[2].list, a[3].n, a[0].list, a[1].n)
	},
	"clew_symmetric_all_different": func(a []value) bool { return truthInverse(a[0].list, a[1].n, a[0].list, a[1].n) },
	"clew_circuit": func(a []value) bool {
		n := int64(len(a[0].list))
		return n == 0 || n > 1 && cycle(a[0].list, a[1].n) == n
	},
	"clew_subcircuit": func(a []value) bool { return len(a[0].list) == 0 || cycle(a[0].list, a[1].n) >= 0 },

	"clew_cumulative": func(a []value) bool {
		s, d, r := a[0].list, a[1].list, a[2].list
		if len(s) == 0 {
			return true
		}
		if slices.Min(d) < 0 || slices.Min(r) < 0 || a[3].n < 0 {
			return false
		}
		for t := slices.Min(s); t <= slices.Max(s); t++ {
			used := int64(0)
			for i := range s {
				if s[i] <= t && t < s[i]+d[i] {
					used += r[i]
				}
			}
			if used > a[3].n {
				return false
			}
		}
		return true
	},
	"clew_disjunctive":        func(a []value) bool { return truthDisjunctive(a[0].list, a[1].list, false) },
	"clew_disjunctive_strict": func(a []value) bool { return truthDisjunctive(a[0].list, a[1].list, true) },
	"clew_diffn":              func(a []value) bool { return truthDiffn(a, true) },
	"clew_diffn_nonstrict":    func(a []value) bool { return truthDiffn(a, false) },

	"clew_lex_less_int":    func(a []value) bool { return slices.Compare(a[0].list, a[1].list) < 0 },
	"clew_lex_less_bool":   func(a []value) bool { return slices.Compare(a[0].list, a[1].list) < 0 },
	"clew_lex_lesseq_int":  func(a []value) bool { return slices.Compare(a[0].list, a[1].list) <= 0 },
	"clew_lex_lesseq_bool": func(a []value) bool { return slices.Compare(a[0].list, a[1].list) <= 0 },

	"clew_value_precede": func(a []value) bool { return precedes(a[0].n, a[1].n, a[2].list) },
	"clew_value_precede_chain": func(a []value) bool {
		for i := 1; i < len(a[0].list); i++ {
			if !precedes(a[0].list[i-1], a[0].list[i], a[1].list) {
				return false
			}
		}
		return true
	},
	"clew_seq_precede_chain": func(a []value) bool {
		most := int64(0)
		for _, v := range a[0].list {
			if v > most+1 {
				return false
			}
			most = max(most, v)
		}
		return true
	},
	"clew_arg_max_int":  func(a []value) bool { return truthArg(a, slices.Max) },
	"clew_arg_max_bool": func(a []value) bool { return truthArg(a, slices.Max) },
	"clew_arg_min_int":  func(a []value) bool { return truthArg(a, slices.Min) },
	"clew_arg_min_bool": func(a []value) bool { return truthArg(a, slices.Min) },

	"clew_bin_packing": func(a []value) bool {
		for _, bin := range a[1].list {
			if load(bin, a[1].list, a[2].list) > a[0].n {
				return false
			}
		}
		return true
	},
	"clew_bin_packing_capa": func(a []value) bool {
		for i, most := range a[0].list {
			if load(a[3].n+int64(i), a[1].list, a[2].list) > most {
				return false
			}
		}
		return inBins(a[1].list, a[3].n, len(a[0].list))
	},
	"clew_bin_packing_load": func(a []value) bool {
		for i, want := range a[0].list {
			if load(a[3].n+int64(i), a[1].list, a[2].list) != want {
				return false
			}
		}
		return inBins(a[1].list, a[3].n, len(a[0].list))
	},
	"clew_sliding_sum": func(a []value) bool {
		for i := 0; i+int(a[2].n) <= len(a[3].list); i++ {
			if s := total(a[3].list[i : i+int(a[2].n)]); s < a[0].n || s > a[1].n {
				return false
			}
		}
		return true
	},
	"clew_knapsack": func(a []value) bool {
		weight, profit := int64(0), int64(0)
		for i, x := range a[2].list {
			if x < 0 {
				return false
			}
			weight += x * a[0].list[i]
			profit += x * a[1].list[i]
		}
		return a[3].n >= 0 && a[4].n >= 0 && weight == a[3].n && profit == a[4].n
	},
}

func init() {
	ops := map[string]func(x, y int64) bool{
		"eq": func(x, y int64) bool { return x == y },
		"ne": func(x, y int64) bool { return x != y },
		"le": func(x, y int64) bool { return x <= y },
		"lt": func(x, y int64) bool { return x < y },
		"ge": func(x, y int64) bool { return x >= y },
		"gt": func(x, y int64) bool { return x > y },
	}
	for name, op := range ops {
		for _, kind := range []string{"int_", "bool_"} {
			truths[kind+name] = func(a []value) bool { return op(a[0].n, a[1].n) }
			truths[kind+"lin_"+name] = func(a []value) bool {
				sum := int64(0)
				for i, c := range a[0].list {
					sum += c * a[1].list[i]
				}
				return op(sum, a[2].n)
			}
		}
		truths["clew_count_"+name] = func(a []value) bool { return op(countIn(a[0].list, []int64{a[1].n}), a[2].n) }
	}
	for name, ok := range map[string]func(x, y int64) bool{
		"increasing": ops["le"], "strictly_increasing": ops["lt"], "decreasing": ops["ge"], "strictly_decreasing": ops["gt"],
	} {
		for _, kind := range []string{"_int", "_bool"} {
			truths["clew_"+name+kind] = func(a []value) bool {
				for i := 1; i < len(a[0].list); i++ {
					if !ok(a[0].list[i-1], a[0].list[i]) {
						return false
					}
				}
				return true
			}
		}
	}
}

// truthOfCall says whether a constraint holds, reified forms included.
func truthOfCall(name string, a []value) bool {
	if f := truths[name]; f != nil {
		return f(a)
	}
	last := a[len(a)-1].n == 1
	if base, ok := strings.CutSuffix(name, "_reif"); ok {
		return truths[base](a[:len(a)-1]) == last
	}
	base, _ := strings.CutSuffix(name, "_imp")
	return !last || truths[base](a[:len(a)-1])
}

func truthPow(a []value) bool {
	x, y := a[0].n, a[1].n
	if y < 0 && x == 0 {
		return false
	}
	p := int64(1)
	for range max(y, -y) {
		p *= x
	}
	if y < 0 {
		p = 1 / p
	}
	return p == a[2].n
}

func truthClause(a []value) bool {
	return slices.Contains(a[0].list, 1) || slices.Contains(a[1].list, 0)
}

func truthElement(a []value) bool { return elementAt(a[1].list, a[0].n-1, a[2].n) }

func truthElementFrom(a []value) bool { return elementAt(a[2].list, a[0].n-a[1].n, a[3].n) }

func truthElement2d(a []value) bool {
	row, column := a[0].n-a[2].n, a[1].n-a[3].n
	return column >= 0 && column < a[4].n && row >= 0 && elementAt(a[5].list, row*a[4].n+column, a[6].n)
}

func elementAt(list []int64, i, v int64) bool { return i >= 0 && i < int64(len(list)) && list[i] == v }

func total(list []int64) int64 {
	sum := int64(0)
	for _, v := range list {
		sum += v
	}
	return sum
}

func distinct(list []int64) int {
	s := slices.Clone(list)
	slices.Sort(s)
	return len(slices.Compact(s))
}

func countIn(list, set []int64) int64 {
	n := int64(0)
	for _, v := range list {
		if slices.Contains(set, v) {
			n++
		}
	}
	return n
}

func allIn(list, set []int64) bool { return countIn(list, set) == int64(len(list)) }

func truthCounts(list, cover, low, up []int64) bool {
	for i, v := range cover {
		if n := countIn(list, []int64{v}); n < low[i] || n > up[i] {
			return false
		}
	}
	return true
}

func truthCardinality(a []value) bool {
	return truthCounts(a[0].list, a[1].list, a[2].list, a[2].list) && total(a[2].list) <= int64(len(a[0].list))
}

func truthTable(a []value) bool {
	n := len(a[0].list)
	for row := range slices.Chunk(a[1].list, max(n, 1)) {
		if slices.Equal(row, a[0].list) {
			return true
		}
	}
	return false
}

func truthInverse(f []int64, firstF int64, g []int64, firstG int64) bool {
	for i, j := range f {
		if !elementAt(g, j-firstG, firstF+int64(i)) {
			return false
		}
	}
	return true
}

// cycle returns the length of the only cycle of more than one node, 0 if there
// is none, or -1 if succ is something else.
func cycle(succ []int64, first int64) int64 {
	length, moved, start := int64(0), int64(0), -1
	for i, j := range succ {
		if j -= first; j < 0 || j >= int64(len(succ)) {
			return -1
		}
		if succ[i]-first != int64(i) {
			moved++
			start = i
		}
	}
	if distinct(succ) != len(succ) {
		return -1
	}
	for at := int64(start); start >= 0 && (length == 0 || at != int64(start)); length++ {
		at = succ[at] - first
	}
	if length != moved {
		return -1
	}
	return length
}

func truthDisjunctive(s, d []int64, strict bool) bool {
	for i := range s {
		if d[i] < 0 {
			return false
		}
		for j := range i {
			if !strict && (d[i] == 0 || d[j] == 0) {
				continue
			}
			if s[i]+d[i] > s[j] && s[j]+d[j] > s[i] {
				return false
			}
		}
	}
	return true
}

func truthDiffn(a []value, strict bool) bool {
	x, y, dx, dy := a[0].list, a[1].list, a[2].list, a[3].list
	for i := range x {
		for j := range i {
			if !strict && (dx[i] == 0 || dx[j] == 0 || dy[i] == 0 || dy[j] == 0) {
				continue
			}
			if x[i]+dx[i] > x[j] && y[i]+dy[i] > y[j] && x[j]+dx[j] > x[i] && y[j]+dy[j] > y[i] {
				return false
			}
		}
	}
	return true
}

func precedes(s, t int64, list []int64) bool {
	for _, v := range list {
		if v == t {
			return s != t && slices.Contains(list[:slices.Index(list, t)], s)
		}
	}
	return true
}

func truthArg(a []value, best func([]int64) int64) bool {
	return len(a[0].list) > 0 && a[2].n == a[1].n+int64(slices.Index(a[0].list, best(a[0].list)))
}

func load(bin int64, bins, weights []int64) int64 {
	sum := int64(0)
	for i, v := range bins {
		if v == bin {
			sum += weights[i]
		}
	}
	return sum
}

func inBins(bins []int64, first int64, n int) bool {
	for _, v := range bins {
		if v < first || v >= first+int64(n) {
			return false
		}
	}
	return true
}
