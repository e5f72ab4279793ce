package page

import (
	"fmt"
	"math"
	"net/http"
	"time"

	"github.com/clewsolver/clew"
)

// Limits bound what pages can ask for. Zero fields stand for those of
// DefaultLimits.
type Limits struct {
	Body        int64         // bytes of a request
	Variables   int           // of a model
	Constraints int           // of a model
	Terms       int           // variables in all constraints of a model together
	Open        time.Duration // to read a problem and make its model
	Searches    int           // running at once
	PerPage     int           // held by one page, running or not
	Held        int           // held by all pages
	Time        time.Duration // of a search
	Nodes       int           // of a search
	Log         int64         // bytes that the events of a search take
	Logs        int64         // bytes that those of all searches take
	Memory      int64         // bytes of live memory of the whole process
	Idle        time.Duration // after which a search nobody asks for is forgotten
}

// DefaultLimits returns limits for a few people on one machine.
func DefaultLimits() Limits {
	return Limits{
		Body: 1 << 20, Variables: 50_000, Constraints: 100_000, Terms: 2_000_000, Open: 10 * time.Second,
		Searches: 8, PerPage: 6, Held: 60,
		Time: time.Minute, Nodes: 1_200_000, Log: 256 << 20, Logs: 1 << 30, Memory: 2 << 30,
		Idle: 30 * time.Second,
	}
}

// filled returns l with the usual values in place of zeros.
func (l Limits) filled() Limits {
	usual := DefaultLimits()
	fill(&l.Body, usual.Body)
	fill(&l.Variables, usual.Variables)
	fill(&l.Constraints, usual.Constraints)
	fill(&l.Terms, usual.Terms)
	fill(&l.Open, usual.Open)
	fill(&l.Searches, usual.Searches)
	fill(&l.PerPage, usual.PerPage)
	fill(&l.Held, usual.Held)
	fill(&l.Time, usual.Time)
	fill(&l.Nodes, usual.Nodes)
	fill(&l.Log, usual.Log)
	fill(&l.Logs, usual.Logs)
	fill(&l.Memory, usual.Memory)
	fill(&l.Idle, usual.Idle)
	l.Nodes = min(l.Nodes, math.MaxInt32-1) // records count nodes in 32 bits
	return l
}

func fill[T int | int64 | time.Duration](limit *T, usual T) {
	if *limit <= 0 {
		*limit = usual
	}
}

// limitsJSON is Limits as a page is told them.
type limitsJSON struct {
	BodyBytes   int64   `json:"bodyBytes"`
	Variables   int     `json:"variables"`
	Constraints int     `json:"constraints"`
	Terms       int     `json:"terms"`
	Searches    int     `json:"searches"`
	PerPage     int     `json:"perPage"`
	Seconds     float64 `json:"seconds"`
	Nodes       int     `json:"nodes"`
	LogBytes    int64   `json:"logBytes"`
}

func (l Limits) json() limitsJSON {
	return limitsJSON{l.Body, l.Variables, l.Constraints, l.Terms, l.Searches, l.PerPage, l.Time.Seconds(), l.Nodes, l.Log}
}

// admits returns why a model of a size is not searched, nil if it is.
func (l Limits) admits(size clew.Size) error {
	for _, c := range []struct {
		what  string
		n, at int
	}{
		{"variables", size.Variables, l.Variables},
		{"constraints", size.Constraints, l.Constraints},
		{"variables in its constraints", size.Terms, l.Terms},
	} {
		if c.n > c.at {
			return refused(http.StatusRequestEntityTooLarge, "the model has %d %s, at most %d are allowed here", c.n, c.what, c.at)
		}
	}
	return nil
}

// stop is why a search was ended before its tree was walked.
type stop struct {
	reason  string // for the page's catalogue
	message string
}

func (s *stop) Error() string { return s.message }

// Reasons to stop.
const (
	stopNodes  = "nodes"
	stopLog    = "log"
	stopTime   = "time"
	stopMemory = "memory"
	stopClosed = "closed"
)

func (l Limits) outOfNodes() *stop {
	return &stop{stopNodes, fmt.Sprintf("stopped at %d nodes, the most that are kept of a search", l.Nodes)}
}

func (l Limits) outOfLog() *stop {
	return &stop{stopLog, fmt.Sprintf("stopped at %s of events, the most that are kept of a search", sizeWords(l.Log))}
}

func (l Limits) outOfLogs() *stop {
	return &stop{stopLog, fmt.Sprintf("stopped: the searches of all pages together have %s of events, the most that are kept", sizeWords(l.Logs))}
}

func (l Limits) outOfTime() *stop {
	return &stop{stopTime, fmt.Sprintf("stopped after %s, the longest that a search may run", l.Time)}
}

func (l Limits) outOfMemory() *stop {
	return &stop{stopMemory, fmt.Sprintf("stopped: the server takes more than %s of memory, and this search is the largest", sizeWords(l.Memory))}
}

// The errors for a problem that cannot be opened within the limits.
func (l Limits) requestTooLarge() error {
	return refused(http.StatusRequestEntityTooLarge, "the request is larger than %s, the most that is allowed", sizeWords(l.Body))
}

func (l Limits) openTooLong() error {
	return refused(http.StatusRequestEntityTooLarge, "reading the problem takes longer than %s, the most that is allowed", l.Open)
}

func (l Limits) openTooLarge() error {
	return refused(http.StatusInsufficientStorage, "reading the problem takes too much memory: the server has %s", sizeWords(l.Memory))
}

// sizeWords puts a number of bytes into words.
func sizeWords(n int64) string {
	switch {
	case n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", n>>30)
	case n >= 1<<20:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}
