package clew

// Searcher is a Problem with a kernel that walks from answer to answer, faster
// than the methods for all problems do. Auto uses it unless the
// events of the search or orders of the engine are asked for.
type Searcher interface {
	Problem
	// Kernel says how the kernel searches, in words for a Report. The error Is
	// ErrUnsupported where it cannot search this problem, as one of another
	// size.
	Kernel() (how string, err error)
	// Search returns a new search for all answers, each to be found once. It is
	// called only if Kernel has returned no error. Searches share nothing that
	// changes: they can go on side by side.
	Search() Search
}

// Search is a search of a kernel.
type Search interface {
	// Next walks to the next answer. It calls goOn at its beginning and then
	// every few milliseconds. It returns false when goOn does, or when there is
	// no more answer; Exhausted tells which.
	Next(goOn func() bool) bool
	// Values writes the answer that Next has found to dst, in the order of the
	// Outputs.
	Values(dst []int)
	// Exhausted reports whether all answers have been found.
	Exhausted() bool
	// Account fills in the counters of the engine that have a meaning for the
	// kernel, and Share.
	Account(r *Report)
	// Close is the last call: what the search needed may be used again.
	Close()
}

// CountingSearch is a Search that also counts answers, up to a number of them,
// faster than by going from one to the next. Count with a Limit uses it.
type CountingSearch interface {
	Search
	// CountUpTo returns the number of answers, or limit, which is positive, if
	// there are as many or more. It is called instead of Next. It calls goOn
	// as Next does, with the number counted so far. When goOn returns false, it
	// stops, and the number is one that the count has reached for sure.
	// Afterwards Exhausted reports whether all answers have been counted, and
	// does not if the number is limit, as after a walk that ends there.
	CountUpTo(limit int64, goOn func(counted int64) bool) int64
}

// searcherOf returns p as a Searcher if its kernel is to search it: asked for,
// or by Auto where no order of other methods is.
func searcherOf(p Problem, o *options) (s Searcher, how string, ok bool) {
	s, ok = p.(Searcher)
	ordered := o.order != nil || o.values != nil || o.free
	if !ok || o.traces != nil || o.method != Kernel && (o.method != Auto || ordered) {
		return nil, "", false
	}
	how, err := s.Kernel()
	return s, how, err == nil
}

// setSearch makes r a run of a kernel.
func (r *run) setSearch(s Searcher, how string) {
	if r.opts.method == Auto {
		r.why = "the problem has one: " + how
	}
	r.method = Kernel
	r.outputs = r.problem.Outputs()
	r.walker = &searchWalk{Search: s.Search()}
}

// countLimited counts the answers of r up to its limit, which is not 0.
func (r *run) countLimited() {
	if w, ok := r.walker.(*searchWalk); ok {
		if c, ok := w.Search.(CountingSearch); ok {
			r.found = c.CountUpTo(r.opts.limit, func(counted int64) bool {
				r.found = counted
				return r.poll()
			})
			return
		}
	}
	for !r.limited() && r.advance() {
	}
}

// searchWalk makes a walker of a Search.
type searchWalk struct {
	Search
	done bool // exhausted, once the run has ended
}

func (w *searchWalk) next(poll func() bool) bool { return w.Next(poll) }
func (w *searchWalk) values(dst []int)           { w.Values(dst) }
func (w *searchWalk) account(r *Report)          { w.Account(r) }
func (w *searchWalk) exhausted() bool            { return w.done || w.Search != nil && w.Exhausted() }

func (w *searchWalk) close() {
	w.done = w.Exhausted()
	w.Close()
	w.Search = nil
}
