package store

// FloorDiv divides rounding down. Pre: b is not 0.
func FloorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// CeilDiv divides rounding up. Pre: b is not 0.
func CeilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// Clamp brings a bound into the range where comparing it with any domain gives
// the same result.
func Clamp(k int64) int32 {
	return int32(min(max(k, -MaxValue-1), MaxValue+1))
}
