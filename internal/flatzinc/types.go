package flatzinc

import "strings"

// argType is the type of an argument of a constraint.
type argType uint8

const (
	parInt argType = iota
	parBool
	parSet
	varInt
	varBool
	parInts
	parBools
	parSets
	varInts
	varBools
)

// argTypes are the types as the table of constraints writes them: small letters
// for variables (constants fit too), capitals for constants, * for arrays.
var argTypes = map[string]argType{
	"I": parInt, "B": parBool, "S": parSet, "i": varInt, "b": varBool,
	"*I": parInts, "*B": parBools, "*S": parSets, "*i": varInts, "*b": varBools,
}

var typeNames = [...]string{
	parInt: "an integer", parBool: "true or false", parSet: "a set of integers",
	varInt: "an integer or integer variable", varBool: "a Boolean or Boolean variable",
	parInts: "an array of integers", parBools: "an array of Booleans", parSets: "an array of sets of integers",
	varInts: "an array of integers or integer variables", varBools: "an array of Booleans or Boolean variables",
}

// signature reads types separated by blanks. It panics on a mistake.
func signature(text string) []argType {
	var types []argType
	for _, word := range strings.Fields(text) {
		t, ok := argTypes[word]
		if !ok {
			panic("flatzinc: no type is written " + word)
		}
		types = append(types, t)
	}
	return types
}

// fits reports whether e is of type t.
func (p *program) fits(e elem, t argType) bool {
	if e.kind == kindArray {
		has := p.arrays[e.n].has
		switch t {
		case parInts:
			return has&^hasInt == 0
		case parBools:
			return has&^hasBool == 0
		case parSets:
			return has&^hasSet == 0
		case varInts:
			return has&^(hasInt|hasVarInt) == 0
		case varBools:
			return has&^(hasBool|hasVarBool) == 0
		}
		return false
	}
	switch has := p.kindsOf(e); t {
	case parInt:
		return has == hasInt
	case parBool:
		return has == hasBool
	case parSet:
		return has == hasSet
	case varInt:
		return has == hasInt || has == hasVarInt
	case varBool:
		return has == hasBool || has == hasVarBool
	}
	return false
}
