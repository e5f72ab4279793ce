package page

import (
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/queens"
)

// Events are kept in a few bytes each, keyframes included.
func TestBytesPerEvent(t *testing.T) {
	for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
		var l *eventLog
		events := int64(0)
		for e, err := range clew.Events(t.Context(), must(queens.New(9)), clew.WithMethod(method)) {
			switch {
			case err != nil:
				t.Fatal(err)
			case e.Kind == clew.EventStart:
				l = newLog(e.Start)
			default:
				l.add(e)
				events++
			}
		}
		if each := float64(l.size) / float64(events); each > 16 {
			t.Errorf("%s: %.1f bytes an event, of %d", method, each, events)
		} else {
			t.Logf("%s: %.1f bytes an event, of %d, %d keyframes", method, each, events, len(l.keyframes))
		}
	}
}
