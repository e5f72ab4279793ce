package flatzinc

import (
	"fmt"
	"math"
	"slices"
)

// program is a FlatZinc model as read: names are resolved and types checked,
// nothing is interpreted yet. Arrays and arguments lie one after the other in
// elems and args, so that a large model is a few large slices.
type program struct {
	file        string
	vars        []variable
	sets        []domain
	arrays      []array
	elems       []elem
	args        []arg
	constraints []item
	outputs     []output
	goal        goal
	notes       []string // what was read but has no effect
	impossible  bool     // a declaration cannot hold
}

// kind says what an elem is.
type kind uint8

const (
	kindNone   kind = iota
	kindInt         // n is the number
	kindBool        // n is 0 or 1
	kindFloat       // its value is not kept
	kindString      // its text is not kept
	kindSet         // n is an index of sets
	kindVar         // n is an index of vars
	kindArray       // n is an index of arrays
)

// elem is a value, or a reference to what was declared.
type elem struct {
	kind kind
	n    int64
}

// arg is an argument of a constraint.
type arg struct {
	elem
	at place
}

// variable is a variable as declared.
type variable struct {
	name    string
	domain  domain
	at      place
	boolean bool
	defined bool // annotated is_defined_var or var_is_introduced
	value   elem // of "= expression"; kindNone if there is none
}

// domain is a set of integers: lo..hi, or values, ascending, between lo and hi.
// The constants unboundedLo and unboundedHi stand for no bound.
type domain struct {
	lo, hi int64
	values []int64
}

const (
	unboundedLo = math.MinInt64
	unboundedHi = math.MaxInt64
)

var (
	anyInt   = domain{lo: unboundedLo, hi: unboundedHi}
	booleans = domain{lo: 0, hi: 1}
)

// span is lo..hi.
func span(lo, hi int64) domain { return domain{lo: lo, hi: hi} }

// setOf returns the domain of the given values, in any order; it keeps them.
func setOf(values []int64) domain {
	if len(values) == 0 {
		return span(1, 0)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	lo, hi := values[0], values[len(values)-1]
	if uint64(hi-lo) == uint64(len(values)-1) {
		return span(lo, hi)
	}
	return domain{lo, hi, values}
}

func (d *domain) empty() bool { return d.lo > d.hi }
func (d *domain) fixed() bool { return d.lo == d.hi }
func (d *domain) has(v int64) bool {
	if v < d.lo || v > d.hi {
		return false
	}
	if d.values == nil {
		return true
	}
	_, ok := slices.BinarySearch(d.values, v)
	return ok
}

// meet returns the values that a and b share.
func (a domain) meet(b domain) domain {
	lo, hi := max(a.lo, b.lo), min(a.hi, b.hi)
	if a.values == nil && b.values == nil || lo > hi {
		return span(lo, hi)
	}
	if a.values == nil || b.values != nil && len(b.values) < len(a.values) {
		a, b = b, a
	}
	var both []int64
	for _, v := range a.values {
		if v >= lo && v <= hi && b.has(v) {
			both = append(both, v)
		}
	}
	return setOf(both)
}

// equal reports whether a and b have the same values.
func (a *domain) equal(b *domain) bool {
	return a.empty() && b.empty() || a.lo == b.lo && a.hi == b.hi && slices.Equal(a.values, b.values)
}

// each calls f with the values of d, which is bounded, ascending.
func (d *domain) each(f func(v int64)) {
	if d.values != nil {
		for _, v := range d.values {
			f(v)
		}
		return
	}
	for v := d.lo; v <= d.hi; v++ {
		f(v)
	}
}

// size returns the number of values, the largest int64 if there are more.
func (d *domain) size() int64 {
	switch {
	case d.empty():
		return 0
	case d.values != nil:
		return int64(len(d.values))
	case uint64(d.hi-d.lo) >= math.MaxInt64:
		return math.MaxInt64
	}
	return d.hi - d.lo + 1
}

// array is a slice of elems and the kinds that occur in it.
type array struct {
	first, n int
	has      kinds
}

// kinds is a set of kinds of elements.
type kinds uint8

const (
	hasInt kinds = 1 << iota
	hasBool
	hasSet
	hasVarInt
	hasVarBool
	hasOther
)

func (p *program) kindsOf(e elem) kinds {
	switch e.kind {
	case kindInt:
		return hasInt
	case kindBool:
		return hasBool
	case kindSet:
		return hasSet
	case kindVar:
		if p.vars[e.n].boolean {
			return hasVarBool
		}
		return hasVarInt
	}
	return hasOther
}

// elements returns what an array holds.
func (p *program) elements(a elem) []elem {
	x := p.arrays[a.n]
	return p.elems[x.first : x.first+x.n : x.first+x.n]
}

// addArray keeps elements as an array.
func (p *program) addArray(elements []elem) elem {
	a := array{first: len(p.elems), n: len(elements)}
	for _, e := range elements {
		a.has |= p.kindsOf(e)
	}
	p.elems = append(p.elems, elements...)
	p.arrays = append(p.arrays, a)
	return elem{kindArray, int64(len(p.arrays) - 1)}
}

func (p *program) addSet(d domain) elem {
	p.sets = append(p.sets, d)
	return elem{kindSet, int64(len(p.sets) - 1)}
}

// item is a constraint.
type item struct {
	what     *builtin
	at       place
	first    int // of its arguments
	strength strength
}

// strength is what a constraint's annotations ask for.
type strength uint8

const (
	strengthUnset strength = iota
	byValue
	byBounds
	byDomain
)

// output is a variable or array to be printed.
type output struct {
	name    string
	is      elem
	boolean bool
	dims    []domain // index sets of an array; nil for a variable
}

// goal is the solve item.
type goal struct {
	at          place
	given       bool
	optimize    bool
	maximize    bool
	objective   elem
	annotations []annotation
}

// annotation is a name with arguments, as int_search(x, first_fail).
type annotation struct {
	name string
	args []annotationArg
	at   place
}

// annotationArg is an argument of an annotation: a name, a list, a value or an
// annotation with arguments of its own.
type annotationArg struct {
	name string // if it is a name
	is   elem   // if it is a value, or a name that was declared
	list []annotationArg
	call *annotation
	at   place
}

// describe says what e is, for errors.
func (p *program) describe(e elem) string {
	switch e.kind {
	case kindInt:
		return fmt.Sprintf("the integer %d", e.n)
	case kindBool:
		return [...]string{"false", "true"}[e.n]
	case kindFloat:
		return "a float"
	case kindString:
		return "a string"
	case kindSet:
		return "a set of integers"
	case kindVar:
		if p.vars[e.n].boolean {
			return "the Boolean variable " + p.vars[e.n].name
		}
		return "the integer variable " + p.vars[e.n].name
	case kindArray:
		return "an array" + p.arrays[e.n].has.String()
	}
	return "nothing"
}

// String names the kinds, as " of integers".
func (k kinds) String() string {
	switch {
	case k == 0:
		return " without elements"
	case k&hasOther != 0:
		return " of other things than integers and Booleans"
	case k&(hasInt|hasVarInt) != 0 && k&^(hasInt|hasVarInt) == 0:
		if k&hasVarInt != 0 {
			return " of integer variables"
		}
		return " of integers"
	case k&(hasBool|hasVarBool) != 0 && k&^(hasBool|hasVarBool) == 0:
		if k&hasVarBool != 0 {
			return " of Boolean variables"
		}
		return " of Booleans"
	case k == hasSet:
		return " of sets"
	}
	return " of mixed types"
}
