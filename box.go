package clew

import (
	"math"
	"math/big"
)

// boxer is a walker that can stop at boxes: sets of answers that are products
// of domains.
type boxer interface {
	// countBoxes makes next stop at boxes from now on.
	countBoxes()
	// atBox reports whether next found a box and not a single answer.
	atBox() bool
	// box sets n to the number of answers in the box that next found.
	box(n *big.Int)
}

func (e *engine) countBoxes() { e.CountBoxes() }
func (e *engine) atBox() bool { return e.AtBox() }

func (e *engine) box(n *big.Int) {
	var size big.Int
	n.SetInt64(1)
	for _, v := range e.vars {
		if k := e.Store().Size(v); k > 1 {
			n.Mul(n, size.SetInt64(int64(k)))
		}
	}
}

func (a *auto) atBox() bool    { return a.current().AtBox() }
func (a *auto) box(n *big.Int) { a.current().box(n) }

// countBoxes counts the answers to the end of the walk. Single answers, by far
// the most in most problems, cost no big number.
func (r *run) countBoxes() *big.Int {
	b, ok := r.walker.(boxer)
	if ok {
		b.countBoxes()
	}
	total, size := new(big.Int), new(big.Int)
	singles := int64(0)
	for r.next(r.goOn) {
		if !ok || !b.atBox() {
			singles++
			r.answered(1)
			continue
		}
		b.box(size)
		total.Add(total, size)
		if size.IsInt64() {
			r.answered(size.Int64())
		} else {
			r.answered(math.MaxInt64)
		}
	}
	return total.Add(total, big.NewInt(singles))
}
