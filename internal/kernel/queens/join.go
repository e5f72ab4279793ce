package queens

// joiner counts by joining halves: it lists what the upper half of the board
// can look like over a set of columns, then walks the lower half, over the
// other columns, with the whole list at once. doc.go explains it.
//
// The rows of the upper half are 0..h-1, row h+k of the board is row k of the
// lower half. A set of rising diagonals is a word in which the queen of (row,
// col) has bit row+col above and bit col+k below; in a set of falling ones it
// has bit col-row+h-1 above and bit col-k+low below.
//
// A listed half is the set of diagonals by which it reaches the lower half, in
// two fields of n-1 bits: square (k, col) there is on number col+k of the
// rising ones and on number col-1-k of the falling ones, if there are such.
type joiner struct {
	n    int
	h    int    // rows of the upper half
	low  int    // rows of the lower half, n-h
	left uint64 // the columns of the left half

	part   Part
	upper  []uint64 // the upper halves listed
	whole  bool     // they are all of those of part
	pieces bool     // the list was full before it was whole
	rows   []int    // of the upper half, to be filled
	row    int      // cross: the row of the queen in the middle column, now; -1 in other parts
	ends   []int    // cross: for each row, the number of halves in which it or a lower one holds the queen of the middle column

	below  [][]uint64 // for each row of the lower half, the list filtered by the queens above it
	turned turned
	from   int // the row from which turned holds the list

	highOrder, lowOrder order

	goOn func() bool
	stop bool
	sum  int64
}

// room returns the number of upper halves that are listed at once on a board of
// n. A longer list is counted piece by piece.
func room(n int) int { return 1 << min(n, 16) }

func newJoiner(n int) *joiner {
	h := n / 2
	j := &joiner{n: n, h: h, low: n - h, left: 1<<h - 1}
	j.upper = make([]uint64, 0, room(n))
	j.turned.open(j.low)
	j.rows = make([]int, 0, h)
	j.ends = make([]int, h+1)
	j.below = make([][]uint64, j.low)
	for k := range j.below {
		j.below[k] = make([]uint64, room(n))
	}
	return j
}

// count counts the boards of a part.
func (j *joiner) count(p Part, goOn func() bool) (sum int64, done bool) {
	j.goOn, j.stop, j.sum = goOn, false, 0
	again := j.whole && p.code == j.part.code && p.kind == tieLow && j.part.kind == strict
	j.part = p
	columns := j.left &^ uint64(p.code)
	j.highOrder.set(columns, ^j.left, j.h, p.kind == tieTop || p.kind == tieTwo)
	j.lowOrder.set(columns, j.left, j.h, p.kind == tieLow || p.kind == tieTwo)
	if !again {
		j.listUpper(p)
		j.whole = !j.pieces && !j.stop
	}
	j.joinLower()
	return j.sum, !j.stop
}

// order says what the queens of a half may do, row by row from the middle of the
// board on, so that its rows, those with a queen on one side, are a larger
// number than the columns of the upper left quadrant, or the same number. The
// row next to the middle is the highest digit.
type order struct {
	same    [MaxN / 2]uint64 // the columns with which the numbers stay the same
	allowed [MaxN / 2]uint64 // the columns with which they do, or the rows become larger
	tie     bool             // in the end they must be the same, else must not
}

// set sets the order for a number of h digits; one is the side on which a queen
// makes the digit of its row 1.
func (o *order) set(number, one uint64, h int, tie bool) {
	o.tie = tie
	for i := range h {
		digit := number >> (h - 1 - i) & 1
		o.same[i] = one
		if digit == 0 {
			o.same[i] = ^one
		}
		o.allowed[i] = o.same[i]
		if !tie {
			o.allowed[i] |= one
		}
	}
}
