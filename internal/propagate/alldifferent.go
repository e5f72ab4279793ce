package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// Strength chooses among the algorithms of a constraint.
type Strength uint8

// Strengths, cheapest first.
const (
	ByValue  Strength = iota // the value of a fixed view is taken from the others
	ByBounds                 // and the bounds of intervals with as many views as values
	ByDomain                 // and every value that no answer of the constraint has
)

// PartialChecker is implemented by constraints that can be seen to be false
// before their whole scope is assigned.
type PartialChecker interface {
	// CheckPartial returns false if no completion of the assigned variables
	// makes the constraint true; true says nothing.
	CheckPartial(assignment []int32, assigned func(store.Var) bool) bool
}

// NewAllDifferent returns the constraint that all views take different values.
//
// Views of one variable are legal: x+a and x+b always differ, and a view that
// occurs twice makes the constraint false. Truth views are legal too.
func NewAllDifferent(xs []store.View, at Strength) store.Propagator {
	switch at {
	case ByBounds:
		return newDistinctBounds(xs)
	case ByDomain:
		return newDistinctDomain(xs)
	}
	return &distinctValue{distinct: newDistinct(xs)}
}

// distinct is what the three all_different propagators share: the scope, the
// check, and the value pass of alldifferent_value.go.
type distinct struct {
	xs     []store.View
	clash  []clash   // kept out of the domains
	twice  bool      // a view occurs twice
	repeat bool      // a variable does
	slots  []slot    // per view, if all are direct
	direct bool      // each view is x + c with a narrow x
	open   store.Rev // the positions whose value the others may still have, a word for each 64
	stack  []int32   // positions fixed and not yet handled
}

// slot is the direct view v + plus: bit i of the word of v is its value zero+i.
type slot struct {
	v    store.Var
	zero int32
	plus int32
	lift uint8 // zero less the smallest zero, if the window is one word
}

// clash is the one value of a variable that makes two of its views equal.
type clash struct {
	v store.Var
	k int32
}

func newDistinct(xs []store.View) distinct {
	d := distinct{xs: xs, stack: make([]int32, 0, len(xs))}
	first := make(map[store.Var]int, len(xs)) // position of the newest view of a variable
	before := make([]int, len(xs))            // position of the one before it
	known := map[clash]bool{}
	for i, w := range xs {
		at, seen := first[w.V]
		if !seen {
			at = -1
		}
		for j := at; j >= 0 && !d.twice; j = before[j] { // a view that occurs twice settles it
			d.separate(w, xs[j], known)
		}
		d.repeat = d.repeat || seen
		before[i], first[w.V] = at, i
	}
	return d
}

// separate notes where two views of one variable are equal, unless it is known.
// Two truth views of one variable are left to the check of fixed views.
func (d *distinct) separate(w, u store.View, known map[clash]bool) {
	note := func(x int32) {
		if c := (clash{w.V, x}); !known[c] {
			known[c] = true
			d.clash = append(d.clash, c)
		}
	}
	if w.Kind != store.Affine {
		w, u = u, w
	}
	switch {
	case w == u:
		d.twice = true
	case w.Kind != store.Affine:
	case u.Kind != store.Affine:
		for k := range int64(2) {
			if x := k - int64(w.C); x%int64(w.A) == 0 {
				x /= int64(w.A)
				if inRange(x) && u.Of(int32(x)) == int32(k) {
					note(int32(x))
				}
			}
		}
	default:
		da, dc := int64(w.A)-int64(u.A), int64(u.C)-int64(w.C)
		if da != 0 && dc%da == 0 && inRange(dc/da) {
			note(int32(dc / da))
		}
	}
}

func inRange(x int64) bool { return -store.MaxValue <= x && x <= store.MaxValue }

func (d *distinct) Name() string        { return "all_different" }
func (d *distinct) Scope() []store.View { return d.xs }

func (d *distinct) Check(a []int32) bool {
	var buf [64]int32
	seen := buf[:0]
	for _, w := range d.xs {
		seen = append(seen, w.In(a))
	}
	return differ(seen)
}

// CheckPartial returns false as soon as two assigned views are equal.
func (d *distinct) CheckPartial(a []int32, assigned func(store.Var) bool) bool {
	var buf [64]int32
	seen := buf[:0]
	for _, w := range d.xs {
		if assigned(w.V) {
			seen = append(seen, w.In(a))
		}
	}
	return differ(seen)
}

// differ reports whether the values are distinct; it sorts them.
func differ(values []int32) bool {
	slices.Sort(values)
	for i := 1; i < len(values); i++ {
		if values[i] == values[i-1] {
			return false
		}
	}
	return true
}
