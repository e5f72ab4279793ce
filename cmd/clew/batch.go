package main

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"github.com/clewsolver/clew"
)

// batch puts the verb to many problems side by side, in groups of neighbours.
// Results come in the order of the input: each group has a lane, and lanes are
// let out one after the other. Memory is bounded, however long the input: there
// are few lanes, and one that is full waits until it is let out.
type batch struct {
	*session
	next  func() (clew.Problem, error, bool)
	order chan *group // groups that are worked on, to be let out

	mu    sync.Mutex
	came  sync.Cond     // items have come, or the last has
	taken sync.Cond     // items were taken
	items []item        // read, and not taken yet
	ended bool          // no more will come
	pace  time.Duration // that a problem takes, of late
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
	b.came.L, b.taken.L = &b.mu, &b.mu
	b.order = make(chan *group, workers*ahead)
	b.pace = groupTime
	b.items = []item{first, second}
	var reading, working sync.WaitGroup
	reading.Go(func() { b.read(ctx, second.number) })
	for range workers {
		working.Go(func() {
			for g := b.take(); g != nil; g = b.take() {
				b.work(ctx, g)
			}
		})
	}
	go func() { working.Wait(); close(b.order) }()
	exit := b.letOut()
	reading.Wait()
	if ctx.Err() != nil {
		exit = worse(exit, exitIncomplete)
	}
	return exit
}

// read reads the problems after the first ones, until the input or the run ends.
func (b *batch) read(ctx context.Context, number int) {
	for ctx.Err() == nil {
		p, err, ok := b.next()
		if !ok {
			break
		}
		number++
		b.mu.Lock()
		for len(b.items) >= 4*groupMax {
			b.taken.Wait()
		}
		b.items = append(b.items, item{number, p, err})
		b.mu.Unlock()
		b.came.Signal()
	}
	b.mu.Lock()
	b.ended = true
	b.mu.Unlock()
	b.came.Broadcast()
}

// take returns a group of what has come, as large as fits; nil at the end.
func (b *batch) take() *group {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.items) == 0 {
		if b.ended {
			return nil
		}
		b.came.Wait()
	}
	n := min(len(b.items), groupMax, max(1, int(groupTime/max(b.pace, 1))))
	g := groups.Get().(*group)
	g.items, g.exit, g.cut = append(g.items[:0], b.items[:n]...), exitYes, false
	g.lane.reset(!b.verb.plain && !b.settings.json && !b.settings.lines, b.console)
	b.items = append(b.items[:0], b.items[n:]...)
	b.order <- g // waits while too many are not let out
	b.taken.Signal()
	return g
}

// work deals with the problems of a group.
func (b *batch) work(ctx context.Context, g *group) {
	start := time.Now()
	v := b.newVoice(&g.lane)
	done := 0
	for _, it := range g.items {
		if ctx.Err() != nil {
			release(it.problem)
			continue
		}
		g.exit = worse(g.exit, v.answer(ctx, it))
		done++
	}
	g.cut = g.cut || ctx.Err() != nil
	g.lane.close() // before the lock, whose holder may wait for lanes to be let out
	if done > 0 {
		b.mu.Lock()
		b.pace = (7*b.pace + time.Since(start)/time.Duration(done)) / 8
		b.mu.Unlock()
	}
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
		clear(g.items)
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
