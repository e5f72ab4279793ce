package flatzinc

import (
	"context"
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// builder makes a clew.Model of a program, in three steps: simplify finds out
// what variables come to and which constraints that settles; then the roots
// that are left become variables; then the constraints that are left are
// posted.
type builder struct {
	roots
	ctx  context.Context // ends the building
	p    *program
	m    *clew.Model
	vars []clew.Var // of each root; made when first asked for
	made []bool
	err  error

	dependencies []dependency
	printed      []printed
}

// call is a constraint with its arguments.
type call struct {
	item
	args []arg
}

// fail notes a mistake at a place unless there is one already.
func (b *builder) fail(at place, found, expected string) {
	if b.err == nil {
		b.err = &input.Error{File: b.p.file, Line: int(at.line), Col: int(at.col), Found: found, Expected: expected}
	}
}

// newBuilder starts with the variables as declared.
func newBuilder(p *program) *builder {
	b := &builder{ctx: context.Background(), p: p, m: clew.NewModel(p.file)}
	b.impossible = p.impossible
	b.at = make([]root, len(p.vars))
	for i := range p.vars {
		b.at[i].domain = p.vars[i].domain
	}
	return b
}

// ref returns what e, an integer or Boolean, comes to.
func (b *builder) ref(e elem) ref {
	if e.kind == kindVar {
		return b.resolve(ref{form: affine, root: int32(e.n), a: 1})
	}
	return constant(e.n)
}

func (b *builder) refs(a elem) []ref {
	elements := b.p.elements(a)
	refs := make([]ref, len(elements))
	for i, e := range elements {
		refs[i] = b.ref(e)
	}
	return refs
}

// maxPasses bounds how often the constraints are gone through to be simplified.
const maxPasses = 4

// simplify goes through the constraints, as long as that settles something, and
// drops those that need not be posted.
func (b *builder) simplify() {
	for i := range b.p.vars {
		if v := &b.p.vars[i]; v.value.kind != kindNone && !b.unify(b.ref(elem{kindVar, int64(i)}), b.ref(v.value)) {
			// Only a variable and itself, or two that outputs tell apart, come here.
			b.fail(v.at, "a value that cannot be given to "+input.Quote(v.name), "another")
		}
	}
	for range maxPasses {
		changes := b.changes
		rest := b.p.constraints[:0]
		for i := range b.p.constraints {
			if c := b.call(&b.p.constraints[i]); b.impossible || b.err != nil || c.what.simplify == nil || !c.what.simplify(b, &c) {
				rest = append(rest, c.item)
			}
		}
		b.p.constraints = rest
		if b.changes == changes || b.impossible || b.err != nil {
			return
		}
	}
}

// call returns a constraint with its arguments. It is asked for before each thing
// that is done with one: here the context is looked at.
func (b *builder) call(c *item) call {
	if b.err == nil && b.ctx.Err() != nil {
		b.err = context.Cause(b.ctx)
	}
	return call{*c, b.p.args[c.first : c.first+len(c.what.args)]}
}

// build makes the model. The error is an *input.Error, or the model's own.
func (b *builder) build() error {
	for i := range b.p.outputs {
		b.markShown(b.p.outputs[i].is)
	}
	b.keepSearched()
	b.simplify()
	b.tighten()
	if b.impossible {
		b.m.Or()
	} else {
		b.assume()
	}
	if b.err != nil {
		return b.err
	}
	b.show()
	if !b.impossible {
		for i := range b.p.constraints {
			c := b.call(&b.p.constraints[i])
			if c.what.post(b, &c); b.err != nil {
				return b.err
			}
			if err := b.m.Err(); err != nil {
				return b.at1(c.at, err)
			}
		}
		b.search()
	}
	if b.p.goal.optimize {
		b.optimize()
	}
	if b.err != nil {
		return b.err
	}
	return b.m.Err()
}

// at1 puts the place of a constraint before an error of the model.
func (b *builder) at1(at place, err error) error {
	return fmt.Errorf("%s:%d:%d: %w", b.p.file, at.line, at.col, err)
}

// markShown notes the variables of an output.
func (b *builder) markShown(e elem) {
	switch e.kind {
	case kindVar:
		b.at[e.n].shown = true
	case kindArray:
		for _, e := range b.p.elements(e) {
			b.markShown(e)
		}
	}
}

func (b *builder) optimize() {
	x := b.view(&call{item: item{at: b.p.goal.at}}, b.ref(b.p.goal.objective))
	if b.p.goal.maximize {
		b.m.Maximize(x)
	} else {
		b.m.Minimize(x)
	}
}

// view returns r, which is resolved, as the model's variable or view. Where no
// answer is possible, values do not matter, and domains may have no bounds.
func (b *builder) view(c *call, r ref) clew.Var {
	if b.impossible {
		return b.m.Const(0)
	}
	switch r.form {
	case konst:
		if r.c > clew.MaxValue || r.c < -clew.MaxValue {
			b.fail(c.at, fmt.Sprintf("the value %d", r.c), fmt.Sprintf("values in -%d..%[1]d", clew.MaxValue))
			return b.m.Const(0)
		}
		return b.m.Const(int(r.c))
	case affine:
		x := b.variable(r.root)
		if r.a == -1 && r.c == 1 && b.at[r.root].domain.equal(&booleans) {
			return x.Not()
		}
		return x.Times(int(r.a)).Plus(int(r.c))
	case equal:
		return b.variable(r.root).Is(int(r.c))
	case unequal:
		return b.variable(r.root).IsNot(int(r.c))
	case atLeast:
		return b.variable(r.root).AtLeast(int(r.c))
	}
	return b.variable(r.root).AtMost(int(r.c))
}

func (b *builder) views(c *call, refs []ref) []clew.Var {
	xs := make([]clew.Var, len(refs))
	for i, r := range refs {
		xs[i] = b.view(c, r)
	}
	return xs
}

// variable returns the model's variable of root x.
func (b *builder) variable(x int32) clew.Var {
	if b.made == nil {
		b.vars, b.made = make([]clew.Var, len(b.at)), make([]bool, len(b.at))
	}
	if !b.made[x] {
		b.made[x] = true
		b.vars[x] = b.declare(x)
		if name := b.p.vars[x].name; !isIntroduced(name) {
			b.m.Label(b.vars[x], name)
		}
	}
	return b.vars[x]
}

// isIntroduced reports whether a variable has a name that a compiler made up.
func isIntroduced(name string) bool { return strings.HasPrefix(name, "X_INTRODUCED_") }

// declare adds root x, whose values fit, to the model.
func (b *builder) declare(x int32) clew.Var {
	d := b.at[x].domain
	if d.values == nil {
		return b.m.IntVar("", int(d.lo), int(d.hi))
	}
	values := make([]int, len(d.values))
	for i, v := range d.values {
		values[i] = int(v)
	}
	return b.m.IntVarOf("", values...)
}
