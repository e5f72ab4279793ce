package store

import "math/bits"

// Limits of the domains that the store represents.
const (
	MaxValue  = 1<<30 - 1 // largest absolute value of a domain's bounds: every width fits int32
	BankLimit = 4096      // widest range that keeps its holes as bits by itself, unless BankUpTo is called
	SetLimit  = 1 << 22   // widest range of an explicitly given set of values
)

// Var is a handle of an integer variable: an index into the store's slab.
type Var uint32

type form uint32

const (
	narrow form = iota // holes in record.word
	banked             // holes in Store.words[record.more:]
	wide               // holes in a list; record.word is its head
)

// record is the state of one variable. The bounds always lie in the domain.
type record struct {
	lo, hi int32
	word   uint64 // narrow: bit i is value base+i; banked: number of words; wide: head of the list of holes
	base   int32  // value of bit 0
	size   int32  // number of values
	more   uint32 // banked: offset of the first word in Store.words
	form   form
}

// hole is a removed value of a wide domain.
type hole struct {
	value int32
	next  uint32 // index+1 of the next older hole of the same variable, 0 at the end
}

// BankUpTo makes variables that are added from now on keep their holes as bits
// if their range has at most limit values. Where limit is below 64 it is 64.
func (s *Store) BankUpTo(limit int64) { s.bankLimit = limit }

// NewVar adds a variable with the domain lo..hi. Both bounds must respect
// MaxValue and lo must not exceed hi: callers check and name the variable.
func (s *Store) NewVar(lo, hi int32) Var {
	r := record{lo: lo, hi: hi, base: lo, size: hi - lo + 1}
	switch width := int64(hi) - int64(lo) + 1; {
	case width <= 64:
		r.word = ^uint64(0) >> (64 - uint(width))
	case width <= s.bankLimit:
		s.bank(&r)
	default:
		r.form = wide
	}
	return s.addRecord(r)
}

// NewSetVar adds a variable whose domain is the given ascending list of
// distinct values. Its range must not be wider than SetLimit.
func (s *Store) NewSetVar(values []int32) Var {
	lo, hi := values[0], values[len(values)-1]
	r := record{lo: lo, hi: hi, base: lo, size: int32(len(values))}
	if hi-lo < 64 {
		for _, k := range values {
			r.word |= 1 << uint(k-lo)
		}
		return s.addRecord(r)
	}
	s.bank(&r)
	words := s.words[r.more : r.more+uint32(r.word)]
	clear(words)
	for _, k := range values {
		words[(k-lo)>>6] |= 1 << uint((k-lo)&63)
	}
	return s.addRecord(r)
}

// bank gives r words in the arena, with every value of its range present.
func (s *Store) bank(r *record) {
	width := uint(r.hi-r.lo) + 1
	r.form = banked
	r.more = uint32(len(s.words))
	r.word = uint64((width + 63) / 64)
	for range r.word {
		s.words = append(s.words, ^uint64(0))
		s.wordStamp = append(s.wordStamp, 0)
	}
	if rest := width & 63; rest != 0 {
		s.words[len(s.words)-1] = 1<<rest - 1
	}
}

func (s *Store) addRecord(r record) Var {
	s.vars = append(s.vars, r)
	s.varStamp = append(s.varStamp, 0)
	return Var(len(s.vars) - 1)
}

// Vars returns the number of variables.
func (s *Store) Vars() int { return len(s.vars) }

// Lo returns the smallest value of v.
func (s *Store) Lo(v Var) int32 { return s.vars[v].lo }

// Hi returns the largest value of v.
func (s *Store) Hi(v Var) int32 { return s.vars[v].hi }

// Size returns the number of values of v.
func (s *Store) Size(v Var) int32 { return s.vars[v].size }

// Fixed reports whether v has one value left.
func (s *Store) Fixed(v Var) bool { r := &s.vars[v]; return r.lo == r.hi }

// Has reports whether k is a value of v.
func (s *Store) Has(v Var, k int32) bool { return s.holds(&s.vars[v], k) }

// holds is Has for a record.
func (s *Store) holds(r *record, k int32) bool {
	if k < r.lo || k > r.hi {
		return false
	}
	i := uint(k - r.base)
	switch r.form {
	case narrow:
		return r.word>>i&1 != 0
	case banked:
		return s.words[uint(r.more)+i>>6]>>(i&63)&1 != 0
	}
	return !s.holed(r, k)
}

// holed reports whether k was removed from inside a wide domain. It walks the
// holes of the variable: wide domains are rare and their holes few.
func (s *Store) holed(r *record, k int32) bool {
	for i := uint32(r.word); i != 0; i = s.holes[i-1].next {
		if s.holes[i-1].value == k {
			return true
		}
	}
	return false
}

// Narrow returns the domain of v as a word, bit i standing for base+i, when
// the root range of v fits one word.
func (s *Store) Narrow(v Var) (base int32, word uint64, ok bool) {
	r := &s.vars[v]
	return r.base, r.word, r.form == narrow
}

