package flatzinc

import "bytes"

// standardNames are the names that the standard library has for natives with
// the same arguments. FlatZinc compiled for solvers that take global constraints
// under these names can be read too. Where the order of a comparison is turned
// around it is so in the standard library: count_leq(xs, y, c) says c <= count.
var standardNames = map[string]string{
	"fzn_all_different_int":                "clew_all_different",
	"fzn_alldifferent_except":              "clew_all_different_except",
	"fzn_all_equal_int":                    "clew_all_equal",
	"fzn_among":                            "clew_among",
	"fzn_nvalue":                           "clew_nvalue",
	"fzn_count_eq":                         "clew_count_eq",
	"fzn_count_neq":                        "clew_count_ne",
	"fzn_count_leq":                        "clew_count_ge",
	"fzn_count_lt":                         "clew_count_gt",
	"fzn_count_geq":                        "clew_count_le",
	"fzn_count_gt":                         "clew_count_lt",
	"fzn_global_cardinality":               "clew_global_cardinality",
	"fzn_global_cardinality_closed":        "clew_global_cardinality_closed",
	"fzn_global_cardinality_low_up":        "clew_global_cardinality_low_up",
	"fzn_global_cardinality_low_up_closed": "clew_global_cardinality_low_up_closed",
	"fzn_member_int":                       "clew_member_int",
	"fzn_member_bool":                      "clew_member_bool",
	"fzn_table_int":                        "clew_table_int",
	"fzn_table_bool":                       "clew_table_bool",
	"fzn_regular":                          "clew_regular",
	"fzn_regular_nfa":                      "clew_regular_nfa",
	"fzn_mdd":                              "clew_mdd",
	"fzn_lex_less_int":                     "clew_lex_less_int",
	"fzn_lex_less_bool":                    "clew_lex_less_bool",
	"fzn_lex_lesseq_int":                   "clew_lex_lesseq_int",
	"fzn_lex_lesseq_bool":                  "clew_lex_lesseq_bool",
	"fzn_increasing_int":                   "clew_increasing_int",
	"fzn_increasing_bool":                  "clew_increasing_bool",
	"fzn_strictly_increasing_int":          "clew_strictly_increasing_int",
	"fzn_decreasing_int":                   "clew_decreasing_int",
	"fzn_decreasing_bool":                  "clew_decreasing_bool",
	"fzn_strictly_decreasing_int":          "clew_strictly_decreasing_int",
	"fzn_value_precede_int":                "clew_value_precede",
	"fzn_value_precede_chain_int":          "clew_value_precede_chain",
	"fzn_seq_precede_chain_int":            "clew_seq_precede_chain",
	"fzn_cumulative":                       "clew_cumulative",
	"fzn_disjunctive":                      "clew_disjunctive",
	"fzn_disjunctive_strict":               "clew_disjunctive_strict",
	"fzn_diffn":                            "clew_diffn",
	"fzn_diffn_nonstrict":                  "clew_diffn_nonstrict",
	"fzn_bin_packing":                      "clew_bin_packing",
	"fzn_knapsack":                         "clew_knapsack",
	"fzn_sliding_sum":                      "clew_sliding_sum",
	"all_different_int":                    "clew_all_different",
}

// lookup returns the constraint called name, nil if there is none.
func lookup(name []byte) *builtin {
	if b := builtins[string(name)]; b != nil {
		return b
	}
	for _, form := range []string{"", "_reif", "_imp"} {
		if base, ok := bytes.CutSuffix(name, []byte(form)); ok {
			if native, ok := standardNames[string(base)]; ok {
				return builtins[native+form]
			}
		}
	}
	return nil
}
