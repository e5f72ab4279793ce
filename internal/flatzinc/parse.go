package flatzinc

import (
	"fmt"
	"io"
	"strings"

	"github.com/clewsolver/clew/internal/input"
)

// parser reads FlatZinc text item by item.
type parser struct {
	*lexer
	p       *program
	names   map[string]elem
	scratch []elem // of the array being read
}

// parse reads FlatZinc text; file names it in errors, which are *input.Error.
func parse(r io.Reader, file string) (*program, error) {
	x := &parser{lexer: newLexer(r, file), p: &program{file: file}, names: map[string]elem{}}
	for x.next(); x.tok != tokEOF; x.next() {
		x.item()
	}
	if x.err == nil && !x.p.goal.given {
		x.fail(x.at, "the end of the input", "a solve item")
	}
	return x.p, x.err
}

// wrong reports that the present token is not what was expected.
func (x *parser) wrong(expected string) {
	x.fail(x.at, x.describe(), expected)
}

// expect goes past the present token, which must be tok.
func (x *parser) expect(tok token, name string) {
	if x.tok != tok {
		x.wrong(name)
		return
	}
	x.next()
}

// isWord reports whether the present token is the given name.
func (x *parser) isWord(word string) bool { return x.tok == tokIdent && string(x.text) == word }

// item reads an item up to its semicolon, which is then the present token.
func (x *parser) item() {
	if x.tok != tokIdent {
		x.wrong("predicate, a declaration, constraint or solve")
		return
	}
	if x.p.goal.given {
		x.wrong("the end of the input after the solve item")
		return
	}
	switch string(x.text) {
	case "constraint":
		x.constraint()
	case "var":
		x.variable()
	case "array":
		x.array()
	case "predicate":
		for x.tok != ';' && x.tok != tokEOF {
			x.next()
		}
	case "solve":
		x.solve()
	case "bool", "int", "float", "set":
		x.parameter()
	default:
		x.wrong("predicate, a declaration, constraint or solve")
	}
	if x.tok != ';' {
		x.wrong(`";"`)
	}
}

// declare reads ":" and a name and makes the name free to be declared.
func (x *parser) declare() (name string, at place) {
	x.expect(':', `":"`)
	if x.tok != tokIdent {
		x.wrong("a name")
		return "", x.at
	}
	name, at = string(x.text), x.at
	if _, ok := x.names[name]; ok {
		x.fail(at, "a second declaration of "+input.Quote(name), "a new name")
	}
	x.next()
	return name, at
}

// parameter reads a parameter: type ":" name "=" value.
func (x *parser) parameter() {
	t := string(x.text)
	x.next()
	if t == "set" {
		x.setType()
	}
	name, _ := x.declare()
	x.skipAnnotations()
	x.expect('=', `"="`)
	at := x.at
	e := x.expression()
	if x.err != nil {
		return
	}
	ok := false
	switch t {
	case "bool":
		ok = e.kind == kindBool
	case "int":
		ok = e.kind == kindInt
	case "float":
		ok = e.kind == kindFloat || e.kind == kindInt
		e.kind = kindFloat
	case "set":
		ok = e.kind == kindSet || e.kind == kindFloat
	}
	if !ok {
		x.fail(at, x.p.describe(e), "a value of the type "+t)
		return
	}
	x.names[name] = e
}

// setType reads the "of int" of a parameter.
func (x *parser) setType() {
	if !x.isWord("of") {
		x.wrong("of")
		return
	}
	x.next()
	if x.tok == tokIdent && (string(x.text) == "int" || string(x.text) == "float") {
		x.next()
		return
	}
	x.domain()
}

// variable reads a declaration: var type ":" name annotations ["=" value].
func (x *parser) variable() {
	x.next()
	d, boolean := x.varType()
	v := variable{domain: d, boolean: boolean}
	v.name, v.at = x.declare()
	shown := false
	for x.annotated() {
		switch {
		case x.isWord("output_var"):
			shown = true
		case x.isWord("is_defined_var"), x.isWord("var_is_introduced"):
			v.defined = true
		}
		x.skipAnnotation()
	}
	if x.tok == '=' {
		x.next()
		at := x.at
		v.value = x.expression()
		want := varInt
		if boolean {
			want = varBool
		}
		if x.err == nil && !x.p.fits(v.value, want) {
			x.fail(at, x.p.describe(v.value), typeNames[want])
		}
	}
	if x.err != nil {
		return
	}
	e := elem{kindVar, int64(len(x.p.vars))}
	x.p.vars = append(x.p.vars, v)
	x.names[v.name] = e
	if shown {
		x.p.outputs = append(x.p.outputs, output{name: v.name, is: e, boolean: boolean})
	}
}

