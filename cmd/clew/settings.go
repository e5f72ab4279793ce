package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// settings are the flags that every verb has.
type settings struct {
	method    choice
	limit     positive
	timeLimit limitTime
	order     choice
	values    choice
	free      bool
	seed      seed
	color     choice
	stats     bool
	json      bool
	lines     bool
	quiet     bool
	trace     string
	jobs      positive

	changed func(flag string) bool
}

// orders and valueOrders give the branching of the engine its names on the
// command line.
var (
	orders = []named[clew.Order]{
		{"input", clew.InputOrder}, {"first-fail", clew.FirstFail}, {"dom-wdeg", clew.DomWdeg},
	}
	valueOrders = []named[clew.ValueOrder]{
		{"asc", clew.Ascending}, {"desc", clew.Descending}, {"split", clew.Split}, {"middle", clew.Middle},
	}
)

type named[T any] struct {
	name  string
	value T
}

func namesOf[T any](xs []named[T]) []string {
	var names []string
	for _, x := range xs {
		names = append(names, x.name)
	}
	return names
}

func valueOf[T any](xs []named[T], name string) T {
	return xs[slices.Index(namesOf(xs), name)].value
}

// register adds the flags to a verb's command, for all of its problems.
func (s *settings) register(cmd *cobra.Command, method clew.Method) {
	var methods []string
	for _, m := range append(clew.Methods(), clew.Kernel) {
		methods = append(methods, string(m))
	}
	s.method = choice{string(method), methods}
	s.order = choice{"", namesOf(orders)}
	s.values = choice{"", namesOf(valueOrders)}
	s.color = choice{"auto", []string{"auto", "always", "never"}}
	fs := cmd.PersistentFlags()
	fs.Var(&s.method, "method", "how the tree is walked")
	fs.Var(&s.limit, "limit", "stop after K answers (all, count, compare)")
	fs.Var(&s.timeLimit, "time-limit", "stop after time D for each problem, as 10s, 1m30s or 10 (seconds)")
	fs.Var(&s.order, "order", "variable to branch on (default: the problem's own order)")
	fs.Var(&s.values, "values", "value to try first (default: the problem's own order)")
	fs.BoolVar(&s.free, "free", false, "learn: alternate, at restarts, between the given order and one by activity")
	fs.Var(&s.seed, "seed", "where --free's order by activity begins; equal seeds give equal runs")
	fs.BoolVar(&s.stats, "stats", false, "print the counters of the run to stderr")
	fs.BoolVar(&s.json, "json", false, "print one JSON object a line")
	fs.BoolVar(&s.lines, "lines", false, "print each answer on one line, and no drawings (solve, all, unique)")
	fs.BoolVar(&s.quiet, "quiet", false, "print nothing but results and errors")
	fs.StringVar(&s.trace, "trace", "", "write the events of the search to `FILE`, as JSON lines")
	fs.Var(&s.jobs, "jobs", "of a file of puzzles, work on K at once (default: one on each core)")
	fs.Var(&s.color, "color", "colour headings and marks")
	s.changed = fs.Changed
}

// completeFlags makes the shell complete flags that have a fixed choice, and
// offer no file names for the others.
func completeFlags(cmd *cobra.Command, fs *pflag.FlagSet) {
	fs.VisitAll(func(f *pflag.Flag) {
		var words []string
		if c, ok := f.Value.(*choice); ok {
			words = c.allowed
		}
		complete := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
		if err := cmd.RegisterFlagCompletionFunc(f.Name, complete); err != nil {
			panic(err) // the flag is registered twice
		}
	})
}

// check reports flags that have no effect, on each other or on the verb.
func (s *settings) check(v *verb) error {
	if s.changed("limit") && !v.limited {
		return fmt.Errorf("--limit has no effect on %s", v.name)
	}
	for _, flag := range []string{"order", "values"} {
		if m := s.method.value; s.changed(flag) && (m == string(clew.Plain) || m == string(clew.Kernel)) {
			return fmt.Errorf("--%s has no effect on --method %s, whose order is fixed", flag, m)
		}
	}
	switch {
	case s.lines && !v.drawings:
		return fmt.Errorf("--lines has no effect on %s", v.name)
	case s.lines && s.json:
		return errors.New("--lines and --json ask for two forms of output")
	}
	if s.changed("seed") && !s.free {
		return errors.New("--seed has no effect without --free")
	}
	if m := s.method.value; s.free && m != string(clew.Learn) && m != string(clew.Auto) {
		return fmt.Errorf("--free has no effect on --method %s, which does not learn", m)
	}
	return nil
}

