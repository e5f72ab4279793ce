package sudoku

// Solver solves one grid after the other. The zero value is ready. It is large,
// it allocates nothing, long counts excepted, and only one goroutine may use it at
// a time.
type Solver struct {
	Guesses  int64 // states that were split in two, since Start
	Failures int64 // states without an answer
	Deepest  int   // most splits open at once

	ended   bool    // Next has found that there is no more answer
	open    int     // states on the stack that are left to be walked
	polled  uint32  // states walked, to ask goOn now and then
	done    float64 // share of the tree that is walked
	stack   [depth]state
	weights [depth]float64 // share of the tree below each state
}

// depth is more than the number of states that can be on the stack: a digit in a
// band or stack has one configuration left after two first parts of splits.
const depth = 2*9*6 + 1

// pollEvery is how many states are walked from one question whether to go on
// to the next: some tenths of a millisecond.
const pollEvery = 512

// Start begins the search for the answers of g.
func (v *Solver) Start(g *Grid) {
	v.Guesses, v.Failures, v.Deepest, v.polled, v.done = 0, 0, 0, 0, 0
	v.open, v.ended = 0, false
	if v.stack[0].start(g) {
		v.open, v.weights[0] = 1, 1
		return
	}
	v.Failures, v.done = 1, 1
}

// Next walks to the next answer. It returns false if there is none, or if goOn,
// asked now and then unless it is nil, has returned false; Exhausted tells
// which.
func (v *Solver) Next(goOn func() bool) bool {
	for v.open > 0 {
		if v.polled%pollEvery == 0 && goOn != nil && !goOn() {
			return false
		}
		v.polled++
		top := v.open - 1
		s := &v.stack[top]
		switch {
		case !s.settle():
			v.Failures++
			v.done += v.weights[top]
			v.open--
		case s.full():
			v.done += v.weights[top]
			v.open--
			return true
		default:
			v.Guesses++
			s.split(&v.stack[v.open])
			v.Deepest = max(v.Deepest, v.open)
			half := v.weights[top] / 2
			v.weights[top], v.weights[v.open] = half, half
			v.open++
		}
	}
	v.ended = true
	return false
}

// Exhausted reports whether Next has found that there is no more answer, or a
// count all of them.
func (v *Solver) Exhausted() bool { return v.ended }

// Share returns how much of the tree has been walked, 0 to 1, if both parts of
// each split are taken for equal.
func (v *Solver) Share() float64 { return v.done }

// Answer writes the answer that Next has found to g.
func (v *Solver) Answer(g *Grid) { v.stack[v.open].grid(g) }

// Solve returns whether g has an answer, and writes the first to answer.
func (v *Solver) Solve(g, answer *Grid) bool {
	v.Start(g)
	if !v.Next(nil) {
		return false
	}
	v.Answer(answer)
	return true
}
