// Command fzn-clew solves FlatZinc models for MiniZinc.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/clewsolver/clew/internal/flatzinc"
)

func main() { os.Exit(run(os.Args[1:])) }

func run(args []string) int {
	q := flatzinc.Request{Start: time.Now()}
	var in io.Reader = os.Stdin
	name := "<stdin>"
	for i := 0; i < len(args); i++ {
		switch a := args[i]; a {
		case "-a":
			q.All = true
		case "-i":
			q.Intermediate = true
		case "-s":
			q.Statistics = true
		case "--count":
			q.Count = true
		case "-n":
			i++
			fmt.Sscan(args[i], &q.Limit)
		case "-p", "-r", "-t":
			i++
		case "-":
		default:
			if a[0] == '-' {
				continue
			}
			f, err := os.Open(a)
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 2
			}
			defer f.Close()
			in, name = f, a
		}
	}
	m, err := flatzinc.Read(in, name)
	if err == nil {
		err = m.Solve(context.Background(), os.Stdout, q)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return 0
}