// Words returns which words have values of v, if v is not wide: those from first
// to last of Word, of which bit i of word at stands for base+64*at+i.
func (s *Store) Words(v Var) (base int32, first, last int, ok bool) {
	r := &s.vars[v]
	return r.base, int(r.lo-r.base) >> 6, int(r.hi-r.base) >> 6, r.form != wide
}

// Word returns a word of the domain of v. Pre: Words has it.
func (s *Store) Word(v Var, at int) uint64 {
	r := &s.vars[v]
	if r.form == narrow {
		return r.word
	}
	w := s.words[int(r.more)+at]
	lo, hi := int(r.lo-r.base), int(r.hi-r.base)
	if at == lo>>6 {
		w = w >> (lo & 63) << (lo & 63)
	}
	if at == hi>>6 {
		w = w << (63 - hi&63) >> (63 - hi&63)
	}
	return w
}

// Next returns the smallest value of v above k; ok is false if there is none.
func (s *Store) Next(v Var, k int32) (next int32, ok bool) {
	r := &s.vars[v]
	if k < r.lo {
		return r.lo, true
	}
	if k >= r.hi {
		return 0, false
	}
	return s.above(r, k+1), true
}

// Prev returns the largest value of v below k; ok is false if there is none.
func (s *Store) Prev(v Var, k int32) (prev int32, ok bool) {
	r := &s.vars[v]
	if k > r.hi {
		return r.hi, true
	}
	if k <= r.lo {
		return 0, false
	}
	return s.below(r, k-1), true
}

// Nth returns the value of v that has i smaller ones. In a wide domain it may
// have some more or less.
func (s *Store) Nth(v Var, i int32) int32 {
	r := &s.vars[v]
	switch r.form {
	case narrow:
		w := r.word
		for ; i > 0; i-- {
			w &= w - 1
		}
		return r.base + int32(bits.TrailingZeros64(w))
	case banked:
		// Words outside of the bounds may be stale: count from the lower one.
		k := r.lo
		for ; i > 0; i-- {
			k = s.above(r, k+1)
		}
		return k
	}
	// The holes, few as they are, are taken to be spread evenly.
	return s.below(r, r.lo+int32(int64(i)*(int64(r.hi)-int64(r.lo))/int64(max(r.size-1, 1))))
}

// above returns the smallest value >= k. Pre: lo <= k <= hi.
func (s *Store) above(r *record, k int32) int32 {
	i := uint(k - r.base)
	switch r.form {
	case narrow:
		return k + int32(bits.TrailingZeros64(r.word>>i))
	case banked:
		at := uint(r.more) + i>>6
		if w := s.words[at] >> (i & 63); w != 0 {
			return k + int32(bits.TrailingZeros64(w))
		}
		for at++; s.words[at] == 0; at++ {
		}
		return r.base + int32((at-uint(r.more))<<6) + int32(bits.TrailingZeros64(s.words[at]))
	}
	for s.holed(r, k) {
		k++
	}
	return k
}

// below returns the largest value <= k. Pre: lo <= k <= hi.
func (s *Store) below(r *record, k int32) int32 {
	i := uint(k - r.base)
	switch r.form {
	case narrow:
		return k - int32(bits.LeadingZeros64(r.word<<(63-i)))
	case banked:
		at := uint(r.more) + i>>6
		if w := s.words[at] << (63 - i&63); w != 0 {
			return k - int32(bits.LeadingZeros64(w))
		}
		for at--; s.words[at] == 0; at-- {
		}
		return r.base + int32((at-uint(r.more))<<6) + 63 - int32(bits.LeadingZeros64(s.words[at]))
	}
	for s.holed(r, k) {
		k--
	}
	return k
}

// Domain appends the values of v, ascending, to dst and returns it.
func (s *Store) Domain(v Var, dst []int32) []int32 {
	k := s.vars[v].lo
	for ok := true; ok; k, ok = s.Next(v, k) {
		dst = append(dst, k)
	}
	return dst
}

// countIn counts the values in a..b. Pre: lo <= a, b <= hi. The count is 0
// where a > b.
func (s *Store) countIn(r *record, a, b int32) int32 {
	if a > b {
		return 0
	}
	i, j := uint(a-r.base), uint(b-r.base)
	switch r.form {
	case narrow:
		return int32(bits.OnesCount64(r.word >> i << (63 - j + i)))
	case banked:
		words := s.words[r.more:]
		p, q := i>>6, j>>6
		first := words[p] >> (i & 63) << (i & 63)
		if p == q {
			return int32(bits.OnesCount64(first << (63 - j&63)))
		}
		n := bits.OnesCount64(first) + bits.OnesCount64(words[q]<<(63-j&63))
		for p++; p < q; p++ {
			n += bits.OnesCount64(words[p])
		}
		return int32(n)
	}
	n := b - a + 1
	for h := uint32(r.word); h != 0; h = s.holes[h-1].next {
		if at := s.holes[h-1].value; a <= at && at <= b {
			n--
		}
	}
	return n
}
