package xcsp3

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// reader reads one instance.
type reader struct {
	ctx context.Context // ends the reading
	*source
	*builder
	vars     map[string]*variable // those that are no cells
	arrays   map[string]*array
	declared []declaration
	domains  map[string]ranges // by the id of the element that has it
	texts    map[string]ranges // by the text that describes it
	symbols  map[string]int    // the numbers that stand for the values of symbolic variables
	names    []string          // the symbols by number
	symbolic bool              // the variables being declared are
	count    int               // variables declared
	marking  bool              // variables that are read are part of the answers
	current  *element          // the constraint being read, for errors
	decision []*variable       // to be branched on first
	goal     int               // 1 to minimize, -1 to maximize, else 0
	cost     *expr             // the objective
}

// Read reads an instance of XCSP3-core. The name of the file appears in errors
// and as the name of the problem. An error is an *input.Error, or Is
// ErrUnsupported.
func Read(in io.Reader, file string) (inst *Instance, err error) {
	return ReadContext(context.Background(), in, file)
}

// ReadContext is Read, which gives up when ctx ends: a small text can stand for a
// very large instance. The error is then the cause.
func ReadContext(ctx context.Context, in io.Reader, file string) (inst *Instance, err error) {
	r := &reader{
		ctx:    ctx,
		source: newSource(in, file),
		vars:   map[string]*variable{}, arrays: map[string]*array{},
		domains: map[string]ranges{}, texts: map[string]ranges{}, symbols: map[string]int{},
	}
	r.builder = newBuilder(clew.NewModel(file), func(what string) {
		at := place{}
		if r.current != nil {
			at = r.current.at
		}
		r.unsupportedAt(at, what)
	})
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			inst, err = nil, p.err
		default:
			panic(p)
		}
	}()
	r.instance()
	if err := r.m.Err(); err != nil {
		return nil, err
	}
	return r.finish(), nil
}

// poll gives up when the context has ended.
func (r *reader) poll() {
	if r.ctx.Err() != nil {
		panic(failure{context.Cause(r.ctx)})
	}
}

func newBuilder(m *clew.Model, nope func(what string)) *builder {
	return &builder{
		m: m, nope: nope,
		ints: map[string]number{}, truths: map[string]clew.Var{}, ids: map[clew.Var]int{},
		tables: map[string][][]int{},
	}
}

// instance reads the whole input.
func (r *reader) instance() {
	start, at := r.root()
	if name := start.Name.Local; name != "instance" {
		r.failAt(at, "<"+name+">", "<instance>")
	}
	kind := ""
	for _, a := range start.Attr {
		switch value := strings.TrimSpace(a.Value); a.Name.Local {
		case "format":
			if value != "XCSP3" {
				r.failAt(at, "format="+input.Quote(value), `format="XCSP3"`)
			}
		case "type":
			if kind = value; kind != "CSP" && kind != "COP" {
				r.unsupportedAt(at, "an instance of type "+input.Quote(kind))
			}
		}
	}
	seen := map[string]bool{}
	for {
		start, at, ok := r.next("instance")
		if !ok {
			break
		}
		name := start.Name.Local
		if seen[name] {
			r.failAt(at, "a second <"+name+">", "one")
		}
		seen[name] = true
		r.marking = name != "annotations"
		switch name {
		case "variables":
			r.variables()
		case "constraints":
			r.constraints("constraints")
		case "objectives":
			r.objectives()
		case "annotations":
			r.annotations()
		default:
			r.failAt(at, "<"+name+">", "<variables>, <constraints>, <objectives> or <annotations>")
		}
	}
	if t, at := r.token(); t != nil {
		if text, ok := t.(xml.CharData); !ok || strings.TrimSpace(string(text)) != "" {
			r.failAt(at, "more after </instance>", "the end of the input")
		}
	}
}

