package propagate

import (
	"math/bits"
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// column is one variable of a table. The values of the variable fall into
// classes that no tuple can tell apart: a class is one value if some view of the
// variable is affine, otherwise the values with the same truth in every view.
// So each tuple lies in exactly one class of each column, repeated variables
// included. A sparse set keeps the classes that are alive in front (Briggs and
// Torczon, LOPLAS 1993); its length alone is reversible.
//
// Several truth views of one variable that has no word get a column each: the
// columns are then not independent, and only the strength suffers.
type column struct {
	v      store.Var
	narrow bool
	exact  bool       // classes are the values of view
	loose  bool       // too many values to keep holes for: only bounds are narrowed
	shared bool       // another column has the variable too
	view   store.View // if exact
	where  []int      // positions in the scope
	masks  []uint64   // narrow: the values of each class, as bits
	values []int32    // exact: the value of view in each class, ascending
	rows   int32      // row of class 0
	order  []int32    // the classes, those alive first
	alive  store.Rev  // number of classes alive
}

// newColumns groups the positions of a scope by variable.
func newColumns(s *store.Store, xs []store.View) []column {
	columns := make([]column, 0, len(xs))
	byVar := make(map[store.Var]int, len(xs))
	affine := make(map[store.Var]store.View)
	for _, w := range xs {
		if _, seen := affine[w.V]; !seen && w.Kind == store.Affine {
			affine[w.V] = w
		}
	}
	for i, w := range xs {
		_, _, narrow := s.Narrow(w.V)
		lead, injective := affine[w.V]
		at, seen := byVar[w.V]
		if seen && (narrow || injective) {
			columns[at].where = append(columns[at].where, i)
			continue
		}
		if seen {
			columns[at].shared = true
		}
		byVar[w.V] = len(columns)
		if !injective {
			lead = w
		}
		columns = append(columns, column{
			v: w.V, narrow: narrow, view: lead, where: []int{i}, exact: injective || !narrow, shared: seen,
		})
	}
	for i := range columns {
		c := &columns[i]
		c.loose = c.view.Kind == store.Affine && s.Size(c.v) > store.BankLimit
		if !c.exact {
			c.groupByTruth(s, xs)
		}
	}
	return columns
}

// groupByTruth makes a class of all values of a narrow variable on which every
// view agrees.
func (c *column) groupByTruth(s *store.Store, xs []store.View) {
	base, word, _ := s.Narrow(c.v)
	for rest := word; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros64(rest)
		at := slices.IndexFunc(c.masks, func(mask uint64) bool {
			first := base + int32(bits.TrailingZeros64(mask))
			for _, p := range c.where {
				if xs[p].Of(first) != xs[p].Of(base+int32(bit)) {
					return false
				}
			}
			return true
		})
		if at < 0 {
			at = len(c.masks)
			c.masks = append(c.masks, 0)
		}
		c.masks[at] |= 1 << bit
	}
}

// key returns what stands for the tuple's class before classes are numbered:
// the value of the view, or the class itself. ok is false if no value of the
// variable agrees with the tuple at every position.
func (c *column) key(s *store.Store, xs []store.View, tuple []int32) (key int32, ok bool) {
	if c.exact {
		at := c.where[0]
		for _, p := range c.where {
			if xs[p] == c.view {
				at = p
			}
		}
		key = tuple[at]
		if !c.view.Has(s, key) {
			return 0, false
		}
		if c.view.Kind == store.Affine {
			x := c.origin(key)
			for _, p := range c.where {
				if xs[p].Of(x) != tuple[p] {
					return 0, false
				}
			}
		}
		return key, true
	}
	base, _, _ := s.Narrow(c.v)
	for i, mask := range c.masks {
		first := base + int32(bits.TrailingZeros64(mask))
		agrees := true
		for _, p := range c.where {
			agrees = agrees && xs[p].Of(first) == tuple[p]
		}
		if agrees {
			return int32(i), true
		}
	}
	return 0, false
}

// number makes the classes of an exact column, one for each key.
func (c *column) number(s *store.Store, keys []int32) {
	c.values = slices.Clone(keys)
	slices.Sort(c.values)
	c.values = slices.Compact(c.values)
	if !c.narrow {
		return
	}
	base, _, _ := s.Narrow(c.v)
	c.masks = make([]uint64, len(c.values))
	for i, k := range c.values {
		c.masks[i] = 1 << uint(c.origin(k)-base)
	}
}

