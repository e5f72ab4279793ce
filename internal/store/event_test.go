package store_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clewsolver/clew/internal/store"
	"pgregory.net/rapid"
)

// watch is one subscription of a recorder.
type watch struct {
	w   store.View
	ev  store.Event
	pos int
}

// recorder is a propagator that notes its runs and does what the test says.
type recorder struct {
	watches  []watch
	priority store.Priority
	do       func(s *store.Store, me store.ID) store.Status // nil: Fixpoint
	diary    *[]store.ID                                    // of all recorders, in order of running
	changed  []uint64                                       // what TakeChanged gave in each run
}

func (p *recorder) Name() string                  { return "recorder" }
func (p *recorder) Scope() []store.View           { return nil }
func (p *recorder) Priority() store.Priority      { return p.priority }
func (p *recorder) Check(assignment []int32) bool { return true }

func (p *recorder) Post(s *store.Store, me store.ID) {
	for _, q := range p.watches {
		s.Watch(q.w, q.ev, me, q.pos)
	}
}

func (p *recorder) Propagate(s *store.Store, me store.ID) store.Status {
	if p.diary != nil {
		*p.diary = append(*p.diary, me)
	}
	p.changed = append(p.changed, s.TakeChanged(me))
	if p.do != nil {
		return p.do(s, me)
	}
	return store.Fixpoint
}

// wantRuns compares what the recorder saw since the last call.
func (p *recorder) wantRuns(t fataler, what string, changed ...uint64) {
	t.Helper()
	if !slices.Equal(p.changed, changed) {
		t.Fatalf("%s: runs with the changes %b, want %b", what, p.changed, changed)
	}
	p.changed = nil
}

// events lists them with their meaning, given a domain before and after.
var events = []struct {
	ev       store.Event
	name     string
	happened func(old, now domain) bool
}{
	{store.OnFix, "OnFix", func(old, now domain) bool { return len(now) == 1 && len(old) > 1 }},
	{store.OnLo, "OnLo", func(old, now domain) bool { return old.lo() != now.lo() }},
	{store.OnHi, "OnHi", func(old, now domain) bool { return old.hi() != now.hi() }},
	{store.OnBounds, "OnBounds", func(old, now domain) bool { return old.lo() != now.lo() || old.hi() != now.hi() }},
	{store.OnDomain, "OnDomain", func(old, now domain) bool { return len(old) != len(now) }},
}

// TestEventsWakeExactly watches every event of two variables, directly and
// through affine views, and compares who runs with the domains before and
// after each change.
func TestEventsWakeExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.New()
		roots := []domain{viewRoot(t), viewRoot(t)}
		vars := []store.Var{roots[0].add(s), roots[1].add(s)}
		type watcher struct {
			recorder
			v        int
			w        store.View
			name     string
			happened func(old, now domain) bool
			bit      uint64
		}
		var ps []*watcher
		for range rapid.IntRange(1, 16).Draw(t, "watchers") {
			v := rapid.IntRange(0, 1).Draw(t, "v")
			w := store.View{V: vars[v], A: rapid.SampledFrom(factors).Draw(t, "factor"), C: 3}
			e := rapid.SampledFrom(events).Draw(t, "event")
			pos := rapid.IntRange(0, 130).Draw(t, "pos")
			p := &watcher{v: v, w: w, name: e.name, happened: e.happened, bit: 1 << (pos % 64)}
			p.watches = []watch{{w, e.ev, pos}}
			p.priority = store.Priority(rapid.IntRange(0, 2).Draw(t, "priority"))
			ps = append(ps, p)
			s.Add(p)
		}
		s.Seal()
		if rapid.Bool().Draw(t, "log") {
			s.Log()
		}
		s.Propagate()
		for _, p := range ps {
			p.wantRuns(t, "first run", ^uint64(0))
		}
		m := model{domains: roots}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			step := rapid.IntRange(0, 5).Draw(t, "step")
			if step == 0 {
				s.Push()
				m.push()
				continue
			}
			if step == 1 && s.Level() > 0 {
				s.Pop()
				m.popTo(s.Level())
				s.Propagate()
				for _, p := range ps {
					p.wantRuns(t, "after Pop")
				}
				continue
			}
			old := slices.Clone(m.domains)
			name := ""
			for range rapid.IntRange(1, 2).Draw(t, "changes") {
				v := rapid.IntRange(0, 1).Draw(t, "v")
				c := anyChange(t, s, vars[v], m.domains[v])
				name += fmt.Sprintf(" %d: %s", v, c.name)
				if c.do(s, vars[v], 0) {
					m.domains[v] = m.domains[v].where(c.keep)
				}
			}
			s.Propagate()
			for _, p := range ps {
				what := fmt.Sprintf("%v on%s, %s of %+v", old, name, p.name, p.w)
				if p.happened(through(p.w, old[p.v]), through(p.w, m.domains[p.v])) {
					p.wantRuns(t, what, p.bit)
				} else {
					p.wantRuns(t, what)
				}
			}
		}
	})
}

