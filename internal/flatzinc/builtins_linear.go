package flatzinc

import (
	"slices"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

var comparisons = []struct {
	name string
	op   clew.Op
}{
	{"eq", clew.EQ}, {"ne", clew.NE}, {"le", clew.LE}, {"lt", clew.LT}, {"ge", clew.GE}, {"gt", clew.GT},
}

// The comparisons of two values and of sums.
func init() {
	for _, cmp := range comparisons {
		binary := func(b *builder, c *call) relation {
			return b.relate(c, []int64{1, -1}, []ref{c.ref(b, 0), c.ref(b, 1)}, cmp.op, 0)
		}
		sum := func(b *builder, c *call) relation {
			return b.sum(c, c.ints(b, 0), c.refs(b, 1), cmp.op, c.ref(b, 2))
		}
		related("int_"+cmp.name, "i i", binary)
		related("bool_"+cmp.name, "b b", binary)
		related("int_lin_"+cmp.name, "*I *i I", sum)
		related("bool_lin_"+cmp.name, "*I *b i", sum)
	}
	register("bool2int", "b i",
		func(b *builder, c *call) bool { return b.unify(c.ref(b, 0), c.ref(b, 1)) },
		func(b *builder, c *call) {
			b.postRelation(c, b.relate(c, []int64{1, -1}, []ref{c.ref(b, 0), c.ref(b, 1)}, clew.EQ, 0))
		})
	related("bool_not", "b b", func(b *builder, c *call) relation {
		return b.relate(c, []int64{1, 1}, []ref{c.ref(b, 0), c.ref(b, 1)}, clew.EQ, 1)
	})
	related("int_plus", "i i i", func(b *builder, c *call) relation {
		return b.relate(c, []int64{1, 1, -1}, []ref{c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)}, clew.EQ, 0)
	})
	related("int_minus", "i i i", func(b *builder, c *call) relation {
		return b.relate(c, []int64{1, -1, -1}, []ref{c.ref(b, 0), c.ref(b, 1), c.ref(b, 2)}, clew.EQ, 0)
	})
	related("int_negate", "i i", func(b *builder, c *call) relation {
		return b.relate(c, []int64{1, 1}, []ref{c.ref(b, 0), c.ref(b, 1)}, clew.EQ, 0)
	})
}

// sum is the relation of sum coefs*refs op rhs.
func (b *builder) sum(c *call, coefs []int64, refs []ref, op clew.Op, rhs ref) relation {
	if len(coefs) != len(refs) {
		b.fail(c.at, input.Plural(len(coefs), "coefficient")+" for "+input.Plural(len(refs), "variable"), "one for each")
		return relation{op: clew.EQ}
	}
	return b.relate(c, append(slices.Clone(coefs), -1), append(refs, rhs), op, 0)
}
