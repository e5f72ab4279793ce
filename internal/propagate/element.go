package propagate

import (
	"math/bits"

	"github.com/clewsolver/clew/internal/store"
)

// element says that result is array[index-base]. It is domain-consistent, but
// where a variable occurs in two of its views only once one variable is open,
// and of a result or an array element with more than store.BankLimit values
// only the bounds are narrowed. An array of constants is a table of (index,
// value) instead, which is consistent with repeated variables too.
//
// A run goes once over the values of index and looks for a value common to the
// element and the result, then over the values of result and looks for an
// element that has it; the places last found are tried first. Where all domains
// are words, each step is one word operation.
//
// Cookie: none. A value of index goes because its element and the result have
// no common value; a value of result goes because no possible element has it; a
// value of an element goes because index is fixed on it and result lacks the
// value.
type element struct {
	scope         []store.View // index, result, array
	index, result store.View
	array         []store.View
	base          int32
	constant      *table // if not nil it does everything
	repeated      bool
	words         bool    // result and elements are words moved against each other
	shift         []int32 // words: bit of result minus bit of the element for one value
	fast          bool    // words, index has words as well, and no variable repeats
	first         int32   // fast: the position that the first bit of index stands for
	common        []int32 // for each element the common value last found
	holder        []int32 // for each value of a small result the index last found
	resultLo      int32   // value of holder[0]
}

// NewElement returns the constraint result = array[index-base]; an index
// outside base..base+len(array)-1 is impossible.
func NewElement(index store.View, array []store.View, result store.View, base int32) store.Propagator {
	scope := append([]store.View{index, result}, array...)
	return &element{scope: scope, index: index, result: result, array: scope[2:], base: base}
}

// NewElementOf returns the constraint result = values[index-base] for an array
// of constants: a table, with its strength.
func NewElementOf(index store.View, values []int32, result store.View, base int32) store.Propagator {
	tuples := make([][]int32, 0, len(values))
	pairs := make([]int32, 0, 2*len(values))
	for i, k := range values {
		if at := int64(base) + int64(i); -store.MaxValue <= at && at <= store.MaxValue {
			pairs = append(pairs, int32(at), k)
			tuples = append(tuples, pairs[len(pairs)-2:len(pairs):len(pairs)])
		}
	}
	// Each index has one tuple: they are sorted and distinct.
	return &table{xs: []store.View{index, result}, tuples: tuples}
}

func (e *element) Name() string             { return "element" }
func (e *element) Scope() []store.View      { return e.scope }
func (e *element) Priority() store.Priority { return store.Linear }

func (e *element) Post(s *store.Store, me store.ID) {
	if e.isConstant(s) {
		tuples := make([][]int32, 0, len(e.array))
		for i, w := range e.array {
			if k := int64(e.base) + int64(i); -store.MaxValue <= k && k <= store.MaxValue {
				tuples = append(tuples, []int32{int32(k), w.Lo(s)})
			}
		}
		e.constant = newTable([]store.View{e.index, e.result}, tuples)
		e.constant.Post(s, me)
		return
	}
	s.Watch(e.index, store.OnDomain, me, 0)
	s.Watch(e.result, store.OnDomain, me, 1)
	for i, w := range e.array {
		s.Watch(w, store.OnDomain, me, i+2)
	}
	seen := make(map[store.Var]bool, len(e.array)+2)
	for _, w := range e.scope {
		if !s.Fixed(w.V) { // a constant may repeat
			e.repeated = e.repeated || seen[w.V]
			seen[w.V] = true
		}
	}
	e.common = make([]int32, len(e.array))
	e.resultLo = e.result.Lo(s)
	if n := int64(e.result.Hi(s)) - int64(e.resultLo) + 1; n <= store.BankLimit {
		e.holder = make([]int32, n)
	}
	e.align(s)
}

// isConstant reports whether every element is fixed.
func (e *element) isConstant(s *store.Store) bool {
	for _, w := range e.array {
		if !w.Fixed(s) {
			return false
		}
	}
	return true
}

