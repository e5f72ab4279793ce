package xcsp3

import (
	"fmt"

	"github.com/clewsolver/clew"
)

// builder turns expressions into variables and constraints of a model. Helper
// variables are hidden, and each is a function of the variables of the
// expression, so that none multiplies answers or asks for a search of its own.
// Equal expressions share one helper.
type builder struct {
	m      *clew.Model
	ints   map[string]number   // helpers of integer expressions
	truths map[string]clew.Var // helpers of statements
	ids    map[clew.Var]int    // names of variables in keys
	tables map[string][][]int  // tuples of expressions, by their form and domains
	nope   func(what string)   // gives up: what is not supported
}

// number is a variable or a view of one, and its bounds.
type number struct {
	v      clew.Var
	lo, hi int
}

// term is a coefficient and what it multiplies.
type term struct {
	a int
	x number
}

// linear is a sum of terms and a constant. No variable occurs twice and no
// coefficient is 0.
type linear struct {
	terms []term
	c     int
}

// maxNumber bounds the numbers that sums and products of constants may reach.
const maxNumber = 1 << 60

// beyond gives up on numbers that leave the range of the model.
func (b *builder) beyond(what string) {
	b.nope(fmt.Sprintf("%s, beyond the range of numbers, -%d..%[2]d", what, clew.MaxValue))
}

// id returns a number that stands for v in keys.
func (b *builder) id(v clew.Var) int {
	n, ok := b.ids[v]
	if !ok {
		n = len(b.ids)
		b.ids[v] = n
	}
	return n
}

// times returns x * y; what leaves the range of numbers is not supported.
func (b *builder) times(x, y int) int {
	if x != 0 && y != 0 && float64(x)*float64(y) > maxNumber || float64(x)*float64(y) < -maxNumber {
		b.beyond(fmt.Sprintf("the product of %d and %d", x, y))
	}
	return x * y
}

// plus returns x + y, both within the range of numbers.
func (b *builder) plus(x, y int) int {
	if z := x + y; -maxNumber <= z && z <= maxNumber {
		return z
	}
	b.beyond(fmt.Sprintf("the sum of %d and %d", x, y))
	return 0
}

// add adds a times the form g to f.
func (b *builder) add(f *linear, a int, g linear) {
	f.c = b.plus(f.c, b.times(a, g.c))
next:
	for _, t := range g.terms {
		t.a = b.times(a, t.a)
		for i := range f.terms {
			if f.terms[i].x.v != t.x.v {
				continue
			}
			if f.terms[i].a = b.plus(f.terms[i].a, t.a); f.terms[i].a == 0 {
				f.terms = append(f.terms[:i], f.terms[i+1:]...)
			}
			continue next
		}
		if t.a != 0 {
			f.terms = append(f.terms, t)
		}
	}
}

// bounds returns the least and the largest value of f.
func (b *builder) bounds(f linear) (lo, hi int) {
	lo, hi = f.c, f.c
	for _, t := range f.terms {
		x, y := b.times(t.a, t.x.lo), b.times(t.a, t.x.hi)
		lo, hi = b.plus(lo, min(x, y)), b.plus(hi, max(x, y))
	}
	return lo, hi
}

func (f linear) isConst() bool { return len(f.terms) == 0 }

// isView reports whether f is a variable or a view of one.
func (f linear) isView() bool { return len(f.terms) == 1 }

func constantForm(c int) linear { return linear{c: c} }

func formOf(x number) linear {
	if x.lo == x.hi {
		return constantForm(x.lo)
	}
	return linear{terms: []term{{1, x}}}
}

