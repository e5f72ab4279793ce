package flatzinc

import "github.com/clewsolver/clew"

// Natives about order: sequences, dictionaries, precedence, places of extremes.
func init() {
	for _, kind := range []string{"int", "bool"} {
		small := kind[:1]
		for _, strict := range []bool{false, true} {
			name := "clew_lex_lesseq_" + kind
			post, iff := (*clew.Model).LexLessEqual, (*clew.Model).LexLessEqualIff
			if strict {
				name = "clew_lex_less_" + kind
				post, iff = (*clew.Model).LexLess, (*clew.Model).LexLessIff
			}
			stated(name, "*"+small+" *"+small, nil,
				func(b *builder, c *call) { post(b.m, c.views(b, 0), c.views(b, 1)) },
				func(b *builder, c *call, holds clew.Var) {
					iff(b.m, holds, c.views(b, 0), c.views(b, 1))
				})
		}
		ordered := func(name string, post func(m *clew.Model, xs ...clew.Var), op clew.Op) {
			stated("clew_"+name+"_"+kind, "*"+small, nil,
				func(b *builder, c *call) { post(b.m, c.views(b, 0)...) },
				func(b *builder, c *call, holds clew.Var) {
					xs := c.views(b, 0)
					var lits []clew.Var
					for i := 1; i < len(xs); i++ {
						in := b.m.BoolVar("")
						b.m.CompareIff(in, xs[i-1], op, xs[i], 0)
						lits = append(lits, in)
					}
					b.m.AndIff(holds, lits...)
				})
		}
		ordered("increasing", (*clew.Model).Increasing, clew.LE)
		ordered("strictly_increasing", (*clew.Model).StrictlyIncreasing, clew.LT)
		ordered("decreasing", (*clew.Model).Decreasing, clew.GE)
		ordered("strictly_decreasing", (*clew.Model).StrictlyDecreasing, clew.GT)

		place := func(name string, post func(m *clew.Model, index clew.Var, xs ...clew.Var)) {
			posted("clew_"+name+"_"+kind, "*"+small+" I i", func(b *builder, c *call) {
				post(b.m, b.shifted(c, c.ref(b, 2), -c.int(1)), c.views(b, 0)...)
				b.determines([]ref{c.ref(b, 2)}, c.refs(b, 0))
			})
		}
		place("arg_max", (*clew.Model).ArgMax)
		place("arg_min", (*clew.Model).ArgMin)
	}
	posted("clew_value_precede", "I I *i", func(b *builder, c *call) {
		b.precede(c, []int64{c.int(0), c.int(1)}, 2)
	})
	posted("clew_value_precede_chain", "*I *i", func(b *builder, c *call) {
		b.precede(c, c.ints(b, 0), 1)
	})
	posted("clew_seq_precede_chain", "*i", func(b *builder, c *call) {
		refs := c.refs(b, 0)
		n := int64(len(refs))
		for _, r := range refs { // value k needs k variables
			b.postRelation(c, b.relate(c, []int64{1}, []ref{r}, clew.LE, n))
		}
		_, hi := b.hull(refs)
		var chain []int64
		for v := int64(1); v <= min(hi, n); v++ {
			chain = append(chain, v)
		}
		b.precede(c, chain, 0)
	})
}

// precede posts that the first of each value but the first comes after one of
// the value before, among the variables of argument i.
func (b *builder) precede(c *call, chain []int64, i int) {
	refs := c.refs(b, i)
	lo, hi := b.hull(refs)
	xs := b.views(c, refs)
	var run []int
	seen := map[int64]bool{}
	flush := func() {
		if len(run) > 1 {
			b.m.ValuePrecedeChain(run, xs...)
		}
		run = nil
	}
	for k, v := range chain {
		switch {
		case v < lo || v > hi: // it never occurs
			flush()
			continue
		case k > 0 && (chain[k-1] < lo || chain[k-1] > hi || chain[k-1] == v):
			b.never(c, refs, v)
			flush()
		case seen[v]: // runs are of different values
			flush()
			b.m.ValuePrecede(int(chain[k-1]), int(v), xs...)
		}
		seen[v] = true
		run = append(run, int(v))
	}
	flush()
}

// never posts that none of refs is v.
func (b *builder) never(c *call, refs []ref, v int64) {
	for _, r := range refs {
		b.postRelation(c, b.relate(c, []int64{1}, []ref{r}, clew.NE, v))
	}
}