// noSets is what is expected in place of variables that are sets.
const noSets = `integer and Boolean variables: compile with clew's solver library, or one that includes "nosets.mzn"`

// varType reads the type of a variable, after var.
func (x *parser) varType() (d domain, boolean bool) {
	switch {
	case x.isWord("bool"):
		x.next()
		return booleans, true
	case x.isWord("int"):
		x.next()
		return anyInt, false
	case x.isWord("float"), x.tok == tokFloat:
		x.fail(x.at, "a float variable", "integer and Boolean variables: clew does not solve for floats")
	case x.isWord("set"):
		x.fail(x.at, "a set variable", noSets)
	case x.tok == tokInt || x.tok == '{':
		d = x.domain()
		if d.empty() {
			x.p.impossible = true
			d = span(0, 0)
		}
	default:
		x.wrong("bool, int or a set of integers")
	}
	return d, false
}

// domain reads lo..hi or {values}.
func (x *parser) domain() domain {
	at := x.at
	e := x.expression()
	if x.err != nil {
		return anyInt
	}
	if e.kind != kindSet {
		x.fail(at, x.p.describe(e), "a set of integers")
		return anyInt
	}
	return x.p.sets[e.n]
}

// array reads an array of parameters or variables: array "[" indices "]" of
// type ":" name annotations "=" value.
func (x *parser) array() {
	x.next()
	x.expect('[', `"["`)
	length := int64(-1)
	if x.isWord("int") {
		x.next()
	} else {
		at := x.at
		d := x.domain()
		if x.err == nil && !d.empty() && (d.lo != 1 || d.values != nil) {
			x.fail(at, "an index set that does not start at 1", "1..n")
		}
		length = d.size()
	}
	x.expect(']', `"]"`)
	if !x.isWord("of") {
		x.wrong("of")
		return
	}
	x.next()
	allowed, want, d := x.elementType(length)
	name, _ := x.declare()
	var dims []domain
	shown := false
	for x.annotated() {
		if x.isWord("output_array") {
			shown = true
			dims = x.outputDims()
			continue
		}
		x.skipAnnotation()
	}
	at := x.at
	var e elem
	if isVar := allowed&(hasVarInt|hasVarBool) != 0; isVar && x.tok == ';' && length >= 0 && x.err == nil {
		e = x.newVariables(name, at, length, d, allowed&hasVarBool != 0)
	} else {
		x.expect('=', `"="`)
		at = x.at
		e = x.expression()
	}
	if x.err != nil {
		return
	}
	if e.kind != kindArray {
		x.fail(at, x.p.describe(e), "an array")
		return
	}
	a := x.p.arrays[e.n]
	switch {
	case length >= 0 && int64(a.n) != length:
		x.fail(at, input.Plural(a.n, "element"), fmt.Sprintf("%d, as the index set says", length))
		return
	case a.has&^allowed != 0:
		x.fail(at, x.p.describe(e), want)
		return
	}
	x.within(e, d)
	x.names[name] = e
	if shown {
		x.showArray(name, e, dims, allowed&hasBool != 0, at)
	}
}

// newVariables declares the elements of an array without a value, as FlatZinc
// before MiniZinc 2 has them.
func (x *parser) newVariables(name string, at place, n int64, d domain, boolean bool) elem {
	if n > maxListed {
		x.fail(at, fmt.Sprintf("an array of %d variables", n), fmt.Sprintf("at most %d", maxListed))
		return elem{}
	}
	elements := make([]elem, n)
	if boolean {
		d = booleans
	}
	for i := range elements {
		elements[i] = elem{kindVar, int64(len(x.p.vars))}
		x.p.vars = append(x.p.vars, variable{name: fmt.Sprintf("%s[%d]", name, i+1), domain: d, at: at, boolean: boolean})
	}
	return x.p.addArray(elements)
}

