package flatzinc

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"

	"github.com/clewsolver/clew/internal/input"
)

// read reads a program as text or, if the first character is a brace, as JSON.
func read(r io.Reader, file string) (*program, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	for n := 1; n <= in.Size(); n++ {
		ahead, err := in.Peek(n)
		if err != nil || len(ahead) < n {
			break
		}
		switch c := ahead[n-1]; c {
		case ' ', '\t', '\r', '\n', 0xEF, 0xBB, 0xBF:
			continue
		case '{':
			return parseJSON(in, file)
		}
		break
	}
	return parse(in, file)
}

// jsonParser reads FlatZinc in JSON, item by item.
type jsonParser struct {
	*json.Decoder
	lines *lineCounter
	p     *program
	names map[string]elem
	err   error
}

// lineCounter notes where the lines of what is read through it begin.
type lineCounter struct {
	r      io.Reader
	offset int64
	starts []int64
}

func (l *lineCounter) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.starts = append(l.starts, l.offset+int64(i)+1)
		}
	}
	l.offset += int64(n)
	return n, err
}

// at returns the place of an offset. Columns are counted in bytes.
func (l *lineCounter) at(offset int64) place {
	line := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	start := int64(0)
	if line > 0 {
		start = l.starts[line-1]
	}
	return place{int32(line + 1), int32(offset - start + 1)}
}

// parseJSON reads FlatZinc in JSON (version 1.0; "FlatZinc JSON" in MiniZinc's
// manual); file names it in errors, which are *input.Error.
func parseJSON(r io.Reader, file string) (*program, error) {
	lines := &lineCounter{r: r}
	x := &jsonParser{json.NewDecoder(lines), lines, &program{file: file}, map[string]elem{}, nil}
	x.UseNumber()
	x.members(func(key string) {
		switch key {
		case "variables":
			x.members(x.variable)
		case "arrays":
			x.members(x.array)
		case "constraints":
			x.elements(x.constraint)
		case "output":
			x.elements(x.output)
		case "solve":
			x.solve()
		default:
			var skipped json.RawMessage
			x.decode(&skipped)
		}
	})
	if x.err == nil && !x.p.goal.given {
		x.fail(x.here(), "no member solve", "one")
	}
	if x.err == nil && x.More() {
		x.fail(x.here(), "more text", "the end of the input")
	}
	return x.p, x.err
}

func (x *jsonParser) here() place { return x.lines.at(x.InputOffset()) }

func (x *jsonParser) fail(at place, found, expected string) {
	if x.err == nil {
		x.err = &input.Error{File: x.p.file, Line: int(at.line), Col: int(at.col), Found: found, Expected: expected}
	}
}

// broken reports an error of the decoder.
func (x *jsonParser) broken(err error) {
	var syntax *json.SyntaxError
	var wrongType *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		x.fail(x.lines.at(max(syntax.Offset-1, 0)), "a mistake ("+syntax.Error()+")", "JSON")
	case errors.As(err, &wrongType):
		x.fail(x.here(), "a "+wrongType.Value+" as "+wrongType.Field, "FlatZinc JSON")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		x.fail(x.here(), "the end of the input", "more JSON")
	default:
		x.fail(x.here(), "a read error: "+err.Error(), "a readable file")
	}
}

func (x *jsonParser) decode(v any) bool {
	if x.err != nil {
		return false
	}
	if err := x.Decode(v); err != nil {
		x.broken(err)
	}
	return x.err == nil
}

// delim goes past a bracket or brace.
func (x *jsonParser) delim(want json.Delim) bool {
	if x.err != nil {
		return false
	}
	at := x.here()
	t, err := x.Token()
	switch {
	case err != nil:
		x.broken(err)
	case t != want:
		x.fail(at, fmt.Sprintf("%v", t), fmt.Sprintf("%q", want.String()))
	}
	return x.err == nil
}

// members calls f at the value of each member of an object.
func (x *jsonParser) members(f func(key string)) {
	if !x.delim('{') {
		return
	}
	for x.err == nil && x.More() {
		t, err := x.Token()
		if err != nil {
			x.broken(err)
			return
		}
		key, _ := t.(string)
		f(key)
	}
	x.delim('}')
}

// elements calls f at each element of an array.
func (x *jsonParser) elements(f func()) {
	if !x.delim('[') {
		return
	}
	for x.err == nil && x.More() {
		f()
	}
	x.delim(']')
}

