package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/internal/flatzinc"
	"github.com/clewsolver/clew/internal/input"
)

const usage = `usage: fzn-clew [flags] FILE        (- for standard input)

Solves a FlatZinc model, as text or JSON, for MiniZinc.

  -a, --all-solutions   all answers; of a model with an objective, ever better ones
  -i                    ever better answers of a model with an objective
  -n N                  stop after N answers of a model without an objective
  -n-o N                stop after N of the best answers
  -a-o                  all the best answers of a model with an objective
  -f                    free search: the search annotations are hints
  -p N                  accepted; the search uses one thread
  -r SEED               seed of what is random
  -s                    statistics
  -t MS                 stop after MS milliseconds, reading included
  -v                    say more on stderr
  --count               count the answers exactly, print none
  --max-solutions N     stop after N answers, whatever the model
  --mem-limit MB        stop when more than MB megabytes are held
  --progress            say once a second on stderr how far the search is
  --cp-profiler ID,PORT draw the search in the profiler at PORT, as the MiniZinc IDE has it
`

// settings are the flags.
type settings struct {
	flatzinc.Request
	file     string
	limit    time.Duration
	memory   int64 // bytes; 0 for no limit
	verbose  bool
	progress bool
	profiler string // where to draw the search; empty for nowhere
	help     bool
}

// parseFlags reads the command line. Flags may come in any order, also after
// the file, and their values may follow "=". Unknown ones are a warning: drivers
// of other versions may know more.
func parseFlags(args []string, warnings io.Writer) (*settings, error) {
	s := &settings{}
	var most int64
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		if arg == "-" || !strings.HasPrefix(arg, "-") {
			if s.file != "" {
				return nil, fmt.Errorf("found a second file %s, expected one", input.Quote(arg))
			}
			s.file = arg
			continue
		}
		name, value, given := strings.Cut(arg, "=")
		number := func(least int64) (n int64, err error) {
			if !given && len(args) > 0 {
				value, args, given = args[0], args[1:], true
			}
			if n, err = strconv.ParseInt(value, 10, 64); !given || err != nil || n < least {
				return 0, fmt.Errorf("%s: found %s, expected a number of at least %d", name, input.Quote(value), least)
			}
			return n, nil
		}
		var n int64
		var err error
		switch name {
		case "-a", "--all-solutions", "--all":
			s.All = true
		case "-i", "--intermediate":
			s.Improving = true
		case "-a-o", "--all-optimal":
			s.Optimal = true
		case "-f", "--free-search":
			s.Options = append(s.Options, clew.WithFree())
		case "-s", "--statistics":
			s.Statistics = true
		case "-v", "--verbose":
			s.verbose = true
		case "-h", "--help":
			s.help = true
		case "-n", "--num-solutions":
			s.Limit, err = number(0)
		case "-n-o", "--num-optimal":
			s.Best, err = number(0)
			s.Optimal = true
		case "--max-solutions":
			most, err = number(1)
		case "-p", "--parallel":
			if n, err = number(0); n > 1 {
				fmt.Fprintf(warnings, "fzn-clew: -p %d: the search uses one thread\n", n)
			}
		case "-r", "--random-seed":
			n, err = number(math.MinInt64)
			s.Options = append(s.Options, clew.WithSeed(uint64(n)))
		case "-t", "--time-limit", "--solver-time-limit":
			n, err = number(0)
			s.limit = time.Duration(min(n, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
		case "--mem-limit":
			n, err = number(1)
			s.memory = min(n, math.MaxInt64>>20) << 20
		case "--count":
			s.Count = true
		case "--progress":
			s.progress = true
		case "--cp-profiler":
			if !given && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			s.profiler = value
		default:
			fmt.Fprintf(warnings, "fzn-clew: warning: unknown flag %s has no effect\n", input.Quote(arg))
		}
		if err != nil {
			return nil, err
		}
	}
	if s.file == "" && !s.help {
		return nil, fmt.Errorf("found no FILE, expected one (- for standard input)")
	}
	if most > 0 {
		s.Limit, s.Best, s.All = least(s.Limit, most), least(s.Best, most), s.All || s.Limit == 0
	}
	return s, nil
}

// least returns the smaller of two limits, of which 0 is none.
func least(a, b int64) int64 {
	if a == 0 {
		return b
	}
	return min(a, b)
}
