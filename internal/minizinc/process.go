package minizinc

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// process is a running minizinc.
type process struct {
	cmd    *exec.Cmd
	stdout *os.File // what it writes
	stderr limited
	relay  io.WriteCloser // what its relay passes on; nil before the call
	ended  chan struct{}
	err    error // of Wait, once ended
}

func startProcess(program string, args []string) (*process, error) {
	p := &process{cmd: exec.Command(program, args...), ended: make(chan struct{})}
	apart(p.cmd)
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Close()
	p.stdout = r
	p.cmd.Stdout, p.cmd.Stderr = w, &p.stderr
	p.cmd.WaitDelay = time.Second // for a stderr that the relay still holds
	if err := p.cmd.Start(); err != nil {
		r.Close()
		return nil, fmt.Errorf("%s: %w", program, err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// kill ends the process, which then ends its relay, and waits for that.
func (p *process) kill() {
	if p.relay != nil {
		p.relay.Close()
	}
	select {
	case <-p.ended:
	default:
		terminate(p.cmd.Process)
		select {
		case <-p.ended:
		case <-time.After(2 * time.Second):
			p.cmd.Process.Kill()
			<-p.ended
		}
	}
	p.stdout.Close()
}
