package propagate

import "github.com/clewsolver/clew/internal/store"

// Explain looks for times and tasks among the bounds of the time, which are at
// least as tight as those that the rule saw. It takes O(n^2) for each time that
// it needs, and for the windows of edge finding. Where nothing is found, the
// reason is all domains.
func (c *cumulative) Explain(p store.Past, a store.Atom, cookie uint32, out []store.Atom) []store.Atom {
	e := premises{p, out}
	for i, w := range c.starts {
		c.place(i, int64(w.LoAt(p)), int64(w.HiAt(p)), int64(c.durations[i].LoAt(p)), int64(c.demands[i].LoAt(p)))
	}
	c.cap = int64(c.capacity.HiAt(p))
	ok := false
	switch i := int(cookie >> 3); {
	case a == store.False:
		ok = c.explainOverload(&e)
	case cookie&7 == signRule:
		ok = true
	case cookie&7 == startRule:
		if up, k := askedBound(p, c.starts[i], a); up {
			ok = c.explainEarliest(&e, i, k)
		} else {
			ok = c.explainLatest(&e, i, k)
		}
	case cookie&7 == lengthRule:
		_, k := askedBound(p, c.durations[i], a)
		ok = c.explainLength(&e, i, k)
	case cookie&7 == demandRule:
		_, k := askedBound(p, c.demands[i], a)
		ok = c.explainDemand(&e, i, k)
	case cookie&7 == capacityRule:
		_, k := askedBound(p, c.capacity, a)
		ok = c.explainCapacity(&e, k)
	case cookie&7 == windowRule:
		up, k := askedBound(p, c.starts[i], a)
		ok = c.explainEdge(&e, i, !up, k)
	}
	if !ok {
		return store.ExplainFully(c.scope, p, out)
	}
	return e.out
}

// load returns the demands of the tasks other than i that are sure to run at t.
func (c *cumulative) load(t int64, i int) (sum int64) {
	for j, dem := range c.dem {
		if j != i && c.sure(j, t) {
			sum += dem
		}
	}
	return sum
}

// running adds the premises that tasks other than i run at t and need at least
// the given sum, which they do. It leaves out those that are not needed and
// returns the sum of the rest.
func (c *cumulative) running(e *premises, t int64, i int, least int64) int64 {
	sum := c.load(t, i)
	for j, dem := range c.dem {
		if j == i || dem == 0 || !c.sure(j, t) {
			continue
		}
		if dem <= sum-least {
			sum -= dem
			continue
		}
		e.le(c.starts[j], t)
		e.ge(c.starts[j], t+1-c.dur[j])
		e.ge(c.durations[j], c.dur[j])
		e.ge(c.demands[j], dem)
	}
	return sum
}

// full adds the premises that tasks other than i, which run at t, leave no room
// for task i then.
func (c *cumulative) full(e *premises, t int64, i int) {
	sum := c.running(e, t, i, c.cap-c.dem[i]+1)
	e.le(c.capacity, sum+c.dem[i]-1)
}

// explainEarliest: task i cannot start in k-dur..k-1, since it would run at
// a full time; nor before that, which other times show if the bound does not.
func (c *cumulative) explainEarliest(e *premises, i int, k int64) bool {
	for last := k - 1; last >= c.est[i]; {
		t, ok := c.firstFull(i, last, last+c.dur[i]-1)
		if !ok {
			return false
		}
		c.full(e, t, i)
		if last = t - c.dur[i]; last < c.est[i] {
			e.ge(c.starts[i], last+1)
		}
	}
	e.ge(c.durations[i], c.dur[i])
	e.ge(c.demands[i], c.dem[i])
	return true
}

// firstFull returns the first of the times from..to with no room for task i.
// The load rises only at latest starts.
func (c *cumulative) firstFull(i int, from, to int64) (t int64, ok bool) {
	for t = from; t <= to; {
		if c.load(t, i)+c.dem[i] > c.cap {
			return t, true
		}
		next := to + 1
		for j, lst := range c.lst {
			if j != i && lst > t && lst < next {
				next = lst
			}
		}
		t = next
	}
	return 0, false
}

// explainLatest is the mirror image of explainEarliest.
func (c *cumulative) explainLatest(e *premises, i int, k int64) bool {
	for first := k + 1; first <= c.lst[i]; {
		t, ok := c.lastFull(i, first, first+c.dur[i]-1)
		if !ok {
			return false
		}
		c.full(e, t, i)
		if first = t + 1; first > c.lst[i] {
			e.le(c.starts[i], t)
		}
	}
	e.ge(c.durations[i], c.dur[i])
	e.ge(c.demands[i], c.dem[i])
	return true
}

