package flatzinc

import "github.com/clewsolver/clew"

// ref is what a name or literal comes to: a constant, or a function of a root,
// a variable that no constraint has been found to define by another one.
//
//	konst    c
//	affine   a*root + c, a != 0
//	equal, unequal, atLeast, atMost
//	         the truth of root = c, root != c, root >= c, root <= c
type ref struct {
	form form
	root int32
	a    int64
	c    int64
}

type form uint8

const (
	konst form = iota
	affine
	equal
	unequal
	atLeast
	atMost
)

func constant(c int64) ref { return ref{form: konst, c: c} }

// isRoot reports whether r is its root itself.
func (r ref) isRoot() bool { return r.form == affine && r.a == 1 && r.c == 0 }

func (r ref) isConst() bool { return r.form == konst }

// truth reports whether r is the truth of a comparison.
func (r ref) truth() bool { return r.form > affine }

// not returns 1 - r for a 0/1 ref.
func (r ref) not() ref {
	switch r.form {
	case konst:
		r.c = 1 - r.c
	case affine:
		r.a, r.c = -r.a, 1-r.c
	case equal:
		r.form = unequal
	case unequal:
		r.form = equal
	case atLeast:
		r.form, r.c = atMost, r.c-1
	case atMost:
		r.form, r.c = atLeast, r.c+1
	}
	return r
}

// of returns the value of r where its root is v.
func (r ref) of(v int64) int64 {
	switch r.form {
	case konst:
		return r.c
	case affine:
		return r.a*v + r.c
	case equal:
		return truthOf(v == r.c)
	case unequal:
		return truthOf(v != r.c)
	case atLeast:
		return truthOf(v >= r.c)
	default:
		return truthOf(v <= r.c)
	}
}

func truthOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }

// maxCoef bounds the factors and terms of affine refs.
const maxCoef = clew.MaxValue

// scaled returns a*r + c, or ok false if that is no ref.
func (r ref) scaled(a, c int64) (_ ref, ok bool) {
	switch {
	case a == 0:
		return constant(c), true
	case r.form == konst:
		p, ok := mul(a, r.c)
		s, ok2 := add(p, c)
		return constant(s), ok && ok2
	case r.form == affine:
		p, ok := mul(a, r.a)
		q, ok2 := mul(a, r.c)
		s, ok3 := add(q, c)
		if !ok || !ok2 || !ok3 || p > maxCoef || p < -maxCoef || s > maxCoef || s < -maxCoef {
			return ref{}, false
		}
		r.a, r.c = p, s
		return r, true
	case a == 1 && c == 0:
		return r, true
	case a == -1 && c == 1:
		return r.not(), true
	}
	return ref{}, false
}

// mul and add return whether the result fits.
func mul(a, b int64) (int64, bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	p := a * b
	return p, p/b == a && !(a == -1 && b == unboundedLo) && !(b == -1 && a == unboundedLo)
}

func add(a, b int64) (int64, bool) {
	s := a + b
	return s, (s > a) == (b > 0)
}
