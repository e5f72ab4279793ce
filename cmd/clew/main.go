// Command clew answers questions about finite puzzles completely:
//
//	clew VERB PROBLEM [arguments] [flags]
//
// A verb (verb.go) says what is asked, a problem (problem.go) what has to be
// filled; each is one file and one line in a registry, and every verb works on
// every problem. What a run finds goes through a printer (text.go, json.go) to
// the console (console.go); session.go puts a verb to each problem of an input.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run()) }

// run runs the command on the process's own arguments and streams.
func run() int {
	ctx, interrupt := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	// A reader that goes away is seen where results are written.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		<-signals
		interrupt(errInterrupted)
		<-signals
		os.Exit(exitIncomplete) // asked twice: leave without a word
	}()
	return execute(ctx, os.Args[1:], newConsole(os.Stdin, os.Stdout, os.Stderr))
}
