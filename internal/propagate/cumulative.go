package propagate

import (
	"slices"

	"github.com/clewsolver/clew/internal/store"
)

// cumulative says that at every time the demands of the tasks that run sum to
// at most the capacity. Durations, demands and the capacity are not negative,
// whether or not a task runs.
//
// It narrows bounds by time-tabling: the parts of tasks that are sure to run
// form a profile, and every start, duration and demand that would lift the
// profile above the capacity goes (after Gay, Hartert and Schaus, Simple and
// scalable time-table filtering for the cumulative constraint, CP 2015; here
// O(n log n) for the profile, and for each task the part of it that its window
// meets). It fails also when some tasks need more energy than their window has
// (overload check by a tree, O(n log n); Wolf and Schrader 2005, Vilim 2009).
// When all this has nothing more to do, edge finding moves starts, if at most
// maxEdgeTasks tasks need energy; see edges. It decides; no strength beyond
// that is promised.
//
// Cookie: eight times the task, plus the rule. Reasons are pointwise (Schutt,
// Feydy, Stuckey and Wallace, Explaining the cumulative propagator, Constraints
// 2011): each names one time and enough tasks that run then. A start moves by
// at most its duration at once, so that one time suffices. Those of edge finding
// name tasks that fill one window, or two.
type cumulative struct {
	starts, durations, demands []store.View
	capacity                   store.View
	scope                      []store.View

	est, lst, dur, dem []int64 // bounds of starts; smallest duration and demand
	cap                int64   // largest capacity

	rises  []rise
	at     []int64 // begins of the profile's segments, and the end of the last
	height []int64 // of each segment

	tree         thetaTree
	leaf         []int32
	lct, energy  []int64
	byEst, byLct []int32
	used         []bool // for Explain

	from, to     []int64 // est and lct, in the direction of edge finding at hand
	byFrom, byTo []int32
	after, edge  []int64 // a time that the task ends after, and its new bound
}

// rise is a change of the profile's height.
type rise struct{ at, up int64 }

// Rules of cumulative.
const (
	signRule     = iota // durations, demands and capacity are not negative
	startRule           // a start would lift the profile too high
	lengthRule          // a duration would
	demandRule          // a demand would
	capacityRule        // the profile's height, or a task's demand, is needed
	windowRule          // a start would leave others too little energy
)

// maxSteps bounds the steps in which a start passes one segment; a longer
// segment is passed at once, and explained by several times.
const maxSteps = 32

// maxEdgeTasks bounds the number of tasks for edge finding, which is quadratic
// at best and cubic at worst.
const maxEdgeTasks = 64

// NewCumulative returns the constraint that the tasks, of which task i begins
// at starts[i], takes durations[i] and needs demands[i] as long as it runs,
// never need more than capacity together. Negative durations, demands and
// capacities are impossible.
func NewCumulative(starts, durations, demands []store.View, capacity store.View) store.Propagator {
	n := len(starts)
	c := &cumulative{
		starts: starts, durations: durations, demands: demands, capacity: capacity,
		est: make([]int64, n), lst: make([]int64, n), dur: make([]int64, n), dem: make([]int64, n),
		rises: make([]rise, 0, 2*n), at: make([]int64, 0, 2*n), height: make([]int64, 0, 2*n),
		tree: newThetaTree(n), leaf: make([]int32, n),
		lct: make([]int64, n), energy: make([]int64, n),
		byEst: identity(n), byLct: identity(n),
		used: make([]bool, n),
		from: make([]int64, n), to: make([]int64, n), byFrom: make([]int32, n), byTo: make([]int32, n),
		after: make([]int64, n), edge: make([]int64, n),
	}
	c.scope = append(append(append(append(c.scope, starts...), durations...), demands...), capacity)
	return c
}

func (c *cumulative) Name() string             { return "cumulative" }
func (c *cumulative) Scope() []store.View      { return c.scope }
func (c *cumulative) Priority() store.Priority { return store.Costly }

func (c *cumulative) Post(s *store.Store, me store.ID) {
	for i := range c.starts {
		s.Watch(c.starts[i], store.OnBounds, me, i)
		s.Watch(c.durations[i], store.OnLo, me, i)
		s.Watch(c.demands[i], store.OnLo, me, i)
	}
	s.Watch(c.capacity, store.OnHi, me, len(c.starts))
}