// elementType reads the type of the elements of an array of this length (-1: not
// known): the kinds allowed, a name for them, and the domain that all of them
// must have.
func (x *parser) elementType(length int64) (allowed kinds, want string, d domain) {
	d = anyInt
	switch {
	case x.isWord("var"):
		x.next()
		if x.isWord("set") && length == 0 { // clew's library leaves such arrays as they are
			x.next()
			x.setType()
			return 0, noSets, d
		}
		var boolean bool
		if d, boolean = x.varType(); boolean {
			return hasBool | hasVarBool, typeNames[varBools], anyInt
		}
		return hasInt | hasVarInt, typeNames[varInts], d
	case x.isWord("bool"):
		x.next()
		return hasBool, typeNames[parBools], d
	case x.isWord("int"):
		x.next()
		return hasInt, typeNames[parInts], d
	case x.isWord("float"):
		x.next()
		return hasOther | hasInt, "an array of floats", d
	case x.isWord("set"):
		x.next()
		x.setType()
		return hasSet | hasOther, typeNames[parSets], d
	case x.tok == tokInt || x.tok == '{':
		x.domain()
		return hasInt, typeNames[parInts], d
	}
	x.wrong("var, bool, int, float or set")
	return 0, "", d
}

// within narrows the elements of an array to d.
func (x *parser) within(e elem, d domain) {
	if d.equal(&anyInt) {
		return
	}
	for _, e := range x.p.elements(e) {
		switch e.kind {
		case kindInt:
			x.p.impossible = x.p.impossible || !d.has(e.n)
		case kindVar:
			v := &x.p.vars[e.n]
			if v.domain.equal(&d) {
				continue
			}
			if m := v.domain.meet(d); m.empty() {
				x.p.impossible = true
			} else {
				v.domain = m
			}
		}
	}
}

// outputDims reads output_array([1..2, 0..3]).
func (x *parser) outputDims() []domain {
	x.next()
	x.expect('(', `"("`)
	x.expect('[', `"["`)
	var dims []domain
	for x.tok != ']' && x.err == nil {
		dims = append(dims, x.domain())
		if x.tok != ']' {
			x.expect(',', `"," or "]"`)
		}
	}
	x.expect(']', `"]"`)
	x.expect(')', `")"`)
	return dims
}

// showArray keeps an array to be printed.
func (x *parser) showArray(name string, e elem, dims []domain, boolean bool, at place) {
	n := int64(1)
	for i := range dims {
		if dims[i].values != nil {
			x.fail(at, "an index set with holes", "index sets lo..hi")
			return
		}
		if n *= dims[i].size(); n > maxToken<<20 {
			break
		}
	}
	if n != int64(x.p.arrays[e.n].n) || len(dims) == 0 {
		x.fail(at, input.Plural(x.p.arrays[e.n].n, "element"), fmt.Sprintf("%d, as output_array says", n))
		return
	}
	x.p.outputs = append(x.p.outputs, output{name: name, is: e, boolean: boolean, dims: dims})
}

// constraint reads: constraint name "(" arguments ")" annotations.
func (x *parser) constraint() {
	x.next()
	if x.tok != tokIdent {
		x.wrong("the name of a constraint")
		return
	}
	b := lookup(x.text)
	c := item{what: b, at: x.at, first: len(x.p.args)}
	if b == nil {
		x.fail(x.at, "the constraint "+input.Quote(string(x.text)), expectedConstraint(string(x.text)))
		return
	}
	x.next()
	x.expect('(', `"("`)
	for i := 0; x.tok != ')' && x.err == nil; i++ {
		if i == len(b.args) {
			x.fail(c.at, "more arguments of "+b.name, b.usage())
			return
		}
		at := x.at
		e := x.expression()
		if x.err == nil && !x.p.fits(e, b.args[i]) {
			x.fail(at, x.p.describe(e), fmt.Sprintf("%s as argument %d of %s", typeNames[b.args[i]], i+1, b.name))
			return
		}
		x.p.args = append(x.p.args, arg{e, at})
		if x.tok != ')' {
			x.expect(',', `"," or ")"`)
		}
	}
	n := len(x.p.args) - c.first
	if b.shorter != nil && n == len(b.shorter.args) {
		b, c.what = b.shorter, b.shorter
	}
	if n != len(b.args) && x.err == nil {
		x.fail(c.at, fmt.Sprintf("%s of %s", input.Plural(n, "argument"), b.name), b.usage())
		return
	}
	x.expect(')', `")"`)
	for x.annotated() {
		if s := strengths[string(x.text)]; s != strengthUnset {
			c.strength = s
		}
		x.skipAnnotation()
	}
	x.p.constraints = append(x.p.constraints, c)
}

