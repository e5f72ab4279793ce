package flatzinc

import (
	"fmt"
	"strings"

	"github.com/clewsolver/clew"
)

// builtin is a constraint of FlatZinc, or a native one of clew.
type builtin struct {
	name string
	args []argType
	// simplify makes the constraint hold and returns true, if that can be done
	// without one of the model. It may be nil.
	simplify func(b *builder, c *call) bool
	// post adds it to the model.
	post func(b *builder, c *call)

	// shorter is the constraint of the same name with fewer arguments, nil if
	// there is none.
	shorter *builtin
	// relate returns a linear comparison that is the constraint; nil for others.
	relate func(b *builder, c *call) relation
	// tighten narrows variables that are too wide; nil where nothing is known.
	tighten func(b *builder, c *call)
}

// builtins are all constraints, by name.
var builtins = map[string]*builtin{}

// usage says which arguments there are.
func (x *builtin) usage() string {
	types := make([]string, len(x.args))
	for i, t := range x.args {
		types[i] = typeNames[t]
	}
	return fmt.Sprintf("%d: %s", len(types), strings.Join(types, ", "))
}

func register(name, args string, simplify func(b *builder, c *call) bool, post func(b *builder, c *call)) {
	if builtins[name] != nil {
		panic("flatzinc: two constraints are called " + name)
	}
	builtins[name] = &builtin{name: name, args: signature(args), simplify: simplify, post: post}
}

// posted registers a constraint that is always posted.
func posted(name, args string, post func(b *builder, c *call)) { register(name, args, nil, post) }

// related registers a constraint that is a linear comparison, with its reified
// and half-reified forms.
func related(name, args string, relate func(b *builder, c *call) relation) {
	register(name, args,
		func(b *builder, c *call) bool { return b.simplifyRelation(relate(b, c)) },
		func(b *builder, c *call) { b.postRelation(c, relate(b, c)) })
	builtins[name].relate = relate
	register(name+"_reif", args+" b",
		func(b *builder, c *call) bool { return b.simplifyReified(relate(b, c), c.last(b)) },
		func(b *builder, c *call) { b.postReified(c, relate(b, c), c.last(b)) })
	register(name+"_imp", args+" b",
		func(b *builder, c *call) bool { return b.simplifyImplied(relate(b, c), c.last(b)) },
		func(b *builder, c *call) { b.postImplied(c, relate(b, c), c.last(b)) })
}

// stated registers a constraint with reified and half-reified forms. iff posts
// that the 0/1 variable holds is 1 exactly if the constraint holds. simplify, if
// not nil, is as in builtin and serves where it must hold.
func stated(name, args string, simplify func(b *builder, c *call) bool, post func(b *builder, c *call), iff func(b *builder, c *call, holds clew.Var)) {
	register(name, args, simplify, post)
	base := builtins[name]
	holds := func(b *builder, c *call) bool { // the reified form comes down to the plain one
		if l := c.last(b); !l.isConst() || l.c != 1 {
			return false
		}
		plain := call{c.item, c.args[:len(c.args)-1]}
		if plain.what = base; simplify != nil && simplify(b, &plain) {
			return true
		}
		c.what = base
		return false
	}
	register(name+"_reif", args+" b", holds, func(b *builder, c *call) {
		l := c.last(b)
		iff(b, c, b.view(c, l))
		b.determines([]ref{l}, c.inputs(b, len(c.args)-1))
	})
	register(name+"_imp", args+" b", func(b *builder, c *call) bool {
		if l := c.last(b); l.isConst() && l.c == 0 {
			return true
		}
		return holds(b, c)
	}, func(b *builder, c *call) {
		holds := b.m.BoolVar("")
		iff(b, c, holds)
		b.m.Or(b.view(c, c.last(b)).Not(), holds)
	})
}

// last returns the last argument.
func (c *call) last(b *builder) ref { return b.ref(c.args[len(c.args)-1].elem) }

func (c *call) ref(b *builder, i int) ref { return b.ref(c.args[i].elem) }

func (c *call) refs(b *builder, i int) []ref { return b.refs(c.args[i].elem) }

func (c *call) view(b *builder, i int) clew.Var { return b.view(c, c.ref(b, i)) }

func (c *call) views(b *builder, i int) []clew.Var { return b.views(c, c.refs(b, i)) }

func (c *call) int(i int) int64 { return c.args[i].n }

// ints returns an array of integers or Booleans.
func (c *call) ints(b *builder, i int) []int64 {
	elements := b.p.elements(c.args[i].elem)
	ns := make([]int64, len(elements))
	for i, e := range elements {
		ns[i] = e.n
	}
	return ns
}

func (c *call) set(b *builder, i int) *domain { return &b.p.sets[c.args[i].n] }

func (c *call) sets(b *builder, i int) []*domain {
	elements := b.p.elements(c.args[i].elem)
	ds := make([]*domain, len(elements))
	for i, e := range elements {
		ds[i] = &b.p.sets[e.n]
	}
	return ds
}

// inputs returns the variables among the first n arguments.
func (c *call) inputs(b *builder, n int) []ref {
	var refs []ref
	for _, a := range c.args[:n] {
		switch {
		case a.kind == kindVar:
			refs = append(refs, b.ref(a.elem))
		case a.kind == kindArray && b.p.arrays[a.n].has&(hasVarInt|hasVarBool) != 0:
			refs = append(refs, b.refs(a.elem)...)
		}
	}
	return refs
}

// simplifyReified makes l the truth of rel, if that needs no constraint.
func (b *builder) simplifyReified(rel relation, l ref) bool {
	if truth, ok := b.literal(rel); ok {
		return b.unify(truth, l)
	}
	if !l.isConst() {
		return false
	}
	if l.c == 0 {
		rel = rel.negated()
	}
	return b.simplifyRelation(rel)
}

// simplifyImplied makes l imply rel, if that needs no constraint.
func (b *builder) simplifyImplied(rel relation, l ref) bool {
	if l.isConst() {
		return l.c == 0 || b.simplifyRelation(rel)
	}
	truth, ok := b.literal(rel)
	if !ok || !truth.isConst() {
		return false
	}
	return truth.c == 1 || b.assign(l, 0)
}

func (b *builder) postReified(c *call, rel relation, l ref) {
	if l.isConst() {
		if l.c == 0 {
			rel = rel.negated()
		}
		b.postRelation(c, rel)
		return
	}
	coefs, xs, rhs := b.linear(c, rel)
	b.m.LinearIff(b.view(c, l), coefs, xs, rel.op, rhs)
	b.determines([]ref{l}, rel.refs())
}

func (b *builder) postImplied(c *call, rel relation, l ref) {
	switch {
	case l.isConst() && l.c == 1:
		b.postRelation(c, rel)
	case !l.isConst():
		coefs, xs, rhs := b.linear(c, rel)
		b.m.LinearIf(b.view(c, l), coefs, xs, rel.op, rhs)
	}
}