// form returns e, an integer expression or a statement worth 0 or 1, as a
// linear form.
func (b *builder) form(e *expr) linear {
	var f linear
	switch e.op {
	case opConst:
		return constantForm(e.k)
	case opVar:
		return formOf(number{e.v.v, e.v.domain.lo(), e.v.domain.hi()})
	case opNeg:
		b.add(&f, -1, b.form(e.args[0]))
		return f
	case opAdd:
		b.sum(&f, e.args, 1)
		return f
	case opSub:
		b.add(&f, 1, b.form(e.args[0]))
		b.add(&f, -1, b.form(e.args[1]))
		return f
	case opMul:
		return b.product(e.args)
	case opRange, opSet:
		b.nope("a set where a number is expected")
	}
	return formOf(b.helper(e))
}

// sum adds the forms of the arguments to f. Long sums go through a map, so that
// they take linear time.
func (b *builder) sum(f *linear, args []*expr, a int) {
	if len(args) < 32 {
		for _, x := range args {
			b.add(f, a, b.form(x))
		}
		return
	}
	coefs := make([]int, len(args))
	for i := range coefs {
		coefs[i] = a
	}
	b.add(f, 1, b.weighted(coefs, args))
}

// weighted returns the sum of the expressions times the coefficients.
func (b *builder) weighted(coefs []int, args []*expr) linear {
	var f linear
	at := make(map[clew.Var]int, len(args))
	for i, e := range args {
		g := b.form(e)
		f.c = b.plus(f.c, b.times(coefs[i], g.c))
		for _, t := range g.terms {
			t.a = b.times(coefs[i], t.a)
			if j, ok := at[t.x.v]; ok {
				f.terms[j].a = b.plus(f.terms[j].a, t.a)
				continue
			}
			at[t.x.v] = len(f.terms)
			f.terms = append(f.terms, t)
		}
	}
	kept := f.terms[:0]
	for _, t := range f.terms {
		if t.a != 0 {
			kept = append(kept, t)
		}
	}
	f.terms = kept
	return f
}

// product returns the product of the arguments. Constants become coefficients;
// of several other factors the partial products are helpers.
func (b *builder) product(args []*expr) linear {
	k := 1
	var rest []linear
	for _, e := range args {
		if f := b.form(e); f.isConst() {
			k = b.times(k, f.c)
		} else {
			rest = append(rest, f)
		}
	}
	var out linear
	switch {
	case len(rest) == 0 || k == 0:
		out.c = k
		return out
	case len(rest) == 1:
		b.add(&out, k, rest[0])
		return out
	}
	x := b.number(rest[0])
	for _, f := range rest[1:] {
		x = b.multiplied(x, b.number(f))
	}
	b.add(&out, k, formOf(x))
	return out
}

// multiplied returns a helper equal to x * y.
func (b *builder) multiplied(x, y number) number {
	lo, hi := b.corners(x, y)
	return b.shared(fmt.Sprintf("times %d %d", b.id(x.v), b.id(y.v)), lo, hi, func(z clew.Var) {
		b.isProduct(x, y, z)
	})
}

// isProduct states that z is x * y. Of truth values that is a conjunction.
func (b *builder) isProduct(x, y number, z clew.Var) {
	if x.lo < 0 || x.hi > 1 || y.lo < 0 || y.hi > 1 {
		b.m.Times(x.v, y.v, z)
		return
	}
	one := z.Is(1)
	b.m.Or(one.Not(), x.v)
	b.m.Or(one.Not(), y.v)
	b.m.Or(one, x.v.Not(), y.v.Not())
	b.m.Linear([]int{1}, []clew.Var{z}, clew.LE, 1)
	b.m.Linear([]int{1}, []clew.Var{z}, clew.GE, 0)
}

// corners returns the bounds of x * y.
func (b *builder) corners(x, y number) (lo, hi int) {
	p, q, r, s := b.times(x.lo, y.lo), b.times(x.lo, y.hi), b.times(x.hi, y.lo), b.times(x.hi, y.hi)
	lo, hi = min(p, q, r, s), max(p, q, r, s)
	if x.v == y.v {
		lo = max(lo, 0)
	}
	return lo, hi
}