// align computes the shifts if every domain but that of index is a word.
func (e *element) align(s *store.Store) {
	isWord := func(w store.View) (first int32, ok bool) {
		base, _, narrow := s.Narrow(w.V)
		return base + w.C, narrow && w.Kind == store.Affine && w.A == 1
	}
	to, ok := isWord(e.result)
	if !ok {
		return
	}
	shift := make([]int32, len(e.array))
	for i, w := range e.array {
		from, ok := isWord(w)
		if !ok {
			return
		}
		shift[i] = from - to
	}
	e.words, e.shift = true, shift
	if base, _, _, ok := s.Words(e.index.V); ok && e.index.Kind == store.Affine && e.index.A == 1 && !e.repeated {
		e.fast, e.first = true, base+e.index.C-e.base
	}
}

// moved returns a word shifted up, or down where by is negative.
func moved(w uint64, by int32) uint64 {
	if by >= 0 {
		return w << uint(by)
	}
	return w >> uint(-by)
}

func (e *element) Propagate(s *store.Store, me store.ID) store.Status {
	if e.constant != nil {
		return e.constant.Propagate(s, me)
	}
	top := min(int64(e.base)+int64(len(e.array))-1, store.MaxValue+1)
	if !e.index.SetLo(s, max(e.base, -store.MaxValue-1), 0) || !e.index.SetHi(s, int32(max(top, -store.MaxValue-1)), 0) {
		return store.Failed
	}
	if e.repeated {
		if v, ok := onlyOpen(s, e.index, e.result, e.array); ok && s.Size(v) <= store.BankLimit {
			return e.tryEach(s, v)
		}
	}
	ok, settled := true, false
	switch {
	case e.fast && !e.concerned(s, s.TakeChanged(me)):
		return store.Fixpoint
	case e.fast:
		ok, settled = e.filterFast(s)
	case e.words:
		ok, settled = e.filterWords(s)
	default:
		ok, settled = e.filter(s)
	}
	switch {
	case !ok:
		return store.Failed
	case settled && !e.repeated: // a change of one view can have moved another
		return store.Entailed
	}
	return store.Fixpoint
}

// concerned reports whether index, result or an element that index can reach
// changed. Positions 64 apart share a bit of changed.
func (e *element) concerned(s *store.Store, changed uint64) bool {
	reached := uint64(3)
	_, from, to, _ := s.Words(e.index.V)
	for ; from <= to; from++ {
		reached |= bits.RotateLeft64(s.Word(e.index.V, from), int(e.first+2))
	}
	return changed&reached != 0
}

// filterFast is filterWords where index has words as well.
func (e *element) filterFast(s *store.Store) (ok, settled bool) {
	_, result, _ := s.Narrow(e.result.V)
	union, open := uint64(0), uint64(0)
	v := e.index.V
	base, from, to, _ := s.Words(v)
	for ; from <= to; from++ {
		for rest := s.Word(v, from); rest != 0; rest &= rest - 1 {
			i := int32(64*from + bits.TrailingZeros64(rest))
			at := e.first + i
			_, word, _ := s.Narrow(e.array[at].V)
			there := moved(word, e.shift[at])
			if there&result != 0 {
				union |= there
				open |= word & (word - 1)
			} else if !s.Remove(v, base+i, 0) {
				return false, false
			}
		}
	}
	if !s.Keep(e.result.V, union, 0) {
		return false, false
	}
	if s.Fixed(v) {
		at := s.Lo(v) - base + e.first
		_, result, _ = s.Narrow(e.result.V)
		if !s.Keep(e.array[at].V, moved(result, -e.shift[at]), 0) {
			return false, false
		}
		if s.Fixed(e.array[at].V) {
			open = 0
		}
	}
	return true, open == 0 && s.Fixed(e.result.V)
}

// filterWords does a run where all domains but that of index are words. settled
// means that result and all possible elements are fixed.
func (e *element) filterWords(s *store.Store) (ok, settled bool) {
	_, result, _ := s.Narrow(e.result.V)
	union, fixed := uint64(0), true
	i := e.index.Lo(s)
	for more := true; more; i, more = e.index.Next(s, i) {
		at := i - e.base
		w := e.array[at].V
		_, word, _ := s.Narrow(w)
		there := moved(word, e.shift[at])
		if there&result == 0 {
			if !e.index.Remove(s, i, 0) {
				return false, false
			}
			continue
		}
		union |= there
		fixed = fixed && word&(word-1) == 0
	}
	if !s.Keep(e.result.V, union, 0) {
		return false, false
	}
	if e.index.Fixed(s) {
		at := e.index.Lo(s) - e.base
		if !s.Keep(e.array[at].V, moved(result, -e.shift[at]), 0) {
			return false, false
		}
		fixed = s.Fixed(e.array[at].V)
	}
	return true, fixed && s.Fixed(e.result.V)
}

