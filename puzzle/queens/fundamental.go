package queens

import (
	"slices"

	"github.com/clewsolver/clew"
)

// image is what turning and mirroring makes of a board: first rows and columns
// change places, or not, then the left and the right, then top and bottom.
type image struct{ transposed, mirrored, flipped bool }

// images are those of a board beside itself. Half and quarter turns are among
// them.
var images = []image{
	{false, false, true}, {false, true, false}, {false, true, true},
	{true, false, false}, {true, false, true}, {true, true, false}, {true, true, true},
}

// of returns the image of a board, the row of the queen in each column. Its
// inverse is the column of the queen in each row; down counts a row from the
// other end.
func of[T any](i image, board, inverse []T, down func(row T) T) []T {
	from := board
	if i.transposed {
		from = inverse
	}
	from = slices.Clone(from)
	if i.mirrored {
		slices.Reverse(from)
	}
	if i.flipped {
		for c, row := range from {
			from[c] = down(row)
		}
	}
	return from
}

// takeFirst says that no image of q comes before q.
func (p *Puzzle) takeFirst(m *clew.Model, q []clew.Var) {
	inverse := m.IntVars("", p.n, 0, p.n-1)
	m.Inverse(q, inverse)
	for _, i := range images {
		m.LexLessEqual(q, of(i, q, inverse, func(row clew.Var) clew.Var { return row.Neg().Plus(p.n - 1) }))
	}
}

// fundamentalSpace is the walk of all boards, but for a last queen that makes a
// board of which an image comes before it.
type fundamentalSpace struct{ space }

func (s fundamentalSpace) Check(placed []int, row int) bool {
	return s.space.Check(placed, row) && s.first(placed, row)
}

// Say adds to the words of space why a last queen is refused.
func (s fundamentalSpace) Say(placed []int, row int) (try, clash string) {
	try, clash = s.space.Say(placed, row)
	if clash == "" && !s.first(placed, row) {
		clash = "a turned or mirrored board, which comes first"
	}
	return try, clash
}

// first reports whether the board is not full yet with one queen more, or none
// of its images comes before it.
func (s fundamentalSpace) first(placed []int, row int) bool {
	if len(placed) < s.n-1 {
		return true
	}
	board, inverse := append(slices.Clone(placed), row), make([]int, s.n)
	for c, r := range board {
		inverse[r] = c
	}
	return !slices.ContainsFunc(images, func(i image) bool {
		return slices.Compare(of(i, board, inverse, func(row int) int { return s.n - 1 - row }), board) < 0
	})
}