func (c *cumulative) Propagate(s *store.Store, me store.ID) store.Status {
	changed := false
	if !c.signs(s, &changed) {
		return store.Failed
	}
	for i, w := range c.starts {
		c.place(i, int64(w.Lo(s)), int64(w.Hi(s)), int64(c.durations[i].Lo(s)), int64(c.demands[i].Lo(s)))
	}
	c.cap = int64(c.capacity.Hi(s))
	need := c.profile()
	if need > int64(c.capacity.Lo(s)) {
		changed = true
		if !c.capacity.SetLo(s, store.Clamp(need), taskCookie(0, capacityRule)) {
			return store.Failed
		}
	}
	for i := range c.starts {
		if !c.length(s, i, &changed) || !c.demand(s, i, &changed) {
			return store.Failed
		}
		if c.dur[i] > 0 && c.dem[i] > 0 && (!c.earliest(s, i, &changed) || !c.latest(s, i, &changed)) {
			return store.Failed
		}
	}
	if c.energies() {
		if c.overloaded() {
			return store.Failed
		}
		for _, back := range [2]bool{false, true} {
			if !changed && !c.edges(s, back, &changed) {
				return store.Failed
			}
		}
	}
	switch {
	case changed:
		return store.Again
	case allFixed(s, c.scope):
		return store.Entailed
	}
	return store.Fixpoint
}

func taskCookie(i int, rule uint32) uint32 { return uint32(i)<<3 | rule }

// signs removes negative durations, demands and capacities.
func (c *cumulative) signs(s *store.Store, changed *bool) bool {
	for _, w := range c.scope[len(c.starts):] {
		if w.Lo(s) < 0 {
			*changed = true
			if !w.SetLo(s, 0, taskCookie(0, signRule)) {
				return false
			}
		}
	}
	return true
}

// place notes the bounds of a task.
func (c *cumulative) place(i int, lo, hi, dur, dem int64) {
	c.est[i], c.lst[i], c.dur[i], c.dem[i] = lo, hi, max(dur, 0), max(dem, 0)
}

// sure reports whether task i is sure to run at t.
func (c *cumulative) sure(i int, t int64) bool { return c.lst[i] <= t && t < c.est[i]+c.dur[i] }

