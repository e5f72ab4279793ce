package propagate

import "github.com/clewsolver/clew/internal/store"

// Explain looks for times and tasks among the bounds of the time, which are at
// least as tight as those that the rule saw. It takes O(n^2) for each time that
// it needs.
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
