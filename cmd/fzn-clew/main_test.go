package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	if os.Getenv("FZN_CLEW_MAIN") != "" { // started by a test below
		main()
		return
	}
	testscript.Main(m, map[string]func(){"fzn-clew": main})
}

// TestScripts runs the scripts in testdata/script.
func TestScripts(t *testing.T) { testscript.Run(t, testscript.Params{Dir: "testdata/script"}) }

// command returns fzn-clew with the given flags and model on standard input.
func command(t *testing.T, model string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, append(args, "-")...)
	cmd.Env = append(os.Environ(), "FZN_CLEW_MAIN=1")
	cmd.Stdin = strings.NewReader(model)
	return cmd
}

// manyAnswers is a model with 10^40 answers.
func manyAnswers() string {
	var b, names strings.Builder
	for i := range 40 {
		name := "x" + string(rune('a'+i/26)) + string(rune('a'+i%26))
		b.WriteString("var 0..9: " + name + " :: output_var;\n")
		names.WriteString(name + ",")
	}
	return b.String() + "solve :: int_search([" + strings.TrimSuffix(names.String(), ",") + "],input_order,indomain_min,complete) satisfy;\n"
}

// noAnswer is a model of more pigeons than holes, said of each pair, which takes
// longer than anybody waits.
func noAnswer() string {
	var b strings.Builder
	names := make([]string, 16)
	for i := range names {
		names[i] = "p" + string(rune('a'+i))
		b.WriteString("var 1..15: " + names[i] + " :: output_var;\n")
	}
	for i := range names {
		for j := range i {
			b.WriteString("constraint int_ne(" + names[i] + "," + names[j] + ");\n")
		}
	}
	return b.String() + "solve :: int_search([" + strings.Join(names, ",") + "],input_order,indomain_min,complete) satisfy;\n"
}

// TestSignal: a solver that is told to stop ends cleanly, without the line that
// says that the search is complete.
func TestSignal(t *testing.T) {
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := command(t, manyAnswers(), "-a", "-s")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		r := bufio.NewReader(out)
		if _, err := r.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", sig, err)
		}
		if bytes.Contains(rest, []byte("==========")) || !bytes.Contains(rest, []byte("%%%mzn-stat: complete=\"false\"\n")) {
			t.Errorf("%v: the output ends in %q", sig, rest[max(0, len(rest)-300):])
		}
		if last := rest[bytes.LastIndex(rest, []byte("----------\n")):]; !bytes.HasPrefix(last, []byte("----------\n%%%mzn-stat")) {
			t.Errorf("%v: the last answer is broken off: %q", sig, last)
		}
	}
}

// TestTimeLimit: the limit bounds the run, and an endless input too.
func TestTimeLimit(t *testing.T) {
	begin := time.Now()
	out, err := command(t, noAnswer(), "-a", "-t", "300").Output()
	if err != nil || string(out) != "=====UNKNOWN=====\n" {
		t.Errorf("search: %q, %v", out, err)
	}
	cmd := command(t, "", "-t", "300")
	cmd.Stdin = nil
	if _, err := cmd.StdinPipe(); err != nil { // it stays open
		t.Fatal(err)
	}
	if out, err = cmd.Output(); err != nil || string(out) != "=====UNKNOWN=====\n" {
		t.Errorf("reading: %q, %v", out, err)
	}
	if took := time.Since(begin); took > time.Minute {
		t.Errorf("took %v", took)
	}
}

// TestMemoryLimit: a run that holds too much ends like one that is told to stop.
func TestMemoryLimit(t *testing.T) {
	out, err := command(t, noAnswer(), "-a", "--mem-limit", "1").Output()
	if err != nil || string(out) != "=====UNKNOWN=====\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestEarlyAnswer: an answer is written when it is found, not when the run ends.
func TestEarlyAnswer(t *testing.T) {
	// Where first is false nothing else matters; where it is true there is no
	// answer, which takes long to find out.
	model := "var bool: first :: output_var;\n" + strings.ReplaceAll(noAnswer(), " :: output_var", "")
	model = strings.ReplaceAll(model, "int_ne(", "int_ne_imp(")
	model = strings.ReplaceAll(model, ");\n", ",first);\n")
	cmd := command(t, model, "-a")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "first = false;\n" {
		t.Errorf("%q, %v", line, err)
	}
}

// TestProfiler: the search is drawn in a profiler that listens; its frames are
// tested where they are made.
func TestProfiler(t *testing.T) {
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
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	model := "var 1..3: x :: output_var;\nconstraint int_ne(x, 2);\nsolve satisfy;\n"
	out, err := command(t, model, "-a", "--cp-profiler", "5,"+port).Output()
	if err != nil || !strings.HasSuffix(string(out), "==========\n") {
		t.Errorf("%s: %v", out, err)
	}
	frames := <-got
	if !bytes.Contains(frames, []byte(`"execution_id":5`)) || !bytes.HasSuffix(frames, []byte{1, 0, 0, 0, 1}) {
		t.Errorf("%q", frames)
	}
}
