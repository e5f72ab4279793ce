package minizinc

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"
)

// Relay is what MiniZinc runs as the solver of a model that Compile compiles: it
// tells the Compile that waits at the address args[0] the name of the FlatZinc
// file, the last argument, and then passes on to stdout whatever comes back. So
// the minizinc that compiled a model writes its answers, too, and knows all of
// the model: the names of enumerations, for one, are not in a compiled output
// specification.
func Relay(args []string, stdout io.Writer) error {
	if len(args) < 2 {
		return errors.New("found no address and file, expected what minizinc gives its solvers")
	}
	conn, err := net.Dial("unix", args[0])
	if err != nil {
		return err
	}
	defer conn.Close()
	file, err := filepath.Abs(args[len(args)-1])
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(conn, "%s\n", file); err != nil {
		return err
	}
	_, err = io.Copy(stdout, conn)
	return err
}

// calls waits for the call of a relay.
type calls struct {
	net.Listener
	path string
	came chan error // the end of the wait
	// After a nil error:
	conn net.Conn
	file string
}

// maxSocketPath is the length, in bytes, up to which every system takes the
// path of a socket.
const maxSocketPath = 103

func listen(path string) (*calls, error) {
	l, err := net.Listen("unix", path)
	if err != nil && len(path) > maxSocketPath {
		return nil, fmt.Errorf("found a folder for temporary files whose name is too long for a socket in it (%d bytes), "+
			"expected at most %d; set TMPDIR to a shorter one: %w", len(path), maxSocketPath, err)
	}
	if err != nil {
		return nil, err
	}
	c := &calls{Listener: l, path: path, came: make(chan error, 1)}
	go func() { c.came <- c.wait() }()
	return c, nil
}

func (c *calls) wait() error {
	conn, err := c.Accept()
	if err != nil {
		return err
	}
	file, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		conn.Close()
		return fmt.Errorf("the relay of minizinc ended: %w", err)
	}
	c.conn, c.file = conn, strings.TrimSuffix(file, "\n")
	return nil
}
