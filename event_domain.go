package clew

import (
	"fmt"
	"strings"
)

// Range is the values from Lo to Hi, Lo <= Hi.
type Range struct{ Lo, Hi int }

// Domain is a set of values: ranges in ascending order that do not touch. Nil
// stands for one that is not known; the empty set is not nil.
type Domain []Range

// Len returns the number of values of d.
func (d Domain) Len() int {
	n := 0
	for _, r := range d {
		n += r.Hi - r.Lo + 1
	}
	return n
}

// Has reports whether v is a value of d.
func (d Domain) Has(v int) bool {
	for _, r := range d {
		if v <= r.Hi {
			return v >= r.Lo
		}
	}
	return false
}

// Value returns the only value of d, ok false if it does not have exactly one.
func (d Domain) Value() (v int, ok bool) {
	if len(d) != 1 || d[0].Lo != d[0].Hi {
		return 0, false
	}
	return d[0].Lo, true
}

// Minus returns the values of d that are not in gone.
func (d Domain) Minus(gone Domain) Domain {
	out := make(Domain, 0, len(d)+len(gone))
	for _, r := range d {
		for len(gone) > 0 && gone[0].Hi < r.Lo {
			gone = gone[1:]
		}
		lo, rest := r.Lo, gone
		for len(rest) > 0 && rest[0].Lo <= r.Hi {
			if rest[0].Lo > lo {
				out = append(out, Range{lo, rest[0].Lo - 1})
			}
			lo = rest[0].Hi + 1
			rest = rest[1:]
		}
		if lo <= r.Hi {
			out = append(out, Range{lo, r.Hi})
		}
	}
	return out
}

// And returns the values that are in d and in e.
func (d Domain) And(e Domain) Domain {
	out := Domain{}
	for _, r := range d {
		for _, q := range e {
			if lo, hi := max(r.Lo, q.Lo), min(r.Hi, q.Hi); lo <= hi {
				out = append(out, Range{lo, hi})
			}
		}
	}
	return out
}

// String returns d as "{1..3, 5}"; an unknown domain is "?".
func (d Domain) String() string {
	if d == nil {
		return "?"
	}
	words := make([]string, len(d))
	for i, r := range d {
		switch {
		case r.Lo == r.Hi:
			words[i] = itoa(r.Lo)
		default:
			words[i] = fmt.Sprintf("%d..%d", r.Lo, r.Hi)
		}
	}
	return "{" + strings.Join(words, ", ") + "}"
}