// lastFull returns the last of the times from..to with no room for task i.
// Backwards the load rises only at earliest ends.
func (c *cumulative) lastFull(i int, from, to int64) (t int64, ok bool) {
	for t = to; t >= from; {
		if c.load(t, i)+c.dem[i] > c.cap {
			return t, true
		}
		next := from - 1
		for j, est := range c.est {
			if end := est + c.dur[j] - 1; j != i && end < t && end > next {
				next = end
			}
		}
		t = next
	}
	return 0, false
}

// explainLength: a task longer than k that has begun by a full time would run
// then.
func (c *cumulative) explainLength(e *premises, i int, k int64) bool {
	if c.dem[i] > c.cap {
		e.ge(c.demands[i], c.dem[i])
		e.le(c.capacity, c.dem[i]-1)
		return true
	}
	t, ok := c.firstFull(i, c.lst[i], c.est[i]+k)
	if !ok {
		return false
	}
	c.full(e, t, i)
	e.le(c.starts[i], t)
	e.ge(c.starts[i], t-k)
	e.ge(c.demands[i], c.dem[i])
	return true
}

// explainDemand: where task i runs, others leave it at most k.
func (c *cumulative) explainDemand(e *premises, i int, k int64) bool {
	if c.cap <= k {
		e.le(c.capacity, k)
		e.ge(c.durations[i], 1)
		return true
	}
	for t := c.lst[i]; t < c.est[i]+c.dur[i]; {
		if c.load(t, i) >= c.cap-k {
			sum := c.running(e, t, i, c.cap-k)
			e.le(c.capacity, sum+k)
			e.le(c.starts[i], t)
			e.ge(c.starts[i], t+1-c.dur[i])
			e.ge(c.durations[i], c.dur[i])
			return true
		}
		next := c.est[i] + c.dur[i]
		for j, lst := range c.lst {
			if j != i && lst > t && lst < next {
				next = lst
			}
		}
		t = next
	}
	return false
}

// explainCapacity: a task alone, or the tasks that run at some time, need k.
func (c *cumulative) explainCapacity(e *premises, k int64) bool {
	for i, dem := range c.dem {
		if dem >= k && c.dur[i] > 0 {
			e.ge(c.demands[i], k)
			e.ge(c.durations[i], 1)
			return true
		}
	}
	for i, t := range c.lst {
		if c.sure(i, t) && c.load(t, -1) >= k {
			c.running(e, t, -1, k)
			return true
		}
	}
	return false
}

// explainOverload: some tasks need more energy than the window has in which
// they all lie.
func (c *cumulative) explainOverload(e *premises) bool {
	if c.cap == 0 || !c.energies() {
		return false
	}
	best, end := len(c.est)+1, int64(0)
	for _, l := range c.byLct {
		if c.energy[l] > 0 {
			if n, _, _ := c.crowd(c.lct[l]); n < best {
				best, end = n, c.lct[l]
			}
		}
	}
	if best > len(c.est) {
		return false
	}
	_, begin, sum := c.crowd(end)
	slack := sum - c.cap*(end-begin) - 1
	for i, energy := range c.energy {
		if c.used[i] && energy <= slack {
			c.used[i] = false
			sum -= energy
			slack -= energy
		}
	}
	begin -= slack / c.cap
	for i, dur := range c.dur {
		if c.used[i] {
			e.ge(c.starts[i], begin)
			e.le(c.starts[i], end-dur)
			e.ge(c.durations[i], dur)
			e.ge(c.demands[i], c.dem[i])
		}
	}
	e.le(c.capacity, (sum-1)/(end-begin))
	return true
}

// crowd puts into used the fewest tasks that end by end, those that start
// last, whose energy does not fit before end. It returns how many they are,
// more than there are if all fit, their earliest start and their energy.
func (c *cumulative) crowd(end int64) (n int, begin, sum int64) {
	clear(c.used)
	for at := len(c.byEst) - 1; at >= 0; at-- {
		i := c.byEst[at]
		if c.energy[i] == 0 || c.lct[i] > end {
			continue
		}
		c.used[i] = true
		n++
		if sum += c.energy[i]; sum > c.cap*(end-c.est[i]) {
			return n, c.est[i], sum
		}
	}
	return len(c.est) + 1, 0, 0
}

