package queens

// listUpper lists the upper halves of a part and has the lower ones counted
// against them, at the end and whenever the list is full.
func (j *joiner) listUpper(p Part) {
	cols, h := uint64(p.code), j.h
	j.upper, j.pieces = j.upper[:0], false
	clear(j.ends)
	j.fillAround(-1)
	switch p.kind {
	case strict, tieLow, tieTop, tieTwo:
		j.ordered(0, cols, 0, 0)
	case centre:
		j.place(0, cols, 1<<(2*h), 1<<(h-1))
	case cross:
		mid := uint64(1) << h
		for r := h - 1; r >= 0; r-- {
			j.fillAround(r)
			j.place(0, cols&^mid, mid<<r, mid<<(h-1-r))
			j.ends[r] = len(j.upper)
		}
	default:
		j.place(0, cols, 0, 0)
	}
}

// fillAround says that all rows of the upper half but one are to be filled, from
// the middle of the board on.
func (j *joiner) fillAround(taken int) {
	j.row = taken
	j.rows = j.rows[:0]
	for r := j.h - 1; r >= 0; r-- {
		if r != taken {
			j.rows = append(j.rows, r)
		}
	}
}

// quick is how many rows are soon filled in all ways, to the end.
const quick = 6

// place fills the i-th of the rows and those after it in all ways.
func (j *joiner) place(i int, cols, rising, falling uint64) {
	if j.stop && i < len(j.rows)-quick {
		return
	}
	r := j.rows[i]
	up, down := uint(r)&63, uint(j.h-1-r)&63
	open := cols &^ (rising>>up | falling>>down)
	if i == len(j.rows)-1 {
		if open != 0 { // one column is left
			j.add(rising|open<<up, falling|open<<down)
		}
		return
	}
	for ; open != 0; open &= open - 1 {
		b := open & -open
		j.place(i+1, cols&^b, rising|b<<up, falling|b<<down)
	}
}

// ordered is place for rows that, so far, are tied with the columns in the order
// of quadrants.
func (j *joiner) ordered(i int, cols, rising, falling uint64) {
	if i == len(j.rows) {
		if j.highOrder.tie {
			j.add(rising, falling)
		}
		return
	}
	r := j.rows[i]
	up, down := uint(r)&63, uint(j.h-1-r)&63
	open := cols &^ (rising>>up | falling>>down) & j.highOrder.allowed[i]
	for ; open != 0; open &= open - 1 {
		b := open & -open
		switch {
		case b&j.highOrder.same[i] != 0:
			j.ordered(i+1, cols&^b, rising|b<<up, falling|b<<down)
		case i == len(j.rows)-1:
			j.add(rising|b<<up, falling|b<<down)
		default:
			j.place(i+1, cols&^b, rising|b<<up, falling|b<<down)
		}
	}
}

// add adds an upper half to the list.
func (j *joiner) add(rising, falling uint64) {
	if len(j.upper) == cap(j.upper) {
		j.emptyList()
	}
	reach := uint64(1)<<(j.n-1) - 1
	j.upper = append(j.upper, rising>>j.h&reach|falling&reach<<(j.n-1))
}

// emptyList counts what the list holds, to make room in it.
func (j *joiner) emptyList() {
	for r := range j.ends[:j.row+1] {
		j.ends[r] = len(j.upper)
	}
	j.pieces = true
	j.joinLower()
	j.upper = j.upper[:0]
	clear(j.ends)
}
