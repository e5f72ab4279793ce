package page

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/flatzinc"
	"github.com/clewsolver/clew/puzzle/battleship"
	"github.com/clewsolver/clew/puzzle/primesum"
	"github.com/clewsolver/clew/puzzle/queens"
	"github.com/clewsolver/clew/puzzle/sudoku"
	"github.com/clewsolver/clew/watch"
)

// must returns p; tests name problems that exist.
func must[P any](p P, err error) P {
	if err != nil {
		panic(err)
	}
	return p
}

// parity is a space whose places are no outputs: how many of the placed bits are
// set so far.
type parity struct{}

func (parity) Places() int { return 4 }
func (parity) Next(placed []int, after int) (int, bool) {
	if after == clew.Start {
		return 0, true
	}
	return after + 1, after < 1
}
func (parity) Check(placed []int, v int) bool {
	return len(placed) == 0 || v == 0 || placed[len(placed)-1] == 0
}
func (parity) Answer(placed []int) []int {
	out := slices.Repeat([]int{clew.Unset}, 4)
	n := 0
	for i, v := range placed {
		n += v
		out[i] = n
	}
	return out
}

type parityProblem struct{}

func (parityProblem) Name() string               { return "parity" }
func (parityProblem) Outputs() []clew.Output     { return []clew.Output{{Name: "set", Dims: []int{2, 2}}} }
func (parityProblem) Space() (clew.Space, error) { return parity{}, nil }
func (parityProblem) Model() (*clew.Model, error) {
	return nil, clew.ErrUnsupported
}

// searches are searches whose events are kept by the tests: of every kind of
// problem, by every method that can walk it.
func searches(t *testing.T) map[string]iter.Seq2[*clew.Event, error] {
	model := func(text string) clew.Problem { return must(flatzinc.Read(strings.NewReader(text), "model")).Model }
	problems := map[string]clew.Problem{
		"queens 0":    must(queens.New(0)),
		"queens 3":    must(queens.New(3)),
		"queens 6":    must(queens.New(6)),
		"fundamental": must(queens.NewFundamental(5)),
		"sudoku":      must(sudoku.ParseGrid("1.....2..3....4.", sudoku.ReadOptions{})),
		"clash":       must(sudoku.ParseGrid("11....2..3....4.", sudoku.ReadOptions{})),
		"primesum":    must(primesum.New(2, 3, 6)),
		"battleship":  must(battleship.New(battleship.Config{Rows: 3, Cols: 4, Fleet: []int{3, 1}})),
		"parity":      parityProblem{},
		"wide":        model("var -1000000..1000000: x :: output_var; var 1..60: y :: output_var; constraint int_lin_eq([1,-7],[x,y],-3); constraint int_ne(y,13); solve :: int_search([y,x], first_fail, indomain_split) satisfy;"),
		"holes":       model("var {1,3,5,8,13,21,200}: x :: output_var; var {-4,3,9}: y :: output_var; constraint int_le(y,x); solve satisfy;"),
		"best": model(`array [1..5] of var 0..4: x :: output_array([1..5]); var 0..40: z :: output_var;
			constraint fzn_all_different_int(x); constraint int_lin_eq([1,2,3,4,5,-1],[x[1],x[2],x[3],x[4],x[5],z],0);
			solve :: int_search(x, input_order, indomain_max) minimize z;`),
		"none":     model("var 1..2: x :: output_var; var 1..2: y; var 1..2: z; constraint int_ne(x,y); constraint int_ne(y,z); constraint int_ne(x,z); solve satisfy;"),
		"nothing":  model("solve satisfy;"),
		"rejected": model("var 1..2: x; constraint int_lt(x,x); solve satisfy;"),
	}
	all := map[string]iter.Seq2[*clew.Event, error]{}
	for name, p := range problems {
		for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
			all[name+" by "+string(method)] = clew.Events(t.Context(), p, clew.WithMethod(method))
		}
	}
	// Restarts and many nogoods; cut short in the midst of it.
	pigeons := clew.NewModel("pigeons")
	xs := pigeons.IntVars("x", 7, 1, 6)
	for i := range xs {
		for j := range i {
			pigeons.Compare(xs[i], clew.NE, xs[j], 0)
		}
	}
	all["pigeons by free learn"] = clew.Events(t.Context(), pigeons, clew.WithMethod(clew.Learn), clew.WithFree(), clew.WithSeed(3))
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	all["cut"] = func(yield func(*clew.Event, error) bool) {
		n := 0
		for e, err := range clew.Events(ctx, must(queens.New(8)), clew.WithMethod(clew.Plain)) {
			if n++; n == 500 {
				cancel()
			}
			if !yield(e, err) {
				return
			}
		}
	}
	return all
}