// profile sums the demands of the parts of tasks that are sure to run, and
// returns the capacity that is needed for these and for each task alone.
func (c *cumulative) profile() (need int64) {
	c.rises, c.at, c.height = c.rises[:0], c.at[:0], c.height[:0]
	for i, dem := range c.dem {
		if dem == 0 || c.dur[i] == 0 {
			continue
		}
		need = max(need, dem)
		if end := c.est[i] + c.dur[i]; c.lst[i] < end {
			c.rises = append(c.rises, rise{c.lst[i], dem}, rise{end, -dem})
		}
	}
	slices.SortFunc(c.rises, func(a, b rise) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	height := int64(0)
	for i, x := range c.rises {
		height += x.up
		if i+1 < len(c.rises) && c.rises[i+1].at == x.at {
			continue
		}
		c.at = append(c.at, x.at)
		c.height = append(c.height, height) // of the last: 0, never a conflict
		need = max(need, height)
	}
	return need
}

// segment returns the first segment that ends after t.
func (c *cumulative) segment(t int64) int {
	lo, hi := 0, max(0, len(c.at)-1)
	for lo < hi {
		if mid := (lo + hi) / 2; c.at[mid+1] > t {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// clashes reports whether task i, running in segment k, would lift it above
// the capacity. Where it is sure to run it is in the profile already.
func (c *cumulative) clashes(i, k int) bool {
	return c.height[k]+c.dem[i] > c.cap && !c.sure(i, c.at[k])
}

// earliest moves the start of task i past the segments that it clashes with.
func (c *cumulative) earliest(s *store.Store, i int, changed *bool) bool {
	w, dur := c.starts[i], c.dur[i]
	t := c.est[i]
	if t == c.lst[i] {
		return true // all of it is in the profile
	}
	for k := c.segment(t); k < len(c.at)-1 && c.at[k] < t+dur; k++ {
		if !c.clashes(i, k) {
			continue
		}
		for end := c.at[k+1]; t < end; t = max(t, int64(w.Lo(s))) {
			if t += dur; t > end || (end-t)/dur > maxSteps {
				t = end
			}
			*changed = true
			if !w.SetLo(s, store.Clamp(t), taskCookie(i, startRule)) {
				return false
			}
		}
	}
	return true
}

// latest moves the start of task i before the segments that it clashes with.
func (c *cumulative) latest(s *store.Store, i int, changed *bool) bool {
	w, dur := c.starts[i], c.dur[i]
	t := c.lst[i]
	if t == c.est[i] {
		return true
	}
	for k := min(c.segment(t+dur-1), len(c.at)-2); k >= 0 && c.at[k+1] > t; k-- {
		if c.at[k] >= t+dur || !c.clashes(i, k) {
			continue
		}
		for end := c.at[k] - dur; t > end; t = min(t, int64(w.Hi(s))) {
			if t -= dur; t < end || (t-end)/dur > maxSteps {
				t = end
			}
			*changed = true
			if !w.SetHi(s, store.Clamp(t), taskCookie(i, startRule)) {
				return false
			}
		}
	}
	return true
}

// length bounds the duration of task i by the first segment, from its latest
// start on, that it clashes with.
func (c *cumulative) length(s *store.Store, i int, changed *bool) bool {
	w := c.durations[i]
	most := int64(w.Hi(s))
	if most == c.dur[i] || c.dem[i] == 0 {
		return true
	}
	limit := most
	if c.dem[i] > c.cap {
		limit = 0
	}
	for k := c.segment(c.lst[i]); k < len(c.at)-1 && c.at[k] < c.est[i]+limit; k++ {
		if c.clashes(i, k) {
			limit = min(limit, max(c.at[k], c.lst[i])-c.est[i])
		}
	}
	if limit >= most {
		return true
	}
	*changed = true
	return w.SetHi(s, store.Clamp(limit), taskCookie(i, lengthRule))
}

// demand bounds the demand of task i by what the others leave where it is sure
// to run.
func (c *cumulative) demand(s *store.Store, i int, changed *bool) bool {
	w := c.demands[i]
	most := int64(w.Hi(s))
	if most == c.dem[i] || c.dur[i] == 0 {
		return true
	}
	others := int64(0)
	for k := c.segment(c.lst[i]); k < len(c.at)-1 && c.at[k] < c.est[i]+c.dur[i]; k++ {
		others = max(others, c.height[k]-c.dem[i])
	}
	limit := c.cap - others
	if limit >= most {
		return true
	}
	*changed = true
	return w.SetHi(s, store.Clamp(limit), taskCookie(i, demandRule))
}

// maxEnergy bounds the products of the overload check, which is left out for
// larger ones.
const maxEnergy = 1 << 59

// energies notes the energy and the latest end of each task and sorts the
// tasks. It is false if numbers grow too large.
func (c *cumulative) energies() bool {
	total, first, last := int64(0), int64(maxEnergy), int64(-maxEnergy)
	for i, dur := range c.dur {
		energy, _ := mulFits(dur, c.dem[i]) // at most 2^60
		total = min(total+energy, 2*maxEnergy)
		c.energy[i], c.lct[i] = energy, c.lst[i]+dur
		first, last = min(first, c.est[i]), max(last, c.lct[i])
	}
	if len(c.dur) == 0 || total > maxEnergy {
		return false
	}
	if most, ok := mulFits(c.cap, last-first); !ok || most > maxEnergy {
		return false
	}
	sortBy(c.byEst, c.est)
	sortBy(c.byLct, c.lct)
	return true
}

// overloaded reports whether some tasks need more energy than there is between
// their earliest start and their latest end. Pre: energies was true.
func (c *cumulative) overloaded() bool {
	t := &c.tree
	t.clear()
	for at, i := range c.byEst {
		c.leaf[i] = int32(at)
	}
	first := c.est[c.byEst[0]]
	for _, i := range c.byLct {
		if c.energy[i] == 0 {
			continue
		}
		t.put(c.leaf[i], c.cap*(c.est[i]-first)+c.energy[i], c.energy[i])
		if t.ect[1] > c.cap*(c.lct[i]-first) {
			return true
		}
	}
	return false
}

// face sets the direction of edge finding: backwards time is negated, and every
// task, taken to be as short as it can be, starts where it ended.
func (c *cumulative) face(back bool) {
	if !back {
		copy(c.from, c.est)
		copy(c.to, c.lct)
		copy(c.byFrom, c.byEst)
		copy(c.byTo, c.byLct)
		return
	}
	for i, lct := range c.lct {
		c.from[i], c.to[i] = -lct, -c.est[i]
	}
	copy(c.byFrom, c.byLct)
	slices.Reverse(c.byFrom)
	copy(c.byTo, c.byEst)
	slices.Reverse(c.byTo)
}

// edges moves the starts of tasks by edge finding (Nuijten, Time and resource
// constrained scheduling, 1994; Vilim, CPAIOR 2009; Kameugne, Fotso, Scott and
// Ngo-Kateu, CP 2011). Let S be tasks that lie in the window a..b. A task that
// does not start before a and does not fit into the window beside S ends after
// b. A task that ends after b, or later, for this reason or because it starts so
// late, and starts at t, needs its demand from t to b, which S must leave: that
// bounds t. The windows of the two steps can be different. Pre: energies was
// true, and no task is overloaded.
func (c *cumulative) edges(s *store.Store, back bool, changed *bool) bool {
	active := 0
	for _, energy := range c.energy {
		if energy > 0 {
			active++
		}
	}
	if active < 2 || active > maxEdgeTasks {
		return true
	}
	c.face(back)
	for i, from := range c.from {
		c.after[i], c.edge[i] = from+c.dur[i]-1, from
	}
	last := int64(2 * maxEnergy)
	for at := len(c.byTo) - 1; at >= 0; at-- { // what ends after a time ends after those before it
		j := c.byTo[at]
		end := c.to[j]
		if c.energy[j] == 0 || end == last {
			continue
		}
		last = end
		highest := int64(0)
		for t, from := range c.from {
			if from < end && end < c.to[t] && c.energy[t] > 0 {
				highest = max(highest, c.dem[t])
			}
		}
		if highest > 0 && c.endLate(end, highest) {
			c.startLate(end, highest)
		}
	}
	for i, t := range c.edge {
		if t == c.from[i] {
			continue
		}
		*changed = true
		w, ok := c.starts[i], false
		if back {
			ok = w.SetHi(s, store.Clamp(-t-c.dur[i]), taskCookie(i, windowRule))
		} else {
			ok = w.SetLo(s, store.Clamp(t), taskCookie(i, windowRule))
		}
		if !ok {
			return false
		}
	}
	return true
}

// endLate notes the tasks that end after end since they do not fit beside those
// that lie in a window up to it. It reports whether some window leaves less than
// the demand highest.
func (c *cumulative) endLate(end, highest int64) (tight bool) {
	sum, most := int64(0), int64(0) // of those inside, and the largest of the others
	for at := len(c.byFrom) - 1; at >= 0; at-- {
		i := c.byFrom[at]
		begin := c.from[i]
		if c.energy[i] == 0 || begin >= end {
			continue
		}
		if c.to[i] <= end {
			sum += c.energy[i]
			tight = tight || sum > (c.cap-highest)*(end-begin)
		} else {
			most = max(most, c.energy[i])
		}
		room := c.cap*(end-begin) - sum
		if sum == 0 || most <= room {
			continue
		}
		for t, energy := range c.energy {
			if energy > room && c.to[t] > end && c.from[t] >= begin {
				c.after[t] = max(c.after[t], end)
			}
		}
	}
	return tight
}

// startLate bounds the starts of tasks that end after end by what is left by
// those that lie in a window up to it. Of the tasks that can start before end
// and end after it none needs more than highest.
func (c *cumulative) startLate(end, highest int64) {
	sum := int64(0)
	for at := len(c.byFrom) - 1; at >= 0; at-- {
		i := c.byFrom[at]
		if c.energy[i] == 0 || c.to[i] > end {
			continue
		}
		sum += c.energy[i]
		begin := c.from[i]
		if sum <= (c.cap-highest)*(end-begin) {
			continue
		}
		for t, dem := range c.dem {
			if c.energy[t] == 0 || c.after[t] < end || c.from[t] >= end {
				continue
			}
			if rest := sum - (c.cap-dem)*(end-begin); rest > 0 {
				c.edge[t] = max(c.edge[t], begin+store.CeilDiv(rest, dem))
			}
		}
	}
}
