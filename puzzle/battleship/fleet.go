package battleship

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Touch says how close ships may lie.
type Touch uint8

// Kinds of Touch.
const (
	None    Touch = iota // ships do not touch, not even diagonally
	Corners              // ships may touch diagonally, not side by side
	Any                  // ships may touch anywhere
)

// String returns "none", "corners" or "any".
func (t Touch) String() string {
	switch t {
	case None:
		return "none"
	case Corners:
		return "corners"
	case Any:
		return "any"
	}
	return fmt.Sprintf("Touch(%d)", uint8(t))
}

// ParseTouch is the inverse of Touch.String.
func ParseTouch(text string) (Touch, error) {
	for t := None; t <= Any; t++ {
		if text == t.String() {
			return t, nil
		}
	}
	return None, fmt.Errorf("battleship: found touch %q, expected none, corners or any", text)
}

// DefaultFleet returns the fleet of the usual puzzle: one ship of 4, two of 3,
// three of 2 and four of 1.
func DefaultFleet() []int { return []int{4, 3, 3, 2, 2, 2, 1, 1, 1, 1} }

// ParseFleet reads the lengths of ships, separated by commas or blanks, as
// "4,3,3" or "4 3 3". There must be at least one, and one on each side of a
// comma.
func ParseFleet(text string) ([]int, error) {
	if strings.Trim(text, " \t") == "" {
		return nil, fmt.Errorf("battleship: found no ships, expected lengths as 4,3,3")
	}
	var fields []string
	for part := range strings.SplitSeq(text, ",") {
		words := strings.FieldsFunc(part, func(r rune) bool { return r == ' ' || r == '\t' })
		if len(words) == 0 {
			return nil, fmt.Errorf("battleship: found no ship length beside a comma, expected 1 to %d", MaxSide)
		}
		fields = append(fields, words...)
	}
	if len(fields) > MaxShips {
		return nil, fmt.Errorf("battleship: found %d ships, expected at most %d", len(fields), MaxShips)
	}
	fleet := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil || n < 1 || n > MaxSide {
			return nil, fmt.Errorf("battleship: found ship length %.20q, expected 1 to %d", f, MaxSide)
		}
		fleet[i] = n
	}
	return fleet, nil
}

// lengths returns the different lengths of a sorted fleet, longest first, and
// how many ships there are of each.
func lengths(fleet []int) (each []int, number map[int]int) {
	number = map[int]int{}
	for _, n := range fleet {
		number[n]++
	}
	return slices.Compact(slices.Clone(fleet)), number
}
