package main

import (
	"errors"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"clew": main}) }

// TestScripts runs the scripts in testdata/script. Beside the commands of
// testscript they know
//
//	exits CODE COMMAND...   run COMMAND, which must exit with CODE
//	bad PATTERN COMMAND...  run COMMAND, which must exit with 2, print nothing,
//	                        and write one line to stderr that matches PATTERN
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: exits CODE COMMAND...")
				}
				checkExit(ts, args[0], args[1:])
			},
			"bad": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) < 2 {
					ts.Fatalf("usage: bad PATTERN COMMAND...")
				}
				checkExit(ts, "2", args[1:])
				if out := ts.ReadFile("stdout"); out != "" {
					ts.Fatalf("unexpected output %q", out)
				}
				if got := ts.ReadFile("stderr"); !regexp.MustCompile("^(?:" + args[0] + ")\n$").MatchString(got) {
					ts.Fatalf("stderr is %q, does not match %q", got, args[0])
				}
			},
		},
	})
}

func checkExit(ts *testscript.TestScript, code string, command []string) {
	err := ts.Exec(command[0], command[1:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(got) != code {
		ts.Fatalf("exit code %d, want %s", got, code)
	}
}
