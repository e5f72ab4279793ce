package proptest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clewsolver/clew/internal/proptest"
	"github.com/clewsolver/clew/internal/store"
)

// base is what the propagators of this file share: a scope of which every
// change is watched.
type base struct {
	ws    []store.View
	scope []store.View // nil: ws
	event store.Event
	check func(x []int32) bool // of the values of ws
	run   func(s *store.Store, me store.ID) store.Status
}

func (p *base) Name() string                                       { return "test" }
func (p *base) Priority() store.Priority                           { return store.Linear }
func (p *base) Propagate(s *store.Store, me store.ID) store.Status { return p.run(s, me) }

func (p *base) Scope() []store.View {
	if p.scope != nil {
		return p.scope
	}
	return p.ws
}

func (p *base) Post(s *store.Store, me store.ID) {
	for i, w := range p.ws {
		s.Watch(w, p.event, me, i)
	}
}

func (p *base) Check(assignment []int32) bool {
	x := make([]int32, len(p.ws))
	for i, w := range p.ws {
		x[i] = w.In(assignment)
	}
	return p.check(x)
}

// atMost is x <= y, right; the other propagators spoil it or unequal.
func atMost(x, y store.View) func(s *store.Store, me store.ID) store.Status {
	return func(s *store.Store, _ store.ID) store.Status {
		if !y.SetLo(s, x.Lo(s), 0) || !x.SetHi(s, y.Hi(s), 0) {
			return store.Failed
		}
		if x.Hi(s) <= y.Lo(s) {
			return store.Entailed
		}
		return store.Fixpoint
	}
}

// unequal is x != y, right.
func unequal(x, y store.View) func(s *store.Store, me store.ID) store.Status {
	return func(s *store.Store, _ store.ID) store.Status {
		switch {
		case x.Fixed(s):
			if !y.Remove(s, x.Lo(s), 0) {
				return store.Failed
			}
			return store.Entailed
		case y.Fixed(s):
			if !x.Remove(s, y.Lo(s), 0) {
				return store.Failed
			}
			return store.Entailed
		}
		return store.Fixpoint
	}
}

func isAtMost(x []int32) bool  { return x[0] <= x[1] }
func isUnequal(x []int32) bool { return x[0] != x[1] }

// sample is a constraint on two views x and y over small domains, and a
// propagator of it.
type sample struct {
	name     string
	truth    func(x []int32) bool
	check    func(x []int32) bool // nil: truth
	event    store.Event
	strength proptest.Strength
	run      func(x, y store.View) func(s *store.Store, me store.ID) store.Status // called once a store
	repeated bool                                                                 // x and y are one variable
	want     []string                                                             // parts of the messages that report it, any of them; none if it is right
}