// shared returns the helper kept under key, or a new one that post defines.
func (b *builder) shared(key string, lo, hi int, post func(z clew.Var)) number {
	if x, ok := b.ints[key]; ok {
		return x
	}
	x := b.fresh(lo, hi)
	b.ints[key] = x
	post(x.v)
	return x
}

// fresh returns a new helper with the bounds lo and hi.
func (b *builder) fresh(lo, hi int) number {
	if lo < -clew.MaxValue || hi > clew.MaxValue {
		b.beyond(fmt.Sprintf("an expression with the bounds %d..%d", lo, hi))
	}
	if lo > hi { // impossible, whatever constrains it
		b.m.Or()
		hi = lo
	}
	if lo == hi {
		return number{b.m.Const(lo), lo, lo}
	}
	return number{b.m.IntVar("", lo, hi), lo, hi}
}

// number returns a variable or view equal to f.
func (b *builder) number(f linear) number {
	lo, hi := b.bounds(f)
	switch {
	case f.isConst():
		return number{b.m.Const(b.inRange(f.c)), f.c, f.c}
	case f.isView():
		t := f.terms[0]
		b.inRange(lo)
		b.inRange(hi)
		if v := b.inRange(f.c); t.a == 1 && v == 0 {
			return t.x
		}
		return number{t.x.v.Times(b.inRange(t.a)).Plus(f.c), lo, hi}
	}
	return b.shared(b.key(f), lo, hi, func(z clew.Var) {
		b.linear(f, clew.EQ, linear{terms: []term{{1, number{z, lo, hi}}}})
	})
}

// key returns a text that is the same for equal forms with their terms in the
// same order.
func (b *builder) key(f linear) string {
	key := fmt.Appendf(nil, "sum %d", f.c)
	for _, t := range f.terms {
		key = fmt.Appendf(key, " %d*%d", t.a, b.id(t.x.v))
	}
	return string(key)
}

func (b *builder) inRange(k int) int {
	if k < -clew.MaxValue || k > clew.MaxValue {
		b.beyond(fmt.Sprintf("the number %d", k))
	}
	return k
}

// linear posts f op g.
func (b *builder) linear(f linear, op clew.Op, g linear) {
	coefs, xs, k := b.split(f, g)
	switch {
	case len(xs) == 0:
		if !holds(0, op, k) {
			b.m.Or()
		}
	case len(xs) == 2 && coefs[0] == 1 && coefs[1] == -1 && -clew.MaxValue <= k && k <= clew.MaxValue:
		b.m.Compare(xs[0], op, xs[1], k)
	case len(xs) == 2 && coefs[0] == -1 && coefs[1] == 1 && -clew.MaxValue <= k && k <= clew.MaxValue:
		b.m.Compare(xs[1], op, xs[0], k)
	default:
		b.m.Linear(coefs, xs, op, k)
	}
}

// split returns f - g as coefficients and variables, and the constant on the
// other side.
func (b *builder) split(f, g linear) (coefs []int, xs []clew.Var, k int) {
	d := linear{terms: append([]term(nil), f.terms...), c: f.c}
	b.add(&d, -1, g)
	b.bounds(d) // refuses what could overflow
	coefs, xs = make([]int, len(d.terms)), make([]clew.Var, len(d.terms))
	for i, t := range d.terms {
		coefs[i], xs[i] = t.a, t.x.v
	}
	return coefs, xs, -d.c
}

func holds(x int, op clew.Op, y int) bool {
	switch op {
	case clew.EQ:
		return x == y
	case clew.NE:
		return x != y
	case clew.LT:
		return x < y
	case clew.LE:
		return x <= y
	case clew.GT:
		return x > y
	default:
		return x >= y
	}
}

// negated returns the comparison that holds exactly if op does not.
func negated(op clew.Op) clew.Op {
	switch op {
	case clew.EQ:
		return clew.NE
	case clew.NE:
		return clew.EQ
	case clew.LT:
		return clew.GE
	case clew.LE:
		return clew.GT
	case clew.GT:
		return clew.LE
	default:
		return clew.LT
	}
}
