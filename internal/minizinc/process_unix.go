//go:build unix

package minizinc

import (
	"os"
	"os/exec"
	"syscall"
)

// apart puts a command into a process group of its own.
func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// terminate asks a process to end.
func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }
