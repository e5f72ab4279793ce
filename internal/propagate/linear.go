package propagate

import (
	"math"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// NewLinear returns the constraint sum coefs[i]*xs[i] op rhs.
//
// Affine views are resolved into the coefficients and repeated variables are
// merged, so that they cost no strength. The coefficients must be at most 2^31
// in absolute value, and the sum must stay inside int64 over the root domains:
// the model refuses what could leave 2^60, views resolved, and what does not fit
// here all the same panics, now or when it is posted.
//
// Strength: "<=" and its kin, and "!=", are domain-consistent; "=" is
// BoundsZ where all merged coefficients are 1 or -1, and always Forward; with
// two variables it is domain-consistent over domains of up to 4096 values,
// with three narrow ones and coefficients 1 or -1 as well, and so are the last
// two open ones of up to eight. If a truth view
// shares a variable with another term, all are Forward.
func NewLinear(coefs []int64, xs []store.View, op Op, rhs int64) store.Propagator {
	r, views := newRelation(xs, coefs, xs, op, rhs)
	return forwardRepeated(r, views)
}

// term is c*w, where w is a variable itself or one of the truth views Equal
// and AtLeast.
type term struct {
	w store.View
	c int64
}

// fewTerms is the number of terms up to which comparing each with each takes
// less time than a map.
const fewTerms = 24

// mergeTerms writes the sum as offset + terms in which no view occurs twice.
func mergeTerms(coefs []int64, xs []store.View) (terms []term, offset int64, ok bool) {
	terms = make([]term, 0, len(xs))
	var at map[store.View]int // the place of a view, if there are too many to look at each
	if len(xs) > fewTerms {
		at = make(map[store.View]int, len(xs))
	}
	for i, w := range xs {
		c, plus := coefs[i], int64(0)
		switch w.Kind {
		case store.Affine:
			var ok1, ok2 bool
			plus, ok1 = mulFits(c, int64(w.C))
			c, ok2 = mulFits(c, int64(w.A))
			if !ok1 || !ok2 {
				return nil, 0, false
			}
			w = store.Ident(w.V)
		case store.Unequal, store.AtMost:
			plus, c, w = c, -c, w.Not()
		}
		if offset, ok = addFits(offset, plus); !ok {
			return nil, 0, false
		}
		j, seen := at[w]
		if at == nil {
			j = slices.IndexFunc(terms, func(t term) bool { return t.w == w })
			seen = j >= 0
		}
		if !seen {
			j = len(terms)
			terms = append(terms, term{w: w})
			if at != nil {
				at[w] = j
			}
		}
		if terms[j].c, ok = addFits(terms[j].c, c); !ok {
			return nil, 0, false
		}
	}
	kept := terms[:0]
	for _, t := range terms {
		if t.c != 0 {
			kept = append(kept, t)
		}
	}
	return kept, offset, true
}

// termsFit reports whether every partial sum of the terms, and its distance
// from rhs, stays well inside int64.
func termsFit(s *store.Store, terms []term, rhs int64) bool {
	const limit = math.MaxInt64 / 4
	total := int64(0)
	for _, t := range terms {
		size := max(abs64(int64(t.w.Lo(s))), abs64(int64(t.w.Hi(s))))
		most, ok := mulFits(t.c, size)
		if !ok || abs64(most) > limit {
			return false
		}
		if total += abs64(most); total > limit {
			return false
		}
	}
	return rhs > -limit && rhs < limit
}

// verdict says what the domains make of a constraint.
type verdict uint8

const (
	undecided verdict = iota
	holds
	fails
)

// relation is a propagator that can also be asked for its truth, as reified
// needs it.
type relation interface {
	store.Explainer
	prepare(s *store.Store)         // what Post does besides subscribing
	event() store.Event             // what reified must watch on every term
	verdict(s *store.Store) verdict // at least by bounds, exact when all are fixed
}

// newRelation returns the cheapest relation for the sum, and the views of its
// terms. scope is what it shows as its scope.
func newRelation(scope []store.View, coefs []int64, xs []store.View, op Op, rhs int64) (relation, []store.View) {
	terms, offset, ok := mergeTerms(coefs, xs)
	if ok {
		rhs, ok = addFits(rhs, -offset)
	}
	if !ok || abs64(rhs) > math.MaxInt64/4 {
		panic("propagate: a linear sum leaves the range of int64") // the model refuses such sums
	}
	views := make([]store.View, len(terms))
	for i := range terms {
		views[i] = terms[i].w
	}
	switch op {
	case Gt, Ge:
		for i := range terms {
			terms[i].c = -terms[i].c
		}
		op, rhs = op.Flip(), -rhs
	}
	if op == Lt {
		op, rhs = Le, rhs-1
	}
	if len(terms) == 0 {
		return constant{scope, op.Holds(0, rhs)}, views
	}
	g := int64(0)
	for _, t := range terms {
		g = gcd64(g, t.c)
	}
	if op != Le && rhs%g != 0 {
		return constant{scope, op == Ne}, views
	}
	for i := range terms {
		terms[i].c /= g
	}
	l := linear{scope: scope, terms: terms, rhs: store.FloorDiv(rhs, g)}
	pair := len(terms) == 2 && views[0].Kind == store.Affine && views[1].Kind == store.Affine
	switch {
	case op == Eq && pair:
		return &sumOfTwo{linear: l}, views
	case op == Eq:
		return &linearEq{linear: l}, views
	case op == Ne && pair && abs64(terms[0].c) == 1 && abs64(terms[1].c) == 1:
		return newUnequal(l), views
	case op == Ne:
		return &linearNe{linear: l, b: len(terms) - 1}, views
	case pair && terms[0].c*terms[1].c == -1:
		return newAtMost(l), views
	}
	return &linearLe{linear: l}, views
}

// linear is what the relations share: the terms, the fixed ones in front. Any
// order of the terms is valid on every branch; only how many are fixed, and
// their sum, are reversible.
type linear struct {
	scope []store.View
	terms []term
	rhs   int64
	state store.Rev // number of fixed terms; their sum
	lifts []lifted  // scratch of Explain
}

func (l *linear) Name() string             { return "linear" }
func (l *linear) Scope() []store.View      { return l.scope }
func (l *linear) Priority() store.Priority { return store.Linear }

func (l *linear) prepare(s *store.Store) {
	if !termsFit(s, l.terms, l.rhs) {
		panic("propagate: a linear sum leaves the range of int64") // the model refuses such sums
	}
	l.state = s.NewRev(2, 0)
}

// allUnit reports whether all coefficients are 1 or -1.
func (l *linear) allUnit() bool {
	for _, t := range l.terms {
		if abs64(t.c) != 1 {
			return false
		}
	}
	return true
}

// bounds returns the smallest and the largest value of the term's view. The
// hot loops write its first case out, since it is too large to be inlined.
func (t *term) bounds(s *store.Store) (lo, hi int64) {
	if t.w.Kind == store.Affine {
		return int64(s.Lo(t.w.V)), int64(s.Hi(t.w.V))
	}
	return int64(t.w.Lo(s)), int64(t.w.Hi(s))
}

// setLo and setHi bound the term's view.
func (t *term) setLo(s *store.Store, k int64) bool {
	if t.w.Kind == store.Affine {
		return s.SetLo(t.w.V, store.Clamp(k), 0)
	}
	return t.w.SetLo(s, store.Clamp(k), 0)
}

func (t *term) setHi(s *store.Store, k int64) bool {
	if t.w.Kind == store.Affine {
		return s.SetHi(t.w.V, store.Clamp(k), 0)
	}
	return t.w.SetHi(s, store.Clamp(k), 0)
}

// scan moves the terms that became fixed to the front and returns the
// smallest and the largest sum, and the terms that are open.
func (l *linear) scan(s *store.Store) (lo, hi int64, open []term) {
	before := int(s.Rev(l.state))
	fixed, sum := before, s.Rev(l.state+1)
	terms := l.terms
	for i := before; i < len(terms); i++ {
		t := &terms[i]
		var a, b int64
		if t.w.Kind == store.Affine {
			a, b = int64(s.Lo(t.w.V)), int64(s.Hi(t.w.V))
		} else {
			a, b = t.bounds(s)
		}
		switch {
		case a == b:
			sum += t.c * a
			terms[i], terms[fixed] = terms[fixed], terms[i]
			fixed++
		case t.c > 0:
			lo += t.c * a
			hi += t.c * b
		default:
			lo += t.c * b
			hi += t.c * a
		}
	}
	if fixed != before {
		s.SetRev(l.state, int64(fixed))
		s.SetRev(l.state+1, sum)
	}
	return lo + sum, hi + sum, terms[fixed:]
}

// sumIn returns the sum under an assignment.
func (l *linear) sumIn(a []int32) int64 {
	sum := int64(0)
	for _, t := range l.terms {
		sum += t.c * int64(t.w.In(a))
	}
	return sum
}

// linearLe is sum <= rhs. Each term is bounded by what the others leave at
// their smallest, in time linear in the open terms (Harvey and Schimpf,
// Bounds consistency techniques for long linear constraints, TRICS 2002): that
// is domain-consistent, and the run is idempotent.
//
// Cookie: 0; the reason is the smallest values of all other terms, relaxed by
// what the asked bound leaves.
type linearLe struct {
	linear
	bits *bitSum // set where all terms are 0/1 with coefficients 1 or -1
}

func (l *linearLe) event() store.Event { return store.OnBounds }

func (l *linearLe) Post(s *store.Store, me store.ID) {
	if l.bits = newBitSum(s, l.terms, math.MinInt64/2, l.rhs); l.bits != nil {
		l.bits.post(s, me)
		return
	}
	l.prepare(s)
	for i, t := range l.terms {
		ev := store.OnLo
		if t.c < 0 {
			ev = store.OnHi
		}
		s.Watch(t.w, ev, me, i)
	}
}

func (l *linearLe) Propagate(s *store.Store, me store.ID) store.Status {
	if l.bits != nil {
		return l.bits.propagate(s, me)
	}
	lo, hi, open := l.scan(s)
	slack := l.rhs - lo
	switch {
	case slack < 0:
		return store.Failed
	case hi <= l.rhs:
		return store.Entailed
	}
	for i := range open {
		t := &open[i]
		var a, b int64
		if t.w.Kind == store.Affine {
			a, b = int64(s.Lo(t.w.V)), int64(s.Hi(t.w.V))
		} else {
			a, b = t.bounds(s)
		}
		switch {
		case t.c > 0 && t.c*(b-a) > slack:
			if !t.setHi(s, a+slack/t.c) {
				return store.Failed
			}
		case t.c < 0 && t.c*(a-b) > slack:
			if !t.setLo(s, b+slack/t.c) {
				return store.Failed
			}
		}
	}
	return store.Fixpoint
}

func (l *linearLe) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	out, ok := l.explainSide(p, a, 1, out)
	if !ok {
		panic("propagate: a linear sum has no reason")
	}
	return out
}

func (l *linearLe) verdict(s *store.Store) verdict {
	lo, hi, _ := l.scan(s)
	switch {
	case lo > l.rhs:
		return fails
	case hi <= l.rhs:
		return holds
	}
	return undecided
}

func (l *linearLe) Check(a []int32) bool { return l.sumIn(a) <= l.rhs }

// constant is a constraint that is true or false whatever its scope.
type constant struct {
	scope []store.View
	truth bool
}

func (c constant) Name() string                     { return "constant" }
func (c constant) Scope() []store.View              { return c.scope }
func (c constant) Priority() store.Priority         { return store.Unary }
func (c constant) Post(s *store.Store, me store.ID) {}
func (c constant) prepare(s *store.Store)           {}
func (c constant) event() store.Event               { return store.OnFix }

func (c constant) Propagate(s *store.Store, me store.ID) store.Status {
	if c.truth {
		return store.Entailed
	}
	return store.Failed
}

func (c constant) Explain(_ store.Past, _ store.Atom, _ uint32, out []store.Atom) []store.Atom {
	return out
}

func (c constant) verdict(s *store.Store) verdict {
	if c.truth {
		return holds
	}
	return fails
}

func (c constant) Check(a []int32) bool { return c.truth }
