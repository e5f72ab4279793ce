package main

import (
	"os"
	"syscall"
)

// peakMemory returns the largest resident set of a process that has ended, in
// bytes. A new process begins as a copy of this one, so that no figure is
// smaller than this one's own size.
func peakMemory(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss * 1024
	}
	return 0
}
