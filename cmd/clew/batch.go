package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/clewsolver/clew"
)

// batch puts the verb to many problems side by side, in groups of neighbours.
// Results come in the order of the input: each group has a lane, and lanes are
// let out one after the other. Memory is bounded, however long the input: there
// are few lanes, and one that is full waits until it is let out.
type batch struct {
	*session
	next func() (clew.Problem, error, bool)

	groups chan *group  // to be worked on
	order  chan *group  // the same, to be let out
	pace   atomic.Int64 // nanoseconds that a problem takes, of late
}

// group is some problems that follow each other, and their results.
type group struct {
	items []item
	lane  lane
	exit  int
	cut   bool // the run was stopped while it was worked on
}

const (
	// groupTime is about how long a group should take: long against handing it
	// over, short enough for all workers to be done at the same time.
	groupTime = 300 * time.Microsecond
	groupMax  = 64 // problems
	// ahead is how many groups a worker may be ahead of the one that is let
	// out.
	ahead = 8
)

// run works on the first two problems and all that follow, and returns the
// worst exit code.
func (b *batch) run(ctx context.Context, first, second item) int {
	// The heap is tiny; collecting whenever it has doubled would take more time
	// than the puzzles.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	workers := runtime.GOMAXPROCS(0)
	if b.settings.jobs > 0 {
		workers = int(min(b.settings.jobs, 1024))
	}
	if b.verb.timed || b.trace != nil || b.console.screen != nil { // one after the other
		workers = 1
	}
	b.groups = make(chan *group)
	b.order = make(chan *group, workers*ahead)
	b.pace.Store(int64(groupTime))
	items := make(chan item, groupMax)
	var all sync.WaitGroup
	all.Go(func() { b.read(ctx, items, first, second) })
	all.Go(func() { b.gather(items) })
	for range workers {
		all.Go(func() {
			for g := range b.groups {
				b.work(ctx, g)
			}
		})
	}
	exit := b.letOut()
	all.Wait()
	if ctx.Err() != nil {
		exit = worse(exit, exitIncomplete)
	}
	return exit
}

// read passes the problems on, until the input or the run ends.
func (b *batch) read(ctx context.Context, items chan<- item, first, second item) {
	defer close(items)
	it, ok := first, true
	for ; ok && ctx.Err() == nil; it.number++ {
		select {
		case items <- it:
		case <-ctx.Done():
			return
		}
		if it.number == 1 {
			it.problem, it.err = second.problem, second.err
			continue
		}
		it.problem, it.err, ok = b.next()
	}
}

// gather makes groups: as large as fits, but whatever has come goes to a worker
// that has nothing to do.
func (b *batch) gather(items <-chan item) {
	defer close(b.order)
	defer close(b.groups)
	for items != nil {
		it, ok := <-items
		if !ok {
			return
		}
		g := newGroup(b.session)
		g.items = append(g.items, it)
		b.order <- g // waits while too many are not let out
		for sent := false; !sent; {
			more := items
			if len(g.items) == groupMax || time.Duration(len(g.items))*time.Duration(b.pace.Load()) >= groupTime {
				more = nil // a closed or full one takes no more
			}
			select {
			case it, ok := <-more:
				if !ok {
					items = nil
					b.groups <- g
					sent = true
					continue
				}
				g.items = append(g.items, it)
			case b.groups <- g:
				sent = true
			}
		}
	}
}

// work deals with the problems of a group.
func (b *batch) work(ctx context.Context, g *group) {
	start := time.Now()
	v := b.newVoice(&g.lane)
	done := 0
	for _, it := range g.items {
		if ctx.Err() != nil {
			g.cut = true
			break
		}
		g.exit = worse(g.exit, v.answer(ctx, it))
		done++
	}
	g.cut = g.cut || ctx.Err() != nil
	if done > 0 {
		took := int64(time.Since(start)) / int64(done)
		b.pace.Store((7*b.pace.Load() + took) / 8)
	}
	g.lane.close()
}

// letOut writes the results of the groups, in order, and returns the worst exit
// code. What follows a problem that was stopped is dropped, as if the problems
// had been worked on one after the other.
func (b *batch) letOut() int {
	exit, any := exitYes, false
	cut := false
	for g := range b.order {
		if cut {
			g.lane.letOut(nil, false)
		} else {
			any = g.lane.letOut(b.console, any) || any
			exit = worse(exit, g.exit)
			cut = g.cut
		}
		groups.Put(g)
	}
	return exit
}

// groups are those that have been let out, for their buffers.
var groups = sync.Pool{New: func() any {
	g := new(group)
	g.lane.changed.L = &g.lane.mu
	return g
}}

func newGroup(s *session) *group {
	g := groups.Get().(*group)
	clear(g.items)
	g.items, g.exit, g.cut = g.items[:0], exitYes, false
	g.lane.reset(!s.verb.plain && !s.settings.json && !s.settings.lines, s.console)
	return g
}
