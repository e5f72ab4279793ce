package flatzinc

func not(refs []ref) []ref {
	out := make([]ref, len(refs))
	for i, r := range refs {
		out[i] = r.not()
	}
	return out
}

// Clauses, conjunctions and parities.
func init() {
	// r is the disjunction of the literals.
	disjunction := func(name, args string, literals func(b *builder, c *call) []ref) {
		register(name, args,
			func(b *builder, c *call) bool { return b.simplifyOr(literals(b, c), c.last(b)) },
			func(b *builder, c *call) { b.postOr(c, literals(b, c), c.last(b)) })
		half := func(b *builder, c *call) []ref { return append(literals(b, c), c.last(b).not()) }
		if n := len(name) - len("_reif"); n > 0 && name[n:] == "_reif" {
			name = name[:n]
		}
		register(name+"_imp", args,
			func(b *builder, c *call) bool { return b.simplifyOr(half(b, c), constant(1)) },
			func(b *builder, c *call) { b.postOr(c, half(b, c), constant(1)) })
	}
	// r is the conjunction of the literals.
	conjunction := func(name, args string, literals func(b *builder, c *call) []ref) {
		register(name, args,
			func(b *builder, c *call) bool { return b.simplifyOr(not(literals(b, c)), c.last(b).not()) },
			func(b *builder, c *call) { b.postOr(c, not(literals(b, c)), c.last(b).not()) })
		register(name+"_imp", args, nil, func(b *builder, c *call) {
			l := c.last(b)
			for _, r := range literals(b, c) {
				b.postOr(c, []ref{r, l.not()}, constant(1))
			}
		})
	}
	two := func(b *builder, c *call) []ref { return []ref{c.ref(b, 0), c.ref(b, 1)} }
	many := func(b *builder, c *call) []ref { return c.refs(b, 0) }
	clause := func(b *builder, c *call) []ref { return append(c.refs(b, 0), not(c.refs(b, 1))...) }
	disjunction("bool_or", "b b b", two)
	disjunction("array_bool_or", "*b b", many)
	disjunction("bool_clause_reif", "*b *b b", clause)
	conjunction("bool_and", "b b b", two)
	conjunction("array_bool_and", "*b b", many)
	register("bool_clause", "*b *b",
		func(b *builder, c *call) bool { return b.simplifyOr(clause(b, c), constant(1)) },
		func(b *builder, c *call) { b.postOr(c, clause(b, c), constant(1)) })

	// An odd number of the literals is true.
	odd := func(name, args string, literals func(b *builder, c *call) []ref) {
		register(name, args,
			func(b *builder, c *call) bool { return b.simplifyOdd(literals(b, c)) },
			func(b *builder, c *call) { b.postOdd(c, literals(b, c)) })
	}
	odd("array_bool_xor", "*b", many)
	odd("bool_xor", "b b b", func(b *builder, c *call) []ref { return append(two(b, c), c.last(b).not()) })
	odd("bool_xor_reif", "b b b", func(b *builder, c *call) []ref { return append(two(b, c), c.last(b).not()) })
	odd("bool_xor/2", "b b", two)
	builtins["bool_xor"].shorter = builtins["bool_xor/2"]
	delete(builtins, "bool_xor/2")
	register("bool_xor_imp", "b b b", nil, func(b *builder, c *call) {
		l := c.last(b).not()
		b.postOr(c, append(two(b, c), l), constant(1))
		b.postOr(c, append(not(two(b, c)), l), constant(1))
	})
}

// clauseOf returns the literals of a disjunction, resolved, without those that
// are false or repeated; or satisfied if it is true in any case.
func (b *builder) clauseOf(refs []ref) (lits []ref, satisfied bool) {
	seen := make(map[ref]bool, len(refs))
	for _, r := range refs {
		r = b.resolve(r)
		switch {
		case r.form == konst && r.c == 1 || seen[r.not()]:
			return nil, true
		case r.form == konst || seen[r]:
			continue
		}
		seen[r] = true
		lits = append(lits, r)
	}
	return lits, false
}

