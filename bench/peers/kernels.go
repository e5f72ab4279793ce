package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/clewsolver/clew"
	"github.com/clewsolver/clew/bench"
)

// kernelField returns clew and the C program made for the same problem, which is
// compiled first.
func kernelField(self, sources, out string) []contender {
	own := contender{name: "clew", version: checkout(), prepare: func(c bench.Case) (job, error) {
		run := command{args: []string{self, "-kernel", c.Name}, env: []string{"GOMAXPROCS=1"}, parse: parseNumber}
		return job{run, run}, nil
	}}
	c := contender{name: "C bitmask"}
	if !found("cc") {
		c.missing = "no C compiler, cc, on PATH"
		return []contender{own, c}
	}
	flags := []string{"-O3", "-march=native"}
	c.version = fmt.Sprintf("kernels/*.c by cc %s, version %s", strings.Join(flags, " "), version(`(?m)^(?:gcc|cc|.*clang).* (\d+\.\d+\S*)`, "cc", "--version"))
	c.prepare = func(b bench.Case) (job, error) {
		program := filepath.Join(out, "kernel-"+b.Model)
		_, err := output(append(append([]string{"cc"}, flags...), "-o", program, filepath.Join(sources, b.Model+".c"))...)
		args := []string{program}
		for _, p := range b.Params {
			args = append(args, strconv.Itoa(p.Value))
		}
		run := command{args: args, parse: parseNumber}
		return job{run, run}, err
	}
	return []contender{own, c}
}

// printKernelCount is what clew's processes do on the kernel cases.
func printKernelCount(ctx context.Context, w io.Writer, name string) error {
	return printCount(ctx, w, bench.KernelCases(), name, clew.WithMethod(clew.Kernel))
}

// writeKernels prints the report of the kernel cases as Markdown.
func (r *report) writeKernels(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# Kernels: clew and programs made for one problem, measured\n\n")
	fmt.Fprintf(&b, "Written by `make bench-kernels` on %s: all answers counted, one core, %d rounds of alternating runs,\n",
		r.date.Format(time.DateOnly), r.rounds)
	fmt.Fprintf(&b, "processor time (user and system) of whole processes, medians. How to read it: README.md beside this file.\n\n")
	r.setting(&b)
	r.seconds(&b, "answers")
	r.table(&b, "Speed: the peer's time divided by clew's, median of the rounds", "case", name, 1,
		r.speedOf("clew"))
	r.aims(&b)
	r.memory(&b)
	_, err := io.WriteString(w, b.String())
	return err
}