// kept is the events of a search, kept in a log and otherwise.
type kept struct {
	log   *eventLog
	lines []string // all but the start
	steps []keptStep
}

type keptStep struct {
	clew.Step
	domains []clew.Domain // after it
	last    int           // the number of lines up to its end
}

// keep keeps the events of a search, if it can be walked. Keyframes come every so
// many bytes.
func keep(t *testing.T, events iter.Seq2[*clew.Event, error], every int) *kept {
	t.Helper()
	k := &kept{}
	var all []*clew.Event
	for e, err := range events {
		if err != nil {
			break
		}
		e := cloned(e)
		all = append(all, e)
		if e.Kind == clew.EventStart {
			k.log = newLog(e.Start)
			k.log.every = every
			continue
		}
		k.lines = append(k.lines, string(watch.AppendEvent(nil, e)))
		k.log.add(e)
	}
	if k.log == nil {
		return nil
	}
	k.log.end()
	for s := range clew.Steps(func(yield func(*clew.Event, error) bool) {
		for _, e := range all {
			if !yield(e, nil) {
				return
			}
		}
	}) {
		k.steps = append(k.steps, keptStep{Step: clew.Step{
			Kind: s.Kind, Number: s.Number, Depth: s.Depth, Try: s.Try, Clashes: slices.Clone(s.Clashes), Pruned: s.Pruned,
			Reason: s.Reason, Learned: s.Learned, Solution: s.Solution, Values: slices.Clone(s.Values),
		}})
	}
	k.replay(t, all)
	return k
}

// replay fills in where steps end, by events given to Steps one by one, and the
// domains there, by a replay of all events before.
func (k *kept) replay(t *testing.T, all []*clew.Event) {
	given := 0
	ends := []int{} // how many events had been given when each step came
	for range clew.Steps(func(yield func(*clew.Event, error) bool) {
		for _, e := range all {
			given++
			if !yield(e, nil) {
				return
			}
		}
		given++
	}) {
		ends = append(ends, given)
	}
	for i, given := range ends {
		// The step came by the event all[given-1], which is its last one if it is a
		// solution, a step back, or a failure of the engine; else it is the next
		// one's first.
		n := given - 1
		if n < len(all) {
			switch e := all[n]; {
			case e.Kind == clew.EventBack && k.steps[i].Kind == clew.StepBack && (i+1 == len(ends) || ends[i+1] != given),
				e.Kind == clew.EventSolution && k.steps[i].Solution,
				e.Kind == clew.EventFail && k.steps[i].Kind == clew.StepFail:
				n++
			}
		}
		k.steps[i].last = n - 1 // without the start
	}
	var r clew.Replay
	done := 0
	for i := range k.steps {
		for ; done <= k.steps[i].last; done++ {
			if err := r.Apply(all[done]); err != nil {
				t.Fatal(err)
			}
		}
		for v := range k.log.start.Variables {
			k.steps[i].domains = append(k.steps[i].domains, r.Domain(v))
		}
	}
}

func cloned(e *clew.Event) *clew.Event {
	c := *e
	c.Removed = slices.Clone(e.Removed)
	c.Nogood = slices.Clone(e.Nogood)
	c.Values = slices.Clone(e.Values)
	return &c
}

// each calls f for each search that can be walked, with keyframes far apart and
// near.
func each(t *testing.T, f func(t *testing.T, k *kept)) {
	n, restarts := 0, 0
	for name, events := range searches(t) {
		for _, every := range []int{frameEvery, 64} {
			if k := keep(t, events, every); k != nil {
				n++
				restarts += strings.Count(strings.Join(k.lines, "\n"), `"event":"restart"`)
				t.Run(fmt.Sprintf("%s/%d", name, every), func(t *testing.T) { f(t, k) })
			}
			if name == "cut" {
				break // it can be cut but once
			}
		}
	}
	if n < 80 || restarts == 0 {
		t.Errorf("only %d searches could be walked, with %d restarts", n, restarts)
	}
}