func (x *jsonParser) declare(at place, name string, e elem) {
	if _, ok := x.names[name]; ok {
		x.fail(at, "a second declaration of "+input.Quote(name), "a new name")
	}
	x.names[name] = e
}

func (x *jsonParser) variable(name string) {
	at := x.here()
	var v struct {
		Type       string
		Domain     [][]json.Number
		Defined    bool
		Introduced bool
		RHS        any
	}
	if !x.decode(&v) {
		return
	}
	d := variable{name: name, at: at, defined: v.Defined || v.Introduced, domain: anyInt}
	switch v.Type {
	case "bool":
		d.boolean, d.domain = true, booleans
	case "int":
		if v.Domain != nil {
			d.domain = x.ranges(at, v.Domain)
		}
		if d.domain.empty() {
			x.p.impossible = true
			d.domain = span(0, 0)
		}
	case "float":
		x.fail(at, "a float variable", "integer and Boolean variables: clew does not solve for floats")
	default:
		x.fail(at, "a variable of type "+input.Quote(v.Type), "integer and Boolean variables")
	}
	if v.RHS != nil {
		d.value = x.value(at, v.RHS)
		want := varInt
		if d.boolean {
			want = varBool
		}
		if x.err == nil && !x.p.fits(d.value, want) {
			x.fail(at, x.p.describe(d.value), typeNames[want])
		}
	}
	x.p.vars = append(x.p.vars, d)
	x.declare(at, name, elem{kindVar, int64(len(x.p.vars) - 1)})
}

// ranges reads [[lo, hi], ...].
func (x *jsonParser) ranges(at place, ranges [][]json.Number) domain {
	if len(ranges) == 0 {
		return span(1, 0)
	}
	var values []int64
	for _, r := range ranges {
		if len(r) != 2 {
			x.fail(at, "a range of "+input.Plural(len(r), "number"), "[lo, hi]")
			return anyInt
		}
		lo, err := strconv.ParseInt(r[0].String(), 10, 64)
		hi, err2 := strconv.ParseInt(r[1].String(), 10, 64)
		if err != nil || err2 != nil {
			x.fail(at, fmt.Sprintf("the range %s..%s", r[0], r[1]), "integers of 64 bits")
			return anyInt
		}
		if len(ranges) == 1 {
			return span(lo, hi)
		}
		if d := span(lo, hi); d.size() > maxListed || len(values)+int(d.size()) > maxListed {
			x.fail(at, "a set with holes of too many values", fmt.Sprintf("at most %d", maxListed))
			return anyInt
		}
		for v := lo; v <= hi; v++ {
			values = append(values, v)
		}
	}
	return setOf(values)
}

// value reads a literal or a reference.
func (x *jsonParser) value(at place, v any) elem {
	switch v := v.(type) {
	case bool:
		return elem{kindBool, truthOf(v)}
	case json.Number:
		n, err := strconv.ParseInt(v.String(), 10, 64)
		switch {
		case err == nil:
			return elem{kindInt, n}
		case strings.ContainsAny(v.String(), ".eE"):
			return elem{kind: kindFloat}
		}
		x.fail(at, "the number "+v.String(), "an integer of 64 bits")
	case string:
		if e, ok := x.names[v]; ok {
			return e
		}
		x.fail(at, "the name "+input.Quote(v), "one that is declared")
	case []any:
		elements := make([]elem, len(v))
		for i, e := range v {
			if elements[i] = x.value(at, e); elements[i].kind == kindArray {
				x.fail(at, "an array in an array", "values")
			}
		}
		if x.err == nil {
			return x.p.addArray(elements)
		}
	case map[string]any:
		return x.object(at, v)
	default:
		x.fail(at, fmt.Sprintf("%v", v), "a value or a name")
	}
	return elem{}
}

// object reads {"set": ranges or values} or {"string": text}.
func (x *jsonParser) object(at place, v map[string]any) elem {
	if _, ok := v["string"]; ok {
		return elem{kind: kindString}
	}
	list, ok := v["set"].([]any)
	if !ok {
		x.fail(at, "an object", "a value, a name, a set or a string")
		return elem{}
	}
	var ranges [][]json.Number
	for _, part := range list {
		var r []json.Number
		bounds, ok := part.([]any)
		if !ok { // a single value
			bounds = []any{part, part}
		}
		for _, bound := range bounds {
			n, ok := bound.(json.Number)
			if !ok || strings.ContainsAny(n.String(), ".eE") {
				return elem{kind: kindFloat}
			}
			r = append(r, n)
		}
		ranges = append(ranges, r)
	}
	return x.p.addSet(x.ranges(at, ranges))
}

