package sudoku

const (
	allCells  = 1<<27 - 1 // of a band
	allCols   = 1<<9 - 1
	allMinis  = 1<<18 - 1        // minirows and minicolumns of a band
	inAllRows = 1 | 1<<9 | 1<<18 // times a set of columns: their cells in a band
	firstOf3  = 0o111111111      // the first cell of each minirow
)

// permutations are the six ways in which a digit can lie in a band: the box of
// each row, as a set of minirows, bit 3*row+box.
var permutations = [6]int{0o421, 0o241, 0o412, 0o142, 0o214, 0o124}

// tab holds the tables that are looked up by a set of nine bits, with masks as
// results: minirows of a band as bit 3*row+box, columns as they lie, cells of a
// band as bit 9*row+column. They are one variable, to be reached from one
// address, which the steps of propagation are given: the compiler then keeps it at
// hand.
var tab tables

type tables struct {
	// minirowsOf gives the minirows that hold a candidate, by the columns that
	// do in row 0, 1 and 2.
	minirowsOf [3][512]uint16

	// cellsOf gives the cells of minirows.
	cellsOf [512]uint32

	// possible gives the cells of minirows that are part of a permutation
	// within the set.
	possible [512]uint32

	// sureCells gives the cells of minirows that are the only one of their row in
	// all permutations within the set.
	sureCells [512]uint32

	// certainRows gives the minirows of sureCells; certainCols, by columns of a
	// band, those that are alone in their box, from bit 9 on, and the columns
	// themselves, from bit 18 on.
	certainRows, certainCols [512]uint32

	// besideOne gives, by columns of a band, the cells of another band that it
	// leaves to the digit: not in columns that are alone in their box.
	besideOne [512]uint32

	// besideTwo gives, by the columns of two bands, the cells of the third
	// without columns that are not all three of their box.
	besideTwo [512]uint32

	// freedom gives openness for the number of permutations within a set of
	// minirows; columns of a stack have as many.
	freedom [512]uint8

	// firstWay and otherWays split a set with more than one permutation: up to
	// three, the first and the rest; of more, those with one minirow and those
	// without it.
	firstWay, otherWays [512]uint16

	// placed gives the cells of a band that keep a digit placed in a cell: that
	// and all of other rows and boxes.
	placed [32]uint32

	// taken gives the cells of a band that rows, bits 0 to 2, and boxes, bits
	// 3 to 5, take from a digit.
	taken [64]uint32
}

// openness weighs a digit by the number of its configurations, to compare bands
// and stacks: above all the number of digits with more than one counts, and then
// how many more. (The weights were found by trying: with the number of
// configurations themselves the hardest lists take a fifth longer.)
var openness = [...]uint8{0, 0, 20, 21, 22, 22, 22}

// rowsOf and boxesOf give the minirows of a set of rows, and of boxes, of a
// band.
var rowsOf, boxesOf [8]uint16

// cells81 tells of each cell: the row and the box as bits 6*band+row and
// 6*band+3+box, and the column from bit 18 on; its band, and its bit there.
var cells81 [81]struct{ houses, band, bit uint32 }

func init() {
	for x := range 8 {
		for k := range 3 {
			if x>>k&1 == 1 {
				rowsOf[x] |= 0o7 << (3 * k)
				boxesOf[x] |= 0o111 << k
			}
		}
	}
	for x := range 512 {
		for k := range 9 {
			if x>>k&1 == 1 {
				tab.cellsOf[x] |= 7 << (3 * k)
			}
		}
	}
	for x := range tab.taken {
		tab.taken[x] = tab.cellsOf[rowsOf[x&7]|boxesOf[x>>3]]
	}
	for x := range 512 {
		splitColumns(x)
		splitMinirows(x)
	}
	for cell := range 27 {
		row, box := cell/9, cell%9/3
		tab.placed[cell] = allCells&^tab.cellsOf[rowsOf[1<<row]|boxesOf[1<<box]] | 1<<cell
	}
	for i := range cells81 {
		c, row, col := &cells81[i], i/9, i%9
		c.houses = 1<<(row/3*6+row%3) | 1<<(row/3*6+3+col/3) | 1<<(18+col)
		c.band, c.bit = uint32(i/27), 1<<(i%27)
	}
}

// splitColumns fills in what a set of columns says.
func splitColumns(x int) {
	alone, fewer := 0, 0
	for box := range 3 {
		cols := x >> (3 * box) & 7
		if cols != 0 {
			tab.minirowsOf[0][x] |= 1 << box
			tab.minirowsOf[1][x] |= 1 << (3 + box)
			tab.minirowsOf[2][x] |= 1 << (6 + box)
		}
		if cols&(cols-1) == 0 {
			alone |= cols << (3 * box)
		}
		if cols != 7 {
			fewer |= cols << (3 * box)
		}
	}
	tab.certainCols[x] = uint32(alone)<<9 | uint32(x)<<18
	tab.besideOne[x] = allCells &^ (uint32(alone) * inAllRows)
	tab.besideTwo[x] = allCells &^ (uint32(fewer) * inAllRows)
}

// splitMinirows fills in what a set of minirows says.
func splitMinirows(x int) {
	union, n := 0, 0
	for _, p := range permutations {
		if p&x == p {
			union |= p
			n++
		}
	}
	tab.freedom[x] = openness[n]
	tab.possible[x] = tab.cellsOf[union]
	for row := range 3 {
		if boxes := union >> (3 * row) & 7; boxes&(boxes-1) == 0 {
			tab.certainRows[x] |= uint32(boxes) << (3 * row)
			tab.sureCells[x] |= tab.cellsOf[boxes<<(3*row)]
		}
	}
	one := 0 // what the first way has and the others have not
	for _, p := range permutations {
		switch {
		case p&x != p:
		case one == 0 && n <= 3:
			one, tab.firstWay[x] = p, uint16(p)
		case one == 0:
			one, tab.firstWay[x] = p&-p, uint16(p)
		case n > 3 && p&one != 0:
			tab.firstWay[x] |= uint16(p)
		default:
			tab.otherWays[x] |= uint16(p)
		}
	}
}
