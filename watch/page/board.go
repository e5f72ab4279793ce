package page

// Board says how the values of answers are laid out for the eye.
type Board struct {
	Rows  int         `json:"rows"`
	Cols  int         `json:"cols"`
	Cells []BoardCell `json:"cells"` // row by row

	BoxRows    int               `json:"boxRows,omitempty"` // rows and columns of the boxes that thick lines go around
	BoxCols    int               `json:"boxCols,omitempty"`
	Chequered  bool              `json:"chequered,omitempty"`  // as a chess board
	RowTallies []string          `json:"rowTallies,omitempty"` // beside the rows
	ColTallies []string          `json:"colTallies,omitempty"` // below the columns
	Values     map[string]string `json:"values,omitempty"`     // symbols of values; others are shown as numbers
}

// BoardCell is a cell of a board.
type BoardCell struct {
	Cell  int    `json:"cell"`            // which value of the answers it shows; -1 for a blank
	Value *int   `json:"value,omitempty"` // the cell is on if that is this value; nil: the value itself is shown
	Mark  string `json:"mark,omitempty"`  // of a cell that is on
	Given bool   `json:"given,omitempty"` // known from the start
	Clue  string `json:"clue,omitempty"`  // what a given cell shows while its value is open
	Name  string `json:"name,omitempty"`  // as "r1c1"
}
