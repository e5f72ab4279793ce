//go:build !unix

package minizinc

import (
	"os"
	"os/exec"
)

// apart does nothing where there are no process groups.
func apart(*exec.Cmd) {}

// terminate ends a process.
func terminate(p *os.Process) error { return p.Kill() }
