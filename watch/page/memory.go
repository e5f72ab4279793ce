package page

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// memoryEvery is how often the memory of the process is looked at. What is
// allocated in between comes on top of the limit.
const memoryEvery = 100 * time.Millisecond

// collectEvery is the least time between two collections of garbage to see what is
// left.
const collectEvery = 300 * time.Millisecond

// watchMemory ends what takes most memory when the process has too much, until the
// server is closed.
func (s *Server) watchMemory() {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	var collected time.Time
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
		// The runtime and what is no heap need some of the limit, too.
		most := uint64(s.limits.Memory) / 8 * 7
		if heapObjects() <= most || time.Since(collected) < collectEvery {
			continue
		}
		runtime.GC()
		collected = time.Now()
		if heapObjects() > most {
			s.relieve()
		}
	}
}

// heapObjects returns how many bytes the objects on the heap take, including
// those that nothing refers to any more and that are not found yet.
func heapObjects() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// relieve ends the reading of a problem, if there is one: of all that runs here its
// memory is bounded least. Without one it ends the largest search, or forgets the
// largest of those that have ended.
func (s *Server) relieve() {
	if giveUp := s.giveUp.Load(); giveUp != nil {
		(*giveUp)(s.limits.openTooLarge())
		return
	}
	var running, ended *search
	sizes := map[*search]int64{}
	for _, x := range s.all() {
		select {
		case <-x.begun:
			if x.log != nil {
				sizes[x] = x.log.extent().size
			}
		default:
		}
		largest := &running
		select {
		case <-x.done:
			largest = &ended
		default:
			if x.relieved {
				continue // it was asked to end
			}
		}
		if *largest == nil || sizes[x] > sizes[*largest] {
			*largest = x
		}
	}
	switch why := s.limits.outOfMemory(); {
	case running != nil:
		running.relieved = true
		running.cancel(why)
	case ended != nil:
		s.forget(ended, why)
	}
}