// origin returns the value of the variable that the affine view maps to k.
// Pre: there is one.
func (c *column) origin(k int32) int32 {
	return int32((int64(k) - int64(c.view.C)) / int64(c.view.A))
}

// mask returns the values of a narrow variable that agree with a key.
func (c *column) mask(s *store.Store, key int32) uint64 {
	if !c.exact {
		return c.masks[key]
	}
	base, _, _ := s.Narrow(c.v)
	return 1 << uint(c.origin(key)-base)
}

// class returns the number of the class with the given key.
func (c *column) class(key int32) int {
	if !c.exact {
		return int(key)
	}
	at, _ := slices.BinarySearch(c.values, key)
	return at
}

func (c *column) classes() int {
	if c.exact {
		return len(c.values)
	}
	return len(c.masks)
}

// scan drops the classes that have lost all their values. The classes dropped
// are order[now:old].
func (c *column) scan(s *store.Store) (now, old int) {
	old = int(s.Rev(c.alive))
	now = old
	order := c.order
	if c.narrow {
		_, word, _ := s.Narrow(c.v)
		for i := 0; i < now; {
			if word&c.masks[order[i]] != 0 {
				i++
				continue
			}
			now--
			order[i], order[now] = order[now], order[i]
		}
	} else {
		for i := 0; i < now; {
			if c.view.Has(s, c.values[order[i]]) {
				i++
				continue
			}
			now--
			order[i], order[now] = order[now], order[i]
		}
	}
	if now != old {
		s.SetRev(c.alive, int64(now))
	}
	return now, old
}

// size returns the number of classes that the domain meets, those without a
// tuple included.
func (c *column) size(s *store.Store) int64 {
	if c.exact {
		return int64(c.view.Size(s))
	}
	return s.Rev(c.alive)
}

// layTuples drops the tuples that lie outside the domains, numbers the classes
// of the columns and fills the rows. It is called once, in Post.
func layTuples(s *store.Store, xs []store.View, columns []column, tuples [][]int32) *tupleSet {
	keys := make([][]int32, len(columns)) // by column, then tuple
	row := make([]int32, len(columns))
	n := 0
next:
	for _, tuple := range tuples {
		for i := range columns {
			key, ok := columns[i].key(s, xs, tuple)
			if !ok {
				continue next
			}
			row[i] = key
		}
		for i, key := range row {
			keys[i] = append(keys[i], key)
		}
		n++
	}
	set := newTupleSet(s, n)
	for i := range columns {
		c := &columns[i]
		if c.exact {
			c.number(s, keys[i])
		}
		members := make([][]int32, c.classes())
		for tuple, key := range keys[i] {
			at := c.class(key)
			members[at] = append(members[at], int32(tuple))
		}
		c.rows = int32(len(set.rows))
		c.order = make([]int32, len(members))
		for j, tuples := range members {
			c.order[j] = int32(j)
			set.addRow(tuples)
		}
		c.alive = s.NewRev(1, int64(len(members)))
	}
	return set
}

// sortTuples returns the distinct tuples in lexicographic order. The tuples
// themselves are shared with the argument, and so is the list where it is in
// order.
func sortTuples(tuples [][]int32) [][]int32 {
	ascends := true
	for i := 1; i < len(tuples) && ascends; i++ {
		ascends = slices.Compare(tuples[i-1], tuples[i]) < 0
	}
	if ascends {
		return tuples
	}
	sorted := slices.Clone(tuples)
	slices.SortFunc(sorted, slices.Compare)
	return slices.CompactFunc(sorted, slices.Equal)
}

// findTuple reports whether the values of xs in a full assignment are one of
// the sorted tuples.
func findTuple(xs []store.View, tuples [][]int32, assignment []int32) bool {
	_, found := slices.BinarySearchFunc(tuples, assignment, func(tuple, a []int32) int {
		for i, w := range xs {
			if k := w.In(a); tuple[i] != k {
				if tuple[i] < k {
					return -1
				}
				return 1
			}
		}
		return 0
	})
	return found
}
