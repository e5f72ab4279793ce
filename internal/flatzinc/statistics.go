package flatzinc

import (
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// statistics returns the block of statistics, under the names that MiniZinc
// knows. A number of answers beyond 64 bits is only given as a string: under
// --json-stream MiniZinc cannot read larger integers.
func (m *Model) statistics(a *account) []byte {
	var text []byte
	stat := func(name, value string) {
		text = append(text, "%%%mzn-stat: "+name+"="+value+"\n"...)
	}
	number := func(name string, n int64) { stat(name, strconv.FormatInt(n, 10)) }
	seconds := func(name string, d time.Duration) {
		stat(name, strconv.FormatFloat(d.Seconds(), 'f', 6, 64))
	}
	seconds("initTime", a.initTime)
	seconds("solveTime", a.report.Elapsed)
	if a.total.IsInt64() && a.total.Int64() < math.MaxInt64 {
		number("solutions", a.total.Int64())
	}
	stat("solutionsExact", strconv.Quote(a.total.String()))
	stat("complete", strconv.Quote(strconv.FormatBool(a.complete)))
	if a.hasObjective {
		number("objective", int64(a.objective))
	}
	number("variables", int64(m.variables[0]+m.variables[1]))
	number("intVariables", int64(m.variables[0]))
	number("boolVariables", int64(m.variables[1]))
	number("propagators", int64(m.constraints))
	number("propagations", a.report.Propagations)
	number("nodes", a.report.Nodes)
	number("failures", a.report.Failures)
	number("restarts", a.report.Restarts)
	number("nogoods", a.report.Conflicts)
	number("peakDepth", int64(a.report.Depth))
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	stat("peakMem", strconv.FormatFloat(float64(mem.Sys)/(1<<20), 'f', 2, 64))
	stat("method", strconv.Quote(string(a.report.Method)))
	if len(m.Assumed) > 0 {
		stat("assumedBounds", strconv.Quote(strings.Join(m.Assumed, " ")))
	}
	return append(text, "%%%mzn-stat-end\n"...)
}
