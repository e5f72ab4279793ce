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
