package flatzinc

import (
	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// Natives about functions and graphs.
func init() {
	posted("clew_inverse", "*i I *i I", func(b *builder, c *call) {
		b.inverse(c, c.refs(b, 0), c.int(1), c.refs(b, 2), c.int(3))
	})
	posted("clew_symmetric_all_different", "*i I", func(b *builder, c *call) {
		b.inverse(c, c.refs(b, 0), c.int(1), c.refs(b, 0), c.int(1))
	})
	posted("clew_circuit", "*i I", func(b *builder, c *call) {
		if xs := b.shiftedAll(c, c.refs(b, 0), -c.int(1)); len(xs) == 1 {
			b.m.Or() // as in the standard library, no node leads to itself
		} else if len(xs) > 1 {
			b.m.Circuit(xs...)
		}
	})
	posted("clew_subcircuit", "*i I", func(b *builder, c *call) {
		if xs := b.shiftedAll(c, c.refs(b, 0), -c.int(1)); len(xs) > 0 {
			b.m.Subcircuit(xs...)
		}
	})
}

// shiftedAll returns the views r + k.
func (b *builder) shiftedAll(c *call, refs []ref, k int64) []clew.Var {
	xs := make([]clew.Var, len(refs))
	for i, r := range refs {
		xs[i] = b.shifted(c, r, k)
	}
	return xs
}

// inverse posts that f and g, indexed from their first indices, are inverse.
func (b *builder) inverse(c *call, f []ref, firstF int64, g []ref, firstG int64) {
	if len(f) != len(g) {
		b.m.Or() // no bijection
		return
	}
	b.m.Inverse(b.shiftedAll(c, f, -firstG), b.shiftedAll(c, g, -firstF))
	b.determines(f, g)
	b.determines(g, f)
}

// sameLength reports a mistake unless the arrays among the given arguments have
// one length.
func (b *builder) sameLength(c *call, args ...int) bool {
	n := b.p.arrays[c.args[args[0]].n].n
	for _, i := range args {
		if k := b.p.arrays[c.args[i].n].n; k != n {
			b.fail(c.args[i].at, "an array of "+input.Plural(k, "element"), input.Plural(n, "element")+", as in the other arrays")
			return false
		}
	}
	return true
}