// root returns the first start tag.
func (r *reader) root() (xml.StartElement, place) {
	// The decoder would take what is no XML at all for text, up to the first
	// character that it does not like.
	if b, _ := r.in.Peek(1); len(b) == 1 && strings.IndexByte("<\xef \t\r\n", b[0]) < 0 { // 0xEF begins a byte order mark
		found := fmt.Sprintf("the byte 0x%02X", b[0])
		if b[0] >= ' ' && b[0] < 0x7f {
			found = input.Quote(string(b))
		}
		r.failAt(place{1, 1}, found, "<instance>")
	}
	for {
		t, at := r.token()
		switch t := t.(type) {
		case nil:
			r.failAt(at, "the end of the input", "<instance>")
		case xml.StartElement:
			return t, at
		case xml.CharData:
			if text := strings.TrimSpace(string(t)); text != "" && text != "\ufeff" {
				r.failAt(at, input.Quote(text), "<instance>")
			}
		}
	}
}

// constraints reads the constraints inside of an element, one by one.
func (r *reader) constraints(inside string) {
	for {
		start, at, ok := r.next(inside)
		if !ok {
			return
		}
		switch start.Name.Local {
		case "block":
			r.constraints("block")
		case "group":
			r.group(start, at)
		default:
			r.constraint(r.element(start, at), nil)
		}
	}
}

// group reads a template and posts it for each list of arguments.
func (r *reader) group(_ xml.StartElement, at place) {
	var template *element
	most := -1
	for n := 0; ; n++ {
		start, childAt, ok := r.next("group")
		if !ok {
			if template == nil {
				r.failAt(at, "an empty <group>", "a constraint and <args>")
			}
			return
		}
		switch {
		case n == 0:
			template = r.element(start, childAt)
			most = template.mostParameter()
			continue
		case start.Name.Local != "args":
			r.failAt(childAt, "<"+start.Name.Local+">", "<args> or </group>")
		}
		e := r.element(start, childAt)
		r.current = e
		given := r.scan(e, nil).list()
		r.constraint(template, &arguments{given, most + 1})
	}
}

// mostParameter returns the largest number of a parameter in a template, -1 if
// there is none.
func (e *element) mostParameter() int {
	most := -1
	for rest := e.text; ; {
		i := strings.IndexByte(rest, '%')
		if i < 0 {
			break
		}
		rest = rest[i+1:]
		n := 0
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if k, err := strconv.Atoi(rest[:n]); err == nil {
			most = max(most, k)
		}
	}
	for _, c := range e.children {
		most = max(most, c.mostParameter())
	}
	return most
}

// constraint posts one constraint.
func (r *reader) constraint(e *element, args *arguments) {
	r.poll()
	if args == nil {
		r.current = e
	}
	for _, a := range e.attrs {
		switch a.Name.Local {
		case "reifiedBy", "hreifiedFrom", "hreifiedTo":
			r.unsupportedAt(e.at, fmt.Sprintf("a reified <%s>", e.name))
		case "type":
			if a.Value == "soft" {
				r.unsupportedAt(e.at, fmt.Sprintf("a soft <%s>", e.name))
			}
		}
	}
	post, ok := kinds[e.name]
	if !ok {
		r.unsupportedAt(e.at, "<"+e.name+">")
	}
	post(&call{r, e, args})
	if err := r.m.Err(); err != nil { // numbers that the model cannot hold
		r.unsupportedAt(r.current.at, err.Error())
	}
}

// kinds are the constraints that can be read.
var kinds map[string]func(c *call)

func init() { // not a literal: slide refers to it
	kinds = map[string]func(c *call){
		"intension": (*call).intension, "extension": (*call).extension,
		"regular": (*call).regular, "mdd": (*call).mdd,
		"allDifferent": (*call).allDifferent, "allEqual": (*call).allEqual,
		"ordered": (*call).ordered, "lex": (*call).lex, "precedence": (*call).precedence,
		"sum": (*call).sum, "count": (*call).count, "nValues": (*call).nValues, "cardinality": (*call).cardinality,
		"maximum": (*call).extremum, "minimum": (*call).extremum,
		"maximumArg": (*call).extremumArg, "minimumArg": (*call).extremumArg,
		"element": (*call).element, "channel": (*call).channel,
		"noOverlap": (*call).noOverlap, "cumulative": (*call).cumulative,
		"binPacking": (*call).binPacking, "knapsack": (*call).knapsack,
		"flow": (*call).flow, "circuit": (*call).circuit, "instantiation": (*call).instantiation, "clause": (*call).clause,
		"slide": (*call).slide,
	}
}