// simplifyOr makes l the disjunction of refs, if that needs no constraint.
func (b *builder) simplifyOr(refs []ref, l ref) bool {
	lits, satisfied := b.clauseOf(refs)
	switch {
	case satisfied:
		return b.assign(l, 1)
	case len(lits) == 0:
		return b.assign(l, 0)
	case len(lits) == 1:
		return b.unify(b.resolve(lits[0]), b.resolve(l))
	case l.form == konst && l.c == 0:
		done := true
		for _, r := range lits {
			done = b.assign(b.resolve(r), 0) && done
		}
		return done
	case l.form == konst:
		if x, values, ok := oneOf(lits); ok {
			b.narrow(x, setOf(values))
			return true
		}
	}
	return false
}

// oneOf returns what the disjunction of lits means where each says that the same
// root has some value.
func oneOf(lits []ref) (root int32, values []int64, ok bool) {
	if len(lits) == 0 {
		return 0, nil, false
	}
	for _, r := range lits {
		if r.form != equal || r.root != lits[0].root {
			return 0, nil, false
		}
		values = append(values, r.c)
	}
	return lits[0].root, values, true
}

// postOr posts that l is the disjunction of refs.
func (b *builder) postOr(c *call, refs []ref, l ref) {
	lits, satisfied := b.clauseOf(refs)
	if satisfied {
		lits = []ref{constant(1)}
	}
	l = b.resolve(l)
	if x, values, ok := oneOf(lits); ok && l.form != konst && len(lits) > 2 {
		set := make([]int, len(values))
		for i, v := range values {
			set[i] = int(v)
		}
		b.m.InIff(b.view(c, l), b.variable(x), set)
		b.determines([]ref{l}, lits)
		return
	}
	xs := b.views(c, lits)
	if l.form != konst {
		b.m.OrIff(b.view(c, l), xs...)
		b.determines([]ref{l}, lits)
		return
	}
	if l.c == 1 {
		b.m.Or(xs...)
		return
	}
	for _, x := range xs {
		b.m.Or(x.Not())
	}
}

// oddOf returns literals of which an odd number must be true if parity is 1, an
// even number if it is 0.
func (b *builder) oddOf(refs []ref) (lits []ref, parity int64) {
	parity = 1
	at := map[ref]int{}
	for _, r := range refs {
		r = b.resolve(r)
		switch {
		case r.form == konst:
			parity ^= r.c
			continue
		case r.form == unequal || r.form == atMost || r.form == affine && r.a == -1:
			parity ^= 1
			r = r.not()
		}
		if _, ok := at[r]; ok {
			delete(at, r)
			continue
		}
		at[r] = len(at)
	}
	for _, r := range refs { // in order
		r = b.resolve(r)
		if _, ok := at[r]; !ok {
			r = r.not()
		}
		if _, ok := at[r]; ok && r.form != konst {
			lits = append(lits, r)
			delete(at, r)
		}
	}
	return lits, parity
}

// simplifyOdd makes an odd number of refs true, if that needs no constraint.
func (b *builder) simplifyOdd(refs []ref) bool {
	lits, parity := b.oddOf(refs)
	switch len(lits) {
	case 0:
		b.impossible = b.impossible || parity == 1
		return true
	case 1:
		return b.assign(lits[0], parity)
	case 2:
		if parity == 1 {
			return b.unify(lits[0], lits[1].not())
		}
		return b.unify(lits[0], lits[1])
	}
	return false
}

func (b *builder) postOdd(c *call, refs []ref) {
	lits, parity := b.oddOf(refs)
	xs := b.views(c, lits)
	if parity == 0 {
		xs = append(xs, b.m.Const(1))
	}
	b.m.Xor(xs...)
	b.determinedByRest(lits)
}
