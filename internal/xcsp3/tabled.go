package xcsp3

// tabled states that e has a truth value as a table, where that prunes more at
// little cost, and reports whether it did.
func (b *builder) tabled(e *expr, truth bool) bool { return false }
