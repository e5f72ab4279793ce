package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// equal reports whether a value of a test header is the value that MiniZinc
// printed as JSON: numbers (json.Number), booleans, strings, lists, null, and
// objects for sets ({"set": [...]}), members of enumerations ({"e": ...}) and
// records.
func equal(want *node, got any) bool {
	if want == nil {
		return false
	}
	switch want.Tag {
	case "!!set", "!set":
		var elements []*node
		if want.Kind == mapping {
			elements = want.Keys
		} else {
			elements = want.Items
		}
		return equalSets(elements, got)
	case "!Range":
		return equalSets(expandRange(want.Text), got)
	case "!Unordered":
		l, ok := got.([]any)
		return ok && matchAll(want.Items, l)
	case "!Approx":
		a, err := strconv.ParseFloat(want.Text, 64)
		b, ok := number(got)
		return err == nil && ok && math.Abs(a-b) <= 1e-6
	case "!Trim":
		s, ok := got.(string)
		return ok && strings.TrimSpace(s) == strings.TrimSpace(want.Text)
	case "!AnonEnum": // a member without a name: {"e": enumeration, "i": number}
		m, ok := got.(map[string]any)
		return ok && len(m) == 2 && equal(want.get("enumName"), m["e"]) && equal(want.get("value"), m["i"])
	case "!ConstrEnum", "!!python/object:minizinc.types.ConstrEnum": // {"c": constructor, "e": argument}
		m, ok := got.(map[string]any)
		return ok && len(m) == 2 && equal(want.get("constructor"), m["c"]) && equal(want.get("argument"), m["e"])
	}
	switch want.Kind {
	case list:
		l, ok := got.([]any)
		return ok && len(l) == len(want.Items) && !slices.ContainsFunc(zip(want.Items, l), func(p pair) bool { return !equal(p.want, p.got) })
	case mapping:
		m, ok := got.(map[string]any)
		if !ok || len(m) != len(want.Keys) {
			return false
		}
		for i, k := range want.Keys {
			if v, ok := m[k.Text]; !ok || !equal(want.Items[i], v) {
				return false
			}
		}
		return true
	}
	return equalScalar(want, got)
}

type pair struct {
	want *node
	got  any
}

func zip(want []*node, got []any) []pair {
	out := make([]pair, len(want))
	for i := range want {
		out[i] = pair{want[i], got[i]}
	}
	return out
}

// otherType recognizes plain scalars that are no strings.
var otherType = regexp.MustCompile(`^(-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null|~)?$`)

func equalScalar(want *node, got any) bool {
	switch g := got.(type) {
	case nil:
		return want.isNull()
	case bool: // in the tests' own runner false is 0, and true is 1
		if v, err := strconv.ParseFloat(want.Text, 64); err == nil && !want.Quoted {
			return g && v == 1 || !g && v == 0
		}
		return !want.Quoted && strings.EqualFold(want.Text, strconv.FormatBool(g))
	case string:
		return want.Text == g && (want.Quoted || !otherType.MatchString(g))
	case map[string]any:
		if e, ok := g["e"]; ok && len(g) == 1 {
			return fmt.Sprint(e) == want.Text
		}
		return false
	case json.Number:
		if want.Quoted {
			return false
		}
		a, ok1 := new(big.Rat).SetString(want.Text)
		b, ok2 := new(big.Rat).SetString(g.String())
		return ok1 && ok2 && a.Cmp(b) == 0
	}
	return false
}

// number returns the value of a number.
func number(v any) (float64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}

// expandRange lists the members of a..b.
func expandRange(text string) []*node {
	from, to, _ := strings.Cut(text, "..")
	a, err1 := strconv.Atoi(strings.TrimSpace(from))
	b, err2 := strconv.Atoi(strings.TrimSpace(to))
	out := []*node{}
	for v := a; err1 == nil && err2 == nil && v <= b && len(out) < 1<<16; v++ {
		out = append(out, &node{Text: strconv.Itoa(v)})
	}
	return out
}

// setElements returns the members of a set as MiniZinc prints it, with ranges
// [a, b] spelled out.
func setElements(v any) ([]any, bool) {
	m, ok := v.(map[string]any)
	if !ok || len(m) != 1 {
		return nil, false
	}
	members, ok := m["set"].([]any)
	if !ok {
		return nil, false
	}
	var out []any
	for _, e := range members {
		r, isRange := e.([]any)
		if !isRange {
			out = append(out, e)
			continue
		}
		if len(r) != 2 {
			return nil, false
		}
		a, ok1 := number(r[0])
		b, ok2 := number(r[1])
		if !ok1 || !ok2 || b-a > 1<<16 {
			return nil, false
		}
		for x := int(a); x <= int(b); x++ {
			out = append(out, json.Number(strconv.Itoa(x)))
		}
	}
	return out, true
}

func equalSets(want []*node, got any) bool {
	members, ok := setElements(got)
	return ok && matchAll(want, members)
}

// matchAll reports whether want and got are equal up to order.
func matchAll(want []*node, got []any) bool {
	if len(want) != len(got) {
		return false
	}
	left := slices.Clone(want)
	for _, g := range got {
		i := slices.IndexFunc(left, func(w *node) bool { return equal(w, g) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// literal writes a value in the language of models, flattened to one dimension;
// ok is false where that is not possible (strings, records).
func literal(v any) (text string, ok bool) {
	switch v := v.(type) {
	case nil:
		return "<>", true
	case bool:
		return strconv.FormatBool(v), true
	case json.Number:
		return v.String(), true
	case map[string]any:
		if e, ok := v["e"].(string); ok && len(v) == 1 {
			return e, true
		}
		if c, ok := v["c"].(string); ok && len(v) == 2 {
			argument, ok := literal(v["e"])
			return c + "(" + argument + ")", ok
		}
		members, ok := setElements(v)
		if !ok {
			return "", false
		}
		parts := make([]string, len(members))
		for i, m := range members {
			if parts[i], ok = literal(m); !ok {
				return "", false
			}
		}
		return "{" + strings.Join(parts, ",") + "}", true
	case []any:
		var parts []string
		if !flatten(v, &parts) {
			return "", false
		}
		return "[" + strings.Join(parts, ",") + "]", true
	}
	return "", false
}

// flatten writes the elements of a nested list.
func flatten(l []any, into *[]string) bool {
	for _, e := range l {
		if inner, ok := e.([]any); ok {
			if !flatten(inner, into) {
				return false
			}
			continue
		}
		text, ok := literal(e)
		if !ok {
			return false
		}
		*into = append(*into, text)
	}
	return true
}
