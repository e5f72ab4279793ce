package propagate

import "github.com/clewsolver/clew/internal/store"

// notTable says that the values of its views are none of the given tuples. It
// is domain-consistent, repeated variables included, except that several truth
// views (without an affine one) of a variable that has more than 64 values are
// taken for independent.
//
// It keeps the tuples that are still possible like Compact-Table does and
// removes a value once they fill all combinations of the others' domains
// (Verhaeghe, Lecoutre, Schaus, AAAI 2017). Removing such a value takes the
// same number of tuples and of combinations from every other value, so one pass
// is enough. A run costs at most the number of words of possible tuples times
// the number of values in the tuples; mostly it stops at the counts.
//
// Cookie: none; a value goes because all its combinations with the current
// domains of the other variables are forbidden.
type notTable struct {
	xs      []store.View
	tuples  [][]int32 // sorted, distinct
	columns []column
	set     *tupleSet
	begun   store.Rev // 1 below the first run
	sizes   []int64   // scratch
}

// NewNotTable returns the constraint (xs[0], xs[1], ...) not in tuples. Each
// tuple has the length of xs; the tuples must not be changed afterwards.
func NewNotTable(xs []store.View, tuples [][]int32) store.Propagator {
	return &notTable{xs: xs, tuples: sortTuples(tuples)}
}

func (t *notTable) Name() string             { return "not_table" }
func (t *notTable) Scope() []store.View      { return t.xs }
func (t *notTable) Priority() store.Priority { return store.Costly }

func (t *notTable) Post(s *store.Store, me store.ID) {
	t.columns = newColumns(s, t.xs)
	t.set = layTuples(s, t.xs, t.columns, t.tuples)
	t.begun = s.NewRev(1, 0)
	t.sizes = make([]int64, len(t.columns))
	for i := range t.columns {
		s.Watch(store.Ident(t.columns[i].v), store.OnDomain, me, i)
	}
}

// refresh brings the tuples up to date and returns how many are possible, and
// the number of combinations; both are large where the latter exceeds the
// number of tuples by far.
func (t *notTable) refresh(s *store.Store, me store.ID) (possible, all int64) {
	changed := s.TakeChanged(me)
	if s.Rev(t.begun) == 0 {
		s.SetRev(t.begun, 1)
		changed = ^uint64(0)
	}
	for i := range t.columns {
		if changed>>(uint(i)&63)&1 == 0 {
			continue
		}
		if now, old := t.columns[i].scan(s); now != old {
			t.set.update(s, &t.columns[i], now, old)
		}
	}
	if t.set.empty(s) {
		return 0, 1
	}
	all = 1
	for i := range t.columns {
		t.sizes[i] = t.columns[i].size(s)
		if all > manyTuples/t.sizes[i] {
			return manyTuples, manyTuples + 1
		}
		all *= t.sizes[i]
	}
	return t.set.count(s), all
}

// manyTuples exceeds every number of tuples: where the combinations of one
// column's others exceed it for every column, nothing can be filled.
const manyTuples = 1 << 60

func (t *notTable) Propagate(s *store.Store, me store.ID) store.Status {
	possible, all := t.refresh(s, me)
	if possible == 0 {
		return store.Entailed
	}
	if all > manyTuples {
		return store.Fixpoint
	}
	if possible == all {
		return store.Failed
	}
	for i := range t.columns {
		others := all / t.sizes[i]
		if others > possible {
			continue
		}
		gone, ok := t.filter(s, &t.columns[i], others)
		if !ok {
			return store.Failed
		}
		if gone == 0 {
			continue
		}
		if possible -= gone * others; possible == 0 {
			return store.Entailed
		}
		t.sizes[i] -= gone
		all = t.sizes[i] * others
	}
	return store.Fixpoint
}

// filter removes the classes of c that have the given number of tuples, and
// returns how many there were.
func (t *notTable) filter(s *store.Store, c *column, full int64) (gone int64, ok bool) {
	n := int(s.Rev(c.alive))
	live := n
	for i := 0; i < live; {
		k := c.order[i]
		if t.set.countIn(s, c.rows+k) < full {
			i++
			continue
		}
		live--
		c.order[i], c.order[live] = c.order[live], k
		if c.narrow {
			ok = s.Keep(c.v, ^c.masks[k], 0)
		} else {
			ok = c.view.Remove(s, c.values[k], 0)
		}
		if !ok {
			return 0, false
		}
	}
	if live != n {
		s.SetRev(c.alive, int64(live))
		t.set.update(s, c, live, n)
	}
	return int64(n - live), true
}

// Explain names the domains of the other variables, views that are fixed by
// their value.
func (t *notTable) Explain(p store.Past, a store.Atom, _ uint32, out []store.Atom) []store.Atom {
	v := nobody
	if a != store.False {
		v, _, _ = p.Store().Subject(a)
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.v == v && !c.shared {
			continue
		}
		at := c.where[0]
		if len(c.where) == 1 && t.xs[at].FixedAt(p) {
			out = eq(p, t.xs[at], out)
		} else {
			out = store.ExplainFully(t.xs[at:at+1], p, out)
		}
	}
	return out
}

func (t *notTable) Check(a []int32) bool { return !findTuple(t.xs, t.tuples, a) }
