package propagate

// Op is a comparison of integers.
type Op uint8

// Comparisons.
const (
	Eq Op = iota
	Ne
	Lt
	Le
	Gt
	Ge
)

// String returns the sign of the comparison, as "<=".
func (op Op) String() string {
	return [...]string{"=", "!=", "<", "<=", ">", ">="}[op]
}

// Holds reports whether a op b.
func (op Op) Holds(a, b int64) bool {
	switch op {
	case Eq:
		return a == b
	case Ne:
		return a != b
	case Lt:
		return a < b
	case Le:
		return a <= b
	case Gt:
		return a > b
	}
	return a >= b
}

// Negate returns the comparison that holds exactly where op does not.
func (op Op) Negate() Op { return [...]Op{Ne, Eq, Ge, Gt, Le, Lt}[op] }

// Flip returns the comparison with its sides exchanged: a op b exactly if
// b op.Flip() a.
func (op Op) Flip() Op { return [...]Op{Eq, Ne, Gt, Ge, Lt, Le}[op] }
