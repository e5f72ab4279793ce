package profiler

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net"
	"strconv"
	"testing"

	"github.com/clewsolver/clew"
)

// node is a node as a profiler has it.
type node struct {
	parent, alt, kids int32
	status            status
	label, nogood     string
	seen              int32 // children that came
}

// tree is what a profiler makes of the messages.
type tree struct {
	t     *testing.T
	info  string
	nodes map[int32]*node
	count [4]int
	done  bool
}

// read decodes messages to their end and checks that they make a tree: parents
// come first, each alternative once, none beyond the number announced.
func read(t *testing.T, r io.Reader) *tree {
	x := &tree{t: t, nodes: map[int32]*node{}}
	for {
		var n uint32
		if err := binary.Read(r, binary.LittleEndian, &n); err == io.EOF {
			return x
		} else if err != nil {
			t.Fatal(err)
		}
		m := make([]byte, n)
		if _, err := io.ReadFull(r, m); err != nil {
			t.Fatal(err)
		}
		if x.done {
			t.Fatal("a message after the end")
		}
		x.message(m)
	}
}

func (x *tree) message(m []byte) {
	kind := m[0]
	m = m[1:]
	next := func() int32 {
		v := int32(binary.BigEndian.Uint32(m))
		m = m[4:]
		return v
	}
	var n *node
	var id int32
	if kind == msgNode {
		id = next()
		if r, t := next(), next(); r != -1 || t != 0 {
			x.t.Errorf("node %d of restart %d, thread %d", id, r, t)
		}
		n = &node{parent: next()}
		next()
		next()
		n.alt, n.kids = next(), next()
		n.status = status(m[0])
		m = m[1:]
	}
	for len(m) > 0 {
		name := m[0]
		m = m[1:]
		if name == fieldVersion {
			if v := next(); v != 3 {
				x.t.Errorf("version %d", v)
			}
			continue
		}
		size := next()
		text := string(m[:size])
		m = m[size:]
		switch name {
		case fieldLabel:
			n.label = text
		case fieldNogood:
			n.nogood = text
		case fieldInfo:
			x.info = text
		}
	}
	switch kind {
	case msgDone:
		x.done = true
	case msgNode:
		if x.nodes[id] != nil {
			x.t.Errorf("node %d comes twice", id)
		}
		x.nodes[id] = n
		x.count[n.status]++
		if n.parent < 0 {
			if n.alt != -1 || len(x.nodes) != 1 {
				x.t.Errorf("node %d is a root, alternative %d", id, n.alt)
			}
			return
		}
		p := x.nodes[n.parent]
		if p == nil {
			x.t.Fatalf("node %d comes before its parent %d", id, n.parent)
		}
		if n.alt < 0 || n.alt >= p.kids {
			x.t.Errorf("node %d is alternative %d of %d", id, n.alt, p.kids)
		}
		p.seen++
	}
}

// whole checks that every announced alternative came.
func (x *tree) whole() {
	if !x.done {
		x.t.Error("the end was not told")
	}
	for id, n := range x.nodes {
		if n.seen != n.kids {
			x.t.Errorf("node %d has %d of %d alternatives", id, n.seen, n.kids)
		}
	}
}

func queens(n int) *clew.Model {
	m := clew.NewModel("queens")
	q := m.IntVars("q", n, 0, n-1)
	up, down := make([]clew.Var, n), make([]clew.Var, n)
	for i := range q {
		up[i], down[i] = q[i].Plus(i), q[i].Minus(i)
	}
	m.AllDifferent(q...)
	m.AllDifferent(up...)
	m.AllDifferent(down...)
	return m
}