func (x *jsonParser) array(name string) {
	at := x.here()
	var a struct{ A []any }
	if x.decode(&a) {
		x.declare(at, name, x.value(at, a.A))
	}
}

func (x *jsonParser) constraint() {
	at := x.here()
	var c struct {
		ID   string
		Args []any
		Ann  []any
	}
	if !x.decode(&c) {
		return
	}
	b := lookup([]byte(c.ID))
	if b == nil {
		x.fail(at, "the constraint "+input.Quote(c.ID), expectedConstraint(c.ID))
		return
	}
	if b.shorter != nil && len(c.Args) == len(b.shorter.args) {
		b = b.shorter
	}
	if len(c.Args) != len(b.args) {
		x.fail(at, fmt.Sprintf("%s of %s", input.Plural(len(c.Args), "argument"), b.name), b.usage())
		return
	}
	i := item{what: b, at: at, first: len(x.p.args)}
	for k, v := range c.Args {
		e := x.value(at, v)
		if x.err == nil && !x.p.fits(e, b.args[k]) {
			x.fail(at, x.p.describe(e), fmt.Sprintf("%s as argument %d of %s", typeNames[b.args[k]], k+1, b.name))
		}
		x.p.args = append(x.p.args, arg{e, at})
	}
	for _, a := range c.Ann {
		if s := strengths[x.annotation(at, a).name]; s != strengthUnset {
			i.strength = s
		}
	}
	x.p.constraints = append(x.p.constraints, i)
}

func (x *jsonParser) output() {
	at := x.here()
	var name string
	if !x.decode(&name) {
		return
	}
	e, ok := x.names[name]
	switch {
	case !ok:
		x.fail(at, "the name "+input.Quote(name), "one that is declared")
	case e.kind == kindVar:
		x.p.outputs = append(x.p.outputs, output{name: name, is: e, boolean: x.p.vars[e.n].boolean})
	default:
		a := x.p.arrays[e.n]
		x.p.outputs = append(x.p.outputs, output{
			name: name, is: e, boolean: a.has&(hasBool|hasVarBool) != 0, dims: []domain{span(1, int64(a.n))},
		})
	}
}

func (x *jsonParser) solve() {
	at := x.here()
	var s struct {
		Method    string
		Objective any
		Ann       []any
	}
	if !x.decode(&s) {
		return
	}
	g := &x.p.goal
	g.at, g.given = at, true
	switch s.Method {
	case "satisfy":
	case "minimize", "maximize":
		g.optimize, g.maximize = true, s.Method == "maximize"
		if g.objective = x.value(at, s.Objective); x.err == nil && !x.p.fits(g.objective, varInt) && !x.p.fits(g.objective, varBool) {
			x.fail(at, x.p.describe(g.objective), "an integer variable")
		}
	default:
		x.fail(at, "the method "+input.Quote(s.Method), "satisfy, minimize or maximize")
	}
	for _, a := range s.Ann {
		g.annotations = append(g.annotations, x.annotation(at, a))
	}
}

// annotation reads a name or {"id": name, "args": [...]}.
func (x *jsonParser) annotation(at place, v any) annotation {
	a := annotation{at: at}
	switch v := v.(type) {
	case string:
		a.name = v
	case map[string]any:
		a.name, _ = v["id"].(string)
		args, _ := v["args"].([]any)
		for _, arg := range args {
			a.args = append(a.args, x.annotationArg(at, arg))
		}
	}
	return a
}

func (x *jsonParser) annotationArg(at place, v any) annotationArg {
	arg := annotationArg{at: at}
	switch v := v.(type) {
	case string:
		arg.name, arg.is = v, x.names[v]
	case []any:
		arg.list = []annotationArg{}
		for _, e := range v {
			arg.list = append(arg.list, x.annotationArg(at, e))
		}
	case map[string]any:
		if _, ok := v["id"]; ok {
			call := x.annotation(at, v)
			arg.call = &call
		} else {
			arg.is = x.value(at, v)
		}
	default:
		arg.is = x.value(at, v)
	}
	return arg
}