// TestTruthViewsWake checks that whoever watches a truth view runs whenever
// the view becomes fixed, whatever event was asked for.
func TestTruthViewsWake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.New()
		d := sparse(t, rapid.IntRange(2, 12).Draw(t, "range"), rapid.IntRange(1, 2).Draw(t, "rate"))
		v := d.add(s)
		w := store.View{V: v, Kind: store.Kind(rapid.IntRange(int(store.Equal), int(store.AtMost)).Draw(t, "kind")), C: near(t, d)}
		p := &recorder{watches: []watch{{w, rapid.SampledFrom(events).Draw(t, "event").ev, 5}}}
		s.Add(p)
		s.Seal()
		s.Propagate()
		p.changed = nil
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			c := anyChange(t, s, v, d)
			old := d
			if c.do(s, v, 0) {
				d = d.where(c.keep)
			}
			s.Propagate()
			switch {
			case len(through(w, old)) != len(through(w, d)):
				p.wantRuns(t, c.name, 1<<5)
			case len(old) == len(d):
				p.wantRuns(t, c.name)
			}
			p.changed = nil
		}
	})
}

// setUp returns a sealed store of variables with the values 0..9 and the
// recorders, and their diary.
func setUp(vars int, ps ...*recorder) (*store.Store, *[]store.ID) {
	s, diary := store.New(), new([]store.ID)
	for range vars {
		s.NewVar(0, 9)
	}
	for _, p := range ps {
		p.diary = diary
		s.Add(p)
	}
	s.Seal()
	return s, diary
}

func on(ev store.Event, vars ...store.Var) []watch {
	var ws []watch
	for i, v := range vars {
		ws = append(ws, watch{store.Ident(v), ev, i})
	}
	return ws
}

// step raises the lower bound of v by one, up to 5.
func step(v store.Var, then store.Status) func(s *store.Store, me store.ID) store.Status {
	return func(s *store.Store, me store.ID) store.Status {
		if s.Lo(v) < 5 {
			s.SetLo(v, s.Lo(v)+1, 0)
			return then
		}
		return store.Fixpoint
	}
}

func TestOwnChangesDoNotWake(t *testing.T) {
	p := &recorder{watches: on(store.OnLo, 0, 1), do: step(0, store.Fixpoint)}
	q := &recorder{watches: on(store.OnLo, 0)}
	s, _ := setUp(2, p, q)
	s.Propagate()
	p.wantRuns(t, "own change", ^uint64(0))
	q.wantRuns(t, "change by another, while queued", ^uint64(0))
	s.SetLo(1, 1, 0)
	s.Propagate()
	p.wantRuns(t, "after an own change to variable 0", 1<<1)
	q.wantRuns(t, "change by another", 1)
}

func TestAgainRuns(t *testing.T) {
	p := &recorder{watches: on(store.OnLo, 0), do: step(0, store.Again)}
	s, _ := setUp(1, p)
	s.Propagate()
	// Each run sees the change of the one before; the sixth changes nothing.
	p.wantRuns(t, "Again", ^uint64(0), 1, 1, 1, 1, 1)
	if s.Lo(0) != 5 || s.Propagations != 6 {
		t.Errorf("lower bound %d after %d runs, want 5 after 6", s.Lo(0), s.Propagations)
	}
}

func TestRepeatedVariableWakesItself(t *testing.T) {
	for _, then := range []store.Status{store.Fixpoint, store.Again} {
		p := &recorder{watches: on(store.OnLo, 0, 0), do: step(0, then)}
		s, _ := setUp(1, p)
		s.Propagate()
		p.wantRuns(t, "repeated variable", ^uint64(0), 3, 3, 3, 3, 3)
	}
	// One view watched for two events counts as repeated.
	p := &recorder{watches: []watch{{store.Ident(0), store.OnLo, 0}, {store.Ident(0), store.OnFix, 1}}, do: step(0, store.Fixpoint)}
	s, _ := setUp(1, p)
	s.Propagate()
	p.wantRuns(t, "two events", ^uint64(0), 1, 1, 1, 1, 1)
}

func TestEntailedUntilPop(t *testing.T) {
	status := store.Fixpoint
	p := &recorder{watches: on(store.OnDomain, 0, 1), do: func(*store.Store, store.ID) store.Status { return status }}
	s, _ := setUp(2, p)
	s.Propagate()
	p.wantRuns(t, "first run", ^uint64(0))
	s.Push()
	s.Push()
	status = store.Entailed
	s.Remove(0, 3, 0)
	s.Propagate()
	p.wantRuns(t, "becomes entailed", 1)
	if !s.IsEntailed(0) {
		t.Fatal("not entailed after saying so")
	}
	s.Push()
	s.Remove(0, 5, 0)
	s.Propagate()
	s.Pop()
	p.wantRuns(t, "change while entailed")
	if !s.IsEntailed(0) {
		t.Fatal("entailment lost by popping a deeper level")
	}
	s.Pop()
	if s.IsEntailed(0) {
		t.Fatal("still entailed after its level was popped")
	}
	status = store.Fixpoint
	s.Remove(1, 4, 0)
	s.Propagate()
	// What happened to variable 0 while entailed belongs to the popped level.
	p.wantRuns(t, "after Pop", 1<<1)
}