// explainEdge: task i ends after a window, and the tasks of the window leave too
// little for a start before k. It takes the windows with the fewest tasks.
func (c *cumulative) explainEdge(e *premises, i int, back bool, k int64) bool {
	dem := c.dem[i]
	if !c.energies() || c.energy[i] == 0 || dem > c.cap {
		return false
	}
	c.face(back)
	if back {
		k = -k - c.dur[i]
	}
	lateBegin, lateEnd, lateTasks, lateSlack := c.lastWindow(i)
	best, begin, end, slack := 2*len(c.est)+1, int64(0), int64(0), int64(0)
	for j, to := range c.to {
		if j == i || c.energy[j] == 0 {
			continue
		}
		sum, n := int64(0), 0
		for at := len(c.byFrom) - 1; at >= 0; at-- {
			m := int(c.byFrom[at])
			if m == i || c.energy[m] == 0 || c.to[m] > to {
				continue
			}
			sum += c.energy[m]
			n++
			from := c.from[m]
			spare := sum + dem*(to-min(max(from, k-1), to)) - c.cap*(to-from) - 1
			if spare < 0 {
				continue
			}
			cost := n
			if c.from[i]+c.dur[i] <= to && !c.crowdsOut(i, sum, from, to) {
				if lateTasks == 0 || lateEnd < to {
					continue
				}
				cost += lateTasks
			}
			if cost < best {
				best, begin, end, slack = cost, from, to, spare
			}
		}
	}
	if best > 2*len(c.est) {
		return false
	}
	sum := int64(0)
	for m, energy := range c.energy {
		if m != i && c.from[m] >= begin && c.to[m] <= end {
			sum += energy
		}
	}
	switch {
	case c.from[i]+c.dur[i] > end:
		c.starting(e, i, back, end+1-c.dur[i])
	case c.crowdsOut(i, sum, begin, end):
		from := min(begin, c.from[i])
		slack = min(slack, sum+c.energy[i]-c.cap*(end-from)-1)
		c.starting(e, i, back, from)
	default:
		c.within(e, i, back, lateBegin, lateEnd, lateSlack)
		c.starting(e, i, back, lateBegin)
	}
	c.within(e, i, back, begin, end, slack)
	e.ge(c.durations[i], c.dur[i])
	e.ge(c.demands[i], dem)
	e.le(c.capacity, c.cap)
	return true
}

// crowdsOut reports whether task i does not fit before end beside tasks that
// need sum between begin and end.
func (c *cumulative) crowdsOut(i int, sum, begin, end int64) bool {
	return sum+c.energy[i] > c.cap*(end-min(begin, c.from[i]))
}

// lastWindow returns the last window into which task i does not fit beside the
// tasks that lie there, how many these are, 0 if there is no such window, and by
// how much their energy is more than enough.
func (c *cumulative) lastWindow(i int) (begin, end int64, tasks int, slack int64) {
	for j, to := range c.to {
		if j == i || c.energy[j] == 0 || tasks > 0 && to <= end {
			continue
		}
		sum, n := int64(0), 0
		for at := len(c.byFrom) - 1; at >= 0; at-- {
			m := int(c.byFrom[at])
			if m == i || c.energy[m] == 0 || c.to[m] > to {
				continue
			}
			sum += c.energy[m]
			n++
			if c.crowdsOut(i, sum, c.from[m], to) {
				begin, end, tasks = min(c.from[m], c.from[i]), to, n
				slack = sum + c.energy[i] - c.cap*(end-begin) - 1
				break
			}
		}
	}
	return begin, end, tasks, slack
}

// starting adds the premise that task i starts at t or later, in the direction
// at hand.
func (c *cumulative) starting(e *premises, i int, back bool, t int64) {
	if back {
		e.le(c.starts[i], -t-c.dur[i])
	} else {
		e.ge(c.starts[i], t)
	}
}

// within adds the premises that the tasks other than i that lie between begin
// and end do so, without some that need no more than slack together.
func (c *cumulative) within(e *premises, i int, back bool, begin, end, slack int64) {
	for m, energy := range c.energy {
		if m == i || energy == 0 || c.from[m] < begin || c.to[m] > end {
			continue
		}
		if energy <= slack {
			slack -= energy
			continue
		}
		c.starting(e, m, back, begin)
		if back {
			e.ge(c.starts[m], -end)
		} else {
			e.le(c.starts[m], end-c.dur[m])
		}
		e.ge(c.durations[m], c.dur[m])
		e.ge(c.demands[m], c.dem[m])
	}
}

func (c *cumulative) Check(a []int32) bool {
	capacity := int64(c.capacity.In(a))
	if capacity < 0 {
		return false
	}
	for i := range c.starts {
		dur, dem := c.durations[i].In(a), c.demands[i].In(a)
		if dur < 0 || dem < 0 {
			return false
		}
		if dur == 0 {
			continue
		}
		t, sum := int64(c.starts[i].In(a)), int64(0) // the load is highest at a start
		for j := range c.starts {
			from := int64(c.starts[j].In(a))
			if from <= t && t < from+int64(c.durations[j].In(a)) {
				sum += int64(c.demands[j].In(a))
			}
		}
		if sum > capacity {
			return false
		}
	}
	return true
}
