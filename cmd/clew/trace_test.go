package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/watch"
)

// onScreen gives c a terminal on which keys are typed, and returns what is drawn
// and whether the terminal was given back.
func onScreen(c *console, typed string) (drawn *syncBuffer, raws *int) {
	drawn, raws = &syncBuffer{}, new(int)
	c.screen = &screen{
		Writer: drawn,
		size:   func() (columns, rows int) { return 100, 24 },
		keys:   func() <-chan watch.Key { return watch.ReadKeys(strings.NewReader(typed)) },
		raw:    func() (func(), error) { *raws++; return func() { *raws-- }, nil },
	}
	return drawn, raws
}

// TestWatchOnScreen plays a search by keys; with --steps it is printed as
// elsewhere.
func TestWatchOnScreen(t *testing.T) {
	c, out, errOut := testConsole("")
	drawn, raws := onScreen(c, "nn")
	if exit := execute(context.Background(), []string{"watch", "queens", "8", "--method", "plain"}, c); exit != exitYes {
		t.Errorf("exit %d: %s", exit, errOut)
	}
	for _, want := range []string{"queens 8  step 1  paused", "1. queen in column 0, row 0: placed", "3. queen in column 2, row 0: clashes", "[0 2 4]"} {
		if !strings.Contains(drawn.String(), want) {
			t.Errorf("%q was not drawn", want)
		}
	}
	if *raws != 0 || strings.Contains(out.String(), "queen in") || !strings.Contains(errOut.String(), "3 steps watched, 0 answers") {
		t.Errorf("raw %d, printed %s%s", *raws, out, errOut)
	}

	c, out, _ = testConsole("")
	drawn, _ = onScreen(c, "")
	execute(context.Background(), []string{"watch", "queens", "8", "--steps", "2"}, c)
	if drawn.String() != "" || !strings.Contains(out.String(), "2. queen in column 1, row 0: clashes") {
		t.Errorf("with --steps: drawn %s, printed %s", drawn, out)
	}
}

// TestScreenFails: a terminal that cannot be set up is an error.
func TestScreenFails(t *testing.T) {
	c, _, errOut := testConsole("")
	onScreen(c, "")
	c.screen.raw = func() (func(), error) { return nil, errors.New("no ioctl") }
	if exit := execute(context.Background(), []string{"watch", "queens", "8"}, c); exit != exitBad || !strings.Contains(errOut.String(), "the terminal: no ioctl") {
		t.Errorf("exit %d: %s", exit, errOut)
	}
}

// TestTraceFails: what cannot be written is told once, and ends the run.
func TestTraceFails(t *testing.T) {
	failed := 0
	f, err := createTrace(filepath.Join(t.TempDir(), "run"), func() { failed++ })
	if err != nil {
		t.Fatal(err)
	}
	f.f.Close() // as a disk that is full
	for range 10_000 {
		f.event(&clew.Event{Kind: clew.EventRestart, Literal: clew.Literal{Var: -1}, By: -1})
	}
	if err := f.close(); err == nil || failed != 1 || !strings.Contains(err.Error(), "cannot write the trace ") {
		t.Errorf("%v, told %d times", err, failed)
	}
}