// TestTree sends whole searches, and compares what a profiler counts with the
// account of the run.
func TestTree(t *testing.T) {
	best := queens(6)
	best.Minimize(best.IntVar("none", 0, 3))
	for name, c := range map[string]struct {
		m    *clew.Model
		opts []clew.Option
	}{
		"propagate": {queens(6), []clew.Option{clew.WithMethod(clew.Propagate)}},
		"learn":     {queens(7), []clew.Option{clew.WithMethod(clew.Learn)}},
		"free":      {queens(9), []clew.Option{clew.WithMethod(clew.Learn), clew.WithFree()}},
		"best":      {best, []clew.Option{clew.WithMethod(clew.Propagate)}},
		"no answer": {queens(3), []clew.Option{clew.WithMethod(clew.Learn)}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			var r clew.Report
			p := New(&b, `a "name"`, 17)
			for _, err := range clew.All(context.Background(), c.m, append(c.opts, clew.WithTrace(p.Event), clew.WithReport(&r))...) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if p.Err() != nil {
				t.Fatal(p.Err())
			}
			x := read(t, &b)
			x.whole()
			if x.count[solved] != int(r.Solutions) || name != "best" && x.count[failed] != int(r.Failures) {
				t.Errorf("%d solved, %d failed; the report says %d, %d", x.count[solved], x.count[failed], r.Solutions, r.Failures)
			}
			if name == "propagate" && (x.count[solved] != 4 || x.count[branch] != x.count[solved]+x.count[failed]-1 || x.count[skipped] != 0) {
				t.Errorf("counts %v are not those of a binary tree of 4 answers", x.count)
			}
			var info struct {
				Name        string
				HasRestarts bool `json:"has_restarts"`
				ExecutionID int  `json:"execution_id"`
			}
			if err := json.Unmarshal([]byte(x.info), &info); err != nil || info.Name != `a "name"` || info.HasRestarts || info.ExecutionID != 17 {
				t.Errorf("info %s: %v", x.info, err)
			}
			nogoods := 0
			for _, n := range x.nodes {
				if n.nogood != "" {
					nogoods++
				}
			}
			if learns := r.Conflicts > 1; learns != (nogoods > 0) {
				t.Errorf("%d nogoods of %d conflicts", nogoods, r.Conflicts)
			}
		})
	}
}

// TestImprove sends a branch and bound, whose bound refutes nodes of its own.
func TestImprove(t *testing.T) {
	for _, method := range []clew.Method{clew.Propagate, clew.Learn} {
		m := queens(7)
		sum := m.IntVar("sum", -100, 100)
		q := m.IntVars("p", 2, 0, 6)
		m.Linear([]int{2, -3, 1}, append(q, sum), clew.EQ, 1)
		m.Maximize(sum)
		var b bytes.Buffer
		p := New(&b, "best", 1)
		if _, err := clew.Solve(context.Background(), m, clew.WithMethod(method), clew.WithTrace(p.Event)); err != nil {
			t.Fatal(err)
		}
		x := read(t, &b)
		x.whole()
		if x.count[solved] < 2 {
			t.Errorf("%s: counts %v", method, x.count)
		}
	}
}

// TestDial sends to a server as the MiniZinc IDE is one.
func TestDial(t *testing.T) {
	for _, arg := range []string{"", "1", "1,", "x,6565", "1,70000", "1,2,3"} {
		if _, _, err := Dial(arg, "n"); err == nil {
			t.Errorf("%q: no error", arg)
		}
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := make(chan []byte, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			got <- nil
			return
		}
		all, _ := io.ReadAll(conn)
		got <- all
	}()
	p, c, err := Dial("3,"+strconv.Itoa(l.Addr().(*net.TCPAddr).Port), "n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := clew.Count(context.Background(), queens(6), clew.WithTrace(p.Event)); err != nil || p.Err() != nil {
		t.Fatal(err, p.Err())
	}
	c.Close()
	x := read(t, bytes.NewReader(<-got))
	x.whole()
	if x.count[solved] != 4 {
		t.Errorf("counts %v", x.count)
	}
}

// TestLost: a profiler that goes away ends the profile, not the search.
func TestLost(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	p := New(w, "n", 1)
	n, err := clew.Count(context.Background(), queens(6), clew.WithTrace(p.Event))
	if err != nil || n.Int64() != 4 || p.Err() == nil {
		t.Errorf("%v answers, error %v, of the profile %v", n, err, p.Err())
	}
}