// What the log gives back as a trace is what it was given.
func TestTraceIsWhatHappened(t *testing.T) {
	each(t, func(t *testing.T, k *kept) {
		var b strings.Builder
		if err := writeTrace(&b, k.log, "cut"); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if want := append([]string{lines[0]}, k.lines...); !slices.Equal(lines, want) {
			for i := range want {
				if i >= len(lines) || lines[i] != want[i] {
					t.Fatalf("line %d of %d is\n%s\nwant, of %d,\n%s", i+1, len(lines), lines[min(i, len(lines)-1)], len(want), want[i])
				}
			}
			t.Fatalf("%d lines, want %d", len(lines), len(want))
		}
		n := 0
		for _, err := range watch.Read(strings.NewReader(b.String()), "trace") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		if n != len(lines) {
			t.Errorf("%d events read back of %d", n, len(lines))
		}
	})
}

// Records are of the steps that clew.Steps makes.
func TestRecordsAreSteps(t *testing.T) {
	each(t, func(t *testing.T, k *kept) {
		if got := k.log.extent().steps; got != len(k.steps) {
			t.Fatalf("%d steps, want %d", got, len(k.steps))
		}
		all := newRecorder(k.log, 0).appendTo(nil, len(k.steps)+2)
		if len(all) != len(k.steps)*recordSize {
			t.Fatalf("%d bytes of records for %d steps", len(all), len(k.steps))
		}
		for i, s := range k.steps {
			f := fields(all[i*recordSize:])
			back := s.Kind == clew.StepBack
			for _, c := range []struct {
				what      string
				got, want any
			}{
				{"kind", f[0] & 255, recordKinds[s.Kind]},
				{"depth", depthOf(s.Kind, f), s.Depth},
				{"clashes", int(f[6]), len(s.Clashes)},
				{"solution", f[0]&recordSolution != 0, s.Solution},
				{"learned", f[0]&recordLearned != 0, s.Learned != ""},
				{"restart", f[0]&recordRestart != 0, back && s.Reason == "restart"},
			} {
				if c.got != c.want {
					t.Errorf("step %d (%s): %s is %v, want %v", i+1, s.Kind, c.what, c.got, c.want)
				}
			}
			if k.log.start.Method != clew.Plain {
				decided := 0
				for _, line := range k.lines[k.first(i):s.last] {
					var e struct {
						Event   string
						Removed [][2]int
					}
					if err := json.Unmarshal([]byte(line), &e); err != nil {
						t.Fatal(err)
					}
					for _, r := range e.Removed {
						if e.Event != "prune" {
							decided += r[1] - r[0] + 1
						}
					}
				}
				if int(f[7])+decided != s.Pruned {
					t.Errorf("step %d: %d values pruned and %d by the decision, want %d together", i+1, f[7], decided, s.Pruned)
				}
				if got, want := f[0]&recordFailure != 0, s.Kind == clew.StepFail; got != want {
					t.Errorf("step %d: failure is %v, want %v", i+1, got, want)
				}
			}
		}
		for range 20 {
			after := rand.IntN(len(k.steps) + 1)
			if got, want := newRecorder(k.log, after).appendTo(nil, len(k.steps)+2), all[after*recordSize:]; string(got) != string(want) {
				t.Fatalf("the records after step %d are not those of the whole", after)
			}
		}
	})
}

// depthOf returns the depth in a record as Steps has it, which puts the end at the
// root, wherever the search stands then.
func depthOf(kind clew.StepKind, f [8]int32) int {
	if kind == clew.StepDone {
		return 0
	}
	return int(f[3])
}

// first returns the number of the first line of step i, from 0.
func (k *kept) first(i int) int {
	if i == 0 {
		return 0
	}
	return k.steps[i-1].last
}

func fields(record []byte) (f [8]int32) {
	for i := range f {
		f[i] = int32(binary.LittleEndian.Uint32(record[4*i:]))
	}
	return f
}

