package search

// Restart policy. Lengths are counted in conflicts only, so that a run is
// replayable.
const (
	lubyUnit     = 100
	glucoseFirst = 50
	glucoseRatio = 0.8 // restart when recent nogoods are this much worse than usual
)

// restarter decides when to restart: runs ordered by the phases follow the
// sequence of Luby, Sinclair and Zuckerman (1993); runs by activity end when
// recent nogoods span more levels than usual (Audemard and Simon, CP 2012).
type restarter struct {
	free       bool  // alternate between the phases and activity
	unit       int64 // conflicts of the shortest run
	first      int64 // conflicts before the quality of nogoods is judged
	byActivity bool
	bySize     bool  // by activity weighed against the size of domains
	begun      int64 // conflicts at the last restart
	run        int64
	fast, slow float64 // moving averages of the number of levels of nogoods
}

func newRestarter(free bool) restarter {
	return restarter{free: free, unit: lubyUnit, first: glucoseFirst}
}

// due reports whether a restart is due after that many conflicts.
func (r *restarter) due(conflicts int64) bool {
	n := conflicts - r.begun
	if !r.free {
		return false // a fixed order gains nothing from starting again
	}
	if r.byActivity && n >= r.first && r.fast*glucoseRatio > r.slow {
		return true
	}
	return n >= r.unit*luby(r.run+1)
}

// begin begins the next run.
func (r *restarter) begin(conflicts int64) {
	r.begun = conflicts
	r.run++
	r.byActivity = r.free && r.run%2 == 1
	r.bySize = r.byActivity && r.run%4 == 3
	r.fast = r.slow
}

// learned takes note of a nogood that spans lbd levels.
func (r *restarter) learned(lbd int) {
	r.fast += (float64(lbd) - r.fast) / 32
	r.slow += (float64(lbd) - r.slow) / 4096
}

// luby returns element i, from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
func luby(i int64) int64 {
	for k := uint(1); ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - (1<<(k-1) - 1))
		}
	}
}
