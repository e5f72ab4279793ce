package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// report is what a comparison found.
type report struct {
	field    []contender
	rounds   int
	limit    time.Duration
	date     time.Time
	outcomes []*outcome
	ships    *battleshipReport // nil if none were timed
}

func newReport(field []contender, rounds int, limit time.Duration) *report {
	return &report{field: field, rounds: rounds, limit: limit, date: time.Now()}
}

func (r *report) add(o *outcome) { r.outcomes = append(r.outcomes, o) }

// write prints the report as Markdown.
func (r *report) write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# clew and its peers, measured\n\n")
	fmt.Fprintf(&b, "Written by `make bench-peers` on %s: all answers counted, one core, %d rounds of alternating runs,\n",
		r.date.Format(time.DateOnly), r.rounds)
	fmt.Fprintf(&b, "processor time (user and system) of whole processes, medians. How to read it: README.md beside this file.\n\n")
	r.setting(&b)
	r.seconds(&b, "answers")
	fmt.Fprintf(&b, "\nEvery contender that has a time printed the number in the column answers.\n")
	r.table(&b, "Speed: the peer's time divided by clew's, median of the rounds", "case", name, 1, r.speedOf("clew"))
	r.aims(&b)
	if r.ships != nil {
		r.ships.write(&b)
	} else {
		fmt.Fprintf(&b, "\nBattleships: missing (no file of puzzles was given).\n")
	}
	r.memory(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// setting writes what was run where.
func (r *report) setting(b *strings.Builder) {
	fmt.Fprintf(b, "Machine: %s, %d cores, %s/%s, %s.\n", processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, c := range r.field {
		if c.missing != "" {
			fmt.Fprintf(b, "%s: missing (%s).\n", c.name, c.missing)
		} else {
			fmt.Fprintf(b, "%s: %s.\n", c.name, c.version)
		}
	}
}

// seconds writes the table of times; want heads the column of what was found.
func (r *report) seconds(b *strings.Builder, want string) {
	r.table(b, "Seconds", "case | "+want, func(o *outcome) string { return o.name + " | " + o.want }, 0,
		func(o *outcome, ss []sample) string {
			if ss[0].over {
				return fmt.Sprintf("> %.0f", ss[0].cpu.Seconds())
			}
			return fmt.Sprintf("%.3f", median(ss, sample.seconds))
		})
}

func (r *report) memory(b *strings.Builder) {
	r.table(b, "Peak memory, MB (a process counts at least the size of the one that started it)", "case", name, 0,
		func(_ *outcome, ss []sample) string { return megabytes(ss) })
}

func megabytes(ss []sample) string {
	mb := median(ss, func(s sample) float64 { return float64(s.memory) / 1e6 })
	if mb == 0 {
		return "not known"
	}
	return fmt.Sprintf("%.0f", mb)
}

// aims writes which of the aims of the cases are met: against the fastest
// setting of a peer in each.
func (r *report) aims(b *strings.Builder) {
	if !slices.ContainsFunc(r.outcomes, func(o *outcome) bool { return len(o.aims) > 0 }) {
		return
	}
	fmt.Fprintf(b, "\n## Aims\n\n| case | peer | clew is to be faster by | is faster by | |\n| --- | --- | --- | --- | --- |\n")
	for _, o := range r.outcomes {
		for _, aim := range o.aims {
			best, fastest := "", []sample(nil)
			for _, f := range r.field {
				ss := o.samples[f.name]
				if isOf(f.name, aim.Peer) && len(ss) > 0 &&
					(fastest == nil || median(ss, sample.seconds) < median(fastest, sample.seconds)) {
					best, fastest = f.name, ss
				}
			}
			if fastest == nil {
				fmt.Fprintf(b, "| %s | %s | %g | | not measured |\n", o.name, aim.Peer, aim.Factor)
				continue
			}
			fmt.Fprintf(b, "| %s | %s | %g | %s | %s |\n", o.name, best, aim.Factor, ratio(fastest, o.samples["clew"]),
				aimVerdict(aim.Factor, o.samples["clew"], fastest))
		}
	}
}

// aimVerdict says whether clew is faster than the peer by a factor.
func aimVerdict(factor float64, own, peer []sample) string {
	is := typicalRatio(peer, own)
	switch {
	case own[0].over:
		return "missed"
	case is >= factor:
		return "met"
	case peer[0].over:
		return "not known: the peer was stopped"
	}
	return fmt.Sprintf("missed: clew would have to take %.0f %% less", 100*(1-is/factor))
}

func name(o *outcome) string { return o.name }

func (s sample) seconds() float64 { return s.cpu.Seconds() }

// table writes a row for each case, a cell for each contender from the first
// given on that ran.
func (r *report) table(b *strings.Builder, title, head string, lead func(*outcome) string, first int,
	cell func(*outcome, []sample) string) {
	fmt.Fprintf(b, "\n## %s\n\n| %s |", title, head)
	columns := strings.Count(head, "|") + 1
	for _, c := range r.field[first:] {
		if c.missing == "" {
			fmt.Fprintf(b, " %s |", c.name)
			columns++
		}
	}
	fmt.Fprintf(b, "\n|%s\n", strings.Repeat(" --- |", columns))
	for _, o := range r.outcomes {
		fmt.Fprintf(b, "| %s |", lead(o))
		for _, c := range r.field[first:] {
			if ss := o.samples[c.name]; c.missing == "" && len(ss) > 0 {
				fmt.Fprintf(b, " %s |", cell(o, ss))
			} else if n, wrong := o.wrong[c.name]; wrong {
				fmt.Fprintf(b, " wrong: %s |", n)
			} else if c.missing == "" {
				b.WriteString(" not run |")
			}
		}
		b.WriteByte('\n')
	}
}

// speedOf returns a cell that tells how many times faster than a peer the
// contender called own is.
func (r *report) speedOf(own string) func(*outcome, []sample) string {
	return func(o *outcome, peer []sample) string { return ratio(peer, o.samples[own]) }
}

// ratioTo returns a cell that compares the contender called own with a peer.
func (r *report) ratioTo(own string) func(*outcome, []sample) string {
	return func(o *outcome, peer []sample) string { return ratio(o.samples[own], peer) }
}

// ratio compares samples with those of a peer, round by round. If either was
// stopped at the limit, only a bound is known, if that.
func ratio(own, peer []sample) string {
	switch {
	case own[0].over && peer[0].over:
		return "?"
	case own[0].over:
		return fmt.Sprintf("> %.2f", own[0].seconds()/median(peer, sample.seconds))
	case peer[0].over:
		return fmt.Sprintf("< %.3f", median(own, sample.seconds)/peer[0].seconds())
	}
	return fmt.Sprintf("%.2f", typicalRatio(own, peer))
}

// typicalRatio is the median of the ratios of the rounds.
func typicalRatio(own, peer []sample) float64 {
	var ratios []float64
	for i := range min(len(own), len(peer)) {
		ratios = append(ratios, own[i].seconds()/peer[i].seconds())
	}
	return median(ratios, func(x float64) float64 { return x })
}

// median returns the middle of what of gives, the mean of two middles.
func median[T any](xs []T, of func(T) float64) float64 {
	var vs []float64
	for _, x := range xs {
		vs = append(vs, of(x))
	}
	slices.SortFunc(vs, cmp.Compare[float64])
	n := len(vs)
	return (vs[(n-1)/2] + vs[n/2]) / 2
}

// processor names the machine's processor, as far as the system tells.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // only Linux has it
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "processor not known"
}
