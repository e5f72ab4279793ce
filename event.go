package clew

// EventKind says what happened in a search.
type EventKind string

// Kinds of events. A node of the tree is opened by a place, the root by the
// start; clash, fail, learn and solution happen at the node where the search
// stands, and change nothing.
const (
	EventStart    EventKind = "start"    // the search begins: what it is about
	EventPlace    EventKind = "place"    // a decision opens a node, a child of the node before
	EventInfer    EventKind = "infer"    // Learn: a nogood makes something true at the node where the search stands
	EventPrune    EventKind = "prune"    // values were taken from a variable
	EventClash    EventKind = "clash"    // Plain: a value was tried at the next place, and refused
	EventFail     EventKind = "fail"     // there is no answer at this node
	EventBack     EventKind = "back"     // nodes were given up, to go on at one above
	EventLearn    EventKind = "learn"    // Learn: the failure before taught a nogood
	EventRestart  EventKind = "restart"  // Learn: nodes are about to be given up, to begin anew
	EventSolution EventKind = "solution" // an answer
	EventDone     EventKind = "done"     // the search ends
)

// Cause says who changed a variable, or found that there is no answer.
type Cause string

// Causes of a prune or fail.
const (
	ByConstraint Cause = "constraint" // Event.By is its number
	ByNogood     Cause = "nogood"     // something learned
	ByObjective  Cause = "objective"  // the bound that the next answer must beat
	ByPlacement  Cause = "placement"  // plain: another cell of the same placement
	ByExhaustion Cause = "exhaustion" // plain: every value was tried, none can stand (fail)
)

// Literal is a statement about a variable.
type Literal struct {
	Var   int    // number of the variable in TraceStart
	Op    string // "=", "!=", ">=" or "<="
	Value int
}

// Event is one event of a search. The fields that a kind does not use are zero,
// Var and By -1. It is valid until the next one.
//
// Forwards, a place, an infer and a prune take Removed from the domain of Var;
// where that is unknown (nil) at the start, Op "=" makes Value its only value. A back undoes
// all that happened below Node, which is again as it was when the last event
// there ended. So a reader who keeps the removed values can go backwards, too;
// Replay does.
type Event struct {
	Kind   EventKind
	Node   int64 // where the search stands after the event; 0 is the root, ids grow
	Parent int64 // of Node, -1 at the root
	Depth  int   // of Node: decisions on the way from the root

	Literal        // place, infer: what is made true; clash: what was tried; prune, fail: Var alone, which loses values or has none left
	Removed Domain // place, infer, prune: the values taken from Var, all of which it had
	Right   bool   // place: the negation of a decision whose other side is done

	Cause Cause  // prune, fail
	By    int    // prune, fail: number of the constraint in TraceStart, -1 for none
	With  string // clash: what the value clashes with, in the problem's words; may be empty
	Text  string // place, infer, clash, plain back: the try in the problem's words, as "q[0] = 3"; learn: the nogood

	Nogood []Literal // learn: what cannot hold together

	Answer int64 // solution: its number from 1, that of the last if it stands for several; done: answers found
	Values []int // solution: the values of the outputs, in order; Unset where any value of the domain will do

	Complete bool   // done: the whole tree was walked
	Reason   string // done: why the run was cut short, if it was

	Start *TraceStart // start
}

// TraceStart says what a search is about: the names of what its events number.
type TraceStart struct {
	Problem     string
	Method      Method
	Outputs     []Output
	Cells       []Cell            // the values of the outputs, in order
	Variables   []TraceVariable   // all, helpers too
	Constraints []TraceConstraint // engine: all; plain: none
	Objective   *Cell             // to be made as small as possible; nil if there is none
}

// TraceVariable is a variable of a traced search.
type TraceVariable struct {
	Name   string // as "q[3]"; "helper 7" if it has none
	Domain Domain // at the start; nil if it is not known, as for the cells of a Space with answers of its own
}

// TraceConstraint is a constraint of a traced search.
type TraceConstraint struct {
	Kind  string // as "all_different"
	Text  string // with its scope, shortened, as "all_different(q[0], q[1], q[2], ...)"
	Scope []int  // its variables, each once
}

// Cell is a value that depends on a variable: Factor times its value plus Offset.
type Cell struct{ Var, Factor, Offset int }
