package clew

import (
	"fmt"

	"github.com/clewsolver/clew/internal/search"
	"github.com/clewsolver/clew/internal/store"
)

// autoLimits are the thresholds of Auto.
type autoLimits struct {
	// sample is how many failures a subtree must have cost to be the one on
	// which the methods are compared: enough to be typical, few enough to cost
	// next to nothing. A search for one answer has failed that often before
	// learning is tried at all.
	sample int64
	// gain is how many times less work learning must need to take over.
	gain int64
	// share is how many times less work learning may do beside a search for
	// one answer.
	share int64
}

var usualLimits = autoLimits{sample: 400, gain: 2, share: 4}

// auto begins as Propagate and goes over to Learn where that pays. It decides
// by work units, so that the choice is the same on every run.
//
// To list or count, a sample is taken: the first subtree that Propagate closed
// with enough failures. Learn searches it too, and if it needs much less work,
// it goes on with the rest of the tree from the very node where Propagate
// stopped; no answer is lost or comes twice.
//
// To find one answer, or a better one, Learn searches the whole tree beside
// Propagate, for a fixed share of the work, and takes over as soon as it has an
// answer or a proof first.
type auto struct {
	engine
	autoLimits
	l     *search.Learner // as soon as it has been tried
	leads bool            // l is in charge
	ready bool            // l is at an answer that has not been given yet
	one   bool            // one answer is looked for
	again int64           // work after which learning is tried again
	fresh func() *search.Learner
	poll  func() bool
	goOn  func() bool
	cut   bool // poll said stop
	why   string
}

func newAuto(e engine, limits autoLimits, one bool, fresh func() *search.Learner) *auto {
	a := &auto{engine: e, autoLimits: limits, one: one, fresh: fresh, why: "too few failures to try learning"}
	if !one {
		a.WantSample(limits.sample)
	}
	a.goOn = func() bool {
		a.cut = !a.poll()
		return !a.cut && !a.due()
	}
	return a
}

// due reports whether learning is to be tried now.
func (a *auto) due() bool {
	if a.one {
		return a.Failures >= a.sample && a.Work() >= a.again
	}
	return a.l == nil && a.Sample().Cube != nil
}

func (a *auto) next(poll func() bool) bool {
	a.poll, a.cut = poll, false
	for !a.leads {
		if a.Next(a.goOn) {
			return true
		}
		if a.cut || a.Exhausted() || !poll() {
			return false
		}
		if a.one {
			a.tryWhole()
		} else {
			a.trySample()
		}
	}
	if a.ready {
		a.ready = false
		return true
	}
	return a.l.Next(poll)
}

// trySample lets Learn search the sample.
func (a *auto) trySample() {
	a.l = a.fresh()
	sample := a.Sample()
	work, covered := a.l.Cover(sample.Cube, sample.Work, a.poll)
	if !covered || a.gain*work > sample.Work {
		a.why = fmt.Sprintf("learning did not save half of the %d work units of a sample", sample.Work)
		return
	}
	a.why = fmt.Sprintf("learning took %d work units where propagation took %d", work, sample.Work)
	a.l.Resume(a.Steps(), a.Share())
	a.leads = true
}

// tryWhole lets Learn catch up with its share of the work. It knows the bound
// that Propagate has reached, so that each of its answers is a better one.
func (a *auto) tryWhole() {
	a.again = 2 * a.Work()
	if a.l == nil {
		a.l = a.fresh()
	}
	if b, ok := a.Bound(); ok {
		a.l.Tighten(b)
	}
	within := func() bool { return a.share*a.l.Work() < a.Work() && a.poll() }
	a.ready = a.l.Next(within)
	a.leads = a.ready || a.l.Exhausted()
	if a.leads {
		a.why = fmt.Sprintf("learning was there after %d work units, propagation not after %d", a.l.Work(), a.Work())
	} else {
		a.why = fmt.Sprintf("learning was not there after a share of the %d work units", a.Work())
	}
}

func (a *auto) tighten(bound store.Atom) {
	if a.leads {
		a.l.Tighten(bound)
	} else {
		a.Tighten(bound)
	}
}

func (a *auto) exhausted() bool {
	if a.leads {
		return a.l.Exhausted()
	}
	return a.Exhausted()
}

func (a *auto) values(dst []int) { a.current().values(dst) }

// current returns the walker in charge.
func (a *auto) current() *engine {
	if a.leads {
		return &engine{Search: a.l.Search, shown: a.shown, vars: a.vars}
	}
	return &a.engine
}

func (a *auto) account(r *Report) {
	a.engine.account(r)
	r.Method, r.Why = Propagate, a.why
	if a.l == nil {
		return
	}
	var more Report
	(&learner{engine{Search: a.l.Search, shown: a.shown, vars: a.vars}, a.l}).account(&more)
	r.add(more)
	if a.leads {
		r.Method, r.Share, r.Depth = Learn, more.Share, max(r.Depth, more.Depth)
	}
}
