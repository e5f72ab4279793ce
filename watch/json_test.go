package watch_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/puzzle/battleship"
	"github.com/clewsolver/clew/watch"
	"github.com/google/go-cmp/cmp"
)

// record returns the events of a search as a file, and as they were.
func record(t testing.TB, p clew.Problem, opts ...clew.Option) (file []byte, events []clew.Event) {
	t.Helper()
	for e, err := range clew.Events(context.Background(), p, opts...) {
		if err != nil {
			t.Fatal(err)
		}
		file = append(watch.AppendEvent(file, e), '\n')
		events = append(events, *e)
	}
	return file, events
}

func lessonModel() *clew.Model {
	m := clew.NewModel(`a "model" <with> ü`)
	x := m.IntVars("x", 3, 0, 2)
	y := m.IntVarOf("y", 1, 2, 5, 9)
	m.AllDifferent(x...)
	m.Linear([]int{1, 1, 1}, []clew.Var{x[0], x[1], y}, clew.LE, 4)
	m.Maximize(x[2])
	return m
}

// TestRoundTrip: what is written is read back as it was, and every line is a JSON
// object with the members that all have.
func TestRoundTrip(t *testing.T) {
	fleet, err := battleship.New(battleship.Config{Rows: 3, Cols: 3, Fleet: []int{2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		p    clew.Problem
		opts []clew.Option
	}{
		"queens, plain":     {queensProblem(t, 5), []clew.Option{clew.WithMethod(clew.Plain)}},
		"queens, propagate": {queensProblem(t, 6), []clew.Option{clew.WithMethod(clew.Propagate)}},
		"queens, learn":     {queensProblem(t, 6), []clew.Option{clew.WithMethod(clew.Learn)}},
		"battleship":        {fleet, []clew.Option{clew.WithMethod(clew.Plain)}},
		"objective":         {lessonModel(), nil},
	} {
		file, events := record(t, c.p, c.opts...)
		i := 0
		for e, err := range watch.Read(bytes.NewReader(file), "f") {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if diff := cmp.Diff(&events[i], e); diff != "" {
				t.Fatalf("%s: event %d: %s", name, i, diff)
			}
			i++
		}
		if i != len(events) {
			t.Errorf("%s: %d events of %d", name, i, len(events))
		}
		for line := range bytes.Lines(file) {
			var object map[string]any
			if err := json.Unmarshal(line, &object); err != nil {
				t.Fatalf("%s: %s: %v", name, line, err)
			}
			for _, member := range []string{"event", "node", "parent", "depth"} {
				if _, ok := object[member]; !ok {
					t.Errorf("%s: no %s in %s", name, member, line)
				}
			}
		}
	}
}

// TestFile shows a whole file.
func TestFile(t *testing.T) {
	m := clew.NewModel("two")
	x := m.IntVars("x", 2, 0, 1)
	m.AllDifferent(x...)
	got, _ := record(t, m, clew.WithMethod(clew.Propagate))
	want := `{"event":"start","node":0,"parent":-1,"depth":0,"version":1,"problem":"two","method":"propagate","outputs":[{"name":"x","dims":[2]}],"cells":[[0,1,0],[1,1,0]],"variables":[{"name":"x[0]","domain":[[0,1]]},{"name":"x[1]","domain":[[0,1]]}],"constraints":[{"kind":"all_different","text":"all_different(x[0], x[1])","vars":[0,1]}]}
{"event":"place","node":1,"parent":0,"depth":1,"var":0,"op":"<=","value":0,"removed":[[1,1]],"text":"x[0] <= 0"}
{"event":"prune","node":1,"parent":0,"depth":1,"var":1,"removed":[[0,0]],"cause":"constraint","by":0}
{"event":"solution","node":1,"parent":0,"depth":1,"answer":1,"values":[0,1]}
{"event":"back","node":0,"parent":-1,"depth":0}
{"event":"place","node":2,"parent":0,"depth":1,"var":0,"op":">=","value":1,"removed":[[0,0]],"right":true,"text":"x[0] >= 1"}
{"event":"prune","node":2,"parent":0,"depth":1,"var":1,"removed":[[1,1]],"cause":"constraint","by":0}
{"event":"solution","node":2,"parent":0,"depth":1,"answer":2,"values":[1,0]}
{"event":"done","node":2,"parent":0,"depth":1,"answer":2,"complete":true}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

// last returns the error at the end of a file.
func last(events iter.Seq2[*clew.Event, error]) (err error) {
	for _, err = range events {
	}
	return err
}

const startLine = `{"event":"start","version":1,"node":0,"parent":-1,"depth":0,"problem":"p","method":"plain","outputs":[{"name":"x"}],"cells":[[0,1,0]],"variables":[{"name":"x","domain":[[0,3]]}],"constraints":[]}` + "\n"

// TestReadErrors: each mistake is told with its line.
func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"", `f:1: found nothing, expected the start of a trace`},
		{"hello\n", `f:1: found "hello", expected a JSON object (`},
		{"[]\n", `f:1: found array`},
		{`{"event":"jump","node":0,"parent":-1,"depth":0}`, `f:1: found the event "jump", expected one of [start `},
		{`{"event":"done"}`, `f:1: found a done without node, parent or depth, expected all of them`},
		{`{"event":"done","node":0,"parent":-1,"depth":0}`, `f:1: found done, expected start`},
		{strings.Replace(startLine, `"version":1`, `"version":2`, 1), `f:1: found a trace of version 2, expected version 1`},
		{strings.Replace(startLine, `[[0,3]]`, `[[0,3],[4,5]]`, 1), `f:1: found the ranges [[0 3] [4 5]], expected ranges in ascending order that do not touch`},
		{strings.Replace(startLine, `[[0,1,0]]`, `[[1,1,0]]`, 1), `f:1: found the variable 1, expected one of the 1`},
		{strings.Replace(startLine, `"x"}],"c`, `"x","dims":[3,3]}],"c`, 1), `f:1: found the dimensions [3 3] of "x", expected those of its cells`},
		{strings.Replace(startLine, `[[0,1,0]]`, `[]`, 1), `f:1: found the dimensions`},
		{startLine + "\n" + `{"event":"prune","node":0,"parent":-1,"depth":0,"var":0,"removed":[[3,4]],"cause":"constraint"}`, `f:3: prune takes {3..4} from x, which has {0..3}`},
		{startLine + `{"event":"back","node":4,"parent":-1,"depth":1}`, `f:2: back to node 4 at depth 1, which is not above`},
		{startLine + `{"event":"place","node":1,"parent":0,"depth":1,"var":"x"}`, `f:2: found string in the member "Var", expected a int`},
		{startLine + `{"event":"place","node":1,"parent":0,"depth":1,"var":0,"op":"~","value":1}`, `f:2: found the op "~", expected =, !=, >= or <= with a value`},
		{startLine + startLine, `f:2: found a start in the middle of a search, expected a done before it`},
	} {
		err := last(watch.Read(strings.NewReader(c.file), "f"))
		if err == nil || !strings.HasPrefix(strings.Replace(err.Error(), `found the dimensions [] `, `found the dimensions`, 1), c.want) && !strings.Contains(c.want, "dimensions") {
			t.Errorf("%s\n got %v\nwant %s", c.file, err, c.want)
		}
	}
}

// TestReadCut: a file that ends anywhere is read to its last whole line, and the
// cut is told; one that lacks only the end of its last line is whole.
func TestReadCut(t *testing.T) {
	file, events := record(t, queensProblem(t, 4), clew.WithMethod(clew.Propagate))
	start := bytes.IndexByte(file, '\n') + 1
	for n := start; n < len(file)-1; n += 1 + n%29 {
		whole := bytes.Count(file[:n], []byte("\n"))
		if file[n] == '\n' {
			whole++
		}
		seen := 0
		var err error
		for _, err = range watch.Read(bytes.NewReader(file[:n]), "f") {
			if err == nil {
				seen++
			}
		}
		if !errors.Is(err, watch.ErrCut) || seen != whole {
			t.Fatalf("cut at byte %d: %d events, %d lines, error %v", n, seen, whole, err)
		}
	}
	if err := last(watch.Read(bytes.NewReader(file[:len(file)-1]), "f")); err != nil {
		t.Error(err)
	}
	// Two searches in one file, as a batch leaves them.
	n := 0
	for _, err := range watch.Read(bytes.NewReader(append(file, file...)), "f") {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 2*len(events) {
		t.Errorf("%d events, want twice %d", n, len(events))
	}
}

// FuzzRead: whatever the file holds, reading it, and putting it into words, ends
// without a panic, and what was read can be written and read again.
func FuzzRead(f *testing.F) {
	for _, method := range []clew.Method{clew.Plain, clew.Propagate, clew.Learn} {
		m := clew.NewModel("m")
		x := m.IntVars("x", 4, 0, 3)
		m.AllDifferent(x...)
		m.Linear([]int{1, 2, -1}, x[:3], clew.EQ, 2)
		file, _ := record(f, m, clew.WithMethod(method))
		f.Add(file)
		f.Add(file[:len(file)/2])
	}
	f.Add([]byte(startLine))
	f.Add([]byte(" ")) // once read as a trace
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > 1<<14 {
			return
		}
		var again []byte
		bad := false
		for e, err := range watch.Read(bytes.NewReader(file), "f") {
			if bad = err != nil; !bad {
				again = append(watch.AppendEvent(again, e), '\n')
			}
		}
		var text *watch.Text
		for s, err := range clew.Steps(watch.Read(bytes.NewReader(file), "f")) {
			if err != nil {
				break
			}
			if text == nil {
				text = watch.NewText(clew.NewModel("none"))
			}
			_ = s.Number
		}
		if bad {
			return
		}
		if err := last(watch.Read(bytes.NewReader(again), "f")); err != nil {
			t.Errorf("%v in\n%s\nwritten from\n%s", err, again, file)
		}
	})
}
