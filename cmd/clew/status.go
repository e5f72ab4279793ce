package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/input"
)

// The status line comes after statusAfter and is renewed every statusEvery.
const (
	statusAfter = time.Second
	statusEvery = 200 * time.Millisecond
)

// statusLine returns the line for a search under way: answers so far, nodes a
// second, the share of the tree that is done and the time left.
func statusLine(r clew.Report) string {
	var b strings.Builder
	b.WriteString(input.Plural(r.Solutions, "answer"))
	if s := r.Elapsed.Seconds(); s > 0 && r.Nodes > 0 { // a kernel counts no nodes
		fmt.Fprintf(&b, ", %s nodes/s", short(float64(r.Nodes)/s))
	}
	// A share below this says nothing about the time left.
	const least = 1e-6
	if r.Share < least {
		return b.String() + ", under 0.0001% of the tree done"
	}
	fmt.Fprintf(&b, ", about %.3g%% of the tree done", 100*min(r.Share, 0.999))
	left := r.Elapsed.Seconds() * (1 - r.Share) / r.Share
	fmt.Fprintf(&b, ", %s left", duration(max(left, 0)))
	return b.String()
}

// short returns a number with a unit, as 1.2M.
func short(x float64) string {
	for _, u := range []struct {
		size float64
		unit string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= u.size {
			return fmt.Sprintf("%.3g%s", x/u.size, u.unit)
		}
	}
	return fmt.Sprintf("%.0f", x)
}

// duration returns seconds as people say them, in at most two units.
func duration(s float64) string {
	const minute, hour, day, year = 60, 3600, 86400, 365.25 * 86400
	switch {
	case s < minute:
		return fmt.Sprintf("%.0f s", s)
	case s < hour:
		return fmt.Sprintf("%d min %d s", int(s/minute), int(s)%minute)
	case s < day:
		return fmt.Sprintf("%d h %d min", int(s/hour), int(s)%hour/minute)
	case s < year:
		return fmt.Sprintf("%d days", int(s/day))
	}
	return "years"
}