// filter does a run in the general case; settled is as in filterWords.
func (e *element) filter(s *store.Store) (ok, settled bool) {
	fixed := true
	i := e.index.Lo(s)
	for more := true; more; i, more = e.index.Next(s, i) {
		at := i - e.base
		w := e.array[at]
		if k := e.common[at]; !w.Has(s, k) || !e.result.Has(s, k) {
			k, found := firstCommon(s, w, e.result)
			if !found {
				if !e.index.Remove(s, i, 0) {
					return false, false
				}
				continue
			}
			e.common[at] = k
		}
		fixed = fixed && w.Fixed(s)
	}
	if e.index.Fixed(s) {
		w := e.array[e.index.Lo(s)-e.base]
		if !keepCommon(s, e.result, w) || !keepCommon(s, w, e.result) {
			return false, false
		}
		return true, w.Fixed(s) && e.result.Fixed(s)
	}
	if !e.filterResult(s) {
		return false, false
	}
	return true, fixed && e.result.Fixed(s)
}

// filterResult removes the values of result that no possible element has.
func (e *element) filterResult(s *store.Store) bool {
	if e.holder == nil && e.result.Size(s) > store.BankLimit {
		return e.narrowResult(s)
	}
	k := e.result.Lo(s)
	for more := true; more; k, more = e.result.Next(s, k) {
		if !e.held(s, k) && !e.result.Remove(s, k, 0) {
			return false
		}
	}
	return true
}

// held reports whether a possible element has the value k.
func (e *element) held(s *store.Store, k int32) bool {
	var last *int32
	if e.holder != nil {
		last = &e.holder[k-e.resultLo]
		if e.index.Has(s, *last+e.base) && e.array[*last].Has(s, k) {
			return true
		}
	}
	i := e.index.Lo(s)
	for more := true; more; i, more = e.index.Next(s, i) {
		if e.array[i-e.base].Has(s, k) {
			if last != nil {
				*last = i - e.base
			}
			return true
		}
	}
	return false
}

// narrowResult moves the bounds of result to the first and the last value that
// a possible element has.
func (e *element) narrowResult(s *store.Store) bool {
	lo, hi := int32(store.MaxValue), int32(-store.MaxValue)
	i := e.index.Lo(s)
	for more := true; more; i, more = e.index.Next(s, i) {
		w := e.array[i-e.base]
		if k, ok := firstCommon(s, w, e.result); ok {
			lo = min(lo, k)
		}
		if k, ok := lastCommon(s, w, e.result); ok {
			hi = max(hi, k)
		}
	}
	return e.result.SetLo(s, lo, 0) && e.result.SetHi(s, hi, 0)
}

// tryEach tests every value of the only open variable.
func (e *element) tryEach(s *store.Store, v store.Var) store.Status {
	x := s.Lo(v)
	for more := true; more; x, more = s.Next(v, x) {
		at := int64(valueWith(s, e.index, v, x)) - int64(e.base)
		if at >= 0 && at < int64(len(e.array)) &&
			valueWith(s, e.array[at], v, x) == valueWith(s, e.result, v, x) {
			continue
		}
		if !s.Remove(v, x, 0) {
			return store.Failed
		}
	}
	return store.Entailed
}

// Explain: where a variable repeats, the reason is the domains.
func (e *element) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	if e.constant != nil {
		return e.constant.Explain(p, a, cookie, out)
	}
	if e.repeated || a == store.False {
		return store.ExplainFully(e.scope, p, out)
	}
	v, _, _ := p.Store().Subject(a)
	switch v {
	case e.index.V:
		return e.explainIndex(p, a, out)
	case e.result.V:
		return e.explainResult(p, a, out)
	}
	// index is fixed on the element.
	w := e.array[e.index.LoAt(p)-e.base]
	out = eq(p, e.index, out)
	rel, k := asked(p, w, a)
	return sharesNone(p, e.result, w, rel, k, out)
}