// call is a constraint to be posted: an element and what its parameters stand
// for.
type call struct {
	*reader
	e    *element
	args *arguments
}

// only requires that the constraint has no children but those named.
func (c *call) only(names ...string) {
	for _, child := range c.e.children {
		known := false
		for _, n := range names {
			known = known || child.name == n
		}
		if !known {
			c.failAt(child.at, "<"+child.name+">", "<"+strings.Join(names, ">, <")+fmt.Sprintf("> or </%s>", c.e.name))
		}
	}
}

// need returns the child with the name, which must be there once.
func (c *call) need(name string) *element {
	all := c.e.all(name)
	if len(all) != 1 {
		c.failAt(c.e.at, fmt.Sprintf("<%s> with %d times <%s>", c.e.name, len(all), name), "one")
	}
	return all[0]
}

// list returns the items of a child, which must be there.
func (c *call) list(name string) []*expr { return c.itemsOf(c.need(name)) }

func (c *call) itemsOf(e *element) []*expr { return c.scan(e, c.args).list() }

// main returns the items of <list>, or those of the constraint itself if it has
// no children.
func (c *call) main() []*expr {
	if len(c.e.children) == 0 {
		return c.itemsOf(c.e)
	}
	return c.list("list")
}

// integers returns the integers in a child, which must be there.
func (c *call) integers(name string) []int { return c.scan(c.need(name), c.args).integers() }

// same requires lists of one length.
func (c *call) same(what string, n, m int) {
	if n != m {
		c.failAt(c.e.at, fmt.Sprintf("%d %s", m, what), strconv.Itoa(n))
	}
}

// intAttr returns an attribute of an element that is an integer, or the default.
func (r *reader) intAttr(e *element, name string, def int) int {
	text, ok := e.attr(name)
	if !ok {
		return def
	}
	v, err := strconv.Atoi(text)
	if err != nil || v < -clew.MaxValue || v > clew.MaxValue {
		r.failAt(e.at, name+"="+input.Quote(text), "an integer")
	}
	return v
}

// boolAttr returns an attribute of an element that is true or false.
func (r *reader) boolAttr(e *element, name string, def bool) bool {
	switch text, ok := e.attr(name); {
	case !ok:
		return def
	case text == "true":
		return true
	case text != "false":
		r.failAt(e.at, name+"="+input.Quote(text), "true or false")
	}
	return false
}

// vars returns a variable or view for each expression.
func (c *call) views(es []*expr) []clew.Var {
	vs := make([]clew.Var, len(es))
	for i, e := range es {
		vs[i] = c.number(c.form(e)).v
	}
	return vs
}

// allConst reports whether all expressions are constants.
func allConst(es []*expr) bool {
	for _, e := range es {
		if e.op != opConst {
			return false
		}
	}
	return true
}

func constants(es []*expr) []int {
	ks := make([]int, len(es))
	for i, e := range es {
		ks[i] = e.k
	}
	return ks
}

// skip reads over the annotations but for the decision variables.
func (r *reader) annotations() {
	for {
		start, at, ok := r.next("annotations")
		if !ok {
			return
		}
		if start.Name.Local != "decision" {
			r.skip()
			continue
		}
		e := r.element(start, at)
		r.current = e
		for _, x := range r.scan(e, nil).list() {
			if x.op != opVar {
				r.failAt(at, "<decision> with more than variables", "variables")
			}
			r.decision = append(r.decision, x.v)
		}
	}
}