// A window shows the domains of a straight replay, and the events of the steps.
func TestWindowIsReplay(t *testing.T) {
	each(t, func(t *testing.T, k *kept) {
		records := newRecorder(k.log, 0).appendTo(nil, len(k.steps)+2)
		froms := []int{0, len(k.steps)}
		for range 30 {
			froms = append(froms, rand.IntN(len(k.steps)+1))
		}
		for _, from := range froms {
			count := rand.IntN(6)
			var b strings.Builder
			if err := writeWindow(&b, k.log, from, count); err != nil {
				t.Fatal(err)
			}
			var got struct {
				From    int
				Domains []json.RawMessage
				Path    []pathEntry
				Steps   [][]json.RawMessage
			}
			if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
				t.Fatalf("%v in %s", err, b.String())
			}
			if got.From != from || len(got.Steps) != min(count, len(k.steps)-from) {
				t.Fatalf("a window of %d steps after %d, want %d of %d after %d", len(got.Steps), got.From, count, len(k.steps), from)
			}
			given := givens(k.log)
			for v, d := range got.Domains {
				want := k.log.start.Variables[v].Domain
				if from > 0 {
					want = k.steps[from-1].domains[v]
				} else if i := slices.IndexFunc(given, func(l clew.Literal) bool { return l.Var == v }); i >= 0 {
					want = clew.Domain{{Lo: given[i].Value, Hi: given[i].Value}}
				}
				if w := string(watch.AppendDomain(nil, want)); string(d) != w {
					t.Errorf("after step %d variable %d has %s, want %s", from, v, d, w)
				}
			}
			for i, events := range got.Steps {
				want := k.lines[k.first(from+i):k.steps[from+i].last]
				if from+i == 0 {
					want = want[len(given):]
				}
				if len(events) != len(want) {
					t.Fatalf("step %d has %d events, want %d: %s, %s", from+i+1, len(events), len(want), events, want)
				}
				for j := range want {
					if string(events[j]) != want[j] {
						t.Errorf("step %d, event %d: %s, want %s", from+i+1, j+1, events[j], want[j])
					}
				}
			}
			k.checkPath(t, records, from, got.Path)
			k.checkUndo(t, records, from, got.Domains, got.Path)
		}
	})
}

// pathEntry is a node of the path of a window.
type pathEntry struct {
	step, node int
	undo       [][2]json.RawMessage // variable, domain
}

func (e *pathEntry) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&e.step, &e.node, &e.undo})
}

// checkUndo compares what a page makes of a window by stepping back over nodes
// with the domains after the next step back over them.
func (k *kept) checkUndo(t *testing.T, records []byte, from int, domains []json.RawMessage, path []pathEntry) {
	t.Helper()
	depth := len(path) - 1
	for i := from; i < len(k.steps); i++ {
		f := fields(records[i*recordSize:])
		to := int(f[3])
		if f[0]&0xff != 4 || to >= depth { // 4: a step back
			continue
		}
		for ; depth > to; depth-- {
			for _, u := range path[depth].undo {
				v, err := strconv.Atoi(string(u[0]))
				if err != nil {
					t.Fatal(err)
				}
				domains[v] = u[1]
			}
		}
		for v, d := range domains {
			if want := string(watch.AppendDomain(nil, k.steps[i].domains[v])); string(d) != want {
				t.Fatalf("window after step %d, stepped back by step %d: variable %d has %s, want %s", from, i+1, v, d, want)
			}
		}
		return
	}
}

// checkPath compares the path of a window with what the records say.
func (k *kept) checkPath(t *testing.T, records []byte, from int, path []pathEntry) {
	t.Helper()
	type node struct{ step, parent int32 }
	nodes := map[int32]node{0: {0, -1}}
	at := int32(0)
	for i := range from {
		f := fields(records[i*recordSize:])
		if at = f[1]; f[0]&recordOpens != 0 {
			nodes[at] = node{int32(i + 1), f[2]}
		}
	}
	var want [][2]int
	for n := at; n >= 0; n = nodes[n].parent {
		want = append(want, [2]int{int(nodes[n].step), int(n)})
	}
	slices.Reverse(want)
	var got [][2]int
	for _, e := range path {
		got = append(got, [2]int{e.step, e.node})
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("after step %d the path is %v, want %v", from, got, want)
	}
}

// Readers that come while the log grows see only whole steps, and in the end all.
func TestReadWhileWritten(t *testing.T) {
	for _, events := range []iter.Seq2[*clew.Event, error]{
		clew.Events(t.Context(), must(queens.New(6)), clew.WithMethod(clew.Propagate)),
		clew.Events(t.Context(), must(queens.New(6)), clew.WithMethod(clew.Plain)),
	} {
		var log *eventLog
		begun := make(chan struct{})
		go func() {
			for e := range events {
				if e.Kind == clew.EventStart {
					log = newLog(e.Start)
					log.every = 100
					close(begun)
					continue
				}
				log.add(e)
			}
			log.end()
		}()
		<-begun
		r := newRecorder(log, 0)
		var got []byte
		for ended := false; !ended; {
			ended = log.extent().ended
			n := log.extent().steps
			if got = r.appendTo(got, 1<<20); len(got) < n*recordSize {
				t.Fatalf("%d bytes of records where %d steps are published", len(got), n)
			}
			if err := writeWindow(&strings.Builder{}, log, n, 10); err != nil {
				t.Fatal(err)
			}
		}
		if want := newRecorder(log, 0).appendTo(nil, 1<<20); string(got) != string(want) {
			t.Error("the records read while the log grew are not those of the whole")
		}
	}
}