// sharesNone appends premises by which w and other share no value that the relation
// w rel k denies.
func sharesNone(p store.Past, other, w store.View, rel store.Rel, k int32, out []store.Atom) []store.Atom {
	switch rel {
	case store.Ne:
		return ne(p, other, k, out)
	case store.Ge:
		return disjoint(p, other, w, -everywhere, k-1, out)
	}
	return disjoint(p, other, w, k+1, everywhere, out)
}

// explainIndex goes through the positions that a denies; there are none but
// those of one removed value within the array.
func (e *element) explainIndex(p store.Past, a store.Atom, out []store.Atom) []store.Atom {
	rel, k := asked(p, e.index, a)
	if at := int64(k) - int64(e.base); rel == store.Ne && at >= 0 && at < int64(len(e.array)) {
		return disjoint(p, e.array[at], e.result, -everywhere, everywhere, out)
	}
	return out
}

// explainResult: each element is out of reach of the index, or lacks what a
// denies.
func (e *element) explainResult(p store.Past, a store.Atom, out []store.Atom) []store.Atom {
	rel, k := asked(p, e.result, a)
	gone := newAbsence(p, e.index, out)
	for at := range e.array {
		i := int64(e.base) + int64(at)
		if i < -store.MaxValue || i > store.MaxValue || e.index.HasAt(p, int32(i)) ||
			rel == store.Ne && !e.array[at].HasAt(p.Root(), k) {
			continue
		}
		out = gone.add(int32(i), out)
	}
	out = gone.close(out)
	for at, w := range e.array {
		i := int64(e.base) + int64(at)
		if -store.MaxValue <= i && i <= store.MaxValue && e.index.HasAt(p, int32(i)) {
			out = sharesNone(p, w, e.result, rel, k, out)
		}
	}
	return out
}

func (e *element) Check(a []int32) bool {
	at := int64(e.index.In(a)) - int64(e.base)
	return at >= 0 && at < int64(len(e.array)) && e.array[at].In(a) == e.result.In(a)
}

// onlyOpen returns the open variable of the views if there is exactly one.
func onlyOpen(s *store.Store, a, b store.View, rest []store.View) (v store.Var, ok bool) {
	for i := -2; i < len(rest); i++ {
		w := a
		if i == -1 {
			w = b
		} else if i >= 0 {
			w = rest[i]
		}
		if s.Fixed(w.V) || ok && w.V == v {
			continue
		}
		if ok {
			return v, false
		}
		v, ok = w.V, true
	}
	return v, ok
}

// valueWith returns the value of w where v is x. Pre: w is fixed or a view of v.
func valueWith(s *store.Store, w store.View, v store.Var, x int32) int32 {
	if w.V == v {
		return w.Of(x)
	}
	return w.Lo(s)
}

// firstCommon returns the smallest value that two views share.
func firstCommon(s *store.Store, a, b store.View) (k int32, ok bool) {
	k, top := max(a.Lo(s), b.Lo(s)), min(a.Hi(s), b.Hi(s))
	for k <= top {
		if !a.Has(s, k) {
			k, ok = a.Next(s, k)
		} else if !b.Has(s, k) {
			k, ok = b.Next(s, k)
		} else {
			return k, true
		}
		if !ok {
			return 0, false
		}
	}
	return 0, false
}

// lastCommon returns the largest value that two views share.
func lastCommon(s *store.Store, a, b store.View) (k int32, ok bool) {
	if a.Kind != store.Affine || b.Kind != store.Affine {
		for k = 1; k >= 0; k-- {
			if a.Has(s, k) && b.Has(s, k) {
				return k, true
			}
		}
		return 0, false
	}
	k, ok = firstCommon(s, a.Neg(), b.Neg())
	return -k, ok
}

// keepCommon removes the values of a that b lacks. Pre: they share a value.
func keepCommon(s *store.Store, a, b store.View) bool {
	lo, _ := firstCommon(s, a, b)
	hi, _ := lastCommon(s, a, b)
	if !a.SetLo(s, lo, 0) || !a.SetHi(s, hi, 0) {
		return false
	}
	if a.Size(s) > store.BankLimit {
		return true
	}
	k := lo
	for more := true; more; k, more = a.Next(s, k) {
		if !b.Has(s, k) && !a.Remove(s, k, 0) {
			return false
		}
	}
	return true
}
