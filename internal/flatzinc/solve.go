package flatzinc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"time"

	"github.com/clewsolver/clew"
)

// Request says what a solver is asked for, as MiniZinc's driver does by flags.
type Request struct {
	All          bool  // -a: all answers, or the improving ones of a model with an objective
	Intermediate bool  // -i: the improving answers
	Limit        int64 // -n: stop after that many answers; 0 for the usual number
	Count        bool  // print no answers, count them
	Statistics   bool  // -s
	Options      []clew.Option

	Start    time.Time // of the command, for the statistics
	FlushAll bool      // flush after each answer, as for someone who watches
}

// The lines of the protocol between MiniZinc and its solvers.
const (
	lineAnswer        = "----------\n"
	lineComplete      = "==========\n"
	lineUnsatisfiable = "=====UNSATISFIABLE=====\n"
	lineUnknown       = "=====UNKNOWN=====\n"
)

// Solve answers a request and writes the protocol to w. A run that ends before
// the tree does is no error: the protocol says so.
func (m *Model) Solve(ctx context.Context, w io.Writer, q Request) error {
	out := newWriter(w, q.FlushAll)
	defer out.stop()
	posted := time.Now()
	var report clew.Report
	opts := append([]clew.Option{clew.WithReport(&report)}, q.Options...)
	var total *big.Int
	var err error
	if q.Count {
		total, err = m.count(ctx, out, q, opts)
	} else {
		total, err = m.list(ctx, out, q, opts)
	}
	if err != nil && !errors.Is(err, clew.ErrIncomplete) {
		return err
	}
	if q.Statistics || q.Count {
		out.write(m.statistics(&report, total, posted.Sub(q.Start)))
	}
	return out.close()
}

// list prints answers. It returns how many there were.
func (m *Model) list(ctx context.Context, out *writer, q Request, opts []clew.Option) (*big.Int, error) {
	improving := m.Optimize
	every := q.All || q.Intermediate || !improving
	limit := q.Limit
	if limit == 0 && !improving && !q.All {
		limit = 1
	}
	answers := clew.All
	if improving {
		answers = clew.Improve
	}
	var found int64
	var err error
	var text []byte
	complete := true
	for s, stopped := range answers(ctx, m.Model, opts...) {
		if err = stopped; err != nil {
			complete = false
			break
		}
		found++
		text = append(m.AppendAnswer(text[:0], s), lineAnswer...)
		if every {
			out.write(text)
		}
		if limit > 0 && found == limit {
			complete = false
			break
		}
		if out.failed() {
			complete = false
			break
		}
	}
	if err != nil && !errors.Is(err, clew.ErrIncomplete) {
		return nil, err
	}
	if !every && found > 0 {
		out.write(text)
	}
	m.conclude(out, complete, found > 0, !improving && limit == 1 && found == 1)
	return big.NewInt(found), err
}

// conclude writes what is known in the end.
func (m *Model) conclude(out *writer, complete, found, asked bool) {
	switch {
	case complete && found:
		out.write([]byte(lineComplete))
	case complete:
		out.write([]byte(lineUnsatisfiable))
	case !found:
		out.write([]byte(lineUnknown))
	}
}

func (m *Model) count(ctx context.Context, out *writer, q Request, opts []clew.Option) (*big.Int, error) {
	if q.Limit > 0 {
		opts = append(opts, clew.Limit(q.Limit))
	}
	n, err := clew.Count(ctx, m.Model, opts...)
	if err != nil && !errors.Is(err, clew.ErrIncomplete) {
		return nil, err
	}
	m.conclude(out, err == nil, n.Sign() > 0, false)
	return n, err
}

// statistics returns the block of statistics.
func (m *Model) statistics(r *clew.Report, total *big.Int, initTime time.Duration) []byte {
	var text []byte
	stat := func(name, value string) {
		text = append(text, "%%%mzn-stat: "+name+"="+value+"\n"...)
	}
	seconds := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 6, 64) }
	stat("initTime", seconds(initTime))
	stat("solveTime", seconds(r.Elapsed))
	if total.IsInt64() && total.Int64() < math.MaxInt64 {
		stat("solutions", total.String())
	}
	stat("solutionsExact", strconv.Quote(total.String()))
	stat("nodes", fmt.Sprint(r.Nodes))
	stat("failures", fmt.Sprint(r.Failures))
	return append(text, "%%%mzn-stat-end\n"...)
}