// expectedConstraint says what is expected in place of an unknown constraint.
func expectedConstraint(name string) string {
	switch {
	case strings.HasPrefix(name, "float_"), strings.HasPrefix(name, "int2float"), strings.Contains(name, "_float"):
		return "constraints on integers and Booleans: clew does not solve for floats"
	case strings.HasPrefix(name, "set_"), strings.Contains(name, "_set_"):
		return `constraints on integers and Booleans: compile with clew's solver library, or one that includes "nosets.mzn"`
	}
	return "a FlatZinc builtin or a native constraint of clew"
}

// strengths are the annotations that ask for a strength.
var strengths = map[string]strength{
	"domain": byDomain, "domain_propagation": byDomain,
	"bounds": byBounds, "bounds_propagation": byBounds, "boundsZ": byBounds, "boundsR": byBounds, "boundsD": byBounds,
	"val": byValue, "value_propagation": byValue,
}

// solve reads: solve annotations satisfy | minimize x | maximize x.
func (x *parser) solve() {
	g := &x.p.goal
	g.at, g.given = x.at, true
	x.next()
	for x.annotated() {
		g.annotations = append(g.annotations, x.annotation())
	}
	switch {
	case x.isWord("satisfy"):
		x.next()
		return
	case x.isWord("maximize"):
		g.maximize = true
	case !x.isWord("minimize"):
		x.wrong("satisfy, minimize or maximize")
		return
	}
	g.optimize = true
	x.next()
	at := x.at
	e := x.expression()
	if x.err != nil {
		return
	}
	if !x.p.fits(e, varInt) && !x.p.fits(e, varBool) {
		x.fail(at, x.p.describe(e), "an integer variable")
	}
	g.objective = e
}

// expression reads a value: a literal or a declared name.
func (x *parser) expression() elem {
	switch x.tok {
	case tokInt:
		n := x.num
		x.next()
		if x.tok != tokDots {
			return elem{kindInt, n}
		}
		x.next()
		if x.tok != tokInt {
			x.wrong("an integer")
			return elem{}
		}
		hi := x.num
		x.next()
		return x.p.addSet(span(n, hi))
	case tokFloat:
		x.next()
		if x.tok == tokDots {
			x.next()
			x.next()
		}
		return elem{kind: kindFloat}
	case tokString:
		x.next()
		return elem{kind: kindString}
	case '{':
		return x.setLiteral()
	case '[':
		return x.arrayLiteral()
	case tokIdent:
		return x.reference()
	}
	x.wrong("a value or a name")
	return elem{}
}

func (x *parser) setLiteral() elem {
	x.next()
	var values []int64
	floats := false
	for x.tok != '}' && x.err == nil {
		switch x.tok {
		case tokInt:
			values = append(values, x.num)
		case tokFloat:
			floats = true
		default:
			x.wrong("an integer")
			return elem{}
		}
		x.next()
		if x.tok != '}' {
			x.expect(',', `"," or "}"`)
		}
	}
	x.expect('}', `"}"`)
	if floats {
		return elem{kind: kindFloat}
	}
	return x.p.addSet(setOf(values))
}

func (x *parser) arrayLiteral() elem {
	x.next()
	mark := len(x.scratch)
	for x.tok != ']' && x.err == nil {
		at := x.at
		if x.tok == '[' {
			x.fail(at, "an array in an array", "a value or a name of one")
			break
		}
		e := x.expression()
		if e.kind == kindArray {
			x.fail(at, "an array in an array", "a value or a name of one")
		}
		x.scratch = append(x.scratch, e)
		if x.tok != ']' {
			x.expect(',', `"," or "]"`)
		}
	}
	x.expect(']', `"]"`)
	elements := x.scratch[mark:]
	x.scratch = x.scratch[:mark]
	if x.err != nil {
		return elem{}
	}
	return x.p.addArray(elements)
}

// reference reads true, false, a declared name, or an element of an array.
func (x *parser) reference() elem {
	switch string(x.text) {
	case "true":
		x.next()
		return elem{kindBool, 1}
	case "false":
		x.next()
		return elem{kindBool, 0}
	}
	e, ok := x.names[string(x.text)]
	if !ok {
		x.fail(x.at, "the name "+input.Quote(string(x.text)), "one that is declared")
		return elem{}
	}
	x.next()
	if x.tok != '[' || e.kind != kindArray {
		return e
	}
	x.next()
	elements := x.p.elements(e)
	if x.tok != tokInt || x.num < 1 || x.num > int64(len(elements)) {
		x.wrong(fmt.Sprintf("an index in 1..%d", len(elements)))
		return elem{}
	}
	e = elements[x.num-1]
	x.next()
	x.expect(']', `"]"`)
	return e
}