// TestEntailedWhileQueued says Entailed in a run that woke itself: it is
// believed only of the next run, which changes nothing.
func TestEntailedWhileQueued(t *testing.T) {
	p := &recorder{watches: on(store.OnDomain, 0, 0), do: func(s *store.Store, _ store.ID) store.Status {
		s.Remove(0, 4, 0)
		return store.Entailed
	}}
	s, _ := setUp(1, p)
	s.Push() // so that Pop takes the entailment back
	s.Propagate()
	p.wantRuns(t, "woke itself", ^uint64(0), 3)
	if !s.IsEntailed(0) {
		t.Error("not entailed after a run without changes")
	}
	s.Pop()
	s.SetLo(0, 1, 0)
	s.Propagate()
	p.wantRuns(t, "after Pop", 3, 3)
	if !s.IsEntailed(0) {
		t.Error("not entailed after Pop and a run without changes")
	}
}

func TestFailureClearsQueue(t *testing.T) {
	fail := false
	first := &recorder{watches: on(store.OnLo, 0), priority: store.Unary}
	failing := &recorder{watches: on(store.OnLo, 0, 2), priority: store.Linear, do: func(s *store.Store, _ store.ID) store.Status {
		if fail && s.SetLo(2, 3, 0) && !s.SetHi(1, -1, 0) {
			return store.Failed
		}
		return store.Fixpoint
	}}
	same := &recorder{watches: on(store.OnLo, 0, 1), priority: store.Linear}
	last := &recorder{watches: on(store.OnLo, 0, 1), priority: store.Costly}
	s, diary := setUp(3, first, failing, same, last)
	s.Propagate()
	*diary, same.changed, last.changed = nil, nil, nil
	fail = true
	s.Push()
	s.SetLo(0, 1, 0)
	if s.Propagate() {
		t.Fatal("Propagate did not report the failure")
	}
	if want := []store.ID{0, 1}; !slices.Equal(*diary, want) {
		t.Fatalf("ran %v, want %v", *diary, want)
	}
	if s.FailedBy() != 1 || s.Emptied() != 1 {
		t.Errorf("FailedBy %d, Emptied %d, want 1 and 1", s.FailedBy(), s.Emptied())
	}
	fail = false
	if !s.Propagate() || len(*diary) != 2 {
		t.Fatalf("the queue was not cleared: ran %v", *diary)
	}
	s.Pop()
	if !s.Propagate() || len(*diary) != 2 {
		t.Fatalf("the queue was not cleared: ran %v", *diary)
	}
	s.SetLo(1, 1, 0)
	s.Propagate()
	same.wantRuns(t, "after a failure", 1<<1)
	last.wantRuns(t, "after a failure", 1<<1)
	failing.changed = nil
	s.SetLo(0, 1, 0)
	s.Propagate()
	failing.wantRuns(t, "the one that failed, later", 1)
}

func TestPopClearsQueue(t *testing.T) {
	p := &recorder{watches: on(store.OnLo, 0, 1)}
	s, _ := setUp(2, p)
	s.Propagate()
	p.changed = nil
	s.Push()
	s.SetLo(0, 1, 0)
	s.Pop()
	s.Propagate()
	p.wantRuns(t, "after Pop")
	s.SetLo(1, 1, 0)
	s.Propagate()
	p.wantRuns(t, "next change", 1<<1)
}

func TestPrioritiesOrderTheQueue(t *testing.T) {
	costly := &recorder{watches: on(store.OnDomain, 0), priority: store.Costly}
	linear := &recorder{watches: on(store.OnDomain, 0), priority: store.Linear, do: step(1, store.Fixpoint)}
	linear2 := &recorder{watches: on(store.OnDomain, 0), priority: store.Linear}
	woken := &recorder{watches: on(store.OnDomain, 1), priority: store.Unary}
	s, diary := setUp(2, costly, linear, linear2, woken)
	s.Propagate()
	// The first round runs in order of priority, then of posting; a change by 1
	// lets the cheap 3 overtake 2 and 0.
	if want := []store.ID{3, 1, 3, 2, 0}; !slices.Equal(*diary, want) {
		t.Errorf("first runs %v, want %v", *diary, want)
	}
	*diary = nil
	s.Remove(0, 4, 0)
	s.Propagate()
	if want := []store.ID{1, 3, 2, 0}; !slices.Equal(*diary, want) {
		t.Errorf("runs %v, want %v", *diary, want)
	}
}