var samples = []sample{
	{
		name: "right at most", truth: isAtMost, event: store.OnBounds, strength: proptest.Domain, run: atMost,
	},
	{
		name: "right unequal", truth: isUnequal, event: store.OnFix, strength: proptest.Domain, run: unequal,
	},
	{
		name: "removes a supported value", truth: isAtMost, event: store.OnBounds, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			right := atMost(x, y)
			return func(s *store.Store, me store.ID) store.Status {
				if x.Size(s) > 2 {
					k, _ := x.Next(s, x.Lo(s))
					x.Remove(s, k, 0)
				}
				return right(s, me)
			}
		},
		want: []string{"lost supported value"},
	},
	{
		name: "fails where there is a solution", truth: isAtMost, event: store.OnBounds, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			right := atMost(x, y)
			return func(s *store.Store, me store.ID) store.Status {
				if x.Fixed(s) && y.Fixed(s) && x.Lo(s) == y.Lo(s) {
					return store.Failed
				}
				return right(s, me)
			}
		},
		want: []string{"which has a solution", "fresh start fails"},
	},
	{
		name: "misses a failure", truth: isUnequal, event: store.OnFix, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			return func(s *store.Store, _ store.ID) store.Status {
				if x.Fixed(s) && y.Size(s) > 1 {
					y.Remove(s, x.Lo(s), 0)
				}
				return store.Fixpoint
			}
		},
		want: []string{"not failed"},
	},
	{
		name: "never runs again", truth: isUnequal, event: store.OnFix, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			right, done := unequal(x, y), false
			return func(s *store.Store, me store.ID) store.Status {
				if done {
					return store.Fixpoint
				}
				done = true
				return right(s, me)
			}
		},
		want: []string{"not failed", "fresh start"},
	},
	{
		name: "forgets to undo its state", truth: isUnequal, event: store.OnFix, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			right, removed := unequal(x, y), false // stays true on other branches
			return func(s *store.Store, me store.ID) store.Status {
				if removed {
					return store.Fixpoint
				}
				status := right(s, me)
				removed = status == store.Entailed
				return store.Fixpoint
			}
		},
		want: []string{"not failed", "fresh start"},
	},
	{
		name: "remembers a bound that was undone", truth: isAtMost, event: store.OnBounds, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			best := int32(-100) // largest lower bound of x ever seen
			return func(s *store.Store, _ store.ID) store.Status {
				best = max(best, x.Lo(s))
				if !y.SetLo(s, best, 0) || !x.SetHi(s, y.Hi(s), 0) {
					return store.Failed
				}
				return store.Fixpoint
			}
		},
		want: []string{"lost supported value", "which has a solution"},
	},
	{
		name: "claims entailment too early", truth: isAtMost, event: store.OnBounds, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			right := atMost(x, y)
			return func(s *store.Store, me store.ID) store.Status {
				if status := right(s, me); status != store.Fixpoint || x.Hi(s) > y.Lo(s)+1 {
					return status
				}
				return store.Entailed
			}
		},
		want: []string{"says entailed"},
	},
	{
		name: "promises too much for every value", truth: func(x []int32) bool { return x[0] == x[1] },
		event: store.OnBounds, strength: proptest.Domain,
		run:  equalBounds,
		want: []string{"has no support"},
	},
	{
		name: "promises bounds and moves only one", truth: isAtMost, event: store.OnBounds, strength: proptest.BoundsZ,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			return func(s *store.Store, _ store.ID) store.Status {
				if !y.SetLo(s, x.Lo(s), 0) {
					return store.Failed
				}
				return store.Fixpoint
			}
		},
		want: []string{"has no support"},
	},
	{
		name: "promises forward checking and only decides", truth: isUnequal, event: store.OnFix, strength: proptest.Forward,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			return func(s *store.Store, _ store.ID) store.Status {
				if x.Fixed(s) && y.Fixed(s) && x.Lo(s) == y.Lo(s) {
					return store.Failed
				}
				return store.Fixpoint
			}
		},
		want: []string{"has no support"},
	},
	{
		name: "checks wrongly", truth: isAtMost, check: func(x []int32) bool { return x[0] < x[1] },
		event: store.OnBounds, strength: proptest.Domain, run: atMost,
		want: []string{"Check("},
	},
	{
		name: "checks too kindly", truth: isAtMost, check: func(x []int32) bool { return x[0] <= x[1]+3 },
		event: store.OnBounds, strength: proptest.Domain, run: atMost,
		want: []string{"Check("},
	},
	{
		name: "watches too little", truth: isAtMost, event: store.OnFix, strength: proptest.Decides, run: atMost,
		want: []string{"fresh start"},
	},
	{
		name: "stops before its fixpoint", truth: func(x []int32) bool { return x[0] == x[1] },
		event: store.OnDomain, strength: proptest.Decides,
		run: func(x, y store.View) func(*store.Store, store.ID) store.Status {
			return func(s *store.Store, _ store.ID) store.Status {
				if !x.SetLo(s, y.Lo(s), 0) || !y.SetLo(s, x.Lo(s), 0) || !x.SetHi(s, y.Hi(s), 0) || !y.SetHi(s, x.Hi(s), 0) {
					return store.Failed
				}
				return store.Fixpoint // holes can make x.Lo exceed y.Lo again
			}
		},
		want: []string{"fresh start"},
	},
	{
		name: "promises too much for repeated variables", truth: isUnequal, event: store.OnFix, strength: proptest.Domain,
		run: unequal, repeated: true,
		want: []string{"has no support"},
	},
}