// options returns the options for a verb of the library. Orders are those of
// the engine, and free search is that of learning: who asks for them means it.
func (s *settings) options() []clew.Option {
	method := clew.Method(s.method.value)
	switch {
	case method != clew.Auto:
	case s.free:
		method = clew.Learn
	case s.order.value != "" || s.values.value != "":
		method = clew.Propagate
	}
	opts := []clew.Option{clew.WithMethod(method), clew.Limit(int64(s.limit))}
	if s.order.value != "" {
		opts = append(opts, clew.WithOrder(valueOf(orders, s.order.value)))
	}
	if s.values.value != "" {
		opts = append(opts, clew.WithValues(valueOf(valueOrders, s.values.value)))
	}
	if s.free {
		opts = append(opts, clew.WithFree(), clew.WithSeed(uint64(s.seed)))
	}
	return opts
}

// timed returns a context that ends at the time limit, if there is one.
func (s *settings) timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.timeLimit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, time.Duration(s.timeLimit), errTimeLimit)
}

// colored reports whether results are to be coloured.
func (s *settings) colored(c *console) bool {
	switch s.color.value {
	case "always":
		return true
	case "never":
		return false
	}
	return c.outTTY && c.getenv("NO_COLOR") == "" && c.getenv("TERM") != "dumb"
}

// choice is a flag with a few allowed words.
type choice struct {
	value   string
	allowed []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return strings.Join(c.allowed, "|") }
func (c *choice) Set(word string) error {
	if !slices.Contains(c.allowed, word) {
		return fmt.Errorf("%s%s", anyOf(c.allowed), didYouMean(word, c.allowed, ""))
	}
	c.value = word
	return nil
}

// positive is a flag for a number of 1 or more; 0 stands for none given.
type positive int64

func (n *positive) String() string {
	if *n == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*n), 10)
}
func (n *positive) Type() string { return "K" }
func (n *positive) Set(word string) error {
	v, err := strconv.ParseInt(word, 10, 64)
	switch {
	case v == math.MaxInt64 && errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("at most %d; this is too large", int64(math.MaxInt64))
	case err != nil || v < 1:
		return fmt.Errorf("a whole number of 1 or more")
	}
	*n = positive(v)
	return nil
}

// seed is a flag for a number of 0 or more.
type seed uint64

func (n *seed) String() string { return strconv.FormatUint(uint64(*n), 10) }
func (n *seed) Type() string   { return "N" }
func (n *seed) Set(word string) error {
	v, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		return errors.New("a whole number of 0 or more, below 2^64")
	}
	*n = seed(v)
	return nil
}

// plainNumber is a number of seconds without a unit, durationForm what
// time.ParseDuration takes unless it is too large.
var (
	plainNumber  = regexp.MustCompile(`^\+?([0-9]+\.?[0-9]*|\.[0-9]+)$`)
	durationForm = regexp.MustCompile(`^\+?(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+$`)
)

// limitTime is a flag for a time above 0: a Go duration or a number of seconds.
type limitTime time.Duration

func (d *limitTime) String() string {
	if *d == 0 {
		return ""
	}
	return time.Duration(*d).String()
}
func (d *limitTime) Type() string { return "D" }
func (d *limitTime) Set(word string) error {
	text := word
	if plainNumber.MatchString(word) {
		text += "s"
	}
	v, err := time.ParseDuration(text)
	switch {
	case err != nil && durationForm.MatchString(text):
		return fmt.Errorf("at most %d seconds; this is too large", math.MaxInt64/time.Second)
	case err != nil || v <= 0:
		return fmt.Errorf("a time above 0, as 10s, 1m30s or 10 (seconds)")
	}
	*d = limitTime(v)
	return nil
}

// number is a flag for a whole number, whose range the problem knows.
type number int

func (n *number) String() string { return strconv.Itoa(int(*n)) }
func (n *number) Type() string   { return "N" }
func (n *number) Set(word string) error {
	v, err := strconv.Atoi(word)
	switch {
	case v == math.MaxInt && errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("at most %d; this is too large", math.MaxInt)
	case err != nil:
		return fmt.Errorf("a whole number")
	}
	*n = number(v)
	return nil
}

// size is a flag for rows and columns, as 3x4.
type size struct{ rows, cols int }

func (z *size) String() string {
	if *z == (size{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d", z.rows, z.cols)
}
func (z *size) Type() string { return "RxC" }
func (z *size) Set(word string) error {
	r, c, _ := strings.Cut(strings.ToLower(word), "x")
	rows, err1 := strconv.Atoi(r)
	cols, err2 := strconv.Atoi(c)
	if err1 != nil || err2 != nil || rows < 1 || cols < 1 {
		return fmt.Errorf("rows x columns, each 1 or more, as 3x4")
	}
	*z = size{rows, cols}
	return nil
}