// equalBounds is x = y on bounds, right.
func equalBounds(x, y store.View) func(s *store.Store, me store.ID) store.Status {
	return func(s *store.Store, _ store.ID) store.Status {
		lo, hi := max(x.Lo(s), y.Lo(s)), min(x.Hi(s), y.Hi(s))
		if !x.SetLo(s, lo, 0) || !x.SetHi(s, hi, 0) || !y.SetLo(s, lo, 0) || !y.SetHi(s, hi, 0) {
			return store.Failed
		}
		if x.Lo(s) != y.Lo(s) || x.Hi(s) != y.Hi(s) {
			return store.Again
		}
		return store.Fixpoint
	}
}

// instance makes a random case of c.
func (c *sample) instance(g *proptest.Gen) proptest.Case {
	x := store.Ident(g.Var(-2, 4, 5))
	y := x
	if !c.repeated {
		y = store.Ident(g.Var(-2, 4, 5))
	}
	check := c.check
	if check == nil {
		check = c.truth
	}
	return proptest.Case{
		Domains: g.Domains,
		Views:   []store.View{x, y},
		Post: func(s *store.Store) {
			s.Add(&base{ws: []store.View{x, y}, event: c.event, check: check, run: c.run(x, y)})
		},
		Truth:    c.truth,
		Strength: c.strength,
		Repeated: c.strength,
	}
}

// TestReportsBrokenPropagators runs right and broken propagators through the
// harness: the broken ones must be reported within a few dozen cases, for what
// is wrong with them and nothing else.
func TestReportsBrokenPropagators(t *testing.T) {
	for _, c := range samples {
		t.Run(c.name, func(t *testing.T) {
			reported := 0
			for seed := range uint64(60) {
				g := proptest.NewGen(seed)
				instance := c.instance(g)
				err := proptest.Check(g, &instance)
				if err == nil {
					continue
				}
				reported++
				if !slices.ContainsFunc(c.want, func(part string) bool { return strings.Contains(err.Error(), part) }) {
					t.Fatalf("seed %d: %v\ncase: %v\nwant a report with one of %q", seed, err, &instance, c.want)
				}
			}
			if len(c.want) > 0 && reported == 0 {
				t.Error("never reported")
			}
			t.Logf("reported in %d of 60 cases", reported)
		})
	}
}

// TestReportsShortScope leaves a variable out of the scope: one that the
// constraint depends on, and one on which it does not.
func TestReportsShortScope(t *testing.T) {
	for _, c := range []struct {
		name  string
		truth func(x []int32) bool
		want  string
	}{
		{"needed", isAtMost, "outside its scope"},
		{"idle", func(x []int32) bool { return x[0] <= 1 }, ""},
	} {
		g := proptest.NewGen(1)
		g.Domains = [][]int32{{0, 1, 2}, {0, 1, 2}}
		x, y := store.Ident(0), store.Ident(1)
		err := proptest.Check(g, &proptest.Case{
			Domains: g.Domains,
			Views:   []store.View{x, y},
			Post: func(s *store.Store) {
				run := atMost(x, y)
				if c.want == "" {
					run = func(s *store.Store, _ store.ID) store.Status {
						x.SetHi(s, 1, 0)
						return store.Entailed
					}
				}
				s.Add(&base{ws: []store.View{x, y}, scope: []store.View{x}, event: store.OnBounds, check: c.truth, run: run})
			},
			Truth: c.truth,
		})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: reported %v, want %q", c.name, err, c.want)
		}
	}
}

// TestRefusesHugeCases keeps the brute force within its means.
func TestRefusesHugeCases(t *testing.T) {
	g := proptest.NewGen(1)
	c := samples[0].instance(g)
	for range 9 {
		d := make([]int32, 10)
		for i := range d {
			d[i] = int32(i)
		}
		c.Domains = append(c.Domains, d)
	}
	if err := proptest.Check(g, &c); err == nil || !strings.Contains(err.Error(), "assignments") {
		t.Errorf("a case with over 10^9 assignments gave %v", err)
	}
}
